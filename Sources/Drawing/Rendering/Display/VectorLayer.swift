import RostrumCanvas
public import RostrumGeometry
public import RostrumLayerTree

/// A layer at one time as paths in its own coordinates, for documents that place and fade layers
/// themselves.
public struct VectorLayer: Sendable {
  /// A path with its paints.
  public struct Shape: Sendable {
    public var path: Path
    public var fill: Color?
    public var rule = FillRule.nonZero
    public var stroke: Color?
    public var style = StrokeStyle(lineWidth: 1)
  }

  public let identity: PresentationLayer.Identity
  public let name: String
  /// From the layer's coordinates to its superlayer's.
  public fileprivate(set) var transform = AffineTransform.identity
  /// The opacity of the layer and its sublayers as one picture; 0 for one that is not shown.
  public fileprivate(set) var opacity = 0.0
  /// Cuts off the contents and the sublayers, in the layer's coordinates; `nil` for no limit.
  public fileprivate(set) var clip: Path?
  /// From back to front: the background, then the parts clipped by `clip`, then the parts above it.
  public fileprivate(set) var background: [Shape] = []
  public fileprivate(set) var contents: [Shape] = []
  /// From back to front.
  public fileprivate(set) var sublayers: [VectorLayer] = []
  public fileprivate(set) var border: [Shape] = []

  /// The reason why a layer is no vectors.
  public struct Problem: Error, Sendable {
    /// The layer's `Layer.index`.
    public let layer: Int
    /// The obstacle, in words that follow "the layer has".
    public let reason: String
    public let hint: String

    public init(layer: Int, reason: String, hint: String) {
      (self.layer, self.reason, self.hint) = (layer, reason, hint)
    }
  }
}

extension SceneAssets {
  /// A scene's layers at a time as vectors, the canvas's own layer around them.
  public func vectors(of scene: Scene, at time: Double) throws(VectorLayer.Problem) -> VectorLayer {
    try VectorBuilder(assets: self).layer(scene.presentation(at: time), .init())
  }
}

/// Takes a presentation apart into paths.
private struct VectorBuilder {
  let assets: SceneAssets

  /// The values that a layer inherits from its superlayers.
  struct Surroundings {
    var sublayerTransform: Transform3D?
    /// Whether depth is kept, as inside of a transform layer.
    var isSpace = false
    var isFlipped = false
  }

  func layer(
    _ layer: PresentationLayer, _ outer: Surroundings
  ) throws(VectorLayer.Problem) -> VectorLayer {
    let values = layer.values
    var result = VectorLayer(identity: layer.identity, name: layer.name)
    let placement = LayerPlacement(values)
    // A layer that is being hidden still shows.
    if layer.transition != nil { throw problem(layer, "a transition") }
    guard !values[.hidden], values[.opacity] > 0 else { return result }
    let placing = placement.toSuperlayer(through: outer.sublayerTransform)
    guard let transform = placing.projection.affine, let depth = placing.evenDepth else {
      throw problem(layer, "a place inclined in space or in perspective")
    }
    guard !outer.isSpace && layer.layerClass != .transform || depth == 0 else {
      throw problem(layer, "a depth of its own in a space")
    }
    let isFlipped = outer.isFlipped != placement.isFlipped
    guard values[.doubleSided] || placing.showsFront else { return result }
    try check(layer)
    result.transform = transform
    result.opacity = min(values[.opacity], 1)
    if layer.layerClass != .transform { try addShapes(of: layer, isFlipped, to: &result) }
    let inside = Surroundings(
      sublayerTransform: placement.sublayerTransform, isSpace: layer.layerClass == .transform,
      isFlipped: isFlipped)
    result.sublayers = try sublayers(of: layer, inside)
    let count =
      result.background.count + result.contents.count + result.border.count
      + result.sublayers.count
    guard
      result.opacity == 1 || layer.layerClass != .transform && values[.allowsGroupOpacity]
        || count == 1
    else { throw problem(layer, "an opacity that holds for each sublayer alone") }
    return result
  }

  /// From back to front.
  private func sublayers(
    of layer: PresentationLayer, _ inside: Surroundings
  ) throws(VectorLayer.Problem) -> [VectorLayer] {
    var found: [(depth: Double, layer: VectorLayer)] = []
    for sublayer in layer.sublayers {
      let depth = LayerPlacement(sublayer.values)
        .toSuperlayer(through: inside.sublayerTransform).evenDepth
      found.append((depth ?? 0, try self.layer(sublayer, inside)))
    }
    return found.enumerated().sorted {
      ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset)
    }.map(\.element.layer)
  }

  private func problem(
    _ layer: PresentationLayer, _ reason: String,
    _ hint: String = "a video, a GIF or --format html shows everything"
  ) -> VectorLayer.Problem {
    VectorLayer.Problem(layer: layer.index, reason: reason, hint: hint)
  }

  private static let classes: Set<LayerClass> = [
    .plain, .shape, .text, .transform, .replicator, .scroll, .scene, .sequence,
  ]

  /// Throws for a layer that paths cannot represent.
  private func check(_ layer: PresentationLayer) throws(VectorLayer.Problem) {
    let values = layer.values
    guard Self.classes.contains(layer.layerClass) else {
      throw problem(layer, "the class '\(layer.layerClass.name)', which draws pixels")
    }
    let hasShadow = values[.shadowOpacity] > 0 && (values[.shadowColor]?.alpha ?? 0) > 0
    let reasons: [(Bool, String)] = [
      (layer.mask != nil, "a mask"), (hasShadow, "a shadow"),
      (!values[.filters].isEmpty, "filters"),
      (!values[.backgroundFilters].isEmpty, "background filters"),
      (values[.compositingFilter] != nil, "a compositing filter"),
      (values[.instanceTint] != nil, "an instance colour"),
      (values[.contents] != nil, "a picture"),
    ]
    if let found = reasons.first(where: \.0) { throw problem(layer, found.1) }
  }

  private func addShapes(
    of layer: PresentationLayer, _ isFlipped: Bool, to result: inout VectorLayer
  ) throws(VectorLayer.Problem) {
    let values = layer.values
    let isEmpty = values[.bounds].isEmpty
    if let color = values[.backgroundColor], color.alpha > 0, !isEmpty {
      result.background = [.init(path: values.boundsBelowBorder(opacity: 1), fill: color)]
    }
    if values[.masksToBounds] { result.clip = values.roundedBounds }
    if layer.layerClass == .shape, let path = values[.path] {
      result.contents = shapes(path, values)
    }
    if layer.layerClass == .text {
      guard !isFlipped else { throw problem(layer, "text in a space that is upside down") }
      if result.clip == nil, let cut = TextPainter(assets: assets).clip(of: values) {
        guard layer.sublayers.isEmpty else {
          throw problem(layer, "a text with sublayers that is cut off at its bounds")
        }
        result.clip = .rect(cut)
      }
      for part in assets.parts(ofTextIn: values) {
        switch part {
        case .fill(let path, let color): result.contents.append(.init(path: path, fill: color))
        case .stroke(let path, let color, let style):
          result.contents.append(.init(path: path, stroke: color, style: style))
        case .colorGlyphs: throw problem(layer, "coloured letters, which are pictures")
        }
      }
    }
    if let color = values[.borderColor], color.alpha > 0, values[.borderWidth] > 0, !isEmpty {
      let hole = values.roundedBounds(inset: values[.borderWidth])
      let ring = Path(values.roundedBounds.elements + hole.elements)
      result.border = [.init(path: ring, fill: color, rule: .evenOdd)]
    }
  }

  private func shapes(_ path: Path, _ values: LayerValues) -> [VectorLayer.Shape] {
    let painter = ShapePainter()
    var shapes: [VectorLayer.Shape] = []
    if let color = values[.fillColor], color.alpha > 0 {
      shapes.append(.init(path: path, fill: color, rule: values[.fillRule]))
    }
    if let color = values[.strokeColor], color.alpha > 0, values[.lineWidth] > 0 {
      shapes.append(
        .init(
          path: painter.strokedPart(of: path, values), stroke: color, style: painter.style(values)))
    }
    return shapes
  }
}
