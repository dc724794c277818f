#ifndef CEMBEDDEDFILES_H
#define CEMBEDDEDFILES_H

#include <stddef.h>

/// The text of a file that is built into the program, in UTF-8, with a zero at its end; NULL where
/// there is no file of this name.
const unsigned char *_Nullable cembeddedfiles_text(const char *_Nonnull name);

/// A file of a module that embeds its own.
struct cembeddedfiles_file {
  const char *_Nonnull name;
  const unsigned char *_Nonnull text;
};

/// The text of the file of this name; NULL where there is none.
const unsigned char *_Nullable cembeddedfiles_find(
    const struct cembeddedfiles_file *_Nonnull files, size_t count, const char *_Nonnull name);

#endif
