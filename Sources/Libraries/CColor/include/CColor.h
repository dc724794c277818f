#pragma once

// A small face over Little CMS, whose pixel formats are macros that Swift cannot read: from a picture's own colours to others.

#include <stddef.h>
#include <stdint.h>

typedef enum {
  // Straight alpha; grey pictures as well, with three equal channels. 8 bits a sample.
  CCOLOR_BGRA8 = 0,
  // The same with 16-bit native-endian samples.
  CCOLOR_BGRA16 = 1,
  CCOLOR_CMYK8 = 2,
  // With 255 for no ink.
  CCOLOR_CMYK8_INVERTED = 3,
} ccolor_layout;

// The colour space of the converted numbers.
typedef enum {
  CCOLOR_SRGB = 0,
  // BT.2020's primaries with sRGB's curve: contains the gamuts of screens and cameras.
  CCOLOR_WIDE = 1,
} ccolor_space;

typedef struct ccolor ccolor;

// Null for a profile that is damaged or not for pixels of that layout, and when there is no memory.
ccolor *ccolor_for_profile(
    const uint8_t *profile, size_t count, ccolor_layout layout, ccolor_space space);

// From sRGB.
ccolor *ccolor_for_srgb(ccolor_layout layout, ccolor_space space);

// The colour space of a screen with a gamma (2.2, say) and these chromaticities (CIE 1931): x and y
// of white, red, green and blue. Null for invalid ones.
ccolor *ccolor_for_screen(
    double gamma, const double places[8], ccolor_layout layout, ccolor_space space);

void ccolor_free(ccolor *color);

// A profile of Display P3, the same bytes every time; null where there is no memory.
uint8_t *ccolor_display_p3(size_t *count);
void ccolor_free_profile(uint8_t *profile);

// Zero when the conversion keeps all colours, to the nearest of 256 steps.
int ccolor_changes(ccolor *color);

// Converts a row in place; CMYK becomes opaque BGRA.
void ccolor_convert(ccolor *color, void *row, size_t count);
