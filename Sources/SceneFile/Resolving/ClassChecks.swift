import LayerTree

/// What the values of one layer must agree on, class by class.
extension Resolution {
  func check(_ values: LayerValues, of layerClass: LayerClass, _ fields: Fields) {
    func node(_ property: Property) -> YAMLNode {
      fields.entries.first { $0.name == property.name }?.value ?? fields.node
    }
    if layerClass == .gradient { checkGradient(values, node) }
    if layerClass == .emitter { checkParticles(values, node) }
    if layerClass == .transform { warnOfPlaneProperties(fields) }
  }

  /// A transform layer has no plane in which it could draw, clip or mix.
  private func warnOfPlaneProperties(_ fields: Fields) {
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
    if !colors.isEmpty, !locations.isEmpty, colors.count != locations.count {
      error(
        .wrongCount,
        "there are \(colors.count) colors and \(locations.count) locations", at: node(.locations),
        hint: "give each color a location, or leave locations out")
    }
    if colors.count > 0, values[.startPoint] == values[.endPoint] {
      warning(
        .noEffect, "a gradient that starts where it ends is not drawn", at: node(.endPoint))
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

  /// Reports copies in copies that come to more layers than the limit.
  func checkCopies(_ layer: Layer, _ fields: Fields) {
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

extension Layer {
  /// How many layers there are with all copies that replicators make at the start.
  fileprivate var replicatedCount: Double {
    let inside = sublayers.reduce(0) { $0 + $1.replicatedCount }
    let own = 1 + (mask?.replicatedCount ?? 0)
    return layerClass == .replicator ? inside * values[.instanceCount] + own : inside + own
  }
}
