/// Characters that stand for others while the YAML library reads the text.
///
/// One replaces every `*`, so that an alias arrives as a plain scalar that starts with it; anywhere
/// else it is turned back. Two replace the braces of `${name}`, which would begin a mapping inside
/// a list in brackets. The others replace the first letters of keys that occur again in their
/// mapping. Each replaces one character by one, so that lines and columns stay as they are.
struct YAMLMarkers {
  /// How many keys can be hidden.
  static let maximumHiddenKeys = 20

  let alias: Unicode.Scalar
  private let opening: Unicode.Scalar
  private let closing: Unicode.Scalar
  /// Characters that are still unused.
  private var free: [Unicode.Scalar]
  /// The first letters of hidden keys.
  private var letters: [Unicode.Scalar: Unicode.Scalar] = [:]

  /// `nil` when the text already contains Unicode's private characters all over.
  init?(for text: String) {
    let candidates = (0xE000...0xF8FF).lazy.compactMap { Unicode.Scalar($0 as Int) }
    let used = Self.privateScalars(of: text)
    free = Array(candidates.filter { !used.contains($0) }.prefix(Self.maximumHiddenKeys + 3))
    guard let alias = free.popLast(), let opening = free.popLast(), let closing = free.popLast()
    else { return nil }
    (self.alias, self.opening, self.closing) = (alias, opening, closing)
  }

  private static func privateScalars(of text: String) -> Set<Unicode.Scalar> {
    // In UTF-8 the private characters U+E000 to U+F8FF start with EE or EF.
    guard text.hasByte(0xEE) || text.hasByte(0xEF) else { return [] }
    return Set(text.unicodeScalars.filter { (0xE000...0xF8FF).contains($0.value) })
  }

  /// `text` without aliases, and without the braces of parameters' names.
  func hiding(in text: String) -> String {
    let bare = text.hasByte(UInt8(ascii: "*")) ? hidingAliases(in: text) : text
    return PlaceholderText.isPossible(in: bare) ? hidingBraces(in: bare) : bare
  }

  private func hidingAliases(in text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(scalar == "*" ? alias : scalar) }
    return String(result)
  }

  /// Braces belong to a name when they stand on one line, without others between them.
  private func hidingBraces(in text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    var index = 0
    while index + 1 < scalars.count {
      defer { index += 1 }
      guard scalars[index] == "$", scalars[index + 1] == "{" else { continue }
      let end = scalars[(index + 2)...].prefix(100).firstIndex {
        "{}\n\r".unicodeScalars.contains($0)
      }
      guard let end, scalars[end] == "}" else { continue }
      (scalars[index + 1], scalars[end]) = (opening, closing)
      index = end
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }

  /// `text` as it was before anything was hidden in it.
  func restored(_ text: String) -> String {
    // In UTF-8 the private characters U+E000 to U+F8FF start with EE or EF.
    guard text.hasByte(0xEE) || text.hasByte(0xEF) else { return text }
    let hidden = [alias, opening, closing]
    guard text.unicodeScalars.contains(where: hidden.contains) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(hidden.firstIndex(of: scalar).map { Self.shown[$0] } ?? scalar)
    }
    return String(result)
  }

  private static let shown: [Unicode.Scalar] = ["*", "{", "}"]

  /// `text` with the first letter of the key at `mark` replaced, so that it equals no other key.
  /// `nil` for keys that are not simple words, and when there are too many.
  mutating func hidingKey(at mark: Mark, in text: String, source: SourceText) -> String? {
    var scalars = text.unicodeScalars
    guard var index = source.index(of: mark, in: scalars) else { return nil }
    if scalars[index] == "\"" || scalars[index] == "'" { scalars.formIndex(after: &index) }
    guard index < scalars.endIndex, scalars[index].isLetterOfKey, let marker = free.popLast() else {
      return nil
    }
    letters[marker] = scalars[index]
    scalars.replaceSubrange(index...index, with: CollectionOfOne(marker))
    return String(scalars)
  }

  /// The name of a hidden key; `nil` for any other.
  func hiddenName(_ name: String) -> String? {
    guard let first = name.unicodeScalars.first, let letter = letters[first] else { return nil }
    return String(Character(letter)) + String(name.unicodeScalars.dropFirst())
  }

  var hidesKeys: Bool { !letters.isEmpty }
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
