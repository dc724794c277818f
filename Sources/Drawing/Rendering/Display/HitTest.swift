public import RostrumGeometry
public import RostrumLayerTree

/// A layer that lies under a point of the canvas.
public struct LayerUnderPoint: Sendable {
  public let layer: PresentationLayer
  /// The point in the layer's own coordinates.
  public let point: Point
  /// Whether Core Animation's `hitTest:` returns this layer: it goes by the order of the layer
  /// tree, not by depth.
  public var isHit = false
}

extension Scene {
  /// The layers whose bounds hold a point of the canvas at a time, front first.
  ///
  /// Layers that are hidden or fully transparent are left out, as are single-sided layers that show
  /// their back, and layers that `masksToBounds` clips at the point. Masks and the shapes that
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

extension Scene {
  /// The corners of a layer's bounds on the canvas at a time, in points, in the order top left, top
  /// right, bottom right, bottom left of its own coordinates: four for the layer, or for each of
  /// its copies. Copies that are hidden, or reach behind the eye, are left out. `index` is
  /// `Layer.index`.
  public func outlines(ofLayer index: Int, at time: Double) -> [[Point]] {
    let copies = LayerCopies(index: index).all([presentation(at: time)], in: .identity)
    return copies.map { $0.layer.values[.bounds].corners.compactMap($0.toCanvas.apply) }
      .filter { $0.count == 4 }
  }
}

/// The place of a layer on the canvas at a time, for an editor that moves it with a pointer.
public struct LayerHandles: Sendable {
  /// The anchor point on the canvas, in points.
  public let anchor: Point
  /// From steps in the layer's own coordinates to steps on the canvas, at the anchor point.
  public let local: AffineTransform
  /// From changes of the layer's `position` to steps on the canvas; `nil` where the layer is flat.
  public let position: AffineTransform?
}

extension Scene {
  /// The handles of a layer, or of the first of its copies; `nil` where nothing of it is shown, or
  /// it lies behind the eye. `index` is `Layer.index`.
  public func handles(ofLayer index: Int, at time: Double) -> LayerHandles? {
    let copies = LayerCopies(index: index).all([presentation(at: time)], in: .identity)
    return copies.lazy.compactMap { LayerHandles($0.layer.values, $0.toCanvas) }.first
  }
}

extension LayerHandles {
  fileprivate init?(_ values: LayerValues, _ toCanvas: Homography) {
    let placement = LayerPlacement(values)
    let middle = placement.anchor
    // A map with perspective is nearly linear over a short step.
    let step = 1e-3
    func difference(_ x: Double, _ y: Double) -> Point? {
      guard let before = toCanvas.apply(to: Point(x: middle.x - x, y: middle.y - y)),
        let after = toCanvas.apply(to: Point(x: middle.x + x, y: middle.y + y))
      else { return nil }
      return Point(x: (after.x - before.x) / (2 * step), y: (after.y - before.y) / (2 * step))
    }
    guard let anchor = toCanvas.apply(to: middle), let right = difference(step, 0),
      let down = difference(0, step)
    else { return nil }
    let local = AffineTransform(a: right.x, b: right.y, c: down.x, d: down.y, tx: 0, ty: 0)
    let own = Homography(values[.transform]).planar
    let flip = placement.isFlipped ? -1.0 : 1
    let toSuperlayer = AffineTransform(
      a: own.a, b: own.b, c: own.c * flip, d: own.d * flip, tx: 0, ty: 0)
    (self.anchor, self.local) = (anchor, local)
    position = toSuperlayer.inverted?.concatenating(local)
  }
}

/// A search in a layer tree for one layer and its copies.
private struct LayerCopies {
  let index: Int

  /// The layers that are not hidden, with the map from their own coordinates to the canvas. The
  /// arguments are as in `HitSearch.layers`.
  func all(
    _ siblings: [PresentationLayer], in plane: Homography, _ space: Placing? = nil,
    through sublayerTransform: Transform3D? = nil
  ) -> [(layer: PresentationLayer, toCanvas: Homography)] {
    siblings.flatMap { layer -> [(layer: PresentationLayer, toCanvas: Homography)] in
      guard !layer.values[.hidden] else { return [] }
      let placement = LayerPlacement(layer.values)
      let placing = placement.toSuperlayer(through: sublayerTransform).concatenating(space)
      let transform = placing.projection.concatenating(plane)
      let isSpace = layer.layerClass == .transform
      let inner =
        isSpace
        ? all(layer.sublayers, in: plane, placing, through: placement.sublayerTransform)
        : all(layer.sublayers, in: transform, through: placement.sublayerTransform)
      return (layer.index == index ? [(layer, transform)] : []) + inner
    }
  }
}

/// A search in a layer tree for the layers under one point.
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
      guard layer.values[.doubleSided] || placing.showsFront else { return [] }
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
