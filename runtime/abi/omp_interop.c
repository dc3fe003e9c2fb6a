/* Interoperability (OpenMP 5.2, 14 and 18.12): without devices no interop object ever exists, so
 * every handle is omp_interop_none.  Written without <omp.h>: not all compilers' have these. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "abi/gomp_abi_target.h"
#include "core/device.h"
#include "core/thread.h"

/* omp_interop_rc_t */
enum {
  RC_NO_VALUE = 1, RC_SUCCESS = 0, RC_EMPTY = -1, RC_OUT_OF_RANGE = -2, RC_TYPE_INT = -3,
  RC_TYPE_PTR = -4, RC_TYPE_STR = -5, RC_OTHER = -6
};
/* omp_interop_property_t: omp_ipr_first to -1 */
enum { PROPERTY_FIRST = -9 };

#pragma GCC visibility push(default)
int omp_get_num_interop_properties (uintptr_t interop);
intptr_t omp_get_interop_int (uintptr_t interop, int property, int *ret_code);
void *omp_get_interop_ptr (uintptr_t interop, int property, int *ret_code);
const char *omp_get_interop_str (uintptr_t interop, int property, int *ret_code);
const char *omp_get_interop_name (uintptr_t interop, int property);
const char *omp_get_interop_type_desc (uintptr_t interop, int property);
const char *omp_get_interop_rc_desc (uintptr_t interop, int ret_code);
void omp_get_interop_str_ (const char **result, size_t *length, const uintptr_t *interop,
                           const int *property, int *ret_code);
void omp_get_interop_name_ (const char **result, size_t *length, const uintptr_t *interop,
                            const int *property);
void omp_get_interop_type_desc_ (const char **result, size_t *length, const uintptr_t *interop,
                                 const int *property);
void omp_get_interop_rc_desc_ (const char **result, size_t *length, const uintptr_t *interop,
                               const int *ret_code);
#pragma GCC visibility pop

static bool
property_known (int property)
{
  return property >= PROPERTY_FIRST && property < 0;
}

static void
say_why (int property, int *ret_code)
{
  if (ret_code != NULL)
    *ret_code = property_known (property) ? RC_EMPTY : RC_OUT_OF_RANGE;
}

int
omp_get_num_interop_properties (uintptr_t interop)
{
  (void) interop;
  return 0;
}

intptr_t
omp_get_interop_int (uintptr_t interop, int property, int *ret_code)
{
  (void) interop;
  say_why (property, ret_code);
  return 0;
}

void *
omp_get_interop_ptr (uintptr_t interop, int property, int *ret_code)
{
  (void) interop;
  say_why (property, ret_code);
  return NULL;
}

const char *
omp_get_interop_str (uintptr_t interop, int property, int *ret_code)
{
  (void) interop;
  say_why (property, ret_code);
  return NULL;
}

const char *
omp_get_interop_name (uintptr_t interop, int property)
{
  static const char *const names[]
    = { "fr_id",    "fr_name", "vendor",         "vendor_name", "device_num",
        "platform", "device",  "device_context", "targetsync" };
  (void) interop;
  return property_known (property) ? names[-1 - property] : NULL;
}

const char *
omp_get_interop_type_desc (uintptr_t interop, int property)
{
  (void) interop, (void) property;
  return NULL;
}

const char *
omp_get_interop_rc_desc (uintptr_t interop, int ret_code)
{
  (void) interop;
  switch (ret_code)
    {
    case RC_NO_VALUE:
      return "no meaningful value available";
    case RC_SUCCESS:
      return "successful";
    case RC_EMPTY:
      return "the interop object is omp_interop_none";
    case RC_OUT_OF_RANGE:
      return "the property does not exist";
    case RC_TYPE_INT:
      return "the property is an integer";
    case RC_TYPE_PTR:
      return "the property is a pointer";
    case RC_TYPE_STR:
      return "the property is a string";
    case RC_OTHER:
      return "another error";
    default:
      return NULL;
    }
}

/* Fortran: character results come back through the first two arguments. */
static void
give (const char *string, const char **result, size_t *length)
{
  *result = string;
  *length = string != NULL ? strlen (string) : 0;
}

void
omp_get_interop_str_ (const char **result, size_t *length, const uintptr_t *interop,
                      const int *property, int *ret_code)
{
  give (omp_get_interop_str (*interop, *property, ret_code), result, length);
}

void
omp_get_interop_name_ (const char **result, size_t *length, const uintptr_t *interop,
                       const int *property)
{
  give (omp_get_interop_name (*interop, *property), result, length);
}

void
omp_get_interop_type_desc_ (const char **result, size_t *length, const uintptr_t *interop,
                            const int *property)
{
  give (omp_get_interop_type_desc (*interop, *property), result, length);
}

void
omp_get_interop_rc_desc_ (const char **result, size_t *length, const uintptr_t *interop,
                          const int *ret_code)
{
  give (omp_get_interop_rc_desc (*interop, *ret_code), result, length);
}

void
GOMP_interop (int device, int ninit, void **init, const void *targetsync, const void *prefer_type,
              int nuse, void **use, int ndestroy, void **destroy, unsigned flags, void **depend)
{
  struct gho_thread *self = gho_self ();
  (void) targetsync, (void) prefer_type, (void) nuse, (void) use;
  gho_device_check (self, device);
  gho_device_data (self, (flags & 1) != 0, depend);
  for (int i = 0; i < ninit; i++)
    *(uintptr_t *) init[i] = 0;
  for (int i = 0; i < ndestroy; i++)
    *(uintptr_t *) destroy[i] = 0;
}
