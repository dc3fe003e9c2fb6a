#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "core/load.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define DUE_NS 100000000u  /* ten ticks of the kernel's CPU accounts */
#define STALE_NS 2000000000u /* an average over more than this tells of the past */

/* The file as a string that the caller frees, or NULL. */
static char *
slurp (const char *root, const char *name)
{
  char path[PATH_MAX], *text = NULL;
  size_t have = 0, room = 0;
  int length = snprintf (path, sizeof path, "%s%s", root, name);
  if (length < 0 || (size_t) length >= sizeof path)
    return NULL;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return NULL;
  for (;;)
    {
      if (have + 1 >= room)
        {
          char *more = realloc (text, room = room == 0 ? 4096 : room * 2);
          if (more == NULL)
            break;
          text = more;
        }
      ssize_t got = read (fd, text + have, room - 1 - have);
      if (got < 0 && errno == EINTR)
        continue;
      if (got <= 0)
        break;
      have += (size_t) got;
    }
  close (fd);
  if (text != NULL)
    text[have] = '\0';
  return text;
}

/* Lines "cpuN user nice system idle iowait irq softirq steal ...". The time the host takes (steal) is busy too:
 * a team cannot have it. */
static bool
busy_ticks (const char *root, const int *cpus, int n, uint64_t *busy)
{
  char *text = slurp (root, "/proc/stat");
  if (text == NULL)
    return false;
  int at = 0;
  bool found = false;
  char *rest = text;
  *busy = 0;
  for (char *line; (line = strsep (&rest, "\n")) != NULL;)
    {
      if (strncmp (line, "cpu", 3) != 0)
        break;
      if (line[3] < '0' || line[3] > '9')
        continue; /* the sum of all */
      char *field;
      long id = strtol (line + 3, &field, 10);
      while (at < n && cpus[at] < id)
        at++;
      if (at == n || cpus[at] != id)
        continue;
      for (int i = 0; i < 8; i++)
        {
          unsigned long long ticks = strtoull (field, &field, 10);
          if (i != 3 && i != 4) /* idle, iowait */
            *busy += ticks;
        }
      found = true;
    }
  free (text);
  return found;
}

/* Threads that run or want to, but for the caller; scaled to the CPUs that may be used. */
static unsigned
runnable_now (const char *root, int n)
{
  char *text = slurp (root, "/proc/loadavg");
  unsigned running = 0;
  if (text == NULL)
    return 0;
  if (sscanf (text, "%*s %*s %*s %u/", &running) != 1)
    running = 0;
  free (text);
  running = running > 0 ? running - 1 : 0;
  long online = sysconf (_SC_NPROCESSORS_ONLN);
  if (online > n)
    running = (unsigned) ((running * (unsigned long) n + (unsigned long) online / 2) / (unsigned long) online);
  return running;
}

bool
gho_load_due (const struct gho_load *load, uint64_t now)
{
  return !load->unknown && (load->seen_at == 0 || now - load->seen_at >= DUE_NS);
}

void
gho_load_look (struct gho_load *load, const char *root, const int *cpus, int n, uint64_t now, uint64_t own_ns)
{
  int saved = errno;
  uint64_t busy = 0, elapsed = now - load->seen_at;
  if (!busy_ticks (root, cpus, n, &busy))
    {
      load->unknown = true;
      load->others = 0;
    }
  else if (load->seen_at == 0 || elapsed > STALE_NS || busy < load->busy)
    load->others = runnable_now (root, n);
  else
    {
      long hertz = sysconf (_SC_CLK_TCK);
      uint64_t busy_ns = (busy - load->busy) * (1000000000u / (uint64_t) (hertz > 0 ? hertz : 100));
      uint64_t others_ns = busy_ns > own_ns ? busy_ns - own_ns : 0;
      load->others = (unsigned) ((others_ns + elapsed / 2) / elapsed);
    }
  load->busy = busy;
  load->seen_at = now;
  errno = saved;
}

uint64_t
gho_cpu_time (int clock)
{
  struct timespec used;
  int saved = errno;
  bool known = clock != 0 && clock_gettime ((clockid_t) clock, &used) == 0; /* false: the thread has ended */
  errno = saved;
  return known ? (uint64_t) used.tv_sec * 1000000000u + (uint64_t) used.tv_nsec : 0;
}

uint64_t
gho_cpu_time_self (void)
{
  return gho_cpu_time (CLOCK_THREAD_CPUTIME_ID);
}

int
gho_cpu_clock_self (void)
{
  clockid_t clock;
  return pthread_getcpuclockid (pthread_self (), &clock) == 0 ? (int) clock : 0;
}
