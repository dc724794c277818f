public import Canvas
import Synchronization

/// Writes each frame as a PNG file in a folder. The frames may be any numbers from 0 up, as long as there are
/// as many of them as promised. Every file is complete or absent, whatever happens;
/// `cancel` leaves the complete ones.
public final class PNGSequence: FrameSink {
  public let directory: String
  public let pattern: FrameNamePattern
  public let frames: FrameFormat
  public let notes: [MediaNote] = []
  private let encoder: PNGEncoder
  private let state = Mutex(State())

  private struct State {
    var written: Set<Int> = []
    var byteCount = 0
    var hasEnded = false
  }

  /// Creates the folder where it is missing. Older files of the same names are replaced.
  ///
  /// The `encoder`'s `pixels` are overridden: opaque frames are written without alpha.
  public init(
    directory: String, pattern: FrameNamePattern = .standard, frames: FrameFormat,
    encoder: PNGEncoder = PNGEncoder()
  ) throws(MediaError) {
    self.directory = directory
    self.pattern = pattern
    self.frames = frames
    var encoder = encoder
    encoder.pixels = frames.isOpaque ? .rgb : .rgba
    self.encoder = encoder
    try createDirectory(directory)
  }

  /// Where frame `index` is or will be.
  public func path(ofFrame index: Int) -> String {
    joinPath(directory, pattern.fileName(for: index))
  }

  public func write(_ frame: Bitmap, index: Int) async throws {
    try check(index)
    try frame.check(index: index, against: frames)
    try PartialFile(for: path(ofFrame: index)).write(encoded(frame, index))
    note(index)
  }

  public func repeatFrame(_ earlier: Int, at index: Int) async throws {
    try check(index)
    guard earlier != index, state.withLock({ $0.written.contains(earlier) }) else {
      throw MediaError.cannotRepeat(frame: earlier, at: index)
    }
    try PartialFile(for: path(ofFrame: index)).link(to: path(ofFrame: earlier))
    note(index)
  }

  public func finish() async throws -> SinkReport {
    let written = try state.withLock { state in
      guard !state.hasEnded else { throw MediaError.sinkHasEnded }
      state.hasEnded = true
      return (count: state.written.count, bytes: state.byteCount)
    }
    guard written.count == frames.frameCount else {
      throw MediaError.framesMissing(expected: frames.frameCount, got: written.count)
    }
    return SinkReport(
      path: directory, frameCount: written.count, byteCount: written.bytes, notes: notes)
  }

  public func cancel() async { state.withLock { $0.hasEnded = true } }

  private func check(_ index: Int) throws {
    try Task.checkCancellation()
    guard !state.withLock({ $0.hasEnded }) else { throw MediaError.sinkHasEnded }
    guard index >= 0 else { throw MediaError.frameOutOfOrder(expected: 0, got: index) }
  }

  private func encoded(_ frame: Bitmap, _ index: Int) throws(MediaError) -> [UInt8] {
    do throws(PNGError) {
      return try encoder.encode(frame)
    } catch {
      throw .unencodableFrame(index: index, error)
    }
  }

  private func note(_ index: Int) {
    let size = fileSize(path(ofFrame: index))
    state.withLock { state in
      if state.written.insert(index).inserted { state.byteCount += size }
    }
  }
}

extension Bitmap {
  /// Throws when the bitmap has another size than promised.
  func check(index: Int, against frames: FrameFormat) throws(MediaError) {
    guard width == frames.width, height == frames.height else {
      throw .wrongFrameSize(
        index: index, expected: PixelSize(width: frames.width, height: frames.height),
        got: PixelSize(width: width, height: height))
    }
  }
}
