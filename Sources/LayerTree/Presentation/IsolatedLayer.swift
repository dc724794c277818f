extension PresentationLayer {
  /// What the layer's place, its opacity and its effects do not change: how it looks by itself, with its sublayers. Two layers whose
  /// looks by themselves are the same cast the same shadow, wherever they are.
  public var isolated: PresentationLayer {
    var values = values
    for property in Self.ofPlace where values.sets(property) {
      values[property] = property.defaultValue
    }
    return PresentationLayer(
      index: index, instance: instance, name: name, layerClass: layerClass, values: values,
      isOldSnapshot: isOldSnapshot, sublayers: sublayers)
  }

  /// The anchor point is not among them: `sublayerTransform` refers to it.
  private static let ofPlace: [Property] = [
    .position, .transform, .zPosition, .doubleSided, .opacity, .compositingFilter, .timeOffset,
    .shadowColor, .shadowOffset, .shadowOpacity, .shadowPath, .shadowRadius,
  ]

  /// Whether the layer and all layers inside are at most so many.
  public func hasAtMost(layers count: Int) -> Bool { remaining(of: count) >= 0 }

  /// What is left of a number of layers; negative once it is used up.
  private func remaining(of count: Int) -> Int {
    var count = count - 1
    // Crowds are told without looking at everyone.
    guard sublayers.count <= count else { return -1 }
    for layer in inner + (oldSnapshot.map { [$0] } ?? []) {
      guard count >= 0 else { break }
      count = layer.remaining(of: count)
    }
    return count
  }
}
