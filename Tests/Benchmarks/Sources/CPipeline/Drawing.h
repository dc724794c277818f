#pragma once
#include <cairo.h>

#include "CPipeline.h"

// One thread's own surface.
typedef struct {
  const cpipeline_scene *scene;
  cairo_surface_t *surface;
  cairo_t *cr;
  cairo_surface_t **shadows;
} painter;

int painter_init(painter *p, const cpipeline_scene *scene);
void painter_free(painter *p);
void painter_paint(painter *p, int frame);
