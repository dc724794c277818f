// Records the calls of Cairo's rasteriser: a line for each fill, stroke and mask, with a bounding
// box in the drawing's pixels. Loaded into `rostrum` only, by LD_PRELOAD; CAIRO_CALLS is the file.

#define _GNU_SOURCE
#include <cairo.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void note(const char *what, double left, double top, double right, double bottom) {
  static FILE *file;
  if (!file) file = fopen(getenv("CAIRO_CALLS"), "a");
  if (!file) abort();
  fprintf(file, "%s %f %f %f %f\n", what, left, top, right, bottom);
  fflush(file);
}

static void note_path(const char *what, cairo_t *context) {
  double left, top, right, bottom;
  cairo_matrix_t matrix;
  cairo_get_matrix(context, &matrix);
  cairo_identity_matrix(context);
  cairo_path_extents(context, &left, &top, &right, &bottom);
  cairo_set_matrix(context, &matrix);
  note(what, left, top, right, bottom);
}

void cairo_fill(cairo_t *context) {
  note_path("fill", context);
  NEXT(cairo_fill)(context);
}

void cairo_stroke(cairo_t *context) {
  note_path("stroke", context);
  NEXT(cairo_stroke)(context);
}

void cairo_mask_surface(cairo_t *context, cairo_surface_t *surface, double x, double y) {
  double left, top;
  cairo_surface_get_device_offset(surface, &left, &top);
  note(
      "mask", x - left, y - top, x - left + cairo_image_surface_get_width(surface),
      y - top + cairo_image_surface_get_height(surface));
  NEXT(cairo_mask_surface)(context, surface, x, y);
}
