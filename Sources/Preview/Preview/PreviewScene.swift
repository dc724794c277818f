package import RostrumBase
import RostrumCanvas
package import RostrumFigures
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput
package import RostrumRendering
import RostrumSceneEditing
import RostrumSceneFile
import RostrumSource

/// A scene file as it was read last, and its frames. All tabs that show it share one renderer.
///
/// While the file has mistakes, the last scene without any stays.
package actor PreviewScene {
  /// As the user wrote it.
  package nonisolated let path: String

  package let options: PreviewOptions
  var inputs: PreviewInputs
  private let fonts: FontBook
  private let pictures = DecodedPictures()
  private let levels = SoundLevels()
  let files = WatchedFiles()
  /// The last reading that gave a scene, or a draft of it.
  private(set) var lastValidScene: ReadScene?
  /// The file as it was read last; `nil` while it has mistakes.
  private(set) var editable: EditableScene?
  /// The texts without mistakes that the file has had.
  private(set) var texts = EarlierTexts()
  var history = EditHistory()
  /// The draft that was shown last, which may be written as it is.
  var draft: (bytes: [UInt8], opened: OpenedScene)?
  /// The layers that this preview leaves out of the picture.
  var visibility = LayerVisibility()
  /// The numbers of the file's layers, and of the shown scene's.
  var identities = LayerIdentities()
  private(set) var shownIdentities = LayerIdentities()
  /// The tree of a reading, with everything put in.
  var expandedTree: (reading: Int, tree: ExpandedText?)?
  /// Whether `lastValidScene` has changes that are not written.
  private(set) var isDraft = false
  /// Counts how often the file was read.
  private(set) var reading = 0
  /// Counts the scenes that were shown.
  private var revision = 0
  /// The scene's parameters, as the last reading found them.
  private(set) var declared: [ParameterFact] = []
  /// The mistakes and warnings of the last reading.
  private var problems: [PreviewProblem] = []
  private var mixing: SoundMixing?
  private var subscribers: [Int: AsyncStream<Void>.Continuation] = [:]
  private var subscriberCount = 0
  private var watch: Task<Void, any Error>?

  /// How long to wait after a change notification, since the file may still be being written.
  private static let quietTime = Duration.milliseconds(4)
  /// After how many readings texts are forgotten that no scene shows any more.
  private static let textTurn = 64

  package init(path: String, options: PreviewOptions) {
    (self.path, self.options) = (path, options)
    inputs = PreviewInputs(given: options.scene.parameters, data: options.data)
    fonts = FontBook(fontFiles: options.scene.fontFiles)
  }

  // MARK: Reading

  private var opener: SceneOpener {
    SceneOpener(options: sceneOptions, fonts: fonts, pictures: pictures, levels: levels)
  }

  /// Reads the file where it was never read or has changed since. Returns whether it was.
  @discardableResult
  package func readIfNeeded() -> Bool {
    let changed = files.changed
    guard reading == 0 || !changed.isEmpty else { return false }
    files.accept(changed)
    read()
    return true
  }

  private func read() {
    (reading, isDraft, editable, draft) = (reading + 1, false, nil, nil)
    let start = Date()
    do {
      if let data = inputs.data {
        files.add([.resolved(data)], readSince: start)
        inputs.table = try DataTable.load(path: data)
        if let table = inputs.table, table.hasErrors {
          throw InvalidScene(result: table.withoutRows)
        }
      }
      let parsed = try? opener.parse(path)
      let opened = try opener.open(path, parsed: parsed)
      let text =
        if let parsed {
          EditableText(parsed, maximumNodes: options.scene.maximumNodes)
        } else {
          try? EditableText(opened.result.source, maximumNodes: options.scene.maximumNodes)
        }
      try take(opened, text, readSince: start)
    } catch let invalid as InvalidScene {
      files.add(invalid.result.files, readSince: start)
      problems = Self.problems(invalid.result, options)
    } catch {
      files.add([.resolved(path)], readSince: start)
      problems = [PreviewProblem(message: "\(error)", path: path)]
    }
  }

  /// Shows a scene that was read, and the text that it was made of.
  private func take(
    _ opened: OpenedScene, _ text: EditableText?, readSince start: Date, isSameTree: Bool = false
  ) throws {
    identities = identities.following(opened.scene, text, isSameTree: isSameTree)
    shownIdentities = identities
    declared = opened.result.parameters
    files.add(opened.result.files, readSince: start)
    problems = Self.problems(opened.result, options)
    try show(opened)
    guard let text else { return }
    editable = EditableScene(text: text, scene: opened.scene)
    texts.add(text, at: reading, isSameTree: isSameTree)
  }

  /// Takes a scene that was just written for what the file has, without reading it again.
  func takeWritten(
    _ opened: OpenedScene, _ text: EditableText, readSince start: Date, isSameTree: Bool
  ) throws {
    (reading, isDraft, editable, draft) = (reading + 1, false, nil, nil)
    try take(opened, text, readSince: start, isSameTree: isSameTree)
    tellSubscribers()
  }

  /// The scene's tree with parameters, calculations and repetitions put in, of this reading.
  func expanded() -> ExpandedText? {
    if let expandedTree, expandedTree.reading == reading { return expandedTree.tree }
    let tree = editable.flatMap {
      opener.checkingLoader.expandedRoot(of: $0.text.parsed).map(ExpandedText.init)
    }
    expandedTree = (reading, tree)
    return tree
  }

  /// How the scene is loaded, with the parameters of this preview.
  var sceneOptions: SceneOptions {
    var scene = options.scene
    scene.parameters = inputs.values
    return scene
  }

  private func show(_ opened: OpenedScene) throws {
    revision += 1
    if revision.isMultiple(of: Self.textTurn) { fonts.forgetUnused() }
    lastValidScene = try ReadScene(
      opened, showing: visibility.scene(opened.scene, shownIdentities), scale: options.scene.scale,
      revision: revision, after: lastValidScene)
  }

  /// Shows the last scene again, with other layers.
  func showAgain() {
    guard let opened = lastValidScene?.opened else { return }
    try? show(opened)
    tellSubscribers()
  }

  /// Reads the file again, whether it has changed or not, and notifies the observers.
  func readAgain() {
    files.accept(files.changed)
    read()
    tellSubscribers()
  }

  /// A changed text as a scene. Throws `InvalidScene` where it has mistakes.
  func opened(_ text: EditableText) throws -> OpenedScene {
    try opener.open(path, parsed: text.parsed)
  }

  /// Shows changes that are not written.
  func showDraft(_ opened: OpenedScene, _ text: EditableText) throws {
    shownIdentities = identities.following(opened.scene, text, isSameTree: true)
    try show(opened)
    isDraft = true
    tellSubscribers()
  }

  func tellSubscribers() {
    for subscriber in subscribers.values { subscriber.yield() }
  }

  /// Whether the last reading gave a scene.
  private var isRight: Bool { !problems.contains { $0.severity == .error } }

  private static func problems(
    _ result: LoadResult, _ options: PreviewOptions
  ) -> [PreviewProblem] {
    result.diagnostics.map { PreviewProblem($0, in: result, editor: options.editor) }
  }

  /// Yields whenever the file was read again, until the stream is released. Files are watched only
  /// while there is such a stream.
  package func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    subscriberCount += 1
    let number = subscriberCount
    subscribers[number] = continuation
    continuation.onTermination = { _ in startTask { await self.unsubscribe(number) } }
    if watch == nil { watch = startTask { try await self.readAgainAndAgain() } }
    return stream
  }

  private func unsubscribe(_ number: Int) {
    subscribers[number] = nil
    guard subscribers.isEmpty else { return }
    watch?.cancel()
    watch = nil
  }

  /// Reads the file again whenever one that it is made of changes, until it is cancelled.
  private func readAgainAndAgain() async throws {
    let events = FolderEvents()
    while true {
      events.add(files.folders)
      if readIfNeeded() {
        tellSubscribers()
      } else {
        try await events.next()
        // Editors write in several steps.
        try await Task.sleep(for: Self.quietTime)
      }
    }
  }

  // MARK: Sound

  /// The mix of the scene's sounds. It is made anew only when a sound, its file or its place in
  /// time has changed. `nil` for a silent scene.
  func currentMixing() -> SoundMixing? {
    guard let scene = lastValidScene?.opened.scene, !scene.isSilent else { return nil }
    let source = SoundMixing.Source(scene.sound)
    if let mixing, mixing.source == source { return mixing }
    mixing?.task.cancel()
    let mixing = SoundMixing(
      source: source,
      task: startTask { [levels] in try await MixedSound(source.mix, levels: levels) })
    self.mixing = mixing
    return mixing
  }

  // MARK: Messages

  /// The scene with all that does not change from frame to frame, or its mistakes alone.
  package var description: JSONValue {
    var entries: [(String, JSONValue)] = [
      ("type", .string("scene")), ("path", .string(path)), ("revision", .integer(revision)),
      ("reading", .integer(reading)), ("isDraft", .flag(isDraft)), ("isRight", .flag(isRight)),
      ("problems", .array(problems.map(\.json))), ("parameters", parameters), ("rows", rows),
      ("canUndo", .flag(!history.done.isEmpty)), ("canRedo", .flag(!history.undone.isEmpty)),
      ("hiddenLayers", visibility.json), ("layers", shownIdentities.json),
    ]
    if let lastValidScene { entries += lastValidScene.description }
    return .object(entries)
  }

  /// The `rows` of the timeline and its `sounds`, with the `layers`, a `link` to a line of the
  /// file, `path`, `reading` and `revision` of their scene; `nil` without a scene. They are worked
  /// out while the actor does other work.
  package nonisolated func timeline() async -> JSONValue? {
    guard let (scene, editable, layers, reading, revision) = await shownScene else { return nil }
    return .object([
      ("layers", layers.json),
      ("link", .string(options.editor.address(path: FilePath.resolved(self.path).string))),
      ("path", .string(path)), ("reading", .integer(reading)), ("revision", .integer(revision)),
      ("rows", scene.timelineRows), ("sounds", scene.soundRows(in: editable)),
    ])
  }

  private var shownScene: (Scene, EditableScene?, LayerIdentities, reading: Int, revision: Int)? {
    lastValidScene.map { ($0.opened.scene, editable, shownIdentities, reading, revision) }
  }

  /// The `layers` are the layers' numbers, and `names` their names, in the order of the
  /// scene that a `value` is of.
  private func numbered(_ value: String, in scene: Scene) -> JSONValue {
    let names = scene.shownNames
    return .object([
      ("layers", shownIdentities.json), ("value", .literal(value)),
      ("names", .array((0...(names.keys.max() ?? 0)).map { .string(names[$0]) })),
    ])
  }

  /// The state of all layers and animations at a frame; `nil` without a scene.
  package func inspection(frame: Int) -> JSONValue? {
    guard let lastValidScene else { return nil }
    let inspection = Inspection(
      lastValidScene.opened.scene, at: lastValidScene.time(ofFrame: frame))
    return numbered(InspectionFormat.json.text(inspection), in: lastValidScene.opened.scene)
  }

  /// The steps to a value, for people; `nil` where there is no such value.
  package func explanation(layer: String, keyPath: String, frame: Int) -> String? {
    guard let lastValidScene else { return nil }
    let explanation = try? SceneSampler(lastValidScene.opened.scene).explanation(
      layer: layer, keyPath: keyPath, at: lastValidScene.time(ofFrame: frame))
    return explanation.map { ExplanationFormat.text.text($0) }
  }

  /// A value of a layer over the scene's time: its `layer` and `keyPath`, `svg`, a figure with the
  /// frame's time marked, and `graph`, its numbers between the first and the last of `frames`;
  /// `nil` where there is no such value, or none that makes a curve.
  package func curve(
    layer: String, keyPath: String, frame: Int, over frames: ClosedRange<Int>, theme: Theme
  ) -> JSONValue? {
    guard let lastValidScene,
      let targets = try? lastValidScene.opened.scene.figureTargets(layer: layer, keyPath: keyPath)
    else { return nil }
    let source = FigureDeclaration.SceneSource(path: path, scene: lastValidScene.opened.scene)
    var plot = FigureDeclaration.PropertyPlot(source, targets.named(in: source))
    plot.look.times = [lastValidScene.time(ofFrame: frame)]
    var options = FigureJob.Options()
    options.theme = theme
    let job = FigureJob(FigureDeclaration(.properties(plot)), options: options)
    guard let svg = try? job.artwork().svg() else { return nil }
    let graph = lastValidScene.opened.scene.graph(
      of: targets, over: lastValidScene.times(of: frames))
    return .object([
      ("layer", .string(layer)), ("keyPath", .string(keyPath)), ("svg", .string(svg)),
      ("graph", graph),
    ])
  }

  /// The layers under a point of the canvas, in points, front first; `nil` without a scene.
  package func hits(x: Double, y: Double, frame: Int) -> JSONValue? {
    guard let lastValidScene else { return nil }
    let time = lastValidScene.time(ofFrame: frame)
    let scene = lastValidScene.opened.scene
    return numbered(InspectionFormat.json.hits(scene, x: x, y: y, at: time), in: scene)
  }

  /// A layer with the corners of its copies on the canvas, in pixels; `nil` without one.
  package func outlines(layer number: Int?, frame: Int) -> JSONValue? {
    guard let lastValidScene, let number, let index = shownIdentities.index(ofNumber: number)
    else { return nil }
    let (scene, scale) = (lastValidScene.opened.scene, options.scene.scale)
    let all = scene.outlines(ofLayer: index, at: lastValidScene.time(ofFrame: frame))
    let copies = all.map { corners -> JSONValue in
      .array(corners.map { .array([.number($0.x * scale), .number($0.y * scale)]) })
    }
    return .object([("layer", .integer(number)), ("copies", .array(copies))])
  }

  /// The part of a frame that differs from what a tab shows; all of it where that is of another
  /// reading. With a `view` what the frame costs, in its place. `nil` without a scene.
  package func update(
    to frame: Int, from shown: ShownFrame?, view: CostView? = nil
  ) throws -> FrameUpdate? {
    guard let view else { return try lastValidScene?.update(to: frame, from: shown) }
    return try lastValidScene?.costs(of: frame, view)
  }

  /// A small picture of the middle of the scene, a PNG file; `nil` where the file has mistakes.
  package func thumbnail() -> [UInt8]? {
    guard
      let opened = try? opener.open(path),
      let scene = try? ReadScene(
        opened, scale: Self.thumbnailSize / max(opened.scene.size.width, opened.scene.size.height),
        revision: 0)
    else { return nil }
    return try? scene.update(to: scene.frameCount / 2, from: nil).parts.first?.file
  }

  /// The longer side, in pixels.
  private static let thumbnailSize = 160.0
}
