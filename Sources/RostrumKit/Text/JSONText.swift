import LayerTree

/// A JSON value that is to be written, its keys in the order given.
indirect enum JSONText {
  case object([(key: String, value: JSONText)])
  case array([JSONText])
  /// A value that is JSON already, on one line.
  case literal(String)

  static func string(_ text: String) -> JSONText { .literal(jsonString(text)) }
  static func value(_ value: Value) -> JSONText { .literal(value.json) }
  static func integer(_ number: Int) -> JSONText { .literal(String(number)) }
  static func flag(_ flag: Bool) -> JSONText { .literal(flag ? "true" : "false") }
  static let null = JSONText.literal("null")

  /// `null` for what is not there and what is not finite: JSON has no infinity.
  static func number(_ number: Double?) -> JSONText {
    number.map { $0.isFinite ? .literal(exact($0)) : .null } ?? .null
  }

  static func string(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }
  static func integer(_ number: Int?) -> JSONText { number.map { .integer($0) } ?? .null }

  /// Over several lines; what has neither objects nor arrays in it stays on one.
  func text(indentedBy indent: Int = 0) -> String {
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
