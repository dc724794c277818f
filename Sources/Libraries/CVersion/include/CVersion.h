#pragma once

// The output of `git describe` for the commit of this build; empty if the build did not set it.
const char *cversion_commit(void);
