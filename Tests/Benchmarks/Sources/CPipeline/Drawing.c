#include "Drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void rounded_rect(cairo_t *cr, double w, double h, double r) {
  if (r <= 0) {
    cairo_rectangle(cr, 0, 0, w, h);
    return;
  }
  cairo_new_sub_path(cr);
  cairo_arc(cr, w - r, r, r, -M_PI / 2, 0);
  cairo_arc(cr, w - r, h - r, r, 0, M_PI / 2);
  cairo_arc(cr, r, h - r, r, M_PI / 2, M_PI);
  cairo_arc(cr, r, r, r, M_PI, 3 * M_PI / 2);
  cairo_close_path(cr);
}

// One pass of a box blur over lines of `length` samples that lie `step` apart.
static void box_blur(unsigned char *line, int length, int step, int radius, unsigned char *copy) {
  int sum = 0, window = 2 * radius + 1;
  for (int i = 0; i < length; i++) copy[i] = line[i * step];
  for (int i = -radius; i < length; i++) {
    int in = i + radius, out = i - radius - 1;
    if (in < length) sum += copy[in];
    if (out >= 0) sum -= copy[out];
    if (i >= 0) line[i * step] = (unsigned char)(sum / window);
  }
}

// Three boxes come close to a Gaussian.
static void blur(cairo_surface_t *mask, double sigma) {
  int width = cairo_image_surface_get_width(mask), height = cairo_image_surface_get_height(mask);
  int stride = cairo_image_surface_get_stride(mask);
  unsigned char *data = cairo_image_surface_get_data(mask);
  int radius = (int)(sigma * 0.94);
  unsigned char *copy = malloc((size_t)(width > height ? width : height));
  for (int pass = 0; pass < 3 && copy; pass++) {
    for (int y = 0; y < height; y++) box_blur(data + y * stride, width, 1, radius, copy);
    for (int x = 0; x < width; x++) box_blur(data + x, height, stride, radius, copy);
  }
  free(copy);
  cairo_surface_mark_dirty(mask);
}

static cairo_surface_t *shadow_mask(const cpipeline_shape *shape) {
  double margin = ceil(3 * shape->shadow);
  cairo_surface_t *mask = cairo_image_surface_create(
      CAIRO_FORMAT_A8, (int)(shape->width + 2 * margin) + 1, (int)(shape->height + 2 * margin) + 1);
  cairo_t *cr = cairo_create(mask);
  cairo_translate(cr, margin, margin);
  rounded_rect(cr, shape->width, shape->height, shape->radius);
  cairo_fill(cr);
  cairo_destroy(cr);
  cairo_surface_flush(mask);
  blur(mask, shape->shadow);
  return mask;
}

int painter_init(painter *p, const cpipeline_scene *scene) {
  p->scene = scene;
  p->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, scene->width, scene->height);
  p->cr = cairo_create(p->surface);
  p->shadows = calloc((size_t)scene->shape_count, sizeof *p->shadows);
  if (!p->shadows || cairo_status(p->cr) != CAIRO_STATUS_SUCCESS) return -1;
  for (int i = 0; i < scene->shape_count; i++) {
    if (scene->shapes[i].shadow > 0) p->shadows[i] = shadow_mask(&scene->shapes[i]);
  }
  return 0;
}

void painter_free(painter *p) {
  for (int i = 0; p->shadows && i < p->scene->shape_count; i++) {
    if (p->shadows[i]) cairo_surface_destroy(p->shadows[i]);
  }
  free(p->shadows);
  cairo_destroy(p->cr);
  cairo_surface_destroy(p->surface);
}

static void paint_shape(painter *p, int index, const cpipeline_pose *pose) {
  const cpipeline_shape *shape = &p->scene->shapes[index];
  cairo_t *cr = p->cr;
  cairo_save(cr);
  cairo_translate(cr, pose->x, pose->y);
  cairo_rotate(cr, pose->angle);
  cairo_translate(cr, -shape->anchor_x * shape->width, -shape->anchor_y * shape->height);
  if (p->shadows[index]) {
    double margin = ceil(3 * shape->shadow);
    cairo_set_source_rgba(cr, 0, 0, 0, shape->alpha);
    cairo_mask_surface(cr, p->shadows[index], -margin, -margin);
  }
  cairo_set_source_rgba(cr, shape->red, shape->green, shape->blue, shape->alpha);
  rounded_rect(cr, shape->width, shape->height, shape->radius);
  cairo_fill(cr);
  cairo_restore(cr);
}

void painter_paint(painter *p, int frame) {
  const cpipeline_scene *scene = p->scene;
  cairo_set_source_rgb(p->cr, 1, 1, 1);
  cairo_paint(p->cr);
  for (int i = 0; i < scene->shape_count; i++) {
    paint_shape(p, i, &scene->poses[(size_t)frame * (size_t)scene->shape_count + (size_t)i]);
  }
  if (scene->label) {
    cairo_set_source_rgb(p->cr, 0, 0, 0);
    cairo_select_font_face(p->cr, "Liberation Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(p->cr, 24);
    cairo_move_to(p->cr, scene->label_x, scene->label_y);
    cairo_show_text(p->cr, scene->label);
  }
  cairo_surface_flush(p->surface);
}
