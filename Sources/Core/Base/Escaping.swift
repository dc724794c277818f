/// Texts of other people, such as the names of files and layers, written so that the reader of
/// another format takes them for nothing but text: one function for each format.
///
/// Every function works on bytes or on Unicode scalars. Swift's `String` compares characters, and a
/// scalar such as U+0600 or U+0D4E (Grapheme_Cluster_Break=Prepend) makes one character with the
/// quote behind it, as a combining mark does with the quote before it. No other parser sees such
/// characters, so `String.replacing` would leave that quote as it is.
package enum Escaping {
  /// The replacement for characters that a format cannot represent.
  static let replacement = "\u{FFFD}"

  // MARK: HTML and XML

  private static let html = ByteEscapes([
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\r": "&#13;",
    "\0": replacement,
  ])

  /// The text of an element of HTML, or of an attribute in quotes (WHATWG HTML, sections 13.2.5.1
  /// and 13.2.5.36). NUL, which HTML cannot hold, becomes U+FFFD.
  package static func html(_ text: String) -> String { html.applied(to: text) }

  /// The text of an element of XML, or of an attribute in quotes. Characters that XML 1.0 does not
  /// allow (section 2.2: most control characters, U+FFFE and U+FFFF) become U+FFFD.
  package static func xml(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "\t", "\n", "\r": result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      case "\0"..."\u{1F}", "\u{FFFE}"..."\u{FFFF}":
        result.append(contentsOf: replacement.unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static let script = ByteEscapes([
    "<": "\\u003c", ">": "\\u003e", "&": "\\u0026",
  ])

  /// JSON as the content of a `script` element: the same values, without a sign that could end the
  /// element or begin a comment (WHATWG HTML, section 4.12.1.3).
  package static func jsonInHTML(_ json: String) -> String { script.applied(to: json) }

  // MARK: JSON, YAML and CSV

  private static let json = ByteEscapes(
    ["\"": "\\\"", "\\": "\\\\"],
    controls: { byte in
      switch byte {
      case 0x08: "\\b"
      case 0x09: "\\t"
      case 0x0A: "\\n"
      case 0x0C: "\\f"
      case 0x0D: "\\r"
      default: "\\u" + byte.digits(4, radix: 16)
      }
    })

  /// A JSON string with its quotes (RFC 8259, section 7).
  package static func json(_ text: String) -> String { "\"" + json.applied(to: text) + "\"" }

  /// A string of YAML in double quotes. JSON's strings are YAML's, but for some characters that
  /// YAML does not print (YAML 1.2, production 1), or takes for line breaks (YAML 1.1).
  package static func yaml(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in json(text).unicodeScalars {
      switch scalar.value {
      case 0x7F...0x9F, 0x2028...0x2029, 0xFEFF, 0xFFFE...0xFFFF:
        result.append(contentsOf: ("\\u" + scalar.value.digits(4, radix: 16)).unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// A string of YAML in single quotes, on one line; `nil` for a text that needs double ones.
  package static func yamlInSingleQuotes(_ text: String) -> String? {
    let isPrinted = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xFEFE, 0xFF00...0xFFFD, 0x10000...: true
      default: false
      }
    }
    return isPrinted ? "'" + ByteEscapes(["'": "''"]).applied(to: text) + "'" : nil
  }

  /// A cell of comma-separated values (RFC 4180).
  package static func csv(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { byte in ",\"\n\r".utf8.contains(byte) }
    return needsQuotes ? "\"" + ByteEscapes(["\"": "\"\""]).applied(to: text) + "\"" : text
  }

  // MARK: Markdown

  private static let markdown = ByteEscapes(
    [
      "\\": "\\\\", "`": "\\`", "*": "\\*", "_": "\\_", "[": "\\[", "]": "\\]", "|": "\\|",
      "~": "\\~", "$": "\\$", "&": "&amp;", "<": "&lt;", ">": "&gt;",
    ], controls: { _ in " " })

  /// Text of a line or a cell of a table in GitHub Flavored Markdown (sections 2.4 and 4.10): line
  /// ends and other control characters become spaces. A zero-width space behind each `@` before a
  /// letter or a digit keeps a scene's name from mentioning a person.
  package static func markdown(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isBehindSign = false
    for scalar in markdown.applied(to: text).unicodeScalars {
      if isBehindSign, scalar.isASCII, isASCIILetterOrDigit(UInt8(ascii: scalar)) {
        result.append("\u{200B}")
      }
      result.append(scalar)
      isBehindSign = scalar == "@"
    }
    return String(result)
  }

  // MARK: Addresses and patterns

  /// A path as that of a URL (RFC 3986, section 3.3), with its slashes. Signs that have a meaning
  /// in the addresses of editors, such as a colon before a line, are encoded too.
  package static func urlPath(_ path: String) -> String {
    percentEncoded(path, keeping: "/-._~!$&'()*+,=@")
  }

  /// The name of a file beside a playlist, as a line or an attribute of it names the file (RFC
  /// 8216, section 4.1): a relative reference without a sign that ends it. Spaces and letters
  /// beyond ASCII stay as they are, as players that open a file by its name take no other.
  package static func playlistURI(_ name: String) -> String {
    var result: [UInt8] = []
    for (index, byte) in name.utf8.enumerated() {
      let isOdd = byte < 0x20 || byte == 0x7F || "\"%#?:\\<>".utf8.contains(byte)
      let isEnd = index == 0 || index == name.utf8.count - 1
      result +=
        isOdd || byte == 0x20 && isEnd
        ? Array("%\(byte.digits(2, radix: 16, uppercase: true))".utf8) : [byte]
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func percentEncoded(_ text: String, keeping signs: String) -> String {
    text.utf8.map { byte in
      let isKept = isASCIILetterOrDigit(byte) || signs.utf8.contains(byte)
      return isKept ? String(UnicodeScalar(byte)) : "%" + byte.digits(2, radix: 16, uppercase: true)
    }.joined()
  }

  private static let pattern = ByteEscapes(["*": "\\*", "?": "\\?", "[": "\\[", "\\": "\\\\"])

  /// A name as a pattern of `fnmatch` that matches nothing else (POSIX, section 2.13).
  package static func pattern(_ name: String) -> String { pattern.applied(to: name) }

  // MARK: Bytes

  static func isASCIILetterOrDigit(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }
}

/// A JSON string literal.
public func jsonString(_ text: String) -> String { Escaping.json(text) }

/// Replacement texts for single ASCII bytes. UTF-8 encodes every other scalar without ASCII bytes,
/// so replacing bytes keeps the text valid.
struct ByteEscapes: Sendable {
  /// By the byte; empty for one that stays.
  private var texts = [[UInt8]](repeating: [], count: 256)

  /// - Parameters:
  ///   - signs: scalars of ASCII, each with the text in its place.
  ///   - controls: the text in the place of a control character below U+0020; `nil` keeps them.
  init(_ signs: [Unicode.Scalar: String], controls: ((UInt8) -> String)? = nil) {
    if let controls {
      for byte in UInt8(0)..<0x20 { texts[Int(byte)] = Array(controls(byte).utf8) }
    }
    for (sign, text) in signs { texts[Int(UInt8(ascii: sign))] = Array(text.utf8) }
  }

  func applied(to text: String) -> String {
    var text = text
    let escaped: [UInt8]? = text.withUTF8 { bytes in
      guard var index = bytes.firstIndex(where: isEscaped) else { return nil }
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count + bytes.count / 8 + 16)
      var start = 0
      while true {
        result.append(contentsOf: bytes[start..<index])
        result.append(contentsOf: texts[Int(bytes[index])])
        start = index + 1
        guard let next = bytes[start...].firstIndex(where: isEscaped) else { break }
        index = next
      }
      result.append(contentsOf: bytes[start...])
      return result
    }
    return escaped.map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  private func isEscaped(_ byte: UInt8) -> Bool { !texts[Int(byte)].isEmpty }
}
