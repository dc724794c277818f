public import RostrumBase
public import RostrumCanvas
import RostrumGeometry

/// Writes all frames into one video file, through ffmpeg. The file appears under its name only when
/// it is complete and has been checked.
public actor VideoWriter: FrameSink {
  public nonisolated let path: String
  public nonisolated let format: MediaFormat
  public nonisolated let frames: FrameFormat
  public nonisolated let notes: [MediaNote]
  private let settings: VideoSettings
  private let profile: Profile?
  private let pixels: PipedPixels
  private let output: PartialFolder
  private let multiplex: Multiplex
  /// The file with the pictures alone; the output's own where there is nothing else.
  private let pictures: String
  private let pipe: FramePipe
  private let encoder: Task<Void, any Error>

  private var nextIndex = 0
  private var isWriting = false
  private var hasEnded = false
  /// Since which frame the pixels have been the same.
  private var sameSince = 0
  private var checks: [FrameCheck] = []
  /// The note on translucent pixels in this format, and the list with it once a frame had one.
  private let alphaLoss: MediaNote?
  private var lost: [MediaNote] = []
  private var history = ChangeHistory()

  /// Starts ffmpeg. From here on, `finish` or `cancel` has to be called; a writer that is dropped
  /// without either is cancelled.
  ///
  /// A `path` that is a link leads to the file that is replaced; a device or a named pipe that is
  /// there, or the standard output for `-`, gets the video once it is complete.
  ///
  /// - Throws: `MediaError.toolMissing` when there is no ffmpeg (or ffprobe, if the file is to be
  ///   checked), `.wrongFormat` for `png`, `.invalidSetting`, or `.file` when the folder cannot be
  ///   made.
  public init(
    path: String, format: MediaFormat, frames: FrameFormat,
    settings: VideoSettings = VideoSettings(), multiplex: Multiplex = Multiplex(),
    profile: Profile? = nil, run: RunToken = RunToken()
  ) throws(MediaError) {
    let frames = frames.written(with: settings)
    try settings.checkFilm(format, frames)
    guard format.secondFile(beside: path) == nil || !isStream(path) else {
      throw .invalidSetting("\(format.rawValue) is two files, and needs a name that is a file's")
    }
    let tool = try settings.tools.locatedFFmpeg()
    if settings.isVerified { _ = try settings.tools.locatedFFprobe() }
    try createFolder(ofOutput: path)
    let pixels = PipedPixels(format.coded, frames, settings)
    self.path = path
    self.format = format
    self.frames = frames
    self.settings = settings
    self.profile = profile
    self.pixels = pixels
    self.multiplex = multiplex
    notes = MediaNote.before(format, frames, settings, coded: pixels.codedSize)
    alphaLoss = MediaNote.alphaLoss(format, frames, settings)
    output = try PartialFolder(for: path, extension: format.container.fileExtension, run: run)
    pictures =
      multiplex.isEmpty(for: format)
      ? output.file : output.path("pictures.\(format.container.fileExtension)")
    do throws(MediaError) {
      pipe = try FramePipe(frameByteCount: pixels.byteCount, profile: profile)
    } catch {
      output.remove()
      throw error
    }
    let encoding = EncoderRun(
      format: format.coded, frames: frames, settings: settings, pixels: pixels, output: output,
      file: pictures, reservedBytes: multiplex.byteCount(for: format, seconds: frames.duration),
      tool: tool)
    encoder = startTask { [pipe] in
      defer { pipe.stop() }
      try await encoding.run(input: pipe.readEnd)
    }
  }

  deinit {
    guard !hasEnded else { return }
    Self.abandon(encoder, pipe, output)
  }

  public func write(_ frame: Bitmap, index: Int, changes: FrameChanges?) async throws {
    try begin(index)
    defer { isWriting = false }
    try frame.check(index: index, against: frames)
    try await reserve()
    history.append(changes, at: index)
    let buffer = try pipe.emptyBuffer()
    let changed = history.changes(from: buffer.frameIndex, to: index)
    profile.measure(.convert) { pixels.write(frame, changed, into: buffer.bytes) }
    buffer.frameIndex = index
    if let alphaLoss, lost.isEmpty, losesAlpha(frame, changes?.region) { lost = [alphaLoss] }
    pipe.send(buffer)
    remember(frame, index)
    sameSince = index
    nextIndex += 1
  }

  public func repeatFrame(_ earlier: Int, at index: Int) async throws {
    try begin(index)
    defer { isWriting = false }
    guard index > 0, sameSince..<index ~= earlier else {
      throw MediaError.cannotRepeat(frame: earlier, at: index)
    }
    try await reserve()
    guard pipe.sendAgain() else { throw MediaError.cannotRepeat(frame: earlier, at: index) }
    history.append(FrameChanges(since: index - 1, region: DamageRegion()), at: index)
    nextIndex += 1
  }

  public func finish() async throws -> SinkReport {
    guard !hasEnded else { throw MediaError.sinkHasEnded }
    guard nextIndex == frames.frameCount else {
      await cancel()
      throw MediaError.framesMissing(expected: frames.frameCount, got: nextIndex)
    }
    hasEnded = true
    pipe.close()
    do {
      try await encoded()
      let said = try await multiplexed()
      let found = try await lost + verify() + said
      try Task.checkCancellation()
      let byteCount = try await commit()
      return SinkReport(
        path: path, frameCount: frames.frameCount, byteCount: byteCount, notes: notes + found)
    } catch {
      throw output.failure(error)
    }
  }

  /// Gives the finished file its name. Returns the number of bytes.
  private func commit() async throws -> Int {
    switch format.row.packing {
    case nil: return try output.commit()
    case .playlist:
      let count = try await HLSFiles(film: output.file, playlist: path, folder: output)
        .write(tool: settings.tools.locatedFFmpeg())
      output.remove()
      return count
    case .page:
      var page = PlayerPage(
        film: try readWholeFile(output.file), width: frames.width, height: frames.height)
      (page.captions, page.information) = (multiplex.captions, multiplex.information)
      let text = Array(page.html.utf8)
      try writeWholeFile(text, to: path)
      output.remove()
      return text.count
    }
  }

  public func cancel() async {
    guard !hasEnded else { return }
    hasEnded = true
    await Self.abandon(encoder, pipe, output).value
  }

  /// Kills ffmpeg, waits for its end and removes its output.
  @discardableResult
  private static func abandon(
    _ encoder: Task<Void, any Error>, _ pipe: FramePipe, _ output: PartialFolder
  ) -> Task<Void, Never> {
    encoder.cancel()
    pipe.stop()
    return startTask {
      _ = await encoder.result
      output.remove()
    }
  }

  private func begin(_ index: Int) throws {
    try Task.checkCancellation()
    guard !hasEnded else { throw MediaError.sinkHasEnded }
    try multiplex.check()
    guard !isWriting, index == nextIndex, index < frames.frameCount else {
      throw MediaError.frameOutOfOrder(expected: nextIndex, got: index)
    }
    isWriting = true
  }

  /// Waits for room in the pipe; when ffmpeg has ended, throws why.
  private func reserve() async throws {
    let (pipe, encoder) = (pipe, encoder)
    let hasRoom = await withTaskCancellationHandler {
      await pipe.reserve()
    } onCancel: {
      encoder.cancel()
      pipe.stop()
    }
    try Task.checkCancellation()
    guard hasRoom else { throw await failure() }
  }

  /// Why ffmpeg stopped reading.
  private func failure() async -> any Error {
    pipe.close()
    if hasEnded { return MediaError.sinkHasEnded }
    if case .failure(let error) = await encoder.result { return error }
    return MediaError.toolFailed(
      name: "ffmpeg", doing: "write", path: path, ending: "it ended before the last frame",
      lastLines: [])
  }

  private func encoded() async throws {
    let encoder = encoder
    try await withTaskCancellationHandler {
      try await encoder.value
    } onCancel: {
      encoder.cancel()
    }
  }

  /// Multiplexes the pictures with the other parts.
  private func multiplexed() async throws -> [MediaNote] {
    guard pictures != output.file else { return [] }
    return try await multiplex.write(
      pictures: pictures, to: output.file, format.coded,
      hasAlpha: !frames.isOpaque && settings.alpha(of: format) == .full, in: output,
      tool: settings.tools.locatedFFmpeg())
  }

  /// Whether a region, everywhere for `nil`, has a pixel of whose alpha the format keeps less.
  private func losesAlpha(_ frame: Bitmap, _ region: DamageRegion?) -> Bool {
    let whole = PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
    // With 1 added, an alpha of 255 is 256, and one bit keeps 0 too.
    let mask: UInt32 = alphaLoss == .alphaHasOneBit(format) ? 0xFE : 0xFF
    return (region?.clipped(to: whole).rects ?? [whole]).contains { rect in
      (rect.y..<rect.maxY).contains { y in
        let pixels = frame.row(y).assumingMemoryBound(to: UInt32.self)[rect.x..<rect.maxX]
        return pixels.reduce(0) { $0 | (($1 >> 24 &+ 1) & mask) } != 0
      }
    }
  }

  /// Keeps the flat areas of two frames, to compare them with the finished file: the first frame,
  /// and the first new one from the middle on.
  private func remember(_ frame: Bitmap, _ index: Int) {
    guard settings.isVerified, checks.count < 2 else { return }
    guard index == 0 || index >= frames.frameCount / 2 else { return }
    checks.append(FrameCheck(index: index, areas: FlatArea.found(in: frame)))
  }

  private func verify() async throws -> [MediaNote] {
    guard settings.isVerified else { return [] }
    let verification = Verification(
      path: output.file, reportedPath: path, format: format.container, frames: frames,
      settings: settings, codedSize: pixels.codedSize,
      hasSound: multiplex.soundtrack != nil && format.audioCodec != nil,
      hasCaptions: multiplex.captions != nil && format.row.captions != nil)
    return try await verification.run(checks)
  }
}

extension VideoSettings {
  /// Throws for settings that an encoder would refuse, before one is started.
  fileprivate func checkFilm(_ format: MediaFormat, _ frames: FrameFormat) throws(MediaError) {
    guard format.isWrittenByFFmpeg else { throw .wrongFormat(format) }
    guard frames.width > 0, frames.height > 0, frames.frameCount > 0 else {
      throw .invalidSetting("a video has at least one frame of at least one pixel")
    }
    try check(format, frames)
  }
}

extension MediaNote {
  /// The note on translucent pixels in a format; `nil` where they lose nothing.
  fileprivate static func alphaLoss(
    _ format: MediaFormat, _ frames: FrameFormat, _ settings: VideoSettings
  ) -> MediaNote? {
    switch settings.alpha(of: format) {
    case .full: nil
    case _ where frames.isOpaque: nil
    case .none: .alphaLost(format)
    case .oneBit: .alphaHasOneBit(format)
    }
  }

  /// The notes that can be given before the first frame.
  fileprivate static func before(
    _ format: MediaFormat, _ frames: FrameFormat, _ settings: VideoSettings, coded: PixelSize
  ) -> [MediaNote] {
    var notes: [MediaNote] = []
    if coded != PixelSize(width: frames.width, height: frames.height) {
      notes.append(.padded(width: coded.width, height: coded.height))
    }
    if format.row.countsHundredths,
      let note = GIFDelay(rate: frames.rate, rounding: settings.delays).note
    {
      notes.append(note)
    }
    return notes
  }
}
