#include "backend/backend.h"
#include "core/team.h"
#include "ghc_openmp.h"

__attribute__ ((visibility ("default"))) const char *
ghc_omp_backend (void)
{
  return gho_backend_name ();
}

__attribute__ ((visibility ("default"))) long
ghc_omp_regions_served (void)
{
  return (long) gho_team_regions_served ();
}

__attribute__ ((visibility ("default"))) const char *
ghc_omp_version (void)
{
  return "0.1.0";
}
