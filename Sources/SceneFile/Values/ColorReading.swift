import Geometry
import LayerTree

extension SceneContext {
  /// A CSS colour, or `none` for none at all.
  func color(_ node: YAMLNode) -> Value? {
    if isNone(node) { return Value.none }
    guard let text = node.scalar?.text, !node.isNull else {
      let hint = "in YAML '#' begins a comment; write colours like \"#ff8000\" in quotes"
      mismatch(ValueType.color.expectation, at: node, hint: node.isNull ? hint : nil)
      return nil
    }
    if let color = Color(css: text), color.isFinite { return .color(color) }
    error(.badColor, "unknown colour \(text.quoted)", at: node, hint: colorHint(text))
    return nil
  }

  /// `none`, `null` or `~`; not just nothing, which may be a value that was forgotten.
  func isNone(_ node: YAMLNode) -> Bool {
    guard let scalar = node.scalar, scalar.isPlain, !scalar.text.isEmpty else { return false }
    return scalar.text == "none" || node.isNull
  }

  private func colorHint(_ text: String) -> String {
    let isHex = [3, 4, 6, 8].contains(text.utf8.count) && text.utf8.allSatisfy(\.isHexDigit)
    if isHex { return "did you mean '#\(text)'? In YAML it needs quotes: \"#\(text)\"" }
    if let name = closest(to: text, among: Color.names) { return "did you mean '\(name)'?" }
    return "write a CSS name, \"#rrggbb\", rgb(...) or hsl(...)"
  }
}

extension Color {
  fileprivate var isFinite: Bool {
    red.isFinite && green.isFinite && blue.isFinite && alpha.isFinite
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    (48...57).contains(self) || (65...70).contains(self) || (97...102).contains(self)
  }
}
