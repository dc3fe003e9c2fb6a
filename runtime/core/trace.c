/* GHCOMP_TRACE: a timeline of each thread in the JSON format of Chrome's trace viewer and Perfetto. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/mem.h"
#include "base/park.h"
#include "base/symbol.h"
#include "base/version.h"
#include "core/event.h"
#include "core/team.h"
#include "core/where.h"

/* Note [A trace]
 * Each thread writes to its own buffer, so threads do not disturb each other.  A span is written when it ends; until then its
 * begin is on a small stack.  A full buffer takes its oldest spans out.  The file is written when the process
 * exits; threads that still run then may be in the middle of a span, which is left out. */
enum { BLOCK = 4096, DEPTH = 64 };

struct span {
  uint64_t begin, end; /* nanoseconds */
  const void *what;
  uint32_t kind, value;
};

/* (o) the owner   (a) atomic */
struct gho_trace {
  struct gho_trace *next;      /* constant once listed */
  int tid, index;              /* constant: its first thread in the system, and the worker's number or 0 */
  uint32_t depth;              /* (o) spans that are open */
  struct span open[DEPTH];     /* (o) */
  struct span **blocks;        /* (o) */
  uint64_t joined;             /* (o) end of the last span if it was a join, else 0 */
  _Atomic uint64_t x_count;    /* (a) spans written, rel; acq in write_thread */
};

_Atomic bool gho_x_traced;
static char path[PATH_MAX];
static uint32_t nblocks; /* of a thread, at most */
static uint64_t zero;    /* the time at which the trace begins */
static _Atomic (struct gho_trace *) x_traces; /* CAS acq_rel, as where.c's list */

void
gho_trace_init (const char *file, int events)
{
  size_t used = 0;
  if (file[0] != '/' && getcwd (path, sizeof path - 2) != NULL) /* the program may change its directory */
    {
      used = strlen (path);
      path[used++] = '/';
    }
  for (; *file != '\0' && used < sizeof path - 32; file++)
    if (file[0] == '%' && file[1] == 'p')
      {
        used += (size_t) sprintf (path + used, "%d", (int) getpid ());
        file++;
      }
    else
      path[used++] = *file;
  path[used] = '\0';
  nblocks = ((uint32_t) events + BLOCK - 1) / BLOCK;
  zero = gho_now_ns ();
  gho_store_rlx (&gho_x_traced, true);
}

/* The calling thread's buffer; NULL: there is no memory. */
static struct gho_trace *
new_trace (struct gho_thread *self)
{
  struct gho_trace *trace = calloc (1, sizeof *trace);
  if (trace == NULL || (trace->blocks = calloc (nblocks, sizeof *trace->blocks)) == NULL)
    {
      free (trace);
      return NULL;
    }
  trace->tid = gho_load_rlx (&self->x_tid);
  trace->index = self->index;
  trace->next = gho_load_rlx (&x_traces);
  while (!gho_cas_acqrel (&x_traces, &trace->next, trace))
    continue;
  if (trace->next == NULL)
    {
      /* Early, because a program that has run for hours should not learn then that the file cannot be written. */
      int saved = errno, file = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
      if (file < 0)
        {
          gho_warn ("GHCOMP_TRACE: %s cannot be written (%s)", path, strerror (errno));
          gho_store_rlx (&gho_x_traced, false);
        }
      else
        close (file);
      errno = saved;
    }
  return trace;
}

void
gho_trace_begin (struct gho_thread *self, enum gho_span kind, const void *what)
{
  struct gho_trace *trace = self == NULL ? NULL : self->trace;
  if (gho_unlikely (trace == NULL))
    {
      if (self == NULL || (trace = self->trace = new_trace (self)) == NULL)
        return;
    }
  if (gho_likely (trace->depth < DEPTH))
    {
      struct span *span = &trace->open[trace->depth];
      span->kind = kind;
      span->what = what;
      span->begin = gho_now_ns ();
    }
  trace->depth++;
}

void
gho_trace_end (struct gho_thread *self, enum gho_span kind, uint32_t value)
{
  struct gho_trace *trace = self == NULL ? NULL : self->trace;
  if (trace == NULL || trace->depth == 0)
    return;
  uint32_t depth = --trace->depth;
  if (depth >= DEPTH)
    return;
  while (trace->open[depth].kind != kind) /* what was left without an end */
    {
      if (depth == 0)
        {
          trace->depth++;
          return;
        }
      depth--;
    }
  trace->depth = depth;
  uint64_t count = gho_load_rlx (&trace->x_count);
  struct span **block = &trace->blocks[count / BLOCK % nblocks];
  if (gho_unlikely (*block == NULL) && (*block = malloc (BLOCK * sizeof **block)) == NULL)
    return;
  struct span *span = *block + count % BLOCK;
  *span = trace->open[depth];
  /* A region is over when its join is: the clock need not be read again. */
  span->end = kind == GHO_SPAN_REGION && trace->joined != 0 ? trace->joined : gho_now_ns ();
  trace->joined = kind == GHO_SPAN_JOIN ? span->end : 0;
  span->value = value;
  gho_store_rel (&trace->x_count, count + 1);
}

/* In the child of a fork: the threads are gone, and the file is the parent's. */
void
gho_trace_forked (void)
{
  struct gho_thread *self = gho_tls_self;
  if (!gho_load_rlx (&gho_x_traced))
    return;
  size_t used = strlen (path);
  snprintf (path + used, sizeof path - used, ".%d", (int) getpid ());
  gho_store_rlx (&x_traces, (struct gho_trace *) NULL);
  if (self != NULL)
    self->trace = NULL; /* spans that are open began in the parent */
}

/* ---- the file ---- */

static const char *const categories[] = { "region", "region", "barrier", "barrier", "loop", "task", "callback",
                                          "wait", "wait", "wait" };
static const char *const labels[] = { "region", "region", "end of region", "barrier", "loop", "task",
                                      "Haskell callback", "wait for tasks", "wait for lock", "ordered" };

/* What JSON does not take in a text becomes a question mark. */
static void
clean (char *text)
{
  for (; *text != '\0'; text++)
    if (*text == '"' || *text == '\\' || (unsigned char) *text < ' ')
      *text = '?';
}

/* The name of a function: asked once for each. */
static const char *
name_of (const void *address)
{
  static struct {
    const void *address;
    char name[120];
  } known[256];
  uint32_t i = (uint32_t) ((uintptr_t) address >> 2) * 2654435761u >> 24;
  if (known[i].address != address)
    {
      gho_symbol_name (address, known[i].name, sizeof known[i].name);
      clean (known[i].name);
      known[i].address = address;
    }
  return known[i].name;
}

static void
write_thread (FILE *out, const struct gho_trace *trace, int pid)
{
  uint64_t count = gho_load_acq (&trace->x_count), room = (uint64_t) nblocks * BLOCK;
  /* The block that a running thread would write to next is left alone. */
  uint64_t first = count > room ? count - room + BLOCK : 0;
  fprintf (out, ",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":\"", pid, trace->tid);
  if (trace->index != 0)
    fprintf (out, "worker %d\"}}", trace->index);
  else
    fprintf (out, "%s\"}}", trace->tid == pid ? "main thread" : "thread");
  fprintf (out, ",\n{\"ph\":\"M\",\"name\":\"thread_sort_index\",\"pid\":%d,\"tid\":%d,\"args\":{\"sort_index\":%d}}", pid,
           trace->tid, trace->index);
  for (uint64_t i = first; i < count; i++)
    {
      const struct span *block = trace->blocks[i / BLOCK % nblocks], *span = block + i % BLOCK;
      if (block == NULL || span->kind > GHO_SPAN_ORDERED || span->end < span->begin || span->begin < zero)
        continue;
      uint64_t at = span->begin - zero, took = span->end - span->begin;
      fprintf (out, ",\n{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s", categories[span->kind], labels[span->kind]);
      if (span->what != NULL)
        fprintf (out, " %s", name_of (span->what));
      fprintf (out, "\",\"pid\":%d,\"tid\":%d,\"ts\":%llu.%03u,\"dur\":%llu.%03u", pid, trace->tid,
               (unsigned long long) at / 1000, (unsigned) (at % 1000), (unsigned long long) took / 1000,
               (unsigned) (took % 1000));
      if (span->kind == GHO_SPAN_REGION)
        fprintf (out, ",\"args\":{\"threads\":%u}", span->value);
      fputc ('}', out);
    }
  if (first != 0)
    fprintf (out, ",\n{\"ph\":\"M\",\"name\":\"thread_labels\",\"pid\":%d,\"tid\":%d,\"args\":{\"labels\":\"%llu older "
                  "spans were dropped\"}}", pid, trace->tid, (unsigned long long) first);
}

__attribute__ ((destructor)) static void
write_trace (void)
{
  const struct gho_trace *trace = gho_load_acq (&x_traces);
  int pid = (int) getpid ();
  if (!gho_load_rlx (&gho_x_traced) || trace == NULL)
    return;
  gho_store_rlx (&gho_x_traced, false);
  char program[120];
  snprintf (program, sizeof program, "%s", program_invocation_short_name);
  clean (program);
  FILE *out = fopen (path, "we");
  if (out == NULL)
    {
      gho_warn ("GHCOMP_TRACE: %s cannot be written (%s)", path, strerror (errno));
      return;
    }
  fprintf (out, "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"library\":\"ghc-openmp %s\"},\"traceEvents\":[\n"
                "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":\"%s\"}}",
           GHO_VERSION, pid, pid, program);
  for (; trace != NULL; trace = trace->next)
    write_thread (out, trace, pid);
  fputs ("\n]}\n", out);
  if (ferror (out) || fclose (out) != 0)
    gho_warn ("GHCOMP_TRACE: %s could not be written to its end (%s)", path, strerror (errno));
}
