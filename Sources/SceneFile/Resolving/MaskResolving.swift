import LayerTree

extension SceneContext {
  /// The layer that masks the layer at `owner`; `nil` for none, or after reporting.
  func mask(of owner: MappingReader, named name: String, in place: LayerPlace) -> Layer? {
    guard let node = owner.node(.mask) else { return nil }
    warnAboutMask(node)
    return layer(node, named: name, in: place)
  }

  /// How deep layers with effects may lie in each other: each is a picture in memory while what is inside is drawn.
  static let maximumEffectDepth = 16

  /// Reports layers with effects that lie too deep in each other, once for each of the outermost.
  func checkEffectDepth(_ layers: [Layer]) {
    for layer in layers {
      guard let deepest = layer.firstLayer(deeperThan: Self.maximumEffectDepth) else { continue }
      let node = names[deepest.name] ?? names[layer.name]
      error(
        .tooDeep,
        "layer \(deepest.name.quoted) lies in more than \(Self.maximumEffectDepth) layers with shadows, masks, filters and the like",
        at: node ?? YAMLNode(.sequence([]), mark: .start))
    }
  }

  /// What Core Animation ignores, or leaves undefined, of a mask.
  private func warnAboutMask(_ node: YAMLNode) {
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
  /// A layer in the subtree around which there are more layers with effects, with itself; `nil` when there is none.
  fileprivate func firstLayer(deeperThan limit: Int) -> Layer? {
    let rest = hasEffects ? limit - 1 : limit
    if rest < 0 { return self }
    return inner.lazy.compactMap { $0.firstLayer(deeperThan: rest) }.first
  }
}
