#ifndef CEMBEDDEDFILES_H
#define CEMBEDDEDFILES_H

#include <stddef.h>

/// A file that a module embeds by C23's `#embed`: as a list of numbers in Swift it took a tenth of
/// the build. Each module has a table of its own, so that a change builds no other module again.
struct cembeddedfiles_file {
  const char *_Nonnull name;
  const unsigned char *_Nonnull text;
};

/// The text of the file of this name; NULL where there is none.
const unsigned char *_Nullable cembeddedfiles_find(
    const struct cembeddedfiles_file *_Nonnull files, size_t count, const char *_Nonnull name);

#endif
