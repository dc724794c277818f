#include "CColor.h"

#include <lcms2.h>
#include <stdlib.h>
#include <string.h>

enum { PROBES = 9, ROW = 1024 };

struct ccolor {
  cmsHTRANSFORM transform;
  ccolor_layout layout;
  // The profile has one channel: the first of each pixel is read, and the rest passed over.
  int is_grey;
};

// MARK: - Layouts

static cmsUInt32Number grey_of_bgra(cmsUInt32Number bytes) {
  return COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(3) | BYTES_SH(bytes);
}

static cmsUInt32Number input(ccolor_layout layout, int is_grey) {
  switch (layout) {
  case CCOLOR_BGRA8: return is_grey ? grey_of_bgra(1) : TYPE_BGRA_8;
  case CCOLOR_BGRA16: return is_grey ? grey_of_bgra(2) : TYPE_BGRA_16;
  case CCOLOR_CMYK8: return TYPE_CMYK_8;
  case CCOLOR_CMYK8_INVERTED: return TYPE_CMYK_8_REV;
  }
  return 0;
}

static int is_cmyk(ccolor_layout layout) {
  return layout == CCOLOR_CMYK8 || layout == CCOLOR_CMYK8_INVERTED;
}

static int fits(cmsColorSpaceSignature space, ccolor_layout layout) {
  if (is_cmyk(layout)) return space == cmsSigCmykData;
  return space == cmsSigRgbData || space == cmsSigGrayData;
}

// MARK: - Making

// A profile of sRGB's white and curve (IEC 61966-2-1, as Little CMS's parametric type 4).
static cmsHPROFILE rgb_profile(cmsCIExyYTRIPLE primaries) {
  cmsCIExyY white = {0.3127, 0.3290, 1};
  double curve[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
  cmsToneCurve *tone = cmsBuildParametricToneCurve(NULL, 4, curve);
  if (!tone) return NULL;
  cmsToneCurve *tones[3] = {tone, tone, tone};
  cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, tones);
  cmsFreeToneCurve(tone);
  return profile;
}

// Primaries: ITU-R BT.2020. The curve is sRGB's, so that a grey keeps its numbers.
static cmsHPROFILE wide_profile(void) {
  return rgb_profile((cmsCIExyYTRIPLE){{0.708, 0.292, 1}, {0.170, 0.797, 1}, {0.131, 0.046, 1}});
}

// Takes the profile over.
static ccolor *to_space(cmsHPROFILE profile, ccolor_layout layout, ccolor_space space) {
  if (!profile) return NULL;
  ccolor *color = fits(cmsGetColorSpace(profile), layout) ? calloc(1, sizeof *color) : NULL;
  cmsHPROFILE target = !color ? NULL : space == CCOLOR_WIDE ? wide_profile() : cmsCreate_sRGBProfile();
  if (target) {
    color->layout = layout;
    color->is_grey = cmsGetColorSpace(profile) == cmsSigGrayData;
    cmsUInt32Number flags = color->is_grey || is_cmyk(layout) ? 0 : cmsFLAGS_COPY_ALPHA;
    // Little CMS would take 16 bits through a table of 33 points a side, which is off by 11 of 255
    // steps at the edge of sRGB.
    if (layout == CCOLOR_BGRA16) flags |= cmsFLAGS_NOOPTIMIZE;
    color->transform = cmsCreateTransform(
        profile, input(layout, color->is_grey), target,
        layout == CCOLOR_BGRA16 ? TYPE_BGRA_16 : TYPE_BGRA_8, INTENT_PERCEPTUAL,
        flags);
    cmsCloseProfile(target);
  }
  cmsCloseProfile(profile);
  if (color && color->transform) return color;
  free(color);
  return NULL;
}

ccolor *ccolor_for_profile(
    const uint8_t *profile, size_t count, ccolor_layout layout, ccolor_space space) {
  if (count > UINT32_MAX) return NULL;
  return to_space(cmsOpenProfileFromMem(profile, (cmsUInt32Number)count), layout, space);
}

ccolor *ccolor_for_srgb(ccolor_layout layout, ccolor_space space) {
  return to_space(cmsCreate_sRGBProfile(), layout, space);
}

ccolor *ccolor_for_screen(
    double gamma, const double places[8], ccolor_layout layout, ccolor_space space) {
  cmsCIExyY white = {places[0], places[1], 1};
  cmsCIExyYTRIPLE primaries = {
      {places[2], places[3], 1}, {places[4], places[5], 1}, {places[6], places[7], 1}};
  cmsToneCurve *curve = cmsBuildGamma(NULL, gamma);
  if (!curve) return NULL;
  cmsToneCurve *curves[3] = {curve, curve, curve};
  cmsHPROFILE profile = cmsCreateRGBProfile(&white, &primaries, curves);
  cmsFreeToneCurve(curve);
  return to_space(profile, layout, space);
}

void ccolor_free(ccolor *color) {
  if (!color) return;
  cmsDeleteTransform(color->transform);
  free(color);
}

// MARK: - Profiles to write

// Primaries: SMPTE RP 431-2.
static cmsHPROFILE display_p3(void) {
  return rgb_profile((cmsCIExyYTRIPLE){{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}});
}

static int name(cmsHPROFILE profile, const char *text) {
  cmsMLU *words = cmsMLUalloc(NULL, 1);
  int is_named = words && cmsMLUsetASCII(words, "en", "US", text) &&
                 cmsWriteTag(profile, cmsSigProfileDescriptionTag, words);
  if (words) cmsMLUfree(words);
  return is_named;
}

uint8_t *ccolor_display_p3(size_t *count) {
  cmsHPROFILE profile = display_p3();
  cmsUInt32Number size = 0;
  uint8_t *bytes = NULL;
  if (profile && name(profile, "Display P3") && cmsSaveProfileToMem(profile, NULL, &size))
    bytes = malloc(size);
  if (bytes && !cmsSaveProfileToMem(profile, bytes, &size)) {
    free(bytes);
    bytes = NULL;
  }
  if (profile) cmsCloseProfile(profile);
  // The time of making: 12 bytes from byte 24 on (ICC.1:2022, section 7.2.8), always the same.
  static const uint8_t time[12] = {0x07, 0xE8, 0, 1, 0, 1};
  if (bytes) memcpy(bytes + 24, time, sizeof time);
  *count = bytes ? size : 0;
  return bytes;
}

void ccolor_free_profile(uint8_t *profile) { free(profile); }

// MARK: - Converting

static void convert_part(ccolor *color, uint8_t *row, size_t count) {
  uint8_t copy[ROW * 8];
  size_t size = color->layout == CCOLOR_BGRA16 ? 8 : 4;
  memcpy(copy, row, count * size);
  if (is_cmyk(color->layout)) memset(row, 255, count * size);
  cmsDoTransform(color->transform, copy, row, (cmsUInt32Number)count);
}

void ccolor_convert(ccolor *color, void *row, size_t count) {
  uint8_t *next = row;
  size_t size = color->layout == CCOLOR_BGRA16 ? 8 : 4;
  for (size_t done = 0; done < count; done += ROW) {
    size_t part = count - done < ROW ? count - done : ROW;
    convert_part(color, next, part);
    next += part * size;
  }
}

// MARK: - Probing

static int differs(int a, int b) { return a - b > 1 || b - a > 1; }

// One line of the colour cube; grey profiles see the greys of it.
static int line_changes(ccolor *color, int red, int green) {
  uint8_t before[PROBES * 4], after[PROBES * 4];
  uint16_t deep[PROBES * 4];
  for (int i = 0; i < PROBES; i++) {
    int blue = i * 255 / (PROBES - 1);
    uint8_t pixel[4] = {(uint8_t)blue, (uint8_t)green, (uint8_t)red, 255};
    if (color->is_grey) pixel[1] = pixel[2] = pixel[0];
    memcpy(before + 4 * i, pixel, 4);
  }
  if (color->layout == CCOLOR_BGRA16) {
    for (int i = 0; i < PROBES * 4; i++) deep[i] = (uint16_t)(before[i] * 257);
    ccolor_convert(color, deep, PROBES);
    for (int i = 0; i < PROBES * 4; i++) after[i] = (uint8_t)((deep[i] + 128) / 257);
  } else {
    memcpy(after, before, sizeof after);
    ccolor_convert(color, after, PROBES);
  }
  for (int i = 0; i < PROBES * 4; i++)
    if (differs(before[i], after[i])) return 1;
  return 0;
}

int ccolor_changes(ccolor *color) {
  if (is_cmyk(color->layout)) return 1;
  for (int red = 0; red < PROBES; red++)
    for (int green = 0; green < PROBES; green++)
      if (line_changes(color, red * 255 / (PROBES - 1), green * 255 / (PROBES - 1))) return 1;
  return 0;
}
