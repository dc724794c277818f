#pragma once
#include <cairo.h>
#include <cairo-pdf.h>

// Beside Cairo's own: Swift has no word for it.
static inline void prefetch_for_writing(const void *address) { __builtin_prefetch(address, 1); }
