import Foundation
import RostrumCanvas
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
public import RostrumOutput
import RostrumRendering
import RostrumTiming

extension Film {
  /// The picture at a time in seconds, in `scale` pixels for a point. Throws as `openedScene()`.
  public func image(at time: Double, scale: Double = 1) throws -> CGImage {
    try CGImage(rendering: openedScene(), at: time, scale: scale)
  }

  /// The pictures at several times.
  public func images(at times: [Double], scale: Double = 1) throws -> [CGImage] {
    let renderer = try FrameRenderer(openedScene().context(scale: scale))
    return try times.map { time in
      try renderer.render(at: time)
      guard let image = CGImage(renderer.bitmap) else { throw OutOfMemoryForPicture() }
      return image
    }
  }
}

extension OpenedScene {
  /// The picture of a scene file at a time in seconds, in `scale` pixels for a point.
  public func image(at time: Double, scale: Double = 1) throws -> CGImage {
    try CGImage(rendering: self, at: time, scale: scale)
  }
}

/// There is no memory for a picture.
private struct OutOfMemoryForPicture: Error, CustomStringConvertible {
  let description = "there is no memory for a picture"
}

extension CGImage {
  fileprivate convenience init(
    rendering scene: OpenedScene, at time: Double, scale: Double
  ) throws {
    let renderer = try FrameRenderer(scene.context(scale: scale))
    try renderer.render(at: time)
    let bytes = try PNGEncoder().encode(renderer.bitmap)
    try self.init(data: Data(bytes))
  }
}

extension CALayer {
  /// Draws the layer and all in it, as the model has them, without animations, in the layer's own
  /// coordinates: its transform and its place in the superlayer do not count.
  public func render(in ctx: CGContext) {
    layOutForDrawing()
    let box = bounds
    guard box.width > 0, box.height > 0 else { return }
    let scale = max(ctx.pixelScale, 0.01)
    ctx.attempt {
      var snapshot = LayerSnapshot()
      let opened = try snapshot.scene(of: self)
      let renderer = try FrameRenderer(opened.context(scale: scale))
      try renderer.render(at: 0)
      let size = CGSize(
        width: Double(renderer.bitmap.width) / scale,
        height: Double(renderer.bitmap.height) / scale)
      ctx.drawUpright(renderer.bitmap, in: CGRect(origin: snapshot.origin, size: size))
    }
  }

  private func layOutForDrawing() {
    layOut()
    sequence(first: [self]) { layers in
      let inner = layers.flatMap { $0.children + ($0.maskLayer.map { [$0] } ?? []) }
      return inner.isEmpty ? nil : inner
    }.forEach { layers in
      for layer in layers { layer.displayIfNeeded() }
    }
  }
}

extension CGContext {
  /// Pixels for a unit of user space.
  fileprivate var pixelScale: Double {
    let t = state.transform
    return Double(max(hypot(t.a, t.b), hypot(t.c, t.d)))
  }
}

/// The model values of a layer and all in it, as a scene of one moment.
private struct LayerSnapshot {
  private var index = 0
  private var images: KnownImages = [:]
  /// Where the picture begins, in the layer's coordinates.
  private(set) var origin = CGPoint.zero

  mutating func scene(of layer: CALayer) throws -> OpenedScene {
    let area = layer.paintedBox
    origin = area.origin
    var values = layer.values
    let bounds = values[.bounds]
    values[.transform] = .identity
    values[.anchorPoint] = .zero
    values[.anchorPointZ] = 0
    values[.position] = Point(
      x: bounds.minX - Double(area.minX), y: bounds.minY - Double(area.minY))
    let root = self.layer(layer, values, "layer")
    let scene = Scene(
      size: Size(area.size), background: nil,
      clock: FrameClock(rate: .standard, duration: 0), layers: [root])
    let assets = SceneAssets()
    for image in images.values { if let bytes = image.bytes { _ = try assets.image(in: bytes) } }
    return try OpenedScene(scene, named: "layer", assets: assets)
  }

  private mutating func layer(_ layer: CALayer, _ values: LayerValues, _ name: String) -> Layer {
    index += 1
    let index = index
    for (path, image) in layer.images { images[path] = image }
    var inner: [Layer] = []
    for (number, sublayer) in layer.children.enumerated() {
      inner.append(self.layer(sublayer, sublayer.committedValues, "\(name).\(number)"))
    }
    let mask = layer.maskLayer.map { self.layer($0, $0.committedValues, "\(name).mask") }
    return Layer(
      index: index, name: name, layerClass: type(of: layer).modelClass,
      epochs: [Epoch(values: values)], sublayers: inner, mask: mask)
  }
}

extension CALayer {
  /// The box that the layer and its sublayers can paint, at least as large as the bounds.
  fileprivate var paintedBox: CGRect {
    var box = bounds
    if shadowOpacity > 0 {
      let reach = -3 * shadowRadius
      box = box.union(
        bounds.insetBy(dx: reach, dy: reach)
          .offsetBy(dx: shadowOffset.width, dy: shadowOffset.height))
    }
    if let shape = self as? CAShapeLayer, let path = shape.path, !path.isEmpty {
      let reach = -shape.lineWidth * max(shape.lineJoin == .miter ? shape.miterLimit : 1, 1)
      box = box.union(path.boundingBoxOfPath.insetBy(dx: reach, dy: reach))
    }
    guard !masksToBounds else { return box }
    for layer in children where !layer.isHidden {
      box = box.union(convert(layer.paintedBox, from: layer))
    }
    return box.integral
  }
}
