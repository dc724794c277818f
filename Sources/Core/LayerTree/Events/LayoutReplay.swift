/// The layouts of a scene while its events are replayed.
struct LayoutTracker {
  private(set) var arrangements: [Int: Arrangement] = [:]
  /// The layer around each layer that a layout places.
  private var containers: [Int: Int] = [:]
  /// The containers whose layout the current event has changed, with the action that did.
  private var changed: [Int: Event.Action] = [:]
  /// The layers that the current event shows: they appear at their places.
  private(set) var appearing: Set<Int> = []

  init(_ arrangements: [Arrangement]) {
    for arrangement in arrangements {
      self.arrangements[arrangement.container] = arrangement
      for item in arrangement.items { containers[item.layer] = arrangement.container }
    }
  }

  var isNeeded: Bool { !arrangements.isEmpty }

  /// Keeps whether an action that is about to happen changes a layout. `isHidden`: its layer is
  /// hidden so far.
  mutating func note(_ action: Event.Action, isHidden: Bool) {
    let container = containers[action.layer]
    switch action.change {
    case .layout(let change, _):
      guard let old = arrangements[action.layer]?.layout else { return }
      arrangements[action.layer]?.layout = change.applied(to: old)
      changed[action.layer] = action
    case .set(let keyPath, let value), .setWithAction(let keyPath, let value, _),
      .animate(let keyPath, let value, _):
      if keyPath.property == .hidden, let container {
        if isHidden, value == .boolean(false) { appearing.insert(action.layer) }
        changed[container] = action
      } else if keyPath.property == .bounds {
        if arrangements[action.layer] != nil { changed[action.layer] = action }
        if let container { changed[container] = action }
      }
    default: break
    }
  }

  /// The next layout to work out again, with the action that changed it.
  mutating func nextChange() -> (arrangement: Arrangement, cause: Event.Action)? {
    // Layers inside have higher indices, and their sizes count for those around them.
    guard let container = changed.keys.max(), let cause = changed.removeValue(forKey: container),
      let arrangement = arrangements[container]
    else {
      appearing = []
      return nil
    }
    return (arrangement, cause)
  }

  /// A layout has given its container another size.
  mutating func noteSize(of container: Int, _ cause: Event.Action) {
    if let outer = containers[container] { changed[outer] = cause }
  }
}

/// As Core Animation lays out at the end of a transaction: what the event sets is set by then, and
/// the values of the layout animate in the same way.
extension EventReplay {
  mutating func arrange(_ transaction: Transaction, _ index: Int, at time: Double) -> Bool {
    while let (arrangement, cause) = layouts.nextChange() {
      let appearing = layouts.appearing
      let values = arrangement.values { latestEpoch(of: $0).values }
      for (layer, new) in values.sorted(by: { $0.key < $1.key }) {
        let old = latestEpoch(of: layer).values
        for property in [Property.bounds, .position] where old[any: property] != new[any: property]
        {
          let isAtOnce = appearing.contains(layer)
          let action = cause.giving(
            new[any: property], to: property, of: layer, isAtOnce: isAtOnce)
          var transaction = transaction
          transaction.disableActions = transaction.disableActions || isAtOnce
          guard apply(action, transaction, index, at: time) else { return false }
          if property == .bounds, layer == arrangement.container {
            layouts.noteSize(of: layer, cause)
          }
        }
      }
    }
    return true
  }
}

extension Event.Action {
  /// Sets a value in the way in which this action sets one.
  fileprivate func giving(
    _ value: Value, to property: Property, of layer: Int, isAtOnce: Bool
  ) -> Event.Action {
    let keyPath = AnimationKeyPath(property)
    let change: Event.Change =
      switch self.change {
      case .layout(_, let block?) where !isAtOnce: .animate(keyPath, value, block)
      case .animate(_, _, let block) where !isAtOnce: .animate(keyPath, value, block)
      default: .set(keyPath, value)
      }
    return Event.Action(layer: layer, change, place: place)
  }
}
