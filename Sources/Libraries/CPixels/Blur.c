#include "CPixels.h"
#include "Dispatch.h"
#include "Vectors.h"

// The channels of one pixel, twice.
INLINE eight channels(uint32_t pixel) {
  four_bytes bytes;
  memcpy(&bytes, &pixel, sizeof bytes);
  four numbers = __builtin_convertvector(__builtin_convertvector(bytes, four_whole), four);
  return __builtin_shufflevector(numbers, numbers, 0, 1, 2, 3, 0, 1, 2, 3);
}

INLINE eight_bytes rounded(eight numbers) {
  eight limited = __builtin_elementwise_min(numbers, (eight){0} + 255.0f);
  eight added = limited + ROUNDING;
  eight_whole bits;
  memcpy(&bits, &added, sizeof bits);
  return __builtin_convertvector(bits & 255, eight_bytes);
}

// Four weights at a time.
INLINE eight weighed(const float *place, size_t spacing, const float *weights) {
  eight a = weights[0] * load(place), b = weights[1] * load(place + spacing);
  eight c = weights[2] * load(place + 2 * spacing), d = weights[3] * load(place + 3 * spacing);
  return (a + b) + (c + d);
}

VECTORISED(
    cpixels_convolve,
    (const float *source, size_t spacing, const float *weights, size_t taps, size_t count, float *result),
    (source, spacing, weights, taps, count, result)) {
  size_t i = 0;
  for (; i + 16 <= count; i += 16) {
    eight a = {0}, b = {0};
    const float *place = source + i;
    size_t tap = 0;
    for (; tap + 4 <= taps; tap += 4, place += 4 * spacing) {
      a += weighed(place, spacing, weights + tap);
      b += weighed(place + 8, spacing, weights + tap);
    }
    for (; tap < taps; tap++, place += spacing) {
      a += weights[tap] * load(place);
      b += weights[tap] * load(place + 8);
    }
    store(a, result + i);
    store(b, result + i + 8);
  }
  for (; i < count; i++) {
    float sum = 0;
    const float *place = source + i;
    size_t tap = 0;
    for (; tap + 4 <= taps; tap += 4, place += 4 * spacing) {
      const float *w = weights + tap;
      sum += (w[0] * place[0] + w[1] * place[spacing]) + (w[2] * place[2 * spacing] + w[3] * place[3 * spacing]);
    }
    for (; tap < taps; tap++, place += spacing) sum += weights[tap] * place[0];
    result[i] = sum;
  }
}

VECTORISED(
    cpixels_share,
    (const uint32_t *pixels, size_t count, size_t phase, size_t step, const float *weights, float *samples),
    (pixels, count, phase, step, weights, samples)) {
  size_t i = 0;
  while (i < count) {
    size_t end = i + step - phase < count ? i + step - phase : count;
    eight low = load(samples), high = load(samples + 8);
    for (const float *weight = weights + 16 * phase; i < end; i++, weight += 16) {
      eight pixel = channels(pixels[i]);
      low += load(weight) * pixel;
      high += load(weight + 8) * pixel;
    }
    store(low, samples);
    store(high, samples + 8);
    samples += 4;
    phase = 0;
  }
}

VECTORISED(
    cpixels_share_alpha,
    (const uint32_t *pixels, size_t count, size_t phase, size_t step, const float *weights, float *samples),
    (pixels, count, phase, step, weights, samples)) {
  size_t i = 0;
  while (i < count) {
    size_t end = i + step - phase < count ? i + step - phase : count;
    four sum;
    memcpy(&sum, samples, sizeof sum);
    for (const float *weight = weights + 4 * phase; i < end; i++, weight += 4) {
      four shares;
      memcpy(&shares, weight, sizeof shares);
      sum += shares * (float)(pixels[i] >> 24);
    }
    memcpy(samples, &sum, sizeof sum);
    samples++;
    phase = 0;
  }
}

VECTORISED(
    cpixels_read,
    (const float *samples, size_t count, size_t phase, size_t step, const float *weights, uint32_t *pixels),
    (samples, count, phase, step, weights, pixels)) {
  size_t i = 0;
  while (i < count) {
    size_t end = i + step - phase < count ? i + step - phase : count;
    eight low = load(samples), high = load(samples + 8);
    for (const float *weight = weights + 16 * phase; i < end; i++, weight += 16) {
      eight a = load(weight) * low, b = load(weight + 8) * high;
      four lower = __builtin_shufflevector(a, a, 0, 1, 2, 3) + __builtin_shufflevector(a, a, 4, 5, 6, 7);
      four upper = __builtin_shufflevector(b, b, 0, 1, 2, 3) + __builtin_shufflevector(b, b, 4, 5, 6, 7);
      four sum = lower + upper;
      eight_bytes bytes = rounded(__builtin_shufflevector(sum, sum, 0, 1, 2, 3, 0, 1, 2, 3));
      memcpy(pixels + i, &bytes, 4);
    }
    samples += 4;
    phase = 0;
  }
}

VECTORISED(
    cpixels_read_alpha,
    (const float *samples, size_t count, size_t phase, size_t step, const float *weights, float *numbers),
    (samples, count, phase, step, weights, numbers)) {
  size_t i = 0;
  while (i < count) {
    size_t end = i + step - phase < count ? i + step - phase : count;
    for (const float *w = weights + 4 * phase; i < end; i++, w += 4) {
      numbers[i] = (w[0] * samples[0] + w[1] * samples[1]) + (w[2] * samples[2] + w[3] * samples[3]);
    }
    samples++;
    phase = 0;
  }
}

VECTORISED(cpixels_add, (const float *row, float factor, size_t count, float *sum), (row, factor, count, sum)) {
  for (size_t i = 0; i < count; i++) sum[i] += factor * row[i];
}

VECTORISED(cpixels_spread, (const uint32_t *pixels, size_t count, float *numbers), (pixels, count, numbers)) {
  const uint8_t *bytes = (const uint8_t *)pixels;
  for (size_t i = 0; i < 4 * count; i++) numbers[i] = bytes[i];
}

VECTORISED(cpixels_round, (const float *numbers, size_t count, uint32_t *pixels), (numbers, count, pixels)) {
  size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    eight_bytes bytes = rounded(load(numbers + 4 * i));
    memcpy(pixels + i, &bytes, sizeof bytes);
  }
  if (i < count) {
    float last[8] = {0};
    memcpy(last, numbers + 4 * i, 4 * sizeof *last);
    eight_bytes bytes = rounded(load(last));
    memcpy(pixels + i, &bytes, 4);
  }
}
