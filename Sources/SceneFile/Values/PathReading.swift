import Geometry
import LayerTree

extension SceneContext {
  /// SVG path data, or `none`.
  func path(_ node: YAMLNode) -> Value? {
    if isNone(node) { return Value.none }
    guard let text = node.scalar?.text else {
      mismatch(ValueType.path.expectation, at: node)
      return nil
    }
    do {
      let path = try Path(svg: text)
      return isWithinLimits(path, at: node) ? .path(path) : nil
    } catch {
      let place = node.place(.offset(error.offset, in: text))
      collector.add(.error, DiagnosticID.badPath.rawValue, error.message, at: place)
      return nil
    }
  }

  private func isWithinLimits(_ path: Path, at node: YAMLNode) -> Bool {
    var isWithin = true
    _ = path.map { point in
      if max(abs(point.x), abs(point.y)) > Self.maximumNumber || !point.isFinite {
        isWithin = false
      }
      return point
    }
    guard !isWithin else { return true }
    error(.outOfRange, "the path goes beyond the limit of 10000000 points", at: node)
    return false
  }
}
