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
