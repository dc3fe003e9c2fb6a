#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "base/symbol.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The name in the symbol table of a file that is mapped at base; NULL: there is none. */
static const char *
look_up (const char *data, size_t size, const char *base, const char *address)
{
  const ElfW (Ehdr) *file = (const void *) data;
  if (size < sizeof *file || memcmp (file->e_ident, ELFMAG, SELFMAG) != 0
      || file->e_shoff + (size_t) file->e_shnum * sizeof (ElfW (Shdr)) > size)
    return NULL;
  uintptr_t at = (uintptr_t) address - (file->e_type == ET_EXEC ? 0 : (uintptr_t) base);
  const ElfW (Shdr) *sections = (const void *) (data + file->e_shoff);
  for (size_t i = 0; i < file->e_shnum; i++)
    {
      const ElfW (Shdr) *table = &sections[i];
      if (table->sh_type != SHT_SYMTAB || table->sh_link >= file->e_shnum || table->sh_offset + table->sh_size > size)
        continue;
      const ElfW (Shdr) *strings = &sections[table->sh_link];
      const ElfW (Sym) *symbols = (const void *) (data + table->sh_offset);
      for (size_t n = table->sh_size / sizeof *symbols; n-- > 0;)
        if (at - symbols[n].st_value < symbols[n].st_size + (symbols[n].st_size == 0)
            && (symbols[n].st_info & 15) == STT_FUNC && strings->sh_offset + symbols[n].st_name < size)
          return data + strings->sh_offset + symbols[n].st_name;
    }
  return NULL;
}

void
gho_symbol_name (const void *address, char *text, size_t size)
{
  Dl_info info;
  if (dladdr (address, &info) == 0 || info.dli_fname == NULL)
    {
      snprintf (text, size, "%p", address);
      return;
    }
  const char *slash = strrchr (info.dli_fname, '/'), *short_name = slash != NULL ? slash + 1 : info.dli_fname;
  snprintf (text, size, "%s+%#zx", short_name, (size_t) ((const char *) address - (const char *) info.dli_fbase));
  struct stat status;
  int file = open (info.dli_fname, O_RDONLY | O_CLOEXEC);
  if (file < 0) /* the program's own name may be one without a folder */
    file = open ("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file >= 0 && fstat (file, &status) == 0 && status.st_size > 0)
    {
      size_t length = (size_t) status.st_size;
      char *data = mmap (NULL, length, PROT_READ, MAP_PRIVATE, file, 0);
      if (data != MAP_FAILED)
        {
          const char *name = look_up (data, length, info.dli_fbase, address);
          if (name != NULL)
            snprintf (text, size, "%s", name);
          else if (info.dli_saddr == address)
            snprintf (text, size, "%s", info.dli_sname);
          munmap (data, length);
        }
    }
  if (file >= 0)
    close (file);
}
