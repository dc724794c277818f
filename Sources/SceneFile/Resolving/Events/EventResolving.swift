import LayerTree
import Timing

/// An event of the file, with the places of its actions for what is found out later.
struct ResolvedEvent {
  let event: Event
  let node: YAMLNode
  /// Those of the actions.
  let places: [YAMLNode]
}

/// One event that is being read.
struct EventFields {
  let fields: MappingReader
  let transaction: Transaction
  let targets: EventTargets
  let context: SceneContext

  init?(_ node: YAMLNode, _ targets: EventTargets, _ context: SceneContext) {
    guard let fields = MappingReader(node, .event, context) else { return nil }
    self.fields = fields
    self.targets = targets
    self.context = context
    transaction = fields.node(.transaction).flatMap { context.transaction($0) } ?? Transaction()
  }

  /// `nil` after reporting why.
  func event() -> ResolvedEvent? {
    let time = fields.required(.eventTime).flatMap { _ in fields.delay(.eventTime) }
    let actions =
      removals() + clocks() + values(fields.node(.setValues)) + blocks() + additions()
    fields.reportUnknownKeys()
    if fields.entries.allSatisfy({ Self.idleKeys.contains($0.name) }) {
      context.warning(.noEffect, "nothing happens in this event", at: fields.node)
    }
    return time.map {
      ResolvedEvent(
        event: Event(at: $0, transaction: transaction, actions.map(\.action)), node: fields.node,
        places: actions.map(\.node))
    }
  }

  /// Those that do nothing alone.
  private static let idleKeys = Set([Key.eventTime, .transaction].map(\.name))

  typealias PlacedAction = (action: Event.Action, node: YAMLNode)

  private func action(_ layer: Layer, _ change: Event.Change, at node: YAMLNode) -> PlacedAction {
    let place = SourcePlace(line: node.mark.line)
    return (Event.Action(layer: layer.index, change, place: place), node)
  }

  // MARK: Animations that end

  private func removals() -> [PlacedAction] {
    let byKey = fields.node(.removedAnimations).map { node in
      targets.layers(node, .layerAnimationKeys).flatMap { layer, keys in
        (keys.items ?? [keys]).compactMap { item in
          context.text(item, "the key of an animation").map {
            action(layer, .removeAnimation(forKey: $0), at: item)
          }
        }
      }
    }
    let all = fields.node(.removeAllAnimations).map { node in
      targets.layers(named: node).map { action($0.layer, .removeAllAnimations, at: $0.node) }
    }
    return (byKey ?? []) + (all ?? [])
  }

  // MARK: Clocks

  private func clocks() -> [PlacedAction] {
    let fixed = [(Key.pausedLayers, 0.0), (.resumedLayers, 1)].flatMap { key, speed in
      (fields.node(key).map { targets.layers(named: $0) } ?? []).map {
        action($0.layer, .setSpeed(speed), at: $0.node)
      }
    }
    let given = fields.node(.layerSpeeds).map { targets.layers($0, .layerSpeeds) } ?? []
    return fixed
      + given.compactMap { layer, node in
        context.number(node, expectation: "a number").map {
          action(layer, .setSpeed($0), at: node)
        }
      }
  }

  // MARK: Values

  private func blocks() -> [PlacedAction] {
    guard let node = fields.node(.viewAnimation),
      let block = MappingReader(node, .viewAnimation, context)
    else { return [] }
    let animation = block.viewAnimation()
    let actions = values(block.required(.viewLayers), animation)
    block.reportUnknownKeys()
    return animation == nil ? [] : actions
  }

  private func values(_ node: YAMLNode?, _ block: ViewAnimation? = nil) -> [PlacedAction] {
    guard let node else { return [] }
    return targets.layers(node, .layerValues).flatMap { layer, node -> [PlacedAction] in
      guard let entries = node.entries else {
        context.mismatch("properties with values: {PROPERTY: VALUE}", at: node)
        return []
      }
      return entries.compactMap { entry in
        context.setting(entry, of: layer).map { keyPath, value in
          if let block { warnAboutFade(keyPath.property, block, at: entry.key) }
          let change: Event.Change =
            block.map { .animate(keyPath, value, $0) } ?? setting(keyPath, value, of: layer)
          return action(layer, change, at: entry.value)
        }
      }
    }
  }

  /// A layer's own action comes before the usual one, unless the transaction wants none.
  private func setting(
    _ keyPath: AnimationKeyPath, _ value: Value, of layer: Layer
  ) -> Event.Change {
    let actions = context.actions[layer.index] ?? [:]
    guard !transaction.disableActions,
      let action = actions[keyPath.name] ?? actions[keyPath.property.name]
    else { return .set(keyPath, value) }
    var place = place(of: layer)
    place.setKeyPath = keyPath.implicit
    return .setRunning(keyPath, value, action: action.flatMap { context.action($0, in: place) })
  }

  private func place(of layer: Layer) -> AnimationPlace {
    AnimationPlace(
      layerClass: layer.layerClass,
      latestTime: context.latestTimes[layer.index] ?? SceneContext.maximumSeconds,
      values: layer.values, transaction: transaction)
  }

  private func warnAboutFade(_ property: Property, _ block: ViewAnimation, at node: YAMLNode) {
    guard property.implicitAction == .crossFades, block.duration > 0 else { return }
    context.warning(
      .noEffect, "\(property.name.quoted) has nothing in between, and is set at once here",
      at: node, hint: "set it outside of animate, where it cross-fades")
  }

  // MARK: Animations that begin

  private func additions() -> [PlacedAction] {
    guard let node = fields.node(.addedAnimations) else { return [] }
    return targets.layers(node, .layerAnimations).flatMap { layer, node -> [PlacedAction] in
      context.addedAnimations(node.items ?? [node], in: place(of: layer)).map {
        action(layer, .add($0.animation, begin: $0.begin), at: node)
      }
    }
  }
}

extension SceneContext {
  fileprivate func transaction(_ node: YAMLNode) -> Transaction? {
    guard let fields = MappingReader(node, .transaction, self) else { return nil }
    fields.reportUnknownKeys()
    return Transaction(
      animationDuration: fields.passDuration(.animationDuration) ?? MediaTiming.defaultDuration,
      animationTimingFunction: fields.node(.animationTimingFunction).flatMap(timingFunction),
      disableActions: fields.boolean(.disableActions) ?? false,
      crossfadesContents: fields.boolean(.crossfade) ?? false)
  }

  /// Animations with when they begin.
  func addedAnimations(_ nodes: [YAMLNode], in place: AnimationPlace) -> [Event.Addition] {
    nodes.flatMap { node in
      let begin = node.entries?.first { $0.name == Key.beginTime.name }?.value
      return animations([node], in: place).map {
        Event.Addition($0, begin: begin.map(eventBeginTime) ?? .now(delay: 0))
      }
    }
  }
}

extension MappingReader {
  /// Seconds, 0 or more.
  func delay(_ key: Key) -> Double? {
    node(key).flatMap {
      context.number(
        $0, .zeroOrMore, expectation: key.grammar.expectation, limit: SceneContext.maximumSeconds)
    }
  }

  /// Seconds of an animation's pass: 0, or not too little to count with.
  func passDuration(_ key: Key) -> Double? {
    guard let duration = delay(key), let node = node(key) else { return nil }
    if duration == 0 || duration >= SceneContext.minimumDuration { return duration }
    context.error(
      .outOfRange, "a duration below a microsecond: \(duration.sceneText)", at: node)
    return nil
  }
}
