import RostrumLayerTree
import RostrumTiming

/// The events of a generated scene.
extension GeneratedScene {
  mutating func event(_ layers: [Layer]) -> Event {
    let transaction = Transaction(
      animationDuration: number(0...0.4), animationTimingFunction: timingFunction(),
      disableActions: flag(0.3))
    let actions = (0..<whole(1...3)).map { _ in
      let layer = one(of: layers)
      return Event.Action(layer: layer.index, change(of: layer.layerClass))
    }
    return Event(
      at: number(0...0.6), transaction: transaction,
      actions.sorted { $0.change.rank < $1.change.rank })
  }

  private mutating func change(of layerClass: LayerClass) -> Event.Change {
    switch whole(0...9) {
    case 0: .setSpeed(one(of: [0, 1, 2, 0.5, -1]))
    case 1: .removeAllAnimations
    case 2, 3: .add(transition(), begin: .now(delay: flag() ? 0 : number(0...0.2)))
    case 4: .add(attached(layerClass, depth: 0), begin: .layerTime(number(-0.2...0.5)))
    default: setting(layerClass)
    }
  }

  private mutating func setting(_ layerClass: LayerClass) -> Event.Change {
    let keyPath = AnimationKeyPath(
      one(of: layerClass.properties.filter { value(for: $0.type) != nil }))
    return .set(keyPath, value(at: keyPath) ?? .none)
  }
}

extension Event.Change {
  /// The order in which a scene file's events do things.
  fileprivate var rank: Int {
    switch self {
    case .removeAnimation: 0
    case .removeAllAnimations: 1
    case .setSpeed: 2
    case .set, .setWithAction, .animate, .layout: 3
    case .add: 4
    }
  }
}
