import Geometry
import LayerTree

extension SceneContext {
  /// The numbers of a list of one of these lengths.
  func numbers(_ node: YAMLNode, counts: [Int], _ expectation: String) -> [Double]? {
    guard let items = node.items else {
      mismatch(expectation, at: node)
      return nil
    }
    guard counts.contains(items.count) else {
      error(.wrongCount, "expected \(expectation); found \(node.description)", at: node)
      return nil
    }
    return everyNumber(items)
  }

  /// A list of numbers of any length.
  func numbers(_ node: YAMLNode, _ rule: ValueType.NumberRule = .any) -> [Double]? {
    guard let items = node.items else {
      mismatch("a list of numbers", at: node)
      return nil
    }
    return everyNumber(items, rule, expectation: Grammar.value(.number(rule)).expectation)
  }

  private func everyNumber(
    _ items: [YAMLNode], _ rule: ValueType.NumberRule = .any, expectation: String = "a number"
  ) -> [Double]? {
    let values = items.map { number($0, rule, expectation: expectation) }
    let found = values.compactMap { $0 }
    return found.count == items.count ? found : nil
  }

  func point(_ node: YAMLNode) -> Point? {
    numbers(node, counts: [2], ValueType.point.expectation).map { Point(x: $0[0], y: $0[1]) }
  }

  func size(_ node: YAMLNode, allowsNegative: Bool) -> Size? {
    guard let list = numbers(node, counts: [2], ValueType.size.expectation) else { return nil }
    let size = Size(width: list[0], height: list[1])
    return allowsNegative || isNatural(size, at: node) ? size : nil
  }

  /// `[width, height]` or `[x, y, width, height]`.
  func rect(_ node: YAMLNode, allowsNegative: Bool, counts: [Int] = [2, 4]) -> Rect? {
    let expectation =
      counts == [4] ? Grammar.frame.expectation : ValueType.rect.expectation
    guard let list = numbers(node, counts: counts, expectation) else { return nil }
    let origin = list.count == 4 ? Point(x: list[0], y: list[1]) : .zero
    let size = Size(width: list[list.count - 2], height: list[list.count - 1])
    guard allowsNegative || isNatural(size, at: node) else { return nil }
    return Rect(origin: origin, size: size)
  }

  /// Reports a negative side, at the number.
  private func isNatural(_ size: Size, at node: YAMLNode) -> Bool {
    guard size.width < 0 || size.height < 0 else { return true }
    let word = size.width < 0 ? "width" : "height"
    let place = node.items?.suffix(2).dropFirst(size.width < 0 ? 0 : 1).first ?? node
    error(.outOfRange, "a negative \(word): \(min(size.width, size.height).sceneText)", at: place)
    return false
  }
}
