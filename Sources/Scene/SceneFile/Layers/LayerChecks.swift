import RostrumGeometry
package import RostrumLayerTree
import RostrumSource

/// Rules that involve several values of one layer, class by class.
extension SceneContext {
  func check(_ values: LayerValues, of layerClass: LayerClass, _ fields: MappingReader) {
    func node(_ property: Property) -> YAMLNode {
      fields.entries.first { $0.name == property.name }?.value ?? fields.node
    }
    if layerClass == .gradient { checkGradient(values, node) }
    if layerClass == .emitter { checkParticles(values, node) }
    if layerClass == .transform { warnOfPlaneProperties(fields) }
  }

  /// A transform layer has no plane in which it could draw, clip or mix.
  private func warnOfPlaneProperties(_ fields: MappingReader) {
    for entry in fields.entries {
      guard let property = LayerClass.transform.property(named: entry.name),
        !LayerClass.spatialProperties.contains(where: { $0 === property })
      else { continue }
      warning(
        .noEffect, "a transform layer does not draw, so \(property.name) has no effect",
        at: entry.key, hint: "give it to the sublayers")
    }
  }

  private func checkGradient(_ values: LayerValues, _ node: (Property) -> YAMLNode) {
    let (colors, locations) = (values[.colors], values[.locations])
    if colors.count == 1 {
      warning(
        .noEffect, "a gradient of one color is not drawn", at: node(.colors),
        hint: "give it a second color, or the layer a backgroundColor")
    }
    if !colors.isEmpty, !locations.isEmpty, colors.count != locations.count {
      error(
        .wrongCount,
        "there are \(colors.count) colors and \(locations.count) locations", at: node(.locations),
        hint: "give each color a location, or leave locations out")
    }
    if colors.count > 0, values[.startPoint] == values[.endPoint] {
      warning(
        .noEffect, "a gradient that starts where it ends is not drawn", at: node(.endPoint))
    } else if values[.gradientType] == .radial, values.isFlatGradient {
      warning(
        .noEffect, "a radial gradient of which one half axis is 0 is not drawn",
        at: node(.endPoint),
        hint: "write startPoint: [0.5, 0.5] and endPoint: [1, 1], the middle and a corner")
    }
  }

  private func checkParticles(_ values: LayerValues, _ node: (Property) -> YAMLNode) {
    let expected = values[.emitterCells].reduce(0) {
      $0
        + $1.expectedParticles(
          rate: values[.emitterBirthRate], lifetime: values[.emitterLifetime])
    }
    guard expected > Double(EmitterCell.maximumParticles) else { return }
    let limit = EmitterCell.maximumParticles
    error(
      .outOfRange,
      "about \(expected.rounded().sceneText) particles live at a time, more than the limit of \(limit)",
      at: node(.emitterCells), hint: "lower birthRate or lifetime")
  }

  /// Reports nested copies whose total number of layers exceeds the limit.
  func checkCopies(_ layer: Layer, _ fields: MappingReader) {
    guard layer.layerClass == .replicator else { return }
    let limit = Double(LayerClass.maximumReplicas)
    let inside = layer.sublayers.reduce(0) { $0 + $1.replicatedCount }
    let total = layer.replicatedCount
    guard total > limit, inside <= limit else { return }
    let node = fields.entries.first { $0.name == Property.instanceCount.name }?.value
    error(
      .tooManyLayers,
      "the copies come to \(total.sceneText) layers, more than the limit of \(limit.sceneText)",
      at: node ?? fields.node)
  }
}

extension LayerValues {
  /// Whether a gradient has no extent: it ends where it starts, or has an ellipse without an area.
  package var isFlatGradient: Bool {
    let (start, end) = (self[.startPoint], self[.endPoint])
    let isRadial = self[.gradientType] == .radial
    return start == end || isRadial && (start.x == end.x || start.y == end.y)
  }
}

extension Layer {
  /// How many layers there are with all copies that replicators make at the start.
  fileprivate var replicatedCount: Double {
    let inside = sublayers.reduce(0) { $0 + $1.replicatedCount }
    let own = 1 + (mask?.replicatedCount ?? 0)
    return layerClass == .replicator ? inside * values[.instanceCount] + own : inside + own
  }
}

extension SceneContext {
  /// The maximum nesting of layers with effects: each needs a bitmap in memory while its contents
  /// are drawn.
  static let maximumEffectDepth = 16

  /// Reports layers with effects that lie too deep in each other, once for each of the outermost.
  func checkEffectDepth(_ layers: [Layer], _ names: [String: YAMLNode]) {
    for layer in layers {
      guard let deepest = layer.firstLayer(deeperThan: Self.maximumEffectDepth) else { continue }
      let node = names[deepest.name] ?? names[layer.name]
      error(
        .tooDeep,
        "layer \(deepest.name.quoted) lies in more than \(Self.maximumEffectDepth) layers with shadows, masks, filters and the like",
        at: node ?? YAMLNode(.sequence([]), mark: .start))
    }
  }

  /// Warns about properties of a mask that Core Animation ignores, or leaves undefined.
  func warnAboutMask(_ node: YAMLNode) {
    for entry in node.entries ?? [] {
      switch entry.name {
      case Property.compositingFilter.name, Property.backgroundFilters.name:
        warning(
          .noEffect, "of a mask only its alpha counts: \(entry.name.quoted) has no effect",
          at: entry.key)
      case Key.mask.name:
        warning(
          .notDrawn, "Core Animation does not draw the mask of a mask; Rostrum does",
          at: entry.key, hint: "nest the layer in another one with the second mask")
      default: break
      }
    }
  }
}

extension Layer {
  /// A layer in the subtree that is nested in more than `limit` layers with effects, itself
  /// included; `nil` when there is none.
  fileprivate func firstLayer(deeperThan limit: Int) -> Layer? {
    let rest = hasEffects ? limit - 1 : limit
    if rest < 0 { return self }
    return inner.lazy.compactMap { $0.firstLayer(deeperThan: rest) }.first
  }
}

extension LayerDraft {
  /// Turns `frame` into bounds and position.
  func placeFrame(in values: inout LayerValues) {
    guard let node = fields.node(Key.frame) else { return }
    for key in [Property.bounds.name, Property.position.name] {
      guard let entry = fields.entries.first(where: { $0.name == key }) else { continue }
      return fields.context.error(
        .conflict, "frame sets bounds and position; give either frame or \(key)", at: entry.key)
    }
    guard let frame = fields[Key.frame] else { return }
    guard let transform = values[.transform].flattened,
      let size = transform.sizeOfBounds(forBox: frame.size)
    else {
      return fields.context.error(
        .badTransform, "no bounds have this frame under the layer's transform", at: node,
        hint: "give bounds and position instead")
    }
    setFrame(frame, Rect(origin: .zero, size: size), transform, in: &values)
  }

  /// Bounds, and a position with which the frame begins where it should.
  func setFrame(
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
  /// The size that has a bounding box of that size once transformed: |a|w + |c|h = W and |b|w +
  /// |d|h = H. A side that the transform flattens is 0. `nil` when there is no such size.
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
    let limit = Limit.number
    guard width <= limit, height <= limit, width >= -1e-9, height >= -1e-9 else { return nil }
    return Size(width: max(width, 0), height: max(height, 0))
  }
}
