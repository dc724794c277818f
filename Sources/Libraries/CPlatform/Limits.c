#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CPlatform.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined(__linux__)
// The bound of private memory, 0 for none.
static uint64_t bound;
#endif

// The process began with the limit `own`, which is never exceeded. One thread at a time.
struct own {
  int is_known;
  rlim_t value;
};
static struct own own_time;
#if defined(__linux__)
static struct own own_memory;
#endif

static void set_soft_limit(int resource, struct own *own, uint64_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return;
  if (!own->is_known) *own = (struct own){1, limit.rlim_cur};
  limit.rlim_cur = own->value < (rlim_t)value ? own->value : (rlim_t)value;
  setrlimit(resource, &limit);
}

static void limit_time(uint64_t seconds) { set_soft_limit(RLIMIT_CPU, &own_time, seconds); }

#if defined(__linux__)
static void limit_memory(uint64_t bytes) { set_soft_limit(RLIMIT_DATA, &own_memory, bytes); }
#endif

#if defined(__linux__)

// The private memory that may be written, in bytes, as RLIMIT_DATA counts it: the sixth number of
// proc(5)'s statm, in pages. Takes no memory.
static uint64_t private_memory(void) {
  char text[256];
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  ssize_t count = file < 0 ? -1 : read(file, text, sizeof text - 1);
  if (file >= 0) close(file);
  if (count <= 0) return 64 << 20;
  text[count] = 0;
  char *place = text;
  uint64_t pages = 0;
  for (int number = 0; number < 6; number++) pages = strtoull(place, &place, 10);
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

#endif

#if defined(__linux__)
static int can_allocate(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  return memory != MAP_FAILED && munmap(memory, bytes) == 0;
}
#endif

void cplatform_limit_work(uint64_t memory, uint64_t seconds) {
  struct rusage usage;
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (getrusage(RUSAGE_SELF, &usage) == 0) {
    uint64_t used = (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + 1;
    limit_time(used + seconds);
  }
#if defined(__linux__)
  bound = private_memory() + memory;
  limit_memory(bound);
#endif
}

void cplatform_unlimit_work(void) {
  cplatform_release_heap();
  limit_time(UINT64_MAX);
#if defined(__linux__)
  bound = 0;
  limit_memory(UINT64_MAX);
#endif
}

int cplatform_was_limited(void) {
#if defined(__linux__)
  if (!bound) return 0;
  uint64_t used = private_memory();
  uint64_t left = bound > used ? bound - used : 0;
  limit_memory(UINT64_MAX);
  bound = 0;
  return left == 0 || can_allocate(left);
#else
  return 0;
#endif
}

uint64_t cplatform_peak_memory(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#if defined(__APPLE__)
  return (uint64_t)usage.ru_maxrss;
#else
  return (uint64_t)usage.ru_maxrss * 1024;
#endif
}
