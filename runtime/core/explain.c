#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "core/explain.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backend/backend.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/version.h"
#include "core/places.h"
#include "core/quota.h"
#include "core/wait.h"

/* Lines that are written at once. */
struct text {
  size_t used;
  char text[4096];
};

static void __attribute__ ((format (printf, 2, 3)))
add (struct text *text, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  size_t room = sizeof text->text - text->used;
  int n = vsnprintf (text->text + text->used, room, format, arguments);
  va_end (arguments);
  if (n > 0)
    text->used += (size_t) n < room ? (size_t) n : room - 1;
}

/* Why the team has this size. */
static void
add_why (struct text *text, struct gho_thread *self, const struct gho_team *team, unsigned num_threads,
         uint32_t sized, uint32_t reserved)
{
  const struct gho_icv *icv = gho_icv (self);
  int last = gho_global.nthreads_list_len - 1, level = icv->list_level < last ? icv->list_level : last;
  int listed = last < 0 ? 0 : gho_global.nthreads_list[level];
  unsigned want = num_threads != 0 ? num_threads : (unsigned) gho_default_threads (icv);
  if (num_threads != 0)
    add (text, "num_threads clause");
  else if (icv->nthreads > 0)
    add (text, icv->nthreads == listed ? "OMP_NUM_THREADS" : "omp_set_num_threads");
  else if (gho_backend_capabilities () > 0)
    add (text, "Capabilities of the Haskell program");
  else
    add (text, "%s", gho_global.default_threads_why);
  if (sized < want)
    {
      if (sized == 1 && self->team->active_level >= (uint32_t) icv->max_active_levels)
        add (text, " says %u; OMP_MAX_ACTIVE_LEVELS=%d", want, icv->max_active_levels);
      else if (icv->dyn)
        add (text, " says %u; OMP_DYNAMIC, with %u CPUs busy for others", want, self->load.others);
      else
        add (text, " says %u; no team is larger than %u", want, sized);
    }
  if (reserved < sized)
    add (text, "%s; OMP_THREAD_LIMIT=%d", sized < want ? "" : " says more", icv->thread_limit);
  if (team->nthreads < reserved)
    add (text, "; no more threads could be made");
}

static void
add_process (struct text *text, const struct gho_team *team, void (*fn) (void *))
{
  static const char *const binds[] = { "false", "true", "primary", "close", "spread" };
  static const char *const policies[] = { "neither active nor passive", "passive", "active" };
  const int *cpus;
  char line[512];
  int n = gho_places_allowed (&cpus), quota = gho_quota_cpus ("");
  char *list = gho_cpu_list_text (cpus, n), *places = gho_places_text ();
  Dl_info self, caller;
  bool known = dladdr ((void *) (uintptr_t) gho_explain_region, &self) != 0 && self.dli_fname != NULL;
  add (text, "ghcomp: version %s, %s\n", GHO_VERSION, known ? self.dli_fname : "?");
  known = fn != NULL && dladdr ((void *) (uintptr_t) fn, &caller) != 0 && caller.dli_fname != NULL;
  add (text, "ghcomp: first region: from %s, in %s %ld\n", known ? caller.dli_fname : "an unknown object",
       syscall (SYS_gettid) == getpid () ? "the main thread" : "thread", (long) syscall (SYS_gettid));
  gho_backend_describe (line, sizeof line);
  add (text, "ghcomp: workers: %s\n", team->nthreads > 1 ? line : "none needed so far");
  add (text, "ghcomp: CPUs: %d in the affinity mask (%s); quota of the control group: ", n, list);
  if (quota > 0)
    add (text, "%d\n", quota);
  else
    add (text, "none\n");
  if (gho_backend_capabilities () > 0)
    add (text, "ghcomp: Capabilities: %d, of the Haskell program\n", gho_backend_capabilities ());
  else
    add (text, "ghcomp: Capabilities: no Haskell program, so they do not count\n");
  gho_wait_describe (line, sizeof line);
  add (text, "ghcomp: waiting: OMP_WAIT_POLICY is %s; %s\n", policies[gho_global.wait_policy + 1], line);
  add (text, "ghcomp: binding: OMP_PROC_BIND is %s; places: %s\n", binds[gho_global.icv.bind],
       gho_places_count () > 0 ? places : "none");
  gho_free (list);
  gho_free (places);
}

void
gho_explain_region (struct gho_thread *self, const struct gho_team *team, void (*fn) (void *),
                    unsigned num_threads, uint32_t sized, uint32_t reserved)
{
  static _Atomic uint32_t x_told; /* rlx: whoever is first tells; what is told was decided before */
  struct text text = { 0 };
  uint32_t level = self->team->level, n = team->nthreads, told = 0;
  uint32_t *before = &self->size_told[level < GHO_SHOWN_LEVELS ? level : GHO_SHOWN_LEVELS - 1];
  int saved = errno;
  bool first = gho_load_rlx (&x_told) == 0 && gho_cas_rlx (&x_told, &told, 1u);
  if (!first && (gho_verbose < 2 || *before == n))
    return;
  if (first)
    add_process (&text, team, fn);
  add (&text, "ghcomp: team: %u thread%s at level %u", n, n == 1 ? "" : "s", level + 1);
  if (*before != 0)
    add (&text, ", before %u", *before);
  add (&text, " (");
  add_why (&text, self, team, num_threads, sized, reserved);
  add (&text, ")\n");
  *before = n;
  gho_tell (text.text, text.used);
  errno = saved;
}
