import Geometry
import LayerTree

extension SceneContext {
  /// Radians, or a text with a unit.
  func angle(_ node: YAMLNode) -> Double? {
    let expectation = ValueType.angle.expectation
    guard let scalar = node.scalar else {
      mismatch(expectation, at: node)
      return nil
    }
    if scalar.isPlain, NumberText(scalar.text) != .none {
      return number(node, expectation: expectation)
    }
    guard let radians = Angle.radians(fromText: scalar.text), radians.isFinite else {
      mismatch(expectation, at: node)
      return nil
    }
    guard abs(radians) <= Self.maximumNumber else {
      error(.outOfRange, "\(scalar.text.quoted) is beyond the limit of 10000000 radians", at: node)
      return nil
    }
    return radians
  }
}
