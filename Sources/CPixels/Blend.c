#include "CPixels.h"
#include "Dispatch.h"

#include <string.h>

static inline __attribute__((always_inline)) uint32_t scaled_pixel(uint32_t pixel, uint32_t by) {
  uint32_t even = (pixel & 0xFF00FF) * by + 0x800080;
  uint32_t odd = (pixel >> 8 & 0xFF00FF) * by + 0x800080;
  even = (even + (even >> 8 & 0xFF00FF)) >> 8 & 0xFF00FF;
  odd = (odd + (odd >> 8 & 0xFF00FF)) & 0xFF00FF00;
  return even | odd;
}

// The same with halves rounded down.
static inline __attribute__((always_inline)) uint32_t scaled_down(uint32_t pixel, uint32_t by) {
  uint32_t even = (pixel & 0xFF00FF) * by + 0x7F007F;
  uint32_t odd = (pixel >> 8 & 0xFF00FF) * by + 0x7F007F;
  even = (even + (even >> 8 & 0xFF00FF)) >> 8 & 0xFF00FF;
  odd = (odd + (odd >> 8 & 0xFF00FF)) & 0xFF00FF00;
  return even | odd;
}

VECTORISED(
    cpixels_cover,
    (const uint8_t *levels, size_t count, uint32_t color, int is_opaque, uint32_t *pixels),
    (levels, count, color, is_opaque, pixels)) {
  for (size_t start = 0; start < count; start += 8) {
    size_t end = start + 8 < count ? start + 8 : count;
    uint64_t eight = 0;
    memcpy(&eight, levels + start, end - start);
    // Most of a stroke's or a letter's box is empty.
    if (eight == 0) continue;
    for (size_t i = start; i < end; i++) {
      uint32_t level = levels[i];
      if (is_opaque) {
        pixels[i] = level == 255 ? color : scaled_down(color, level) + scaled_down(pixels[i], 255 - level);
      } else {
        uint32_t source = scaled_pixel(color, level);
        pixels[i] = source + scaled_pixel(pixels[i], 255 - (source >> 24));
      }
    }
  }
}

static inline __attribute__((always_inline)) void blend(
    const uint32_t *pixels, size_t count, uint32_t level, uint32_t *below) {
  for (size_t i = 0; i < count; i++) {
    uint32_t source = level == 255 ? pixels[i] : scaled_pixel(pixels[i], level);
    below[i] = source + scaled_pixel(below[i], 255 - (source >> 24));
  }
}

VECTORISED(
    cpixels_blend, (const uint32_t *pixels, size_t count, uint32_t level, uint32_t *below),
    (pixels, count, level, below)) {
  size_t start = 0;
  // Where all is opaque, what lies below is not read, and where all is transparent, it stays.
  for (; start + 16 <= count; start += 16) {
    uint32_t all = UINT32_MAX, some = 0;
    for (size_t i = start; i < start + 16; i++) {
      all &= pixels[i];
      some |= pixels[i];
    }
    if (level == 255 && all >> 24 == 255) {
      memcpy(below + start, pixels + start, 16 * sizeof *pixels);
    } else if (some != 0) {
      blend(pixels + start, 16, level, below + start);
    }
  }
  blend(pixels + start, count - start, level, below + start);
}

VECTORISED(cpixels_lay, (uint32_t color, size_t count, uint32_t *pixels), (color, count, pixels)) {
  uint32_t rest = 255 - (color >> 24);
  for (size_t i = 0; i < count; i++) pixels[i] = color + scaled_pixel(pixels[i], rest);
}

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
