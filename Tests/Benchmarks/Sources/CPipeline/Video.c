#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include "Drawing.h"

// Two frames that a drawing and a writing thread hand to each other.
typedef struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  uint8_t *frames[2];
  int is_full[2];
  size_t count;
  int total;
  int descriptor;
  int failed;
} handover;

static int luma(int r, int g, int b) { return (11966 * r + 40254 * g + 4064 * b + (16 << 16) + 32768) >> 16; }

static void to_i420(const painter *p, uint8_t *frame) {
  int width = p->scene->width, height = p->scene->height;
  int stride = cairo_image_surface_get_stride(p->surface) / 4;
  const uint32_t *data = (const uint32_t *)cairo_image_surface_get_data(p->surface);
  for (int y = 0; y < height; y++) {
    const uint32_t *line = data + (size_t)y * (size_t)stride;
    uint8_t *to = frame + (size_t)y * (size_t)width;
    for (int x = 0; x < width; x++) {
      to[x] = (uint8_t)luma(line[x] >> 16 & 255, line[x] >> 8 & 255, line[x] & 255);
    }
  }
  uint8_t *blue = frame + (size_t)width * (size_t)height;
  uint8_t *red = blue + (size_t)(width / 2) * (size_t)(height / 2);
  for (int y = 0; y < height / 2; y++) {
    const uint32_t *top = data + (size_t)(2 * y) * (size_t)stride, *bottom = top + stride;
    for (int x = 0; x < width / 2; x++) {
      uint32_t a = top[2 * x], b = top[2 * x + 1], c = bottom[2 * x], d = bottom[2 * x + 1];
      int rr = (int)((a >> 16 & 255) + (b >> 16 & 255) + (c >> 16 & 255) + (d >> 16 & 255));
      int gg = (int)((a >> 8 & 255) + (b >> 8 & 255) + (c >> 8 & 255) + (d >> 8 & 255));
      int bb = (int)((a & 255) + (b & 255) + (c & 255) + (d & 255));
      *blue++ = (uint8_t)((-6596 * rr - 22189 * gg + 28784 * bb + (128 << 18) + 131072) >> 18);
      *red++ = (uint8_t)((28784 * rr - 26145 * gg - 2639 * bb + (128 << 18) + 131072) >> 18);
    }
  }
}

static int write_all(int descriptor, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written <= 0) return -1;
    bytes += written;
    count -= (size_t)written;
  }
  return 0;
}

static void set_full(handover *h, int slot, int is_full) {
  pthread_mutex_lock(&h->mutex);
  h->is_full[slot] = is_full;
  pthread_cond_broadcast(&h->changed);
  pthread_mutex_unlock(&h->mutex);
}

static void wait_for(handover *h, int slot, int is_full) {
  pthread_mutex_lock(&h->mutex);
  while (h->is_full[slot] != is_full) pthread_cond_wait(&h->changed, &h->mutex);
  pthread_mutex_unlock(&h->mutex);
}

static void *write_frames(void *argument) {
  handover *h = argument;
  for (int frame = 0; frame < h->total; frame++) {
    wait_for(h, frame % 2, 1);
    if (!h->failed) h->failed = write_all(h->descriptor, h->frames[frame % 2], h->count) != 0;
    set_full(h, frame % 2, 0);
  }
  return NULL;
}

int cpipeline_write_i420(const cpipeline_scene *scene, int descriptor) {
  handover h = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, {NULL, NULL}, {0, 0}, 0, 0, 0, 0};
  h.count = (size_t)scene->width * (size_t)scene->height * 3 / 2;
  h.total = scene->frame_count;
  h.descriptor = descriptor;
  for (int i = 0; i < 2; i++) h.frames[i] = malloc(h.count);
  painter p;
  pthread_t writer;
  if (painter_init(&p, scene) != 0 || !h.frames[0] || !h.frames[1]) return -1;
  if (pthread_create(&writer, NULL, write_frames, &h) != 0) return -1;
  for (int frame = 0; frame < scene->frame_count; frame++) {
    painter_paint(&p, frame);
    wait_for(&h, frame % 2, 0);
    to_i420(&p, h.frames[frame % 2]);
    set_full(&h, frame % 2, 1);
  }
  pthread_join(writer, NULL);
  painter_free(&p);
  for (int i = 0; i < 2; i++) free(h.frames[i]);
  return h.failed ? -1 : 0;
}
