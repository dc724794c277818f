#include "CVersion.h"

#ifndef ROSTRUM_BUILD
#define ROSTRUM_BUILD ""
#endif

const char *cversion_commit(void) { return ROSTRUM_BUILD; }
