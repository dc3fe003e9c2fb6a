// SRC: runtime/core/load.c
/* The load that others make, from made-up accounts of the kernel. */
#include <sys/stat.h>

#include "check.h"
#include "core/load.h"

#define MS 1000000ull
static char root[64];

static void
put (const char *name, const char *text)
{
  char path[128];
  snprintf (path, sizeof path, "%s/proc/%s", root, name);
  FILE *file = fopen (path, "w");
  CHECK (file != NULL);
  fputs (text, file);
  fclose (file);
}

/* Four CPUs with these busy ticks, in different columns; idle and iowait must not count. */
static void
put_stat (int cpu0, int cpu1, int cpu2, int cpu5)
{
  char text[512];
  snprintf (text, sizeof text,
            "cpu  99999 9 9 9 9 9 9 9 9 9\ncpu0 %d 0 0 777 888 0 0 0 0 0\ncpu1 0 %d 0 777 888 0 0 0 0 0\n"
            "cpu2 0 0 %d 777 888 0 0 0 5 5\ncpu5 0 0 0 777 888 0 0 %d 5 5\nintr 1 2 3\n",
            cpu0, cpu1, cpu2, cpu5);
  put ("stat", text);
}

int
main (void)
{
  char path[128];
  strcpy (root, "/tmp/loadXXXXXX");
  CHECK (mkdtemp (root) != NULL);
  snprintf (path, sizeof path, "%s/proc", root);
  CHECK (mkdir (path, 0700) == 0);
  const int all[] = { 0, 1, 2, 5 }, some[] = { 1, 5 }, none[] = { 3, 7 };
  uint64_t start = 5000 * MS;
  struct gho_load load = { 0 };

  /* Now: three others want to run. No more CPUs than these here are online, or it is scaled. */
  put ("loadavg", "0.10 0.20 0.30 4/200 1234\n");
  put_stat (10, 20, 30, 40);
  CHECK (gho_load_due (&load, start));
  gho_load_look (&load, root, all, 4, start, 77 * MS);
  long online = sysconf (_SC_NPROCESSORS_ONLN);
  if (online <= 4)
    CHECK_EQ (load.others, 3);
  CHECK (!gho_load_due (&load, start + 50 * MS));
  CHECK (gho_load_due (&load, start + 100 * MS));

  /* 200 ms, 60 ticks (600 ms) busy, 210 ms of it ours: 1.95 CPUs. */
  put_stat (30, 40, 30, 60);
  gho_load_look (&load, root, all, 4, start + 200 * MS, 210 * MS);
  CHECK_EQ (load.others, 2);

  /* 100 ms more, all busy, all ours, and a little more than the accounts know of. */
  put_stat (40, 50, 40, 70);
  gho_load_look (&load, root, all, 4, start + 300 * MS, 404 * MS);
  CHECK_EQ (load.others, 0);

  /* Too long ago: what holds now counts. */
  put ("loadavg", "9.99 9.99 9.99 1/200 1234\n");
  put_stat (400, 500, 400, 700);
  gho_load_look (&load, root, all, 4, start + 5000 * MS, 0);
  CHECK_EQ (load.others, 0);

  /* Counters that go backwards (a CPU went away): now. */
  put_stat (0, 0, 0, 0);
  gho_load_look (&load, root, all, 4, start + 5200 * MS, 0);
  CHECK_EQ (load.others, 0);

  /* Only the CPUs that may be used. */
  load = (struct gho_load) { 0 };
  put_stat (0, 0, 0, 0);
  gho_load_look (&load, root, some, 2, start, 0);
  put_stat (10, 0, 10, 10);
  gho_load_look (&load, root, some, 2, start + 100 * MS, 0);
  CHECK_EQ (load.others, 1);

  /* Nothing to read: nothing is known, and it is not tried again. */
  load = (struct gho_load) { 0 };
  gho_load_look (&load, root, none, 2, start, 0);
  CHECK (load.unknown && load.others == 0 && !gho_load_due (&load, start + 10000 * MS));
  load = (struct gho_load) { 0 };
  gho_load_look (&load, "/nonexistent", all, 4, start, 0);
  CHECK (load.unknown && load.others == 0);

  /* Clocks. */
  uint64_t before = gho_cpu_time_self (), other = gho_cpu_time (gho_cpu_clock_self ());
  CHECK (before > 0 && other >= before && gho_cpu_time (0) == 0);

  char command[128];
  snprintf (command, sizeof command, "rm -rf %s", root);
  CHECK (system (command) == 0);
  return 0;
}
