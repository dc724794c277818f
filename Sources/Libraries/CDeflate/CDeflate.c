#include "CDeflate.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

// ISA-L's level 0: one pass with precomputed Huffman codes. Its levels 1 to 3 compute codes for
// each input; files are about a tenth smaller and take twice the time, but their bytes sometimes
// depend on the address of the state in memory.
struct cdeflate {
  struct isal_zstream stream;
  struct isal_hufftables codes;
};

// The expected frequency of each symbol in the rows of rendered frames: long repetitions of one
// byte, of one pixel, and of rows above (at distances in the thousands); otherwise literal bytes,
// the darkest and the brightest more often. Counted in the output of this level for frames of flat
// shapes and of many translucent ones, and smoothed.
static void expect(struct isal_huff_histogram *counts) {
  memset(counts, 0, sizeof *counts);
  for (int byte = 0; byte < 256; byte++) counts->lit_len_histogram[byte] = 10;
  counts->lit_len_histogram[0] = counts->lit_len_histogram[255] = 60;
  counts->lit_len_histogram[256] = 1;
  for (int length = 257; length < 285; length++) counts->lit_len_histogram[length] = 40;
  counts->lit_len_histogram[285] = 1500;
  for (int distance = 0; distance < 30; distance++) counts->dist_histogram[distance] = 3;
  for (int distance = 22; distance < 28; distance++) counts->dist_histogram[distance] = 60;
  counts->dist_histogram[0] = 60;
  counts->dist_histogram[2] = 30;
}

cdeflate *cdeflate_create(void) {
  cdeflate *deflate = calloc(1, sizeof *deflate);
  if (!deflate) return NULL;
  struct isal_huff_histogram counts;
  expect(&counts);
  if (isal_create_hufftables(&deflate->codes, &counts) != 0) {
    free(deflate);
    return NULL;
  }
  return deflate;
}

void cdeflate_free(cdeflate *deflate) { free(deflate); }

// Stored blocks of up to 65535 bytes have 5 bytes of header; another empty one marks the end.
size_t cdeflate_bound(size_t count) { return count + (count / 65535 + 2) * 5 + 64; }

size_t cdeflate_compress(
    cdeflate *deflate, const uint8_t *input, size_t count, uint8_t *output, size_t capacity) {
  struct isal_zstream *stream = &deflate->stream;
  isal_deflate_stateless_init(stream);
  stream->level = 0;
  stream->hufftables = &deflate->codes;
  stream->gzip_flag = IGZIP_DEFLATE;
  stream->flush = FULL_FLUSH;
  stream->end_of_stream = 0;
  stream->next_in = (uint8_t *)input;
  stream->avail_in = (uint32_t)count;
  stream->next_out = output;
  stream->avail_out = (uint32_t)capacity;
  if (isal_deflate_stateless(stream) != COMP_OK || stream->avail_in != 0) return 0;
  return stream->total_out;
}

uint32_t cdeflate_crc32(uint32_t crc, const uint8_t *input, size_t count) {
  return crc32_gzip_refl(crc, input, count);
}

uint32_t cdeflate_adler32(uint32_t adler, const uint8_t *input, size_t count) {
  return isal_adler32(adler, input, count);
}

long cdeflate_expand(const uint8_t *input, size_t count, uint8_t *output, size_t capacity) {
  if (count > UINT32_MAX || capacity > UINT32_MAX) return -1;
  struct inflate_state *state = malloc(sizeof *state);
  if (!state) return -1;
  isal_inflate_init(state);
  state->crc_flag = ISAL_DEFLATE;
  state->next_in = (uint8_t *)input;
  state->avail_in = (uint32_t)count;
  state->next_out = output;
  state->avail_out = (uint32_t)capacity;
  int result = isal_inflate_stateless(state);
  long written = (long)state->total_out;
  free(state);
  return result == ISAL_DECOMP_OK ? written : -1;
}
