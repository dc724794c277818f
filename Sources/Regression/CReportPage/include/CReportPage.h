#ifndef CREPORTPAGE_H
#define CREPORTPAGE_H

/// The text of a file of the report of comparisons, in UTF-8, with a zero at its end; NULL where there is
/// none of this name.
const unsigned char *_Nullable creportpage_text(const char *_Nonnull name);

#endif
