#include "backend/backend.h"
#include "base/version.h"
#include "core/team.h"
#pragma GCC visibility push(default)
#include "ghc_openmp.h"
#pragma GCC visibility pop

#define LEVELS_MOST 255

const char *
ghc_omp_backend (void)
{
  return gho_backend_name ();
}

long
ghc_omp_regions_served (void)
{
  return (long) gho_team_regions_served ();
}

const char *
ghc_omp_version (void)
{
  return GHO_VERSION;
}

/* ---- settings of the process ----
 * gho_global.icv is what all initial tasks point to until they set something of their own.  Each field is
 * a word that is complete in itself, so a relaxed store is enough: a region that starts meanwhile takes
 * the old value or the new one. */
#define SET(field, value) __atomic_store_n (&gho_global.icv.field, (value), __ATOMIC_RELAXED)
#define GET(field) __atomic_load_n (&gho_global.icv.field, __ATOMIC_RELAXED)

void
ghc_omp_set_default_num_threads (int n)
{
  gho_env_init ();
  if (n <= 0)
    n = gho_global.nthreads_list_len > 0 ? gho_global.nthreads_list[0] : 0;
  SET (nthreads, n);
}

int
ghc_omp_get_default_num_threads (void)
{
  gho_env_init ();
  return GET (nthreads);
}

void
ghc_omp_set_default_schedule (int kind, int chunk)
{
  uint32_t base = (uint32_t) kind & ~GHO_SCHED_MONOTONIC;
  gho_env_init ();
  if (base < GHO_SCHED_STATIC || base > GHO_SCHED_AUTO)
    return;
  SET (run_sched, (uint32_t) kind);
  SET (run_chunk, chunk > 0 ? chunk : base == GHO_SCHED_STATIC ? 0 : 1);
}

void
ghc_omp_get_default_schedule (int *kind, int *chunk)
{
  gho_env_init ();
  *kind = (int) GET (run_sched);
  *chunk = GET (run_chunk);
}

void
ghc_omp_set_default_dynamic (int on)
{
  gho_env_init ();
  SET (dyn, on != 0);
}

void
ghc_omp_set_default_max_active_levels (int levels)
{
  gho_env_init ();
  if (levels >= 0)
    SET (max_active_levels, levels < LEVELS_MOST ? levels : LEVELS_MOST);
}
