import RostrumLayerTree

/// The record of a layer: its epochs, and its sublayers over time.
final class LayerLife {
  /// The range of time in which a layer is another's sublayer, in seconds of the film.
  final class Stay {
    let layer: CALayer
    let start: Double
    var end = Double.infinity

    init(_ layer: CALayer, from start: Double) { (self.layer, self.start) = (layer, start) }
  }

  var epochs: [Epoch] = []
  /// From back to front. Stays that do not overlap in time have an order too.
  private(set) var stays: [Stay] = []
  private(set) var masks: [Stay] = []

  /// Whether a commit has put the layer on the screen.
  var isShown = false

  /// Forgets everything, so that the layer can be in another film. The layers that were ever in
  /// this one are the result.
  func reset() -> [CALayer] {
    let inner = (stays + masks).map(\.layer)
    (epochs, stays, masks, isShown) = ([], [], [], false)
    return inner
  }

  /// Several changes at one moment make one epoch.
  func keep(_ epoch: Epoch) {
    if epochs.last?.startTime == epoch.startTime { epochs.removeLast() }
    epochs.append(epoch)
  }

  /// The layers that have left are the result.
  func keep(children: [CALayer], at time: Double) -> [CALayer] {
    update(&stays, to: children, at: time)
  }

  func keep(mask: CALayer?, at time: Double) -> [CALayer] {
    update(&masks, to: mask.map { [$0] } ?? [], at: time)
  }

  /// Layers that keep their order stay; one that was moved leaves and comes again.
  private func update(_ stays: inout [Stay], to layers: [CALayer], at time: Double) -> [CALayer] {
    let open = stays.filter { $0.end == .infinity }
    let difference = layers.difference(from: open.map(\.layer), by: ===)
    guard !difference.isEmpty else { return [] }
    var gone = Set<Int>()
    for case .remove(let offset, _, _) in difference { gone.insert(offset) }
    for offset in gone { open[offset].end = time }
    stays.removeAll { $0.end <= $0.start }
    var present = open.indices.filter { !gone.contains($0) }.map { open[$0] }
    for case .insert(let offset, let layer, _) in difference.insertions {
      let stay = Stay(layer, from: time)
      let before = offset > 0 ? stays.firstIndex { $0 === present[offset - 1] } : nil
      stays.insert(stay, at: before.map { $0 + 1 } ?? 0)
      present.insert(stay, at: offset)
    }
    return gone.map { open[$0].layer }
  }
}
