#include "CPNG.h"

// Four pixels at a time: bytes b, g, r, a become r, g, b without gaps. Clang turns the shuffle into one instruction
// where the processor has one (SSSE3, NEON).
typedef uint8_t bytes16 __attribute__((vector_size(16)));

static void pack_tail(const uint32_t *pixels, size_t count, uint8_t *rgb) {
  for (size_t i = 0; i < count; i++, rgb += 3) {
    rgb[0] = (uint8_t)(pixels[i] >> 16);
    rgb[1] = (uint8_t)(pixels[i] >> 8);
    rgb[2] = (uint8_t)pixels[i];
  }
}

#define PACK_VECTORS                                                                              \
  size_t i = 0;                                                                                   \
  /* Each store writes 4 bytes too many, which the next one overwrites. */                        \
  for (; i + 6 <= count; i += 4) {                                                                \
    bytes16 v;                                                                                    \
    __builtin_memcpy(&v, pixels + i, 16);                                                         \
    v = __builtin_shufflevector(v, v, 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 0, 0, 0, 0);        \
    __builtin_memcpy(rgb + 3 * i, &v, 16);                                                        \
  }                                                                                               \
  pack_tail(pixels + i, count - i, rgb + 3 * i);

#if defined(__x86_64__)
__attribute__((target("ssse3"))) static void pack_fast(
    const uint32_t *pixels, size_t count, uint8_t *rgb) {
  PACK_VECTORS
}

void cpng_pack_rgb(const uint32_t *pixels, size_t count, uint8_t *rgb) {
  if (__builtin_cpu_supports("ssse3")) {
    pack_fast(pixels, count, rgb);
  } else {
    pack_tail(pixels, count, rgb);
  }
}
#else
void cpng_pack_rgb(const uint32_t *pixels, size_t count, uint8_t *rgb) { PACK_VECTORS }
#endif
