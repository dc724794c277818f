#pragma once

#include <stdint.h>
#include <string.h>

// Else a processor with fused operations would have other bits than one without.
#pragma STDC FP_CONTRACT OFF
// Vectors are handed to functions that are always inlined.
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

typedef float four __attribute__((vector_size(16)));
typedef float eight __attribute__((vector_size(32)));
typedef double eight_double __attribute__((vector_size(64)));
typedef int32_t four_whole __attribute__((vector_size(16)));
typedef int32_t eight_whole __attribute__((vector_size(32)));
typedef uint8_t four_bytes __attribute__((vector_size(4)));
typedef uint8_t eight_bytes __attribute__((vector_size(8)));

INLINE eight load(const float *numbers) {
  eight result;
  memcpy(&result, numbers, sizeof result);
  return result;
}

INLINE void store(eight numbers, float *place) { memcpy(place, &numbers, sizeof numbers); }

// Added to a number from 0 to 2^22, it leaves the nearest whole number in the lowest bits.
#define ROUNDING 0x1.8p23f
