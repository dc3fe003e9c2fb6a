#include "core/thread.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backend/backend.h"
#include "base/mem.h"
#include "base/park.h"
#include "core/event.h"
#include "core/team.h"
#include "core/where.h"

__thread struct gho_thread *gho_tls_self __attribute__ ((visibility ("hidden")));

/* Records of initial threads that have ended: reused, never unmapped, because other threads may
 * still return task records to them. Under free_lock. */
static struct gho_mutex free_lock;
static struct gho_thread *free_threads;

static pthread_key_t ended_key;
static pthread_once_t ended_once = PTHREAD_ONCE_INIT;
static bool have_key;

/* Note [The end of the main thread]
 * A process lives until its last thread ends.  When main leaves by pthread_exit, idle workers and the
 * threads of an RTS that serves nobody else would keep it for ever.  So the last initial thread that
 * ends after main (or main, as the last) ends them.  Test: stress/leave.cc */
static _Atomic uint32_t x_initial;   /* initial threads alive; acq_rel: the last one sees x_main_ended */
static _Atomic uint32_t x_main_ended; /* rlx: ordered by x_initial */

static void
initial_thread_ended (void *record)
{
  struct gho_thread *self = record;
  bool main_thread = syscall (SYS_gettid) == getpid ();
  if (self->team != self->root)
    return; /* pthread_exit inside a region: the team may still look at the record */
  gho_tls_self = NULL;
  gho_where_leave (self);
  gho_mutex_lock (&free_lock);
  self->next = free_threads;
  free_threads = self;
  gho_mutex_unlock (&free_lock);
  if (main_thread)
    gho_store_rlx (&x_main_ended, 1u);
  if (gho_sub_acqrel (&x_initial, 1u) == 1 && gho_load_rlx (&x_main_ended) != 0)
    {
      gho_pool_pause ();
      gho_backend_stop ();
    }
}

/* In the child of a fork: another thread may have held the locks. */
static void
forked (void)
{
  gho_mutex_forked (&free_lock);
  gho_store_rlx (&x_initial, gho_tls_self != NULL ? 1u : 0u);
  gho_store_rlx (&x_main_ended, 0u);
  if (gho_tls_self != NULL)
    gho_where_enter (gho_tls_self); /* it has another number here */
  gho_trace_forked ();
  gho_backend_forked ();
  gho_pool_forked ();
  gho_jobs_forked ();
}

static void
make_key (void)
{
  pthread_atfork (NULL, NULL, forked);
  have_key = pthread_key_create (&ended_key, initial_thread_ended) == 0;
}

struct gho_thread *
gho_thread_register (void)
{
  int saved = errno;
  gho_env_init ();
  pthread_once (&ended_once, make_key);
  gho_mutex_lock (&free_lock);
  struct gho_thread *self = free_threads;
  if (self != NULL)
    free_threads = self->next;
  gho_mutex_unlock (&free_lock);
  if (self == NULL)
    {
      self = gho_zalloc_lines (sizeof *self);
      self->root = gho_team_new_root (self);
    }
  gho_tls_self = self;
  gho_where_enter (self);
  self->place = -1;
  self->part_first = 0;
  self->part_len = gho_places_count ();
  self->num = 0;
  self->num_teams = 1;
  self->team_num = 0;
  self->team = self->root;
  self->me = &self->root->members[0];
  self->task = &self->me->implicit;
  gho_task_init_implicit (self->task, self, self->root, NULL, &gho_global.icv);
  gho_add_rlx (&x_initial, 1u); /* rlx: only the end looks at it */
  if (have_key)
    pthread_setspecific (ended_key, self);
  errno = saved;
  return self;
}

struct gho_icv *
gho_icv_own (struct gho_thread *self)
{
  struct gho_task *task = self->task;
  if (task->kind == GHO_TASK_IMPLICIT)
    {
      struct gho_icv *own = &self->me->icv_store;
      if (task->icv != own)
        {
          *own = *task->icv;
          task->icv = own;
        }
      return own;
    }
  if (!task->icv_owned)
    {
      struct gho_icv *own = gho_alloc (sizeof *own);
      *own = *task->icv;
      task->icv = own;
      task->icv_owned = true;
    }
  return (struct gho_icv *) task->icv;
}
