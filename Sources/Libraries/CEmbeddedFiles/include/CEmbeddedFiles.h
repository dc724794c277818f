#ifndef CEMBEDDEDFILES_H
#define CEMBEDDEDFILES_H

/// The text of a file that is built into the program, in UTF-8, with a zero at its end; NULL where
/// there is no file of this name.
const unsigned char *_Nullable cembeddedfiles_text(const char *_Nonnull name);

#endif
