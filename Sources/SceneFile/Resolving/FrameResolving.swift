import Geometry
import LayerTree

extension LayerDraft {
  /// Turns `frame` into bounds and position.
  func resolveFrame(in values: inout LayerValues) {
    guard let node = fields.node(.frame) else { return }
    for key in [Property.bounds.name, Property.position.name] {
      guard let entry = fields.entries.first(where: { $0.name == key }) else { continue }
      return fields.resolution.error(
        .conflict, "frame sets bounds and position; give either frame or \(key)", at: entry.key)
    }
    guard let frame = fields.resolution.rect(node, allowsNegative: false, counts: [4]) else {
      return
    }
    guard let transform = values[.transform].flattened,
      let size = transform.sizeOfBounds(forBox: frame.size)
    else {
      return fields.resolution.error(
        .badTransform, "no bounds have this frame under the layer's transform", at: node,
        hint: "give bounds and position instead")
    }
    place(frame, Rect(origin: .zero, size: size), transform, in: &values)
  }

  private func place(
    _ frame: Rect, _ bounds: Rect, _ transform: AffineTransform, in values: inout LayerValues
  ) {
    let anchor = values[.anchorPoint]
    let centered = Rect(
      x: -anchor.x * bounds.width, y: -anchor.y * bounds.height, width: bounds.width,
      height: bounds.height)
    let box = transform.boundingBox(of: centered)
    values[.bounds] = bounds
    values[.position] = frame.origin - box.origin
  }
}

extension AffineTransform {
  /// The size that has a bounding box of that size once transformed: |a|w + |c|h = W and |b|w + |d|h = H. A side that
  /// the transform flattens is 0. `nil` when there is no such size.
  fileprivate func sizeOfBounds(forBox box: Size) -> Size? {
    let (a, b, c, d) = (abs(a), abs(b), abs(c), abs(d))
    let tiny = 1e-12 * max(a, b, c, d)
    if max(b, c) <= tiny {
      return Size(width: a > tiny ? box.width / a : 0, height: d > tiny ? box.height / d : 0)
        .limited
    }
    let determinant = a * d - b * c
    guard abs(determinant) > 1e-9 * max(a, b, c, d) * max(a, b, c, d) else { return nil }
    return Size(
      width: (d * box.width - c * box.height) / determinant,
      height: (a * box.height - b * box.width) / determinant
    ).limited
  }
}

extension Size {
  /// `nil` when negative beyond rounding, or beyond the limits.
  fileprivate var limited: Size? {
    let limit = Resolution.maximumNumber
    guard width <= limit, height <= limit, width >= -1e-9, height >= -1e-9 else { return nil }
    return Size(width: max(width, 0), height: max(height, 0))
  }
}
