// SRC: runtime/core/quota.c runtime/base/log.c
/* The quota reader on made-up control groups, versions 1 and 2. */
#include <sys/stat.h>

#include "core/quota.h"
#include "check.h"

static char root[64];

static void
put (const char *path, const char *text)
{
  char full[512];
  snprintf (full, sizeof full, "%s/%s", root, path);
  for (char *slash = full + strlen (root) + 1; (slash = strchr (slash, '/')); slash++)
    {
      *slash = 0;
      mkdir (full, 0700);
      *slash = '/';
    }
  FILE *file = fopen (full, "w");
  CHECK (file != NULL);
  fputs (text, file);
  fclose (file);
}

static void
begin (void)
{
  strcpy (root, "/tmp/quotaXXXXXX");
  CHECK (mkdtemp (root) != NULL);
}

static void
expect (int cpus, int line)
{
  char command[128];
  int got = gho_quota_cpus (root);
  snprintf (command, sizeof command, "rm -rf %s", root);
  CHECK (system (command) == 0);
  if (got != cpus)
    {
      fprintf (stderr, "line %d: %d, expected %d\n", line, got, cpus);
      exit (1);
    }
}

static void
two (const char *text, int cpus)
{
  begin ();
  put ("proc/self/cgroup", "0::/a/b\n");
  put ("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n");
  put ("sys/fs/cgroup/a/b/cpu.max", text);
  expect (cpus, __LINE__);
}

static void
one (const char *quota, const char *period, int cpus)
{
  begin ();
  put ("proc/self/cgroup", "12:pids:/x\n5:cpu,cpuacct:/docker/abc\n1:name=systemd:/x\n");
  put ("proc/self/mountinfo", "31 24 0:27 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n");
  put ("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", quota);
  put ("sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us", period);
  expect (cpus, __LINE__);
}

int
main (void)
{
  two ("max 100000\n", 0);
  two ("100000 100000\n", 1);
  two ("150000 100000\n", 2);
  two ("400000 100000\n", 4);
  two ("1000 100000\n", 1);
  two ("rubbish\n", 0);
  two ("", 0);
  one ("-1\n", "100000\n", 0);
  one ("250000\n", "100000\n", 3);
  one ("5000\n", "100000\n", 1);
  one ("x\n", "100000\n", 0);
  /* a limit of a group further up counts too */
  begin ();
  put ("proc/self/cgroup", "0::/a/b\n");
  put ("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n");
  put ("sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
  put ("sys/fs/cgroup/a/cpu.max", "200000 100000\n");
  expect (2, __LINE__);
  begin ();
  expect (0, __LINE__);
  return 0;
}
