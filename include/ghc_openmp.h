/* The small C API of ghc-openmp beyond <omp.h>.  All functions may be called from any thread. */
#ifndef GHC_OPENMP_H
#define GHC_OPENMP_H

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library, "major.minor.patch"; a static string. */
const char *ghc_omp_version (void);

/* Who runs the workers: "ghc" (GHC's RTS), "ghc (pthread)" (plain threads, because no RTS could be
 * had, or in a forked child), "ghc (not threaded)", or "pthread" (a library built without GHC). Final after the
 * first region of more than one thread; a static string. */
const char *ghc_omp_backend (void);

/* Number of parallel regions of more than one thread that this library has run in this process. */
long ghc_omp_regions_served (void);

#ifdef __cplusplus
}
#endif

#endif
