#include "CPixels.h"
#include "Dispatch.h"
#include "Vectors.h"

#include <math.h>

typedef struct {
  double x, y;
} point;

typedef double four_double __attribute__((vector_size(32)));

INLINE double within(double position, int32_t count) {
  return position > 0 ? (position < count - 1 ? position : count - 1) : 0;
}

// The channels of a pixel.
INLINE four channels(const uint8_t *pixel) {
  four_bytes bytes;
  memcpy(&bytes, pixel, sizeof bytes);
  return __builtin_convertvector(__builtin_convertvector(bytes, four_whole), four);
}

// Of a copy that is one pixel wide or high: between two pixels at most.
INLINE four color_of_line(const cpixels_level *level, double x, double y) {
  int32_t i = (int32_t)x, j = (int32_t)y;
  int32_t next = i + 1 < level->width ? i + 1 : i, below = j + 1 < level->height ? j + 1 : j;
  const uint8_t *upper = level->bytes + (size_t)j * level->bytes_per_row;
  const uint8_t *lower = level->bytes + (size_t)below * level->bytes_per_row;
  float share = level->width < 2 ? (float)(y - j) : (float)(x - i);
  return channels(upper + 4 * (size_t)i) * (1 - share) + channels(lower + 4 * (size_t)next) * share;
}

// The channels of two neighbours.
INLINE eight pair(const uint8_t *pixels) {
  eight_bytes bytes;
  memcpy(&bytes, pixels, sizeof bytes);
  return __builtin_convertvector(__builtin_convertvector(bytes, eight_whole), eight);
}

// Between the four pixels of which the first is (i, j), each times `share`: the sums of the left ones
// and of the right ones.
INLINE eight color_of_level(const cpixels_level *level, int32_t i, int32_t j, float fx, float fy, float share) {
  const uint8_t *upper = level->bytes + (size_t)j * level->bytes_per_row + 4 * (size_t)i;
  float gx = 1 - fx, top = (1 - fy) * share, bottom = fy * share;
  float a = gx * top, b = fx * top, c = gx * bottom, d = fx * bottom;
  eight above = {a, a, a, a, b, b, b, b}, below = {c, c, c, c, d, d, d, d};
  return pair(upper) * above + pair(upper + level->bytes_per_row) * below;
}

// The two copies of which a pixel is just smaller, and just larger, than that of the drawing.
typedef struct {
  // The fine one's; below 0 for none.
  int32_t number;
  const cpixels_level *fine, *coarse;
  // Of the coarse one, 0...1.
  float share;
  // How large they are beside the picture; the last place of a pixel, and of the first of two. All
  // have x and y of the fine one, then of the coarse one.
  four_double scale, most;
  four_whole last;
  int are_lines;
} two_copies;

// The copies of which the fine one has a number.
INLINE two_copies copies_from(const cpixels_level *levels, const point *shares, int32_t count, int32_t number) {
  int32_t next = number + 1 < count ? number + 1 : number;
  const cpixels_level *fine = levels + number, *coarse = levels + next;
  return (two_copies){
      .number = number,
      .fine = fine,
      .coarse = coarse,
      .scale = {shares[number].x, shares[number].y, shares[next].x, shares[next].y},
      .most = {fine->width - 1, fine->height - 1, coarse->width - 1, coarse->height - 1},
      .last = {fine->width - 2, fine->height - 2, coarse->width - 2, coarse->height - 2},
      .are_lines = coarse->width < 2 || coarse->height < 2,
  };
}

// Those for a width of 1 to a million.
INLINE void choose(
    two_copies *copies, const cpixels_level *levels, const point *shares, int32_t count, double width) {
  uint64_t bits;
  memcpy(&bits, &width, sizeof bits);
  // The binary logarithm, rounded down.
  int32_t exponent = (int32_t)(bits >> 52 & 2047) - 1023;
  int32_t number = exponent < count - 1 ? exponent : count - 1;
  if (number != copies->number) *copies = copies_from(levels, shares, count, number);
  float share = (float)(width / (double)(1 << number) - 1);
  copies->share = copies->fine == copies->coarse || !(share > 0) ? 0 : share < 1 ? share : 1;
}

// The colour at a place, in two halves that have to be added.
INLINE eight color_at(const two_copies *copies, point at) {
  four_double place = (four_double){at.x, at.y, at.x, at.y} * copies->scale - 0.5;
  place = __builtin_elementwise_min(__builtin_elementwise_max(place, (four_double){0}), copies->most);
  four_whole whole = __builtin_elementwise_min(__builtin_convertvector(place, four_whole), copies->last);
  four rest = __builtin_convertvector(place - __builtin_convertvector(whole, four_double), four);
  eight color = color_of_level(copies->fine, whole[0], whole[1], rest[0], rest[1], 1 - copies->share);
  if (copies->share > 0) color += color_of_level(copies->coarse, whole[2], whole[3], rest[2], rest[3], copies->share);
  return color;
}

INLINE four color_of_copy(const cpixels_level *level, point at, double scale_x, double scale_y) {
  double x = within(at.x * scale_x - 0.5, level->width), y = within(at.y * scale_y - 0.5, level->height);
  if (level->width < 2 || level->height < 2) return color_of_line(level, x, y);
  int32_t i = x < level->width - 2 ? (int32_t)x : level->width - 2;
  int32_t j = y < level->height - 2 ? (int32_t)y : level->height - 2;
  eight color = color_of_level(level, i, j, (float)(x - i), (float)(y - j), 1);
  return __builtin_shufflevector(color, color, 0, 1, 2, 3) + __builtin_shufflevector(color, color, 4, 5, 6, 7);
}

// The same where a copy is one pixel wide or high.
static eight color_of_lines(const two_copies *copies, point at) {
  four fine = color_of_copy(copies->fine, at, copies->scale[0], copies->scale[1]);
  four coarse = color_of_copy(copies->coarse, at, copies->scale[2], copies->scale[3]);
  four color = fine * (1 - copies->share) + coarse * copies->share;
  return __builtin_shufflevector(color, (four){0}, 0, 1, 2, 3, 4, 5, 6, 7);
}

// Of a picture of up to 2^31 pixels a side.
#define MOST_LEVELS 33

#define BLOCK 16

// The footprints of neighbouring pixels in the picture: their centres, the longer sides, the widths
// across these, and the numbers of samples along them; no samples behind the eye.
typedef struct {
  double x[BLOCK], y[BLOCK], major_x[BLOCK], major_y[BLOCK], width[BLOCK], places[BLOCK];
} footprints;

INLINE double length_of(double x, double y) { return __builtin_sqrt(x * x + y * y); }

// Without a branch, so that several pixels are computed at once (SIMD).
INLINE void find_footprints(const double *map, double most_places, double x, double y, footprints *found) {
  for (int i = 0; i < BLOCK; i++) {
    double px = x + i;
    double weight = map[6] * px + map[7] * y + map[8];
    double inverse = 1 / weight;
    double at_x = (map[0] * px + map[2] * y + map[4]) * inverse, at_y = (map[1] * px + map[3] * y + map[5]) * inverse;
    // The first derivatives.
    double right_x = (map[0] - map[6] * at_x) * inverse, right_y = (map[1] - map[6] * at_y) * inverse;
    double down_x = (map[2] - map[7] * at_x) * inverse, down_y = (map[3] - map[7] * at_y) * inverse;
    double determinant = fabs(right_x * down_y - right_y * down_x);
    double across = length_of(right_x, right_y), along = length_of(down_x, down_y);
    double longer = across < along ? along : across;
    double length = longer < 1e6 ? longer : 1e6;
    double height = determinant / (longer > 1e-12 ? longer : 1e-12);
    double least = length / most_places;
    double width = height > least ? height : least;
    width = width > 1 ? width : 1;
    double places = __builtin_ceil(length / width);
    places = places < 1 ? 1 : places > most_places ? most_places : places;
    double distance = fabs(at_x) + fabs(at_y);
    found->x[i] = at_x;
    found->y[i] = at_y;
    found->major_x[i] = across < along ? down_x : right_x;
    found->major_y[i] = across < along ? down_y : right_y;
    found->width[i] = width;
    found->places[i] = weight > 0 ? (distance < INFINITY ? places : 0) : 0;
  }
}

INLINE uint32_t sample(const two_copies *copies, const footprints *found, int i) {
  double places = found->places[i];
  eight sum = {0};
  for (int index = 0; index < (int)places; index++) {
    double offset = (index + 0.5) / places - 0.5;
    point place = {found->x[i] + found->major_x[i] * offset, found->y[i] + found->major_y[i] * offset};
    sum += copies->are_lines ? color_of_lines(copies, place) : color_at(copies, place);
  }
  four both = __builtin_shufflevector(sum, sum, 0, 1, 2, 3) + __builtin_shufflevector(sum, sum, 4, 5, 6, 7);
  four_whole channels = __builtin_convertvector(both / (float)places + 0.5f, four_whole);
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
  two_copies copies = {.number = -1};
  footprints found;
  for (size_t start = 0; start < width; start += BLOCK) {
    find_footprints(map, most_places, x + (double)start + 0.5, y + 0.5, &found);
    int end = width - start < BLOCK ? (int)(width - start) : BLOCK;
    for (int i = 0; i < end; i++) {
      uint32_t pixel = 0;
      if (found.places[i] > 0) {
        choose(&copies, levels, shares, (int32_t)count, found.width[i]);
        pixel = sample(&copies, &found, i);
      }
      pixels[start + (size_t)i] = pixel;
    }
  }
}
