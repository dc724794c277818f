#pragma once

// A small face over Intel's ISA-L, whose own stream type is too large for Swift to import.

#include <stddef.h>
#include <stdint.h>

typedef struct cdeflate cdeflate;

// Null when there is no memory.
cdeflate *cdeflate_create(void);
void cdeflate_free(cdeflate *deflate);

// The most bytes that `count` bytes can become.
size_t cdeflate_bound(size_t count);

// Compresses `count` bytes to raw deflate blocks that end at a byte and refer to nothing before them, so that
// they can be joined with others in any order. No block is marked as the last. The result follows from the input alone.
// Returns the number of bytes written, or 0 when `capacity` is too small.
size_t cdeflate_compress(
    cdeflate *deflate, const uint8_t *input, size_t count, uint8_t *output, size_t capacity);

// Expands a whole raw deflate stream (RFC 1951) of `count` bytes. Returns the number of bytes written, or -1 when the input is
// no such stream, is cut off, becomes more than `capacity` bytes, or when there is no memory.
long cdeflate_expand(const uint8_t *input, size_t count, uint8_t *output, size_t capacity);

// CRC-32 of PNG's chunks (ISO 3309), continued from `crc`; 0 starts.
uint32_t cdeflate_crc32(uint32_t crc, const uint8_t *input, size_t count);

// Adler-32 of zlib's streams (RFC 1950), continued from `adler`; 1 starts.
uint32_t cdeflate_adler32(uint32_t adler, const uint8_t *input, size_t count);
