#pragma once

// libpng reports errors with longjmp, which must not cross Swift frames. Each function here catches
// the jump and returns it as a status, so Swift never sees one.

#include <stddef.h>
#include <stdint.h>

enum {
  CPNG_OK = 0,
  // libpng refused the data or the arguments; the message says why.
  CPNG_ERROR = 1,
  // The bytes ended before the picture did.
  CPNG_TRUNCATED = 2,
  // No memory.
  CPNG_OUT_OF_MEMORY = 3,
  // Reading the file failed; see cpng_reader_errno.
  CPNG_IO = 4,
};

typedef struct {
  uint32_t width;
  uint32_t height;
  // Bits a sample as stored: 1, 2, 4, 8 or 16.
  int bit_depth;
  // The colour type has an alpha channel, or there is a tRNS chunk.
  int has_alpha;
} cpng_header;

// A file's information about its colour space.
typedef struct {
  // Code points of ITU-T H.273 (cICP), which count before all else: primaries, curve, matrix, range.
  int has_code_points;
  uint8_t code_points[4];
  // They are sRGB, and nothing else counts.
  int is_srgb;
  // An ICC profile, or null; it belongs to the reader.
  const uint8_t *profile;
  size_t profile_count;
  // The exponent from light to samples, such as 0.45455.
  int has_gamma;
  double file_gamma;
  // x and y of white, red, green and blue in the CIE 1931 diagram.
  int has_places;
  double places[8];
  // The Exif block, or null; it belongs to the reader.
  const uint8_t *exif;
  size_t exif_count;
} cpng_color;

typedef struct cpng_reader cpng_reader;

// Null when there is no memory. The bytes must outlive the reader.
cpng_reader *cpng_reader_for_bytes(const uint8_t *bytes, size_t count);
// Reads from a descriptor, which stays the caller's to close.
cpng_reader *cpng_reader_for_descriptor(int descriptor);
void cpng_reader_free(cpng_reader *reader);
const char *cpng_reader_message(const cpng_reader *reader);
int cpng_reader_errno(const cpng_reader *reader);

// Reads every chunk before the first pixel.
int cpng_read_header(cpng_reader *reader, cpng_header *header);
// The same with the file's colour space and orientation.
int cpng_read_header_and_color(cpng_reader *reader, cpng_header *header, cpng_color *color);
// After the header: decodes everything as straight BGRA, 8 bits a sample, or, when the file holds 16,
// as straight BGRA of 16-bit native-endian samples. `pixels` has room for `height` rows.
int cpng_read_pixels(cpng_reader *reader, uint8_t *pixels, size_t bytes_per_row);

typedef struct cpng_writer cpng_writer;

typedef struct {
  uint32_t width;
  uint32_t height;
  // 8 or 16; samples of 16 have their high byte first.
  int bit_depth;
  // RGBA when not zero, else RGB.
  int has_alpha;
  // zlib's 0 to 9.
  int level;
  // zlib's Z_DEFAULT_STRATEGY (0) and so on.
  int strategy;
  // PNG_FILTER_... bits.
  int filters;
  // Display P3's ICC profile, or null for sRGB.
  const uint8_t *profile;
  uint32_t profile_count;
} cpng_options;

cpng_writer *cpng_writer_create(void);
void cpng_writer_free(cpng_writer *writer);
const char *cpng_writer_message(const cpng_writer *writer);
// Writes the signature and the chunks before the pixels: IHDR and sRGB, or iCCP and cICP.
int cpng_write_header(cpng_writer *writer, const cpng_options *options);
// Compresses the next `count` rows, which lie next to each other.
int cpng_write_rows(cpng_writer *writer, const uint8_t *rows, size_t bytes_per_row, uint32_t count);
int cpng_write_end(cpng_writer *writer);
// The bytes written so far; they belong to the writer.
const uint8_t *cpng_writer_bytes(const cpng_writer *writer, size_t *count);

// Writes red, green and blue of `count` pixels (0xAARRGGBB, little-endian) one after the other: 3 * `count` bytes.
void cpng_pack_rgb(const uint32_t *pixels, size_t count, uint8_t *rgb);
