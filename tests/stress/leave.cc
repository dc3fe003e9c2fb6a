// LIMIT: 90
/* Leaving the process in every way, from every place: the status is kept, destructors and atexit
 * functions that use OpenMP run, nothing hangs. */
#include <omp.h>
#include <pthread.h>
#include <sys/wait.h>
#include <vector>
#include "check.h"

enum how { EXIT, UNDERSCORE, QUICK, RETURN, THREAD_EXIT, ABORT, HOWS };
enum place { IDLE, PRIMARY, WORKER, TASK, CRITICAL, NESTED, PTHREAD, PLACES };

static std::vector<int> *library; /* used by destructors of threads */

struct in_thread {
  int id = 1;
  ~in_thread ()
  {
    if (library)
      id = 0;
  }
};
static thread_local in_thread mine;

static int
sum ()
{
  int n = 0;
#pragma omp parallel num_threads(3) reduction(+ : n)
  n++;
  return n;
}

static bool regions_at_exit;

struct at_end {
  ~at_end ()
  {
    if (!regions_at_exit)
      return;
    int n = sum ();
    CHECK (n >= 1 && n <= 3);
#pragma omp critical(at_end)
    n++;
    omp_lock_t lock;
    omp_init_lock (&lock);
    omp_set_lock (&lock);
    omp_unset_lock (&lock);
    omp_destroy_lock (&lock);
  }
};
static at_end end_object;

static void
at_exit ()
{
  if (regions_at_exit)
    {
      int n = sum ();
      CHECK (n >= 1 && n <= 3);
    }
}

[[noreturn]] static void
leave (how h)
{
  switch (h)
    {
    case UNDERSCORE:
      _exit (7);
    case QUICK:
      quick_exit (7);
    case ABORT:
      abort ();
    default:
      exit (7);
    }
}

static void *
foreign (void *arg)
{
  usleep (1000);
  leave (*(how *) arg);
}

/* Never returns, but for RETURN and THREAD_EXIT. */
static void
act (how h, place p)
{
  int held = 0;
  pthread_t thread;
  if (p == PTHREAD)
    CHECK_EQ (pthread_create (&thread, nullptr, foreign, &h), 0);
  if (p == IDLE)
    {
      sum ();
      leave (h);
    }
#pragma omp parallel num_threads(4) shared(held)
  {
    mine.id++;
    int me = omp_get_thread_num ();
    if (p == PRIMARY && me == 0)
      leave (h);
    if (p == WORKER && me == 2)
      leave (h);
    if (p == TASK && me == 1)
      {
#pragma omp task
        leave (h);
      }
    if (p == CRITICAL)
      {
#pragma omp critical(leave)
        {
          usleep (200);
          leave (h);
        }
      }
    if (p == NESTED && me == 1)
      {
        omp_set_max_active_levels (3);
#pragma omp parallel num_threads(2)
        if (omp_get_thread_num () == 1)
          leave (h);
      }
    if (me == 3) /* one that computes for ever */
      for (;;)
        {
#pragma omp atomic
          held++;
        }
#pragma omp barrier
  }
}

int
main ()
{
  double end = check_seconds () + check_budget ();
  omp_set_dynamic (0);
  library = new std::vector<int> (10);
  for (int round = 0; round < 2 || check_seconds () < end; round++)
    for (int h = 0; h < HOWS; h++)
      for (int p = 0; p < PLACES; p++)
        {
          pid_t pid = fork ();
          if (pid == 0)
            {
              alarm (10);
              if (round % 2)
                mine.id++;
              /* a region at exit while others are stuck in a critical would wait for its own lock */
              regions_at_exit = h != ABORT;
              atexit (at_exit);
              if (h == RETURN || h == THREAD_EXIT)
                {
                  int n = 0;
#pragma omp parallel num_threads(4) reduction(+ : n)
                  n += mine.id > 0;
                  CHECK_EQ (n, 4);
                  if (h == RETURN)
                    return 7;
                  pthread_exit (nullptr);
                }
              act ((how) h, (place) p);
              _exit (9);
            }
          int status;
          CHECK (waitpid (pid, &status, 0) == pid);
          bool right = h == ABORT ? WIFSIGNALED (status) && WTERMSIG (status) == SIGABRT
                       : h == THREAD_EXIT
                         ? WIFSIGNALED (status) || (WIFEXITED (status) && WEXITSTATUS (status) == 0)
                         : WIFEXITED (status) && WEXITSTATUS (status) == 7;
          if (h == THREAD_EXIT && WIFSIGNALED (status) && WTERMSIG (status) == SIGALRM)
            {
              /* idle workers keep a process alive whose initial thread has ended */
              fprintf (stderr, "pthread_exit from main: the process stays\n");
              right = false;
            }
          if (!right)
            {
              fprintf (stderr, "way %d from place %d: status %x\n", h, p, (unsigned) status);
              return 1;
            }
          if (h == RETURN || h == THREAD_EXIT)
            break;
        }
  return 0;
}
