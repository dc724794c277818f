#pragma once

#include <stddef.h>
#include <stdint.h>

// Loops over rows of pixels (premultiplied, 0xAARRGGBB) and of numbers, in vectors as wide as the processor has. Every function gives the
// same bits on every processor: whole numbers only, or floating point in one order and without fused operations.

// Pixels as red, green, blue and alpha, the colours divided by alpha and rounded; transparent ones are black. `reciprocals` has for each alpha
// above 0 2^24 / alpha, rounded up.
void cpixels_straighten(const uint32_t *pixels, size_t count, const uint32_t *reciprocals, uint8_t *rgba);

// The luma of opaque pixels, limited range of BT.709: 16 to 235.
void cpixels_luma(const uint32_t *pixels, size_t count, uint8_t *luma);

// The blue and red differences, 16 to 240, of `count` means of two by two opaque pixels from two rows.
void cpixels_chroma(const uint32_t *top, const uint32_t *bottom, size_t count, uint8_t *blues, uint8_t *reds);

// Convolution: each of `count` results is the weighted sum of `taps` numbers of `source`, beginning
// at the same index and `spacing` numbers apart.
void cpixels_convolve(const float *source, size_t spacing, const float *weights, size_t taps, size_t count, float *result);

// Shares pixels out among samples of four channels (blue, green, red, alpha; 0...255). Pixel i adds to the four samples from
// (i + phase) / step on. `weights` has for each of `step` places in a sample the weights of the four, each four times.
void cpixels_share(
    const uint32_t *pixels, size_t count, size_t phase, size_t step, const float *weights, float *samples);

// The same for alpha alone, with samples of one channel and each weight once.
void cpixels_share_alpha(
    const uint32_t *pixels, size_t count, size_t phase, size_t step, const float *weights, float *samples);

// Reads pixels from such samples, with the same weights.
void cpixels_read(
    const float *samples, size_t count, size_t phase, size_t step, const float *weights, uint32_t *pixels);

// Converts one-channel samples to floating-point numbers.
void cpixels_read_alpha(
    const float *samples, size_t count, size_t phase, size_t step, const float *weights, float *numbers);

// Adds a row times a number to another.
void cpixels_add(const float *row, float factor, size_t count, float *sum);

// The channels of pixels as numbers.
void cpixels_spread(const uint32_t *pixels, size_t count, float *numbers);

// Numbers of 0...255 and a little above, four a pixel, rounded.
void cpixels_round(const float *numbers, size_t count, uint32_t *pixels);

// A gradient from one stop to the next; colours are red, green, blue and alpha, straight.
typedef struct {
  double start, end;
  double color[4], change[4];
} cpixels_stretch;

typedef struct {
  const cpixels_stretch *stretches;
  size_t count;
  // The pixels up to the first stop, and from the last one on.
  uint32_t first, last;
  // Multiplies every alpha.
  double opacity;
} cpixels_ramp;

// The pixels of a gradient at places along it: exact, rounded from double precision. No number is transparent.
void cpixels_shade(const cpixels_ramp *ramp, const double *progress, size_t count, uint32_t *pixels);

// How far along a gradient the centres of a row of pixels are, of which the first begins at (x, y). The map of six numbers leads from pixels
// to the gradient: a, b, c, d, tx, ty.

// Along a line that begins at `start`; `way` leads to its end.
void cpixels_go_along(
    const double *map, double x, double y, const double *start, const double *way, size_t count, double *progress);

// From the centre of an ellipse, whose half axes are `radii`.
void cpixels_go_out(
    const double *map, double x, double y, const double *center, const double *radii, size_t count, double *progress);

// Around a centre, from `angle` on, in turns; right to 1e-13.
void cpixels_go_around(
    const double *map, double x, double y, const double *center, double angle, size_t count, double *progress);

// A picture, or a copy of it of reduced size.
typedef struct {
  const uint8_t *bytes;
  size_t bytes_per_row;
  int32_t width, height;
} cpixels_level;

// The weights of neighbouring pixels, in 1/65536: `count` of them for each of 2^phase_bits places within a pixel.
typedef struct {
  const int32_t *weights;
  int32_t count, phase_bits;
} cpixels_kernel;

// A row of a picture that is shrunk. Its first pixel has its centre at (x, y) of the picture, each next one a step further; all are 1/65536
// of a pixel. Beyond its edges, the picture's edge pixels go on.
void cpixels_shrink(
    const cpixels_level *picture, const cpixels_kernel *across, const cpixels_kernel *down, int32_t x, int32_t y,
    int32_t step_x, int32_t step_y, size_t count, uint32_t *pixels);

// A row of pixels of a picture that is seen in perspective, of which the first begins at (x, y). `levels` are the picture and copies, each of
// half the size of the one before. The map leads from pixels to the picture's: a point has the place (a x + c y + tx, b x + d y + ty), divided
// by its weight, wx x + wy y + w; the numbers are a, b, c, d, tx, ty, wx, wy, w. Without weight above 0 a pixel is transparent. Along the
// longer side of what a pixel covers, at most `most_places` are averaged; a copy fits the shorter one.
void cpixels_sample(
    const cpixels_level *levels, size_t count, const double *map, double most_places, double x, double y, size_t width,
    uint32_t *pixels);
