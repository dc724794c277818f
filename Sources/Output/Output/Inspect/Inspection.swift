import RostrumBase
import RostrumGeometry
public import RostrumLayerTree
import RostrumRendering
public import RostrumTiming

/// The state of a scene's layers and their animations at one time.
public struct Inspection: Sendable {
  /// One layer.
  public struct LayerState: Sendable {
    /// With the layer itself.
    public let clock: Explanation.Clock
    /// The properties that the scene or an animation sets: model and presentation.
    public let properties: [PropertyState]
    /// In the order in which they apply.
    public let animations: [AnimationState]
    /// With the mask at the end.
    public let sublayers: [LayerState]

    public var layer: Layer { clock.layer }

    /// The layer and all below it.
    package var all: [LayerState] { [self] + sublayers.flatMap(\.all) }
  }

  /// One property of a layer.
  public struct PropertyState: Sendable {
    public let property: Property
    public let model: Value
    public let presentation: Value
  }

  /// One animation of a layer or of a group.
  public struct AnimationState: Sendable {
    /// The animation's phase and progress.
    public let moment: AnimationMoment
    /// The time in which it is active, in seconds of the clock that it runs by.
    public let interval: ClosedRange<Double>
    /// The same interval on the scene's clock; `nil` inside groups and where a clock is stopped.
    public let sceneInterval: ClosedRange<Double>?
    /// The value of its key path once this animation and those before it are applied; `nil` without
    /// an effect, and for a group.
    public let value: Value?
    /// The animations inside a group. Empty while the group has no effect.
    public let inner: [AnimationState]

    public var attached: AttachedAnimation { moment.attached }
    public var standing: AnimationMoment.Standing { moment.standing }
    /// Phase, active time, iteration and progress.
    public var sample: TimingSample { moment.sample }
    /// After the timing function; `nil` without an effect.
    public var transformedProgress: Double? { moment.transformedProgress }
  }

  /// In seconds of the scene.
  public let time: Double
  public let scene: Scene
  public let layers: [LayerState]

  /// `time` is in seconds of the scene.
  public init(_ scene: Scene, at time: Double) {
    self.scene = scene
    self.time = time
    layers = scene.root.sublayers.map { LayerState($0, inside: [scene.root], at: time) }
  }
}

extension Inspection.LayerState {
  fileprivate init(_ layer: Layer, inside path: [Layer], at time: Double) {
    let path = path + [layer]
    let chain = Explanation.Clock.chain(path, at: time)
    let clock = chain[chain.count - 1]
    let epoch = layer.epoch(at: clock.sceneTime)
    let moments = clock.animations
    var values = epoch.values
    // Animations of the clock are applied first: the others run in the layer time that results.
    var valuesOfClock = values
    if moments.contains(where: \.attached.animation.targetsClock) {
      values[.timeOffset] = clock.clock.timeOffset
    }
    self.clock = clock
    animations = moments.map { moment in
      moment.attached.animation.targetsClock
        ? .init(moment, changing: &valuesOfClock, clocks: chain.dropLast())
        : .init(moment, changing: &values, clocks: chain)
    }
    properties = layer.layerClass.properties.filter(values.sets).map {
      .init(property: $0, model: epoch.values[any: $0], presentation: values[any: $0])
    }
    sublayers = layer.inner.map { Self($0, inside: path, at: time) }
  }
}

extension Inspection.AnimationState {
  /// `clocks` lead from the scene to the clock that the animation runs in; `nil` inside a group.
  fileprivate init(
    _ moment: AnimationMoment, changing values: inout LayerValues, clocks: [Explanation.Clock]?
  ) {
    let animation = moment.attached.animation
    let (begin, underlying) = (animation.timing.beginTime, values)
    self.moment = moment
    interval = begin...max(begin, animation.endTime)
    sceneInterval = clocks.flatMap { [interval] in $0.sceneInterval(of: interval) }
    animation.apply(to: &values, at: moment.parentTime)
    let keyPath = animation.innerAnimations.isEmpty ? animation.keyPaths.first : nil
    let hasEffect = moment.transformedProgress != nil
    value = hasEffect ? keyPath.map { [values] in $0.value(in: values) } : nil
    inner = Self.inner(of: moment, underlying)
  }

  private static func inner(of group: AnimationMoment, _ values: LayerValues)
    -> [Inspection.AnimationState]
  {
    var values = values
    return group.inner.map { Self($0, changing: &values, clocks: nil) }
  }
}

extension [Explanation.Clock] {
  /// Maps an interval of the last clock to the scene's clock; `nil` where a clock is stopped.
  fileprivate func sceneInterval(of interval: ClosedRange<Double>) -> ClosedRange<Double>? {
    guard let a = sceneTime(of: interval.lowerBound), let b = sceneTime(of: interval.upperBound)
    else { return nil }
    return Swift.min(a, b)...Swift.max(a, b)
  }

  private func sceneTime(of localTime: Double) -> Double? {
    var time = localTime
    for clock in reversed().map(\.clock) {
      guard clock.speed != 0 else { return nil }
      if time.isInfinite {
        time = clock.speed < 0 ? -time : time
      } else {
        guard let parentTime = clock.parentTime(localTime: time) else { return nil }
        time = parentTime
      }
    }
    return time
  }
}

/// How an inspection is written.
public enum InspectionFormat: String, CaseIterable, Sendable {
  /// For people.
  case tree
  /// For scripts: an object with `time`, `size`, `fps`, `duration`, `events` and `layers`.
  case json

  /// `usesColor` is for the tree on a terminal.
  public func text(_ inspection: Inspection, usesColor: Bool = false) -> String {
    switch self {
    case .tree: inspection.tree.text(usesColor: usesColor)
    case .json: inspection.json.text() + "\n"
    }
  }
}

extension InspectionFormat {
  /// The layers of a scene under a point of the canvas, front first, a line each; the one that Core
  /// Animation's `hitTest:` names says so.
  public func hits(_ scene: Scene, x: Double, y: Double, at time: Double) -> String {
    let point = Point(x: x, y: y)
    let layers = scene.layers(under: point, at: time)
    switch self {
    case .tree:
      if layers.isEmpty {
        return
          "nothing at (\(readable(point.x)), \(readable(point.y))), \(readable(seconds: time))\n"
      }
      return layers.map { one in
        let place = "(\(readable(one.point.x)), \(readable(one.point.y)))"
        return "\(one.layer.shownName)  \(place)\(one.isHit ? "  hitTest" : "")\n"
      }.joined()
    case .json:
      let list = layers.map { one in
        JSONValue.object([
          ("name", .string(one.layer.name)), ("index", .integer(one.layer.index)),
          ("instance", .integer(one.layer.instance)),
          ("x", .number(one.point.x)), ("y", .number(one.point.y)), ("hitTest", .flag(one.isHit)),
        ])
      }
      let object: [(key: String, value: JSONValue)] = [
        ("time", .number(time)), ("x", .number(point.x)), ("y", .number(point.y)),
        ("layers", .array(list)),
      ]
      return JSONValue.object(object).text() + "\n"
    }
  }
}

extension PresentationLayer {
  /// With the number of a replicator's copy.
  fileprivate var shownName: String { instance == 0 ? name : "\(name), copy \(instance)" }
}

// MARK: For people

extension Inspection {
  fileprivate var tree: TreeText {
    let size = "\(readable(scene.size.width)) x \(readable(scene.size.height)) points"
    let rate = "\(scene.clock.rate.description) fps, \(readable(seconds: scene.clock.duration))"
    return TreeText(
      [.init("scene", .strong), .init("\(size), \(rate); at \(readable(seconds: time))", .faint)],
      scene.events.map { $0.row(at: time) } + layers.map(\.tree))
  }
}

extension EventRecord {
  /// The event by its name, with its time and the end that it follows.
  fileprivate func row(at now: Double) -> TreeText {
    let label = "◆ event" + (name.map { " '\($0)'" } ?? "")
    let hasHappened = time.map { $0 <= now } ?? false
    let moment = time.map { "at " + readable(seconds: $0) } ?? "never"
    return TreeText([
      .init(label), .init(moment, hasHappened ? .good : .faint),
      .init([cause?.text ?? "", readable(place)].filter { !$0.isEmpty }.joined(separator: ", ")),
    ])
  }

  fileprivate var json: JSONValue {
    .object([
      ("name", .string(name)), ("line", .integer(place?.line)), ("time", .number(time)),
      ("after", cause?.json ?? .null),
    ])
  }
}

extension EventRecord.Cause {
  fileprivate var text: String {
    switch self {
    case .event(let name, let finished): "after event '\(name)'" + Self.text(finished)
    case .animation(let key, let layer, let finished):
      "after '\(key)' of \(layer)" + Self.text(finished)
    }
  }

  private static func text(_ finished: Bool?) -> String {
    finished.map { $0 ? " finished" : " was removed" } ?? ""
  }

  fileprivate var json: JSONValue {
    switch self {
    case .event(let name, let finished):
      .object([("event", .string(name)), ("finished", finished.map(JSONValue.flag) ?? .null)])
    case .animation(let key, let layer, let finished):
      .object([
        ("layer", .string(layer)), ("animation", .string(key)),
        ("finished", finished.map(JSONValue.flag) ?? .null),
      ])
    }
  }
}

extension Inspection.LayerState {
  fileprivate var tree: TreeText {
    let kind = [layer.layerClass.name, readable(layer.place)].filter { !$0.isEmpty }
    return TreeText(
      [.init(layer.name, .strong), .init(kind.joined(separator: ", "), .faint)],
      clockRows + properties.map(\.row) + animations.map(\.row) + sublayers.map(\.tree))
  }

  private var clockRows: [TreeText] {
    guard clock.clock != LayerClock() else { return [] }
    let numbers = clock.clock
    let text =
      "begin \(readable(numbers.beginTime)), speed \(readable(numbers.speed)), offset \(readable(numbers.timeOffset))"
    return [TreeText("local time", readable(seconds: clock.localTime), text)]
  }
}

extension Inspection.PropertyState {
  fileprivate var row: TreeText {
    presentation == model
      ? TreeText(property.name, readable(model))
      : TreeText(property.name, readable(presentation), "model " + readable(model))
  }
}

extension Inspection.AnimationState {
  fileprivate var row: TreeText {
    let key = attached.key.map { " '\($0)'" } ?? ""
    let paths = inner.isEmpty ? attached.animation.keyPaths.map(\.name) : []
    let label = ([attached.animation.className + key] + paths.prefix(3)).joined(separator: " ")
    let texts: [TreeText.Cell] = [
      .init("▸ " + label), .init(standing.rawValue, standing == .active ? .good : .faint),
      .init(
        [span, progressText, readable(attached.place)].filter { !$0.isEmpty }.joined(
          separator: ", ")),
    ]
    return TreeText(texts, inner.map(\.row))
  }

  private var span: String {
    let range = sceneInterval ?? interval
    let text =
      range.upperBound < .infinity
      ? "\(readable(range.lowerBound)) to \(readable(seconds: range.upperBound))"
      : "from \(readable(seconds: range.lowerBound)) for ever"
    return sceneInterval == nil ? text + " of its own clock" : text
  }

  private var progressText: String {
    guard let progress = transformedProgress else { return "no effect" }
    let result = value.map { " -> " + readable($0) } ?? ""
    return "iteration \(sample.iteration), progress \(readable(progress))\(result)"
  }
}

// MARK: For scripts

extension Inspection {
  fileprivate var json: JSONValue {
    .object([
      ("time", .number(time)),
      ("size", .array([.number(scene.size.width), .number(scene.size.height)])),
      ("fps", .string(scene.clock.rate.description)), ("duration", .number(scene.clock.duration)),
      ("events", .array(scene.events.map(\.json))), ("layers", .array(layers.map(\.json))),
    ])
  }
}

extension Inspection.LayerState {
  fileprivate var json: JSONValue {
    .object([
      ("name", .string(layer.name)), ("index", .integer(layer.index)),
      ("class", .string(layer.layerClass.name)),
      ("line", .integer(layer.place?.line)), ("localTime", .number(clock.localTime)),
      ("clock", clock.clock.json),
      ("model", .object(properties.map { ($0.property.name, .value($0.model)) })),
      ("presentation", .object(properties.map { ($0.property.name, .value($0.presentation)) })),
      ("animations", .array(animations.map(\.json))), ("sublayers", .array(sublayers.map(\.json))),
    ])
  }
}

extension LayerClock {
  var json: JSONValue {
    .object([
      ("beginTime", .number(beginTime)), ("speed", .number(speed)),
      ("timeOffset", .number(timeOffset)),
    ])
  }
}

extension Inspection.AnimationState {
  fileprivate var json: JSONValue {
    .object([
      ("type", .string(attached.animation.className)), ("key", .string(attached.key)),
      ("line", .integer(attached.place?.line)),
      ("keyPaths", .array(attached.animation.keyPaths.map { .string($0.name) })),
      ("phase", .string(standing.rawValue)), ("interval", json(interval)),
      ("sceneInterval", json(sceneInterval)), ("activeTime", .number(sample.activeTime)),
      ("iteration", .integer(sample.iteration)), ("progress", .number(transformedProgress)),
      ("value", value.map { .value($0) } ?? .null), ("animations", .array(inner.map(\.json))),
    ])
  }

  private func json(_ range: ClosedRange<Double>?) -> JSONValue {
    range.map { .array([.number($0.lowerBound), .number($0.upperBound)]) } ?? .null
  }
}
