#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/auxv.h>
#include <sys/prctl.h>
#endif

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#if defined(__APPLE__)
#include <xlocale.h>
#endif

extern char **environ;

// MARK: Pipes and pairs of sockets

static int open_pipe(int ends[2]) {
#if defined(__linux__)
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#else
  if (pipe(ends) != 0) return errno;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

static int open_pair(int ends[2]) {
#if defined(SOCK_CLOEXEC)
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return errno;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

// Moves the ends away from the standard descriptors; closes both where that fails.
static int move_ends(int ends[2]) {
  int error = 0;
  for (int end = 0; end < 2 && !error; end++) {
    if (ends[end] > 2) continue;
    int moved = fcntl(ends[end], F_DUPFD_CLOEXEC, 3);
    if (moved < 0) {
      error = errno;
      close(ends[0]);
      close(ends[1]);
    } else {
      close(ends[end]);
      ends[end] = moved;
    }
  }
  return error;
}

int cplatform_pipe(int ends[2]) {
  int error = open_pipe(ends);
  return error ? error : move_ends(ends);
}

int cplatform_socket_pair(int ends[2]) {
  int error = open_pair(ends);
#if defined(SO_NOSIGPIPE)
  for (int end = 0; end < 2 && !error; end++) {
    int yes = 1;
    setsockopt(ends[end], SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
  }
#endif
  return error ? error : move_ends(ends);
}

// MARK: Programs

static int set_descriptor(
    posix_spawn_file_actions_t *actions, int descriptor, int source, int flags) {
  return source < 0 ? posix_spawn_file_actions_addopen(actions, descriptor, "/dev/null", flags, 0)
                    : posix_spawn_file_actions_adddup2(actions, source, descriptor);
}

static int set_descriptors(
    posix_spawn_file_actions_t *actions, int input, int output, int errors) {
  int error = set_descriptor(actions, 0, input, O_RDONLY);
  if (!error) error = set_descriptor(actions, 1, output, O_WRONLY);
  if (!error) error = set_descriptor(actions, 2, errors, O_WRONLY);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
  return error;
}

static int set_attributes(posix_spawnattr_t *attributes) {
  sigset_t signals;
  sigemptyset(&signals);
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#if defined(POSIX_SPAWN_CLOEXEC_DEFAULT)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  int error = posix_spawnattr_setflags(attributes, flags);
  if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
  if (!error) error = posix_spawnattr_setsigmask(attributes, &signals);
  sigaddset(&signals, SIGPIPE);
  if (!error) error = posix_spawnattr_setsigdefault(attributes, &signals);
  return error;
}

int cplatform_spawn(
    pid_t *process, const char *path, char *const *arguments, char *const *environment, int input,
    int output, int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (!error) {
    error = set_descriptors(&actions, input, output, errors);
    if (!error) error = set_attributes(&attributes);
    if (!environment) environment = environ;
    if (!error) error = posix_spawn(process, path, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

void cplatform_wait(pid_t process) {
  siginfo_t facts;
  while (waitid(P_PID, (id_t)process, &facts, WEXITED | WNOWAIT) != 0 && errno == EINTR) continue;
}

int cplatform_forget(pid_t process, int *signal) {
  int status;
  *signal = 0;
  pid_t found;
  do found = waitpid(process, &status, 0);
  while (found < 0 && errno == EINTR);
  if (found < 0) return -1;
  if (WIFSIGNALED(status)) *signal = WTERMSIG(status);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int cplatform_stop(pid_t process, int *signal) {
  // A number that is no longer a child's may be another program's.
  siginfo_t facts = {0};
  if (waitid(P_PID, (id_t)process, &facts, WEXITED | WNOHANG | WNOWAIT) == 0 && !facts.si_pid)
    kill(process, SIGKILL);
  return cplatform_forget(process, signal);
}

#if defined(__linux__)
static char bundle[PATH_MAX];
static char bundled_program[2 * PATH_MAX];

// A loader that was started as a program itself has no loader of its own, and leaves the path of
// the program that it runs.
static void find_bundle(void) {
  static const char place[] = "/lib/rostrum";
  const char *started = (const char *)getauxval(AT_EXECFN);
  const char *name = started ? strrchr(started, '/') : NULL;
  if (getauxval(AT_BASE) != 0 || !name || (size_t)(name - started) >= PATH_MAX) return;
  char folder[PATH_MAX];
  memcpy(folder, started, (size_t)(name - started));
  folder[name - started] = 0;
  char *end = realpath(folder, bundle) ? bundle + strlen(bundle) - (sizeof place - 1) : bundle;
  if (end <= bundle || strcmp(end, place) != 0) {
    bundle[0] = 0;
    return;
  }
  *end = 0;
  snprintf(bundled_program, sizeof bundled_program, "%s/bin%s", bundle, name);
}
#endif

const char *cplatform_bundle(void) {
#if defined(__linux__)
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_bundle);
  return bundle[0] ? bundle : NULL;
#else
  return NULL;
#endif
}

#if defined(__GLIBC__) || defined(__APPLE__)
static char *const *command_line;

// The loader calls it with the words that the system gave.
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
  (void)count;
  command_line = words;
}
#endif

char *const *cplatform_arguments(void) {
#if defined(__GLIBC__) || defined(__APPLE__)
  return command_line;
#else
  return NULL;
#endif
}

void cplatform_name_process(void) {
#if defined(__linux__)
  prctl(PR_SET_NAME, program_invocation_short_name);
#endif
}

const char *cplatform_own_program(void) {
#if defined(__linux__)
  if (cplatform_bundle()) return bundled_program;
  if (access("/proc/self/exe", X_OK) == 0) return "/proc/self/exe";
  return (const char *)getauxval(AT_EXECFN);
#else
  return NULL;
#endif
}

// MARK: Threads

struct start {
  void (*work)(void *);
  void *context;
};

static void *enter(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.work(start.context);
  return NULL;
}

int cplatform_start_thread(size_t stack, void (*work)(void *), void *context) {
  pthread_t thread;
  struct start *start = malloc(sizeof *start);
  pthread_attr_t attributes;
  if (!start) return ENOMEM;
  *start = (struct start){work, context};
  int error = pthread_attr_init(&attributes);
  if (!error) {
    error = pthread_attr_setstacksize(&attributes, stack);
    if (!error) error = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (!error) error = pthread_create(&thread, &attributes, enter, start);
    pthread_attr_destroy(&attributes);
  }
  if (error) free(start);
  return error;
}

// MARK: Limits

int cplatform_processors(void) {
#if defined(__linux__)
  cpu_set_t mine;
  if (sched_getaffinity(0, sizeof mine, &mine) == 0) return CPU_COUNT(&mine);
#endif
  long all = sysconf(_SC_NPROCESSORS_ONLN);
  return all > 0 ? (int)all : 1;
}

uint64_t cplatform_longest_file(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
  return (uint64_t)limit.rlim_cur;
}

void cplatform_raise_descriptors(long most) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  rlim_t wanted = limit.rlim_max < (rlim_t)most ? limit.rlim_max : (rlim_t)most;
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = wanted;
  setrlimit(RLIMIT_NOFILE, &limit);
}

void cplatform_share_heap(void) {
#if defined(__GLIBC__)
  mallopt(M_ARENA_MAX, 1);
#endif
}

void cplatform_keep_heap(void) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 128 << 20);
  mallopt(M_ARENA_MAX, cplatform_processors());
#endif
}

void cplatform_release_heap(void) {
#if defined(__GLIBC__)
  if (mallinfo2().fordblks > 16 << 20) malloc_trim(0);
#endif
}

// MARK: Numbers

int cplatform_print_number(char *text, size_t size, const char *format, double number) {
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  locale_t before = plain ? uselocale(plain) : (locale_t)0;
  int count = snprintf(text, size, format, number);
  if (plain) {
    uselocale(before);
    freelocale(plain);
  }
  return count;
}
