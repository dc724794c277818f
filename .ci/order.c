// Tells the thread sanitizer what Swift's libraries order, which are not built with it. `sanitize`
// preloads it, also into programs without the sanitizer.
//
// - `Mutex`: where nobody waits, its code is a part of whoever calls it, and the sanitizer sees it;
//   where somebody does, it is a part of the library.
// - A continuation that is resumed before its task waits for it: the library tells that it is
//   resumed, and that a task goes on, but not that this one goes on at once.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define ASYNC __attribute__((swiftasynccall))
#define SELF __attribute__((swift_context)) void *self

__attribute__((weak)) void __tsan_acquire(void *place);
__attribute__((weak)) void __tsan_release(void *place);

#define HANDLE "$s15Synchronization12_MutexHandleV"
#define LOCK HANDLE "9_lockSlowyys6UInt32VF"
#define UNLOCK HANDLE "11_unlockSlowyyF"
#define TRY_LOCK HANDLE "12_tryLockSlowSbyF"

SWIFT void lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT void unlock(SELF) __asm__(UNLOCK);
SWIFT bool try_lock(SELF) __asm__(TRY_LOCK);

__attribute__((weak)) SWIFT void *swift_task_getCurrent(void);
ASYNC void swift_continuation_await(void *continuation);

static SWIFT void (*own_lock)(uint32_t thread, SELF);
static SWIFT void (*own_unlock)(SELF);
static SWIFT bool (*own_try_lock)(SELF);
static ASYNC void (*own_await)(void *continuation);

__attribute__((constructor)) static void find(void) {
  *(void **)&own_lock = dlsym(RTLD_NEXT, LOCK);
  *(void **)&own_unlock = dlsym(RTLD_NEXT, UNLOCK);
  *(void **)&own_try_lock = dlsym(RTLD_NEXT, TRY_LOCK);
  *(void **)&own_await = dlsym(RTLD_NEXT, "swift_continuation_await");
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

ASYNC void swift_continuation_await(void *continuation) {
  if (__tsan_acquire) __tsan_acquire(swift_task_getCurrent());
  __attribute__((musttail)) return own_await(continuation);
}
