// GCC: 15
/* interop objects and device uids in a process without devices. */
#include <omp.h>
#include "check.h"

int
main (void)
{
  omp_interop_t object = omp_interop_none;
  omp_interop_rc_t rc = omp_irc_success;
  CHECK_EQ (omp_get_num_interop_properties (omp_interop_none), 0);
  CHECK_EQ (omp_get_interop_int (object, omp_ipr_fr_id, &rc), 0);
  CHECK (rc != omp_irc_success);
  rc = omp_irc_success;
  CHECK (omp_get_interop_ptr (object, omp_ipr_targetsync, &rc) == NULL);
  CHECK (rc != omp_irc_success);
  CHECK (omp_get_interop_str (object, omp_ipr_fr_name, NULL) == NULL);
  CHECK (omp_get_interop_rc_desc (object, omp_irc_empty) != NULL);
#pragma omp interop init(targetsync : object) device(omp_initial_device)
#pragma omp interop use(object)
#pragma omp interop destroy(object)
  CHECK (object == omp_interop_none);
  const char *uid = omp_get_uid_from_device (omp_initial_device);
  CHECK (uid != NULL);
  CHECK_EQ (omp_get_device_from_uid (uid), omp_initial_device);
  CHECK_EQ (omp_get_device_from_uid ("no such device"), omp_invalid_device);
  CHECK (omp_get_uid_from_device (omp_get_num_devices () + 5) == NULL);
  return 0;
}
