/* Find the RTS of this process, or start one.
 *
 * Note [Which RTS]
 * libghcomp.so is not linked with GHC's libraries: a program that never opens a parallel region
 * pays nothing.  At the first worker, in this order:
 *   1. the symbols of a Haskell program that was linked with libghcomp: weak references, which the
 *      linker resolves to the RTS inside the executable;
 *   2. an RTS that is loaded: a dynamically linked Haskell program or a Haskell library;
 *   3. libghcomp-rts.so beside this library, or in ghcomp/ there, which brings the threaded RTS, started here with one
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
#include <sys/time.h>
#include <unistd.h>

#include "backend/backend.h"
#include "backend/plain_thread.h"
#include "base/atomic.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/park.h"
#include "core/icv.h"

#pragma weak hs_init_ghc
#pragma weak hs_exit
#pragma weak defaultRtsConfig
#pragma weak rts_setInCallCapability
#pragma weak rts_done
#pragma weak enabled_capabilities
#pragma weak getProgArgv
#pragma weak rtsSupportsBoundThreads
#pragma weak rts_lock
#pragma weak rts_evalStableIO
#pragma weak rts_getSchedStatus
#pragma weak rts_unlock

struct rts {
  void (*init) (int *, char ***, RtsConfig);
  void (*exit) (void);
  const RtsConfig *config;
  void (*prefer) (int, int);
  void (*done) (void);
  volatile uint32_t *capabilities; /* the RTS writes it; any recent value will do */
  HsBool (*threaded) (void);
  void (*arguments) (int *, char ***);
  Capability *(*lock) (void);
  void (*eval) (Capability **, HsStablePtr, HsStablePtr *);
  SchedulerStatus (*status) (Capability *);
  void (*unlock) (Capability *);
};

/* Written once, by resolve or by gho_backend_start under its caller's lock, then constant; x_known
 * publishes it: store rel after, load acq before. */
static struct rts rts;
static _Atomic uint32_t x_known; /* 0 not looked, 1 none found yet, 2 found */
static bool hosted;              /* this is no Haskell program */
static bool started;             /* the RTS runs because we called hs_init */
static bool forked;              /* in a forked child */
static bool unthreaded;          /* the RTS found is the non-threaded one */
static const char *name = "ghc";

static bool
look_in (void *handle)
{
  struct rts found;
  found.init = (void (*) (int *, char ***, RtsConfig)) dlsym (handle, "hs_init_ghc");
  found.exit = (void (*) (void)) dlsym (handle, "hs_exit");
  found.config = dlsym (handle, "defaultRtsConfig");
  found.prefer = (void (*) (int, int)) dlsym (handle, "rts_setInCallCapability");
  found.done = (void (*) (void)) dlsym (handle, "rts_done");
  found.capabilities = dlsym (handle, "enabled_capabilities");
  found.threaded = (HsBool (*) (void)) dlsym (handle, "rtsSupportsBoundThreads");
  found.arguments = (void (*) (int *, char ***)) dlsym (handle, "getProgArgv");
  found.lock = (Capability *(*) (void)) dlsym (handle, "rts_lock");
  found.eval = (void (*) (Capability **, HsStablePtr, HsStablePtr *)) dlsym (handle, "rts_evalStableIO");
  found.status = (SchedulerStatus (*) (Capability *)) dlsym (handle, "rts_getSchedStatus");
  found.unlock = (void (*) (Capability *)) dlsym (handle, "rts_unlock");
  if (found.lock == NULL || found.eval == NULL || found.status == NULL || found.unlock == NULL)
    return false;
  if (found.arguments == NULL || found.init == NULL || found.exit == NULL || found.config == NULL || found.prefer == NULL || found.done == NULL
      || found.capabilities == NULL || found.threaded == NULL)
    return false;
  rts = found;
  return true;
}

static bool
resolve (void)
{
  if (hs_init_ghc != NULL && hs_exit != NULL && &enabled_capabilities != NULL && rts_setInCallCapability != NULL
      && rts_lock != NULL && rts_evalStableIO != NULL && rts_getSchedStatus != NULL && rts_unlock != NULL
      && rts_done != NULL && getProgArgv != NULL && rtsSupportsBoundThreads != NULL && &defaultRtsConfig != NULL)
    {
      rts = (struct rts){ .init = hs_init_ghc,
                          .exit = hs_exit,
                          .config = &defaultRtsConfig,
                          .prefer = rts_setInCallCapability,
                          .done = rts_done,
                          .capabilities = &enabled_capabilities,
                          .threaded = rtsSupportsBoundThreads,
                          .arguments = getProgArgv,
                          .lock = rts_lock,
                          .eval = rts_evalStableIO,
                          .status = rts_getSchedStatus,
                          .unlock = rts_unlock };
      return true;
    }
  return look_in (RTLD_DEFAULT);
}

const char *
gho_backend_name (void)
{
  return name;
}

void
gho_backend_describe (char *text, size_t size)
{
  Dl_info file;
  if (gho_load_acq (&x_known) != 2 || forked)
    snprintf (text, size, "plain threads; %s", forked ? "this is a forked child" : "no RTS of GHC could be had");
  else
    snprintf (text, size, "of GHC's RTS, %s%s, in %s", started ? "started here" : "found running",
              unthreaded ? " (not threaded)" : "",
              dladdr ((void *) (uintptr_t) rts.done, &file) != 0 && file.dli_fname != NULL ? file.dli_fname
                                                                                         : "an unknown file");
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
  const char *start = slash != NULL ? here.dli_fname : ".";
  snprintf (path, sizeof path, "%.*s/libghcomp-rts.so", folder, start);
  if (access (path, F_OK) != 0)
    snprintf (path, sizeof path, "%.*s/ghcomp/libghcomp-rts.so", folder, start);
  void *shim = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  if (shim == NULL)
    {
      gho_explain ("no RTS: %s", dlerror ());
      return false;
    }
  return look_in (shim);
}

/* What a host can see of its process and an RTS may touch when it starts. */
struct host {
  struct sigaction action[NSIG];
  bool has_action[NSIG];
  stack_t signal_stack;
  sigset_t mask;
  struct itimerval timer[3]; /* ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF */
  char *locale;
};

static void
host_save (struct host *host)
{
  sigset_t all;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &host->mask); /* the RTS's own threads inherit this */
  for (int i = 1; i < NSIG; i++) /* the C library hides the two signals that it uses itself */
    host->has_action[i] = sigaction (i, NULL, &host->action[i]) == 0;
  sigaltstack (NULL, &host->signal_stack);
  for (int i = 0; i < 3; i++)
    getitimer (i, &host->timer[i]);
  const char *locale = setlocale (LC_CTYPE, NULL);
  host->locale = locale != NULL ? strdup (locale) : NULL;
}

/* What the kernel fills in of a mask; the rest of a sigset_t that sigaction returns is not defined. */
enum { MASK_BYTES = (NSIG - 1 + 7) / 8 };

/* Back to what was saved: only what differs, so that nothing is set twice. */
static void
host_restore (struct host *host)
{
  for (int i = 1; i < NSIG; i++)
    {
      struct sigaction now;
      if (host->has_action[i] && sigaction (i, NULL, &now) == 0
          && (now.sa_handler != host->action[i].sa_handler || now.sa_flags != host->action[i].sa_flags
              || memcmp (&now.sa_mask, &host->action[i].sa_mask, MASK_BYTES) != 0))
        sigaction (i, &host->action[i], NULL);
    }
  if (host->signal_stack.ss_flags == SS_DISABLE || host->signal_stack.ss_sp != NULL)
    sigaltstack (&host->signal_stack, NULL);
  for (int i = 0; i < 3; i++)
    {
      /* A timer of the host has run on meanwhile; only one that is new, or has another interval, was
       * touched. */
      struct itimerval now;
      if (getitimer (i, &now) == 0
          && (timercmp (&now.it_interval, &host->timer[i].it_interval, !=)
              || (timerisset (&now.it_value) && !timerisset (&host->timer[i].it_value))))
        setitimer (i, &host->timer[i], NULL);
    }
  if (host->locale != NULL)
    setlocale (LC_CTYPE, host->locale);
  free (host->locale);
  pthread_sigmask (SIG_SETMASK, &host->mask, NULL);
}

/* Note [Threads of a hosted RTS]
 * Each Capability costs the process one OS thread for its I/O manager; the RTS adds its timer
 * manager, a worker of its own, and the ticker.  In a process without Haskell code they would only
 * be in the way, so there the RTS starts with one Capability and no ticker: three OS threads,
 * whatever the size of teams; a team's threads need no Capability.  Without the ticker Haskell threads
 * take turns at each block of allocation instead of every 20 ms.  Haskell code that is loaded
 * later can ask for more with setNumCapabilities.  Test: rts/hidden_threads.c */

/* Start the RTS as a polite guest: the host's signals, timers, locale, errno and limits stay as they
 * are.  alone: no Haskell code is known in this process. */
static bool
start_rts (bool alone)
{
  static char program[] = "ghcomp";
  char *arguments[] = { program, NULL }, **argv = arguments, options[96];
  int argc = 1, saved_errno = errno;
  struct rlimit limit;
  struct host host;
  bool lowered;
  if (!fence_address_space (&limit, &lowered))
    {
      gho_explain ("too little address space for GHC's RTS");
      return false;
    }
  int capabilities = alone || gho_global.default_threads < 1 ? 1
                     : gho_global.default_threads > 256      ? 256
                                                             : gho_global.default_threads;
  host_save (&host);
  bool room = can_make_threads (capabilities);
  snprintf (options, sizeof options, "-N%d%s -A256k -I0 --install-signal-handlers=no", capabilities,
            alone ? " -V0" : "");
  RtsConfig config = *rts.config;
  config.rts_opts_enabled = RtsOptsIgnoreAll; /* neither the command line nor GHCRTS */
  config.rts_opts = options;
  if (room)
    rts.init (&argc, &argv, config);
  else
    gho_explain ("too few threads may be made for GHC's RTS");
  host_restore (&host);
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
      hosted = started = start_rts (false);
      return;
    }
  if (load_shim ())
    {
      /* A Haskell library that was loaded for itself alone shares the RTS, and may have started it. */
      bool running = *rts.capabilities != 0;
      if (running || start_rts (true))
        {
          started = !running;
          hosted = true; /* the default team size follows the CPUs */
          gho_store_rel (&x_known, 2u);
          return;
        }
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

bool
gho_backend_haskell_lives (void)
{
  int argc;
  char **argv;
  if (gho_load_acq (&x_known) != 2)
    return true;
  rts.arguments (&argc, &argv); /* also in the child of forkProcess, whose RTS lives */
  return argv != NULL;
}

/* As forkOS enters Haskell: the action starts with asynchronous exceptions masked.  A foreign export would
 * report an RTS that shuts down on stderr, and end the thread. */
bool
gho_backend_call_haskell (void *action)
{
  gho_backend_capabilities (); /* looks for the RTS if nobody has */
  if (gho_load_acq (&x_known) != 2 || !gho_backend_haskell_lives ())
    return false;
  Capability *cap = rts.lock ();
  rts.eval (&cap, action, NULL);
  SchedulerStatus status = rts.status (cap);
  rts.unlock (cap);
  return status == Success;
}

void
gho_backend_stop (void)
{
  if (!started || !alive ())
    return;
  started = false;
  rts.exit ();
}

void
gho_backend_forked (void)
{
  forked = true;
  name = "ghc (pthread)";
}
