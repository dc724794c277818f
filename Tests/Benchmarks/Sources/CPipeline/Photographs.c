#include "CPipeline.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define WIDE __attribute__((target("avx2")))
#else
#define WIDE
#endif

// Two rows, `share` 128ths of the second one.
WIDE static void mix_rows(const uint8_t *upper, const uint8_t *lower, int share, int count, uint8_t *row) {
  for (int i = 0; i < count; i++) row[i] = (uint8_t)((upper[i] * (128 - share) + lower[i] * share + 64) >> 7);
}

// The pixels between the neighbours of a row: `places` are where, `shares` 64ths of the left one and of the right one, as two bytes.
WIDE static void mix_columns(const uint32_t *row, const int32_t *places, const int16_t *shares, int count, uint32_t *pixels) {
  int i = 0;
#if defined(__x86_64__)
  const __m128i order = _mm_setr_epi8(0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
  for (; i + 4 <= count; i += 4) {
    __m128i pairs[2];
    for (int half = 0; half < 2; half++) {
      const int32_t *place = places + i + 2 * half;
      const int16_t *share = shares + i + 2 * half;
      __m128i a = _mm_loadl_epi64((const __m128i *)(row + place[0]));
      __m128i b = _mm_loadl_epi64((const __m128i *)(row + place[1]));
      __m128i weights = _mm_unpacklo_epi64(_mm_set1_epi16(share[0]), _mm_set1_epi16(share[1]));
      __m128i sums = _mm_maddubs_epi16(_mm_shuffle_epi8(_mm_unpacklo_epi64(a, b), order), weights);
      pairs[half] = _mm_srli_epi16(_mm_add_epi16(sums, _mm_set1_epi16(32)), 6);
    }
    _mm_storeu_si128((__m128i *)(pixels + i), _mm_packus_epi16(pairs[0], pairs[1]));
  }
#endif
  for (; i < count; i++) {
    const uint8_t *pair = (const uint8_t *)(row + places[i]);
    uint8_t *pixel = (uint8_t *)(pixels + i);
    int left = shares[i] & 255, right = shares[i] >> 8;
    for (int channel = 0; channel < 4; channel++) {
      pixel[channel] = (uint8_t)((pair[channel] * left + pair[channel + 4] * right + 32) >> 6);
    }
  }
}

// Opaque pixels laid over others, `opacity` 256ths of them.
WIDE static void lay(const uint32_t *pixels, int count, int opacity, uint32_t *below) {
  const uint8_t *from = (const uint8_t *)pixels;
  uint8_t *to = (uint8_t *)below;
  for (int i = 0; i < 4 * count; i++) to[i] = (uint8_t)((from[i] * opacity + to[i] * (256 - opacity) + 128) >> 8);
}

// Black laid over a row: `rest` 256ths of the row are left.
WIDE static void darken(uint32_t *row, int count, int rest) {
  uint8_t *bytes = (uint8_t *)row;
  for (int i = 0; i < 4 * count; i++) bytes[i] = (uint8_t)((bytes[i] * rest + 128) >> 8);
  for (int i = 0; i < count; i++) row[i] |= 0xFF000000;
}

static int limited(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }

static int draw_slide(const cpipeline_slide *slide, uint32_t *frame, int width, int height) {
  double scale = fmax((double)width / slide->width, (double)height / slide->height) * slide->zoom;
  uint8_t *row = malloc(4 * ((size_t)slide->width + 4));
  uint32_t *line = malloc(4 * (size_t)width);
  int32_t *places = malloc(sizeof *places * (size_t)width);
  int16_t *shares = malloc(sizeof *shares * (size_t)width);
  if (!row || !line || !places || !shares) return -1;
  for (int x = 0; x < width; x++) {
    double place = (x + 0.5 - width / 2.0) / scale + slide->width / 2.0 - 0.5;
    places[x] = limited((int)floor(place), slide->width - 2);
    int share = limited((int)lround((place - places[x]) * 64), 64);
    shares[x] = (int16_t)(share << 8 | (64 - share));
  }
  int opacity = (int)lround(slide->opacity * 256);
  for (int y = 0; y < height; y++) {
    double place = (y + 0.5 - height / 2.0) / scale + slide->height / 2.0 - 0.5;
    int top = limited((int)floor(place), slide->height - 2);
    const uint32_t *upper = slide->pixels + (size_t)top * (size_t)slide->width;
    mix_rows((const uint8_t *)upper, (const uint8_t *)(upper + slide->width), limited((int)lround((place - top) * 128), 128),
             4 * slide->width, row);
    uint32_t *target = frame + (size_t)y * (size_t)width;
    mix_columns((const uint32_t *)row, places, shares, width, opacity == 256 ? target : line);
    if (opacity < 256) lay(line, width, opacity, target);
  }
  free(row);
  free(line);
  free(places);
  free(shares);
  return 0;
}

int cpipeline_draw_slides(
    const cpipeline_slide *slides, int count, int shade_top, double shade_alpha, uint32_t *frame, int width, int height) {
  for (int i = 0; i < count; i++) {
    if (draw_slide(slides + i, frame, width, height) != 0) return -1;
  }
  for (int y = shade_top; y < height; y++) {
    double alpha = shade_alpha * (y + 0.5 - shade_top) / (height - shade_top);
    darken(frame + (size_t)y * (size_t)width, width, 256 - (int)lround(alpha * 256));
  }
  return 0;
}

// One box along rows; the picture has four channels.
WIDE static void box_rows(const uint32_t *from, uint32_t *to, int width, int height, int radius) {
  float share = 1.0f / (float)(2 * radius + 1);
  for (int y = 0; y < height; y++) {
    const uint8_t *in = (const uint8_t *)(from + (size_t)y * (size_t)width);
    uint8_t *out = (uint8_t *)(to + (size_t)y * (size_t)width);
    int sums[4] = {0};
    for (int x = -radius; x < width; x++) {
      if (x + radius < width) for (int c = 0; c < 4; c++) sums[c] += in[4 * (x + radius) + c];
      if (x > radius) for (int c = 0; c < 4; c++) sums[c] -= in[4 * (x - radius - 1) + c];
      if (x >= 0) for (int c = 0; c < 4; c++) out[4 * x + c] = (uint8_t)((float)sums[c] * share + 0.5f);
    }
  }
}

// One box along columns, all columns side by side.
WIDE static void box_columns(const uint32_t *from, uint32_t *to, int width, int height, int radius, int32_t *sums) {
  int count = 4 * width;
  float share = 1.0f / (float)(2 * radius + 1);
  memset(sums, 0, sizeof *sums * (size_t)count);
  for (int y = -radius; y < height; y++) {
    if (y + radius < height) {
      const uint8_t *in = (const uint8_t *)(from + (size_t)(y + radius) * (size_t)width);
      for (int i = 0; i < count; i++) sums[i] += in[i];
    }
    if (y > radius) {
      const uint8_t *old = (const uint8_t *)(from + (size_t)(y - radius - 1) * (size_t)width);
      for (int i = 0; i < count; i++) sums[i] -= old[i];
    }
    if (y < 0) continue;
    uint8_t *out = (uint8_t *)(to + (size_t)y * (size_t)width);
    for (int i = 0; i < count; i++) out[i] = (uint8_t)((float)sums[i] * share + 0.5f);
  }
}

int cpipeline_blur(uint32_t *pixels, int width, int height, double sigma) {
  uint32_t *other = malloc(4 * (size_t)width * (size_t)height);
  int32_t *sums = malloc(4 * sizeof *sums * (size_t)width);
  if (!other || !sums) return -1;
  // Three boxes of this width have the Gaussian's variance.
  int radius = (int)lround((sqrt(4 * sigma * sigma + 1) - 1) / 2);
  for (int pass = 0; pass < 3; pass++) {
    box_rows(pixels, other, width, height, radius);
    box_columns(other, pixels, width, height, radius, sums);
  }
  free(other);
  free(sums);
  return 0;
}
