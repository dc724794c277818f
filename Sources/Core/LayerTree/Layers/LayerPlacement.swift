public import RostrumGeometry

/// How a layer's own coordinates lie in its superlayer's. Source: Apple's Core Animation
/// Programming Guide, "Layers Can Be Manipulated in Three Dimensions"; section "Geometry" of the
/// scene-format documentation.
package struct LayerPlacement {
  private let values: LayerValues

  package init(_ values: LayerValues) { self.values = values }

  /// The point of the layer that position and transform refer to, in the layer's coordinates.
  package var anchor: Point {
    let bounds = values[.bounds]
    let unit = values[.anchorPoint]
    return Point(
      x: bounds.minX + unit.x * bounds.width, y: bounds.minY + unit.y * bounds.height)
  }

  /// How far in front of the layer that point is.
  private var anchorDepth: Double { values[.anchorPointZ] }

  package var isFlipped: Bool { values[.geometryFlipped] }

  /// From the layer's coordinates to its superlayer's, whose `sublayerTransform` (about its own
  /// anchor) comes last.
  package func toSuperlayer(through sublayerTransform: Transform3D?) -> Placing {
    let (anchor, position) = (anchor, values[.position])
    let own = values[.transform]
    let depth = values[.zPosition]
    if own == .identity, sublayerTransform == nil, anchorDepth == 0, !isFlipped {
      return Placing(x: position.x - anchor.x, y: position.y - anchor.y, depth: depth)
    }
    let toAnchor = Transform3D.translation(x: -anchor.x, y: -anchor.y, z: -anchorDepth)
    let whole = (isFlipped ? upsideDown.concatenating(toAnchor) : toAnchor)
      .concatenating(own)
      .concatenating(.translation(x: position.x, y: position.y, z: depth))
      .concatenating(sublayerTransform ?? .identity)
    return Placing(whole)
  }

  /// The same from plane to plane.
  package func projection(through sublayerTransform: Transform3D?) -> Homography {
    toSuperlayer(through: sublayerTransform).projection
  }

  /// The layer's space mirrored about the middle of its bounds.
  private var upsideDown: Transform3D {
    let bounds = values[.bounds]
    return Transform3D.scale(x: 1, y: -1)
      .concatenating(.translation(x: 0, y: bounds.minY + bounds.maxY))
  }

  /// The transform that the layer's sublayers get beside the layer's own: `sublayerTransform` about
  /// the anchor. `nil` for none.
  package var sublayerTransform: Transform3D? {
    let transform = values[.sublayerTransform]
    guard transform != .identity else { return nil }
    let (anchor, depth) = (anchor, anchorDepth)
    return Transform3D.translation(x: -anchor.x, y: -anchor.y, z: -depth)
      .concatenating(transform)
      .concatenating(.translation(x: anchor.x, y: anchor.y, z: depth))
  }
}

/// A map from a layer to the one around it, in space. Most layers are only moved.
package struct Placing {
  /// To the superlayer's plane: depth is dropped, weights remain.
  package let projection: Homography
  private let whole: Transform3D?
  private let depth: Double

  init(x: Double, y: Double, depth: Double) {
    projection = Homography(.translation(x: x, y: y))
    (whole, self.depth) = (nil, depth)
  }

  init(_ whole: Transform3D) {
    projection = Homography(whole)
    (self.whole, depth) = (whole, 0)
  }

  package var matrix: Transform3D {
    if let whole { return whole }
    let move = projection.planar
    return .translation(x: move.tx, y: move.ty, z: depth)
  }

  /// How far in front of the superlayer's plane all of the layer is; `nil` when it is inclined to
  /// it.
  package var evenDepth: Double? {
    guard let whole else { return depth }
    guard whole.m13 == 0, whole.m23 == 0, whole.m14 == 0, whole.m24 == 0, whole.m44 > 0 else {
      return nil
    }
    return whole.m43 / whole.m44
  }

  /// Whether the layer's front is seen: whether the third component of its normal, which the
  /// inverse maps, is above 0. A mirror image has not turned its back. Source: W3C CSS Transforms
  /// 2, `backface-visibility`.
  package var showsFront: Bool {
    guard let whole else { return true }
    return projection.determinant * (whole.determinant < 0 ? -1 : 1) > 0
  }

  /// After another map, which is that of the layer around.
  package func concatenating(_ outer: Placing?) -> Placing {
    guard let outer else { return self }
    return Placing(matrix.concatenating(outer.matrix))
  }
}

extension LayerPlacement {
  /// The map from the last layer's plane to the first one's superlayer, for layers that lie in each
  /// other, from the outermost on.
  static func plane(
    of layers: [(layerClass: LayerClass, values: LayerValues)]
  ) -> Homography {
    var plane = Homography.identity
    var space: Placing?
    var sublayerTransform: Transform3D?
    for (index, layer) in layers.enumerated() {
      let placement = LayerPlacement(layer.values)
      let placing = placement.toSuperlayer(through: sublayerTransform).concatenating(space)
      let keepsDepth = layer.layerClass == .transform && index + 1 < layers.count
      if !keepsDepth { plane = placing.projection.concatenating(plane) }
      space = keepsDepth ? placing : nil
      sublayerTransform = placement.sublayerTransform
    }
    return plane
  }
}

extension Scene {
  /// Where a layer's anchor point appears, in points of the canvas; `nil` behind the eye, and for a
  /// layer that is not there.
  public func anchor(ofLayer index: Int, at time: Double) -> Point? {
    presentation(at: time).anchor(ofLayer: index)
  }

  /// The map from a layer's plane to the canvas; `nil` for a layer that is not there.
  package func plane(ofLayer index: Int, at time: Double) -> Homography? {
    presentation(at: time).path(toLayer: index).map(\.plane)
  }
}

extension PresentationLayer {
  /// Where the anchor point of this layer, or of one in it, appears in the superlayer; `nil` behind
  /// the eye, and for a layer that is not there.
  package func anchor(ofLayer index: Int) -> Point? {
    guard let path = path(toLayer: index), let last = path.last else { return nil }
    return path.plane.apply(to: LayerPlacement(last.values).anchor)
  }

  /// From this layer down to the one of that index.
  fileprivate func path(toLayer wanted: Int) -> [PresentationLayer]? {
    if index == wanted { return [self] }
    for sublayer in sublayers {
      if let rest = sublayer.path(toLayer: wanted) { return [self] + rest }
    }
    return nil
  }
}

extension [PresentationLayer] {
  /// The map from the last layer's plane to that around the first one.
  fileprivate var plane: Homography { LayerPlacement.plane(of: map { ($0.layerClass, $0.values) }) }
}

extension LayerValues {
  /// The outline of background and border, and of the clip of `masksToBounds`.
  package var roundedBounds: Path { rounded(self[.bounds], radius: self[.cornerRadius]) }

  /// A rectangle with the layer's kind of corners.
  package func rounded(_ rect: Rect, radius: Double) -> Path {
    guard radius > 0 else { return .rect(rect) }
    return .roundedRect(
      rect, radius: radius, corners: self[.maskedCorners],
      curve: self[.cornerCurve])
  }
}
