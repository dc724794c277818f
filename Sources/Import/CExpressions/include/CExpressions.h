#ifndef CEXPRESSIONS_H
#define CEXPRESSIONS_H

/// The text of a part of the library of expressions, in UTF-8, with a zero at its end; NULL where there is none
/// of this name.
const unsigned char *_Nullable cexpressions_text(const char *_Nonnull name);

#endif
