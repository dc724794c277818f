import Foundation

/// A text of a scene file with the places where parameters stand: `${name}`.
///
/// Of dollars before a brace two write one: `$${name}` writes `${name}`, and `$$${price}` a dollar and a price.
struct PlaceholderText {
  enum Piece: Equatable {
    case text(String)
    /// With the place of its `$` in the text, in UTF-8 bytes.
    case parameter(String, offset: Int)
    /// `${` and what no name is.
    case broken(offset: Int)
  }

  let pieces: [Piece]

  init(_ text: String) {
    var pieces: [Piece] = []
    var plain = ""
    var rest = text[...]
    func flush() {
      if !plain.isEmpty { pieces.append(.text(plain)) }
      plain = ""
    }
    while let start = rest.firstRange(of: "${")?.lowerBound {
      let before = rest[..<start]
      let dollars = before.reversed().prefix { $0 == "$" }.count + 1
      plain += before.dropLast(dollars - 1) + String(repeating: "$", count: dollars / 2)
      let inside = rest[start...].dropFirst(2)
      guard dollars % 2 == 1 else {
        plain += "{"
        rest = inside
        continue
      }
      flush()
      let offset = text.utf8.distance(from: text.startIndex, to: start)
      let name = inside.prefix { $0 != "}" }
      guard name.endIndex < inside.endIndex, String(name).isParameterName else {
        pieces.append(.broken(offset: offset))
        rest = inside
        continue
      }
      pieces.append(.parameter(String(name), offset: offset))
      rest = inside[name.endIndex...].dropFirst()
    }
    plain += rest
    flush()
    self.pieces = pieces
  }

  /// The parameter that the text is, when it is nothing else.
  var wholeName: String? {
    if pieces.count == 1, case .parameter(let name, _) = pieces[0] { name } else { nil }
  }

  /// How a scene file writes a text in which no parameter stands.
  static func escaped(_ text: String) -> String {
    isPossible(in: text) ? text.replacing(/\$+(?=\{)/) { $0.output + $0.output } : text
  }

  /// Whether a text may be anything else than what it is.
  static func isPossible(in text: String) -> Bool {
    guard text.hasByte(UInt8(ascii: "$")) else { return false }
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), last == UInt8(ascii: "$") { return true }
      last = byte
    }
    return false
  }
}

extension String {
  /// Whether the text in UTF-8 has a byte: texts are long, and what is looked for is rare.
  func hasByte(_ byte: UInt8) -> Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
    } ?? utf8.contains(byte)
  }

  /// A letter or `_`, then letters, digits, `_` and `-`; 60 characters at most.
  var isParameterName: Bool {
    guard let first, first.isLetter || first == "_", count <= 60 else { return false }
    return allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
  }
}
