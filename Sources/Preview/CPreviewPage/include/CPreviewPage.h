#ifndef CPREVIEWPAGE_H
#define CPREVIEWPAGE_H

/// The text of a file of the preview's page, in UTF-8, with a zero at its end; NULL where there is none
/// of this name.
const unsigned char *_Nullable cpreviewpage_text(const char *_Nonnull name);

#endif
