#include "CEmbeddedFiles.h"

#include <string.h>

const unsigned char *cembeddedfiles_find(
    const struct cembeddedfiles_file *files, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(files[i].name, name) == 0) return files[i].text;
  }
  return NULL;
}
