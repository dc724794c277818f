#include "CPixels.h"

// Both passes of a scaling whose axes are those of the picture. Written twice: the compiler does not find the instructions that multiply and
// round sixteen bits, or add neighbours.

static void weigh_rows(
    const uint32_t *const *rows, const int16_t *weights, size_t taps, size_t start, size_t count, int16_t *sums) {
  for (size_t i = 4 * start; i < 4 * count; i++) {
    int32_t sum = 0;
    for (size_t tap = 0; tap < taps; tap++) {
      int32_t level = ((const uint8_t *)rows[tap])[i] << 7;
      sum += (level * weights[tap] + 0x4000) >> 15;
    }
    sums[i] = (int16_t)sum;
  }
}

static void weigh_columns(
    const int16_t *sums, const int32_t *first, const int16_t *weights, size_t taps, size_t start, size_t count,
    uint32_t *pixels) {
  for (size_t i = start; i < count; i++) {
    uint32_t pixel = 0;
    for (int channel = 0; channel < 4; channel++) {
      int32_t sum = 1 << 21;
      for (size_t tap = 0; tap < taps; tap++) {
        sum += sums[4 * ((size_t)first[i] + tap) + (size_t)channel] * weights[i * taps + tap];
      }
      pixel |= (uint32_t)(sum >> 22) << 8 * channel;
    }
    pixels[i] = pixel;
  }
}

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

__attribute__((target("avx2"))) static size_t weigh_rows_wide(
    const uint32_t *const *rows, const int16_t *weights, size_t taps, size_t count, int16_t *sums) {
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    __m256i sum = _mm256_setzero_si256();
    for (size_t tap = 0; tap < taps; tap++) {
      __m128i bytes = _mm_loadu_si128((const __m128i *)(rows[tap] + i));
      __m256i levels = _mm256_slli_epi16(_mm256_cvtepu8_epi16(bytes), 7);
      sum = _mm256_add_epi16(sum, _mm256_mulhrs_epi16(levels, _mm256_set1_epi16(weights[tap])));
    }
    _mm256_storeu_si256((__m256i *)(sums + 4 * i), sum);
  }
  return i;
}

// The same channel of two neighbours side by side, twice.
#define PAIRS 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15

__attribute__((target("avx2"))) static inline __m128i weigh_two(const int16_t *sums, const int16_t *weights) {
  const __m128i pairs = _mm_setr_epi8(PAIRS);
  int32_t both;
  memcpy(&both, weights, 4);
  __m128i neighbours = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)sums), pairs);
  return _mm_madd_epi16(neighbours, _mm_set1_epi32(both));
}

__attribute__((target("avx2"))) static inline __m128i weigh_four(const int16_t *sums, const int16_t *weights) {
  const __m256i pairs = _mm256_setr_epi8(PAIRS, PAIRS);
  const __m256i places = _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
  __m256i neighbours = _mm256_shuffle_epi8(_mm256_loadu_si256((const __m256i *)sums), pairs);
  __m256i all = _mm256_castsi128_si256(_mm_loadl_epi64((const __m128i *)weights));
  __m256i products = _mm256_madd_epi16(neighbours, _mm256_permutevar8x32_epi32(all, places));
  return _mm_add_epi32(_mm256_castsi256_si128(products), _mm256_extracti128_si256(products, 1));
}

__attribute__((target("avx2"))) static inline __m128i weigh(
    const int16_t *sums, int32_t first, const int16_t *weights, size_t taps) {
  sums += 4 * (size_t)first;
  __m128i sum = _mm_set1_epi32(1 << 21);
  if (taps == 2) {
    sum = _mm_add_epi32(sum, weigh_two(sums, weights));
  } else {
    for (size_t tap = 0; tap < taps; tap += 4) sum = _mm_add_epi32(sum, weigh_four(sums + 4 * tap, weights + tap));
  }
  return _mm_srai_epi32(sum, 22);
}

__attribute__((target("avx2"))) static inline size_t weigh_columns_wide(
    const int16_t *sums, const int32_t *first, const int16_t *weights, size_t taps, size_t count, uint32_t *pixels) {
  size_t i = 0;
  for (; i + 4 <= count; i += 4) {
    __m128i a = weigh(sums, first[i], weights + i * taps, taps);
    __m128i b = weigh(sums, first[i + 1], weights + (i + 1) * taps, taps);
    __m128i c = weigh(sums, first[i + 2], weights + (i + 2) * taps, taps);
    __m128i d = weigh(sums, first[i + 3], weights + (i + 3) * taps, taps);
    _mm_storeu_si128(
        (__m128i *)(pixels + i), _mm_packus_epi16(_mm_packs_epi32(a, b), _mm_packs_epi32(c, d)));
  }
  return i;
}

// With the number of neighbours known.
__attribute__((target("avx2"))) static size_t weigh_columns_by_two(
    const int16_t *sums, const int32_t *first, const int16_t *weights, size_t count, uint32_t *pixels) {
  return weigh_columns_wide(sums, first, weights, 2, count, pixels);
}

__attribute__((target("avx2"))) static size_t weigh_columns_by_four(
    const int16_t *sums, const int32_t *first, const int16_t *weights, size_t count, uint32_t *pixels) {
  return weigh_columns_wide(sums, first, weights, 4, count, pixels);
}

__attribute__((target("avx2"))) static size_t weigh_columns_by_many(
    const int16_t *sums, const int32_t *first, const int16_t *weights, size_t taps, size_t count, uint32_t *pixels) {
  return weigh_columns_wide(sums, first, weights, taps, count, pixels);
}
#endif

void cpixels_weigh_rows(
    const uint32_t *const *rows, const int16_t *weights, size_t taps, size_t count, int16_t *sums) {
  size_t done = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) done = weigh_rows_wide(rows, weights, taps, count, sums);
#endif
  weigh_rows(rows, weights, taps, done, count, sums);
}

void cpixels_weigh_columns(
    const int16_t *sums, const int32_t *first, const int16_t *weights, size_t taps, size_t count, uint32_t *pixels) {
  size_t done = 0;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    done = taps == 2   ? weigh_columns_by_two(sums, first, weights, count, pixels)
           : taps == 4 ? weigh_columns_by_four(sums, first, weights, count, pixels)
                       : weigh_columns_by_many(sums, first, weights, taps, count, pixels);
  }
#endif
  weigh_columns(sums, first, weights, taps, done, count, pixels);
}
