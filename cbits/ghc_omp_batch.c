/* The C half of GHC.OpenMP.Batch: one function called for each element of an array, so that a
 * Haskell caller suspends its thread once for all of them.
 *
 * Plain C in front of the compiler's loop, because that was measured to be as fast as a loop in Cmm
 * that suspends and resumes the thread itself (bench/haskell/calls.hs has both), and because GHC
 * then emits the suspension: no knowledge of the scheduler's state is repeated here. */
#include <omp.h>
#include <stddef.h>
#include <stdint.h>

typedef void (*any_fn) (void);
typedef void *pointer;
typedef void (*loop_fn) (any_fn fn, const void *args, void *results, size_t n);

/* The types in the order of GHC.OpenMP.Batch's codes. C passes each in its own way, so there is one
 * loop for each pair.  ARGUMENTS and RESULTS are two lists because a macro cannot nest in itself.
 */
#define ARGUMENTS(X, rname, rtype)                                                                 \
  X (rname, rtype, i8, int8_t)                                                                     \
  X (rname, rtype, i16, int16_t)                                                                   \
  X (rname, rtype, i32, int32_t)                                                                   \
  X (rname, rtype, i64, int64_t)                                                                   \
  X (rname, rtype, u8, uint8_t)                                                                    \
  X (rname, rtype, u16, uint16_t)                                                                  \
  X (rname, rtype, u32, uint32_t)                                                                  \
  X (rname, rtype, u64, uint64_t)                                                                  \
  X (rname, rtype, f32, float)                                                                     \
  X (rname, rtype, f64, double)                                                                    \
  X (rname, rtype, ptr, pointer)
#define RESULTS(X)                                                                                 \
  X (i8, int8_t)                                                                                   \
  X (i16, int16_t)                                                                                 \
  X (i32, int32_t)                                                                                 \
  X (i64, int64_t)                                                                                 \
  X (u8, uint8_t)                                                                                  \
  X (u16, uint16_t)                                                                                \
  X (u32, uint32_t)                                                                                \
  X (u64, uint64_t)                                                                                \
  X (f32, float)                                                                                   \
  X (f64, double)                                                                                  \
  X (ptr, pointer)
#define TYPES 11

/* In place (results == args) is fine: an element is read before it is written. */
#define LOOP(rname, rtype, aname, atype)                                                           \
  static void loop_##rname##_##aname (any_fn fn, const void *args, void *results, size_t n)        \
  {                                                                                                \
    rtype (*call) (atype) = (rtype (*) (atype))fn;                                                 \
    const atype *x = args;                                                                         \
    rtype *y = results;                                                                            \
    for (size_t i = 0; i < n; i++)                                                                 \
      y[i] = call (x[i]);                                                                          \
  }
#define LOOPS(rname, rtype) ARGUMENTS (LOOP, rname, rtype)
RESULTS (LOOPS)

#define LOOP_VOID(rname, rtype, aname, atype)                                                      \
  static void loop_void_##aname (any_fn fn, const void *args, void *results, size_t n)             \
  {                                                                                                \
    void (*call) (atype) = (void (*) (atype))fn;                                                   \
    const atype *x = args;                                                                         \
    (void)results;                                                                                 \
    for (size_t i = 0; i < n; i++)                                                                 \
      call (x[i]);                                                                                 \
  }
ARGUMENTS (LOOP_VOID, void, void)

#define ENTRY(rname, rtype, aname, atype) loop_##rname##_##aname,
#define ROW(rname, rtype) { ARGUMENTS (ENTRY, rname, rtype) },
static const loop_fn loops[TYPES + 1][TYPES] = { RESULTS (ROW) ROW (void, void) };

#define SIZE(rname, rtype) sizeof (rtype),
static const unsigned char sizes[TYPES + 1] = { RESULTS (SIZE) 0 };

/* results[i] = fn (args[i]) for i from 0 to n - 1, in this order.  result: a type's code, or TYPES
 * for a function without a result.  Both codes come from the Haskell module, which has no others.
 */
void ghc_omp_batch (int result, int argument, any_fn fn, const void *args, void *results, size_t n);
void
ghc_omp_batch (int result, int argument, any_fn fn, const void *args, void *results, size_t n)
{
  loops[result][argument](fn, args, results, n);
}

/* fn (args + i * args_step, results + i * results_step) for i from 0 to n - 1; steps in bytes. */
typedef void (*ptr_fn) (const void *arg, void *result);
void ghc_omp_batch_ptr (ptr_fn fn, const char *args, ptrdiff_t args_step, char *results,
                        ptrdiff_t results_step, size_t n);
void
ghc_omp_batch_ptr (ptr_fn fn, const char *args, ptrdiff_t args_step, char *results,
                   ptrdiff_t results_step, size_t n)
{
  for (; n > 0; n--, args += args_step, results += results_step)
    fn (args, results);
}

/* The same over a team.  Every thread takes one contiguous share, so that each touches its own
 * cache lines and a share costs one look-up. */
struct team_batch
{
  loop_fn loop; /* NULL: by_ptr */
  any_fn fn;
  ptr_fn by_ptr;
  const char *args;
  char *results;
  ptrdiff_t args_step, results_step;
  size_t n;
};

static void
run_share (void *data)
{
  const struct team_batch *batch = data;
  size_t threads = (size_t)omp_get_num_threads (), self = (size_t)omp_get_thread_num ();
  size_t share = batch->n / threads, rest = batch->n % threads;
  size_t first = self * share + (self < rest ? self : rest);
  const char *args = batch->args + (ptrdiff_t)first * batch->args_step;
  char *results = batch->results + (ptrdiff_t)first * batch->results_step;

  share += self < rest;
  if (batch->loop != NULL)
    batch->loop (batch->fn, args, results, share);
  else
    ghc_omp_batch_ptr (batch->by_ptr, args, batch->args_step, results, batch->results_step, share);
}

/* What gcc -fopenmp calls for `#pragma omp parallel num_threads(threads)`; 0: the default size.
 * Called by name because the package's C files are compiled without -fopenmp. */
extern void GOMP_parallel (void (*fn) (void *), void *data, unsigned threads, unsigned flags);

void ghc_omp_batch_team (unsigned threads, int result, int argument, any_fn fn, const void *args,
                         void *results, size_t n);
void
ghc_omp_batch_team (unsigned threads, int result, int argument, any_fn fn, const void *args,
                    void *results, size_t n)
{
  struct team_batch batch = { .loop = loops[result][argument],
                              .fn = fn,
                              .args = args,
                              .results = results,
                              .args_step = sizes[argument],
                              .results_step = sizes[result],
                              .n = n };
  GOMP_parallel (run_share, &batch, threads, 0);
}

void ghc_omp_batch_ptr_team (unsigned threads, ptr_fn fn, const char *args, ptrdiff_t args_step,
                             char *results, ptrdiff_t results_step, size_t n);
void
ghc_omp_batch_ptr_team (unsigned threads, ptr_fn fn, const char *args, ptrdiff_t args_step,
                        char *results, ptrdiff_t results_step, size_t n)
{
  struct team_batch batch = { .by_ptr = fn,
                              .args = args,
                              .results = results,
                              .args_step = args_step,
                              .results_step = results_step,
                              .n = n };
  GOMP_parallel (run_share, &batch, threads, 0);
}
