/* Device constructs. Nothing is mapped: the host's memory is the device's memory. */
#include "abi/gomp_abi_target.h"

#include <limits.h>

#include "core/device.h"
#include "core/thread.h"

enum {
  FLAG_NOWAIT = 1,
  /* An entry of args: device in the low bits, then "the value is the next entry", then what it
   * is; a value in place has the upper 48 bits (16 on a 32-bit machine). */
  ARG_DEVICE_MASK = 0x7f,
  ARG_VALUE_FOLLOWS = 0x80,
  ARG_ID_MASK = 0xff00,
  ARG_THREAD_LIMIT = 0x200,
  ARG_VALUE_SHIFT = 16
};

/* The thread_limit clause of a target construct; 0: none. */
static int
thread_limit (void **args)
{
  if (args == NULL)
    return 0;
  while (*args != NULL)
    {
      intptr_t id = (intptr_t) *args++;
      intptr_t value = id >> ARG_VALUE_SHIFT;
      if ((id & ARG_VALUE_FOLLOWS) != 0)
        value = (intptr_t) *args++;
      /* device 0: meant for all devices */
      if ((id & ARG_ID_MASK) == ARG_THREAD_LIMIT && (id & ARG_DEVICE_MASK) == 0)
        return value <= 0 ? 0 : value > INT_MAX ? INT_MAX : (int) value;
    }
  return 0;
}

void
GOMP_target (int device, void (*fn) (void *), const void *unused, size_t mapnum, void **hostaddrs,
             size_t *sizes, unsigned char *kinds)
{
  struct gho_thread *self = gho_self ();
  struct gho_device_map map = { .count = mapnum, .addresses = hostaddrs };
  (void) unused, (void) sizes, (void) kinds;
  gho_device_check (self, device);
  gho_device_run (self, fn, &map, 0, false, NULL);
}

void
GOMP_target_ext (int device, void (*fn) (void *), size_t mapnum, void **hostaddrs, size_t *sizes,
                 unsigned short *kinds, unsigned flags, void **depend, void **args)
{
  struct gho_thread *self = gho_self ();
  struct gho_device_map map = { mapnum, hostaddrs, sizes, kinds };
  gho_device_check (self, device);
  gho_device_run (self, fn, &map, thread_limit (args), (flags & FLAG_NOWAIT) != 0, depend);
}

void
GOMP_target_data (int device, const void *unused, size_t mapnum, void **hostaddrs, size_t *sizes,
                  unsigned char *kinds)
{
  (void) unused, (void) mapnum, (void) hostaddrs, (void) sizes, (void) kinds;
  gho_device_check (gho_self (), device);
}

void
GOMP_target_data_ext (int device, size_t mapnum, void **hostaddrs, size_t *sizes,
                      unsigned short *kinds)
{
  (void) mapnum, (void) hostaddrs, (void) sizes, (void) kinds;
  gho_device_check (gho_self (), device);
}

void
GOMP_target_end_data (void)
{
}

void
GOMP_target_update (int device, const void *unused, size_t mapnum, void **hostaddrs,
                    size_t *sizes, unsigned char *kinds)
{
  (void) unused, (void) mapnum, (void) hostaddrs, (void) sizes, (void) kinds;
  gho_device_check (gho_self (), device);
}

void
GOMP_target_update_ext (int device, size_t mapnum, void **hostaddrs, size_t *sizes,
                        unsigned short *kinds, unsigned flags, void **depend)
{
  struct gho_thread *self = gho_self ();
  (void) mapnum, (void) hostaddrs, (void) sizes, (void) kinds;
  gho_device_check (self, device);
  gho_device_data (self, (flags & FLAG_NOWAIT) != 0, depend);
}

void
GOMP_target_enter_exit_data (int device, size_t mapnum, void **hostaddrs, size_t *sizes,
                             unsigned short *kinds, unsigned flags, void **depend)
{
  GOMP_target_update_ext (device, mapnum, hostaddrs, sizes, kinds, flags, depend);
}

/* Old compilers: the body follows once, as the only team. */
void
GOMP_teams (unsigned num_teams, unsigned limit)
{
  (void) num_teams;
  gho_device_team (gho_self (), 1, limit, true);
}

bool
GOMP_teams4 (unsigned num_teams_lower, unsigned num_teams_upper, unsigned limit, bool first)
{
  (void) num_teams_lower;
  return gho_device_team (gho_self (), num_teams_upper, limit, first);
}

void *
GOMP_target_map_indirect_ptr (void *pointer)
{
  return pointer;
}

/* Images for devices have nowhere to go. */
void
GOMP_offload_register (const void *host_table, int target_type, const void *target_data)
{
  (void) host_table, (void) target_type, (void) target_data;
}

void
GOMP_offload_register_ver (unsigned version, const void *host_table, int target_type,
                           const void *target_data)
{
  (void) version, (void) host_table, (void) target_type, (void) target_data;
}

void
GOMP_offload_unregister (const void *host_table, int target_type, const void *target_data)
{
  (void) host_table, (void) target_type, (void) target_data;
}

void
GOMP_offload_unregister_ver (unsigned version, const void *host_table, int target_type,
                             const void *target_data)
{
  (void) version, (void) host_table, (void) target_type, (void) target_data;
}
