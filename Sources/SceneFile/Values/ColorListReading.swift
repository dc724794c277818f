import Geometry
import LayerTree

extension SceneContext {
  /// The colours of a gradient; every one a colour.
  func colors(_ node: YAMLNode) -> Value? {
    if isNone(node) { return Value.none }
    guard let items = node.items else {
      mismatch(ValueType.colors.expectation, at: node)
      return nil
    }
    let colors = items.map { item -> Color? in
      guard !isNone(item) else {
        mismatch(ValueType.color.expectation, at: item, hint: "write transparent, or rgb(... / 0)")
        return nil
      }
      return color(item)?.color
    }
    let found = colors.compactMap { $0 }
    return found.count == items.count ? .colors(found) : nil
  }

  /// Where a gradient's colours stand.
  func locations(_ node: YAMLNode, as use: ValueUse) -> Value? {
    if isNone(node) { return Value.none }
    guard use == .given else { return numbers(node).map(Value.numbers) }
    guard let list = numbers(node, .unit) else { return nil }
    for (index, pair) in zip(list, list.dropFirst()).enumerated() where pair.1 < pair.0 {
      error(
        .outOfRange,
        "the locations fall from \(pair.0.sceneText) to \(pair.1.sceneText)",
        at: node.items?[index + 1] ?? node, hint: "sort them, and the colors with them")
      return nil
    }
    return .numbers(list)
  }
}
