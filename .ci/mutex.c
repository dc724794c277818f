// Tells the thread sanitizer what Swift's `Mutex` orders. Where nobody waits, its code is a part of whoever calls it,
// and the sanitizer sees it; where somebody does, it is a part of a library that is not built with the sanitizer.
// Preloaded by `sanitize`, also into programs without it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

__attribute__((weak)) void __tsan_acquire(void *place);
__attribute__((weak)) void __tsan_release(void *place);

SWIFT void lock(uint32_t thread, SELF) __asm__("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void unlock(SELF) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
SWIFT bool try_lock(SELF) __asm__("$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");

static SWIFT void (*own_lock)(uint32_t thread, SELF);
static SWIFT void (*own_unlock)(SELF);
static SWIFT bool (*own_try_lock)(SELF);

__attribute__((constructor)) static void find(void) {
  *(void **)&own_lock = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  *(void **)&own_unlock = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  *(void **)&own_try_lock = dlsym(RTLD_NEXT, "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF");
}

SWIFT void lock(uint32_t thread, SELF) {
  own_lock(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlock(SELF) {
  if (__tsan_release) __tsan_release(self);
  own_unlock(self);
}

SWIFT bool try_lock(SELF) {
  bool locked = own_try_lock(self);
  if (locked && __tsan_acquire) __tsan_acquire(self);
  return locked;
}
