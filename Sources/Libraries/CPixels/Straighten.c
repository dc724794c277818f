#include "CPixels.h"
#include "Dispatch.h"

#include <string.h>

// 0xAARRGGBB to 0xAABBGGRR, of which the bytes in memory are red, green, blue and alpha.
static inline __attribute__((always_inline)) uint32_t swapped(uint32_t pixel) {
  return (pixel & 0xFF00FF00) | (pixel & 0xFF) << 16 | (pixel >> 16 & 0xFF);
}

static inline __attribute__((always_inline)) uint32_t divided(uint32_t color, uint32_t alpha, uint32_t reciprocal) {
  return ((color < alpha ? color : alpha) * 255 + (alpha >> 1)) * reciprocal >> 24;
}

// Eight pixels at most: where that is known to be eight, the loops become vectors.
static inline __attribute__((always_inline)) void straighten(
    const uint32_t *pixels, size_t count, const uint32_t *reciprocals, uint8_t *rgba) {
  uint32_t some = 0, all = UINT32_MAX, result[8];
  for (size_t i = 0; i < count; i++) {
    some |= pixels[i];
    all &= pixels[i];
  }
  if (some == 0 || all >> 24 == 255) {
    for (size_t i = 0; i < count; i++) result[i] = swapped(pixels[i]);
  } else {
    for (size_t i = 0; i < count; i++) {
      uint32_t pixel = pixels[i], alpha = pixel >> 24, reciprocal = reciprocals[alpha];
      result[i] = alpha << 24 | divided(pixel & 255, alpha, reciprocal) << 16 |
                  divided(pixel >> 8 & 255, alpha, reciprocal) << 8 | divided(pixel >> 16 & 255, alpha, reciprocal);
    }
  }
  memcpy(rgba, result, 4 * count);
}

VECTORISED(
    cpixels_straighten, (const uint32_t *pixels, size_t count, const uint32_t *reciprocals, uint8_t *rgba),
    (pixels, count, reciprocals, rgba)) {
  size_t start = 0;
  for (; start + 8 <= count; start += 8) straighten(pixels + start, 8, reciprocals, rgba + 4 * start);
  if (start < count) straighten(pixels + start, count - start, reciprocals, rgba + 4 * start);
}
