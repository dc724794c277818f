// The programs in the bundle's `bin`: each starts the real one of its name in `lib/rostrum` beside
// it with the bundle's own dynamic loader, which finds every library there. No system's C library
// is needed, glibc or musl, of any age; so this file has none: a few system calls, no library.
//
//   PREFIX/bin/rostrum              this, statically linked
//   PREFIX/lib/rostrum/ld-linux…    the loader: LOADER
//   PREFIX/lib/rostrum/rostrum      the program

#ifndef LOADER
#error "LOADER is the file name of the dynamic loader"
#endif

typedef unsigned long size;
enum { path_limit = 4096, argument_limit = 8 };

#if defined(__x86_64__)
enum { call_write = 1, call_readlinkat = 267, call_execve = 59, call_exit = 231, call_mmap = 9 };

static long call(long number, long a, long b, long c, long d, long e, long f) {
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

__asm__(".globl _start\n_start:\n  xor %ebp, %ebp\n  mov %rsp, %rdi\n  and $-16, %rsp\n"
        "  call launch\n");
#elif defined(__aarch64__)
enum { call_write = 64, call_readlinkat = 78, call_execve = 221, call_exit = 94, call_mmap = 222 };

static long call(long number, long a, long b, long c, long d, long e, long f) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc #0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
}

__asm__(".globl _start\n_start:\n  mov x29, #0\n  mov x30, #0\n  mov x0, sp\n  bl launch\n");
#else
#error "no system calls for this processor"
#endif

static size length(const char *text) {
  size count = 0;
  while (text[count]) count++;
  return count;
}

static void say(const char *text) { call(call_write, 2, (long)text, (long)length(text), 0, 0, 0); }

static __attribute__((noreturn)) void fail(const char *problem, const char *path) {
  say("rostrum: error: ");
  say(problem);
  say(path);
  say("\n");
  for (;;) call(call_exit, 69, 0, 0, 0, 0, 0);
}

static char *append(char *end, const char *text, const char *limit) {
  while (*text) {
    if (end + 1 >= limit) fail("the path of this program is too long", "");
    *end++ = *text++;
  }
  *end = 0;
  return end;
}

static void join(char *path, const char *folder, const char *name) {
  append(append(append(path, folder, path + path_limit), "/", path + path_limit), name,
         path + path_limit);
}

// After the last slash of the first `count` characters.
static size slash(const char *path, size count) {
  while (count > 0 && path[count - 1] != '/') count--;
  return count;
}

// What the kernel says of the path by which this program was started, where there is no /proc.
static const char *started_path(char **variables) {
  while (*variables) variables++;
  for (size *entry = (size *)(variables + 1); entry[0]; entry += 2)
    if (entry[0] == 31 /* AT_EXECFN */) return (const char *)entry[1];
  return "";
}

__attribute__((noreturn, used)) void launch(long *stack) {
  static char own[path_limit], folder[path_limit], loader[path_limit], program[path_limit];
  long count = stack[0];
  char **arguments = (char **)(stack + 1);
  char **variables = arguments + count + 1;

  long found = call(call_readlinkat, -100, (long)"/proc/self/exe", (long)own, path_limit - 1, 0, 0);
  size all = found > 0 ? (size)found : 0;
  if (!all) all = (size)(append(own, started_path(variables), own + path_limit) - own);
  own[all] = 0;
  size name = slash(own, all);

  // Without /proc the path may be relative, and of one word.
  size parent = found > 0 && name > 1 ? slash(own, name - 1) : name;
  for (size index = 0; index < parent; index++) folder[index] = own[index];
  folder[parent] = 0;
  append(folder + parent, found > 0 ? "lib/rostrum" : "../lib/rostrum", folder + path_limit);
  for (const char *letter = folder; *letter; letter++)
    if (*letter == ':' || *letter == ';' || *letter == '$')
      fail("the loader takes no folder with ':', ';' or '$' in its path: move the bundle out of ",
           folder);
  join(loader, folder, LOADER);
  join(program, folder, own + name);

  // The loader's words, then the caller's.
  size bytes = (size)(count + argument_limit) * sizeof(char *);
  long memory = call(call_mmap, 0, (long)bytes, 3 /* read, write */, 0x22 /* private */, -1, 0);
  if (memory < 0 && memory > -4096) fail("there is no memory", "");
  char **words = (char **)memory;
  size next = 0;
  words[next++] = loader;
  words[next++] = "--inhibit-cache";
  words[next++] = "--library-path";
  words[next++] = folder;
  words[next++] = program;
  for (long index = 1; index < count; index++) words[next++] = arguments[index];
  words[next] = 0;

  call(call_execve, (long)loader, (long)words, (long)variables, 0, 0, 0);
  fail("the bundle is not whole: cannot start ", loader);
}
