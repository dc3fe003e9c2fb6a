/* Loading the library, the first region and the end change nothing that the host can see: each
 * signal's disposition and the masks, the alternate signal stack, interval timers, locale, umask,
 * rounding mode, environment.  A signal during a region reaches the host's handler. */
#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <omp.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include "check.h"

static volatile sig_atomic_t caught;

static void
handler (int signal)
{
  (void) signal;
  caught++;
}

/* Not only the defaults: what hosts install. */
static void
prepare (int variant)
{
  static const int list[] = { SIGINT,  SIGTERM, SIGHUP,    SIGUSR1, SIGUSR2, SIGCHLD,
                              SIGTSTP, SIGPROF, SIGVTALRM, SIGQUIT, SIGCONT, SIGALRM };
  struct sigaction action;
  sigset_t mask;
  if (variant == 0)
    return;
  memset (&action, 0, sizeof action);
  for (unsigned i = 0; i < sizeof list / sizeof *list; i++)
    {
      action.sa_handler = i % 3 == 2 ? SIG_IGN : handler;
      action.sa_flags = i % 2 ? SA_RESTART : 0;
      sigemptyset (&action.sa_mask);
      sigaddset (&action.sa_mask, list[(i + 1) % 12]);
      CHECK (sigaction (list[i], &action, NULL) == 0);
    }
  signal (SIGPIPE, variant == 2 ? SIG_IGN : SIG_DFL);
  sigemptyset (&mask);
  sigaddset (&mask, SIGUSR2);
  sigaddset (&mask, SIGTERM);
  CHECK (sigprocmask (SIG_SETMASK, &mask, NULL) == 0);
  static char stack[1 << 16];
  stack_t own = { .ss_sp = stack, .ss_size = sizeof stack };
  CHECK (sigaltstack (&own, NULL) == 0);
  struct itimerval timer = { { 1000, 0 }, { 1000, 0 } };
  CHECK (setitimer (ITIMER_PROF, &timer, NULL) == 0);
  setlocale (LC_ALL, "C");
  umask (027);
  fesetround (FE_UPWARD);
}

/* The whole state as text, so that a difference can be shown. */
static void
state (char *text, size_t size)
{
  char line[256];
  size_t n = 0;
  struct sigaction action;
  for (int i = 1; i < NSIG; i++)
    if (sigaction (i, NULL, &action) == 0)
      {
        unsigned long long blocked = 0;
        for (int j = 1; j < NSIG; j++)
          if (sigismember (&action.sa_mask, j) == 1)
            blocked |= 1ull << (j - 1);
        n += (size_t) snprintf (text + n, size - n, "signal %d: %p %x %llx\n", i,
                                (void *) (uintptr_t) action.sa_handler, (unsigned) action.sa_flags, blocked);
      }
  FILE *file = fopen ("/proc/self/status", "r");
  CHECK (file != NULL);
  while (fgets (line, sizeof line, file))
    if (!strncmp (line, "SigBlk", 6) || !strncmp (line, "SigIgn", 6) || !strncmp (line, "SigCgt", 6))
      /* signals 32 and 33 belong to glibc, which sets them up with the first thread */
      n += (size_t) snprintf (text + n, size - n, "%.6s: %llx\n", line,
                              strtoull (line + 7, NULL, 16) & ~(3ULL << 31));
  fclose (file);
  for (int i = 0; i < 3; i++)
    {
      struct itimerval timer;
      getitimer (i, &timer);
      n += (size_t) snprintf (text + n, size - n, "timer %d: %ld %d\n", i, (long) timer.it_interval.tv_sec,
                              timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0);
    }
  stack_t own;
  sigaltstack (NULL, &own);
  mode_t creation = umask (0);
  umask (creation);
  n += (size_t) snprintf (text + n, size - n, "stack %p %x, umask %o, rounding %x, locale %s, GHCRTS %s\n", own.ss_sp,
                          (unsigned) own.ss_flags, (unsigned) creation, (unsigned) fegetround (),
                          setlocale (LC_ALL, NULL), getenv ("GHCRTS") ? "set" : "unset");
  CHECK (n < size);
}

static char before[16384], after[16384];

static void
compare (const char *when)
{
  state (after, sizeof after);
  if (strcmp (before, after) == 0)
    return;
  fprintf (stderr, "%s\nbefore:\n%safter:\n%s", when, before, after);
  _exit (1);
}

static void
at_exit (void)
{
  compare ("at exit");
}

static void
one (int variant)
{
  alarm (15);
  prepare (variant);
  state (before, sizeof before);
  atexit (at_exit);
  CHECK (omp_get_max_threads () >= 1);
  compare ("after a query");
  int n = 0, first = 0;
#pragma omp parallel num_threads(4) reduction(+ : n)
  {
    n++;
    if (omp_get_thread_num () == 0 && variant)
      {
        kill (getpid (), SIGINT); /* 4 may take it: it is a signal to the process */
        for (int i = 0; i < 2000 && !caught; i++)
          usleep (1000);
        first = caught;
      }
  }
  CHECK_EQ (n, 4);
  CHECK_EQ (first, variant != 0);
  compare ("after the first region");
  if (variant == 0)
    {
      /* a write to a pipe without reader still ends the process */
      int fds[2];
      pid_t pid = fork ();
      if (pid == 0)
        {
          CHECK (pipe (fds) == 0);
          close (fds[0]);
          CHECK (write (fds[1], "x", 1) == 1);
          _exit (0);
        }
      int status;
      CHECK (waitpid (pid, &status, 0) == pid);
      CHECK (WIFSIGNALED (status) && WTERMSIG (status) == SIGPIPE);
    }
  exit (0);
}

int
main (void)
{
  for (int variant = 0; variant < 3; variant++)
    {
      int status;
      pid_t pid = fork ();
      if (pid == 0)
        one (variant);
      CHECK (waitpid (pid, &status, 0) == pid);
      CHECK_EQ (status, 0);
    }
  return 0;
}
