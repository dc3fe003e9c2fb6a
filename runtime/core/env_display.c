#include "core/env.h"

#include <limits.h>
#include <stdio.h>

#include "base/atomic.h"
#include "base/mem.h"
#include "core/places.h"

static void
show_list (const char *name, const char *(*item) (int, char *), int n)
{
  char buffer[16];
  fprintf (stderr, "  %s = '", name);
  for (int i = 0; i < n; i++)
    fprintf (stderr, "%s%s", i > 0 ? "," : "", item (i, buffer));
  fputs ("'\n", stderr);
}

static const char *
threads_item (int i, char *buffer)
{
  int n = gho_global.nthreads_list_len > 0 ? gho_global.nthreads_list[i]
                                           : gho_default_threads (&gho_global.icv);
  snprintf (buffer, 16, "%d", n);
  return buffer;
}

static const char *
bind_item (int i, char *buffer)
{
  static const char *const names[] = { "FALSE", "TRUE", "MASTER", "CLOSE", "SPREAD" };
  (void) buffer;
  return names[gho_global.bind_list_len > 0 ? gho_global.bind_list[i] : gho_global.icv.bind];
}

static void
show_bool (const char *name, bool value)
{
  fprintf (stderr, "  %s = '%s'\n", name, value ? "TRUE" : "FALSE");
}

static void
show_number (const char *name, unsigned long long value)
{
  fprintf (stderr, "  %s = '%llu'\n", name, value);
}

static void
show_schedule (void)
{
  static const char *const names[] = { "?", "STATIC", "DYNAMIC", "GUIDED", "AUTO" };
  uint32_t kind = gho_global.icv.run_sched & ~GHO_SCHED_MONOTONIC;
  bool monotonic = (gho_global.icv.run_sched & GHO_SCHED_MONOTONIC) != 0;
  int chunk = gho_global.icv.run_chunk;
  const char *modifier = "";
  /* shown when it is not what the kind means by itself */
  if (kind == GHO_SCHED_STATIC && !monotonic)
    modifier = "NONMONOTONIC:";
  else if (kind != GHO_SCHED_STATIC && monotonic)
    modifier = "MONOTONIC:";
  fprintf (stderr, "  OMP_SCHEDULE = '%s%s", modifier, names[kind <= 4 ? kind : 0]);
  if (kind == GHO_SCHED_STATIC ? chunk != 0 : kind != GHO_SCHED_AUTO && chunk != 1)
    fprintf (stderr, ",%d", chunk);
  fputs ("'\n", stderr);
}

static unsigned long long
spin_shown (void)
{
  if (gho_global.spin_count == INT64_MAX)
    return ULLONG_MAX;
  if (gho_global.spin_count >= 0)
    return (unsigned long long) gho_global.spin_count;
  return gho_global.wait_policy < 0 ? 300000 : gho_global.wait_policy == 0 ? 0 : 30000000000ull;
}

void
gho_env_display (bool verbose)
{
  static const char *const offload[] = { "DEFAULT", "MANDATORY", "DISABLED" };
  const struct gho_icv *icv = &gho_global.icv;
  int threads = gho_global.nthreads_list_len, binds = gho_global.bind_list_len;
  const char *allocator = gho_env_allocator_name (icv->def_allocator);
  size_t length = gho_affinity_format_get (NULL, 0);
  char *places = gho_places_text (), *format = gho_alloc (length + 1);
  gho_affinity_format_get (format, length + 1);
  flockfile (stderr);
  fputs ("\nOPENMP DISPLAY ENVIRONMENT BEGIN\n", stderr);
  show_number ("_OPENMP", 201511);
  show_bool ("OMP_DYNAMIC", icv->dyn);
  show_bool ("OMP_NESTED", icv->max_active_levels > 1);
  show_list ("OMP_NUM_THREADS", threads_item, threads > 0 ? threads : 1);
  show_schedule ();
  show_list ("OMP_PROC_BIND", bind_item, binds > 0 ? binds : 1);
  fprintf (stderr, "  OMP_PLACES = '%s'\n", places);
  show_number ("OMP_STACKSIZE", gho_global.stack_bytes);
  fprintf (stderr, "  OMP_WAIT_POLICY = '%s'\n",
           gho_global.wait_policy > 0 ? "ACTIVE" : "PASSIVE");
  show_number ("OMP_THREAD_LIMIT",
               icv->thread_limit == INT_MAX ? UINT_MAX : (unsigned) icv->thread_limit);
  show_number ("OMP_MAX_ACTIVE_LEVELS", (unsigned) icv->max_active_levels);
  show_number ("OMP_NUM_TEAMS", (unsigned) gho_load_rlx (&gho_global.nteams));
  show_number ("OMP_TEAMS_THREAD_LIMIT",
               (unsigned) gho_load_rlx (&gho_global.teams_thread_limit));
  show_bool ("OMP_CANCELLATION", gho_global.cancellation);
  fprintf (stderr, "  OMP_DEFAULT_DEVICE = '%d'\n", icv->default_device);
  show_number ("OMP_MAX_TASK_PRIORITY", (unsigned) gho_global.max_task_priority);
  show_bool ("OMP_DISPLAY_AFFINITY", gho_global.display_affinity);
  fprintf (stderr, "  OMP_AFFINITY_FORMAT = '%s'\n", format);
  if (allocator != NULL)
    fprintf (stderr, "  OMP_ALLOCATOR = '%s'\n", allocator);
  else
    show_number ("OMP_ALLOCATOR", icv->def_allocator);
  fprintf (stderr, "  OMP_TARGET_OFFLOAD = '%s'\n", offload[gho_global.target_offload]);
  if (verbose)
    {
      fputs ("  GOMP_CPU_AFFINITY = ''\n", stderr);
      show_number ("GOMP_STACKSIZE", gho_global.stack_bytes);
      show_number ("GOMP_SPINCOUNT", spin_shown ());
    }
  fputs ("OPENMP DISPLAY ENVIRONMENT END\n", stderr);
  funlockfile (stderr);
  gho_free (places);
  gho_free (format);
}
