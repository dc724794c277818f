#include <fcntl.h>
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "Drawing.h"

typedef struct {
  const cpipeline_scene *scene;
  const char *folder;
  int first, step;
  int failed;
} png_job;

static uint8_t *put_word(uint8_t *to, uint32_t word) {
  for (int i = 0; i < 4; i++) to[i] = (uint8_t)(word >> (24 - 8 * i));
  return to + 4;
}

static uint8_t *put_chunk(uint8_t *to, const char *type, const uint8_t *data, uint32_t count) {
  to = put_word(to, count);
  memcpy(to, type, 4);
  if (data != to + 4 && count > 0) memcpy(to + 4, data, count);
  return put_word(to + 4 + count, crc32_gzip_refl(0, to, count + 4));
}

static void to_rgb(const painter *p, uint8_t *rows) {
  int width = p->scene->width, stride = cairo_image_surface_get_stride(p->surface);
  const uint8_t *data = cairo_image_surface_get_data(p->surface);
  for (int y = 0; y < p->scene->height; y++) {
    const uint32_t *line = (const uint32_t *)(data + (size_t)y * (size_t)stride);
    *rows++ = 0;
    for (int x = 0; x < width; x++, rows += 3) {
      rows[0] = (uint8_t)(line[x] >> 16);
      rows[1] = (uint8_t)(line[x] >> 8);
      rows[2] = (uint8_t)line[x];
    }
  }
}

// The whole file; returns its length, or 0.
static size_t encode(
    const cpipeline_scene *scene, const uint8_t *rows, size_t count, uint8_t *file, size_t capacity,
    struct isal_zstream *stream, uint8_t *level_buffer) {
  static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
  uint8_t header[13] = {0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0};
  memcpy(file, signature, 8);
  put_word(header, (uint32_t)scene->width);
  put_word(header + 4, (uint32_t)scene->height);
  uint8_t *to = put_chunk(file + 8, "IHDR", header, 13);
  isal_deflate_stateless_init(stream);
  stream->level = 1;
  stream->level_buf = level_buffer;
  stream->level_buf_size = ISAL_DEF_LVL1_DEFAULT;
  stream->gzip_flag = IGZIP_ZLIB;
  stream->end_of_stream = 1;
  stream->next_in = (uint8_t *)rows;
  stream->avail_in = (uint32_t)count;
  stream->next_out = to + 8;
  stream->avail_out = (uint32_t)(capacity - (size_t)(to - file) - 64);
  if (isal_deflate_stateless(stream) != COMP_OK) return 0;
  to = put_chunk(to, "IDAT", to + 8, stream->total_out);
  return (size_t)(put_chunk(to, "IEND", to, 0) - file);
}

static int write_file(const char *folder, int frame, const uint8_t *bytes, size_t count) {
  char path[4096];
  snprintf(path, sizeof path, "%s/frame_%05d.png", folder, frame);
  int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (descriptor < 0) return -1;
  ssize_t written = write(descriptor, bytes, count);
  close(descriptor);
  return written == (ssize_t)count ? 0 : -1;
}

static void *run(void *argument) {
  png_job *job = argument;
  const cpipeline_scene *scene = job->scene;
  size_t count = (size_t)scene->height * (1 + 3 * (size_t)scene->width);
  size_t capacity = count + count / 1000 + 65536;
  uint8_t *rows = malloc(count), *file = malloc(capacity), *level = malloc(ISAL_DEF_LVL1_DEFAULT);
  struct isal_zstream *stream = calloc(1, sizeof *stream);
  painter p;
  job->failed = painter_init(&p, scene) != 0 || !rows || !file || !level || !stream;
  for (int frame = job->first; frame < scene->frame_count && !job->failed; frame += job->step) {
    painter_paint(&p, frame);
    to_rgb(&p, rows);
    size_t length = encode(scene, rows, count, file, capacity, stream, level);
    job->failed = length == 0 || write_file(job->folder, frame, file, length) != 0;
  }
  painter_free(&p);
  free(rows);
  free(file);
  free(level);
  free(stream);
  return NULL;
}

int cpipeline_write_png(const cpipeline_scene *scene, const char *folder, int threads) {
  pthread_t thread[64];
  png_job jobs[64];
  if (threads < 1 || threads > 64) return -1;
  for (int i = 0; i < threads; i++) {
    jobs[i] = (png_job){scene, folder, i, threads, 0};
    if (pthread_create(&thread[i], NULL, run, &jobs[i]) != 0) return -1;
  }
  int failed = 0;
  for (int i = 0; i < threads; i++) {
    pthread_join(thread[i], NULL);
    failed |= jobs[i].failed;
  }
  return failed ? -1 : 0;
}
