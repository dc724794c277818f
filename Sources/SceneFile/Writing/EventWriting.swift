import Geometry
import LayerTree
import Timing

/// How a scene file writes what happens at a time: the inverse of `Resolving/Events`.
///
/// A resolved scene has no events any more but the layers' lives that came from them. What can make
/// such a life is found by comparing its epochs; that the events found really do make it is checked
/// by replaying them.
struct EventWriting {
  private let layers: [Layer]
  private let animations: AnimationWriting
  private let events: [Event]

  /// Throws `SceneWriter.Unwritable` when no events make such lives.
  init(_ layers: [Layer], _ animations: AnimationWriting) throws {
    let subtree = layers.flatMap(\.subtreeOfScene)
    self.layers = subtree
    self.animations = animations
    events = try Self.events(layers, subtree, animations)
  }

  /// Tries to do without removing all animations anywhere, then with that where it is missing.
  private static func events(
    _ layers: [Layer], _ subtree: [Layer], _ animations: AnimationWriting
  ) throws -> [Event] {
    var clearings: Set<EventFinding.Change> = []
    while true {
      let finding = EventFinding(animations: animations, clearings: clearings)
      let events = try finding.events(subtree)
      let differences = try finding.differences(of: layers, from: events)
      guard !differences.isEmpty else { return events }
      if let hopeless = differences.first(where: clearings.contains) {
        let name = subtree.first { $0.index == hopeless.layer }?.name ?? ""
        throw SceneWriter.Unwritable(
          description:
            "what happens to layer '\(name)' at \(hopeless.time.exactText) seconds cannot be written"
        )
      }
      clearings.formUnion(differences)
    }
  }

  // MARK: Writing

  func entries() throws -> AnimationWriting.Entries {
    guard !events.isEmpty else { return [] }
    return [(Key.events.name, .list(try events.map(text)))]
  }

  private func text(_ event: Event) throws -> YAMLText {
    var entries: AnimationWriting.Entries = [
      (Key.eventTime.name, .line(event.time.exactText)),
      (Key.transaction.name, .line("{\(Key.disableActions.name): true}")),
    ]
    for kind in Event.Change.Kind.allCases {
      let actions = event.actions.filter { $0.change.kind == kind }
      guard !actions.isEmpty else { continue }
      entries.append((kind.key.name, try text(actions, kind)))
    }
    return .mapping(entries)
  }

  private func text(_ actions: [Event.Action], _ kind: Event.Change.Kind) throws -> YAMLText {
    guard kind == .removeAll else { return .mapping(try byLayer(actions)) }
    let names = layers.filter { layer in actions.contains { $0.layer == layer.index } }.map(\.name)
    return .values(names.map(YAMLText.quoted))
  }

  private func byLayer(_ actions: [Event.Action]) throws -> AnimationWriting.Entries {
    let groups = Dictionary(grouping: actions, by: \.layer)
    return try layers.compactMap { layer in
      try groups[layer.index].map { actions in
        (YAMLText.quoted(layer.name), try text(actions.map(\.change)))
      }
    }
  }

  /// What happens to one layer under one key.
  private func text(_ changes: [Event.Change]) throws -> YAMLText {
    var (items, entries): ([YAMLText], AnimationWriting.Entries) = ([], [])
    for change in changes {
      switch change {
      case .removeAnimation(let key): items.append(.line(YAMLText.quoted(key)))
      case .setSpeed(let speed): return .line(speed.exactText)
      case .set(let keyPath, let value):
        entries.append((keyPath.name, .line(try animations.values.text(value, of: keyPath.type))))
      case .add(let attached, let begin): items.append(try text(attached, begin))
      case .setWithAction, .animate, .removeAllAnimations: break
      }
    }
    return entries.isEmpty ? .list(items) : .mapping(entries)
  }

  private func text(
    _ attached: AttachedAnimation, _ begin: Event.BeginTime
  ) throws -> YAMLText {
    guard !(attached.animation is FollowAnimation) else { return try animations.text(attached) }
    let time: YAMLText =
      switch begin {
      case .now: .line("now")
      case .layerTime(let time): .line(time.exactText)
      }
    return try animations.text(attached, beginTime: time)
  }
}
