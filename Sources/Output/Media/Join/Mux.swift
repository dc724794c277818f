import RostrumBase
import RostrumCanvas
public import RostrumTiming

/// Makes a video of the PNG files in a folder, in the order of their numbers. The frames go through
/// our own reader and `VideoWriter`, so colours and checks are the same as for a video rendered at
/// once.
public struct Mux: Sendable {
  public var directory: String
  public var pattern: FrameNamePattern
  public var rate: FrameRate
  /// Without it a missing number is an error; with it the frames close ranks.
  public var allowsGaps: Bool
  public var settings: VideoSettings
  /// The sound, captions, chapters and metadata of the film.
  public var additions = FilmAdditions()

  public init(
    directory: String, pattern: FrameNamePattern = .standard, rate: FrameRate,
    allowsGaps: Bool = false, settings: VideoSettings = VideoSettings()
  ) {
    self.directory = directory
    self.pattern = pattern
    self.rate = rate
    self.allowsGaps = allowsGaps
    self.settings = settings
  }

  /// Reads every file's header first, so that a wrong one is found before anything is encoded.
  ///
  /// `progress` is called with each number of frames written, from 1.
  public func write(
    to path: String, format: MediaFormat, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> SinkReport {
    try await write(try framePaths(), to: path, format: format, progress: progress)
  }

  /// Makes the video of these PNG files, wherever they lie, in this order.
  public func write(
    _ files: [String], to path: String, format: MediaFormat,
    progress: (@Sendable (Int) -> Void)? = nil
  ) async throws -> SinkReport {
    try settings.checkEffects(in: [format])
    let frames = try frameFormat(of: files)
    let multiplex = try additions.multiplex(
      duration: frames.duration, format, beside: path, settings)
    defer { multiplex.soundtrack?.remove() }
    let writer = try VideoWriter(
      path: path, format: format, frames: frames, settings: settings, multiplex: multiplex)
    return try await withFrameSink(writer) { writer in
      try await feed(files, to: writer, progress)
    }
  }

  /// The paths of the frames, sorted by number.
  public func framePaths() throws(MediaError) -> [String] {
    let numbers = try fileNames(in: directory).compactMap { pattern.index(of: $0) }.sorted()
    guard let first = numbers.first else {
      throw .noFrames(directory: directory, pattern: pattern.description)
    }
    let gap = zip(numbers, first...).first { $0 != $1 }
    if let gap, !allowsGaps {
      throw .gapInFrames(directory: directory, missing: pattern.fileName(for: gap.1))
    }
    return numbers.map { joinPath(directory, pattern.fileName(for: $0)) }
  }

  private func frameFormat(of files: [String]) throws(MediaError) -> FrameFormat {
    var size: PixelSize?
    var isOpaque = true
    for file in files {
      let header = try readable(file) { () throws(PNGError) in try PNG.readHeader(ofFile: file) }
      let this = PixelSize(width: header.width, height: header.height)
      let expected = size ?? this
      guard this == expected else {
        throw .framesDiffer(path: file, expected: expected, got: this)
      }
      size = expected
      isOpaque = isOpaque && !header.hasAlpha
    }
    return FrameFormat(
      width: size?.width ?? 0, height: size?.height ?? 0, rate: rate, frameCount: files.count,
      isOpaque: isOpaque)
  }

  /// Decodes a frame while the one before is written.
  private func feed(
    _ files: [String], to writer: VideoWriter, _ progress: (@Sendable (Int) -> Void)?
  ) async throws {
    var next = decoding(files[0])
    for index in files.indices {
      let frame = try await next.value
      if index + 1 < files.count { next = decoding(files[index + 1]) }
      try await writer.write(frame, index: index)
      progress?(index + 1)
    }
  }

  private func decoding(_ file: String) -> Task<Bitmap, any Error> {
    startTask {
      try readable(file) { () throws(PNGError) in try PNG.decode(contentsOfFile: file) }
    }
  }

  private func readable<Value>(
    _ file: String, _ body: () throws(PNGError) -> Value
  ) throws(MediaError) -> Value {
    do throws(PNGError) {
      return try body()
    } catch {
      throw .unreadableFrame(path: file, error)
    }
  }
}
