/// Two characters that stand for others while the YAML library reads the text.
///
/// The first replaces every `*`, so that an alias arrives as a plain scalar that starts with it; anywhere else it is turned back.
/// The second replaces the first letter of a key that occurs twice. Each replaces one character by one, so that
/// lines and columns stay as they are.
struct YAMLMarkers {
  let alias: Unicode.Scalar
  let duplicate: Unicode.Scalar

  /// Two characters that the text does not contain; `nil` when there are none.
  init?(for text: String) {
    let candidates = (0xE000...0xF8FF).lazy.compactMap { Unicode.Scalar($0 as Int) }
    let used = Self.privateScalars(of: text)
    var free = candidates.filter { !used.contains($0) }.makeIterator()
    guard let alias = free.next(), let duplicate = free.next() else { return nil }
    self.alias = alias
    self.duplicate = duplicate
  }

  private static func privateScalars(of text: String) -> Set<Unicode.Scalar> {
    // In UTF-8 the private characters U+E000 to U+F8FF start with EE or EF.
    guard text.utf8.contains(where: { $0 == 0xEE || $0 == 0xEF }) else { return [] }
    return Set(text.unicodeScalars.filter { (0xE000...0xF8FF).contains($0.value) })
  }

  func hidingAliases(in text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "*")) else { return text }
    return replacing("*", by: alias, in: text)
  }

  /// `text` with asterisks where they were.
  func restoringAsterisks(in text: String) -> String {
    guard text.unicodeScalars.contains(alias) else { return text }
    return replacing(alias, by: "*", in: text)
  }

  private func replacing(
    _ old: Unicode.Scalar, by new: Unicode.Scalar, in text: String
  ) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(scalar == old ? new : scalar) }
    return String(result)
  }

  /// `text` with the first letter of the key at `mark` replaced, so that it equals no other key.
  /// `nil` for keys that are not simple words.
  func hidingKey(at mark: Mark, in text: String, source: SourceText) -> String? {
    var scalars = text.unicodeScalars
    guard var index = source.index(of: mark, in: scalars) else { return nil }
    if scalars[index] == "\"" || scalars[index] == "'" { scalars.formIndex(after: &index) }
    guard index < scalars.endIndex, scalars[index].isLetterOfKey else { return nil }
    scalars.replaceSubrange(index...index, with: CollectionOfOne(duplicate))
    return String(scalars)
  }
}

extension SourceText {
  /// Where a mark lies in a text that has the same lines and columns as the source.
  fileprivate func index(
    of mark: Mark, in scalars: String.UnicodeScalarView
  ) -> String.UnicodeScalarView.Index? {
    guard mark.line <= lineCount else { return nil }
    let offset = scalarOffset(ofLine: mark.line) + mark.column - 1
    return scalars.index(scalars.startIndex, offsetBy: offset, limitedBy: scalars.endIndex)
      .flatMap { $0 < scalars.endIndex ? $0 : nil }
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOfKey: Bool {
    properties.isAlphabetic || ("0"..."9").contains(self) || self == "<" || self == "_"
  }
}
