/* Find the RTS of this process, or start one.
 *
 * Note [Which RTS]
 * libghcomp.so is not linked with GHC's libraries: a program that never opens a parallel region
 * pays nothing.  At the first worker, in this order:
 *   1. the symbols of a Haskell program that was linked with libghcomp: weak references, which the
 *      linker resolves to the RTS inside the executable;
 *   2. an RTS that is loaded: a dynamically linked Haskell program or a Haskell library;
 *   3. libghcomp-rts.so beside this library, which brings the threaded RTS, started here with one
 *      Capability per default thread and everything off that a host could notice.
 * Without any of them workers are plain threads.  No worker ever holds a Capability unless it runs
 * a Haskell callback, so none of this takes part in GC. */
#define _GNU_SOURCE
#include "Rts.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "backend/backend.h"
#include "backend/plain_thread.h"
#include "base/atomic.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/park.h"
#include "core/icv.h"

#pragma weak hs_init_ghc
#pragma weak defaultRtsConfig
#pragma weak rts_setInCallCapability
#pragma weak rts_done
#pragma weak enabled_capabilities
#pragma weak getProgArgv
#pragma weak rtsSupportsBoundThreads

struct rts {
  void (*init) (int *, char ***, RtsConfig);
  const RtsConfig *config;
  void (*prefer) (int, int);
  void (*done) (void);
  volatile uint32_t *capabilities; /* the RTS writes it; any recent value will do */
  HsBool (*threaded) (void);
  void (*arguments) (int *, char ***);
};

/* Written once, by resolve or by gho_backend_start under its caller's lock, then constant; x_known
 * publishes it: store rel after, load acq before. */
static struct rts rts;
static _Atomic uint32_t x_known; /* 0 not looked, 1 none found yet, 2 found */
static bool hosted;              /* we started it */
static bool forked;              /* in a forked child */
static bool unthreaded;          /* the RTS found is the non-threaded one */
static const char *name = "ghc";

static bool
look_in (void *handle)
{
  struct rts found;
  found.init = (void (*) (int *, char ***, RtsConfig)) dlsym (handle, "hs_init_ghc");
  found.config = dlsym (handle, "defaultRtsConfig");
  found.prefer = (void (*) (int, int)) dlsym (handle, "rts_setInCallCapability");
  found.done = (void (*) (void)) dlsym (handle, "rts_done");
  found.capabilities = dlsym (handle, "enabled_capabilities");
  found.threaded = (HsBool (*) (void)) dlsym (handle, "rtsSupportsBoundThreads");
  found.arguments = (void (*) (int *, char ***)) dlsym (handle, "getProgArgv");
  if (found.arguments == NULL || found.init == NULL || found.config == NULL || found.prefer == NULL || found.done == NULL
      || found.capabilities == NULL || found.threaded == NULL)
    return false;
  rts = found;
  return true;
}

static bool
resolve (void)
{
  if (hs_init_ghc != NULL && &enabled_capabilities != NULL && rts_setInCallCapability != NULL
      && rts_done != NULL && getProgArgv != NULL && rtsSupportsBoundThreads != NULL && &defaultRtsConfig != NULL)
    {
      rts = (struct rts){ hs_init_ghc, &defaultRtsConfig,     rts_setInCallCapability,
                          rts_done,    &enabled_capabilities, rtsSupportsBoundThreads,
                          getProgArgv };
      return true;
    }
  return look_in (RTLD_DEFAULT);
}

const char *
gho_backend_name (void)
{
  return name;
}

int
gho_backend_capabilities (void)
{
  uint32_t known = gho_load_acq (&x_known);
  if (known == 0)
    {
      /* Several threads may look at once: they find, and write, the same. */
      known = resolve () ? 2 : 1;
      gho_store_rel (&x_known, known);
    }
  return known == 2 && !hosted ? (int) *rts.capabilities : 0;
}

static void *
probe_thread (void *gate)
{
  while (gho_load_acq ((_Atomic uint32_t *) gate) == 0) /* pairs with the store in can_make_threads */
    gho_futex_wait (gate, 0, 0);
  return NULL;
}

/* An RTS that cannot make one of its own threads ends the process.  So try as many at once first. */
static bool
can_make_threads (int capabilities)
{
  enum { MOST = 64 };
  pthread_t threads[MOST];
  _Atomic uint32_t x_gate = 0;
  int want = 2 * capabilities + 6, made = 0;
  if (want > MOST)
    want = MOST;
  while (made < want && pthread_create (&threads[made], NULL, probe_thread, (void *) &x_gate) == 0)
    made++;
  gho_store_rel (&x_gate, 1u); /* pairs with the load in probe_thread */
  gho_futex_wake (&x_gate, INT_MAX);
  for (int i = 0; i < made; i++)
    pthread_join (threads[i], NULL);
  return made == want;
}

/* A finite address-space limit: the RTS would reserve most of what is left for its heap, and its
 * threads need stacks.  False: too little is left. Else the limit is lowered to half of the rest. */
static bool
fence_address_space (struct rlimit *saved, bool *lowered)
{
  unsigned long pages = 0;
  *lowered = false;
  if (getrlimit (RLIMIT_AS, saved) != 0 || saved->rlim_cur == RLIM_INFINITY)
    return true;
  FILE *statm = fopen ("/proc/self/statm", "re");
  if (statm != NULL)
    {
      if (fscanf (statm, "%lu", &pages) != 1)
        pages = 0;
      fclose (statm);
    }
  rlim_t used = (rlim_t) pages * (rlim_t) sysconf (_SC_PAGESIZE);
  if (pages == 0 || saved->rlim_cur < used + ((rlim_t) 8 << 30))
    return false;
  struct rlimit lower = *saved;
  lower.rlim_cur = used + (saved->rlim_cur - used) / 2;
  *lowered = setrlimit (RLIMIT_AS, &lower) == 0;
  return true;
}

static bool
load_shim (void)
{
  Dl_info here;
  char path[PATH_MAX];
  if (dladdr ((void *) (uintptr_t) gho_backend_start, &here) == 0 || here.dli_fname == NULL)
    return false;
  const char *slash = strrchr (here.dli_fname, '/');
  int folder = slash != NULL ? (int) (slash - here.dli_fname) : 1;
  snprintf (path, sizeof path, "%.*s/libghcomp-rts.so", folder, slash != NULL ? here.dli_fname : ".");
  void *shim = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  if (shim == NULL)
    {
      gho_explain ("no RTS: %s", dlerror ());
      return false;
    }
  return look_in (shim);
}

/* Start the RTS as a polite guest: the host's signals, locale, errno and limits stay as they are. */
static bool
start_rts (void)
{
  static char program[] = "ghcomp";
  char *arguments[] = { program, NULL }, **argv = arguments, options[96];
  int argc = 1, saved_errno = errno;
  struct rlimit limit;
  bool lowered;
  sigset_t all, mask;
  if (!fence_address_space (&limit, &lowered))
    {
      gho_explain ("too little address space for GHC's RTS");
      return false;
    }
  int capabilities = gho_global.default_threads < 1     ? 1
                     : gho_global.default_threads > 256 ? 256
                                                        : gho_global.default_threads;
  char *locale = setlocale (LC_CTYPE, NULL);
  if (locale != NULL)
    locale = strdup (locale);
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &mask); /* the RTS's own threads inherit this */
  bool room = can_make_threads (capabilities);
  snprintf (options, sizeof options, "-N%d -A256k -I0 --install-signal-handlers=no",
            capabilities);
  RtsConfig config = *rts.config;
  config.rts_opts_enabled = RtsOptsIgnoreAll; /* neither the command line nor GHCRTS */
  config.rts_opts = options;
  if (room)
    rts.init (&argc, &argv, config);
  else
    gho_explain ("too few threads may be made for GHC's RTS");
  pthread_sigmask (SIG_SETMASK, &mask, NULL);
  if (locale != NULL)
    setlocale (LC_CTYPE, locale);
  free (locale);
  if (lowered)
    setrlimit (RLIMIT_AS, &limit);
  errno = saved_errno;
  return room;
}

void
gho_backend_start (void)
{
  if (forked)
    return;
  if (resolve ())
    {
      gho_store_rel (&x_known, 2u);
      unthreaded = !rts.threaded ();
      if (unthreaded)
        {
          name = "ghc (not threaded)";
          gho_warn ("this Haskell program has the non-threaded RTS: link it with -threaded; "
                    "parallel regions run with one thread");
        }
      if (*rts.capabilities != 0)
        return;
      /* An RTS that nobody has started: a C program with a Haskell library. */
      hosted = start_rts ();
      return;
    }
  if (load_shim () && start_rts ())
    {
      hosted = true;
      gho_store_rel (&x_known, 2u);
      gho_explain ("started GHC's RTS with %d Capabilities", (int) *rts.capabilities);
      return;
    }
  memset (&rts, 0, sizeof rts);
  gho_store_rel (&x_known, 1u);
  name = "ghc (pthread)";
}

int
gho_backend_thread_create (void (*run) (void *), void *argument, int index, size_t stack_bytes)
{
  if (unthreaded && !forked)
    return ENOSYS; /* gho_backend_start has said why */
  return gho_plain_thread_create (run, argument, index, stack_bytes);
}

/* Between hs_init and hs_exit?  hs_exit frees the program's arguments; after it no RTS function but
 * this one may be called. */
static bool
alive (void)
{
  int argc;
  char **argv;
  if (forked || gho_load_acq (&x_known) != 2)
    return false;
  rts.arguments (&argc, &argv);
  return argv != NULL;
}

void
gho_backend_thread_enter (int index)
{
  /* A preference: the number counts modulo the enabled Capabilities, and the scheduler may still
   * move the Haskell thread. It takes no Capability. */
  if (alive ())
    rts.prefer (index, 0);
}

void
gho_backend_thread_exit (void)
{
  if (alive ())
    rts.done ();
}

void
gho_backend_forked (void)
{
  forked = true;
  name = "ghc (pthread)";
}
