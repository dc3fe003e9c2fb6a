#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "core/places.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/log.h"
#include "base/mem.h"
#include "core/icv.h"

#define CPU_MOST 65536 /* larger numbers in a list are taken for mistakes */
#define PLACES_MOST 65536

struct place {
  int n;
  int *ids; /* ascending */
};

/* Written once, by gho_env_init. */
static struct place *places;
static int n_places, room;
static int *allowed; /* CPUs in the affinity mask, ascending */
static int n_allowed;

/* ---- sets of CPUs ---- */

static int
compare_ints (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  return (x > y) - (x < y);
}

static bool
in_set (const int *ids, int n, int id)
{
  return n > 0 && bsearch (&id, ids, (size_t) n, sizeof *ids, compare_ints) != NULL;
}

int
gho_cpus_of_self (int **ids)
{
  int saved = errno;
  *ids = NULL;
  for (int cpus = 1024; cpus <= CPU_MOST * 16; cpus *= 2)
    {
      cpu_set_t *set = CPU_ALLOC ((size_t) cpus);
      size_t bytes = CPU_ALLOC_SIZE ((size_t) cpus);
      if (set == NULL)
        break;
      CPU_ZERO_S (bytes, set);
      if (sched_getaffinity (0, bytes, set) == 0)
        {
          int n = 0;
          *ids = gho_alloc (sizeof **ids * (size_t) (CPU_COUNT_S (bytes, set) + 1));
          for (int id = 0; id < cpus; id++)
            if (CPU_ISSET_S ((size_t) id, bytes, set))
              (*ids)[n++] = id;
          CPU_FREE (set);
          errno = saved;
          return n;
        }
      CPU_FREE (set);
      if (errno != EINVAL) /* EINVAL: the kernel's masks are larger */
        break;
    }
  errno = saved;
  return 0;
}

int
gho_places_start (void)
{
  gho_free (allowed);
  n_allowed = gho_cpus_of_self (&allowed);
  if (n_allowed > 0)
    return n_allowed;
  long online = sysconf (_SC_NPROCESSORS_ONLN);
  n_allowed = online < 1 ? 1 : online > CPU_MOST ? CPU_MOST : (int) online;
  gho_free (allowed);
  allowed = gho_alloc (sizeof *allowed * (size_t) n_allowed);
  for (int id = 0; id < n_allowed; id++)
    allowed[id] = id;
  return n_allowed;
}

int
gho_places_allowed (const int **ids)
{
  *ids = allowed;
  return n_allowed;
}

/* ---- the list ---- */

static void
clear_places (void)
{
  for (int i = 0; i < n_places; i++)
    gho_free (places[i].ids);
  n_places = 0;
}

/* Takes ids over. */
static void
add_place (int *ids, int n)
{
  if (n_places == room)
    {
      room = room == 0 ? 16 : room * 2;
      places = gho_realloc (places, sizeof *places * (size_t) room);
    }
  places[n_places++] = (struct place) { n, ids };
}

static void
add_single (int id)
{
  int *ids = gho_alloc (sizeof *ids);
  *ids = id;
  add_place (ids, 1);
}

/* ---- explicit lists ---- */

static void
blanks (const char **at)
{
  while (isspace ((unsigned char) **at))
    ++*at;
}

static bool
eat (const char **at, char c)
{
  blanks (at);
  if (**at != c)
    return false;
  ++*at;
  blanks (at);
  return true;
}

static bool
number (const char **at, bool sign, long *value)
{
  bool negative = false;
  blanks (at);
  if (sign && (**at == '-' || **at == '+'))
    negative = *(*at)++ == '-';
  if (**at < '0' || **at > '9')
    return false;
  *value = 0;
  for (; **at >= '0' && **at <= '9'; ++*at)
    {
      *value = *value * 10 + (**at - '0');
      if (*value > CPU_MOST)
        return false;
    }
  if (negative)
    *value = -*value;
  blanks (at);
  return true;
}

/* ":length[:stride]", both 1 when not there. */
static bool
interval (const char **at, long *length, long *stride)
{
  *length = *stride = 1;
  if (!eat (at, ':'))
    return true;
  if (!number (at, false, length) || *length == 0)
    return false;
  return !eat (at, ':') || number (at, true, stride);
}

/* A place as a map of flags while it is read. */
struct map {
  unsigned char cpu[CPU_MOST];
};

static bool
read_place (const char **at, struct map *map)
{
  long id, length, stride;
  memset (map, 0, sizeof *map);
  if (!eat (at, '{'))
    {
      if (!number (at, false, &id) || id >= CPU_MOST)
        return false;
      map->cpu[id] = 1;
      return true;
    }
  do
    {
      bool exclude = eat (at, '!');
      if (!number (at, false, &id))
        return false;
      if (!interval (at, &length, &stride))
        return false;
      for (long i = 0; i < length; i++, id += stride)
        {
          if (id < 0 || id >= CPU_MOST)
            return false;
          map->cpu[id] = !exclude;
        }
    }
  while (eat (at, ','));
  return eat (at, '}');
}

/* The map moved by offset, less what this process may not use. */
static int
usable (const struct map *map, long offset, int **ids)
{
  int n = 0;
  *ids = gho_alloc (sizeof **ids * (size_t) n_allowed);
  for (int i = 0; i < n_allowed; i++)
    {
      long id = allowed[i] - offset;
      if (id >= 0 && id < CPU_MOST && map->cpu[id])
        (*ids)[n++] = allowed[i];
    }
  return n;
}

static bool
remove_place (const int *ids, int n)
{
  int kept = 0;
  bool found = false;
  for (int i = 0; i < n_places; i++)
    {
      if (places[i].n == n && memcmp (places[i].ids, ids, sizeof *ids * (size_t) n) == 0)
        {
          gho_free (places[i].ids);
          found = true;
        }
      else
        places[kept++] = places[i];
    }
  n_places = kept;
  return found;
}

static bool
read_explicit (const char *text, struct map *map)
{
  const char *at = text;
  long dropped = 0;
  do
    {
      long length, stride;
      bool exclude = eat (&at, '!');
      if (!read_place (&at, map) || !interval (&at, &length, &stride)
          || n_places + length > PLACES_MOST || memchr (map, 1, sizeof *map) == NULL)
        return false;
      for (long i = 0; i < length; i++)
        {
          int *ids, n = usable (map, i * stride, &ids);
          if (exclude)
            {
              bool found = n > 0 && remove_place (ids, n);
              gho_free (ids);
              if (n > 0 && !found)
                return false;
            }
          else if (n == 0)
            {
              gho_free (ids);
              dropped++;
            }
          else
            add_place (ids, n);
        }
    }
  while (eat (&at, ','));
  blanks (&at);
  if (*at != '\0' || n_places == 0)
    return false;
  if (dropped > 0)
    gho_warn ("OMP_PLACES \"%s\": %ld places without a usable CPU are left out", text, dropped);
  return true;
}

/* ---- topology ---- */

/* A list such as "0-3,8" in a file of /sys. False: not there. */
static bool
read_list (const char *path, struct map *map)
{
  char text[4096];
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  ssize_t got = read (fd, text, sizeof text - 1);
  close (fd);
  if (got <= 0)
    return false;
  text[got] = '\0';
  memset (map, 0, sizeof *map);
  const char *at = text;
  do
    {
      long first, last;
      if (!number (&at, false, &first))
        return false;
      last = first;
      if (eat (&at, '-') && !number (&at, false, &last))
        return false;
      for (long id = first; id <= last && id < CPU_MOST; id++)
        map->cpu[id] = 1;
    }
  while (eat (&at, ','));
  return true;
}

enum level { LEVEL_THREADS, LEVEL_CORES, LEVEL_SOCKETS, LEVEL_CACHES, LEVEL_NUMA };

/* The CPUs that share the thing of this level with cpu. */
static bool
siblings (enum level level, int cpu, struct map *map)
{
  static const char base[] = "/sys/devices/system/cpu/cpu";
  char path[160];
  switch (level)
    {
    case LEVEL_THREADS:
      return false;
    case LEVEL_CORES:
      snprintf (path, sizeof path, "%s%d/topology/thread_siblings_list", base, cpu);
      if (read_list (path, map))
        return true;
      snprintf (path, sizeof path, "%s%d/topology/core_cpus_list", base, cpu);
      return read_list (path, map);
    case LEVEL_SOCKETS:
      snprintf (path, sizeof path, "%s%d/topology/package_cpus_list", base, cpu);
      if (read_list (path, map))
        return true;
      snprintf (path, sizeof path, "%s%d/topology/core_siblings_list", base, cpu);
      return read_list (path, map);
    case LEVEL_CACHES:
      for (int index = 9; index >= 0; index--)
        {
          snprintf (path, sizeof path, "%s%d/cache/index%d/shared_cpu_list", base, cpu, index);
          if (read_list (path, map))
            return true;
        }
      return false;
    case LEVEL_NUMA:
      if (!read_list ("/sys/devices/system/node/online", map))
        return false;
      for (int node = 0; node < 1024; node++)
        {
          if (!map->cpu[node])
            continue;
          struct map *cpus = gho_alloc (sizeof *cpus);
          snprintf (path, sizeof path, "/sys/devices/system/node/node%d/cpulist", node);
          bool here = read_list (path, cpus) && cpu < CPU_MOST && cpus->cpu[cpu];
          if (here)
            memcpy (map, cpus, sizeof *map);
          gho_free (cpus);
          if (here)
            return true;
        }
      return false;
    }
  return false;
}

/* One place for each thing of the level, at most most of them. */
static void
make_places (enum level level, long most)
{
  struct map *map = gho_alloc (sizeof *map);
  unsigned char *covered = gho_zalloc ((size_t) n_allowed);
  for (int i = 0; i < n_allowed && n_places < most; i++)
    {
      if (covered[i])
        continue;
      int n = 0;
      int *ids;
      if (!siblings (level, allowed[i], map))
        {
          add_single (allowed[i]);
          continue;
        }
      if (allowed[i] < CPU_MOST)
        map->cpu[allowed[i]] = 1;
      ids = gho_alloc (sizeof *ids * (size_t) n_allowed);
      for (int j = i; j < n_allowed; j++)
        if (!covered[j] && (j == i || (allowed[j] < CPU_MOST && map->cpu[allowed[j]])))
          {
            covered[j] = 1;
            ids[n++] = allowed[j];
          }
      add_place (ids, n);
    }
  gho_free (covered);
  gho_free (map);
}

static bool
read_abstract (const char *text, bool *is_name)
{
  static const struct {
    const char *name;
    enum level level;
  } names[] = { { "threads", LEVEL_THREADS },
                { "cores", LEVEL_CORES },
                { "sockets", LEVEL_SOCKETS },
                { "ll_caches", LEVEL_CACHES },
                { "numa_domains", LEVEL_NUMA } };
  *is_name = true;
  blanks (&text);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      size_t length = strlen (names[i].name);
      long most = PLACES_MOST;
      if (strncasecmp (text, names[i].name, length) != 0)
        continue;
      text += length;
      if (eat (&text, '(') && (!number (&text, false, &most) || most == 0 || !eat (&text, ')')))
        return false;
      blanks (&text);
      if (*text != '\0')
        return false;
      make_places (names[i].level, most);
      return true;
    }
  *is_name = false;
  return false;
}

bool
gho_places_parse (const char *text)
{
  int saved = errno;
  bool is_name;
  clear_places ();
  bool good = read_abstract (text, &is_name);
  if (!is_name)
    {
      struct map *map = gho_alloc (sizeof *map);
      good = read_explicit (text, map);
      gho_free (map);
    }
  if (!good)
    clear_places ();
  errno = saved;
  return good;
}

bool
gho_places_parse_gomp (const char *text)
{
  clear_places ();
  for (const char *at = text;;)
    {
      long first, last, stride = 1;
      blanks (&at);
      while (*at == ',')
        at++;
      blanks (&at);
      if (*at == '\0')
        break;
      if (!number (&at, false, &first))
        goto bad;
      last = first;
      if (*at == '-')
        {
          at++;
          if (!number (&at, false, &last) || last < first)
            goto bad;
          if (*at == ':')
            {
              at++;
              if (!number (&at, false, &stride) || stride == 0)
                goto bad;
            }
        }
      for (long id = first; id <= last; id += stride)
        if (in_set (allowed, n_allowed, (int) id))
          add_single ((int) id);
    }
  if (n_places > 0)
    return true;
bad:
  clear_places ();
  return false;
}

void
gho_places_cores (void)
{
  int saved = errno;
  clear_places ();
  make_places (LEVEL_CORES, PLACES_MOST);
  errno = saved;
}

/* ---- what others ask ---- */

int
gho_places_count (void)
{
  return n_places;
}

int
gho_place_num_procs (int place)
{
  return place < 0 || place >= n_places ? 0 : places[place].n;
}

void
gho_place_procs (int place, int *ids)
{
  if (place >= 0 && place < n_places)
    memcpy (ids, places[place].ids, sizeof *ids * (size_t) places[place].n);
}

void
gho_place_bind_self (int place)
{
  static _Atomic uint32_t x_warned; /* rlx: one line is enough, two do no harm */
  int saved = errno;
  if (place < 0 || place >= n_places)
    return;
  const struct place *to = &places[place];
  size_t cpus = (size_t) to->ids[to->n - 1] + 1, bytes = CPU_ALLOC_SIZE (cpus);
  cpu_set_t *set = CPU_ALLOC (cpus);
  if (set == NULL)
    return;
  CPU_ZERO_S (bytes, set);
  for (int i = 0; i < to->n; i++)
    CPU_SET_S ((size_t) to->ids[i], bytes, set);
  if (sched_setaffinity (0, bytes, set) != 0 && gho_load_rlx (&x_warned) == 0)
    {
      gho_store_rlx (&x_warned, 1u);
      gho_warn ("a thread could not be bound to place %d (%s)", place, strerror (errno));
    }
  CPU_FREE (set);
  errno = saved;
}

/* Text that grows. */
struct text {
  char *at;
  size_t length, room;
};

static void
put (struct text *text, const char *format, int a, int b)
{
  if (text->room - text->length < 64)
    {
      text->room = text->room * 2 + 128;
      text->at = gho_realloc (text->at, text->room);
    }
  text->length += (size_t) snprintf (text->at + text->length, 64, format, a, b);
}

/* Runs of consecutive numbers, each written by one format or the other. */
static void
put_runs (struct text *text, const int *ids, int n, const char *single, const char *run, bool length)
{
  for (int i = 0, end; i < n; i = end)
    {
      for (end = i + 1; end < n && ids[end] == ids[end - 1] + 1;)
        end++;
      if (i > 0)
        put (text, ",", 0, 0);
      put (text, end - i == 1 ? single : run, ids[i], length ? end - i : ids[end - 1]);
    }
}

char *
gho_places_text (void)
{
  struct text text = { NULL, 0, 0 };
  put (&text, "", 0, 0);
  for (int i = 0; i < n_places; i++)
    {
      put (&text, i > 0 ? ",{" : "{", 0, 0);
      put_runs (&text, places[i].ids, places[i].n, "%d", "%d:%d", true);
      put (&text, "}", 0, 0);
    }
  return text.at;
}

char *
gho_cpu_list_text (const int *ids, int n)
{
  struct text text = { NULL, 0, 0 };
  put (&text, "", 0, 0);
  put_runs (&text, ids, n, "%d", "%d-%d", false);
  return text.at;
}

/* ---- placement of a team (5.2, 10.1.3) ---- */

/* Where block b of total things in blocks begins: the first blocks are larger by one. */
static int
block_start (int b, int total, int blocks)
{
  int rest = total % blocks;
  return b * (total / blocks) + (b < rest ? b : rest);
}

void
gho_places_assign (int policy, int n, int parent_place, int first, int len, int *place,
                   int *part_first, int *part_len)
{
  if (len < 1)
    len = 1;
  int offset = parent_place - first;
  if (offset < 0 || offset >= len)
    offset = 0;
  for (int i = 0; i < n; i++)
    {
      part_first[i] = first;
      part_len[i] = len;
    }
  if (policy == GHO_BIND_PRIMARY)
    {
      for (int i = 0; i < n; i++)
        place[i] = parent_place;
      return;
    }
  if (n > len)
    {
      /* len groups of consecutive threads, the first one on the primary's place */
      for (int group = 0; group < len; group++)
        for (int i = block_start (group, n, len); i < block_start (group + 1, n, len); i++)
          {
            place[i] = first + (offset + group) % len;
            if (policy == GHO_BIND_SPREAD)
              {
                part_first[i] = place[i];
                part_len[i] = 1;
              }
          }
      return;
    }
  if (policy != GHO_BIND_SPREAD)
    {
      for (int i = 0; i < n; i++)
        place[i] = first + (offset + i) % len;
      return;
    }
  int own = 0; /* the subpartition that holds the primary's place */
  while (block_start (own + 1, len, n) <= offset)
    own++;
  for (int i = 0; i < n; i++)
    {
      int block = (own + i) % n, start = block_start (block, len, n);
      part_first[i] = first + start;
      part_len[i] = block_start (block + 1, len, n) - start;
      place[i] = i == 0 ? first + offset : first + start;
    }
}
