#define _GNU_SOURCE
#include "base/tsan.h"

#include <dlfcn.h>

struct gho_tsan gho_tsan;

void
gho_tsan_init (void)
{
  struct gho_tsan found;
  *(void **) &found.acquire = dlsym (RTLD_DEFAULT, "__tsan_acquire");
  if (found.acquire == NULL)
    return;
  *(void **) &found.release = dlsym (RTLD_DEFAULT, "__tsan_release");
  *(void **) &found.ignore_begin = dlsym (RTLD_DEFAULT, "AnnotateIgnoreWritesBegin");
  *(void **) &found.ignore_end = dlsym (RTLD_DEFAULT, "AnnotateIgnoreWritesEnd");
  if (found.release != NULL && found.ignore_begin != NULL && found.ignore_end != NULL)
    gho_tsan = found;
}
