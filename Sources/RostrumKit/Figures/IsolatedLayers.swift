import Geometry
import LayerTree

extension Scene {
  /// The scene with some layers and what is inside them alone, over nothing. Layers around them stay as places, without a look.
  func isolating(_ indexes: Set<Int>) -> Scene {
    Scene(
      size: size, background: nil, clock: clock,
      layers: root.sublayers.compactMap { $0.isolating(indexes) })
  }

  /// The scene without some layers.
  func hiding(_ indexes: Set<Int>) -> Scene {
    Scene(
      size: size, background: background, clock: clock,
      layers: root.sublayers.compactMap { $0.hiding(indexes) })
  }

  /// Where a layer's anchor point is on the canvas.
  func anchor(ofLayer index: Int, at time: Double) -> Point? {
    guard let path = presentation(at: time).path(toLayer: index), let last = path.last else {
      return nil
    }
    var point = HomogeneousPoint(last.anchor)
    for (outer, inner) in zip(path, path.dropFirst()).reversed() {
      point = inner.toSuperlayer(
        point, sublayerTransform: outer.values[.sublayerTransform].transform, around: outer.anchor)
    }
    return point.projected
  }
}

extension Layer {
  fileprivate func isolating(_ indexes: Set<Int>) -> Layer? {
    if indexes.contains(index) { return self }
    let inner = sublayers.compactMap { $0.isolating(indexes) }
    return inner.isEmpty ? nil : copy(epochs: epochs.map { $0.bare(layerClass) }, sublayers: inner)
  }

  fileprivate func hiding(_ indexes: Set<Int>) -> Layer? {
    guard !indexes.contains(index) else { return nil }
    return copy(epochs: epochs, sublayers: sublayers.compactMap { $0.hiding(indexes) })
  }

  private func copy(epochs: [Epoch], sublayers: [Layer]) -> Layer {
    Layer(
      index: index, name: name, layerClass: layerClass, epochs: epochs, sublayers: sublayers,
      place: place)
  }
}

extension Epoch {
  /// The epoch without what a layer itself shows.
  fileprivate func bare(_ layerClass: LayerClass) -> Epoch {
    var values = values
    for property in layerClass.properties {
      switch property.type {
      case .color, .image, .path: values[property] = .none
      case .text: values[property] = .text("")
      default: break
      }
    }
    values[.borderWidth] = .number(0)
    return Epoch(
      startTime: startTime, values: values, clock: clock,
      animations: animations.filter { !$0.animation.isOfLook })
  }
}

extension Animation {
  /// Whether the animation changes a colour, a picture or an outline.
  fileprivate var isOfLook: Bool {
    !keyPaths.isEmpty
      && keyPaths.allSatisfy {
        switch $0.property.type {
        case .color, .image, .path, .text: true
        default: $0.property == .borderWidth
        }
      }
  }
}

extension PresentationLayer {
  /// From this layer down to the one of that index.
  fileprivate func path(toLayer wanted: Int) -> [PresentationLayer]? {
    if index == wanted { return [self] }
    for sublayer in sublayers {
      if let rest = sublayer.path(toLayer: wanted) { return [self] + rest }
    }
    return nil
  }

  /// In the layer's own coordinates.
  fileprivate var anchor: Point {
    let (bounds, unit) = (values[.bounds].rect, values[.anchorPoint].point)
    return Point(
      x: bounds.minX + unit.x * bounds.width, y: bounds.minY + unit.y * bounds.height)
  }

  fileprivate func toSuperlayer(
    _ point: HomogeneousPoint, sublayerTransform: Transform3D, around center: Point
  ) -> HomogeneousPoint {
    let (anchor, position) = (anchor, values[.position].point)
    return point.applying(.translation(x: -anchor.x, y: -anchor.y))
      .applying(values[.transform].transform)
      .applying(.translation(x: position.x, y: position.y, z: values[.zPosition].number))
      .applying(.translation(x: -center.x, y: -center.y)).applying(sublayerTransform)
      .applying(.translation(x: center.x, y: center.y))
  }
}

/// A point in space with its weight, which perspective changes.
private struct HomogeneousPoint {
  var x, y, z, w: Double

  init(_ point: Point) { (x, y, z, w) = (point.x, point.y, 0, 1) }

  func applying(_ m: Transform3D) -> HomogeneousPoint {
    var result = self
    result.x = x * m.m11 + y * m.m21 + z * m.m31 + w * m.m41
    result.y = x * m.m12 + y * m.m22 + z * m.m32 + w * m.m42
    result.z = x * m.m13 + y * m.m23 + z * m.m33 + w * m.m43
    result.w = x * m.m14 + y * m.m24 + z * m.m34 + w * m.m44
    return result
  }

  /// On the canvas; `nil` behind the eye.
  var projected: Point? {
    guard w > 1e-9 else { return nil }
    let point = Point(x: x / w, y: y / w)
    return point.isFinite ? point : nil
  }
}
