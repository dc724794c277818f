#ifndef CSCENETEXTS_H
#define CSCENETEXTS_H

/// The text of a file of the scene language, in UTF-8, with a zero at its end; NULL where there is
/// none of this name.
const unsigned char *_Nullable cscenetexts_text(const char *_Nonnull name);

#endif
