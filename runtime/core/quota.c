#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "core/quota.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The file's first bytes as a string; false: it is not there. */
static bool
slurp (const char *path, char *buffer, size_t size)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  size_t have = 0;
  if (fd < 0)
    return false;
  while (have + 1 < size)
    {
      ssize_t n = read (fd, buffer + have, size - 1 - have);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        break;
      have += (size_t) n;
    }
  close (fd);
  buffer[have] = '\0';
  return true;
}

/* A positive decimal number at *text, which is moved past it; 0: there is none. */
static unsigned long long
positive (const char **text)
{
  unsigned long long value = 0;
  while (**text == ' ')
    ++*text;
  for (; **text >= '0' && **text <= '9'; ++*text)
    {
      if (value > ULLONG_MAX / 100)
        return 0;
      value = value * 10 + (unsigned) (**text - '0');
    }
  if (**text != ' ' && **text != '\n' && **text != '\0')
    return 0;
  return value;
}

static int
smaller (int limit, unsigned long long quota, unsigned long long period)
{
  if (quota == 0 || period == 0)
    return limit;
  unsigned long long cpus = quota / period + (quota % period != 0);
  return cpus < (unsigned long long) (limit == 0 ? INT_MAX : limit) ? (int) cpus : limit;
}

static int
read_v2 (const char *directory, int limit)
{
  char path[PATH_MAX], text[128];
  int n = snprintf (path, sizeof path, "%s/cpu.max", directory);
  if (n < 0 || (size_t) n >= sizeof path || !slurp (path, text, sizeof text))
    return limit;
  const char *at = text;
  unsigned long long quota = positive (&at); /* "max": 0 */
  unsigned long long period = positive (&at);
  return smaller (limit, quota, period);
}

static int
read_v1 (const char *directory, int limit)
{
  char path[PATH_MAX], quota[64], period[64];
  int n = snprintf (path, sizeof path, "%s/cpu.cfs_quota_us", directory);
  if (n < 0 || (size_t) n >= sizeof path || !slurp (path, quota, sizeof quota))
    return limit;
  n = snprintf (path, sizeof path, "%s/cpu.cfs_period_us", directory);
  if (n < 0 || (size_t) n >= sizeof path || !slurp (path, period, sizeof period))
    return limit;
  const char *quota_at = quota, *period_at = period; /* quota "-1": 0 */
  return smaller (limit, positive (&quota_at), positive (&period_at));
}

/* The group and all above it.  In a container the path may be one of the host's that does not
 * exist here: then what counts is the directory where the hierarchy is mounted. */
static int
walk_up (const char *mount, const char *group, int (*read_group) (const char *, int), int limit)
{
  char path[PATH_MAX];
  size_t base = strlen (mount);
  int n = snprintf (path, sizeof path, "%s%s", mount, strstr (group, "/..") != NULL ? "" : group);
  if (n < 0 || (size_t) n >= sizeof path)
    return limit;
  for (;;)
    {
      limit = read_group (path, limit);
      char *slash = strrchr (path, '/');
      if (slash == NULL || (size_t) (slash - path) < base)
        return limit;
      *slash = '\0';
    }
}

static bool
has_word (const char *list, const char *word)
{
  size_t length = strlen (word);
  for (const char *at = list; (at = strstr (at, word)) != NULL; at += length)
    if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == '\0'))
      return true;
  return false;
}

int
gho_quota_cpus (const char *root)
{
  char path[PATH_MAX], groups[8192], mount[PATH_MAX];
  int saved = errno, limit = 0;
  int n = snprintf (path, sizeof path, "%s/proc/self/cgroup", root);
  if (n < 0 || (size_t) n >= sizeof path || !slurp (path, groups, sizeof groups))
    {
      errno = saved;
      return 0;
    }
  char *rest = groups;
  for (char *line; (line = strsep (&rest, "\n")) != NULL;)
    {
      /* number:controllers:path */
      char *controllers = strchr (line, ':');
      char *group = controllers == NULL ? NULL : strchr (controllers + 1, ':');
      if (group == NULL)
        continue;
      ++controllers;
      *group++ = '\0';
      if (*controllers == '\0')
        {
          n = snprintf (mount, sizeof mount, "%s/sys/fs/cgroup", root);
          if (n > 0 && (size_t) n < sizeof mount)
            limit = walk_up (mount, group, read_v2, limit);
          n = snprintf (mount, sizeof mount, "%s/sys/fs/cgroup/unified", root);
          if (n > 0 && (size_t) n < sizeof mount)
            limit = walk_up (mount, group, read_v2, limit);
        }
      else if (has_word (controllers, "cpu"))
        {
          n = snprintf (mount, sizeof mount, "%s/sys/fs/cgroup/%s", root, controllers);
          if (n < 0 || (size_t) n >= sizeof mount || access (mount, X_OK) != 0)
            n = snprintf (mount, sizeof mount, "%s/sys/fs/cgroup/cpu", root);
          if (n > 0 && (size_t) n < sizeof mount)
            limit = walk_up (mount, group, read_v1, limit);
        }
    }
  errno = saved;
  return limit;
}
