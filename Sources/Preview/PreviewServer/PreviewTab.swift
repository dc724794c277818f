import RostrumBase
import RostrumFigures
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumPreview
import RostrumRendering

/// One tab of a browser.
actor PreviewTab {
  private let scenes: [PreviewScene]
  private let renders: RenderQueue
  private let outbox: Outbox
  private var scene: PreviewScene
  private var subscription: Task<Void, Never>?
  /// The frame that the tab shows once it has taken all messages.
  private var shown: ShownFrame?
  private var seek = 0
  private var view: CostView?
  /// The number of a layer.
  private var selected: Int?
  private var queue: [Int] = []
  private var drawing: Task<Void, Never>?
  private var mixing: Task<Void, Never>?
  private var timing: Task<Void, Never>?
  private var isTimelineOld = false

  /// Our page never queues as many; the limit stops a misbehaving client.
  private static let mostWaiting = 256

  init(scenes: [PreviewScene], renders: RenderQueue, outbox: Outbox) {
    precondition(!scenes.isEmpty, "a preview has scenes")
    (self.scenes, self.renders, self.outbox) = (scenes, renders, outbox)
    scene = scenes[0]
  }

  /// Sends the list of scenes, and the first of them.
  func begin() async {
    send([
      ("type", .string("scenes")), ("scenes", .array(scenes.map { .string($0.path) })),
    ])
    await open(0)
  }

  func end() {
    subscription?.cancel()
    drawing?.cancel()
    mixing?.cancel()
    timing?.cancel()
  }

  /// Does what the page asks for. Whatever makes no sense is left out.
  func handle(_ message: String) async {
    guard let request = try? JSONDecoder().decode(PageRequest.self, from: Data(message.utf8)) else {
      return
    }
    let frame = request.frame ?? 0
    switch request.type {
    case .open: if let index = request.scene { await open(index) }
    case .frames: ask(for: request.frames ?? [], view: request.view, seek: request.seek ?? 0)
    case .inspect:
      reply("inspection", frame, await scene.inspection(frame: frame))
    case .explain:
      guard let layer = request.layer, let keyPath = request.keyPath else { return }
      let text = await scene.explanation(layer: layer, keyPath: keyPath, frame: frame)
      reply("explanation", frame, text.map { .string($0) })
    case .curve:
      guard let layer = request.layer, let keyPath = request.keyPath else { return }
      let theme: Theme = request.isDark == true ? .dark : .light
      let curve = await scene.curve(
        layer: layer, keyPath: keyPath, frame: frame, over: request.frameRange, theme: theme)
      reply("curve", frame, curve)
    case .select:
      selected = request.index
      reply("outline", frame, await scene.outlines(layer: request.index, frame: frame))
    case .handles:
      guard let index = request.index else { return }
      reply("handles", frame, await scene.handles(layer: index, frame: frame))
    case .written:
      reply("written", frame, await scene.written(layer: request.index))
    case .source: reply("source", frame, await scene.sourceText.map { .string($0) })
    case .change:
      let state = await scene.change(
        request.edits?.map(\.edit) ?? [], ofLayers: request.edits?.map(\.layer) ?? [],
        reading: request.reading ?? 0, isDraft: request.isDraft ?? false)
      reply("editing", frame, state)
    case .restructure, .keyFrame, .cell, .copy, .additions, .keys, .look, .path, .ghosts:
      await handleAuthoring(request, frame)
    case .set: await scene.set(request.values ?? [:])
    case .row: await scene.showRow(request.row ?? 0)
    case .thumbnail: await sendThumbnail(request.scene ?? 0)
    case .sound: sendSoundFacts()
    case .samples:
      guard let id = request.id, let chunk = request.chunk else { return }
      await outbox.room()
      if let samples = await scene.samples(ofChunk: chunk, in: id) { outbox.add(.data(samples)) }
    case .compare, .approve:
      reply(
        "comparison", frame, await scene.comparison(approving: request.type == .approve))
    case .render: if let render = request.renderRequest { await self.render(render) }
    case .cancel: await renders.cancel(request.id ?? 0)
    case .command:
      guard let render = request.renderRequest else { return }
      reply("command", frame, .string(await scene.command(render)))
    case .drop: reply("editing", frame, await scene.dropDraft())
    case .undo: reply("editing", frame, await scene.undo())
    case .redo: reply("editing", frame, await scene.redo())
    case .hit:
      guard let x = request.x, let y = request.y else { return }
      reply("hits", frame, await scene.hits(x: x, y: y, frame: frame))
    }
  }

  private func handleAuthoring(_ request: PageRequest, _ frame: Int) async {
    let (index, reading) = (request.index, request.reading ?? 0)
    let steps = (request.steps ?? []).map(\.step)
    switch request.type {
    case .restructure:
      let edits = (request.changes ?? []).flatMap(\.edits)
      let values = request.edits?.map(\.edit) ?? []
      reply(
        "editing", frame,
        await scene.restructure(
          edits, setting: values, ofLayers: request.edits?.map(\.layer) ?? [], reading: reading))
    case .keyFrame:
      guard let owner = request.owner, let part = request.part else { return }
      reply(
        "editing", frame,
        await scene.addKeyFrame(
          to: SourcePlace(numbers: owner), at: part, reading: reading,
          copied: request.copied?.keyFrame))
    case .cell:
      guard let index, let text = request.text else { return }
      reply(
        "editing", frame,
        await scene.changeCell(layer: index, steps: steps, to: text, reading: reading))
    case .copy:
      reply("copied", frame, .string(await scene.text(ofLayers: request.layers ?? [])))
    case .additions: reply("additions", frame, await scene.additions)
    case .keys:
      let owner = request.owner.map { SourcePlace(numbers: $0) }
      reply("keys", frame, await scene.missingKeys(in: owner, steps))
    case .look: await scene.look(hidden: request.hidden ?? [], solo: request.solo)
    case .path:
      guard let index else { return }
      reply("path", frame, await scene.path(layer: index, over: request.frameRange))
    case .ghosts:
      guard let index else { return }
      reply("ghosts", frame, await scene.ghosts(layer: index, at: request.frames ?? []))
    default: break
    }
  }

  /// Mixes the sound beside the conversation.
  private func sendSoundFacts() {
    let scene = scene
    mixing?.cancel()
    mixing = startTask {
      let facts = await scene.soundFacts()
      if !Task.isCancelled { await self.reply("sound", 0, facts) }
    }
  }

  /// Renders beside the conversation.
  private func render(_ request: RenderRequest) async {
    let outbox = outbox
    _ = await renders.add(request, of: scene) { state in
      let message = JSONValue.object([("type", .string("render")), ("value", state)])
      outbox.add(.text(message.line(isCompact: true)))
    }
  }

  private func sendThumbnail(_ index: Int) async {
    guard scenes.indices.contains(index) else { return }
    let file = await scenes[index].thumbnail()
    send([
      ("type", .string("thumbnail")), ("scene", .integer(index)),
      ("file", .string(file.map { Data($0).base64EncodedString() })),
    ])
  }

  private func reply(_ type: String, _ frame: Int, _ value: JSONValue?) {
    send([("type", .string(type)), ("frame", .integer(frame)), ("value", value ?? .null)])
  }

  private func send(_ entries: [(key: String, value: JSONValue)]) {
    outbox.add(.text(JSONValue.object(entries).line(isCompact: true)))
  }

  // MARK: Scenes

  private func open(_ index: Int) async {
    guard scenes.indices.contains(index) else { return }
    subscription?.cancel()
    forgetRequests()
    (scene, shown, selected) = (scenes[index], nil, nil)
    let scene = scene
    let changes = await scene.changes()
    await scene.readIfNeeded()
    await sendSceneDescription()
    subscription = startTask {
      for await _ in changes { await self.sendSceneDescription() }
    }
  }

  /// Sends the values that do not change from frame to frame.
  private func sendSceneDescription() async {
    await outbox.room()
    outbox.add(.text(await scene.description.line(isCompact: true)))
    isTimelineOld = true
    if timing == nil { timing = startTask { await self.sendTimelines() } }
  }

  /// Sends the rows of the timeline, beside the conversation, until they are the last scene's.
  private func sendTimelines() async {
    while isTimelineOld, !Task.isCancelled {
      isTimelineOld = false
      reply("timeline", 0, await scene.timeline())
    }
    timing = nil
  }

  // MARK: Frames

  private func ask(for frames: [Int], view: CostView?, seek: Int) {
    self.view = view
    if seek != self.seek {
      forgetRequests()
      self.seek = seek
    }
    queue += frames.prefix(max(Self.mostWaiting - queue.count, 0))
    guard drawing == nil, !queue.isEmpty else { return }
    drawing = Task(executorPreference: DrawingExecutor.shared) { await self.drawAll() }
  }

  private func forgetRequests() {
    queue = []
    drawing?.cancel()
    drawing = nil
  }

  /// Draws and sends frames until none is waiting.
  private func drawAll() async {
    while !Task.isCancelled, !queue.isEmpty {
      let frame = queue.removeFirst()
      await outbox.room()
      if Task.isCancelled { return }
      do {
        guard let update = try await scene.update(to: frame, from: shown, view: view) else { break }
        let outline = await scene.outlines(layer: selected, frame: frame)
        // After a seek, frames requested before it are dropped; otherwise `shown` would not match
        // the tab.
        if Task.isCancelled { return }
        shown = update.shown
        outbox.add(.data(update.message(seek: seek, outline: outline)))
      } catch {
        if Task.isCancelled { return }
        reply("failure", frame, .string("\(error)"))
      }
    }
    if !Task.isCancelled { drawing = nil }
  }
}
