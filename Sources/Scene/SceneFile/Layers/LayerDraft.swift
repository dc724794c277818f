import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// A layer that is being read: its keys, and the layer that it has become so far.
struct LayerDraft {
  let reader: LayerReader
  let fields: MappingReader
  /// The class that the file names, so that its keys mean something.
  let layerClass: LayerClass
  private let words: LayerWords
  /// The layer's index.
  let number: Int
  let name: String
  /// The name that follows from the layer's place in the file.
  let defaultName: String
  let place: LayerPlace

  /// The class of the layer that it becomes.
  var modelClass: LayerClass
  /// Whether what the layer itself shows follows its clock, so that its clock may delay it.
  var showsClock = false
  /// Whether the layer around says when this one is on stage.
  var isStagedAround = false
  private(set) var clock = LayerClock()
  /// The place of the layers inside.
  var inside: LayerPlace
  var sizing = LayerSizing()
  /// The values before the layer's properties are read.
  var baseValues: LayerValues?
  var values = LayerValues()
  /// The properties that a pass has reported, whose values are not read.
  var refusedProperties: Set<Property> = []
  /// Puts the layer where it belongs once its size is known, or has changed.
  var placement: (@Sendable (inout LayerValues) -> Void)?
  /// The nodes of the layer's own animations.
  var animationNodes: [YAMLNode] = []
  private(set) var animationPlace: AnimationPlace
  var animations: [AttachedAnimation] = []
  /// The nodes of the sublayers.
  var sublayerNodes: [YAMLNode] = []
  /// `nil` before they are read.
  var sublayers: [Layer]?
  private var mask: Layer?
  var sceneReference: SceneReference?
  var video: VideoReference?
  var audio: [AudioTrack] = []
  var connection: Connection?
  /// The values that passes keep for their later stages.
  var attachments = Attachments()

  var context: SceneContext { reader.context }
  var registry: LayerRegistry { reader.registry }

  /// `nil` after reporting that the node is no layer.
  init?(
    _ node: YAMLNode, named defaultName: String, in place: LayerPlace, _ reader: LayerReader
  ) {
    let context = reader.context
    let node = node.spelledOut(context)
    let layerClass = Self.layerClass(of: node, context)
    words = LayerWords.of(layerClass ?? .plain)
    let whole = context.symbols.styles.completing(node, ofClass: layerClass ?? .plain)
    guard let fields = MappingReader(whole, words.vocabulary, context) else { return nil }
    // Without a class, every property would be called unknown.
    guard let layerClass else { return nil }
    context.allowWarnings(fields)
    reader.registry.count += 1
    (self.reader, self.fields, self.layerClass) = (reader, fields, layerClass)
    (number, name) = (reader.registry.count, fields[Key.layerName] ?? defaultName)
    (self.defaultName, self.place, modelClass) = (defaultName, place, layerClass)
    inside = place
    animationPlace = AnimationPlace(layerClass: layerClass, latestTime: place.latestTime)
    reader.remember(name, at: fields.node(Key.layerName) ?? fields.node)
  }
}

/// The facts that passes settle about a layer's size before its content is read.
struct LayerSizing {
  /// The width between two edges of the layer around, which the layer keeps to.
  var width: Double?
  /// The height between two edges.
  var height: Double?
  /// Whether both sides follow from the content.
  var fitsContent = false
  /// The width for a height of 1, when one side follows from the other.
  var aspectRatio: Double?
  /// Whether the layer takes a share of the room that is left around it.
  var grows = false
}

// MARK: The reader's own steps

extension LayerDraft {
  mutating func readClock() {
    clock = readableClock()
    inside = place.inside(defaultName, clock)
  }

  private func readableClock() -> LayerClock {
    let clock = LayerClock(
      beginTime: fields[Key.layerBeginTime], speed: fields[Key.layerSpeed],
      timeOffset: fields[Key.layerTimeOffset])
    if clock.beginTime > 0, !showsClock, let node = fields.keyNode(Key.layerBeginTime) {
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

  /// The values of all properties that the file gives, and the values that follow from its frame.
  mutating func readValues() {
    values = baseValues ?? layerClass.initialValues
    if layerClass == .text, let font = context.symbols.font { values[.font] = font }
    for entry in fields.entries {
      guard let (property, reader) = words.properties[entry.name], !entry.isPlaceAtEdges,
        !refusedProperties.contains(property)
      else { continue }
      if let value = context.read(entry.value, reader) { values[any: property] = value }
      if property == .lineDashPattern {
        context.checkDashes(values[any: property], at: entry.value)
      }
    }
    placeFrame(in: &values)
    inspectText()
    context.check(values, of: layerClass, fields)
  }

  private func inspectText() {
    guard layerClass == .text else { return }
    let string = fields.entries.first { $0.name == Property.string.name }?.value
    let font = fields.entries.first { $0.name == Property.font.name }?.value
    context.checkText(values, string: string, font: font, or: fields.node)
  }

  /// The animations that passes add, then the layer's own.
  mutating func readAnimations() {
    registry.latestTimes[number] = inside.latestTime
    animationPlace = AnimationPlace(
      layerClass: modelClass, latestTime: inside.latestTime, values: values)
    animationNodes = fields[Key.layerAnimations] ?? []
    pass(.animated)
    animations += context.animations(animationNodes, in: animationPlace)
    inside = inside.moved(by: animations)
    inside.bounds = values[.bounds].isEmpty ? boundsAround : values[.bounds]
  }

  /// The bounds of the layer around, for a group of the scene or of a sequence that lies at its
  /// origin and has none of its own.
  private var boundsAround: Rect? {
    let isGroup = place.depth == 0 || isStagedAround || layerClass == .sequence
    guard isGroup, [.plain, .sequence].contains(layerClass), values[.position] == .zero,
      values[.transform] == .identity, !fields.has(Key.layout)
    else { return nil }
    return place.bounds
  }

  mutating func readSublayers() {
    guard sublayers == nil else { return }
    sublayerNodes = fields[Key.sublayers] ?? []
    pass(.listed)
    sublayers = sublayers ?? reader.layers(sublayerNodes, in: inside)
    pass(.arranged)
  }

  /// Puts the layer where it belongs, after its size has changed.
  mutating func settle() { placement?(&values) }

  /// A mask is not one of the sublayers that a pass places.
  mutating func readMask() {
    guard let node = fields.node(Key.mask) else { return }
    if let text = node.scalar?.text, text.wholeMatch(of: /[Mm][-0-9., ].*/) != nil {
      return context.mismatch(
        "a layer: a mapping with keys", at: node,
        hint: "write mask: {class: shape, path: \"\(text.prefix(40))\"}")
    }
    context.warnAboutMask(node)
    var place = inside
    place.attachments = Attachments()
    mask = reader.layer(node, named: defaultName + ".mask", in: place)
  }

  /// The layer that the draft has become.
  func layer() -> Layer {
    reportUnknownKeys()
    let layer = Layer(
      index: number, name: name, layerClass: modelClass,
      epochs: [Epoch(values: values, clock: clock, animations: animations)],
      sublayers: sublayers ?? [], mask: mask, place: SourcePlace(fields.node.mark),
      sceneReference: sceneReference, video: video, audio: audio, connection: connection)
    context.checkCopies(layer, fields)
    return layer
  }
}

// MARK: Classes and unknown keys

extension LayerDraft {
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

  func reportUnknownKeys() {
    // One class explains all the keys that belong to it.
    var owner: LayerClass?
    fields.reportUnknownKeys { entry in
      let found = context.owner(of: entry, besides: layerClass)
      if let found, found == owner { return true }
      owner = owner ?? found
      return context.explain(entry, for: layerClass)
    }
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
      return failure(.notAvailable, refused.message, at: node, hint: refused.hint)
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
    guard ForeignNames.answerFirst(entry.name, known: { words.key(named: $0) != nil }) == nil else {
      return false
    }
    let meant = ForeignNames.keys[ForeignNames.normalized(entry.name)] ?? []
    if meant.contains(where: { words.key(named: $0) != nil }) { return false }
    if let owner = owner(of: entry, besides: layerClass) {
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

  /// The first other class whose layers have a key.
  fileprivate func owner(of entry: YAMLNode.Entry, besides layerClass: LayerClass) -> LayerClass? {
    let words = Vocabulary.layer(layerClass)
    let meant = ForeignNames.keys[ForeignNames.normalized(entry.name)] ?? []
    guard !meant.contains(where: { words.key(named: $0) != nil }),
      words.key(named: entry.name) == nil
    else { return nil }
    return LayerClass.all.first {
      $0.property(named: entry.name) != nil || LoweringPass.suggests($0, for: entry.name)
    }
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
