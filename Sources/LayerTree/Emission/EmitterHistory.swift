import Timing

/// An emitter layer's values at any time of its own clock: a particle looks as the layer was at its
/// birth, not as it is now.
///
/// Epochs follow each other on the layer's clock in the order of the scene's. The clocks around the
/// layer are taken to have always run as they do now.
final class EmitterHistory: Sendable {
  /// The epochs of the layer, at least one.
  let epochs: [Epoch]
  /// True when the same values hold at all times.
  let isConstant: Bool
  /// True when births come at a steady rate.
  let hasSteadyRate: Bool

  init(_ epochs: [Epoch]) {
    self.epochs = epochs
    isConstant = epochs.count == 1 && epochs[0].ownAnimations.isEmpty
    let first = epochs[0].values
    hasSteadyRate = epochs.allSatisfy { epoch in
      epoch.values[any: .emitterBirthRate] == first[any: .emitterBirthRate]
        && epoch.values[any: .emitterCells] == first[any: .emitterCells]
        && !epoch.animations.contains { $0.animation.keyPaths.contains(where: \.changesBirths) }
    }
  }

  /// The start of each epoch on the layer's own clock, in seconds, as seen from a moment.
  func starts(at moment: Moment) -> [Double] {
    epochs.map { epoch in
      guard epoch.startTime.isFinite else { return -.infinity }
      let parentTime = moment.parentTime + (epoch.startTime - moment.sceneTime) * moment.rate
      return epoch.clock(at: parentTime).localTime(parentTime: parentTime)
    }
  }
}

extension AnimationKeyPath {
  /// True when particles are born at other times for it.
  fileprivate var changesBirths: Bool {
    if property == .emitterBirthRate { return true }
    guard case .emitterCell(let part) = component, part.names.count == 1 else { return false }
    return part.property == EmitterCell.birthRate || part.property == EmitterCell.enabled
  }
}
