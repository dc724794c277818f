public import Geometry
public import LayerTree

/// A layer that lies under a point of the canvas.
public struct LayerUnderPoint: Sendable {
  public let layer: PresentationLayer
  /// The point in the layer's own coordinates.
  public let point: Point
  /// Whether Core Animation's `hitTest:` names this layer: it goes by the order of the layer tree,
  /// whatever lies in front.
  public var isHit = false
}

extension Scene {
  /// The layers whose bounds hold a point of the canvas at a time, front first.
  ///
  /// Layers that are hidden or wholly transparent are left out, as are those whose back is turned
  /// to the eye and has no look, and what `masksToBounds` cuts off there. Masks and the shapes that
  /// layers draw do not count.
  public func layers(under point: Point, at time: Double) -> [LayerUnderPoint] {
    let search = HitSearch(point: point)
    let found = search.layers([presentation(at: time)], in: .identity)
    var hits = found.flatMap(\.layers)
    let last = found.compactMap(\.hit).last
    for index in hits.indices where hits[index].layer === last { hits[index].isHit = true }
    // The scene itself is no layer of the file.
    return hits.filter { $0.layer.index != root.index }
  }
}

/// The way down a layer tree to what lies under one point.
private struct HitSearch {
  let point: Point

  /// A layer with those inside it.
  struct Found {
    /// Front first.
    let layers: [LayerUnderPoint]
    /// How far in front the layer lies at the point, among its siblings.
    let depth: Double
    /// The last one in the tree's order that holds the point.
    let hit: PresentationLayer?
  }

  /// The siblings that are under the point, in the tree's order. `plane` leads from their
  /// superlayer's plane to the canvas; `space` from a transform layer around them to that plane.
  func layers(
    _ siblings: [PresentationLayer], in plane: Homography, _ space: Placing? = nil,
    through sublayerTransform: Transform3D? = nil
  ) -> [Found] {
    siblings.flatMap { layer -> [Found] in
      guard !layer.values[.hidden], layer.values[.opacity] > 0 else { return [] }
      let placement = LayerPlacement(layer.values)
      let placing = placement.toSuperlayer(through: sublayerTransform).concatenating(space)
      if layer.layerClass == .transform {
        return layers(
          layer.sublayers, in: plane, placing, through: placement.sublayerTransform)
      }
      let isTurned =
        placing.projection.determinant * (placement.isFlipped ? -1 : 1) <= 0
        && !layer.values[.doubleSided]
      guard !isTurned else { return [] }
      return found(layer, placement, placing, in: plane).map { [$0] } ?? []
    }
  }

  private func found(
    _ layer: PresentationLayer, _ placement: LayerPlacement, _ placing: Placing,
    in plane: Homography
  ) -> Found? {
    let transform = placing.projection.concatenating(plane)
    guard transform.isFinite, let local = transform.inverted?.apply(to: point),
      transform.apply(to: local) != nil
    else { return nil }
    let bounds = layer.values[.bounds]
    let isInside =
      bounds.minX <= local.x && local.x < bounds.maxX && bounds.minY <= local.y
      && local.y < bounds.maxY
    guard isInside || !layer.values[.masksToBounds] else { return nil }
    let inner = layers(
      layer.sublayers, in: transform, through: placement.sublayerTransform)
    let frontFirst = inner.enumerated().sorted {
      ($0.element.depth, $0.offset) > ($1.element.depth, $1.offset)
    }
    let own = isInside ? [LayerUnderPoint(layer: layer, point: local)] : []
    let all = frontFirst.flatMap(\.element.layers) + own
    guard !all.isEmpty else { return nil }
    return Found(
      layers: all, depth: placing.depth(at: local),
      hit: inner.compactMap(\.hit).last ?? (isInside ? layer : nil))
  }
}

extension Placing {
  /// How far in front of the superlayer's plane a point of the layer is.
  fileprivate func depth(at point: Point) -> Double {
    if let evenDepth { return evenDepth }
    let map = matrix
    let weight = map.m14 * point.x + map.m24 * point.y + map.m44
    return (map.m13 * point.x + map.m23 * point.y + map.m43) / weight
  }
}
