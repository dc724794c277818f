#pragma once
#include <chipmunk/chipmunk.h>
#include <stdio.h>
#include <unistd.h>

#if defined(__linux__)
#include <stdio_ext.h>
#endif

// The first space that a debug build of Chipmunk makes (Debian's is one) prints two lines with C's
// printf, which cannot be switched off. So the space is made while C's stdout is locked, empty and
// fully buffered, and the lines are dropped from the buffer before another thread can print. The
// descriptor itself is not redirected: other threads lose no output, and a program started
// meanwhile inherits the right one.
static inline void chipmunk_drop_greeting(void) {
  flockfile(stdout);
  fflush(stdout);
#if defined(__linux__)
  int ends_at_lines = __fbufsize(stdout) > 0 ? __flbf(stdout) : isatty(STDOUT_FILENO);
#else
  int ends_at_lines = isatty(STDOUT_FILENO);
#endif
  setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
  // Seeks to the same place, which makes the stream discard and set up its buffer again in the
  // present mode.
  fseek(stdout, 0, SEEK_CUR);
  cpSpaceFree(cpSpaceNew());
#if defined(__linux__)
  __fpurge(stdout);
#else
  fpurge(stdout);
#endif
  if (ends_at_lines) setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  fseek(stdout, 0, SEEK_CUR);
  funlockfile(stdout);
}
