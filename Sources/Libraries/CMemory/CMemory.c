#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CMemory.h"

#include <stdatomic.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED
#endif
#endif

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 35) && !defined(IS_SANITIZED)

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// A program's own functions of these names come before the C library's, for all libraries too; the
// C library hands out memory under these names as well.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

// A library that is preloaded for tests may make allocations fail: Tests/Faults.
extern int rostrum_allocation_fails(void *caller) __attribute__((weak));

// For shortages before the program has set its own handler, while the loader and Swift start.
static void end_at_once(void) { _exit(71); }

static _Atomic(cmemory_end) end_program = end_at_once;
static _Atomic(int) ends_for_large;
static _Atomic(void *) reserve;
static const size_t reserve_size = 4 << 20;
static const size_t large = 1 << 20;

static int answers_for_large(void *caller) {
  static const char *names[] = {"libcairo.", "libpixman", "libpng", "libjpeg",
                                "libwebp", "liblcms2", "libisal"};
  struct dl_find_object found;
  if (_dl_find_object(caller, &found) != 0) return 0;
  const char *path = found.dlfo_link_map->l_name;
  const char *name = strrchr(path, '/');
  name = name ? name + 1 : path;
  // Our own code; the program itself has no name.
  if (!*name) return 1;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strncmp(name, names[i], strlen(names[i])) == 0) return 1;
  return strstr(name, "rostrum") != NULL;
}

// Returns only where the caller handles a failed allocation.
static void lack(size_t size, void *caller) {
  cmemory_end end = atomic_load(&end_program);
  int is_answered = size >= large && !atomic_load(&ends_for_large) && answers_for_large(caller);
  if (!end || is_answered) return;
  // One thread ends the program, with the reserved memory; the others wait. If the reserve is not
  // enough, that thread's allocation fails as usual.
  static _Thread_local int is_ending;
  if (is_ending) return;
  void *kept = atomic_exchange(&reserve, NULL);
  while (!kept && end != end_at_once && !atomic_load(&ends_for_large)) pause();
  is_ending = 1;
  __libc_free(kept);
  char text[96];
  int count = snprintf(
      text, sizeof text, "error: the system gives no memory: %zu KiB more are needed\n",
      size / 1024 + 1);
  if (count > 0 && write(STDERR_FILENO, text, (size_t)count) < 0) errno = 0;
  end();
}

#define FAILS() (rostrum_allocation_fails && rostrum_allocation_fails(__builtin_return_address(0)))

static void *checked(void *memory, size_t size, void *caller) {
  if (memory || size == 0) return memory;
  lack(size, caller);
  errno = ENOMEM;
  return NULL;
}

#define CHECKED(call, size) checked(FAILS() ? NULL : (call), size, __builtin_return_address(0))

void *malloc(size_t size) { return CHECKED(__libc_malloc(size), size); }

void *calloc(size_t count, size_t size) {
  size_t whole;
  if (__builtin_mul_overflow(count, size, &whole)) whole = SIZE_MAX;
  return CHECKED(__libc_calloc(count, size), whole);
}

void *realloc(void *old, size_t size) { return CHECKED(__libc_realloc(old, size), size); }

void *memalign(size_t alignment, size_t size) {
  return CHECKED(__libc_memalign(alignment, size), size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return CHECKED(__libc_memalign(alignment, size), size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
    return EINVAL;
  int before = errno;
  void *memory = CHECKED(__libc_memalign(alignment, size), size);
  errno = before;
  if (!memory) return ENOMEM;
  *result = memory;
  return 0;
}

void cmemory_end_when_short(cmemory_end end) {
  atomic_store(&reserve, __libc_malloc(reserve_size));
  atomic_store(&end_program, end);
}

void cmemory_end_whenever_short(cmemory_end end) {
  atomic_store(&ends_for_large, 1);
  atomic_store(&end_program, end);
}

#else

void cmemory_end_when_short(cmemory_end end) { (void)end; }

void cmemory_end_whenever_short(cmemory_end end) { (void)end; }

#endif
