import Geometry
import LayerTree
import Timing

/// Finds events that make the lives of layers, by comparing epochs.
struct EventFinding {
  let animations: AnimationWriting
  /// Where all animations of a layer go, since one without a key does; the others come back.
  /// Elsewhere such a one is taken to have ended by itself.
  let clearings: Set<Change>

  /// The beginning of an epoch that is not a layer's first.
  struct Change: Hashable {
    /// `Layer.index`.
    let layer: Int
    /// In seconds of the scene.
    let time: Double
  }

  /// For all layers of a scene.
  func events(_ layers: [Layer]) throws -> [Event] {
    var actions: [Double: [Event.Action]] = [:]
    for layer in layers {
      for (before, after) in zip(layer.epochs, layer.epochs.dropFirst()) {
        let found = try changes(from: before, to: after, layer)
        actions[after.startTime, default: []] += found
      }
    }
    return actions.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { time, actions in
      Event(at: time, transaction: Transaction(disableActions: true), Self.inOrder(actions))
    }
  }

  /// In the order in which the reader of an event takes its keys.
  private static func inOrder(_ actions: [Event.Action]) -> [Event.Action] {
    Event.Change.Kind.allCases.flatMap { kind in actions.filter { $0.change.kind == kind } }
  }

  private func changes(
    from before: Epoch, to after: Epoch, _ layer: Layer
  ) throws -> [Event.Action] {
    var changes: [Event.Change] = []
    if before.clock != after.clock { changes.append(.setSpeed(after.clock.speed)) }
    for property in layer.layerClass.properties
    where before.values[any: property] != after.values[any: property] {
      changes.append(.set(AnimationKeyPath(property), after.values[any: property]))
    }
    let isClearing = clearings.contains(Change(layer: layer.index, time: after.startTime))
    changes += try attachments(from: before.animations, to: after.animations, isClearing)
    if changes.isEmpty, before.animations.count != after.animations.count {
      // Something happened, or animations that have ended would still be there.
      changes = [.set(AnimationKeyPath(.position), .point(after.values[.position]))]
    }
    return changes.map { Event.Action(layer: layer.index, $0) }
  }

  // MARK: Animations

  private func attachments(
    from old: [AttachedAnimation], to new: [AttachedAnimation], _ isClearing: Bool
  ) throws -> [Event.Change] {
    let removed = try missing(old, in: new)
    if isClearing, removed.contains(where: { $0.key == nil }) {
      return [.removeAllAnimations] + new.map(Self.addition)
    }
    let added = try missing(new, in: old)
    let replaced = added.compactMap(\.key)
    return removed.compactMap(\.key).filter { !replaced.contains($0) }
      .map { .removeAnimation(forKey: $0) } + added.map(Self.addition)
  }

  /// Those of one list that the other one lacks.
  private func missing(
    _ list: [AttachedAnimation], in others: [AttachedAnimation]
  ) throws -> [AttachedAnimation] {
    let fresh = list.filter { item in !others.contains { $0.isCopy(of: item) } }
    guard !fresh.isEmpty else { return [] }
    let texts = try Set(others.map(text))
    return try fresh.filter { try !texts.contains(text($0)) }
  }

  private func text(_ attached: AttachedAnimation) throws -> String {
    try animations.text(attached).text()
  }

  /// A followed value has its own begin time; a time of 0 would mean now.
  private static func addition(of attached: AttachedAnimation) -> Event.Change {
    let time = attached.animation.timing.beginTime
    let isNow = attached.animation is FollowAnimation || time == 0
    return .add(attached, begin: isNow ? .now(delay: 0) : .layerTime(time))
  }

  // MARK: Checking

  /// Replays the events; says where they first make another life than each layer of the scene has.
  func differences(of layers: [Layer], from events: [Event]) throws -> [Change] {
    let originals = layers.flatMap(\.subtreeOfScene)
    guard originals.contains(where: { $0.epochs.count > 1 }) else { return [] }
    guard let replayed = try? layers.map(\.atTheStart).changed(by: events) else {
      throw SceneWriter.Unwritable(description: "the scene changes at too many moments")
    }
    return try zip(originals, replayed.flatMap(\.subtreeOfScene)).compactMap { layer, copy in
      let times = Set((layer.epochs + copy.epochs).map(\.startTime)).sorted()
      let first = try times.first {
        try !isSame(layer.epoch(at: $0), copy.epoch(at: $0), layer.layerClass)
      }
      return first.map { Change(layer: layer.index, time: $0) }
    }
  }

  private func isSame(_ a: Epoch, _ b: Epoch, _ layerClass: LayerClass) throws -> Bool {
    guard a.clock == b.clock, a.animations.count == b.animations.count,
      layerClass.properties.allSatisfy({ a.values[any: $0] == b.values[any: $0] })
    else { return false }
    return try zip(a.animations, b.animations).allSatisfy {
      try $0.isCopy(of: $1) || text($0) == text($1)
    }
  }
}

extension Event.Change {
  /// The keys of an event that these events are written with, in the order in which the reader
  /// takes them.
  enum Kind: CaseIterable {
    case remove, removeAll, speed, set, add

    var key: any DeclaredField {
      switch self {
      case .remove: Key.removedAnimations
      case .removeAll: Key.removeAllAnimations
      case .speed: Key.layerSpeeds
      case .set: Key.setValues
      case .add: Key.addedAnimations
      }
    }
  }

  var kind: Kind {
    switch self {
    case .removeAnimation: .remove
    case .removeAllAnimations: .removeAll
    case .setSpeed: .speed
    case .set, .setWithAction, .animate: .set
    case .add: .add
    }
  }
}

extension Layer {
  /// The layer as it is before the first event.
  fileprivate var atTheStart: Layer {
    changed(
      epochs: [epochs[0]],
      sublayers: sceneReference == nil ? sublayers.map(\.atTheStart) : sublayers,
      mask: mask?.atTheStart)
  }
}
