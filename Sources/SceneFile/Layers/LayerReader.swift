import Base
import Geometry
import LayerTree
import Timing

/// The layers of a scene that were read so far: for its events, and for messages.
final class LayerTable {
  /// Layers counted so far; the root is layer 0.
  var count: Int
  /// Where each name was given first.
  private(set) var names: [String: YAMLNode] = [:]
  /// Whether a layer could not be read, so that its name is not known.
  fileprivate(set) var missesLayers = false
  /// The latest time that each layer's clock shows, by the layer's index, when no event changes it.
  fileprivate(set) var latestTimes: [Int: Double] = [:]
  /// The animations that run when events set key paths, by the layer's index.
  fileprivate(set) var actions: [Int: ActionTable] = [:]

  init(count: Int) { self.count = count }

  /// Keeps a name with its place; `nil`, or where another layer was called so before.
  fileprivate func insert(_ name: String, at node: YAMLNode) -> YAMLNode? {
    if let first = names[name] { return first }
    names[name] = node
    return nil
  }
}

/// Reads layers, and enters them in a table.
struct LayerReader {
  let context: SceneContext
  let innerScenes: InnerScenes
  let table: LayerTable

  /// The layers of a list; what is wrong with one is reported and leaves it out.
  func layers(_ nodes: [YAMLNode], in place: LayerPlace) -> [Layer] {
    guard table.count + nodes.count <= context.options.maximumLayers else {
      context.error(
        .tooManyLayers,
        "the scene has more than the limit of \(context.options.maximumLayers) layers",
        at: nodes.first ?? YAMLNode(.sequence([]), mark: .start))
      return []
    }
    return nodes.enumerated().compactMap {
      layer($0.element, named: place.name(ofLayer: $0.offset), in: place)
    }
  }

  /// `defaultName` says where the layer stands.
  func layer(_ node: YAMLNode, named defaultName: String, in place: LayerPlace) -> Layer? {
    guard isShallow(place, node), let draft = LayerDraft(node, context) else {
      table.missesLayers = true
      return nil
    }
    table.count += 1
    let number = table.count
    let name = draft.fields[Key.layerName] ?? defaultName
    remember(name, draft.fields)
    let clock = clock(draft.fields, in: place, shows: draft.layerClass.showsTime)
    let inner = place.inside(defaultName, clock)
    let scene = draft.layerClass == .scene ? innerScene(draft.fields, name, inner) : nil
    let video = draft.layerClass == .video ? draft.video() : nil
    var values = draft.values(over: scene?.values ?? video?.layerValues)
    table.latestTimes[number] = inner.latestTime
    let animationPlace = AnimationPlace(
      layerClass: draft.layerClass, latestTime: inner.latestTime, values: values)
    let animations =
      context.timeOnStage(draft.fields, clock, &values)
      + context.animations(draft.fields[Key.layerAnimations] ?? [], in: animationPlace)
    table.actions[number] = draft.fields[Key.actions].map {
      ActionTable($0, in: animationPlace, context)
    }
    let sublayers =
      scene?.layers
      ?? draft.fields[Key.sublayers].map { layers($0, in: inner.moved(by: animations)) } ?? []
    let mask = mask(
      of: draft.fields, named: defaultName + ".mask", in: inner.moved(by: animations))
    draft.reportUnknownKeys()
    let epoch = Epoch(values: values, clock: clock, animations: animations)
    let layer = Layer(
      index: number, name: name,
      layerClass: draft.layerClass == .scene ? .plain : draft.layerClass, epochs: [epoch],
      sublayers: sublayers, mask: mask, place: SourcePlace(line: node.mark.line),
      sceneReference: scene?.shown, video: video)
    context.checkCopies(layer, draft.fields)
    return layer
  }

  /// The layer that masks the layer at `owner`; `nil` for none, or after reporting.
  private func mask(of owner: MappingReader, named name: String, in place: LayerPlace) -> Layer? {
    guard let node = owner.node(Key.mask) else { return nil }
    context.warnAboutMask(node)
    return layer(node, named: name, in: place)
  }

  private func isShallow(_ place: LayerPlace, _ node: YAMLNode) -> Bool {
    if place.depth < LayerPlace.maximumDepth { return true }
    context.error(
      .tooDeep,
      "layers lie more than \(LayerPlace.maximumDepth) deep in each other, with those of scenes inside",
      at: node)
    return false
  }

  // MARK: Names

  private func remember(_ name: String, _ fields: MappingReader) {
    remember(name, at: fields.node(Key.layerName) ?? fields.node)
  }

  func remember(_ name: String, at node: YAMLNode) {
    if name == "scene" {
      context.error(.duplicateName, "'scene' is the name of the scene itself", at: node)
    }
    guard let first = table.insert(name, at: node) else { return }
    let place = first.place()
    context.error(
      .duplicateName, "duplicate layer name \(name.quoted)", at: node,
      related: [.init(message: "first given here", place: place)])
  }

  // MARK: The layer's own clock

  /// `showsTime`: what the layer itself shows runs by its clock.
  private func clock(
    _ fields: MappingReader, in place: LayerPlace, shows showsTime: Bool
  ) -> LayerClock {
    let clock = LayerClock(
      beginTime: fields[Key.layerBeginTime], speed: fields[Key.layerSpeed],
      timeOffset: fields[Key.layerTimeOffset])
    if clock.beginTime > 0, !showsTime, let node = fields.keyNode(Key.layerBeginTime) {
      context.warning(
        .noEffect, "beginTime shifts the layer's clock; the layer itself shows from the start",
        at: node, hint: "to delay animations, give them the beginTime")
    }
    guard place.latestTime(inside: clock) <= LayerPlace.maximumLatestTime else {
      context.error(
        .outOfRange, "this layer's clock and those around it run too fast together",
        at: fields.keyNode(Key.layerSpeed) ?? fields.node)
      return LayerClock()
    }
    return clock
  }
}

extension LayerClass {
  /// Whether what such a layer shows is another time's: delaying it is what its clock is for.
  fileprivate var showsTime: Bool { self == .scene || self == .video }
}

/// A layer of the file whose class is known, so that its keys mean something.
struct LayerDraft {
  let fields: MappingReader
  let layerClass: LayerClass
  private let words: LayerWords
  let context: SceneContext

  init?(_ node: YAMLNode, _ context: SceneContext) {
    let layerClass = Self.layerClass(of: node, context)
    words = LayerWords.of(layerClass ?? .plain)
    guard let fields = MappingReader(node, words.vocabulary, context) else { return nil }
    // Without a class, every property would be called unknown.
    guard let layerClass else { return nil }
    self.fields = fields
    self.layerClass = layerClass
    self.context = context
  }

  /// After reporting a class that does not exist, the one that is meant most likely, so that what
  /// else is wrong is found too; or `nil`.
  private static func layerClass(of node: YAMLNode, _ context: SceneContext) -> LayerClass? {
    let value = node.entries?.first { $0.name == Key.layerClass.name }?.value
    guard let value else { return .plain }
    guard let name = context.read(value, Key.layerClass.reader) else { return nil }
    if let found = LayerClass.named(name) { return found }
    return context.guessUnknownClass(name, at: value)
  }

  /// The values of all properties that the file gives, and what follows from its frame.
  /// `base` is what holds for what it does not give; by default what the class begins with.
  func values(over base: LayerValues? = nil) -> LayerValues {
    var values = base ?? layerClass.initialValues
    for entry in fields.entries {
      guard let (property, reader) = words.properties[entry.name] else { continue }
      if let value = context.read(entry.value, reader) { values[any: property] = value }
      if property == .lineDashPattern {
        context.checkDashes(values[any: property], at: entry.value)
      }
    }
    placeFrame(in: &values)
    inspectText(values)
    context.check(values, of: layerClass, fields)
    return values
  }

  private func inspectText(_ values: LayerValues) {
    guard layerClass == .text else { return }
    let string = fields.entries.first { $0.name == Property.string.name }?.value
    let font = fields.entries.first { $0.name == Property.font.name }?.value
    context.checkText(values, string: string, font: font, or: fields.node)
  }

  func reportUnknownKeys() {
    fields.reportUnknownKeys { context.explain($0, for: layerClass) }
  }
}

extension SceneContext {
  /// A pattern of zeros alone would never get along the path.
  func checkDashes(_ pattern: Value, at node: YAMLNode) {
    guard !pattern.numbers.isEmpty, pattern.numbers.allSatisfy({ $0 == 0 }) else { return }
    error(.outOfRange, "a dash pattern needs a length above 0", at: node)
  }

  fileprivate func guessUnknownClass(_ name: String, at node: YAMLNode) -> LayerClass? {
    let short =
      name.hasPrefix("CA") && name.hasSuffix("Layer")
      ? name.dropFirst(2).dropLast(5).lowercased() : name
    let isPlayer = ["player", "avplayer", "avplayerlayer"].contains(name.lowercased())
    let known = isPlayer ? LayerClass.video : LayerClass.all.first { $0.coreAnimationName == name }
    if known == nil, let refused = RefusedClass.named(name) {
      error(.notAvailable, refused.message, at: node, hint: refused.hint)
      return nil
    }
    let guess =
      known ?? closest(to: short, among: LayerClass.all.map(\.name)).flatMap(LayerClass.named)
    error(
      .unknownClass,
      "unknown layer class \(name.quoted); expected \(Key.layerClass.expectation)",
      at: node, hint: guess.map { "did you mean '\($0.name)'?" })
    return guess
  }

  /// Reports a key that belongs to another class, or that means nothing here.
  fileprivate func explain(_ entry: YAMLNode.Entry, for layerClass: LayerClass) -> Bool {
    // `type` and `scale` belong to some class, but on another they are other words for ours.
    let words = Vocabulary.layer(layerClass)
    let isForeign =
      ForeignNames.match(
        entry.name, in: ForeignNames.keys, known: { words.key(named: $0) != nil }) != nil
    if isForeign { return false }
    if let owner = LayerClass.all.first(where: { $0.property(named: entry.name) != nil }) {
      error(
        .unknownKey,
        "\(entry.name.quoted) belongs to layers of class '\(owner.name)'; this one is a '\(layerClass.name)'",
        at: entry.key, hint: "write class: \(owner.name)")
      return true
    }
    if let refused = RefusedKey.named(entry.name) {
      error(.notAvailable, refused.message, at: entry.key, hint: refused.hint)
      return true
    }
    return false
  }
}

/// Where a list of layers stands: for the names of unnamed layers, and for what clocks around it
/// can do.
struct LayerPlace {
  /// `layers`, or `layers[2].sublayers`.
  let path: String
  /// No layer here ever sees a time beyond this, either way.
  let latestTime: Double
  /// How many layers it lies in, those of scenes around it counted.
  var depth = 0

  /// Drawing goes down the tree one call for each layer, and threads have small stacks.
  static let maximumDepth = 200

  static let scene = LayerPlace(path: "layers", latestTime: Limit.seconds)

  /// Beyond this, clocks in clocks would lose all digits of a frame's time, and overflow in the
  /// end.
  static let maximumLatestTime = 1e12

  func name(ofLayer index: Int) -> String { "\(path)[\(index)]" }

  /// The place inside a layer of this place, which stands at `name`.
  func inside(_ name: String, _ clock: LayerClock) -> LayerPlace {
    LayerPlace(
      path: name + ".sublayers", latestTime: latestTime(inside: clock), depth: depth + 1)
  }

  /// The same place when animations move its clock.
  func moved(by animations: [AttachedAnimation]) -> LayerPlace {
    guard animations.contains(where: \.animation.targetsClock) else { return self }
    return LayerPlace(
      path: path, latestTime: latestTime + Limit.number, depth: depth)
  }

  func latestTime(inside clock: LayerClock) -> Double {
    (latestTime + abs(clock.beginTime)) * abs(clock.speed) + abs(clock.timeOffset)
  }
}

// MARK: Time on stage

extension SceneContext {
  /// The animations of `hidden` that `in` and `out` stand for; a layer with `in` is hidden before.
  fileprivate func timeOnStage(
    _ fields: MappingReader, _ clock: LayerClock, _ values: inout LayerValues
  ) -> [AttachedAnimation] {
    let (start, end) = (fields[Key.inPoint], fields[Key.outPoint])
    guard let node = fields.keyNode(Key.inPoint) ?? fields.keyNode(Key.outPoint) else { return [] }
    guard clock.speed > 0 else {
      error(
        .conflict,
        "in and out need a layer whose clock runs forwards; its speed is "
          + clock.speed.sceneText, at: node)
      return []
    }
    if let start, let end, start >= end, let node = fields.node(Key.outPoint) {
      error(
        .outOfRange, "out has to lie after in, which is \(start.sceneText)", at: node)
    }
    if let node = fields.keyNode(AnyField(Property.hidden)) {
      error(.conflict, "in and out say when the layer is hidden", at: node, hint: "remove one")
    }
    if start != nil { values[.hidden] = true }
    return [start.map { ($0, false) }, end.map { ($0, true) }].compactMap(\.self).map {
      time, isHidden in
      AttachedAnimation(
        KeyframeAnimation(
          keyPath: AnimationKeyPath(.hidden), values: [.boolean(isHidden), .boolean(isHidden)],
          timing: MediaTiming(
            beginTime: clock.localTime(parentTime: time), duration: Limit.minimumDuration,
            fillMode: .forwards, isRemovedOnCompletion: false)),
        place: SourcePlace(line: node.mark.line))
    }
  }
}
