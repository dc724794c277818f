import Geometry
import LayerTree

/// How a layer's own coordinates lie in its superlayer's. Source: Apple's Core Animation Programming Guide, "Layers Can Be
/// Manipulated in Three Dimensions"; section "Geometry" of the scene-format documentation.
struct LayerPlacement {
  private let values: LayerValues

  init(_ values: LayerValues) { self.values = values }

  /// The point of the layer that position and transform refer to, in the layer's coordinates.
  var anchor: Point {
    let bounds = values[.bounds].rect
    let unit = values[.anchorPoint].point
    return Point(
      x: bounds.minX + unit.x * bounds.width, y: bounds.minY + unit.y * bounds.height)
  }

  /// From the layer's coordinates to its superlayer's, whose `sublayerTransform` (about its own anchor) comes last.
  /// Depth is dropped at the end: a plain layer shows its sublayers in its own plane.
  func toSuperlayer(through sublayerTransform: Transform3D?) -> AffineTransform {
    let anchor = anchor
    let position = values[.position].point
    let own = values[.transform].transform
    if own == .identity, sublayerTransform == nil {
      return .translation(x: position.x - anchor.x, y: position.y - anchor.y)
    }
    let whole = Transform3D.translation(x: -anchor.x, y: -anchor.y)
      .concatenating(own)
      .concatenating(.translation(x: position.x, y: position.y, z: values[.zPosition].number))
      .concatenating(sublayerTransform ?? .identity)
    return whole.withoutPerspective
  }

  /// What the layer does to its sublayers beside its own transform: `sublayerTransform` about the anchor. `nil` for nothing.
  var sublayerTransform: Transform3D? {
    let transform = values[.sublayerTransform].transform
    guard transform != .identity else { return nil }
    let anchor = anchor
    return Transform3D.translation(x: -anchor.x, y: -anchor.y)
      .concatenating(transform)
      .concatenating(.translation(x: anchor.x, y: anchor.y))
  }
}

extension Transform3D {
  /// What is left when depth is dropped. Perspective is refused by the resolver.
  fileprivate var withoutPerspective: AffineTransform {
    AffineTransform(a: m11, b: m12, c: m21, d: m22, tx: m41, ty: m42)
  }
}
