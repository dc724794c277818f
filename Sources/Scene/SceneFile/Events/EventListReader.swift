import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// Reads the events of a scene and lets them happen to its layers, once, when it is loaded.
struct EventListReader {
  let context: SceneContext
  let registry: LayerRegistry
  let place: LayerPlace

  /// The layers as the events change them, and the events with their times; errors are reported.
  func replayed(
    _ nodes: [YAMLNode], on layers: [Layer], sceneDuration: Double?
  ) -> (layers: [Layer], events: [EventRecord]) {
    guard !nodes.isEmpty else { return (layers, []) }
    let targets = EventTargets(layers, registry, context)
    let names = EventNames(nodes, context)
    let events = nodes.compactMap { EventReader($0, targets, registry, context)?.event(names) }
    guard !context.collector.hasErrors else { return (layers, []) }
    checkKeys(events, layers)
    guard !context.collector.hasErrors else { return (layers, []) }
    do throws(TooManyAnimations) {
      let replayed = try layers.replaying(
        events.map(\.event), arrangements: registry.all(Arrangement.self).map(\.value))
      checkOutcomes(events, replayed.outcomes, sceneDuration)
      checkTexts(zip(events, replayed.outcomes), replayed.layers)
      let records = zip(events, replayed.outcomes).map { event, outcome in
        record(event, outcome, events, targets)
      }
      return (checkClocks(events, replayed.layers) ? replayed.layers : layers, records)
    } catch {
      context.error(
        .tooManyAnimations, "more animations run at more events than Rostrum keeps",
        at: events[error.event].node)
      return (layers, [])
    }
  }

  private func record(
    _ event: PlacedEvent, _ outcome: EventOutcome, _ events: [PlacedEvent], _ targets: EventTargets
  ) -> EventRecord {
    let cause = event.event.completion.map { completion -> EventRecord.Cause in
      switch completion.subject {
      case .event(let index): .event(events[index].name ?? "", finished: completion.finished)
      case .animation(let key, let layer):
        .animation(key: key, layer: targets.name(of: layer), finished: completion.finished)
      }
    }
    return EventRecord(
      name: event.name, cause: cause, time: outcome.time,
      place: SourcePlace(event.node.mark))
  }

  // MARK: Keys and circles

  /// Reports keys under which the layer never has an animation, and events that wait for each
  /// other.
  private func checkKeys(_ events: [PlacedEvent], _ layers: [Layer]) {
    var initial: Set<LayerKey> = []
    for layer in layers.flatMap(\.subtree) {
      for key in layer.epochs.flatMap(\.animations).compactMap(\.key) {
        initial.insert(LayerKey(layer: layer.index, key: key))
      }
    }
    let additions = events.map { event in
      Set(
        event.event.actions.compactMap { action in
          action.change.key.map { LayerKey(layer: action.layer, key: $0) }
        })
    }
    let known = additions.reduce(into: initial) { $0.formUnion($1) }
    for (action, node) in events.flatMap({ zip($0.event.actions, $0.places) }) {
      guard case .removeAnimation(let key) = action.change else { continue }
      checkKey(LayerKey(layer: action.layer, key: key), known, at: node)
    }
    for event in events {
      guard case .animation(let key, let layer) = event.event.completion?.subject,
        let node = event.trigger
      else { continue }
      let place = node.entries?.first { $0.name == Key.completedAnimation.name }?.value
      checkKey(LayerKey(layer: layer, key: key), known, at: place ?? node)
    }
    guard !context.collector.hasErrors else { return }
    let order = CompletionOrder(events, additions: additions, initial: initial)
    for circle in order.circles { report(circle.map { events[$0] }) }
  }

  private func checkKey(_ key: LayerKey, _ known: Set<LayerKey>, at node: YAMLNode) {
    guard !known.contains(key) else { return }
    context.error(
      .unknownAnimation, "the layer never has an animation of the key \(key.key.quoted)", at: node,
      hint: context.suggestion(
        for: key.key, among: known.filter { $0.layer == key.layer }.map(\.key).sorted()))
  }

  private func report(_ circle: [PlacedEvent]) {
    let nodes = circle.map { $0.trigger ?? $0.node }
    context.error(
      .eventCycle,
      circle.count == 1
        ? "this event waits for itself, and never happens"
        : "\(circle.count) events wait for each other, and none of them ever happens",
      at: nodes[0], hint: "give one of them a time: at: SECONDS",
      related: nodes.dropFirst().map { .init(message: "waits too", place: $0.place()) })
  }

  // MARK: Outcomes

  private func checkOutcomes(
    _ events: [PlacedEvent], _ outcomes: [EventOutcome], _ duration: Double?
  ) {
    for (event, outcome) in zip(events, outcomes) {
      switch outcome {
      case .happened(let time): warnAboutLateness(event, time, duration)
      case .never(.clockIsAnimated):
        context.error(
          .conflict, "nothing follows an animation while another one moves its clock",
          at: event.trigger ?? event.node, hint: "write the event's time: at: SECONDS")
      case .never(let reason):
        context.warning(
          .noEffect, "this event never happens: \(reason.text)", at: event.trigger ?? event.node)
      }
    }
  }

  private func warnAboutLateness(_ event: PlacedEvent, _ time: Double, _ duration: Double?) {
    guard let duration, time > duration else { return }
    context.warning(
      .noEffect, "this event happens after the scene has ended", at: event.node,
      hint: "the scene's duration is \(duration.sceneText)")
  }

  /// Texts that events change must have fonts and glyphs too.
  private func checkTexts(
    _ events: Zip2Sequence<[PlacedEvent], [EventOutcome]>, _ layers: [Layer]
  ) {
    let texts = layers.flatMap(\.subtree).filter { $0.layerClass == .text }
    let byIndex = Dictionary(
      texts.map { ($0.index, $0) }, uniquingKeysWith: { first, _ in first })
    for (event, outcome) in events {
      guard let time = outcome.time else { continue }
      let changes = zip(event.event.actions, event.places).filter { $0.0.change.changesText }
      for (index, changes) in Dictionary(grouping: changes, by: \.0.layer) {
        guard let layer = byIndex[index] else { continue }
        checkText(layer.epoch(at: time).values, changes)
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
    return context.failure(
      .outOfRange,
      "the clock of layer \(layer.name.quoted) and those around it run too fast together",
      at: node?.1 ?? events[0].node)
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

extension EventOutcome.Reason {
  fileprivate var text: String {
    switch self {
    case .neverBegins: "what it follows never begins"
    case .neverEnds: "what it follows never ends"
    case .endsOtherwise(finished: true): "what it follows runs to its end"
    case .endsOtherwise(finished: false): "what it follows is removed before its end"
    case .clockIsAnimated: "the clock of what it follows is animated"
    }
  }
}

extension Event.Change {
  /// The key of an animation that this may add.
  fileprivate var key: String? {
    switch self {
    case .add(let attached, _): attached.key
    case .set(let keyPath, _), .animate(let keyPath, _, _): keyPath.implicit.name
    case .setWithAction(_, _, let action): action?.animation.key
    case .removeAnimation, .removeAllAnimations, .setSpeed, .layout: nil
    }
  }

  fileprivate var property: Property? {
    switch self {
    case .set(let keyPath, _), .setWithAction(let keyPath, _, _), .animate(let keyPath, _, _):
      keyPath.property
    default: nil
    }
  }

  /// Whether the change may show other glyphs, or glyphs of another font.
  fileprivate var changesText: Bool { property == .string || property == .font }
}
