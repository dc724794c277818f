#pragma once

// Functions of the C library that Swift cannot import, and functions that differ from system to
// system. Functions that return an int return 0 or the system's error number, unless noted.

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// A pipe whose ends no other program inherits, neither of them 0, 1 or 2: the end to read from,
// then the one to write to.
int cplatform_pipe(int ends[2]);

// Starts the program at `path` in a process group of its own, with this one's working folder.
// `arguments` begin with the program's name and end with null; so does `environment`, or it is null
// for this process's own. `input`, `output` and `errors` become its standard descriptors; -1 opens
// the null device. Where the system supports it, no other descriptor is inherited. No signal is
// blocked, and SIGPIPE has its default action.
int cplatform_spawn(
    pid_t *process, const char *path, char *const *arguments, char *const *environment, int input,
    int output, int errors);

// Waits until a program that was started has ended. `cplatform_forget` has to follow.
void cplatform_wait(pid_t process);

// Reaps a program that has ended. Returns its exit code, or -1 if a signal ended it; `signal` gets
// the number of that signal, or 0. Afterwards the system may reuse the process ID.
int cplatform_forget(pid_t process, int *signal);

// Kills a started program if it still runs, and waits for it. Results as for `cplatform_forget`.
int cplatform_stop(pid_t process, int *signal);

// The path that starts the running program again, also where its file has been replaced; null where
// the system does not say.
const char *cplatform_own_program(void);

// The words of the command line, the program's name first, with null at the end; null where the
// system does not say.
char *const *cplatform_arguments(void);

// The folder of the bundle that this program runs from, with links followed: PREFIX, where the
// loader PREFIX/lib/rostrum/ld-... runs it. Null for a program that the system runs.
const char *cplatform_bundle(void);

// Gives the process the name of its program, where the loader would give its own.
void cplatform_name_process(void);

// Two sockets of one connection that no other program inherits, neither of them 0, 1 or 2. Sending
// to an end whose other one is closed is an error and no signal.
int cplatform_socket_pair(int ends[2]);

// Sends or receives `count` bytes. Waits until the monotonic clock shows `deadline`, in
// nanoseconds, and then fails with ETIMEDOUT; `UINT64_MAX` means no deadline. EPIPE: the other end
// is closed.
int cplatform_send(int socket, const void *bytes, size_t count, uint64_t deadline);
int cplatform_receive(int socket, void *bytes, size_t count, uint64_t deadline);

// Waits until the other end of a socket is closed, at most `milliseconds`; -1 waits without a
// limit. Returns whether it is closed.
int cplatform_is_closed(int socket, int milliseconds);

// Runs `work` on a new thread with a stack of `stack` bytes, without waiting for it.
int cplatform_start_thread(size_t stack, void (*work)(void *context), void *context);

// How many processors this process may run on, at least 1.
int cplatform_processors(void);

// How long a file may become, in bytes: the limit of `ulimit -f`.
uint64_t cplatform_longest_file(void);

// Raises the limit of open descriptors as far as the system allows, at most to `most`.
void cplatform_raise_descriptors(long most);

// Limits this process to `memory` more bytes of private memory and `seconds` more seconds of
// processor time than it has used, after which SIGXCPU ends it. Memory is limited on Linux only.
// Core files are disabled.
void cplatform_limit_work(uint64_t memory, uint64_t seconds);

// Undoes `cplatform_limit_work`, and gives freed memory back to the system.
void cplatform_unlimit_work(void);

// After an allocation failed: whether the bound of `cplatform_limit_work` was the reason, and not
// the system. Takes that bound away.
int cplatform_was_limited(void);

// The most memory that this process has had resident, in bytes.
uint64_t cplatform_peak_memory(void);

// Makes all threads allocate from one heap, for little address space: each heap takes 64 MiB of it.
// For the beginning of a program.
void cplatform_share_heap(void);

// Keeps up to 128 MiB of freed memory in each heap, and allocates blocks of up to 32 MiB from
// heaps. Otherwise the system would clear the pages of every new picture, frame after frame, which
// takes longer than drawing some. There are as many heaps as processors: most threads wait most of
// the time, and a heap's first pages cost more than sharing one. Call it at the start of a program.
void cplatform_keep_heap(void);

// Gives freed memory back to the system where more than 16 MiB of it lie idle.
void cplatform_release_heap(void);

// Formats the number as C's `printf` does with a `format` that has one conversion of a double, with
// a point in every locale. Returns the length of the whole text; `text` gets as much as fits, and a
// null character.
int cplatform_print_number(char *text, size_t size, const char *format, double number);
