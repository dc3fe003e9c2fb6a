/* OpenMP code for the tests of arrays. */
#ifndef TEST_ARRAY_KERNELS_H
#define TEST_ARRAY_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/* Adds step to each element. */
void kernel_add (int64_t step, int64_t *elements, size_t size);

/* Doubles each element. */
void kernel_double (int64_t *elements, size_t size);

/* out[i] = -in[i]. */
void kernel_copy_negated (const int64_t *in, int64_t *out, size_t size);

/* The sum of all elements. */
int64_t kernel_total (const int64_t *elements, size_t size);

/* The same, and takes its time. */
int64_t kernel_slow_total (const int64_t *elements, size_t size);

/* A finalizer that overwrites the elements and frees both blocks; how often it ran. */
void kernel_poison (size_t *size, int64_t *elements);
size_t kernel_poisoned (void);

#endif
