import LayerTree
import Timing

/// Reads the events of a scene and lets them happen to its layers, once, when it is loaded.
struct EventListReader {
  let context: SceneContext
  let table: LayerTable
  let place: LayerPlace

  /// The layers with what the events make of them; what is wrong is reported.
  func replayed(
    _ nodes: [YAMLNode], on layers: [Layer], sceneDuration: Double?
  ) -> [Layer] {
    guard !nodes.isEmpty else { return layers }
    let targets = EventTargets(layers, table, context)
    let events = nodes.compactMap { EventReader($0, targets, table, context)?.event() }
    guard !context.collector.hasErrors else { return layers }
    checkKeys(events, layers)
    warnAboutLateness(events, sceneDuration)
    do throws(TooManyAnimations) {
      let changed = try layers.changed(by: events.map(\.event))
      checkTexts(events, changed)
      return checkClocks(events, changed) ? changed : layers
    } catch {
      context.error(
        .tooManyAnimations, "more animations run at more events than Rostrum keeps",
        at: events[error.event].node)
      return layers
    }
  }

  /// Reports keys under which the layer never has an animation.
  private func checkKeys(_ events: [PlacedEvent], _ layers: [Layer]) {
    var known: [Int: Set<String>] = [:]
    for layer in layers.flatMap(\.subtree) {
      known[layer.index] = Set(layer.epochs.flatMap(\.animations).compactMap(\.key))
    }
    for action in events.flatMap(\.event.actions) {
      if let key = action.change.key { known[action.layer, default: []].insert(key) }
    }
    for (action, node) in events.flatMap({ zip($0.event.actions, $0.places) }) {
      guard case .removeAnimation(let key) = action.change,
        let keys = known[action.layer], !keys.contains(key)
      else { continue }
      context.error(
        .unknownAnimation, "the layer never has an animation of the key \(key.quoted)", at: node,
        hint: context.similar(to: key, among: keys.sorted()).map { "did you mean '\($0)'?" })
    }
  }

  private func warnAboutLateness(_ events: [PlacedEvent], _ duration: Double?) {
    guard let duration else { return }
    for event in events where event.event.time > duration {
      context.warning(
        .noEffect, "this event happens after the scene has ended", at: event.node,
        hint: "the scene's duration is \(duration.sceneText)")
    }
  }

  /// Texts that events change must have fonts and glyphs too.
  private func checkTexts(_ events: [PlacedEvent], _ layers: [Layer]) {
    let texts = layers.flatMap(\.subtree).filter { $0.layerClass == .text }
    let byIndex = Dictionary(
      texts.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    for event in events {
      let changes = zip(event.event.actions, event.places).filter { $0.0.change.changesText }
      for (index, changes) in Dictionary(grouping: changes, by: \.0.layer) {
        guard let layer = byIndex[index] else { continue }
        checkText(layer.epoch(at: event.event.time).values, changes)
      }
    }
  }

  private func checkText(_ values: LayerValues, _ changes: [(Event.Action, YAMLNode)]) {
    let string = changes.first { $0.0.change.property == .string }?.1
    let font = changes.first { $0.0.change.property == .font }?.1
    guard let place = string ?? font else { return }
    context.checkText(values, string: string, font: font, or: place)
  }

  // MARK: Clocks

  /// False after reporting that clocks run too fast together.
  private func checkClocks(_ events: [PlacedEvent], _ layers: [Layer]) -> Bool {
    guard let layer = tooFast(layers, place) else { return true }
    let node = events.lazy.flatMap { zip($0.event.actions, $0.places) }.first {
      if case .setSpeed = $0.0.change { $0.0.layer == layer.index } else { false }
    }
    context.error(
      .outOfRange,
      "the clock of layer \(layer.name.quoted) and those around it run too fast together",
      at: node?.1 ?? events[0].node)
    return false
  }

  private func tooFast(_ layers: [Layer], _ place: LayerPlace) -> Layer? {
    for layer in layers {
      let latest = layer.epochs.map { place.latestTime(inside: $0.clock) }.max() ?? 0
      if latest > LayerPlace.maximumLatestTime { return layer }
      let inner = LayerPlace(path: place.path, latestTime: latest)
      if let found = tooFast(layer.inner, inner) { return found }
    }
    return nil
  }
}

extension Event.Change {
  /// The key of an animation that this may add.
  fileprivate var key: String? {
    switch self {
    case .add(let attached, _): attached.key
    case .set(let keyPath, _), .animate(let keyPath, _, _): keyPath.implicit.name
    case .setWithAction(_, _, let action): action?.animation.key
    case .removeAnimation, .removeAllAnimations, .setSpeed: nil
    }
  }

  fileprivate var property: Property? {
    switch self {
    case .set(let keyPath, _), .setWithAction(let keyPath, _, _), .animate(let keyPath, _, _):
      keyPath.property
    default: nil
    }
  }

  /// Whether other glyphs, or those of another font, may show.
  fileprivate var changesText: Bool { property == .string || property == .font }
}
