/* Functions for the tests of batched calls. */
#ifndef CALLS_H
#define CALLS_H
#include <stdint.h>

#define CALLS_TYPES(X)                                                                             \
  X (i8, int8_t)                                                                                   \
  X (i16, int16_t)                                                                                 \
  X (i32, int32_t)                                                                                 \
  X (i64, int64_t)                                                                                 \
  X (u8, uint8_t)                                                                                  \
  X (u16, uint16_t)                                                                                \
  X (u32, uint32_t)                                                                                \
  X (u64, uint64_t)                                                                                \
  X (f32, float)                                                                                   \
  X (f64, double)
#define CALLS_DECLARE(name, type) type calls_twice_##name (type x);
CALLS_TYPES (CALLS_DECLARE)

struct calls_pair
{
  long a;
  int b;
};
struct calls_quotient
{
  short rest;
  long quotient;
};

void *calls_next_pointer (void *p);
int calls_less_than_half (double x);
void calls_quotient (const struct calls_pair *pair, struct calls_quotient *out);
long calls_count (void);
void calls_reset (void);
void calls_fold (unsigned x);
int calls_sleep (int microseconds);
long calls_who (long x);

#endif
