#define _GNU_SOURCE
#include "backend/plain_thread.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"

struct start {
  void (*run) (void *);
  void *argument;
  int index;
};

static void *
thread_main (void *argument)
{
  struct start start = *(struct start *) argument;
  char name[16];
  gho_free (argument);
  snprintf (name, sizeof name, "ghcomp-%d", start.index);
#ifdef __linux__
  pthread_setname_np (pthread_self (), name);
#endif
  start.run (start.argument);
  return NULL;
}

int
gho_plain_thread_create (void (*run) (void *), void *argument, int index, size_t stack_bytes)
{
  struct start *start = gho_alloc (sizeof *start);
  pthread_attr_t attributes;
  pthread_t thread;
  *start = (struct start){ run, argument, index };
  pthread_attr_init (&attributes);
  pthread_attr_setdetachstate (&attributes, PTHREAD_CREATE_DETACHED);
  if (stack_bytes != 0)
    {
      size_t page = (size_t) sysconf (_SC_PAGESIZE);
      size_t least = (size_t) sysconf (_SC_THREAD_STACK_MIN);
      if (stack_bytes < least)
        stack_bytes = least;
      pthread_attr_setstacksize (&attributes, (stack_bytes + page - 1) / page * page);
    }
  int error = pthread_create (&thread, &attributes, thread_main, start);
  pthread_attr_destroy (&attributes);
  if (error != 0)
    gho_free (start);
  return error;
}
