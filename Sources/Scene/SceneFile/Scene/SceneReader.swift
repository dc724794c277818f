import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let canvasSize = Field(
    "size", .canvasSize, isRequired: true,
    "The canvas, in points: [width, height]. y grows downwards.")
  static let background = DefaultedField(
    "background", .color, default: nil, "What lies behind all layers; none is transparent.")
  static let framesPerSecond = DefaultedField(
    "fps", .frameRate, default: .standard,
    "Frames per second: a number or a fraction, 1 to 1000.")
  static let sceneDuration = Field<Double?>(
    "duration", .sceneDuration,
    "The length in seconds. Default: until the last animation has ended, the last layer has left and the last sound is over; with auto, a sound that goes on fades out."
  )
  static let sceneFont = Field(
    "font", .font, shownDefault: "Liberation Sans",
    "The typeface of the text layers that name none, or a list, each for the letters that those before it do not have."
  )
  package static let layers = Field("layers", .layers, "The layers, from back to front.")
}

extension Vocabulary {
  /// The keys of the file as a whole.
  public static let scene = Vocabulary(
    owner: "a scene",
    [
      Key.canvasSize, Key.background, Key.framesPerSecond, Key.sceneDuration, Key.sceneFont,
      Key.layers, Key.camera, Key.audio, Key.loudness, Key.captions, Key.chapters, Key.filmTitle,
      Key.filmLanguage, Key.filmTags, Key.poster, Key.events, Key.clocks,
      Key.physics,
      Key.parameters, Key.letValues,
      Key.components, Key.styles, Key.expectations, Key.checkSettings, Key.allow,
    ])

  /// Every vocabulary of the scene language, in the order of the documentation.
  public static let all: [Vocabulary] = {
    let others: [Vocabulary] = [
      .font, .textRun, .spring, .timingFunction, .event, .completion, .transaction, .viewAnimation,
      .physics,
      .audio, .gain, .pan, .ducking, .captions, .caption, .chapter, .physicsBody, .wall, .joint,
      .clock, .jitter, .followedValue,
      .emitterCell, .parameter,
      .forEach, .range, .stagger, .layout, .layoutChange, .pin, .cameraMove, .connection, .waveform,
      .sequenceTransition, .component, .use, .styles, .turn,
      .sizeToFit, .split, .expectation, .checkSettings,
    ]
    let layers = LayerClass.all.map { layer($0) }
    let filters = FilterKind.all.map { filter($0) }
    return [scene] + layers + AnimationType.all.map(\.vocabulary) + others + filters
  }()
}

/// Reads a scene file as a whole.
struct SceneReader {
  let context: SceneContext
  let innerScenes: InnerScenes
  let registry: LayerRegistry
  /// The place of the file's layers: inside a layer when the file is a scene inside another.
  let place: LayerPlace
  /// The values of its parameters.
  let given: GivenParameters

  struct ReadResult {
    /// `nil` after reporting why.
    let scene: Scene?
    let parameters: [ParameterFact]
    /// The names of all parameters that the scene declares; `nil` if the file is not a scene.
    var declaredParameters: [String]?
    /// The values that the layer which shows this scene gives its parameters, so that it can be
    /// written again.
    let givenByLayer: [(name: String, value: ArgumentValue)]
    /// The author's own demands on the scene.
    var requests = SceneRequests()
  }

  func read(_ root: YAMLNode) -> ReadResult {
    if root.isNull {
      context.error(
        .emptyScene, "the file is empty", at: root, hint: "a scene starts with size and layers")
      return ReadResult(scene: nil, parameters: [], givenByLayer: [])
    }
    var binder = ParameterBinder(context: context, innerScenes: innerScenes, given: given)
    let fields = MappingReader(binder.bound(root), .scene, context)
    let scene = fields.flatMap(scene)
    return ReadResult(
      scene: scene, parameters: binder.facts,
      declaredParameters: binder.declaredNames, givenByLayer: binder.givenByLayer,
      requests: fields.map(requests) ?? SceneRequests())
  }

  /// Names of layers are known once these were read.
  private func requests(_ fields: MappingReader) -> SceneRequests {
    context.allowWarnings(fields, isWhole: true)
    let names = registry.missesLayers ? nil : Set(registry.names.keys)
    return SceneRequests(
      expectations: context.expectations(fields[Key.expectations] ?? [], of: names),
      stillness: fields[Key.checkSettings] ?? nil)
  }

  private func scene(_ fields: MappingReader) -> Scene? {
    let size = fields[Key.canvasSize]
    let background = fields[Key.background]
    let rate = fields.checked(Key.framesPerSecond).map { context.options.frameRate ?? $0 }
    let duration = sceneDuration(fields)
    let physics = fields.node(Key.physics)
    _ = fields[Key.components]
    _ = fields[Key.letValues]
    let content = content(fields, size, sceneDuration: duration ?? nil)
    let (layers, events) = (content.layers, content.events)
    let loudness = loudness(fields)
    let information = information(fields)
    fields.reportUnknownKeys()
    context.checkEffectDepth(layers, registry.names)
    if let physics, duration == .some(nil) { reportMissingDuration(at: physics) }
    guard let size, let rate, let duration else { return nil }
    guard let loudness,
      let clock = clock(fields, rate, duration, content)
    else { return nil }
    reportLate(fields, information, content.captions, clock.duration)
    let moved =
      physics.map {
        PhysicsReader(
          context: context, canvas: size, layers: layers, duration: clock.duration
        ).simulated($0)
      } ?? layers
    return Scene(
      size: size, background: background, clock: clock, layers: moved, events: events,
      audio: fields.endsWithPicture ? content.audio.fading(at: clock.duration) : content.audio,
      loudness: loudness, captions: content.captions,
      information: information)
  }

  /// The layers and sounds of a scene.
  private struct Content {
    let layers: [Layer]
    let events: [EventRecord]
    let audio: [AudioTrack]
    let captions: CaptionTrack?
  }

  /// The film's metadata: title, chapters and so on.
  private func information(_ fields: MappingReader) -> FilmInformation {
    let chapters = fields[Key.chapters] ?? []
    let nodes = fields.node(Key.chapters)?.items ?? []
    for (index, chapter) in chapters.enumerated() where index < nodes.count {
      let before = index > 0 ? chapters[index - 1].time : nil
      guard before.map({ chapter.time <= $0 }) ?? (chapter.time > 0) else { continue }
      context.error(
        .outOfRange,
        before == nil
          ? "the first chapter begins at 0" : "chapters follow each other, each later than before",
        at: nodes[index])
    }
    var tags: [String: String] = [:]
    for (name, text) in fields[Key.filmTags] ?? [:] { tags[name] = text }
    return FilmInformation(
      title: fields[Key.filmTitle], language: fields[Key.filmLanguage], tags: tags,
      chapters: chapters, poster: fields[Key.poster])
  }

  /// Reports chapters, a poster frame and captions after the end of the film.
  private func reportLate(
    _ fields: MappingReader, _ information: FilmInformation, _ captions: CaptionTrack?,
    _ end: Double
  ) {
    func report(_ what: String, _ time: Double?, at node: YAMLNode?) {
      guard let time, let node, time >= end, end > 0 else { return }
      context.warning(
        .afterEnd,
        "the \(what) is at \(time.sceneText) s, when the scene is over (\(end.sceneText) s)",
        at: node, hint: "name an earlier time, or give the scene a longer duration")
    }
    let nodes = fields.node(Key.chapters)?.items ?? []
    for (chapter, node) in zip(information.chapters, nodes) {
      report("chapter", chapter.time, at: node)
    }
    report("poster", information.poster, at: fields.node(Key.poster))
    let late = captions?.captions.first { $0.start >= end }
    report("caption", late?.start, at: fields.node(Key.captions))
  }

  /// `.some(nil)` for none, `nil` after reporting a wrong one.
  private func loudness(_ fields: MappingReader) -> Double?? {
    guard let loudness = fields.ifGiven(Key.loudness) else { return nil }
    guard let loudness, loudness > 0, let node = fields.node(Key.loudness) else {
      return .some(loudness)
    }
    return context.failure(
      .outOfRange, "expected \(Key.loudness.expectation); found \(loudness.sceneText)", at: node)
  }

  /// The layers with their animations and events, and the sounds. Declarations that animations name
  /// are read before them.
  private func content(
    _ fields: MappingReader, _ size: Size?, sceneDuration: Double?
  ) -> Content {
    let symbols = SymbolTable(
      clocks: fields[Key.clocks] ?? [:], styles: fields[Key.styles] ?? Styles(),
      font: fields[Key.sceneFont].flatMap { font($0, at: fields.node(Key.sceneFont)) })
    let context = context.declaring(symbols)
    let reader = LayerReader(
      context: context, innerScenes: innerScenes, registry: registry, canvas: size ?? .zero
    ) { root, reader, place, given in
      let inner = SceneReader(
        context: reader.context, innerScenes: reader.innerScenes, registry: reader.registry,
        place: place, given: given
      ).read(root)
      return (inner.scene, inner.givenByLayer)
    }
    let audio = fields.node(Key.audio).flatMap { context.read($0, Key.audio.reader) } ?? []
    for track in audio { if let name = track.name { symbols.audioNames.tracks[name] = track } }
    if let layers = fields.node(Key.layers) { context.prepareLevels(in: layers) }
    var place = place
    place.bounds = size.map { Rect(origin: .zero, size: $0) }
    var nodes = fields[Key.layers] ?? []
    if let camera = fields.entries.first(where: { $0.name == Key.camera.name }) {
      nodes = [camera.wholeScene(nodes, size ?? .zero)]
      place.isOfCamera = true
    }
    var layers = reader.layers(nodes, in: place)
    place.isOfCamera = false
    for pass in LoweringPass.all { pass.checkRead?(layers, registry, context) }
    let captions = reader.captions(fields, in: place)
    if let layer = captions?.layer { layers.append(layer) }
    context.checkDuckings()
    let events = EventListReader(context: context, registry: registry, place: place)
    let replayed = events.replayed(
      fields[Key.events] ?? [], on: layers, sceneDuration: sceneDuration)
    for pass in LoweringPass.all { pass.checkReplayed?(replayed.layers, registry, context) }
    warnOfUnused(fields.node(Key.clocks), "clock", context) { _ in
      "name it in an animation, or remove it"
    }
    warnOfUnused(fields.node(Key.styles), Key.layerStyle.name, context) { name in
      context.suggestion(for: name, among: Vocabulary.styles.keys.map(\.name))
        ?? "write style: \(name) for a layer, or remove it"
    }
    return Content(
      layers: replayed.layers, events: replayed.events, audio: audio,
      captions: captions?.track)
  }

  /// Warns of declarations that nothing names.
  private func warnOfUnused(
    _ node: YAMLNode?, _ kind: String, _ context: SceneContext, hint: (String) -> String
  ) {
    for entry in node?.entries ?? []
    where !context.symbols.usedNames.contains(kind, entry.name) && !context.isAliased(entry.value)
      && (kind != Key.layerStyle.name || Vocabulary.styles.key(named: entry.name) == nil)
    {
      context.warning(
        .unusedParameter, "the \(kind) \(entry.name.quoted) is not used", at: entry.key,
        hint: hint(entry.name))
    }
  }

  /// The font, or `nil` after reporting that it does not exist: once, not at every text.
  private func font(_ font: FontReference, at node: YAMLNode?) -> FontReference? {
    var values = LayerClass.text.initialValues
    values[.font] = font
    do throws(AssetProblem) {
      try context.files.inspector.inspectText(values)
      return font
    } catch {
      if let node { context.report(error, at: node, in: nil) }
      return nil
    }
  }

  /// `.some(nil)` where the content decides, `nil` after reporting a wrong one.
  private func sceneDuration(_ fields: MappingReader) -> Double?? {
    guard let node = fields.node(Key.sceneDuration) else { return .some(nil) }
    return context.read(node, Key.sceneDuration.reader)
  }

  private func reportMissingDuration(at physics: YAMLNode) {
    context.error(
      .endless, "physics never ends, and the scene has no duration", at: physics,
      hint: "give the scene a duration")
  }

  // MARK: The clock

  private func clock(
    _ fields: MappingReader, _ rate: FrameRate, _ given: Double?, _ content: Content
  ) -> FrameClock? {
    let duration: Double
    if let given {
      duration = given
    } else {
      guard let end = endTime(of: content.layers, at: fields.node) else { return nil }
      let heard = content.audio.map(\.endTime).filter(\.isFinite).max() ?? 0
      duration = fields.endsWithPicture && end > 0 ? end : max(heard, end, 0)
    }
    let clock = FrameClock(rate: rate, duration: given == nil ? rate.whole(duration) : duration)
    guard clock.frameCount > context.options.maximumFrames, !innerScenes.isInside else {
      return clock
    }
    return context.failure(
      .tooManyFrames,
      "the scene has \(clock.frameCount) frames, more than the limit of \(context.options.maximumFrames)",
      at: fields.node(Key.sceneDuration) ?? fields.node, hint: "raise the limit with --max-frames")
  }

  private func endTime(of layers: [Layer], at node: YAMLNode) -> Double? {
    guard !context.collector.hasErrors else { return 0 }
    if innerScenes.isInside { return min(layers.innerEndTime.finiteOrZero, Limit.seconds) }
    guard let last = layers.max(by: { $0.endTime < $1.endTime }) else { return 0 }
    if last.endTime == .infinity {
      return context.failure(
        .endless,
        "the animations of layer \(last.name.quoted) never end, and the scene has no duration",
        at: registry.names[last.name] ?? node, hint: "give the scene a duration")
    }
    guard last.endTime <= Limit.seconds else {
      return context.failure(
        .outOfRange, "the animations of layer \(last.name.quoted) end later than 1000000 seconds",
        at: registry.names[last.name] ?? node, hint: "give the scene a duration")
    }
    return last.endTime
  }
}

extension FrameRate {
  /// A duration without the moment after the last frame at which captions are gone and cameras have
  /// come to rest.
  fileprivate func whole(_ duration: Double) -> Double {
    let frames = (duration * framesPerSecond).rounded(.down)
    return frames > 0 && duration - frames / framesPerSecond < 1.5e-3
      ? frames / framesPerSecond : duration
  }
}

extension MappingReader {
  /// Whether the scene is over when nothing moves any more.
  fileprivate var endsWithPicture: Bool { node(Key.sceneDuration)?.scalar?.text == "auto" }
}

extension [AudioTrack] {
  /// How long a sound fades that the picture's end cuts off, in seconds.
  private static var fade: Double { 1 }

  fileprivate func fading(at end: Double) -> [AudioTrack] {
    map { track in
      guard track.endTime > end, track.fadeOut == 0 else { return track }
      var faded = track
      faded.fadeOut = Swift.max(Swift.min(Self.fade, end - track.beginTime), 0)
      return faded
    }
  }
}

extension Reader where Content == Double? {
  /// Seconds, or `auto`.
  fileprivate static let sceneDuration: Reader = {
    let seconds = Reader<Double>.duration
    let expectation = seconds.expectation + ", or auto"
    return Reader(
      expectation, example: "1",
      schema: ["anyOf": [SchemaPart.oneOf(["auto"]), seconds.schema]]
    ) { node, context in
      if node.scalar?.text == "auto" { return .some(nil) }
      guard let number = node.numberText, number != .none else {
        return context.mismatched(expectation, at: node)
      }
      return context.read(node, seconds).map { .some($0) }
    }
  }()
}

extension Reader where Content == Size {
  /// The size of a canvas that can be drawn.
  fileprivate static let canvasSize: Reader = {
    let numbers = Reader<[Double]>.numbers([2], "[width, height], both above 0")
    return Reader(
      numbers.expectation, example: "[10, 10]",
      schema: SchemaPart.list(of: 2, SchemaPart.number(.moreThanZero))
    ) { node, context in
      guard let list = numbers.read(node, context) else { return nil }
      for (value, place) in zip(list, node.items ?? []) where value <= 0 {
        context.error(
          .outOfRange, "the canvas needs a size above 0; found \(value.sceneText)", at: place)
      }
      guard list.allSatisfy({ $0 > 0 }) else { return nil }
      let size = Size(width: list[0], height: list[1])
      return context.isCanvas(size, at: node) ? size : nil
    }
  }()
}

extension SceneContext {
  /// Cairo's limit for one side of a picture, in pixels.
  private static let maximumSide = 32_767.0

  fileprivate func isCanvas(_ size: Size, at node: YAMLNode) -> Bool {
    let width = (size.width * options.scale).rounded(.up)
    let height = (size.height * options.scale).rounded(.up)
    let pixels = "\(width.sceneText) x \(height.sceneText) pixels"
    if width * height > Double(options.maximumPixels) {
      return failure(
        .canvasTooLarge,
        "the canvas has \(pixels), more than the limit of \(options.maximumPixels)", at: node,
        hint: "raise the limit with --max-pixels")
    }
    if max(width, height) > Self.maximumSide {
      return failure(
        .canvasTooLarge, "the canvas has \(pixels); a side has at most 32767", at: node)
    }
    return true
  }
}
