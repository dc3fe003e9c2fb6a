// LIMIT: 60
// REF: skip-libgomp it accepts, or refuses with other words, what is not specified
/* Every environment variable set to random garbage, from a seed that is printed: the program starts,
 * says at most one line for each bad value, and runs right. */
#define _GNU_SOURCE
#include <omp.h>
#include <stdbool.h>
#include <sys/wait.h>
#include "check.h"

static const char *const names[] = {
  "OMP_NUM_THREADS",   "OMP_SCHEDULE",         "OMP_NESTED",       "OMP_CANCELLATION",     "OMP_PROC_BIND",
  "OMP_PLACES",        "OMP_STACKSIZE",        "OMP_WAIT_POLICY",  "OMP_MAX_ACTIVE_LEVELS", "OMP_THREAD_LIMIT",
  "OMP_DYNAMIC",       "OMP_MAX_TASK_PRIORITY", "OMP_DEFAULT_DEVICE", "OMP_TARGET_OFFLOAD", "OMP_ALLOCATOR",
  "OMP_DISPLAY_AFFINITY", "OMP_AFFINITY_FORMAT", "OMP_NUM_TEAMS",  "OMP_TEAMS_THREAD_LIMIT", "GOMP_SPINCOUNT",
  "GOMP_CPU_AFFINITY", "GOMP_STACKSIZE",       "GHCOMP_VERBOSE",   "OMP_NUM_THREADS_ALL",
};
/* Pieces that are nearly right take the parsers further than bytes do. */
static const char *const pieces[] = {
  "4", "0", "-1", "2147483647", "2147483648", "18446744073709551615", "99999999999999999999999", ",", ":", "{", "}",
  "!", " ", "\t", "=", "threads", "cores", "sockets", "ll_caches", "numa_domains", "(", ")", "(2)", "{0}", "{0,1}",
  "{0:4}", "{0:4:1}", "{0}:4:1", "0-3", "0-1:2", "static", "dynamic", "guided", "auto", "monotonic:", "nonmonotonic:",
  "true", "false", "TRUE", "close", "spread", "primary", "master", "passive", "active", "K", "M", "G", "B", "k",
  "infinite", "mandatory", "disabled", "default", "omp_default_mem_alloc", "omp_default_mem_space", "alignment=",
  "pool_size=", "fallback=null_fb", "fb_data=", "pinned=true", "%n", "%0.8n", "%{thread_num}", "%", "%L", "%.", "%-8A",
  "1e9", "0x10", "+", "-", "\xff\xfe", "\n", "9", "8", "-9223372036854775808", "{", "{{", "*", "1;2", "verbose",
};

static uint64_t seed;

static unsigned
draw (unsigned n)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (unsigned) (seed >> 33) % n;
}

static void
garbage (char *text, size_t size)
{
  size_t n = 0;
  unsigned parts = draw (12);
  text[0] = '\0';
  if (draw (50) == 0)
    {
      memset (text, "0{x,"[draw (4)], size - 1); /* a very long one */
      text[size - 1] = '\0';
      return;
    }
  for (unsigned i = 0; i < parts && n + 40 < size; i++)
    if (draw (6) == 0)
      {
        text[n++] = (char) (1 + draw (255));
        text[n] = '\0';
      }
    else
      n += (size_t) snprintf (text + n, size - n, "%s", pieces[draw (sizeof pieces / sizeof *pieces)]);
}

static void
child (int errors)
{
  static char text[20000];
  enum { NAMES = sizeof names / sizeof *names };
  alarm (20);
  dup2 (errors, STDERR_FILENO);
  for (unsigned i = 1 + draw (4); i > 0; i--)
    {
      garbage (text, sizeof text);
      setenv (names[draw (NAMES)], text, 1);
    }
  int sum = 0, most = omp_get_max_threads ();
  if (most < 1 || omp_get_num_procs () < 1 || omp_get_thread_limit () < 1)
    _exit (3);
  if (most > 64 || omp_get_num_places () > 10000)
    _exit (0); /* as asked for: too many to try */
#pragma omp parallel num_threads(3)
#pragma omp for schedule(runtime) reduction(+ : sum)
  for (int i = 1; i <= 100; i++)
    sum += i;
  _exit (sum == 5050 ? 0 : 4);
}

int
main (int argc, char **argv)
{
  uint64_t first = argc > 1 ? strtoull (argv[1], NULL, 0) : 20260101;
  double end = check_seconds () + (argc > 1 ? 0 : check_budget ());
  char name[] = "/tmp/env_garbage.XXXXXX", line[4096];
  int errors = mkstemp (name), rounds = 0;
  CHECK (errors >= 0);
  unlink (name);
  do
    {
      seed = (first + (uint64_t) rounds) * 0x9e3779b97f4a7c15u | 1;
      CHECK (ftruncate (errors, 0) == 0);
      lseek (errors, 0, SEEK_SET);
      pid_t pid = fork ();
      if (pid == 0)
        child (errors);
      int status, lines = 0;
      CHECK (waitpid (pid, &status, 0) == pid);
      lseek (errors, 0, SEEK_SET);
      ssize_t n = read (errors, line, sizeof line - 1);
      line[n > 0 ? n : 0] = '\0';
      for (ssize_t i = 0; i < n; i++)
        lines += line[i] == '\n';
      /* a message may show line ends of the value; with GHCOMP_VERBOSE there are some more */
      bool quiet = strstr (line, "unch") == NULL;
      /* a value may ask for the end: OMP_TARGET_OFFLOAD=mandatory; 1 is a clear refusal with a line */
      if (!(WIFEXITED (status) && (WEXITSTATUS (status) == 0 || (WEXITSTATUS (status) == 1 && lines > 0)))
          || (quiet && lines > 60))
        {
          fprintf (stderr, "seed %llu: status %x, %d lines:\n%s\n", (unsigned long long) (first + (uint64_t) rounds),
                   (unsigned) status, lines, line);
          return 1;
        }
    }
  while (++rounds, check_seconds () < end);
  fprintf (stderr, "%d rounds from seed %llu\n", rounds, (unsigned long long) first);
  return 0;
}
