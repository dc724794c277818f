#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>

/// Ends the program in order, after the message: it removes half-written files.
typedef void (*cmemory_end)(void);

/// From now on an allocation that the system refuses ends the program with a sentence on the
/// standard error output and `end`, which does not return. Without this, Swift, GLib, Rust and
/// Fontconfig crash, or continue with incomplete results. Large requests (1 MiB and more, whose
/// size depends on the scene or a file) from a library that handles the failure still return NULL.
///
/// Where the C library is not glibc, nothing changes.
void cmemory_end_when_short(cmemory_end end);

/// The same without exceptions: every failed allocation ends the process. For a process that can be
/// started again.
void cmemory_end_whenever_short(cmemory_end end);

#endif
