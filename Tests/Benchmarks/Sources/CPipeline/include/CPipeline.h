#pragma once

#include <stdint.h>

// The limit that `make bench` compares Rostrum with: plain C that draws every frame whole with cairo, and compresses it whole
// with ISA-L or converts it whole to I420. It evaluates nothing, checks nothing and knows nothing about scenes: every position comes
// from a table. No product code uses it.

typedef struct {
  double x, y;
  // In radians.
  double angle;
} cpipeline_pose;

typedef struct {
  double width, height;
  // In fractions of the size.
  double anchor_x, anchor_y;
  double radius;
  double red, green, blue, alpha;
  // Standard deviation of a black shadow behind the shape, in pixels; 0 for none.
  double shadow;
} cpipeline_shape;

typedef struct {
  int width, height;
  int frame_count;
  int shape_count;
  const cpipeline_shape *shapes;
  // For each frame, one for each shape.
  const cpipeline_pose *poses;
  // A line of text at 24 pixels; may be null.
  const char *label;
  double label_x, label_y;
} cpipeline_scene;

// Writes frame_00000.png ... into a folder with `threads` threads, each taking every `threads`th frame. 0 when it worked.
int cpipeline_write_png(const cpipeline_scene *scene, const char *folder, int threads);

// Writes I420 frames (BT.709, limited range) to a descriptor: one thread draws and converts, another writes. 0 when it worked.
int cpipeline_write_i420(const cpipeline_scene *scene, int descriptor);

// An opaque picture that fills a frame and is scaled about its middle.
typedef struct {
  int width, height;
  // 0xFFRRGGBB.
  const uint32_t *pixels;
  double zoom;
  // Of 1.
  double opacity;
} cpipeline_slide;

// Draws a frame of a slideshow: the pictures one over the other, between their pixels (bilinear), then black from a row down to the end of
// the frame, transparent at its top and `shade_alpha` at its end. 0 when it worked.
int cpipeline_draw_slides(
    const cpipeline_slide *slides, int count, int shade_top, double shade_alpha, uint32_t *frame, int width, int height);

// Blurs premultiplied pixels, with transparent ones around them: three boxes along each axis come close to a Gaussian. 0 when it worked.
int cpipeline_blur(uint32_t *pixels, int width, int height, double sigma);
