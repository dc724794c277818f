import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  package static let events = Field(
    "events", .items("a list of events", of: Vocabulary.event.reference),
    "What happens to layers at certain times.")
  static let eventTime = Field(
    "at", .delay, "When it happens, in seconds of the scene. An event needs this or `after`.")
  static let transaction = Field(
    "transaction", Reader.transaction, "How values that are set animate.")
  static let removedAnimations = Field(
    "remove",
    .entries(
      "layers with keys of animations: {NAME: KEY}",
      of: SchemaPart.oneOrMore(Reader<String>.text().schema)),
    "Removes animations by key; implicit ones have the property's name as key.")
  static let removeAllAnimations = Field(
    "removeAll", .layerNames, "Removes every animation of the layers.")
  static let pausedLayers = Field("pause", .layerNames, "Stops the clocks of the layers.")
  static let resumedLayers = Field(
    "resume", .layerNames, "Lets the clocks of the layers go on, at speed 1.")
  static let layerSpeeds = Field(
    "speed",
    .entries("layers with speeds: {NAME: NUMBER}", of: Reader<Double>.coordinate.schema),
    "Lets the clocks of layers go on at another speed, without a jump.")
  static let setValues = Field(
    "set", .layerValues, "Sets properties; they animate implicitly, as the transaction says.")
  static let viewAnimation = Field(
    "animate",
    Reader.anything(
      "a view animation: {duration: 1, layers: {NAME: {PROPERTY: VALUE}}}",
      example: "{duration: 1, layers: {}}", schema: Vocabulary.viewAnimation.reference),
    "Sets properties in a block of view-style animation.")
  static let addedAnimations = Field(
    "add",
    .entries(
      "layers with animations: {NAME: {key: ..., type: ...}}",
      of: SchemaPart.oneOrMore(SchemaPart.ofAnyLayer("added-animation"))),
    "Adds animations; one of the same key is replaced.")

  static let animationDuration = DefaultedField(
    "animationDuration", .passDuration, default: MediaTiming.defaultDuration,
    "Seconds of implicit animations, and of added ones without a duration; 0 sets at once.")
  static let animationTimingFunction = Field(
    "animationTimingFunction", .timingFunction, shownDefault: "default",
    "Eases implicit animations, and added ones without a timing function.")
  static let disableActions = DefaultedField(
    "disableActions", .boolean, default: false, "Sets values at once.")
  static let crossfade = DefaultedField(
    "crossfade", .boolean, default: false,
    "Whether contents that are set fade from the one picture to the other, instead of changing half way."
  )
}

extension Vocabulary {
  /// One event of the scene: its actions, in order.
  public static let event = Vocabulary(
    owner: "an event", definition: "event",
    rule: SchemaPart.exactlyOne(Key.eventTime.name, Key.completion.name),
    [
      Key.eventTime, Key.completion, Key.eventName, Key.transaction, Key.removedAnimations,
      Key.removeAllAnimations,
      Key.pausedLayers, Key.resumedLayers, Key.layerSpeeds, Key.setValues, Key.viewAnimation,
      Key.addedAnimations,
    ])

  public static let transaction = Vocabulary(
    owner: "a transaction", definition: "transaction",
    [
      Key.animationDuration, Key.animationTimingFunction, Key.disableActions, Key.crossfade,
    ])
}

extension Reader where Content == [YAMLNode] {
  /// The name of a layer, or a list of names.
  package static let layerNames = Reader(
    "the name of a layer, or a list of names", example: "[]",
    schema: SchemaPart.oneOrMore(Reader<String>.text().schema)
  ) { node, _ in node.items ?? [node] }
}

extension Reader where Content == [YAMLNode.Entry] {
  /// For each layer by name the values of its properties.
  static let layerValues = entries(
    "layers with values of their properties: {NAME: {PROPERTY: VALUE}}",
    of: SchemaPart.reference("settings"))
}

extension Reader where Content == Transaction {
  fileprivate static let transaction = mapping(
    .transaction, "a transaction: {animationDuration: 1, animationTimingFunction: easeOut}"
  ) { fields in
    Transaction(
      animationDuration: fields[Key.animationDuration],
      animationTimingFunction: fields[Key.animationTimingFunction],
      disableActions: fields[Key.disableActions], crossfadesContents: fields[Key.crossfade])
  }
}

/// An event of the file, with the places of its actions for later reports.
struct PlacedEvent {
  let event: Event
  let name: String?
  let node: YAMLNode
  /// The animation end that triggers it, for an event without a time.
  let trigger: YAMLNode?
  /// The places of the actions.
  let places: [YAMLNode]
}

/// One event that is being read.
struct EventReader {
  let fields: MappingReader
  let transaction: Transaction
  let targets: EventTargets
  let registry: LayerRegistry
  let context: SceneContext

  init?(
    _ node: YAMLNode, _ targets: EventTargets, _ registry: LayerRegistry, _ context: SceneContext
  ) {
    guard let fields = MappingReader(node, .event, context) else { return nil }
    self.fields = fields
    self.targets = targets
    self.registry = registry
    self.context = context
    transaction = fields[Key.transaction] ?? Transaction()
  }

  /// `nil` after reporting why.
  func event(_ names: EventNames) -> PlacedEvent? {
    let trigger = trigger(names)
    let name = fields[Key.eventName]
    let actions =
      removals() + clocks() + values(fields[Key.setValues] ?? []) + blocks() + additions()
    fields.reportUnknownKeys()
    if fields.entries.allSatisfy({ Self.idleKeys.contains($0.name) }), name == nil {
      context.warning(.noEffect, "nothing happens in this event", at: fields.node)
    }
    return trigger.map {
      PlacedEvent(
        event: Event($0, transaction: transaction, actions.map(\.action)), name: name,
        node: fields.node, trigger: fields.node(Key.completion), places: actions.map(\.node))
    }
  }

  /// Keys that do nothing alone.
  private static let idleKeys = Set([
    Key.eventTime.name, Key.transaction.name, Key.completion.name, Key.eventName.name,
  ])

  typealias PlacedAction = (action: Event.Action, node: YAMLNode)

  private func action(_ layer: Layer, _ change: Event.Change, at node: YAMLNode) -> PlacedAction {
    let place = SourcePlace(node.mark)
    return (Event.Action(layer: layer.index, change, place: place), node)
  }

  // MARK: Animations that end

  private func removals() -> [PlacedAction] {
    let byKey = targets.layers(fields[Key.removedAnimations]).flatMap { layer, keys in
      (keys.items ?? [keys]).compactMap { item in
        context.read(item, .text("the key of an animation")).map {
          action(layer, .removeAnimation(forKey: $0), at: item)
        }
      }
    }
    let all = targets.layers(named: fields[Key.removeAllAnimations]).map {
      action($0.layer, .removeAllAnimations, at: $0.node)
    }
    return byKey + all
  }

  // MARK: Clocks

  private func clocks() -> [PlacedAction] {
    let fixed = [(Key.pausedLayers, 0.0), (Key.resumedLayers, 1)].flatMap { key, speed in
      targets.layers(named: fields[key]).map { action($0.layer, .setSpeed(speed), at: $0.node) }
    }
    let given = targets.layers(fields[Key.layerSpeeds]).compactMap { layer, node in
      context.read(node, Reader.coordinate).map { action(layer, .setSpeed($0), at: node) }
    }
    return fixed + given
  }

  // MARK: Values

  private func blocks() -> [PlacedAction] {
    guard let node = fields.node(Key.viewAnimation),
      let block = MappingReader(node, .viewAnimation, context)
    else { return [] }
    let animation = block.viewAnimation()
    let actions = values(block[Key.viewLayers] ?? [], animation)
    block.reportUnknownKeys()
    return animation == nil ? [] : actions
  }

  private func values(
    _ entries: [YAMLNode.Entry], _ block: ViewAnimation? = nil
  ) -> [PlacedAction] {
    targets.layers(entries).flatMap { layer, node -> [PlacedAction] in
      guard let entries = node.entries else {
        return context.mismatched("properties with values: {PROPERTY: VALUE}", at: node)
      }
      return entries.compactMap { entry in
        if LayoutKeyPath.matches(entry.name) { return layout(entry, of: layer, block) }
        return context.setting(entry, of: layer).map { keyPath, value in
          if let block { warnAboutFade(keyPath.property, block, at: entry.key) }
          let change: Event.Change =
            block.map { .animate(keyPath, value, $0) } ?? setting(keyPath, value, of: layer)
          return action(layer, change, at: entry.value)
        }
      }
    }
  }

  /// Another layout, or another value of one of its settings.
  private func layout(
    _ entry: YAMLNode.Entry, of layer: Layer, _ block: ViewAnimation?
  ) -> PlacedAction? {
    guard let arrangement = registry[Arrangement.self, of: layer.index] else {
      context.reportMissingLayout(at: entry.key)
      return nil
    }
    return context.layoutChange(entry.name, at: entry.key, to: entry.value, of: arrangement).map {
      action(layer, .layout($0, block), at: entry.value)
    }
  }

  /// A layer's own action takes precedence over the default one, unless the transaction disables
  /// actions.
  private func setting(
    _ keyPath: AnimationKeyPath, _ value: Value, of layer: Layer
  ) -> Event.Change {
    guard !transaction.disableActions,
      let actions = registry[ActionTable.self, of: layer.index],
      let action = actions[keyPath]
    else { return .set(keyPath, value) }
    var place = place(of: layer)
    place.setKeyPath = keyPath.implicit
    return .setWithAction(
      keyPath, value, action: action.flatMap { actions.animation($0, in: place, context) })
  }

  private func place(of layer: Layer) -> AnimationPlace {
    AnimationPlace(
      layerClass: layer.layerClass,
      latestTime: registry.latestTimes[layer.index] ?? Limit.seconds,
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
    targets.layers(fields[Key.addedAnimations]).flatMap { layer, node -> [PlacedAction] in
      (node.items ?? [node]).flatMap { context.additions([$0], in: place(of: layer)) }.map {
        action(layer, .add($0.animation, begin: $0.begin), at: node)
      }
    }
  }
}

/// The layers of a scene by name, for the events.
struct EventTargets {
  private let layers: [String: Layer]
  private let names: [Int: String]
  /// Names of layers inside other scenes, which only the events of those scenes can change.
  private let innerNames: Set<String>
  /// Whether a layer could not be read, so that its name is not known.
  private let missesLayers: Bool
  private let context: SceneContext

  init(_ layers: [Layer], _ registry: LayerRegistry, _ context: SceneContext) {
    missesLayers = registry.missesLayers
    self.layers = Dictionary(
      layers.flatMap(\.subtreeOfScene).map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first })
    let known = self.layers
    names = Dictionary(
      known.values.map { ($0.index, $0.name) }, uniquingKeysWith: { first, _ in first })
    innerNames = Set(layers.flatMap(\.subtree).map(\.name).filter { known[$0] == nil })
    self.context = context
  }

  func name(of index: Int) -> String { names[index] ?? "" }

  /// `nil` after reporting that there is no such layer.
  func layer(_ name: String, at node: YAMLNode) -> Layer? {
    if let layer = layers[name] { return layer }
    guard !missesLayers else { return nil }
    if innerNames.contains(name) {
      return context.failure(
        .conflict, "\(name.quoted) belongs to another scene, whose own events change it", at: node,
        hint: "write the event into that scene's file")
    }
    context.reportMissingLayer(name, among: layers.keys, at: node)
    return nil
  }

  /// The layers that a mapping names, each with the value after its name.
  func layers(_ entries: [YAMLNode.Entry]?) -> [(layer: Layer, node: YAMLNode)] {
    (entries ?? []).compactMap { entry in
      layer(entry.name, at: entry.key).map { ($0, entry.value) }
    }
  }

  /// The layers that a list names.
  func layers(named names: [YAMLNode]?) -> [(layer: Layer, node: YAMLNode)] {
    (names ?? []).compactMap { item in
      context.read(item, .text(Key.removeAllAnimations.expectation))
        .flatMap { layer($0, at: item) }.map { ($0, item) }
    }
  }
}
