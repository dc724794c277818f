#include "CPlatform.h"

// A file of its own: it is compiled again for each commit.
#ifndef ROSTRUM_BUILD
#define ROSTRUM_BUILD ""
#endif

const char *cplatform_build(void) { return ROSTRUM_BUILD; }
