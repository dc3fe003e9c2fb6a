#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "core/places.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/mem.h"
#include "base/park.h"
#include "core/team.h"

/* affinity-format-var; NULL: the default. Under lock. */
static struct gho_mutex lock;
static char *format_var;
static const char format_default[] = "level %L thread %i affinity %A";

void
gho_affinity_format_set (const char *format, size_t length)
{
  char *copy = gho_alloc (length + 1), *old;
  memcpy (copy, format, length);
  copy[length] = '\0';
  gho_mutex_lock (&lock);
  old = format_var;
  format_var = copy;
  gho_mutex_unlock (&lock);
  gho_free (old);
}

size_t
gho_affinity_format_get (char *buffer, size_t size)
{
  gho_mutex_lock (&lock);
  const char *format = format_var != NULL ? format_var : format_default;
  size_t length = strlen (format);
  if (size > 0)
    {
      size_t n = length < size ? length : size - 1;
      memcpy (buffer, format, n);
      buffer[n] = '\0';
    }
  gho_mutex_unlock (&lock);
  return length;
}

void
gho_place_ensure (struct gho_thread *self)
{
  if (self->place >= 0 || gho_places_count () == 0 || gho_icv (self)->bind == GHO_BIND_FALSE)
    return;
  self->place = self->part_first;
  gho_place_bind_self (self->place);
}

/* Output that counts what does not fit. */
struct out {
  char *buffer;
  size_t size, length;
};

static void
put (struct out *out, const char *text, size_t n)
{
  if (out->length < out->size)
    {
      size_t space = out->size - out->length;
      memcpy (out->buffer + out->length, text, n < space ? n : space);
    }
  out->length += n;
}

static void
fill (struct out *out, char c, size_t n)
{
  while (n-- > 0)
    put (out, &c, 1);
}

struct field {
  bool zeros, right;
  size_t width;
};

/* digits: where zeros may be filled in behind a sign or 0x; -1: text, filled with blanks. */
static void
put_field (struct out *out, const struct field *field, const char *text, int digits)
{
  size_t n = strlen (text), missing = n < field->width ? field->width - n : 0;
  if (missing > 0 && field->zeros && digits >= 0)
    {
      put (out, text, (size_t) digits);
      fill (out, '0', missing);
      put (out, text + digits, n - (size_t) digits);
      return;
    }
  if (field->right || field->zeros)
    fill (out, ' ', missing);
  put (out, text, n);
  if (!field->right && !field->zeros)
    fill (out, ' ', missing);
}

static void
put_int (struct out *out, const struct field *field, long value)
{
  char text[32];
  snprintf (text, sizeof text, "%ld", value);
  put_field (out, field, text, value < 0);
}

static void
put_affinity (struct out *out, const struct field *field)
{
  int *ids, n = gho_cpus_of_self (&ids);
  char *text = gho_cpu_list_text (ids, n);
  put_field (out, field, text, -1);
  gho_free (text);
  gho_free (ids);
}

static void
put_value (struct out *out, const struct field *field, char name, const struct gho_thread *self)
{
  char text[256];
  const struct gho_team *team = self->team;
  switch (name)
    {
    case 't':
      put_int (out, field, self->team_num);
      break;
    case 'T':
      put_int (out, field, self->num_teams);
      break;
    case 'L':
      put_int (out, field, team->level);
      break;
    case 'n':
      put_int (out, field, self->num);
      break;
    case 'N':
      put_int (out, field, team->nthreads);
      break;
    case 'a':
      put_int (out, field, team->parent != NULL ? (long) team->parent_member->num : -1);
      break;
    case 'H':
      if (gethostname (text, sizeof text) != 0)
        strcpy (text, "localhost");
      text[sizeof text - 1] = '\0';
      put_field (out, field, text, -1);
      break;
    case 'P':
      put_int (out, field, getpid ());
      break;
    case 'i':
      snprintf (text, sizeof text, "0x%lx", (unsigned long) pthread_self ());
      put_field (out, field, text, 2);
      break;
    case 'A':
      put_affinity (out, field);
      break;
    }
}

static char
long_name (const char *name, size_t n)
{
  static const struct {
    const char *name;
    char letter;
  } names[] = { { "team_num", 't' },        { "num_teams", 'T' },  { "nesting_level", 'L' },
                { "thread_num", 'n' },      { "num_threads", 'N' }, { "ancestor_tnum", 'a' },
                { "host", 'H' },            { "process_id", 'P' }, { "native_thread_id", 'i' },
                { "thread_affinity", 'A' } };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strlen (names[i].name) == n && memcmp (names[i].name, name, n) == 0)
      return names[i].letter;
  return 0;
}

/* The field behind a '%': returns its end, NULL if there is none. *letter 0: not a known one. */
static const char *
read_field (const char *at, struct field *field, char *letter)
{
  *field = (struct field) { false, false, 0 };
  *letter = 0;
  if (*at == '0')
    {
      /* without the dot not a format of the specification; the size is clear all the same */
      at++;
      field->zeros = *at == '.';
      if (*at != '.' && (*at < '1' || *at > '9'))
        return NULL;
    }
  if (*at == '.')
    {
      field->right = true;
      at++;
      if (*at < '1' || *at > '9')
        return NULL;
    }
  for (; *at >= '0' && *at <= '9'; at++)
    if (field->width < 100000)
      field->width = field->width * 10 + (size_t) (*at - '0');
  if (*at == '{')
    {
      const char *end = strchr (at, '}');
      if (end == NULL)
        return NULL;
      *letter = long_name (at + 1, (size_t) (end - at - 1));
      return end + 1;
    }
  if (*at == '\0')
    return NULL;
  if (strchr ("tTLnNaHPiA", *at) != NULL)
    *letter = *at;
  return at + 1;
}

static size_t
expand (char *buffer, size_t size, const char *format)
{
  struct gho_thread *self = gho_self ();
  struct out out = { buffer, size, 0 };
  while (*format != '\0')
    {
      struct field field;
      char letter;
      size_t plain = strcspn (format, "%");
      put (&out, format, plain);
      format += plain;
      if (*format == '\0')
        break;
      if (format[1] == '%')
        {
          put (&out, "%", 1);
          format += 2;
          continue;
        }
      const char *end = read_field (format + 1, &field, &letter);
      if (letter != 0)
        put_value (&out, &field, letter, self);
      else
        {
          /* not a field of the specification: shown as it is written */
          end = end != NULL ? end : format + 1;
          put (&out, format, (size_t) (end - format));
        }
      format = end;
    }
  if (size > 0)
    buffer[out.length < size ? out.length : size - 1] = '\0';
  return out.length;
}

size_t
gho_affinity_capture (char *buffer, size_t size, const char *format)
{
  int saved = errno;
  char *own = NULL;
  gho_place_ensure (gho_self ());
  if (format == NULL || *format == '\0')
    {
      size_t length = gho_affinity_format_get (NULL, 0);
      for (;;)
        {
          own = gho_realloc (own, length + 1);
          size_t now = gho_affinity_format_get (own, length + 1);
          if (now <= length)
            break;
          length = now; /* another thread has set a longer one */
        }
      format = own;
    }
  size_t length = expand (buffer, size, format);
  gho_free (own);
  errno = saved;
  return length;
}

void
gho_affinity_display (const char *format, bool to_stderr)
{
  char line[512], *text = line;
  size_t length = gho_affinity_capture (line, sizeof line - 1, format);
  if (length >= sizeof line - 1)
    {
      text = gho_alloc (length + 2);
      size_t now = gho_affinity_capture (text, length + 1, format);
      length = now < length ? now : length;
    }
  text[length] = '\n';
  text[length + 1] = '\0';
  fputs (text, to_stderr ? stderr : stdout);
  if (text != line)
    gho_free (text);
}

/* Size and places of the whole team: when one member's place changes, all are shown (5.2, 21.2.4).
 * FNV-1a; two teams with the same value would only cost a line. */
static uint64_t
shape_of (const struct gho_team *team)
{
  uint64_t hash = 14695981039346656037u;
  for (uint32_t i = 0; i < team->nthreads; i++)
    hash = (hash ^ (uint32_t) (team->bound ? team->members[i].place + 2 : 1)) * 1099511628211u;
  return hash;
}

void
gho_affinity_announce (struct gho_thread *self)
{
  const struct gho_team *team = self->team;
  uint32_t level = team->level < GHO_SHOWN_LEVELS ? team->level : GHO_SHOWN_LEVELS - 1;
  uint64_t state = shape_of (team) ^ (uint64_t) self->num << 48 ^ (uint64_t) (self->place + 2);
  if (self->affinity_shown[level] == state)
    return;
  self->affinity_shown[level] = state;
  gho_affinity_display (NULL, true);
}
