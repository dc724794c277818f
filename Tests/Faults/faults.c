// Makes one call fail: the one with that number among the system calls of one kind. Loaded into
// `rostrum` only, by LD_PRELOAD; torture.py describes its use.
//
//   FAULT_KIND    open, write, read, fsync, rename, link, unlink, mkdir, spawn, pipe
//   FAULT_AT      the number of the call that fails, from 1; 0 for none
//   FAULT_COUNT   a file that gets the callers of all calls of the kind, eight bytes each: the
//                 library's number and the place in it
//   FAULT_SHORT   writes half of it first, as a disk does that fills up: the write fails after
//   FAULT_SIGNAL  the number of a signal that the program gets instead, before the call

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static const char *kinds[] = {"open", "write",  "read",  "fsync", "rename",
                              "link", "unlink", "mkdir", "spawn", "pipe"};
enum kind { OPEN, WRITE, READ, FSYNC, RENAME, LINK, UNLINK, MKDIR, SPAWN, PIPE, KINDS };

static int chosen = -1;
static long wanted;
static int is_short, signal_number;
static int log_descriptor = -1;
static atomic_long calls;

// The caller as one number: a sum over its library's name above, the place in the library below.
static uint64_t place_of(void *caller) {
  struct dl_find_object found;
  if (_dl_find_object(caller, &found) != 0) return 0;
  uint32_t sum = 5381;
  for (const char *at = found.dlfo_link_map->l_name; *at; at++) sum = sum * 33 + (unsigned char)*at;
  return (uint64_t)(sum & 0xFFFFFFu) << 40 | (uint64_t)((char *)caller - (char *)found.dlfo_map_start);
}

static int fails(enum kind kind, void *caller) {
  if (chosen != (int)kind) return 0;
  uint64_t place = place_of(caller);
  long number = atomic_fetch_add(&calls, 1) + 1;
  if (log_descriptor >= 0) syscall(SYS_write, log_descriptor, &place, sizeof place);
  if (number != wanted || !signal_number) return number == wanted;
  syscall(SYS_kill, getpid(), signal_number);
  // Time to act upon it, before the call is done all the same.
  struct timespec time = {0, 30000000};
  syscall(SYS_nanosleep, &time, NULL);
  return 0;
}

#define FAILS(kind) fails(kind, __builtin_return_address(0))

__attribute__((constructor)) static void begin(void) {
  const char *kind = getenv("FAULT_KIND"), *at = getenv("FAULT_AT"), *log = getenv("FAULT_COUNT");
  // Programs that Rostrum starts are left alone.
  if (!kind || strcmp(program_invocation_short_name, "rostrum") != 0) return;
  wanted = at ? atol(at) : 0;
  is_short = getenv("FAULT_SHORT") != NULL;
  signal_number = getenv("FAULT_SIGNAL") ? atoi(getenv("FAULT_SIGNAL")) : 0;
  if (log) log_descriptor = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  for (int i = 0; i < KINDS; i++)
    if (strcmp(kind, kinds[i]) == 0) chosen = i;
}

#define NEXT(name) \
  static __typeof__(&name) next_##name; \
  if (!next_##name) next_##name = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

// MARK: Files

static int open_file(int folder, const char *path, int flags, mode_t mode) {
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}

#define OPENED(folder) \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { \
    va_list list; \
    va_start(list, flags); \
    mode = va_arg(list, mode_t); \
    va_end(list); \
  } \
  if (FAILS(OPEN)) return errno = EMFILE, -1; \
  return open_file(folder, path, flags, mode)

int open(const char *path, int flags, ...) { OPENED(AT_FDCWD); }
int open64(const char *path, int flags, ...) { OPENED(AT_FDCWD); }
int openat(int folder, const char *path, int flags, ...) { OPENED(folder); }
int openat64(int folder, const char *path, int flags, ...) { OPENED(folder); }

FILE *fopen(const char *path, const char *mode) {
  NEXT(fopen);
  if (FAILS(OPEN)) return errno = EMFILE, NULL;
  return next_fopen(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
  NEXT(fopen64);
  if (FAILS(OPEN)) return errno = EMFILE, NULL;
  return next_fopen64(path, mode);
}

DIR *opendir(const char *path) {
  NEXT(opendir);
  if (FAILS(OPEN)) return errno = EMFILE, NULL;
  return next_opendir(path);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  static atomic_int is_full;
  // Writes to standard error always work, for the message; a disk that was full stays so for this
  // descriptor.
  if (descriptor != 2 && FAILS(WRITE)) {
    if (!is_short || count < 2) return errno = ENOSPC, -1;
    atomic_store(&is_full, descriptor);
    return syscall(SYS_write, descriptor, bytes, count / 2);
  }
  if (chosen == WRITE && is_short && descriptor == atomic_load(&is_full) && descriptor > 2) {
    atomic_store(&is_full, 0);
    return errno = ENOSPC, -1;
  }
  return syscall(SYS_write, descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t at) {
  if (FAILS(WRITE)) return errno = ENOSPC, -1;
  return syscall(SYS_pwrite64, descriptor, bytes, count, at);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t at) {
  if (FAILS(WRITE)) return errno = ENOSPC, -1;
  return syscall(SYS_pwrite64, descriptor, bytes, count, at);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  if (descriptor != 2 && FAILS(WRITE)) return errno = ENOSPC, -1;
  return syscall(SYS_writev, descriptor, parts, count);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  if (FAILS(READ)) return errno = EIO, -1;
  return syscall(SYS_read, descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t at) {
  if (FAILS(READ)) return errno = EIO, -1;
  return syscall(SYS_pread64, descriptor, bytes, count, at);
}

int fsync(int descriptor) {
  if (FAILS(FSYNC)) return errno = EIO, -1;
  return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
  if (FAILS(FSYNC)) return errno = EIO, -1;
  return (int)syscall(SYS_fdatasync, descriptor);
}

int rename(const char *old, const char *new) {
  if (FAILS(RENAME)) return errno = EIO, -1;
  return (int)syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0);
}

int link(const char *old, const char *new) {
  if (FAILS(LINK)) return errno = EPERM, -1;
  return (int)syscall(SYS_linkat, AT_FDCWD, old, AT_FDCWD, new, 0);
}

int unlink(const char *path) {
  if (FAILS(UNLINK)) return errno = EIO, -1;
  return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int mkdir(const char *path, mode_t mode) {
  if (FAILS(MKDIR)) return errno = ENOSPC, -1;
  return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

// MARK: Programs and pipes

int posix_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment) {
  NEXT(posix_spawn);
  if (FAILS(SPAWN)) return EAGAIN;
  return next_posix_spawn(process, path, actions, attributes, arguments, environment);
}

pid_t fork(void) {
  NEXT(fork);
  if (FAILS(SPAWN)) return errno = EAGAIN, -1;
  return next_fork();
}

int pipe2(int ends[2], int flags) {
  if (FAILS(PIPE)) return errno = EMFILE, -1;
  return (int)syscall(SYS_pipe2, ends, flags);
}
