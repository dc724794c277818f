#include "CPixels.h"
#include "Dispatch.h"
#include "Vectors.h"

#include <math.h>

typedef struct {
  double x, y;
} point;

// The channels of two neighbours, each times its weight.
INLINE four weighed_pair(const uint8_t *pixels, eight weights) {
  eight_bytes bytes;
  memcpy(&bytes, pixels, sizeof bytes);
  eight products = __builtin_convertvector(__builtin_convertvector(bytes, eight_whole), eight) * weights;
  return __builtin_shufflevector(products, products, 0, 1, 2, 3) +
         __builtin_shufflevector(products, products, 4, 5, 6, 7);
}

INLINE double within(double position, int32_t count) {
  return position > 0 ? (position < count - 1 ? position : count - 1) : 0;
}

// The channels of a pixel at the edge of a copy that is one pixel wide.
INLINE four single(const uint8_t *pixel) {
  four_bytes bytes;
  memcpy(&bytes, pixel, sizeof bytes);
  return __builtin_convertvector(__builtin_convertvector(bytes, four_whole), four);
}

// Between the four pixels around a point of the full picture.
INLINE four color_of_level(const cpixels_level *levels, const point *shares, int32_t number, point at) {
  const cpixels_level *level = levels + number;
  double x = within(at.x * shares[number].x - 0.5, level->width);
  double y = within(at.y * shares[number].y - 0.5, level->height);
  int32_t i = (int32_t)x, j = (int32_t)y;
  // The last pixel is the second of the last pair.
  if (i > level->width - 2) i = level->width - 2;
  if (j > level->height - 2) j = level->height - 2;
  i = i < 0 ? 0 : i;
  j = j < 0 ? 0 : j;
  float fx = (float)(x - i), fy = (float)(y - j);
  const uint8_t *upper = level->bytes + (size_t)j * level->bytes_per_row + 4 * (size_t)i;
  const uint8_t *lower = level->height > 1 ? upper + level->bytes_per_row : upper;
  if (level->width < 2) return single(upper) * (1 - fy) + single(lower) * fy;
  float gx = 1 - fx;
  eight weights = {gx, gx, gx, gx, fx, fx, fx, fx};
  return weighed_pair(upper, weights) * (1 - fy) + weighed_pair(lower, weights) * fy;
}

// Between the two copies of which a pixel is just smaller, and just larger, than `width`, of which the binary logarithm is `exponent`.
INLINE four color_at(
    const cpixels_level *levels, const point *shares, int32_t count, point at, double width, int exponent) {
  int32_t number = exponent < count - 1 ? exponent : count - 1;
  float coarse = (float)(width / (double)(1 << number) - 1);
  four fine = color_of_level(levels, shares, number, at);
  if (!(coarse > 0) || number + 1 >= count) return fine;
  return fine + (color_of_level(levels, shares, number + 1, at) - fine) * (coarse < 1 ? coarse : 1);
}

// Of a picture of up to 2^31 pixels a side.
#define MOST_LEVELS 33

INLINE double length_of(point side) { return __builtin_sqrt(side.x * side.x + side.y * side.y); }

INLINE uint32_t sample(
    const cpixels_level *levels, const point *shares, int32_t count, const double *map, double most_places, double x,
    double y) {
  double weight = map[6] * x + map[7] * y + map[8];
  if (!(weight > 0)) return 0;
  double inverse = 1 / weight;
  point at = {(map[0] * x + map[2] * y + map[4]) * inverse, (map[1] * x + map[3] * y + map[5]) * inverse};
  if (!(fabs(at.x) < INFINITY && fabs(at.y) < INFINITY)) return 0;
  // The first derivatives.
  point major = {(map[0] - map[6] * at.x) * inverse, (map[1] - map[6] * at.y) * inverse};
  point minor = {(map[2] - map[7] * at.x) * inverse, (map[3] - map[7] * at.y) * inverse};
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
    sum += color_at(levels, shares, count, (point){at.x + major.x * offset, at.y + major.y * offset}, width, exponent);
  }
  four_whole channels = __builtin_convertvector(sum / (float)places + 0.5f, four_whole);
  return (uint32_t)(channels[0] | channels[1] << 8 | channels[2] << 16) | (uint32_t)channels[3] << 24;
}

VECTORISED(
    cpixels_sample,
    (const cpixels_level *levels, size_t count, const double *map, double most_places, double x, double y, size_t width,
     uint32_t *pixels),
    (levels, count, map, most_places, x, y, width, pixels)) {
  // How large each copy is beside the picture; the smallest has one pixel.
  point shares[MOST_LEVELS];
  if (count > MOST_LEVELS) count = MOST_LEVELS;
  for (size_t i = 0; i < count; i++) {
    shares[i].x = levels[i].width / (double)levels->width;
    shares[i].y = levels[i].height / (double)levels->height;
  }
  for (size_t i = 0; i < width; i++) {
    pixels[i] = sample(levels, shares, (int32_t)count, map, most_places, x + (double)i + 0.5, y + 0.5);
  }
}
