#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "core/env.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/backend.h"
#include "base/atomic.h"
#include "base/cpu.h"
#include "base/log.h"
#include "base/park.h"
#include "base/tsan.h"
#include "core/alloc.h"
#include "core/event.h"
#include "core/places.h"
#include "core/quota.h"
#include "core/wait.h"

#define LEVELS_MOST 255 /* supported-active-levels-var */

struct gho_global gho_global = {
  .icv = { .thread_limit = INT_MAX,
           .max_active_levels = 1,
           .run_sched = GHO_SCHED_DYNAMIC,
           .run_chunk = 1,
           .bind = GHO_BIND_FALSE,
           .def_allocator = 1 },
  .wait_policy = -1,
  .spin_count = -1,
  .num_procs = 1,
  .default_threads = 1,
  .default_threads_why = "CPUs of the affinity mask",
};

/* ---- reading values ---- */

static void
blanks (const char **at)
{
  while (isspace ((unsigned char) **at))
    ++*at;
}

/* Digits, at most most. */
static bool
digits (const char **at, uint64_t most, uint64_t *value)
{
  blanks (at);
  if (**at == '+')
    ++*at;
  if (**at < '0' || **at > '9')
    return false;
  *value = 0;
  for (; **at >= '0' && **at <= '9'; ++*at)
    {
      unsigned digit = (unsigned) (**at - '0');
      if (*value > (most - digit) / 10)
        return false;
      *value = *value * 10 + digit;
    }
  blanks (at);
  return true;
}

/* A word without regard to case, of letters and '_'; the rest must not go on with such. */
static bool
word (const char **at, const char *name)
{
  size_t length = strlen (name);
  blanks (at);
  if (strncasecmp (*at, name, length) != 0)
    return false;
  if (isalnum ((unsigned char) (*at)[length]) || (*at)[length] == '_')
    return false;
  *at += length;
  blanks (at);
  return true;
}

static bool
whole_int (const char *text, int least, int *value)
{
  uint64_t wide;
  if (!digits (&text, INT_MAX, &wide) || *text != '\0' || wide < (uint64_t) least)
    return false;
  *value = (int) wide;
  return true;
}

static bool
whole_bool (const char *text, bool *value)
{
  bool is_true = word (&text, "true");
  if ((!is_true && !word (&text, "false")) || *text != '\0')
    return false;
  *value = is_true;
  return true;
}

/* The variable, or NULL; one whose name ends in _ALL speaks for the host when it has none. */
static const char *
look (const char *name)
{
  char all[64];
  const char *text = getenv (name);
  if (text != NULL)
    return text;
  snprintf (all, sizeof all, "%s_ALL", name);
  return getenv (all);
}

static void
reject (const char *name, const char *text)
{
  gho_warn ("value \"%.200s\" of %s%s is not valid and is ignored", text, name,
            getenv (name) == NULL ? "_ALL" : "");
}

static void
get_int (const char *name, int least, int *value)
{
  const char *text = look (name);
  if (text != NULL && !whole_int (text, least, value))
    reject (name, text);
}

static bool
get_bool (const char *name, bool *value)
{
  const char *text = look (name);
  if (text == NULL)
    return false;
  if (whole_bool (text, value))
    return true;
  reject (name, text);
  return false;
}

/* ---- the variables ---- */

static bool
read_num_threads (const char *text)
{
  int32_t list[64];
  int n = 0;
  for (;;)
    {
      uint64_t wide;
      if (!digits (&text, INT_MAX, &wide) || wide == 0)
        return false;
      if (n < 64) /* deeper levels keep the last value that has room */
        list[n++] = (int32_t) wide;
      if (*text == '\0')
        break;
      if (*text++ != ',')
        return false;
    }
  memcpy (gho_global.nthreads_list, list, sizeof *list * (size_t) n);
  gho_global.nthreads_list_len = n;
  gho_global.icv.nthreads = list[0];
  return true;
}

static bool
read_schedule (const char *text)
{
  static const char *const kinds[] = { "static", "dynamic", "guided", "auto" };
  bool monotonic = false, nonmonotonic = false;
  uint32_t kind = 0;
  uint64_t chunk = 0;
  if (word (&text, "monotonic"))
    monotonic = true;
  else if (word (&text, "nonmonotonic"))
    nonmonotonic = true;
  if ((monotonic || nonmonotonic) && *text++ != ':')
    return false;
  for (uint32_t i = 0; i < 4 && kind == 0; i++)
    if (word (&text, kinds[i]))
      kind = i + 1;
  if (kind == 0)
    return false;
  if (*text == ',')
    {
      ++text;
      if (!digits (&text, INT_MAX, &chunk))
        return false;
    }
  if (*text != '\0')
    return false;
  if (kind == GHO_SCHED_AUTO || (chunk == 0 && kind != GHO_SCHED_STATIC))
    chunk = 1;
  if (monotonic || (kind == GHO_SCHED_STATIC && !nonmonotonic))
    kind |= GHO_SCHED_MONOTONIC;
  gho_global.icv.run_sched = kind;
  gho_global.icv.run_chunk = (int32_t) chunk;
  return true;
}

static bool
read_proc_bind (const char *text)
{
  static const struct {
    const char *name;
    enum gho_bind bind;
  } names[] = { { "primary", GHO_BIND_PRIMARY },
                { "master", GHO_BIND_PRIMARY },
                { "close", GHO_BIND_CLOSE },
                { "spread", GHO_BIND_SPREAD } };
  uint8_t list[64];
  int n = 0;
  bool on;
  if (whole_bool (text, &on))
    {
      list[n++] = on ? GHO_BIND_TRUE : GHO_BIND_FALSE;
      text = "";
    }
  while (n == 0 || *text != '\0')
    {
      size_t i = 0;
      if (n > 0 && *text++ != ',')
        return false;
      while (i < sizeof names / sizeof *names && !word (&text, names[i].name))
        i++;
      if (i == sizeof names / sizeof *names)
        return false;
      if (n < 64)
        list[n++] = (uint8_t) names[i].bind;
    }
  memcpy (gho_global.bind_list, list, (size_t) n);
  gho_global.bind_list_len = n;
  gho_global.icv.bind = list[0];
  return true;
}

/* A number with B, K, M or G; without: unit of K. */
static bool
read_stack (const char *text)
{
  uint64_t size;
  unsigned shift = 10;
  if (!digits (&text, UINT64_MAX, &size))
    return false;
  switch (tolower ((unsigned char) *text))
    {
    case 'b':
      shift = 0;
      break;
    case 'k':
      break;
    case 'm':
      shift = 20;
      break;
    case 'g':
      shift = 30;
      break;
    case '\0':
      text--;
      break;
    default:
      return false;
    }
  text++;
  blanks (&text);
  if (*text != '\0' || size > (SIZE_MAX >> shift) || size << shift < 16384)
    return false;
  gho_global.stack_bytes = (size_t) (size << shift);
  return true;
}

static bool
read_spin (const char *text)
{
  uint64_t count, factor = 1;
  if (word (&text, "infinite") || word (&text, "infinity"))
    {
      if (*text != '\0')
        return false;
      gho_global.spin_count = INT64_MAX;
      return true;
    }
  if (!digits (&text, INT64_MAX, &count))
    return false;
  switch (tolower ((unsigned char) *text))
    {
    case 'k':
      factor = 1000;
      break;
    case 'm':
      factor = 1000 * 1000;
      break;
    case 'g':
      factor = 1000 * 1000 * 1000;
      break;
    case 't':
      factor = 1000ull * 1000 * 1000 * 1000;
      break;
    }
  if (factor != 1)
    text++;
  blanks (&text);
  if (*text != '\0')
    return false;
  gho_global.spin_count = count > INT64_MAX / factor ? INT64_MAX : (int64_t) (count * factor);
  return true;
}

static bool
read_wait_policy (const char *text)
{
  bool active = word (&text, "active");
  if ((!active && !word (&text, "passive")) || *text != '\0')
    return false;
  gho_global.wait_policy = active;
  return true;
}

static bool
read_target_offload (const char *text)
{
  static const char *const names[] = { "default", "mandatory", "disabled" };
  for (int i = 0; i < 3; i++)
    if (word (&text, names[i]))
      {
        if (*text != '\0')
          return false;
        gho_global.target_offload = i;
        return true;
      }
  return false;
}

static const char *const allocators[] = {
  "omp_default_mem_alloc",  "omp_large_cap_mem_alloc", "omp_const_mem_alloc",
  "omp_high_bw_mem_alloc",  "omp_low_lat_mem_alloc",   "omp_cgroup_mem_alloc",
  "omp_pteam_mem_alloc",    "omp_thread_mem_alloc",
};
static const char *const memspaces[] = {
  "omp_default_mem_space", "omp_large_cap_mem_space", "omp_const_mem_space",
  "omp_high_bw_mem_space", "omp_low_lat_mem_space",
};

const char *
gho_env_allocator_name (uintptr_t handle)
{
  return handle - 1 < sizeof allocators / sizeof *allocators ? allocators[handle - 1] : NULL;
}

/* "name=value" of an allocator trait (5.2, 6.2). */
static bool
read_trait (const char **at, struct gho_alloc_traits *traits)
{
  static const char *const hints[] = { "contended", "uncontended", "serialized", "private" };
  static const char *const access[] = { "all", "cgroup", "pteam", "thread" };
  static const char *const partition[] = { "environment", "nearest", "blocked", "interleaved" };
  static const struct {
    const char *name;
    const char *const *values; /* accepted; nothing here depends on them */
  } plain[] = { { "sync_hint", hints }, { "access", access }, { "partition", partition } };
  uint64_t value;
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (word (at, plain[i].name))
      {
        if (*(*at)++ != '=')
          return false;
        for (int j = 0; j < 4; j++)
          if (word (at, plain[i].values[j]))
            return true;
        return false;
      }
  if (word (at, "alignment"))
    {
      if (*(*at)++ != '=' || !digits (at, SIZE_MAX, &value) || value == 0
          || (value & (value - 1)) != 0)
        return false;
      traits->alignment = (size_t) value;
      return true;
    }
  if (word (at, "pool_size"))
    {
      if (*(*at)++ != '=' || !digits (at, SIZE_MAX, &value) || value == 0)
        return false;
      traits->pool_size = (size_t) value;
      return true;
    }
  if (word (at, "pinned"))
    {
      if (*(*at)++ != '=')
        return false;
      traits->pinned = word (at, "true");
      return traits->pinned || word (at, "false");
    }
  if (word (at, "fallback"))
    {
      static const char *const names[] = { "default_mem_fb", "null_fb", "abort_fb", "allocator_fb" };
      static const enum gho_fallback values[]
        = { GHO_FB_DEFAULT, GHO_FB_NULL, GHO_FB_ABORT, GHO_FB_ALLOCATOR };
      if (*(*at)++ != '=')
        return false;
      for (int j = 0; j < 4; j++)
        if (word (at, names[j]))
          {
            traits->fallback = values[j];
            return true;
          }
      return false;
    }
  if (word (at, "fb_data"))
    {
      if (*(*at)++ != '=')
        return false;
      for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++)
        if (word (at, allocators[i]))
          {
            traits->fb_data = i + 1;
            return true;
          }
    }
  return false;
}

/* A predefined allocator; or a memory space: its predefined allocator, or with traits a new one. */
static bool
read_allocator (const char *text)
{
  for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++)
    if (word (&text, allocators[i]))
      {
        if (*text != '\0')
          return false;
        gho_global.icv.def_allocator = i + 1;
        return true;
      }
  for (size_t i = 0; i < sizeof memspaces / sizeof *memspaces; i++)
    if (word (&text, memspaces[i]))
      {
        struct gho_alloc_traits traits = { .alignment = 1, .pool_size = SIZE_MAX };
        uintptr_t handle = i + 1;
        if (*text == ':')
          {
            do
              {
                ++text;
                if (!read_trait (&text, &traits))
                  return false;
              }
            while (*text == ',');
            if (traits.fallback == GHO_FB_ALLOCATOR && traits.fb_data == 0)
              return false;
            if (*text == '\0' && (handle = gho_allocator_new (&traits)) == 0)
              return false;
          }
        if (*text != '\0')
          return false;
        gho_global.icv.def_allocator = handle;
        return true;
      }
  return false;
}

/* For debuggers: without effect here. */
static bool
read_debug (const char *text)
{
  return (word (&text, "enabled") || word (&text, "disabled")) && *text == '\0';
}

static void
get (const char *name, bool (*reader) (const char *))
{
  const char *text = look (name);
  if (text != NULL && !reader (text))
    reject (name, text);
}

static void
get_places (void)
{
  const char *text = look ("OMP_PLACES"), *gomp = getenv ("GOMP_CPU_AFFINITY");
  bool bind_set = gho_global.bind_list_len > 0;
  if (bind_set && gho_global.icv.bind == GHO_BIND_FALSE)
    return;
  bool have = false;
  if (text != NULL && !(have = gho_places_parse (text)))
    reject ("OMP_PLACES", text);
  if (!have && gomp != NULL && !(have = gho_places_parse_gomp (gomp)))
    reject ("GOMP_CPU_AFFINITY", gomp);
  if (!have && bind_set)
    gho_places_cores ();
  else if (have && !bind_set)
    gho_global.icv.bind = GHO_BIND_TRUE;
}

static void
get_levels (void)
{
  const char *text = look ("OMP_MAX_ACTIVE_LEVELS");
  int levels;
  bool nested;
  bool nested_set = get_bool ("OMP_NESTED", &nested);
  if (text != NULL && whole_int (text, 0, &levels))
    gho_global.icv.max_active_levels = levels > LEVELS_MOST ? LEVELS_MOST : levels;
  else
    {
      if (text != NULL)
        reject ("OMP_MAX_ACTIVE_LEVELS", text);
      if (nested_set)
        gho_global.icv.max_active_levels = nested ? LEVELS_MOST : 1;
      else if (gho_global.nthreads_list_len > 1 || gho_global.bind_list_len > 1)
        gho_global.icv.max_active_levels = LEVELS_MOST;
    }
}

static void
get_default_threads (void)
{
  gho_global.num_procs = gho_places_start ();
  int quota = gho_quota_cpus ("");
  gho_global.default_threads = gho_global.num_procs;
  if (quota > 0 && quota < gho_global.num_procs)
    {
      gho_global.default_threads = quota;
      gho_global.default_threads_why = "quota of the control group";
    }
}

static void
get_display (void)
{
  const char *text = getenv ("OMP_DISPLAY_ENV");
  bool on, verbose = false;
  if (text == NULL)
    return;
  const char *at = text;
  if (word (&at, "verbose") && *at == '\0')
    on = verbose = true;
  else if (!whole_bool (text, &on))
    {
      reject ("OMP_DISPLAY_ENV", text);
      return;
    }
  if (on)
    gho_env_display (verbose);
}

static void
read_environment (void)
{
  const char *text = getenv ("GHCOMP_VERBOSE");
  bool dynamic = false;
  int device = 0, teams = 0, limit = 0, events = 1 << 18;
  if (text != NULL && *text != '\0' && strcmp (text, "0") != 0)
    gho_verbose = strcmp (text, "2") == 0 ? 2 : 1;
  get_default_threads ();
  get ("OMP_NUM_THREADS", read_num_threads);
  get ("OMP_SCHEDULE", read_schedule);
  get_bool ("OMP_DYNAMIC", &dynamic);
  gho_global.icv.dyn = dynamic;
  get ("OMP_PROC_BIND", read_proc_bind);
  get_levels ();
  get_places ();
  get_int ("OMP_THREAD_LIMIT", 1, &gho_global.icv.thread_limit);
  get (look ("OMP_STACKSIZE") != NULL ? "OMP_STACKSIZE" : "GOMP_STACKSIZE", read_stack);
  get ("OMP_WAIT_POLICY", read_wait_policy);
  get ("GOMP_SPINCOUNT", read_spin);
  get_bool ("OMP_CANCELLATION", &gho_global.cancellation);
  if (gho_global.cancellation)
    gho_store_rlx (&gho_global.x_cancellable, true);
  get_bool ("OMP_DISPLAY_AFFINITY", &gho_global.display_affinity);
  if ((text = getenv ("OMP_AFFINITY_FORMAT")) != NULL)
    gho_affinity_format_set (text, strlen (text));
  get_int ("OMP_DEFAULT_DEVICE", 0, &device);
  gho_global.icv.default_device = device;
  get_int ("OMP_MAX_TASK_PRIORITY", 0, &gho_global.max_task_priority);
  get ("OMP_TARGET_OFFLOAD", read_target_offload);
  get_int ("OMP_NUM_TEAMS", 1, &teams);
  gho_store_rlx (&gho_global.nteams, teams);
  get_int ("OMP_TEAMS_THREAD_LIMIT", 1, &limit);
  gho_store_rlx (&gho_global.teams_thread_limit, limit);
  get ("OMP_ALLOCATOR", read_allocator);
  get ("OMP_DEBUG", read_debug);
  get_int ("GHCOMP_TRACE_EVENTS", 1, &events);
  if ((text = getenv ("GHCOMP_TRACE")) != NULL && *text != '\0')
    gho_trace_init (text, events);
  gho_wait_init ();
  gho_tsan_init ();
  get_display ();
}

void
gho_env_init (void)
{
  static _Atomic uint32_t x_done; /* store rel after reading; pairs with the loads acq here */
  static struct gho_mutex lock;
  if (gho_likely (gho_load_acq (&x_done) != 0))
    return;
  int saved = errno;
  gho_mutex_lock (&lock);
  if (gho_load_acq (&x_done) == 0)
    {
      read_environment ();
      gho_store_rel (&x_done, 1u);
    }
  gho_mutex_unlock (&lock);
  errno = saved;
}

/* Early, so that the constructors of the program see the settings; first use does it otherwise. */
__attribute__ ((constructor (101))) static void
at_load (void)
{
  gho_env_init ();
}

int
gho_default_threads (const struct gho_icv *icv)
{
  if (icv->nthreads > 0)
    return icv->nthreads;
  int capabilities = gho_backend_capabilities ();
  return capabilities > 0 ? capabilities : gho_global.default_threads;
}
