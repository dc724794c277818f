/// Characters that stand for others while the YAML library reads the text.
///
/// One replaces every `*`, so that an alias arrives as a plain scalar that starts with it; anywhere
/// else it is turned back. Two replace the braces of `${name}`, which would begin a mapping inside
/// a list in brackets. The others replace a letter of each key where some keys are equal, every one
/// by its own. Each replaces one character by one, so that lines and columns stay as they are.
struct YAMLMarkers {
  let alias: Unicode.Scalar
  private let opening: Unicode.Scalar
  private let closing: Unicode.Scalar
  /// The character that each one in use stands for.
  private var hidden: [Unicode.Scalar: Unicode.Scalar]
  private(set) var hidesKeys = false

  /// Unicode's characters for private use.
  private static let privateRanges: [ClosedRange<UInt32>] = [
    0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD,
  ]

  /// `nil` when the text already contains the private characters of the first 65536 all over.
  init?(for text: String) {
    let used = Self.privateScalars(of: text)
    let free = Self.privateRanges[0].lazy.compactMap { Unicode.Scalar($0) }
      .filter { !used.contains($0) }
    let first = Array(free.prefix(3))
    guard first.count == 3 else { return nil }
    (alias, opening, closing) = (first[0], first[1], first[2])
    hidden = [alias: "*", opening: "{", closing: "}"]
  }

  private static func privateScalars(of text: String) -> Set<Unicode.Scalar> {
    guard mayHavePrivateScalars(text) else { return [] }
    return Set(
      text.unicodeScalars.lazy.filter { scalar in
        privateRanges.contains { $0.contains(scalar.value) }
      })
  }

  /// In UTF-8 the private characters start with EE or EF, beyond U+FFFF with F3 or F4.
  private static func mayHavePrivateScalars(_ text: String) -> Bool {
    ([0xEE, 0xEF, 0xF3, 0xF4] as [UInt8]).contains(where: text.hasByte)
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
    guard Self.mayHavePrivateScalars(text) else { return text }
    guard text.unicodeScalars.contains(where: { hidden[$0] != nil }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(hidden[scalar] ?? scalar) }
    return String(result)
  }

  // MARK: Keys

  /// `text` with a letter of every key replaced, so that no two keys are equal. What looks like a
  /// key inside a longer text is restored like everything else. `nil` when there is none.
  mutating func hidingKeys(in text: String) -> String? {
    var scalars = Array(text.unicodeScalars)
    let letters = Self.lettersOfKeys(in: scalars)
    guard !letters.isEmpty else { return nil }
    var pools = pools(for: letters.map { scalars[$0] }, in: text)
    for index in letters {
      guard let marker = pools[scalars[index]]?.next() else { continue }
      hidden[marker] = scalars[index]
      scalars[index] = marker
    }
    hidesKeys = true
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
  }

  /// Markers for one letter, which are used again when there are more letters than markers.
  private struct Pool {
    var markers: ArraySlice<Unicode.Scalar>
    private var index = 0

    init(_ markers: ArraySlice<Unicode.Scalar>) { self.markers = markers }

    mutating func next() -> Unicode.Scalar? {
      guard !markers.isEmpty else { return nil }
      defer { index += 1 }
      return markers[markers.startIndex + index % markers.count]
    }
  }

  /// As many markers for each letter as it has keys; fewer where there are not enough, the same
  /// number for each.
  private func pools(
    for letters: [Unicode.Scalar], in text: String
  ) -> [Unicode.Scalar: Pool] {
    let used = Self.privateScalars(of: text)
    let free = Self.privateRanges.joined().compactMap { Unicode.Scalar($0) }
      .filter { !used.contains($0) && hidden[$0] == nil }
    let counts = letters.reduce(into: [Unicode.Scalar: Int]()) { $0[$1, default: 0] += 1 }
    let share = letters.count <= free.count ? Int.max : free.count / counts.count
    var start = 0
    return counts.mapValues { count in
      let end = min(start + min(count, share), free.count)
      defer { start = end }
      return Pool(free[start..<end])
    }
  }

  /// The places of the last letters before colons that may end keys, and of the last digits of
  /// numbers and shares between commas: `rgba(0, 0, 0, 0.5)` without quotes makes keys of them in
  /// braces.
  private static func lettersOfKeys(in scalars: [Unicode.Scalar]) -> [Int] {
    var result: [Int] = []
    var lineStart = 0
    for index in scalars.indices {
      if scalars[index] == "\n" || scalars[index] == "\r" { lineStart = index + 1 }
      let found =
        switch scalars[index] {
        case ":": letter(before: index, lineStart, scalars)
        case ",": digit(before: index, lineStart, scalars)
        default: Int?.none
        }
      if let found { result.append(found) }
    }
    return result
  }

  /// The last digit of a number that stands between another comma and this one.
  private static func digit(
    before comma: Int, _ lineStart: Int, _ scalars: [Unicode.Scalar]
  ) -> Int? {
    var start = comma
    while start > lineStart, "0123456789.-%".unicodeScalars.contains(scalars[start - 1]) {
      start -= 1
    }
    var index = start - 1
    while index >= lineStart, scalars[index].isBlank { index -= 1 }
    let last = comma - (comma > lineStart && scalars[comma - 1] == "%" ? 2 : 1)
    guard start <= last, index >= lineStart, scalars[index] == ",",
      ("0"..."9").contains(scalars[last])
    else { return nil }
    return last
  }

  private static func letter(
    before colon: Int, _ lineStart: Int, _ scalars: [Unicode.Scalar]
  ) -> Int? {
    var index = colon - 1
    while index >= lineStart, scalars[index].isBlank { index -= 1 }
    let isQuoted = index > lineStart && (scalars[index] == "\"" || scalars[index] == "'")
    if isQuoted { index -= 1 }
    let next = colon + 1 < scalars.count ? scalars[colon + 1] : " "
    guard index >= lineStart, scalars[index].isLetterOfKey, scalars[lineStart] != "%",
      isQuoted || next.isBlank || next == "\n" || next == "\r"
    else { return nil }
    let isKept =
      isQuoted ? isEscaped(index, lineStart, scalars) : isOfName(index, lineStart, scalars)
    return isKept ? nil : index
  }

  /// Whether the letter may belong to an escape, `\\U0001F600` at the longest, which has to stay as
  /// it is.
  private static func isEscaped(
    _ letter: Int, _ lineStart: Int, _ scalars: [Unicode.Scalar]
  ) -> Bool {
    scalars[max(lineStart, letter - 9)..<letter].contains("\\")
  }

  /// Whether the letter belongs to an anchor or a tag.
  private static func isOfName(
    _ letter: Int, _ lineStart: Int, _ scalars: [Unicode.Scalar]
  ) -> Bool {
    var index = letter
    while index > lineStart, !scalars[index - 1].isBlank { index -= 1 }
    return scalars[index] == "&" || scalars[index] == "!"
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOfKey: Bool {
    properties.isAlphabetic || ("0"..."9").contains(self) || self == "<" || self == "_"
  }
}
