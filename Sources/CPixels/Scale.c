#include "CPixels.h"
#include "Dispatch.h"

VECTORISED(cpixels_mark_blocks, (const uint32_t *pixels, size_t count, uint64_t *words), (pixels, count, words)) {
  for (size_t block = 0; 16 * block < count; block++) {
    const uint32_t *start = pixels + 16 * block;
    uint32_t some = 0;
    if (16 * block + 16 <= count) {
      for (size_t i = 0; i < 16; i++) some |= start[i];
    } else {
      for (size_t i = 0; 16 * block + i < count; i++) some |= start[i];
    }
    if (some) words[block / 64] |= (uint64_t)1 << block % 64;
  }
}

// Both passes of a scaling whose axes are those of the picture. Written twice: the compiler does not find the instructions that multiply and
// round sixteen bits, or add neighbours.

static void weigh_rows(
    const uint32_t *const *rows, const int16_t *weights, size_t taps, size_t start, size_t end, int16_t *sums) {
  for (size_t i = 4 * start; i < 4 * end; i++) {
    int32_t sum = 0;
    for (size_t tap = 0; tap < taps; tap++) {
      int32_t level = ((const uint8_t *)rows[tap])[i] << 7;
      sum += (level * weights[tap] + 0x4000) >> 15;
    }
    sums[i] = (int16_t)sum;
  }
}

static void weigh_columns(
    const int16_t *sums, const int32_t *first, const int16_t *weights, size_t taps, size_t start, size_t end,
    uint32_t *pixels) {
  for (size_t i = start; i < end; i++) {
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

#define WIDE __attribute__((target("avx2"), always_inline)) static inline

// With the number of rows known, their weights stay in registers.
WIDE size_t weigh_so_many(
    const uint32_t *const *rows, const int16_t *weights, size_t taps, size_t start, size_t end, int16_t *sums) {
  size_t i = start;
  for (; i + 4 <= end; i += 4) {
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

__attribute__((target("avx2"))) static size_t weigh_rows_wide(
    const uint32_t *const *rows, const int16_t *weights, size_t taps, size_t start, size_t end, int16_t *sums) {
  if (taps == 2) return weigh_so_many(rows, weights, 2, start, end, sums);
  if (taps == 3) return weigh_so_many(rows, weights, 3, start, end, sums);
  return weigh_so_many(rows, weights, taps, start, end, sums);
}

// The same channel of two neighbours side by side, twice.
#define PAIRS 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15
// Two weights from a byte on, four times.
#define WEIGHTS(byte)                                                                                             \
  byte, byte + 1, byte + 2, byte + 3, byte, byte + 1, byte + 2, byte + 3, byte, byte + 1, byte + 2, byte + 3, byte, \
      byte + 1, byte + 2, byte + 3

// Two neighbours for each of two pixels.
WIDE __m256i weigh_two(const int16_t *a, const int16_t *b, __m256i weights) {
  __m128i lower = _mm_loadu_si128((const __m128i *)a), upper = _mm_loadu_si128((const __m128i *)b);
  __m256i both = _mm256_inserti128_si256(_mm256_castsi128_si256(lower), upper, 1);
  return _mm256_madd_epi16(_mm256_shuffle_epi8(both, _mm256_setr_epi8(PAIRS, PAIRS)), weights);
}

// Two pixels.
WIDE __m256i weigh(const int16_t *sums, const int32_t *first, const int16_t *weights, size_t taps) {
  const int16_t *a = sums + 4 * (size_t)first[0], *b = sums + 4 * (size_t)first[1];
  __m256i sum = _mm256_set1_epi32(1 << 21);
  if (taps == 2) {
    __m256i all = _mm256_broadcastsi128_si256(_mm_loadl_epi64((const __m128i *)weights));
    __m256i shares = _mm256_shuffle_epi8(all, _mm256_setr_epi8(WEIGHTS(0), WEIGHTS(4)));
    return _mm256_srai_epi32(_mm256_add_epi32(sum, weigh_two(a, b, shares)), 22);
  }
  for (size_t tap = 0; tap < taps; tap += 4) {
    __m128i lower = _mm_loadl_epi64((const __m128i *)(weights + tap));
    __m128i upper = _mm_loadl_epi64((const __m128i *)(weights + taps + tap));
    __m256i all = _mm256_broadcastsi128_si256(_mm_unpacklo_epi64(lower, upper));
    __m256i near = _mm256_shuffle_epi8(all, _mm256_setr_epi8(WEIGHTS(0), WEIGHTS(8)));
    __m256i far = _mm256_shuffle_epi8(all, _mm256_setr_epi8(WEIGHTS(4), WEIGHTS(12)));
    sum = _mm256_add_epi32(sum, weigh_two(a + 4 * tap, b + 4 * tap, near));
    sum = _mm256_add_epi32(sum, weigh_two(a + 4 * tap + 8, b + 4 * tap + 8, far));
  }
  return _mm256_srai_epi32(sum, 22);
}

WIDE size_t weigh_columns_wide(
    const int16_t *sums, const int32_t *first, const int16_t *weights, size_t taps, size_t start, size_t end,
    uint32_t *pixels) {
  size_t i = start;
  for (; i + 4 <= end; i += 4) {
    __m256i ab = weigh(sums, first + i, weights + i * taps, taps);
    __m256i cd = weigh(sums, first + i + 2, weights + (i + 2) * taps, taps);
    __m256i words = _mm256_packs_epi32(ab, cd);
    __m256i bytes = _mm256_packus_epi16(words, words);
    __m128i ac = _mm256_castsi256_si128(bytes), bd = _mm256_extracti128_si256(bytes, 1);
    _mm_storeu_si128((__m128i *)(pixels + i), _mm_unpacklo_epi32(ac, bd));
  }
  return i;
}

// With the number of neighbours known.
__attribute__((target("avx2"))) static size_t weigh_columns_by_two(
    const int16_t *sums, const int32_t *first, const int16_t *weights, size_t start, size_t end, uint32_t *pixels) {
  return weigh_columns_wide(sums, first, weights, 2, start, end, pixels);
}

__attribute__((target("avx2"))) static size_t weigh_columns_by_four(
    const int16_t *sums, const int32_t *first, const int16_t *weights, size_t start, size_t end, uint32_t *pixels) {
  return weigh_columns_wide(sums, first, weights, 4, start, end, pixels);
}

__attribute__((target("avx2"))) static size_t weigh_columns_by_many(
    const int16_t *sums, const int32_t *first, const int16_t *weights, size_t taps, size_t start, size_t end,
    uint32_t *pixels) {
  return weigh_columns_wide(sums, first, weights, taps, start, end, pixels);
}
#endif

void cpixels_weigh_rows(
    const uint32_t *const *rows, const int16_t *weights, size_t taps, size_t start, size_t end, int16_t *sums) {
  size_t next = start;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) next = weigh_rows_wide(rows, weights, taps, start, end, sums);
#endif
  weigh_rows(rows, weights, taps, next, end, sums);
}

void cpixels_weigh_columns(
    const int16_t *sums, const int32_t *first, const int16_t *weights, size_t taps, size_t start, size_t end,
    uint32_t *pixels) {
  size_t next = start;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) {
    next = taps == 2   ? weigh_columns_by_two(sums, first, weights, start, end, pixels)
           : taps == 4 ? weigh_columns_by_four(sums, first, weights, start, end, pixels)
                       : weigh_columns_by_many(sums, first, weights, taps, start, end, pixels);
  }
#endif
  weigh_columns(sums, first, weights, taps, next, end, pixels);
}
