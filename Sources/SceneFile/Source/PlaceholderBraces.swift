/// Characters that stand for the braces of `${name}` while libyaml reads the text: inside a list in
/// brackets, the braces would begin a mapping.
///
/// Each replaces one character by one, so that lines and columns stay as they are. They are
/// characters for private use that the text does not have.
struct PlaceholderBraces {
  private let opening: Unicode.Scalar
  private let closing: Unicode.Scalar

  /// `nil` when the text has all private characters of the first 65,536.
  init?(for text: String) {
    let used =
      Self.mayHavePrivateScalars(text) ? Set(text.unicodeScalars.lazy.map(\.value)) : []
    let free = (0xE000...0xF8FF as ClosedRange<UInt32>).lazy.filter { !used.contains($0) }
      .compactMap { Unicode.Scalar($0) }.prefix(2)
    guard free.count == 2, let first = free.first, let last = Array(free).last else { return nil }
    (opening, closing) = (first, last)
  }

  /// In UTF-8 those characters start with EE or EF.
  private static func mayHavePrivateScalars(_ text: String) -> Bool {
    text.hasByte(0xEE) || text.hasByte(0xEF)
  }

  /// The text with other characters in place of the braces around names of parameters.
  ///
  /// Braces belong to a name when they stand on one line, without others between them.
  func hidden(in text: String) -> String {
    guard PlaceholderText.isPossible(in: text) else { return text }
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

  /// The text with its braces again.
  func restored(_ text: String) -> String {
    guard Self.mayHavePrivateScalars(text) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(scalar == opening ? "{" : scalar == closing ? "}" : scalar)
    }
    return String(result)
  }
}
