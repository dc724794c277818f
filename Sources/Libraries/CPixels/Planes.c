#include "CPixels.h"
#include "Dispatch.h"

// ITU-R BT.709-6, sections 3.2 to 3.5: Y' = 0.2126 R' + 0.7152 G' + 0.0722 B', the differences divided by 1.8556 and 1.5748; luma is 16 to 235
// and chroma 16 to 240. A step of the weights is far below what could move a rounded byte; grey gives a chroma of exactly 128. Weights are
// 2^-22ths, of the sum of four pixels for chroma; offsets have the half for rounding.
enum {
  LUMA_RED = 765821, LUMA_GREEN = 2576270, LUMA_BLUE = 260076, LUMA_OFFSET = 69206016,
  BLUE_RED = -105533, BLUE_GREEN = -355018, BLUE_BLUE = 460551,
  RED_RED = 460551, RED_GREEN = -418321, RED_BLUE = -42230, CHROMA_OFFSET = 538968064,
};

// The halves of the weights are summed apart: their products fit what vector units multiply at once (16 bits by 16), where 32 bits by 32 take
// them several steps.
#define HIGH(weight) ((weight) >> 11)
#define LOW(weight) ((weight) & 0x7FF)
#define WEIGHTED(red, green, blue, name, offset)                                                                        \
  ((((red) * HIGH(name##_RED) + (green) * HIGH(name##_GREEN) + (blue) * HIGH(name##_BLUE)) * 2048                        \
    + (red) * LOW(name##_RED) + (green) * LOW(name##_GREEN) + (blue) * LOW(name##_BLUE) + (offset)) >> 22)

VECTORISED(cpixels_luma, (const uint32_t *pixels, size_t count, uint8_t *luma), (pixels, count, luma)) {
  for (size_t i = 0; i < count; i++) {
    int32_t red = (int16_t)(pixels[i] >> 16 & 255), green = (int16_t)(pixels[i] >> 8 & 255), blue = (int16_t)(pixels[i] & 255);
    luma[i] = (uint8_t)WEIGHTED(red, green, blue, LUMA, LUMA_OFFSET);
  }
}

VECTORISED(
    cpixels_chroma, (const uint32_t *top, const uint32_t *bottom, size_t count, uint8_t *blues, uint8_t *reds),
    (top, bottom, count, blues, reds)) {
  for (size_t i = 0; i < count; i++) {
    uint32_t a = top[2 * i], b = top[2 * i + 1], c = bottom[2 * i], d = bottom[2 * i + 1];
    // Red and blue travel side by side in one word: four bytes sum to less than 16 bits.
    uint32_t outer = (a & 0xFF00FF) + (b & 0xFF00FF) + (c & 0xFF00FF) + (d & 0xFF00FF);
    int32_t red = (int16_t)(outer >> 16), blue = (int16_t)(outer & 0xFFFF);
    int32_t green = (int16_t)((a >> 8 & 255) + (b >> 8 & 255) + (c >> 8 & 255) + (d >> 8 & 255));
    blues[i] = (uint8_t)WEIGHTED(red, green, blue, BLUE, CHROMA_OFFSET);
    reds[i] = (uint8_t)WEIGHTED(red, green, blue, RED, CHROMA_OFFSET);
  }
}
