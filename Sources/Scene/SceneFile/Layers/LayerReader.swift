import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumTiming

/// The layers of a scene that were read so far: for its events, and for messages.
final class LayerTable {
  /// Layers counted so far; the root is layer 0.
  var count: Int
  /// Where each name was given first.
  private(set) var names: [String: YAMLNode] = [:]
  /// Whether a layer could not be read, so that its name is not known.
  fileprivate(set) var missesLayers = false
  /// The latest time that each layer's clock shows, by the layer's index, when no event changes it.
  var latestTimes: [Int: Double] = [:]
  /// The nodes of `sizeToFit` keys, by the layer's index.
  fileprivate(set) var measured: [Int: YAMLNode] = [:]
  /// The layers that grow and that no layout has placed so far, by their indices.
  var growing: [Int: GrowingLayer] = [:]
  /// The connections of shape layers, with their nodes, by the layer's index.
  var connections: [Int: (connection: Connection, node: YAMLNode)] = [:]
  /// The animations that run when events set key paths, by the layer's index.
  fileprivate(set) var actions: [Int: ActionTable] = [:]
  /// The layouts of layers, by the layer's index.
  var arrangements: [Int: Arrangement] = [:]
  /// The sequence keys of children of sequences, by the layer's index.
  var sequenceParts: [Int: SequencePart] = [:]

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
  /// The size of the scene, in points.
  let canvas: Size

  /// Reads the layers of a list; one with an error is reported and left out.
  func layers(_ nodes: [YAMLNode], in place: LayerPlace) -> [Layer] {
    guard isWithinLimit(nodes) else { return [] }
    return nodes.enumerated().compactMap {
      layer($0.element, named: place.name(ofLayer: $0.offset), in: place)
    }
  }

  /// Whether the scene may have this many more layers; reports it if not.
  func isWithinLimit(_ nodes: [YAMLNode]) -> Bool {
    if table.count + nodes.count <= context.options.maximumLayers { return true }
    context.error(
      .tooManyLayers,
      "the scene has more than the limit of \(context.options.maximumLayers) layers",
      at: nodes.first ?? YAMLNode(.sequence([]), mark: .start))
    return false
  }

  /// `defaultName` is a name made from the layer's place in the file.
  func layer(_ node: YAMLNode, named defaultName: String, in place: LayerPlace) -> Layer? {
    guard isShallow(place, node), let draft = LayerDraft(node, context) else {
      table.missesLayers = true
      return nil
    }
    context.allowWarnings(draft.fields)
    table.count += 1
    let number = table.count
    let name = draft.fields[Key.layerName] ?? defaultName
    remember(name, draft.fields)
    let clock = clock(draft.fields, in: place, shows: draft.layerClass.showsTime)
    let inner = place.inside(defaultName, clock)
    let scene = draft.layerClass == .scene ? innerScene(draft.fields, name, inner) : nil
    let video = draft.layerClass == .video ? draft.video() : nil
    var values = draft.values(
      over: scene?.values ?? video?.layerValues ?? draft.valuesOfConnection)
    let pin = draft.pin(in: place)
    if let pin { pin.pin.stretch(&values, within: pin.outer) }
    draft.keepAspect(in: &values, pin, place)
    let padding = draft.padding
    if let padding {
      draft.fitText(in: &values, padding: padding)
      if draft.layerClass == .text { table.measured[number] = draft.fields.keyNode(Key.sizeToFit) }
    }
    let layerClass = draft.layerClass
    if pin != nil, layerClass == .text, values[.bounds].isEmpty,
      let key = draft.fields.keyNode(Key.pin)
    {
      context.warning(
        .withoutSize, "a text without bounds is pinned by its corner", at: key,
        hint: "add sizeToFit: true")
    }
    let isFitted = draft.fields.has(Key.aspectRatio)
    let pinned: @Sendable (inout LayerValues) -> Void = { values in
      guard let pin else { return }
      pin.pin.place(
        &values, values.boxAroundPosition(of: layerClass), within: pin.outer, isFitted: isFitted)
    }
    pinned(&values)
    draft.drawWaveform(in: &values)
    table.growing[number] = draft.growing
    let isSplit = draft.layerClass == .text && draft.fields.has(Key.split)
    let textValues = values
    if isSplit { values = values.ofPlainLayer }
    table.latestTimes[number] = inner.latestTime
    let animationPlace = AnimationPlace(
      layerClass: isSplit ? .plain : draft.layerClass, latestTime: inner.latestTime, values: values)
    let animations =
      timeOnStage(draft.fields, clock, number, in: place, &values)
      + context.animations(draft.ownAnimations, in: animationPlace)
    table.actions[number] = draft.fields[Key.actions].map {
      ActionTable($0, in: animationPlace, context)
    }
    draft.checkMeasured(animations)
    var inside = inner.moved(by: animations)
    inside.bounds = values[.bounds].isEmpty ? nil : values[.bounds]
    let pieces = isSplit ? pieces(of: draft, textValues, named: name, in: inside) : []
    let content =
      scene.map { LayerContent(layers: $0.layers) }
      ?? content(of: draft, numbered: number, &values, after: pieces, in: inside, pin: pinned)
    let sublayers = content.layers
    if let padding, draft.layerClass != .text {
      draft.fitSublayers(sublayers, in: &values, padding: padding)
    }
    pinned(&values)
    let mask = mask(of: draft.fields, named: defaultName + ".mask", in: inside)
    let audio = draft.audio(of: video, named: name)
    let connection = draft.connection(numbered: number, in: table)
    draft.reportUnknownKeys()
    let epoch = Epoch(
      values: values, clock: clock, animations: content.animations + animations)
    let layer = Layer(
      index: number, name: name,
      layerClass: draft.layerClass.isOfFilesOnly || isSplit ? .plain : draft.layerClass,
      epochs: [epoch],
      sublayers: sublayers, mask: mask, place: SourcePlace(node.mark),
      sceneReference: scene?.shown, video: video, audio: audio, connection: connection)
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

  /// `showsTime`: whether the layer's own contents follow its clock.
  private func clock(
    _ fields: MappingReader, in place: LayerPlace, shows showsTime: Bool
  ) -> LayerClock {
    let clock = LayerClock(
      beginTime: fields[Key.layerBeginTime], speed: fields[Key.layerSpeed],
      timeOffset: fields[Key.layerTimeOffset])
    // With a time on stage, the clock of what moves inside begins when the layer comes.
    let isOnStage = fields.has(Key.inPoint) || fields.has(Key.outPoint)
    if clock.beginTime > 0, !showsTime, !isOnStage, let node = fields.keyNode(Key.layerBeginTime) {
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
  /// Whether the layer shows contents with their own time, so that its clock may delay them.
  fileprivate var showsTime: Bool { self == .scene || self == .video || self == .sequence }

  /// Whether loading replaces such a layer by a layer of another class.
  fileprivate var isOfFilesOnly: Bool { self == .scene || self == .sequence }
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
    let whole = context.symbols.defaults.completing(node, ofClass: layerClass ?? .plain)
    guard let fields = MappingReader(whole, words.vocabulary, context) else { return nil }
    // Without a class, every property would be called unknown.
    guard let layerClass else { return nil }
    self.fields = fields
    self.layerClass = layerClass
    self.context = context
  }

  /// After reporting an unknown class, the most likely class, so that more errors are found; or
  /// `nil`.
  private static func layerClass(of node: YAMLNode, _ context: SceneContext) -> LayerClass? {
    let value = node.entries?.first { $0.name == Key.layerClass.name }?.value
    guard let value else { return classUnderAnotherKey(of: node) ?? .plain }
    guard let name = context.read(value, Key.layerClass.reader) else { return nil }
    if let found = LayerClass.named(name) { return found }
    return context.guessUnknownClass(name, at: value)
  }

  /// The class given under a wrong key such as `type`, which is reported as unknown; the layer's
  /// other keys are then read as keys of this class.
  private static func classUnderAnotherKey(of node: YAMLNode) -> LayerClass? {
    node.entries?.lazy.compactMap { entry -> LayerClass? in
      guard let name = entry.value.scalar?.text, let found = LayerClass.named(name),
        found.property(named: entry.name) == nil,
        ForeignNames.keys[ForeignNames.normalized(entry.name)]?.contains(Key.layerClass.name)
          == true
      else { return nil }
      return found
    }.first
  }

  /// The values of all properties that the file gives, and the values that follow from its frame.
  /// `base` has the values of all other properties; by default the class's initial values.
  func values(over base: LayerValues? = nil) -> LayerValues {
    var values = base ?? layerClass.initialValues
    if layerClass == .text, let font = context.symbols.font { values[.font] = font }
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
    if known == nil, let other = ForeignNames.layerClass(name) {
      error(
        .unknownClass,
        "unknown layer class \(name.quoted); expected \(Key.layerClass.expectation)",
        at: node, hint: other.hint)
      return LayerClass.named(other.name)
    }
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
    if entry.name == Property.path.name, layerClass == .text {
      error(
        .unknownKey, "'path' is a line that shapes draw; text stands on a 'textPath'",
        at: entry.key, hint: "did you mean 'textPath'?")
      return true
    }
    let meant = ForeignNames.keys[ForeignNames.normalized(entry.name)] ?? []
    if meant.contains(where: { words.key(named: $0) != nil }) { return false }
    let owner =
      entry.name == Key.split.name
      ? .text : LayerClass.all.first { $0.property(named: entry.name) != nil }
    if let owner {
      error(
        .unknownKey,
        "\(entry.name.quoted) belongs to layers of class '\(owner.name)'; this one is a '\(layerClass.name)'",
        at: entry.key, hint: "write class: \(owner.name)")
      return true
    }
    if let refused = RefusedKey.named(entry.name, meaning: meant) {
      error(.notAvailable, refused.message, at: entry.key, hint: refused.hint)
      return true
    }
    return !meant.isEmpty && explainForeign(entry, meant)
  }

  /// Reports a key that layers of another class have.
  private func explainForeign(_ entry: YAMLNode.Entry, _ meant: [String]) -> Bool {
    for owner in LayerClass.all {
      let known: (String) -> Bool = { name in owner.ownProperties.contains { $0.name == name } }
      guard let name = meant.first(where: known) else { continue }
      error(
        .unknownKey, "unknown key \(entry.name.quoted) for a layer of another class", at: entry.key,
        hint: "write class: \(owner.name), with \(name)")
      return true
    }
    return false
  }
}
