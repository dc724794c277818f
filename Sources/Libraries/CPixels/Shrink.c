#include "CPixels.h"
#include "Dispatch.h"
#include "Vectors.h"

typedef int32_t two_whole __attribute__((vector_size(8)));

// The middle of the phase in which a place is, in 1/65536 of a pixel.
INLINE int32_t middle_of(const cpixels_kernel *kernel, int32_t place) {
  int32_t shift = 16 - kernel->phase_bits;
  return (int32_t)((uint32_t)place >> shift << shift) + (1 << shift >> 1);
}

INLINE size_t phase_of(const cpixels_kernel *kernel, int32_t middle) {
  return (size_t)((middle & 0xFFFF) >> (16 - kernel->phase_bits));
}

INLINE int32_t first_pixel(const cpixels_kernel *kernel, int32_t middle) {
  return (middle - 1 - (kernel->count - 1) * 0x8000) >> 16;
}

INLINE int32_t inside(int32_t index, int32_t count) { return index < 0 ? 0 : index < count ? index : count - 1; }

INLINE int32_t share_of(int32_t column, int32_t row) { return (int32_t)(((int64_t)column * row + 0x8000) >> 16); }

// The pixel of sums in 1/65536.
INLINE uint32_t rounded(four_whole sum) {
  sum = (sum + 0x8000) >> 16;
  four_whole over = sum > 255;
  four_bytes bytes = __builtin_convertvector((sum & ~over & ~(sum < 0)) | (over & 255), four_bytes);
  uint32_t pixel;
  memcpy(&pixel, &bytes, sizeof pixel);
  return pixel;
}

// A pixel anywhere.
INLINE uint32_t mean(
    const cpixels_level *picture, const cpixels_kernel *across, const cpixels_kernel *down, int32_t x, int32_t y) {
  const int32_t *columns = across->weights + phase_of(across, x) * (size_t)across->count;
  const int32_t *rows = down->weights + phase_of(down, y) * (size_t)down->count;
  int32_t left = first_pixel(across, x), top = first_pixel(down, y);
  four_whole sum = {};
  for (int32_t j = 0; j < down->count; j++) {
    const uint8_t *row = picture->bytes + (size_t)inside(top + j, picture->height) * picture->bytes_per_row;
    for (int32_t k = 0; k < across->count; k++) {
      four_bytes bytes;
      memcpy(&bytes, row + 4 * (size_t)inside(left + k, picture->width), sizeof bytes);
      sum += __builtin_convertvector(bytes, four_whole) * share_of(columns[k], rows[j]);
    }
  }
  return rounded(sum);
}

// The most shares of a row: of 256 phases of two columns, or of 128 of four, and seventeen rows.
enum { most_shares = 256 * 2 * 17 };

VECTORISED(
    cpixels_shrink,
    (const cpixels_level *picture, const cpixels_kernel *across, const cpixels_kernel *down, int32_t x, int32_t y,
     int32_t step_x, int32_t step_y, size_t count, uint32_t *pixels),
    (picture, across, down, x, y, step_x, step_y, count, pixels)) {
  // Where a row stays a row, its pixels share their weights; two columns are taken at once.
  int32_t shares[most_shares];
  size_t columns = ((size_t)across->count + 1) & ~(size_t)1, each = columns * (size_t)down->count;
  size_t phases = (size_t)1 << across->phase_bits;
  int32_t middle = middle_of(down, y), top = first_pixel(down, middle);
  int is_straight = step_y == 0 && top >= 0 && top + down->count <= picture->height && phases * each <= most_shares;
  if (is_straight) {
    const int32_t *rows = down->weights + phase_of(down, middle) * (size_t)down->count;
    for (size_t phase = 0; phase < phases; phase++) {
      for (size_t j = 0; j < (size_t)down->count; j++) {
        for (size_t k = 0; k < columns; k++) {
          int is_column = k < (size_t)across->count;
          int32_t column = is_column ? across->weights[phase * (size_t)across->count + k] : 0;
          shares[phase * each + j * columns + k] = share_of(column, rows[j]);
        }
      }
    }
  }
  for (size_t i = 0; i < count; i++) {
    int32_t place = middle_of(across, x), left = first_pixel(across, place);
    if (is_straight && left >= 0 && left + (int32_t)columns <= picture->width) {
      const int32_t *share = shares + phase_of(across, place) * each;
      const uint8_t *row = picture->bytes + (size_t)top * picture->bytes_per_row + 4 * (size_t)left;
      eight_whole sum = {};
      for (int32_t j = 0; j < down->count; j++, row += picture->bytes_per_row) {
        for (size_t k = 0; k < columns; k += 2, share += 2) {
          eight_bytes bytes;
          two_whole two;
          memcpy(&bytes, row + 4 * k, sizeof bytes);
          memcpy(&two, share, sizeof two);
          sum += __builtin_convertvector(bytes, eight_whole) * __builtin_shufflevector(two, two, 0, 0, 0, 0, 1, 1, 1, 1);
        }
      }
      pixels[i] = rounded(
          __builtin_shufflevector(sum, sum, 0, 1, 2, 3) + __builtin_shufflevector(sum, sum, 4, 5, 6, 7));
    } else {
      pixels[i] = mean(picture, across, down, place, middle_of(down, y));
    }
    x = (int32_t)((uint32_t)x + (uint32_t)step_x);
    y = (int32_t)((uint32_t)y + (uint32_t)step_y);
  }
}
