#include "base/log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int gho_verbose;

void
gho_tell (const char *text, size_t length)
{
  for (size_t done = 0; done < length;)
    {
      ssize_t wrote = write (STDERR_FILENO, text + done, length - done);
      if (wrote < 0 && errno != EINTR)
        break;
      if (wrote > 0)
        done += (size_t) wrote;
    }
}

static void
say (const char *format, va_list arguments)
{
  char line[512] = "ghcomp: ";
  int saved = errno;
  int n = vsnprintf (line + 8, sizeof line - 9, format, arguments);
  size_t length = 8 + (n < 0 ? 0 : (size_t) n);
  if (length > sizeof line - 1)
    length = sizeof line - 1;
  line[length++] = '\n';
  gho_tell (line, length);
  errno = saved;
}

void
gho_warn (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  say (format, arguments);
  va_end (arguments);
}

void
gho_explain (const char *format, ...)
{
  va_list arguments;
  if (!gho_verbose)
    return;
  va_start (arguments, format);
  say (format, arguments);
  va_end (arguments);
}

_Noreturn void
gho_fatal (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  say (format, arguments);
  va_end (arguments);
  exit (EXIT_FAILURE);
}
