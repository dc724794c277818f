/// A JSON value that is to be written, its keys in the order given.
public indirect enum JSONText: Sendable {
  case object([(key: String, value: JSONText)])
  case array([JSONText])
  /// A value that is JSON already, on one line.
  case literal(String)

  public static let null = JSONText.literal("null")

  public static func flag(_ flag: Bool) -> JSONText { .literal(flag ? "true" : "false") }
  public static func integer(_ number: Int) -> JSONText { .literal(String(number)) }
  public static func string(_ text: String) -> JSONText { .literal(jsonString(text)) }

  /// `null` for `nil`, infinities and NaN, which JSON does not have.
  public static func number(_ number: Double?) -> JSONText {
    number.map { $0.isFinite ? .literal(exact($0)) : .null } ?? .null
  }

  public static func string(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }

  public static func integer(_ number: Int?) -> JSONText {
    number.map { .integer($0) } ?? .null
  }

  /// The text over several lines; a value without nested objects and arrays stays on one line.
  public func text(indentedBy indent: Int = 0) -> String {
    switch self {
    case .literal(let text): return text
    case .object(let entries):
      let items = entries.map { jsonString($0.key) + ": " + $0.value.text(indentedBy: indent + 2) }
      return enclosed(items, "{", "}", indent, isFlat: entries.allSatisfy(\.value.isLiteral))
    case .array(let elements):
      let items = elements.map { $0.text(indentedBy: indent + 2) }
      return enclosed(items, "[", "]", indent, isFlat: elements.allSatisfy(\.isLiteral))
    }
  }

  /// The text on one line; a compact one has no spaces between its parts.
  public func line(isCompact: Bool = false) -> String {
    let (comma, colon) = isCompact ? (",", ":") : (", ", ": ")
    switch self {
    case .literal(let text): return text
    case .object(let entries):
      let items = entries.map { jsonString($0.key) + colon + $0.value.line(isCompact: isCompact) }
      return "{" + items.joined(separator: comma) + "}"
    case .array(let elements):
      return "[" + elements.map { $0.line(isCompact: isCompact) }.joined(separator: comma) + "]"
    }
  }

  private var isLiteral: Bool { if case .literal = self { true } else { false } }

  private func enclosed(
    _ items: [String], _ open: String, _ close: String, _ indent: Int, isFlat: Bool
  ) -> String {
    if isFlat { return open + items.joined(separator: ", ") + close }
    let space = String(repeating: " ", count: indent + 2)
    return open + "\n" + items.map { space + $0 }.joined(separator: ",\n") + "\n"
      + String(repeating: " ", count: indent) + close
  }
}

/// The shortest text that reads back to exactly this number; whole numbers without a fraction,
/// except -0, whose sign readers of JSON would lose.
public func exact(_ number: Double) -> String {
  let text = number.description
  return text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
}
