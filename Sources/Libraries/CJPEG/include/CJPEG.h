#pragma once

// libjpeg reports errors through a callback that must not return. Each function here catches it with a jump and
// returns a status, so Swift never sees one.

#include <stddef.h>
#include <stdint.h>

enum {
  CJPEG_OK = 0,
  // libjpeg refused the data; the message says why.
  CJPEG_ERROR = 1,
  // The bytes ended before the picture did.
  CJPEG_TRUNCATED = 2,
  CJPEG_OUT_OF_MEMORY = 3,
  // Reading the file failed; see cjpeg_reader_errno.
  CJPEG_IO = 4,
};

typedef struct {
  uint32_t width;
  uint32_t height;
  // 1 grey, 3 colour, 4 cyan, magenta, yellow and black.
  int components;
  // Adobe's programs write such pictures with 255 for no ink.
  int is_inverted;
  // The contents of the Exif marker after its name, or null; they belong to the reader, which gives them back when it
  // has read the pixels.
  const uint8_t *exif;
  size_t exif_count;
  // The ICC profile, put together from its markers, or null; it belongs to the reader.
  const uint8_t *profile;
  size_t profile_count;
} cjpeg_header;

typedef struct cjpeg_reader cjpeg_reader;

// Reads from a descriptor, which stays the caller's to close. Null when there is no memory.
cjpeg_reader *cjpeg_reader_for_descriptor(int descriptor);
void cjpeg_reader_free(cjpeg_reader *reader);
const char *cjpeg_reader_message(const cjpeg_reader *reader);
int cjpeg_reader_errno(const cjpeg_reader *reader);

// Reads every marker before the first pixel.
int cjpeg_read_header(cjpeg_reader *reader, cjpeg_header *header);
// After the header: decodes to opaque BGRA or, with four components, to C, M, Y, K as stored; four bytes a pixel.
int cjpeg_read_pixels(cjpeg_reader *reader, uint8_t *pixels, size_t bytes_per_row);
