#include "CPixels.h"
#include "Dispatch.h"
#include "Vectors.h"

#include <math.h>

INLINE uint32_t pixel_of(const double *color, double opacity) {
  double limited[4];
  for (int i = 0; i < 4; i++) limited[i] = color[i] < 0 ? 0 : color[i] > 1 ? 1 : color[i];
  double alpha = limited[3] * opacity;
  return (uint32_t)(alpha * 255 + 0.5) << 24 | (uint32_t)(limited[0] * alpha * 255 + 0.5) << 16 |
         (uint32_t)(limited[1] * alpha * 255 + 0.5) << 8 | (uint32_t)(limited[2] * alpha * 255 + 0.5);
}

INLINE uint32_t exact_pixel(const cpixels_ramp *ramp, const cpixels_stretch *stretch, double progress) {
  if (isnan(progress)) return 0;
  const cpixels_stretch *begin = ramp->stretches, *end = begin + ramp->count;
  if (ramp->count == 0 || !(progress > begin->start)) return ramp->first;
  if (!(progress < end[-1].end)) return ramp->last;
  while (progress >= stretch->end) stretch++;
  while (stretch > begin && progress < stretch[-1].end) stretch--;
  double share = (progress - stretch->start) / (stretch->end - stretch->start);
  double color[4];
  for (int i = 0; i < 4; i++) color[i] = stretch->color[i] + stretch->change[i] * share;
  return pixel_of(color, ramp->opacity);
}

// In single precision a level is off by less than this.
#define UNCERTAINTY 0.0003f

// Where rounding down gives something else for a number that is a little larger or smaller.
INLINE eight_whole uncertain(eight levels) {
  eight distance = levels - ((levels + ROUNDING) - ROUNDING);
  return (distance < UNCERTAINTY) & (distance > -UNCERTAINTY);
}

INLINE eight limited(eight numbers) {
  return __builtin_elementwise_max(__builtin_elementwise_min(numbers, (eight){0} + 1.0f), (eight){0});
}

// Eight pixels between two stops; 0 where they have to be worked out exactly.
INLINE int shade_eight(
    const cpixels_stretch *stretch, double inverse, double opacity, eight_double progress, uint32_t *pixels) {
  eight_double place = (progress - stretch->start) * inverse;
  eight share = __builtin_convertvector(place, eight);
  eight colors[4];
  for (int i = 0; i < 4; i++) {
    colors[i] = limited((float)stretch->color[i] + (float)stretch->change[i] * share);
  }
  eight alpha = colors[3] * (float)opacity, whole = alpha * 255.0f + 0.5f;
  eight_whole doubts = uncertain(whole);
  eight_whole result = __builtin_convertvector(whole, eight_whole) << 24;
  for (int i = 0; i < 3; i++) {
    eight level = colors[i] * alpha * 255.0f + 0.5f;
    doubts |= uncertain(level);
    result |= __builtin_convertvector(level, eight_whole) << (16 - 8 * i);
  }
  memcpy(pixels, &result, sizeof result);
  return __builtin_reduce_or(doubts) == 0;
}

VECTORISED(
    cpixels_shade, (const cpixels_ramp *ramp, const double *progress, size_t count, uint32_t *pixels),
    (ramp, progress, count, pixels)) {
  const cpixels_stretch *stretch = ramp->stretches, *end = stretch + ramp->count, *known = NULL;
  double inverse = 0;
  size_t i = 0;
  for (; ramp->count > 0 && i + 8 <= count; i += 8) {
    eight_double eight;
    memcpy(&eight, progress + i, sizeof eight);
    // Most pixels lie between the same two stops as the pixels before.
    if (known && __builtin_reduce_and((eight >= known->start) & (eight < known->end)) &&
        shade_eight(known, inverse, ramp->opacity, eight, pixels + i)) {
      continue;
    }
    if (__builtin_reduce_or(eight != eight)) {
      for (int k = 0; k < 8; k++) pixels[i + (size_t)k] = exact_pixel(ramp, stretch, eight[k]);
      continue;
    }
    double low = __builtin_reduce_min(eight), high = __builtin_reduce_max(eight);
    if (low >= end[-1].end || high <= ramp->stretches->start) {
      uint32_t pixel = low >= end[-1].end ? ramp->last : ramp->first;
      for (int k = 0; k < 8; k++) pixels[i + (size_t)k] = pixel;
      continue;
    }
    while (stretch + 1 < end && low >= stretch->end) stretch++;
    while (stretch > ramp->stretches && low < stretch->start) stretch--;
    if (known != stretch) inverse = 1 / (stretch->end - stretch->start);
    known = stretch;
    int is_within = low >= stretch->start && high < stretch->end;
    if (is_within && shade_eight(stretch, inverse, ramp->opacity, eight, pixels + i)) {
      continue;
    }
    for (int k = 0; k < 8; k++) pixels[i + (size_t)k] = exact_pixel(ramp, stretch, eight[k]);
  }
  for (; i < count; i++) pixels[i] = exact_pixel(ramp, ramp->stretches, progress[i]);
}

#define CENTER(i, x) (x + (double)(int32_t)(i) + 0.5)
#define MAPPED_X(map, px, py) (map[0] * px + map[2] * py + map[4])
#define MAPPED_Y(map, px, py) (map[1] * px + map[3] * py + map[5])

VECTORISED(
    cpixels_go_along,
    (const double *map, double x, double y, const double *start, const double *way, size_t count, double *progress),
    (map, x, y, start, way, count, progress)) {
  double py = y + 0.5, square = way[0] * way[0] + way[1] * way[1];
  for (size_t i = 0; i < count; i++) {
    double px = CENTER(i, x);
    double dx = MAPPED_X(map, px, py) - start[0], dy = MAPPED_Y(map, px, py) - start[1];
    progress[i] = (dx * way[0] + dy * way[1]) / square;
  }
}

VECTORISED(
    cpixels_go_out,
    (const double *map, double x, double y, const double *center, const double *radii, size_t count, double *progress),
    (map, x, y, center, radii, count, progress)) {
  double py = y + 0.5;
  for (size_t i = 0; i < count; i++) {
    double px = CENTER(i, x);
    double a = (MAPPED_X(map, px, py) - center[0]) / radii[0], b = (MAPPED_Y(map, px, py) - center[1]) / radii[1];
    progress[i] = __builtin_sqrt(a * a + b * b);
  }
}

// The arc tangent of 0...1, as that of an angle of 1 or 3 sixteenths of pi and the rest, whose series ends soon.
INLINE double arc_tangent(double ratio) {
  const double low = 0.19891236737965800691, high = 0.66817863791929891999, eighth = 0.41421356237309504880;
  double near = ratio < eighth ? low : high;
  double angle = ratio < eighth ? 0.19634954084936207740 : 0.58904862254808623221;
  double t = (ratio - near) / (1 + ratio * near);
  double s = t * t;
  double sum = 1.0 / 17;
  sum = 1.0 / 15 - s * sum;
  sum = 1.0 / 13 - s * sum;
  sum = 1.0 / 11 - s * sum;
  sum = 1.0 / 9 - s * sum;
  sum = 1.0 / 7 - s * sum;
  sum = 1.0 / 5 - s * sum;
  sum = 1.0 / 3 - s * sum;
  return angle + (t - t * s * sum);
}

VECTORISED(
    cpixels_go_around,
    (const double *map, double x, double y, const double *center, double angle, size_t count, double *progress),
    (map, x, y, center, angle, count, progress)) {
  const double pi = 3.14159265358979323846;
  double py = y + 0.5;
  for (size_t i = 0; i < count; i++) {
    double px = CENTER(i, x);
    double dx = MAPPED_X(map, px, py) - center[0], dy = MAPPED_Y(map, px, py) - center[1];
    double width = __builtin_fabs(dx), height = __builtin_fabs(dy);
    double most = width > height ? width : height, least = width > height ? height : width;
    double direction = arc_tangent(most > 0 ? least / most : 0);
    direction = height > width ? pi / 2 - direction : direction;
    direction = dx < 0 ? pi - direction : direction;
    direction = dy < 0 ? -direction : direction;
    direction = most > 0 ? direction : 0;
    double turns = (direction - angle) / (2 * pi);
    double whole = turns + 0x1.8p52 - 0x1.8p52;
    whole = whole > turns ? whole - 1 : whole;
    progress[i] = turns - whole;
  }
}
