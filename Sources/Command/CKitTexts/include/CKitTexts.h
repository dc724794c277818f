#ifndef CKITTEXTS_H
#define CKITTEXTS_H

/// The text of a file of the command, in UTF-8, with a zero at its end; NULL where there is
/// none of this name.
const unsigned char *_Nullable ckittexts_text(const char *_Nonnull name);

#endif
