// LIMIT: 40
/* System calls refused by a seccomp filter, each kind in a process of its own: affinity, priorities,
 * names, resource limits, yields, memory policies, and threads.  Regions give right results, at worst
 * with a smaller team. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <omp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include "check.h"

static int
refuse (const int *calls, int n, int error)
{
  struct sock_filter filter[64];
  int at = 0;
  filter[at++] = (struct sock_filter) BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr));
  for (int i = 0; i < n; i++)
    {
      filter[at++] = (struct sock_filter) BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (unsigned) calls[i], 0, 1);
      filter[at++] = (struct sock_filter) BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned) error);
    }
  filter[at++] = (struct sock_filter) BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = { (unsigned short) at, filter };
  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void
use_openmp (int may_be_small)
{
  CHECK (omp_get_num_procs () >= 1);
  CHECK (omp_get_max_threads () >= 1);
  for (int round = 0; round < 20; round++)
    {
      int sum = 0, size = 0, tasks = 0;
#pragma omp parallel num_threads(4)
      {
#pragma omp single
        size = omp_get_num_threads ();
#pragma omp for reduction(+ : sum) schedule(dynamic)
        for (int i = 1; i <= 100; i++)
          sum += i;
#pragma omp task
#pragma omp atomic
        tasks++;
      }
      CHECK_EQ (sum, 5050);
      CHECK_EQ (tasks, size);
      CHECK (size == 4 || (may_be_small && size >= 1 && size < 4));
    }
}

static const struct {
  const char *what;
  int calls[12];
  int n, small;
} kinds[] = {
  { "affinity", { SYS_sched_setaffinity, SYS_sched_getaffinity, SYS_getcpu }, 3, 0 },
  { "scheduling", { SYS_sched_yield, SYS_setpriority, SYS_sched_setscheduler, SYS_sched_getparam }, 4, 0 },
  { "names and limits", { SYS_prctl, SYS_getrlimit, SYS_setrlimit, SYS_prlimit64 }, 4, 0 },
  { "memory policies", { SYS_mbind, SYS_set_mempolicy, SYS_get_mempolicy, SYS_madvise, SYS_mlock }, 5, 0 },
  { "newer calls", { SYS_membarrier, SYS_getrandom }, 2, 0 },
  { "files", { SYS_openat, SYS_readlink, SYS_readlinkat, SYS_statx, SYS_newfstatat }, 5, 0 },
  { "pipes and timers",
    { SYS_pipe2, SYS_eventfd2, SYS_epoll_create1, SYS_timerfd_create, SYS_timer_create, SYS_setitimer }, 6, 0 },
  { "signals", { SYS_sigaltstack, SYS_getitimer, SYS_rt_sigtimedwait }, 3, 0 },
  { "threads", { SYS_clone, SYS_clone3 }, 2, 1 },
};

int
main (int argc, char **argv)
{
  (void) argv;
  int bad = 0;
  for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
    for (int error = 0; error < 2; error++)
      for (int started = 0; started < 2; started++)
        {
          pid_t pid = fork ();
          if (pid == 0)
            {
              alarm (8);
              if (started)
                use_openmp (0); /* refused only once everything runs */
              if (!refuse (kinds[k].calls, kinds[k].n, error ? ENOSYS : EPERM))
                _exit (77);
              use_openmp (kinds[k].small);
              exit (0);
            }
          int status;
          CHECK (waitpid (pid, &status, 0) == pid);
          if (WIFEXITED (status) && WEXITSTATUS (status) == 77)
            SKIP ("no seccomp filters here");
          if (status != 0)
            {
              fprintf (stderr, "%s refused with %s, %s: status %x\n", kinds[k].what, error ? "ENOSYS" : "EPERM",
                       started ? "later" : "from the start", (unsigned) status);
              bad = 1;
            }
        }
  return bad || argc > 1;
}
