/// A piece of YAML that is to be written: blocks for structure, one line for values.
indirect enum YAMLText {
  /// A scalar, or a value in flow style, as it stands in the file.
  case line(String)
  /// A flow list that may take several lines.
  case values([String])
  /// A block list.
  case list([YAMLText])
  /// A block mapping.
  case mapping([(key: String, value: YAMLText)])

  /// With the indentation of the block that it stands in, in columns. Ends with a line break.
  func text(indentedBy indent: Int = 0) -> String {
    var lines: [String] = []
    append(to: &lines, indent)
    return lines.map { $0 + "\n" }.joined()
  }

  private func append(to lines: inout [String], _ indent: Int) {
    let space = String(repeating: " ", count: indent)
    switch self {
    case .line(let text): lines.append(space + text)
    case .values(let items): lines.append(space + Self.flow(items, indent + 2))
    case .list(let items):
      for item in items {
        let first = lines.count
        item.append(to: &lines, indent + 2)
        lines[first] = space + "- " + lines[first].dropFirst(indent + 2)
      }
    case .mapping(let entries):
      for (key, value) in entries { value.append(to: &lines, after: key, indent) }
    }
  }

  /// As the value of a mapping's key.
  private func append(to lines: inout [String], after key: String, _ indent: Int) {
    let start = String(repeating: " ", count: indent) + key + ":"
    switch self {
    case .line(let text): lines.append(start + " " + text)
    case .values(let items): lines.append(start + " " + Self.flow(items, indent + 2))
    case .list(let items) where items.isEmpty: lines.append(start + " []")
    case .list, .mapping:
      lines.append(start)
      append(to: &lines, indent + 2)
    }
  }

  /// A flow list: on one line when it is short, else wrapped, its further lines indented.
  private static func flow(_ items: [String], _ indent: Int) -> String {
    let single = "[" + items.joined(separator: ", ") + "]"
    guard single.utf8.count > 90 else { return single }
    let space = String(repeating: " ", count: indent)
    var lines = [space]
    for (index, item) in items.enumerated() {
      let piece = index + 1 < items.count ? item + "," : item + "]"
      if lines[lines.count - 1].utf8.count + piece.utf8.count > 100, lines.last != space {
        lines.append(space)
      }
      lines[lines.count - 1] += lines.last == space ? piece : " " + piece
    }
    return "[\n" + lines.joined(separator: "\n")
  }
}

extension YAMLText {
  /// A scalar that reads back as this text: plain where nothing in it could mean anything else, else in double quotes.
  static func quoted(_ text: String) -> String {
    guard !isPlain(text) else { return text }
    let letters = PlaceholderText.escaped(text).unicodeScalars
    return "\"" + letters.map(escaped).joined() + "\""
  }

  /// A scalar that was written without quotes: as it was where it may mean more than a text, such as a number or nothing.
  static func unquoted(_ text: String) -> String {
    guard !text.isEmpty else { return "~" }
    let isWord = text.utf8.allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || "+-._~".utf8.contains($0)
    }
    return isWord && text != "-" ? text : quoted(text)
  }

  /// Words with letters, digits and single spaces that YAML and the scene language take for text.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, isLetter(first), last != 0x20,
      text.utf8.allSatisfy({
        isLetter($0) || (0x30...0x39).contains($0) || " _/.-".utf8.contains($0)
      }),
      text.utf8.count <= 80
    else { return false }
    let reserved = ["null", "none", "true", "false", "yes", "no", "on", "off", "y", "n", "nan"]
    return !reserved.contains(text.lowercased()) && !text.lowercased().hasPrefix("inf")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\t": return "\\t"
    default: break
    }
    let isHidden =
      scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value)
      || (0x2028...0x2029).contains(scalar.value) || scalar.value == 0xFEFF
      || scalar.value & 0xFFFE == 0xFFFE
    guard isHidden else { return String(scalar) }
    let digits = String(scalar.value, radix: 16)
    let count = scalar.value > 0xFFFF ? 8 : 4
    return (count == 8 ? "\\U" : "\\u") + String(repeating: "0", count: count - digits.count)
      + digits
  }
}
