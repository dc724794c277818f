#include "CPixels.h"
#include "Dispatch.h"
#include "Vectors.h"

#include <math.h>

typedef struct {
  double x, y;
} point;

INLINE four level_channels(const cpixels_level *level, int32_t x, int32_t y) {
  four_bytes bytes;
  memcpy(&bytes, level->bytes + (size_t)y * level->bytes_per_row + 4 * (size_t)x, sizeof bytes);
  return __builtin_convertvector(__builtin_convertvector(bytes, four_whole), four);
}

INLINE double within(double position, int32_t count) {
  return position > 0 ? (position < count - 1 ? position : count - 1) : 0;
}

// Between the four pixels around a point of the full picture.
INLINE four color_of_level(const cpixels_level *levels, int32_t number, point at) {
  const cpixels_level *level = levels + number;
  double x = within(at.x * level->width / levels->width - 0.5, level->width);
  double y = within(at.y * level->height / levels->height - 0.5, level->height);
  int32_t i = (int32_t)x, j = (int32_t)y;
  int32_t k = i + 1 < level->width ? i + 1 : i, l = j + 1 < level->height ? j + 1 : j;
  float fx = (float)(x - i), fy = (float)(y - j);
  four upper = level_channels(level, i, j) * (1 - fx) + level_channels(level, k, j) * fx;
  four lower = level_channels(level, i, l) * (1 - fx) + level_channels(level, k, l) * fx;
  return upper * (1 - fy) + lower * fy;
}

// Between the two copies of which a pixel is just smaller, and just larger, than `width`, of which the binary logarithm is `exponent`.
INLINE four color_at(const cpixels_level *levels, int32_t count, point at, double width, int exponent) {
  int32_t number = exponent < count - 1 ? exponent : count - 1;
  float coarse = (float)(width / (double)(1 << number) - 1);
  four fine = color_of_level(levels, number, at);
  if (!(coarse > 0) || number + 1 >= count) return fine;
  return fine + (color_of_level(levels, number + 1, at) - fine) * (coarse < 1 ? coarse : 1);
}

INLINE double length_of(point side) { return __builtin_sqrt(side.x * side.x + side.y * side.y); }

INLINE uint32_t sample(
    const cpixels_level *levels, int32_t count, const double *map, double most_places, double x, double y) {
  double weight = map[6] * x + map[7] * y + map[8];
  if (!(weight > 0)) return 0;
  point at = {(map[0] * x + map[2] * y + map[4]) / weight, (map[1] * x + map[3] * y + map[5]) / weight};
  if (!(fabs(at.x) < INFINITY && fabs(at.y) < INFINITY)) return 0;
  // The first derivatives.
  point major = {(map[0] - map[6] * at.x) / weight, (map[1] - map[6] * at.y) / weight};
  point minor = {(map[2] - map[7] * at.x) / weight, (map[3] - map[7] * at.y) / weight};
  double determinant = fabs(major.x * minor.y - major.y * minor.x);
  double longer = length_of(major), other = length_of(minor);
  if (longer < other) {
    major = minor;
    longer = other;
  }
  double length = longer < 1e6 ? longer : 1e6;
  double height = determinant / (longer > 1e-12 ? longer : 1e-12);
  double width = height > length / most_places ? height : length / most_places;
  width = width > 1 ? width : 1;
  double places = ceil(length / width);
  places = places < 1 ? 1 : places > most_places ? most_places : places;
  int exponent = 0;
  for (double rest = width; rest >= 2 && exponent < 30; rest /= 2) exponent++;
  four sum = {0};
  for (int index = 0; index < (int)places; index++) {
    double offset = (index + 0.5) / places - 0.5;
    sum += color_at(levels, count, (point){at.x + major.x * offset, at.y + major.y * offset}, width, exponent);
  }
  four_whole channels = __builtin_convertvector(sum / (float)places + 0.5f, four_whole);
  return (uint32_t)(channels[0] | channels[1] << 8 | channels[2] << 16) | (uint32_t)channels[3] << 24;
}

VECTORISED(
    cpixels_sample,
    (const cpixels_level *levels, size_t count, const double *map, double most_places, double x, double y, size_t width,
     uint32_t *pixels),
    (levels, count, map, most_places, x, y, width, pixels)) {
  for (size_t i = 0; i < width; i++) {
    pixels[i] = sample(levels, (int32_t)count, map, most_places, x + (double)i + 0.5, y + 0.5);
  }
}
