import Timing

/// An emitter layer's values at any time of its own clock: a particle looks as the layer was at its birth, not as it is now.
///
/// Epochs follow each other on the layer's clock in the order of the scene's. The clocks around the layer are taken to have always
/// run as they do now.
struct EmitterHistory {
  let layer: Layer
  private let moment: Moment
  /// When each epoch begins, in seconds of the layer's own clock.
  private let starts: [Double]

  init(_ now: LayerMoment) {
    layer = now.layer
    moment = now.moment
    starts = now.layer.epochs.map { epoch in
      guard epoch.startTime.isFinite else { return -.infinity }
      let parentTime =
        now.moment.parentTime + (epoch.startTime - now.moment.sceneTime) * now.moment.rate
      return epoch.clock(at: parentTime).localTime(parentTime: parentTime)
    }
  }

  /// True when the same values hold at all times.
  var isConstant: Bool { layer.epochs.count == 1 && layer.epochs[0].ownAnimations.isEmpty }

  /// True when births come at a steady rate.
  var hasSteadyRate: Bool {
    guard layer.epochs.allSatisfy({ hasSameRates($0.values) }) else { return false }
    return !layer.allAnimations.contains { $0.keyPaths.contains(where: \.changesBirths) }
  }

  private func hasSameRates(_ values: LayerValues) -> Bool {
    let first = layer.epochs[0].values
    return values[.emitterBirthRate] == first[.emitterBirthRate]
      && values[.emitterCells] == first[.emitterCells]
  }

  func values(at localTime: Double) -> LayerValues {
    let index = starts.lastIndex { $0 <= localTime } ?? 0
    return layer.epochs[index].presentationValues(at: localTime)
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
