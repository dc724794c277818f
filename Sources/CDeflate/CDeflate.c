#include "CDeflate.h"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <string.h>

// Level 1: of ISA-L's levels the fastest that finds its own Huffman codes.
enum { LEVEL = 1 };

struct cdeflate {
  struct isal_zstream stream;
  uint8_t buffer[ISAL_DEF_LVL1_DEFAULT];
};

cdeflate *cdeflate_create(void) { return calloc(1, sizeof(cdeflate)); }

void cdeflate_free(cdeflate *deflate) { free(deflate); }

// Stored blocks of up to 65535 bytes have 5 bytes of header; another empty one marks the end.
size_t cdeflate_bound(size_t count) { return count + (count / 65535 + 2) * 5 + 64; }

size_t cdeflate_compress(
    cdeflate *deflate, const uint8_t *input, size_t count, uint8_t *output, size_t capacity) {
  struct isal_zstream *stream = &deflate->stream;
  isal_deflate_stateless_init(stream);
  // ISA-L keeps its table of matches in here, and what an earlier input left there would change the result.
  memset(deflate->buffer, 0, ISAL_DEF_LVL1_REQ);
  stream->level = LEVEL;
  stream->level_buf = deflate->buffer;
  stream->level_buf_size = sizeof deflate->buffer;
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
