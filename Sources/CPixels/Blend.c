#include "CPixels.h"
#include "Dispatch.h"


static inline __attribute__((always_inline)) uint32_t scaled_pixel(uint32_t pixel, uint32_t by) {
  uint32_t even = (pixel & 0xFF00FF) * by + 0x800080;
  uint32_t odd = (pixel >> 8 & 0xFF00FF) * by + 0x800080;
  even = (even + (even >> 8 & 0xFF00FF)) >> 8 & 0xFF00FF;
  odd = (odd + (odd >> 8 & 0xFF00FF)) & 0xFF00FF00;
  return even | odd;
}

VECTORISED(
    cpixels_blend, (const uint32_t *pixels, size_t count, uint32_t level, uint32_t *below),
    (pixels, count, level, below)) {
  for (size_t i = 0; i < count; i++) {
    uint32_t source = level == 255 ? pixels[i] : scaled_pixel(pixels[i], level);
    below[i] = source + scaled_pixel(below[i], 255 - (source >> 24));
  }
}

VECTORISED(
    cpixels_mix, (const uint32_t *others, size_t count, uint32_t share, uint32_t *pixels),
    (others, count, share, pixels)) {
  const uint8_t *from = (const uint8_t *)others;
  uint8_t *to = (uint8_t *)pixels;
  for (size_t i = 0; i < 4 * count; i++) {
    to[i] = (uint8_t)((to[i] * (65536 - share) + from[i] * share + 32768) >> 16);
  }
}

VECTORISED(cpixels_mask, (const uint32_t *masks, size_t count, uint32_t *pixels), (masks, count, pixels)) {
  for (size_t i = 0; i < count; i++) {
    uint32_t alpha = masks[i] >> 24, result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
      result |= ((pixels[i] >> shift & 255) * alpha + 127) / 255 << shift;
    }
    pixels[i] = result;
  }
}
