#define _GNU_SOURCE
#include "provenance.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* All lookups go through the dynamic linker, so this file links against any OpenMP runtime. */

const char *
demo_owner (const char *symbol)
{
  void *address = dlsym (RTLD_DEFAULT, symbol);
  Dl_info info;
  const char *slash;

  if (address == NULL || dladdr (address, &info) == 0 || info.dli_fname == NULL)
    return "(nobody)";
  slash = strrchr (info.dli_fname, '/');
  return slash != NULL ? slash + 1 : info.dli_fname;
}

long long
demo_regions_served (void)
{
  void *symbol = dlsym (RTLD_DEFAULT, "ghc_omp_regions_served");
  long (*served) (void);

  if (symbol == NULL)
    return -1;
  memcpy (&served, &symbol, sizeof served);
  return served ();
}

const char *
demo_backend (void)
{
  void *symbol = dlsym (RTLD_DEFAULT, "ghc_omp_backend");
  const char *(*backend) (void);

  if (symbol == NULL)
    return "none";
  memcpy (&backend, &symbol, sizeof backend);
  return backend ();
}

int
demo_report (const char *expected, long long regions)
{
  const char *parallel = demo_owner ("GOMP_parallel");
  const char *query = demo_owner ("omp_get_num_threads");
  long long served = demo_regions_served ();
  int ours;

  printf ("  GOMP_parallel lives in        %s\n", parallel);
  printf ("  omp_get_num_threads lives in  %s\n", query);
  if (served < 0)
    printf ("  served by                     GCC's libgomp\n");
  else
    printf ("  served by                     ghc-openmp, back end \"%s\", %lld regions counted\n",
            demo_backend (), served);

  /* Also true when libghcomp is installed under the name libgomp.so.1: only it has the counter. */
  ours = served >= 0 && strcmp (parallel, query) == 0
         && strcmp (parallel, demo_owner ("ghc_omp_regions_served")) == 0;
  if (strcmp (expected, "ghcomp") == 0 && (!ours || served < regions))
    {
      printf ("  WRONG: expected ghc-openmp to have served at least %lld regions\n", regions);
      return 1;
    }
  if (strcmp (expected, "ghcomp") == 0 && strcmp (demo_backend (), "ghc") != 0)
    {
      printf ("  WRONG: the threads do not belong to GHC's runtime system (GHCOMP_VERBOSE=1 tells why)\n");
      return 1;
    }
  if (strcmp (expected, "libgomp") == 0 && (ours || served >= 0))
    {
      printf ("  WRONG: expected GCC's libgomp\n");
      return 1;
    }
  return 0;
}
