import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumMedia
import RostrumRendering
import RostrumSceneFile
import RostrumTiming
import Synchronization

/// Renders one opened scene to where its plan says.
struct SceneRender: Sendable {
  let item: RenderItem
  let opened: OpenedScene
  let plan: OutputPlan
  let options: RenderOptions
  let frames: [FramePipeline.Frame]
  /// Frames past the end were asked for.
  private let isClamped: Bool
  /// All that films of these frames get beside their pictures.
  private(set) var additions = FilmAdditions()

  /// Throws `FramesOutOfRange`, `SupersamplingTooLarge`, or why the item has no outputs.
  init(_ entry: RenderPlan.Entry, _ opened: OpenedScene, _ options: RenderOptions) throws {
    (item, plan) = (entry.item, try entry.output.get())
    (self.opened, self.options) = (opened, options)
    try Self.checkSize(options, of: opened)
    (frames, isClamped) = try Self.frames(options, of: opened)
    additions = additions(of: opened.scene)
  }

  var frameCount: Int { frames.count }

  func run(report: @escaping @Sendable (RenderEvent) -> Void) async throws {
    guard !frames.isEmpty else {
      return report(.warned(item, message: "this shard has no frames"))
    }
    try plan.checkFolders()
    try options.video.checkEffects(in: plan.results.map(\.format))
    for request in requests(plan) { try request.row.check(request) }
    try checkLight()
    let claim = try claimedFolders()
    defer { withExtendedLifetime(claim) {} }
    let work = try await remainingWork(report)
    let format = frameFormat
    let count = work.drawnCount(of: frames.count)
    report(
      .started(item, width: format.width, height: format.height, frames: count))
    if isClamped { report(.warned(item, message: clampedMessage)) }
    if let message = timePastEndWarning { report(.warned(item, message: message)) }
    for note in formatWarnings { report(warning(note)) }
    try writeCaptions()
    try await writeSceneItself(report)
    if !additions.hasSound, isFilm, !opened.scene.isSilent { report(warning(.soundLeftOut)) }
    guard count > 0 else {
      try await remix(work, report)
      work.records?.end()
      return report(.finished(item, outputs: plan.outputs))
    }
    try await remix(work, report)
    let multiplex = try multiplex(work.plan.videos, work.records?.run ?? RunToken())
    defer { multiplex.soundtrack?.remove() }
    let sinks = try await Sinks(
      requests(
        work.plan, multiplex, keeping: work.kept.count, run: work.records?.run ?? RunToken()
      ).filter(\.result.format.takesFrames))
    for note in await sinks.notes { report(warning(note)) }
    try await write(work, to: sinks, report)
    report(.finished(item, outputs: plan.outputs))
  }

  /// The folders of frames, where no manifest says that they are being written.
  private func claimedFolders() throws -> FolderClaim? {
    let clock = opened.scene.clock
    guard !options.keepsManifest, frames.count <= RunHeader.maximumFrames else { return nil }
    let header = RunHeader(
      scene: Digest(of: opened.path).description, name: opened.path.lastPathComponent,
      renderer: [], frames: FrameSelection.text(of: frames.map(\.number)),
      sceneFrames: max(clock.frameCount, frames.count), rate: clock.rate.description, outputs: [])
    return try FolderClaim(plan.recordedSets, header)
  }

  /// The work that is left once everything is kept that earlier runs have finished.
  private func remainingWork(
    _ report: @escaping @Sendable (RenderEvent) -> Void
  ) async throws -> RemainingWork {
    guard options.keepsManifest, !plan.recorded.outputs.isEmpty else {
      return RemainingWork(plan: plan)
    }
    guard opened.scene.clock.frameCount <= RunHeader.maximumFrames else {
      let message = "scenes of more than \(RunHeader.maximumFrames) frames have no manifest"
      report(.warned(item, message: message))
      return RemainingWork(plan: plan)
    }
    let digests = options.digests(of: opened)
    let numbers = frames.map(\.number)
    let records = try RenderRecords(
      plan, options.header(of: opened, digests, frames: numbers), digests: digests,
      options: options, beside: beside)
    for message in records.warnings { report(.warned(item, message: message)) }
    var work = RemainingWork(plan: plan, records: records)
    guard options.reuse != .none else { return work }
    let pass = FrameDigestPass(
      context: options.context(of: opened), jobs: options.jobs, digests: digests)
    try work.keep(try await pass.run(frames))
    let kept = frames.count - work.drawnCount(of: frames.count)
    report(.kept(item, frames: kept, of: frames.count))
    return work
  }

  private static func checkSize(_ options: RenderOptions, of opened: OpenedScene) throws {
    let factor = options.exposure.supersampling
    let size = opened.scene.pixelSize(scale: options.scene.scale)
    let (width, height) = (size.width * factor, size.height * factor)
    guard factor > 1, max(width, height) > 32_767 || width * height > options.scene.maximumPixels
    else { return }
    throw SupersamplingTooLarge(scene: opened.path, width: width, height: height)
  }

  private static func frames(
    _ options: RenderOptions, of opened: OpenedScene
  ) throws -> (frames: [FramePipeline.Frame], isClamped: Bool) {
    let clock = opened.scene.clock
    switch options.moments {
    case .time(let time): return ([.init(number: 0, time: time)], false)
    case .moments(let moments):
      let times = moments.map { $0.time(in: clock.duration) }
      return (times.enumerated().map { .init(number: $0, time: $1) }, false)
    case .frames(let selection):
      let (numbers, isClamped) = selection.frames(of: clock.frameCount)
      guard !numbers.isEmpty, !(isClamped && options.isStrict) else {
        throw FramesOutOfRange(
          scene: opened.path, count: clock.frameCount, someExist: !numbers.isEmpty)
      }
      let part = options.shard?.part(of: numbers) ?? numbers[...]
      return (part.map { .init(number: $0, time: clock.time(ofFrame: $0)) }, isClamped)
    }
  }

  /// Throws where a film of high dynamic range is asked for of a scene that shows such a file: its
  /// light was fitted to a screen's, in which frames are drawn.
  private func checkLight() throws {
    guard options.video.hdr != nil else { return }
    let videos = Set(opened.scene.layers.compactMap(\.video?.path))
    let video = try videos.sorted().first { try VideoReader().open($0).isHDR }
    let files = opened.result.files.map(\.string).sorted()
    guard let path = video ?? files.first(where: PictureFile.isHDR) else { return }
    throw MediaError.invalidSetting(
      "'\(path.lastPathComponent)' is of high dynamic range, which frames are not: they are drawn "
        + "in a screen's colours and 8 bits, and --hdr would not bring its light back; leave it out"
    )
  }

  /// The doubt about a time beyond the scene's end, where one was asked for.
  private var timePastEndWarning: String? {
    if case .frames = options.moments { return nil }
    return opened.scene.noteOnTimes(frames.map(\.time))
  }

  private var clampedMessage: String {
    "frames past the last one, \(opened.scene.clock.frameCount - 1), are left out"
  }

  /// The scene's sound, captions and facts that files of vectors, and videos without sound, do not
  /// hold.
  private var formatWarnings: [MediaNote] {
    let hasTexts = additions.captions != nil || !additions.information.isEmpty
    let silent = plan.results.map(\.format).filter {
      $0.audioCodec == nil && $0.making != .pictures
    }
    return silent.flatMap { format in
      let isHeard = format.takesFrames ? additions.hasSound : !opened.scene.isSilent
      let notes: [MediaNote?] = [
        isHeard ? .soundLost(format) : nil, hasTexts ? .informationLost(format) : nil,
      ]
      return notes.compactMap(\.self)
    }
  }

  func warning(_ note: MediaNote) -> RenderEvent {
    .warned(item, message: note.description)
  }

  var frameFormat: FrameFormat {
    let size = opened.scene.pixelSize(scale: options.scene.scale)
    return FrameFormat(
      width: size.width, height: size.height, rate: opened.scene.clock.rate,
      frameCount: frames.count, isOpaque: opened.scene.isOpaque
    ).written(with: options.video)
  }

  /// The results of a plan with all that they are made from. `kept` frames of a sequence are there.
  private func requests(
    _ plan: OutputPlan, _ multiplex: Multiplex = Multiplex(), keeping kept: Int = 0,
    run: RunToken = RunToken()
  ) -> [OutputRequest] {
    plan.results.map { result in
      var frames = frameFormat
      if result.pattern != nil { frames.frameCount -= kept }
      return OutputRequest(
        result: result, opened: opened, times: self.frames.map(\.time), frames: frames,
        settings: options.video, compression: options.compression, sound: additions.sound,
        isPart: isPart,
        multiplex: multiplex, profile: options.profile, run: run)
    }
  }

  /// Makes the results that need no frames.
  private func writeSceneItself(_ report: @Sendable (RenderEvent) -> Void) async throws {
    for request in requests(plan) where !request.result.format.takesFrames {
      for note in try await request.row.open(request).finish().notes { report(warning(note)) }
    }
  }

  /// Hands every frame to every sink, then finishes the sinks; on an error cancels the unfinished
  /// ones and names the finished ones.
  private func write(
    _ work: RemainingWork, to sinks: Sinks, _ report: @escaping @Sendable (RenderEvent) -> Void
  ) async throws {
    var outputs: [String] = []
    do {
      try work.records?.begin(work.plan.videos)
      try await rethrowingSoundErrors {
        try await pipeline(work, sinks).run(
          finished: counter(work.drawnCount(of: frames.count), report))
      }
      var failure: (any Error)?
      for sink in sinks.all {
        do {
          let known = await sink.notes.count
          let written = try await rethrowingSoundErrors { try await sink.finish() }
          try work.finished(written.path, frames)
          outputs.append(written.path)
          for note in written.notes.dropFirst(known) { report(warning(note)) }
        } catch {
          // One that fails does not take the others with it.
          try Task.checkCancellation()
          failure = failure ?? error
        }
      }
      if let failure { throw failure }
      work.records?.end()
    } catch {
      await sinks.cancel()
      work.records?.end()
      if !outputs.isEmpty { report(.finished(item, outputs: outputs)) }
      throw opened.placed(error)
    }
  }

  private func pipeline(_ work: RemainingWork, _ sinks: Sinks) -> FramePipeline {
    let isDrawn = { (frame: FramePipeline.Frame) in
      !sinks.videos.isEmpty || !work.kept.contains(frame.number)
    }
    return FramePipeline(
      context: options.context(of: opened), frames: frames.filter(isDrawn), jobs: options.jobs,
      semaphore: options.semaphore, pictures: sinks.pictures, videos: sinks.videos,
      records: work.records, kept: work.kept, verifiesDamage: options.verifiesDamage)
  }

  /// Counts the frames. Workers report one at a time, so that the count never goes back.
  private func counter(
    _ total: Int, _ report: @escaping @Sendable (RenderEvent) -> Void
  ) -> @Sendable () -> Void {
    let count = Counter()
    return { [item] in
      count.next { report(.progressed(item, finished: $0, of: total)) }
    }
  }
}

/// Counts from 1, from any thread.
private final class Counter: Sendable {
  private let value = Mutex(0)

  func next(_ body: (Int) -> Void) {
    value.withLock { value in
      value += 1
      body(value)
    }
  }
}

/// The sinks of one plan, opened.
struct Sinks: Sendable {
  /// Take frames in any order.
  var pictures: [any FrameSink] = []
  /// Take frames in order.
  var videos: [any FrameSink] = []

  var all: [any FrameSink] { pictures + videos }

  /// Notes for the user before the first frame.
  var notes: [MediaNote] {
    get async {
      var notes: [MediaNote] = []
      for sink in all { notes += await sink.notes }
      return notes
    }
  }

  /// Opens all sinks. When one cannot be opened, those before it are cancelled.
  init(_ requests: [OutputRequest]) async throws {
    do {
      for request in requests {
        let sink = try request.row.open(request)
        if request.result.format.isOneFile { videos.append(sink) } else { pictures.append(sink) }
      }
    } catch {
      await cancel()
      throw error
    }
  }

  /// Stops, and removes unfinished files.
  func cancel() async {
    for sink in all { await sink.cancel() }
  }
}

extension OutputPlan {
  /// Finds a file in the place of a folder before the first frame is rendered.
  fileprivate func checkFolders() throws(MediaError) {
    guard let path = sequence?.directory else { return }
    guard FileManager.default.fileExists(atPath: path) else { return }
    guard isFolder(path) else {
      throw .file(doing: "write into", path: path, errno: ENOTDIR)
    }
  }
}
