#pragma once

// VECTORISED defines a function of a loop that Clang makes wide by itself: where the processor may have AVX2, a second time for that.
#if defined(__x86_64__)
#define VECTORISED(name, parameters, arguments)                                                   \
  static inline __attribute__((always_inline)) void name##_loop parameters;                       \
  __attribute__((target("avx2"))) static void name##_wide parameters { name##_loop arguments; }   \
  void name parameters {                                                                          \
    if (__builtin_cpu_supports("avx2")) {                                                         \
      name##_wide arguments;                                                                      \
    } else {                                                                                      \
      name##_loop arguments;                                                                      \
    }                                                                                             \
  }                                                                                               \
  static inline __attribute__((always_inline)) void name##_loop parameters
#else
#define VECTORISED(name, parameters, arguments) void name parameters
#endif
