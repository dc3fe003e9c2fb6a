/* For test programs: CHECK ends the program with status 1, SKIP with 77. */
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define CHECK(condition)                                                                          \
  do                                                                                              \
    if (!(condition))                                                                             \
      {                                                                                           \
        fprintf (stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                  \
        _exit (1);                                                                                \
      }                                                                                           \
  while (0)

#define CHECK_EQ(got, want)                                                                       \
  do                                                                                              \
    {                                                                                             \
      long long got_ = (long long) (got), want_ = (long long) (want);                             \
      if (got_ != want_)                                                                          \
        {                                                                                         \
          fprintf (stderr, "%s:%d: failed: %s is %lld, expected %s = %lld\n", __FILE__, __LINE__, \
                   #got, got_, #want, want_);                                                     \
          _exit (1);                                                                              \
        }                                                                                         \
    }                                                                                             \
  while (0)

#define SKIP(reason)                                                                              \
  do                                                                                              \
    {                                                                                             \
      fprintf (stderr, "skip: %s\n", reason);                                                     \
      _exit (77);                                                                                 \
    }                                                                                             \
  while (0)

static inline double
check_seconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

/* Seconds that a stress program may use: STRESS_SECONDS, else 3. */
static inline double
check_budget (void)
{
  const char *value = getenv ("STRESS_SECONDS");
  return value ? atof (value) : 3;
}

/* Threads of this process, from /proc. */
static inline int
check_threads (void)
{
  char line[256];
  int threads = -1;
  FILE *status = fopen ("/proc/self/status", "r");
  if (!status)
    return -1;
  while (fgets (line, sizeof line, status))
    if (sscanf (line, "Threads: %d", &threads) == 1)
      break;
  fclose (status);
  return threads;
}

#endif
