#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>

/// Ends the program in order: what it says has been said, and nothing may be left half-written.
typedef void (*cmemory_end)(void);

/// From now on an allocation that the system refuses ends the program with a sentence on the
/// standard error output and `end`, which does not return. Without this, Swift, GLib, Rust and
/// Fontconfig end it with a signal, or go on with less than they need. What is as large as a scene
/// or a file makes it (1 MiB and more), and is asked for by one of the libraries that answer for
/// it, is refused to them as ever.
///
/// Where the C library is not glibc, nothing changes.
void cmemory_end_when_short(cmemory_end end);

/// The same without exceptions: no library goes on with less than it asked for. For a process that
/// can be started again.
void cmemory_end_whenever_short(cmemory_end end);

#endif
