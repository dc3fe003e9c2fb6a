// ENV: OMP_DYNAMIC=false
/* omp_* queries and settings, outside and inside regions. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  CHECK_EQ (omp_get_num_threads (), 1);
  CHECK_EQ (omp_get_thread_num (), 0);
  CHECK (omp_get_max_threads () >= 1);
  CHECK (omp_get_num_procs () >= 1);
  CHECK_EQ (omp_get_level (), 0);
  CHECK_EQ (omp_get_active_level (), 0);
  CHECK_EQ (omp_get_ancestor_thread_num (0), 0);
  CHECK_EQ (omp_get_team_size (0), 1);
  CHECK_EQ (omp_get_ancestor_thread_num (1), -1);
  CHECK_EQ (omp_get_team_size (1), -1);
  CHECK_EQ (omp_in_parallel (), 0);
  CHECK_EQ (omp_in_final (), 0);
  CHECK_EQ (omp_get_dynamic (), 0);
  omp_set_dynamic (1);
  CHECK_EQ (omp_get_dynamic (), 1);
  omp_set_dynamic (0);
  CHECK (omp_get_thread_limit () >= 1);
  CHECK_EQ (omp_get_num_teams (), 1);
  CHECK_EQ (omp_get_team_num (), 0);
  CHECK_EQ (omp_is_initial_device (), 1);
  CHECK_EQ (omp_get_initial_device (), omp_get_num_devices ());
  CHECK_EQ (omp_get_device_num (), omp_get_initial_device ());
  CHECK_EQ (omp_get_max_task_priority (), 0);
  CHECK_EQ (omp_get_cancellation (), 0);
  CHECK (omp_get_supported_active_levels () >= 1);
  CHECK_EQ (omp_get_proc_bind (), omp_proc_bind_false);
  CHECK (omp_get_wtick () > 0 && omp_get_wtick () < 1);
  double t = omp_get_wtime ();
  usleep (20000);
  t = omp_get_wtime () - t;
  CHECK (t > 0.015 && t < 5);
  omp_set_default_device (3);
  CHECK_EQ (omp_get_default_device (), 3);
  omp_set_default_device (0);
  omp_set_max_active_levels (5);
  CHECK_EQ (omp_get_max_active_levels (), 5);
  omp_set_max_active_levels (-1); /* no effect */
  CHECK_EQ (omp_get_max_active_levels (), 5);
  omp_set_num_teams (6);
  CHECK_EQ (omp_get_max_teams (), 6);
  omp_set_teams_thread_limit (4);
  CHECK_EQ (omp_get_teams_thread_limit (), 4);

  /* a task has its own copy of the ICVs: a setting inside a region ends with it */
  omp_set_num_threads (3);
  int wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
  {
    wrong += omp_get_max_threads () != 3;
    omp_set_num_threads (10 + omp_get_thread_num ());
    omp_set_schedule (omp_sched_guided, 5);
#pragma omp barrier
    wrong += omp_get_max_threads () != 10 + omp_get_thread_num ();
#pragma omp parallel num_threads(2) reduction(+ : wrong)
    {
      wrong += omp_get_max_threads () != 10 + omp_get_ancestor_thread_num (1);
      omp_sched_t kind;
      int chunk;
      omp_get_schedule (&kind, &chunk);
      wrong += (kind & ~omp_sched_monotonic) != omp_sched_guided || chunk != 5;
    }
#pragma omp task shared(wrong) if (0)
    omp_set_num_threads (77);
    wrong += omp_get_max_threads () != 10 + omp_get_thread_num ();
  }
  CHECK_EQ (wrong, 0);
  CHECK_EQ (omp_get_max_threads (), 3);

  /* memory */
  void *p = omp_alloc (1000, omp_default_mem_alloc);
  CHECK (p != NULL);
  memset (p, 1, 1000);
  p = omp_realloc (p, 5000, omp_default_mem_alloc, omp_default_mem_alloc);
  CHECK (p && ((char *) p)[999] == 1);
  omp_free (p, omp_default_mem_alloc);
  p = omp_aligned_alloc (256, 1000, omp_default_mem_alloc);
  CHECK (p && (uintptr_t) p % 256 == 0);
  omp_free (p, omp_default_mem_alloc);
  int *q = omp_calloc (10, sizeof *q, omp_default_mem_alloc);
  CHECK (q && q[9] == 0);
  omp_free (q, omp_null_allocator);
  omp_alloctrait_t traits[] = { { omp_atk_alignment, 128 }, { omp_atk_pool_size, 4096 },
                                { omp_atk_fallback, omp_atv_null_fb } };
  omp_allocator_handle_t mine = omp_init_allocator (omp_default_mem_space, 3, traits);
  CHECK (mine != omp_null_allocator);
  p = omp_alloc (1024, mine);
  CHECK (p && (uintptr_t) p % 128 == 0);
  CHECK (omp_alloc (8192, mine) == NULL); /* more than the pool */
  omp_free (p, mine);
  p = omp_alloc (1024, mine);
  CHECK (p != NULL);
  omp_free (p, mine);
  omp_destroy_allocator (mine);
  omp_set_default_allocator (omp_large_cap_mem_alloc);
  CHECK_EQ (omp_get_default_allocator (), omp_large_cap_mem_alloc);
  return 0;
}
