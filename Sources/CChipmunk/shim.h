#pragma once
#include <chipmunk/chipmunk.h>
#include <stdio.h>
#include <unistd.h>

#if defined(__linux__)
#include <stdio_ext.h>
#endif

// The first space that a debug build of Chipmunk makes (Debian's is one) prints two lines with C's
// printf, and nothing can tell it not to. They go into the buffer of C's standard output. So a
// space is made while that stream is locked, empty and does not write at ends of lines, and the
// lines are dropped from the buffer before anybody else can print. The descriptor stays as it is:
// no other thread's text is lost, and a program that is started meanwhile inherits what it should.
static inline void chipmunk_drop_greeting(void) {
  flockfile(stdout);
  fflush(stdout);
#if defined(__linux__)
  int ends_at_lines = __fbufsize(stdout) > 0 ? __flbf(stdout) : isatty(STDOUT_FILENO);
#else
  int ends_at_lines = isatty(STDOUT_FILENO);
#endif
  setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
  // Moves nowhere, but makes the stream begin its buffer anew, in the mode that it has now.
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
