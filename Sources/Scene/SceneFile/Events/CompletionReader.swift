import RostrumBase
import RostrumLayerTree
import RostrumSource

extension Key {
  static let eventName = Field(
    "name",
    .printable("a name is one line of printable text, 200 characters at most"),
    "How events that follow this one call it; unique among the scene's events.")
  static let completion = Field(
    "after",
    Reader.anything(
      "what ends: {event: NAME} or {layer: NAME, animation: KEY}",
      example: "{layer: n, animation: k}", schema: Vocabulary.completion.reference),
    "Instead of `at`: the end that the event follows.")

  static let completedEvent = Field(
    "event", Reader<String>.name,
    "An event by its name: the end of all animations that it adds, at once where there are none.")
  static let completedLayer = Field(
    "layer", Reader<String>.name, "The layer of the animation, by its name.")
  static let completedAnimation = Field(
    "animation", Reader<String>.text("the key of an animation", example: "k"),
    "The key of an animation of that layer; of several, the first that ends counts.")
  static let finished = Field(
    "finished", .boolean,
    "Only an animation that ran to its end (`true`), or that was removed or replaced before (`false`). Without it, either."
  )
}

extension Vocabulary {
  /// The end that an event follows.
  public static let completion = Vocabulary(
    owner: "a completion", definition: "completion",
    rule: [
      "oneOf": [
        [
          "required": ["event"],
          "not": ["anyOf": [["required": ["layer"]], ["required": ["animation"]]]],
        ],
        ["required": ["layer", "animation"], "not": ["required": ["event"]]],
      ]
    ],
    [Key.completedEvent, Key.completedLayer, Key.completedAnimation, Key.finished])
}

/// The names of a scene's events.
struct EventNames {
  /// The place of each in the list.
  private var indices: [String: Int] = [:]
  private let context: SceneContext

  /// Reports names that are used twice.
  init(_ nodes: [YAMLNode], _ context: SceneContext) {
    self.context = context
    var places: [String: YAMLNode] = [:]
    for (index, node) in nodes.enumerated() {
      let value = node.entries?.first { $0.name == Key.eventName.name }?.value
      guard let value, let name = value.scalar?.text else { continue }
      if let first = places[name] {
        context.error(
          .duplicateName, "duplicate event name \(name.quoted)", at: value,
          related: [.init(message: "first given here", place: first.place())])
      } else {
        (places[name], indices[name]) = (value, index)
      }
    }
  }

  /// `nil` after reporting that there is no such event.
  func index(of name: String, at node: YAMLNode) -> Int? {
    if let index = indices[name] { return index }
    return context.failure(
      .unknownName, "there is no event \(name.quoted)", at: node,
      hint: context.suggestion(for: name, among: indices.keys.sorted())
        ?? "give the event that is meant a name")
  }
}

extension EventReader {
  /// When the event happens; `nil` after reporting why that is not known.
  func trigger(_ names: EventNames) -> Event.Trigger? {
    guard let node = fields.node(Key.completion) else {
      if fields.has(Key.eventTime) { return fields[Key.eventTime].map { .time($0) } }
      return context.failure(
        .missingKey, "an event needs 'at' or 'after'", at: fields.node,
        hint: "at: SECONDS, after: {event: NAME} or after: {layer: NAME, animation: KEY}")
    }
    if fields.has(Key.eventTime), let key = fields.keyNode(Key.completion) {
      context.error(
        .conflict, "an event has a time of its own or follows an end, not both", at: key,
        hint: "remove 'at' or 'after'")
    }
    guard let completion = MappingReader(node, .completion, context) else { return nil }
    let finished = completion.ifGiven(Key.finished)
    let subject = subject(completion, names)
    completion.reportUnknownKeys()
    guard let finished, let subject else { return nil }
    return .completion(Completion(subject, finished: finished))
  }

  private func subject(
    _ fields: MappingReader, _ names: EventNames
  ) -> Completion.Subject? {
    let event = fields.node(Key.completedEvent)
    let other = fields.keyNode(Key.completedLayer) ?? fields.keyNode(Key.completedAnimation)
    if event != nil, let other {
      return context.failure(
        .conflict, "an event follows another event or an animation, not both", at: other)
    }
    if let event {
      return fields[Key.completedEvent].flatMap { names.index(of: $0, at: event) }.map {
        .event($0)
      }
    }
    guard let layerNode = fields.required(Key.completedLayer),
      fields.required(Key.completedAnimation) != nil,
      let name = fields[Key.completedLayer], let key = fields[Key.completedAnimation],
      let layer = targets.layer(name, at: layerNode)
    else { return nil }
    return .animation(key: key, layer: layer.index)
  }
}

/// The order in which events can follow each other, found before any of them happens.
struct CompletionOrder {
  /// For each event, the indices of the events that may trigger it.
  private var causes: [[Int]]
  private let canHappen: [Bool]
  private let events: [PlacedEvent]

  /// `additions`: the keys under which each event may add animations. `initial`: the keys of the
  /// animations that layers have from the start.
  init(
    _ events: [PlacedEvent], additions: [Set<LayerKey>], initial: Set<LayerKey>
  ) {
    self.events = events
    var adders: [LayerKey: [Int]] = [:]
    for (index, keys) in additions.enumerated() {
      for key in keys { adders[key, default: []].append(index) }
    }
    causes = events.map { event in
      switch event.event.completion?.subject {
      case .event(let index): [index]
      case .animation(let key, let layer): adders[LayerKey(layer: layer, key: key)] ?? []
      case nil: []
      }
    }
    var effects = events.map { _ in [Int]() }
    for (index, causes) in causes.enumerated() {
      for cause in causes { effects[cause].append(index) }
    }
    var canHappen = events.map { event -> Bool in
      guard case .animation(let key, let layer) = event.event.completion?.subject else {
        return event.event.completion == nil
      }
      return initial.contains(LayerKey(layer: layer, key: key))
    }
    var open = canHappen.indices.filter { canHappen[$0] }
    while let index = open.popLast() {
      for effect in effects[index] where !canHappen[effect] {
        canHappen[effect] = true
        open.append(effect)
      }
    }
    self.canHappen = canHappen
  }

  /// The circles of events that wait for each other, each from its first event on.
  var circles: [[Int]] {
    var seen: Set<Int> = []
    var result: [[Int]] = []
    for start in events.indices where !canHappen[start] && !seen.contains(start) {
      var path: [Int] = []
      var places: [Int: Int] = [:]
      var next: Int? = start
      while let index = next, seen.insert(index).inserted {
        places[index] = path.count
        path.append(index)
        next = causes[index].first
      }
      guard let again = next, let place = places[again] else { continue }
      let circle = path[place...]
      let first = circle.firstIndex(of: circle.min() ?? again) ?? place
      result.append(Array(circle[first...] + circle[..<first]))
    }
    return result
  }
}

/// An animation's name: its key on a layer.
struct LayerKey: Hashable {
  let layer: Int
  let key: String
}
