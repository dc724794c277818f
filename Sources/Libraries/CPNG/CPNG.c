#include "CPNG.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MESSAGE_SIZE 160

// MARK: - Shared by reader and writer

typedef struct {
  jmp_buf jump;
  int status;
  char text[MESSAGE_SIZE];
} failure;

static void fail(png_structp png, png_const_charp message) {
  failure *f = png_get_error_ptr(png);
  // libpng reports a failed allocation only by its message.
  int is_shortage = strstr(message, "memory") != NULL;
  if (f->status == CPNG_OK) f->status = is_shortage ? CPNG_OUT_OF_MEMORY : CPNG_ERROR;
  snprintf(f->text, sizeof f->text, "%s", message);
  longjmp(f->jump, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void fail_with(png_structp png, int status, const char *message) {
  ((failure *)png_get_error_ptr(png))->status = status;
  png_error(png, message);
}

// MARK: - Reading

struct cpng_reader {
  png_structp png;
  png_infop info;
  failure failure;
  const uint8_t *bytes;
  size_t count;
  size_t position;
  int descriptor;
  int error_number;
  // An interlaced picture needs all rows in memory.
  png_bytep *rows;
};

static void read_bytes(png_structp png, png_bytep out, size_t count) {
  cpng_reader *reader = png_get_io_ptr(png);
  if (count > reader->count - reader->position) fail_with(png, CPNG_TRUNCATED, "the file ends early");
  memcpy(out, reader->bytes + reader->position, count);
  reader->position += count;
}

// libpng asks for a few bytes at a time, so a descriptor is read through this buffer.
struct descriptor_reader {
  cpng_reader reader;
  uint8_t buffer[65536];
};

static void refill(png_structp png, cpng_reader *reader, uint8_t *buffer, size_t size) {
  ssize_t count;
  do count = read(reader->descriptor, buffer, size);
  while (count < 0 && errno == EINTR);
  if (count < 0) {
    reader->error_number = errno;
    fail_with(png, CPNG_IO, "the file cannot be read");
  }
  if (count == 0) fail_with(png, CPNG_TRUNCATED, "the file ends early");
  reader->count = (size_t)count;
  reader->position = 0;
}

static void read_descriptor(png_structp png, png_bytep out, size_t count) {
  struct descriptor_reader *source = png_get_io_ptr(png);
  cpng_reader *reader = &source->reader;
  while (count > 0) {
    if (reader->position == reader->count) refill(png, reader, source->buffer, sizeof source->buffer);
    size_t part = reader->count - reader->position;
    if (part > count) part = count;
    memcpy(out, source->buffer + reader->position, part);
    reader->position += part;
    out += part;
    count -= part;
  }
}

// Unused chunks are not parsed: damage in them does not matter, and huge ones cost nothing.
static void skip_unused_chunks(png_structp png, int wants_color) {
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  static const png_byte used[] = "tRNS\0iCCP\0sRGB\0gAMA\0cHRM\0eXIf";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, used, wants_color ? 6 : 1);
  // libpng knows it from 1.6.45 on, and hands it over as unknown all the same when asked to keep it.
  static const png_byte kept[] = "cICP";
  if (wants_color) png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, kept, 1);
}

static cpng_reader *reader_prepare(cpng_reader *reader, png_rw_ptr read) {
  if (!reader) return NULL;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader->failure, fail, ignore_warning);
  reader->info = reader->png ? png_create_info_struct(reader->png) : NULL;
  if (!reader->info) {
    cpng_reader_free(reader);
    return NULL;
  }
  png_set_read_fn(reader->png, reader, read);
  return reader;
}

cpng_reader *cpng_reader_for_bytes(const uint8_t *bytes, size_t count) {
  cpng_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->bytes = bytes;
  reader->count = count;
  return reader_prepare(reader, read_bytes);
}

cpng_reader *cpng_reader_for_descriptor(int descriptor) {
  struct descriptor_reader *source = calloc(1, sizeof *source);
  if (!source) return NULL;
  source->reader.descriptor = descriptor;
  return reader_prepare(&source->reader, read_descriptor);
}

void cpng_reader_free(cpng_reader *reader) {
  if (!reader) return;
  if (reader->png) png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader->rows);
  free(reader);
}

const char *cpng_reader_message(const cpng_reader *reader) { return reader->failure.text; }

int cpng_reader_errno(const cpng_reader *reader) { return reader->error_number; }

static int read_header(cpng_reader *reader, cpng_header *header, int wants_color) {
  png_structp png = reader->png;
  if (setjmp(reader->failure.jump)) return reader->failure.status;
  // Any damage is an error: a checksum that does not match is not a warning. A profile that makes no sense is left out.
  png_set_benign_errors(png, wants_color);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  // The caller checks the size before it allocates; libpng's own limit would only be another message.
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  skip_unused_chunks(png, wants_color);
  png_read_info(png, reader->info);
  png_set_benign_errors(png, 0);
  header->width = png_get_image_width(png, reader->info);
  header->height = png_get_image_height(png, reader->info);
  header->bit_depth = png_get_bit_depth(png, reader->info);
  header->has_alpha = (png_get_color_type(png, reader->info) & PNG_COLOR_MASK_ALPHA) != 0 ||
                      png_get_valid(png, reader->info, PNG_INFO_tRNS) != 0;
  return CPNG_OK;
}

int cpng_read_header(cpng_reader *reader, cpng_header *header) {
  return read_header(reader, header, 0);
}

// libpng's own getters: none of them fails.
static void find_color(png_structp png, png_infop info, cpng_color *color) {
  memset(color, 0, sizeof *color);
  png_charp name;
  png_bytep bytes;
  png_uint_32 count;
  int method;
  if (png_get_eXIf_1(png, info, &count, &bytes) != 0) {
    color->exif = bytes;
    color->exif_count = count;
  }
  png_unknown_chunkp chunks;
  int chunk_count = png_get_unknown_chunks(png, info, &chunks);
  for (int i = 0; i < chunk_count; i++) {
    if (memcmp(chunks[i].name, "cICP", 4) != 0 || chunks[i].size != 4) continue;
    color->has_code_points = 1;
    memcpy(color->code_points, chunks[i].data, 4);
  }
  color->is_srgb = png_get_valid(png, info, PNG_INFO_sRGB) != 0;
  if (png_get_iCCP(png, info, &name, &method, &bytes, &count) != 0) {
    color->profile = bytes;
    color->profile_count = count;
  }
  double *p = color->places;
  color->has_gamma = png_get_gAMA(png, info, &color->file_gamma) != 0;
  color->has_places =
      png_get_cHRM(png, info, p, p + 1, p + 2, p + 3, p + 4, p + 5, p + 6, p + 7) != 0;
}

int cpng_read_header_and_color(cpng_reader *reader, cpng_header *header, cpng_color *color) {
  int status = read_header(reader, header, 1);
  if (status == CPNG_OK) find_color(reader->png, reader->info, color);
  return status;
}

static void ask_for_bgra(png_structp png) {
  const uint16_t one = 1;
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  png_set_bgr(png);
  png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER);
  if (*(const uint8_t *)&one == 1) png_set_swap(png);
  png_set_interlace_handling(png);
}

int cpng_read_pixels(cpng_reader *reader, uint8_t *pixels, size_t bytes_per_row) {
  png_structp png = reader->png;
  if (setjmp(reader->failure.jump)) return reader->failure.status;
  ask_for_bgra(png);
  png_read_update_info(png, reader->info);
  if (png_get_rowbytes(png, reader->info) > bytes_per_row) png_error(png, "a row is too long");
  uint32_t height = png_get_image_height(png, reader->info);
  reader->rows = malloc(sizeof(png_bytep) * height);
  if (!reader->rows) return CPNG_OUT_OF_MEMORY;
  for (uint32_t y = 0; y < height; y++) reader->rows[y] = pixels + (size_t)y * bytes_per_row;
  png_read_image(png, reader->rows);
  png_read_end(png, NULL);
  return CPNG_OK;
}

// MARK: - Writing

struct cpng_writer {
  png_structp png;
  png_infop info;
  failure failure;
  uint8_t *bytes;
  size_t count;
  size_t capacity;
};

static void append(png_structp png, png_bytep bytes, size_t count) {
  cpng_writer *writer = png_get_io_ptr(png);
  if (count > writer->capacity - writer->count) {
    size_t capacity = writer->capacity * 2 + count + 4096;
    uint8_t *grown = realloc(writer->bytes, capacity);
    if (!grown) fail_with(png, CPNG_OUT_OF_MEMORY, "out of memory");
    writer->bytes = grown;
    writer->capacity = capacity;
  }
  memcpy(writer->bytes + writer->count, bytes, count);
  writer->count += count;
}

static void flush_nothing(png_structp png) { (void)png; }

cpng_writer *cpng_writer_create(void) {
  cpng_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer->failure, fail, ignore_warning);
  writer->info = writer->png ? png_create_info_struct(writer->png) : NULL;
  if (!writer->info) {
    cpng_writer_free(writer);
    return NULL;
  }
  png_set_write_fn(writer->png, writer, append, flush_nothing);
  return writer;
}

void cpng_writer_free(cpng_writer *writer) {
  if (!writer) return;
  if (writer->png) png_destroy_write_struct(&writer->png, &writer->info);
  free(writer->bytes);
  free(writer);
}

const char *cpng_writer_message(const cpng_writer *writer) { return writer->failure.text; }

int cpng_write_header(cpng_writer *writer, const cpng_options *options) {
  png_structp png = writer->png;
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_level(png, options->level);
  png_set_compression_strategy(png, options->strategy);
  png_set_compression_buffer_size(png, 65536);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, options->filters);
  png_set_IHDR(
      png, writer->info, options->width, options->height, options->bit_depth,
      options->has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
      PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (options->profile)
    png_set_iCCP(
        png, writer->info, "Display P3", PNG_COMPRESSION_TYPE_BASE, options->profile,
        options->profile_count);
  else
    png_set_sRGB(png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(png, writer->info);
  // P3's primaries, sRGB's curve, no matrix, full range (PNG's third edition, section 11.3.2.6).
  static const png_byte display_p3[4] = {12, 13, 0, 1};
  if (options->profile) png_write_chunk(png, (png_const_bytep)"cICP", display_p3, 4);
  return CPNG_OK;
}

int cpng_write_rows(
    cpng_writer *writer, const uint8_t *rows, size_t bytes_per_row, uint32_t count) {
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  for (uint32_t y = 0; y < count; y++)
    png_write_row(writer->png, rows + (size_t)y * bytes_per_row);
  return CPNG_OK;
}

int cpng_write_end(cpng_writer *writer) {
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  png_write_end(writer->png, NULL);
  return CPNG_OK;
}

const uint8_t *cpng_writer_bytes(const cpng_writer *writer, size_t *count) {
  *count = writer->count;
  return writer->bytes;
}
