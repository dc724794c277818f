#include "CJPEG.h"

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jpeglib.h>

#include <jerror.h>

// A progressive picture may hold any number of scans, each of which costs a pass over all pixels. Programs write about ten.
enum { MAXIMUM_SCANS = 200, BUFFER_SIZE = 65536, EXIF_NAME_SIZE = 6 };

struct cjpeg_reader {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  int status;
  int error_number;
  char text[JMSG_LENGTH_MAX];
  int descriptor;
  JOCTET *profile;
  JOCTET buffer[BUFFER_SIZE];
};

static void stop(cjpeg_reader *reader, int status, const char *message) {
  reader->status = status;
  if (message) snprintf(reader->text, sizeof reader->text, "%s", message);
  longjmp(reader->jump, 1);
}

// MARK: - libjpeg's callbacks

static void fail(j_common_ptr jpeg) {
  cjpeg_reader *reader = jpeg->client_data;
  jpeg->err->format_message(jpeg, reader->text);
  stop(reader, jpeg->err->msg_code == JERR_OUT_OF_MEMORY ? CJPEG_OUT_OF_MEMORY : CJPEG_ERROR, NULL);
}

// libjpeg continues after damage and fills the missing part with grey. Only stray bytes between
// markers are harmless.
static void heed_warning(j_common_ptr jpeg, int level) {
  if (level >= 0 || jpeg->err->msg_code == JWRN_EXTRANEOUS_DATA) return;
  if (jpeg->err->msg_code == JWRN_ADOBE_XFORM || jpeg->err->msg_code == JWRN_JFIF_MAJOR) return;
  fail(jpeg);
}

static void print_nothing(j_common_ptr jpeg) { (void)jpeg; }

static void ignore_warning(j_common_ptr jpeg, int level) {
  (void)jpeg;
  (void)level;
}

static void count_scans(j_common_ptr jpeg) {
  cjpeg_reader *reader = jpeg->client_data;
  if (jpeg->is_decompressor && reader->jpeg.input_scan_number > MAXIMUM_SCANS)
    stop(reader, CJPEG_ERROR, "it has more than 200 scans");
}

static void begin_source(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean refill(j_decompress_ptr jpeg) {
  cjpeg_reader *reader = jpeg->client_data;
  ssize_t count;
  do count = read(reader->descriptor, reader->buffer, BUFFER_SIZE);
  while (count < 0 && errno == EINTR);
  if (count < 0) {
    reader->error_number = errno;
    stop(reader, CJPEG_IO, "the file cannot be read");
  }
  if (count == 0) stop(reader, CJPEG_TRUNCATED, "the file ends early");
  reader->source.next_input_byte = reader->buffer;
  reader->source.bytes_in_buffer = (size_t)count;
  return TRUE;
}

static void skip(j_decompress_ptr jpeg, long count) {
  struct jpeg_source_mgr *source = jpeg->src;
  while (count > 0) {
    if (source->bytes_in_buffer == 0) refill(jpeg);
    size_t part = source->bytes_in_buffer;
    if (part > (size_t)count) part = (size_t)count;
    source->next_input_byte += part;
    source->bytes_in_buffer -= part;
    count -= (long)part;
  }
}

static void end_source(j_decompress_ptr jpeg) { (void)jpeg; }

// MARK: - Reading

static int start(cjpeg_reader *reader) {
  if (setjmp(reader->jump)) return reader->status;
  jpeg_create_decompress(&reader->jpeg);
  return CJPEG_OK;
}

cjpeg_reader *cjpeg_reader_for_descriptor(int descriptor) {
  cjpeg_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->descriptor = descriptor;
  reader->jpeg.client_data = reader;
  reader->jpeg.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = fail;
  reader->errors.emit_message = heed_warning;
  reader->errors.output_message = print_nothing;
  if (start(reader) != CJPEG_OK) {
    cjpeg_reader_free(reader);
    return NULL;
  }
  reader->source.init_source = begin_source;
  reader->source.fill_input_buffer = refill;
  reader->source.skip_input_data = skip;
  reader->source.resync_to_restart = jpeg_resync_to_restart;
  reader->source.term_source = end_source;
  reader->jpeg.src = &reader->source;
  reader->progress.progress_monitor = count_scans;
  reader->jpeg.progress = &reader->progress;
  return reader;
}

void cjpeg_reader_free(cjpeg_reader *reader) {
  if (!reader) return;
  jpeg_destroy_decompress(&reader->jpeg);
  free(reader->profile);
  free(reader);
}

const char *cjpeg_reader_message(const cjpeg_reader *reader) { return reader->text; }

int cjpeg_reader_errno(const cjpeg_reader *reader) { return reader->error_number; }

static void find_exif(cjpeg_reader *reader, cjpeg_header *header) {
  for (jpeg_saved_marker_ptr marker = reader->jpeg.marker_list; marker; marker = marker->next) {
    if (marker->marker != JPEG_APP0 + 1 || marker->data_length < EXIF_NAME_SIZE) continue;
    if (memcmp(marker->data, "Exif\0\0", EXIF_NAME_SIZE) != 0) continue;
    header->exif = marker->data + EXIF_NAME_SIZE;
    header->exif_count = marker->data_length - EXIF_NAME_SIZE;
    return;
  }
}

// A profile whose parts do not fit together counts as none.
static void find_profile(cjpeg_reader *reader, cjpeg_header *header) {
  unsigned int count = 0;
  if (!jpeg_read_icc_profile(&reader->jpeg, &reader->profile, &count)) return;
  header->profile = reader->profile;
  header->profile_count = count;
}

int cjpeg_read_header(cjpeg_reader *reader, cjpeg_header *header) {
  j_decompress_ptr jpeg = &reader->jpeg;
  if (setjmp(reader->jump)) return reader->status;
  jpeg_save_markers(jpeg, JPEG_APP0 + 1, 0xFFFF);
  jpeg_save_markers(jpeg, JPEG_APP0 + 2, 0xFFFF);
  jpeg_read_header(jpeg, TRUE);
  memset(header, 0, sizeof *header);
  header->width = jpeg->image_width;
  header->height = jpeg->image_height;
  header->components = jpeg->num_components;
  header->is_inverted = jpeg->saw_Adobe_marker;
  find_exif(reader, header);
  // Its complaints about damaged profiles are no reason to stop.
  reader->errors.emit_message = ignore_warning;
  find_profile(reader, header);
  reader->errors.emit_message = heed_warning;
  return CJPEG_OK;
}

int cjpeg_read_pixels(cjpeg_reader *reader, uint8_t *pixels, size_t bytes_per_row) {
  j_decompress_ptr jpeg = &reader->jpeg;
  if (setjmp(reader->jump)) return reader->status;
  jpeg->out_color_space = jpeg->num_components == 4 ? JCS_CMYK : JCS_EXT_BGRA;
  jpeg_start_decompress(jpeg);
  if ((size_t)jpeg->output_width * 4 > bytes_per_row) stop(reader, CJPEG_ERROR, "a row is too long");
  while (jpeg->output_scanline < jpeg->output_height) {
    JSAMPROW row = pixels + (size_t)jpeg->output_scanline * bytes_per_row;
    jpeg_read_scanlines(jpeg, &row, 1);
  }
  jpeg_finish_decompress(jpeg);
  return CJPEG_OK;
}
