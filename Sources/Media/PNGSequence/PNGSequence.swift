public import Base
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
  private let encoder: SequenceEncoder
  private let profile: Profile?
  private let state = Mutex(State())
  private let linking = Mutex(())

  private struct State {
    var written: [Int: WrittenFrame] = [:]
    var byteCount = 0
    var hasEnded = false
  }

  /// Creates the folder where it is missing. Older files of the same names are replaced.
  /// Opaque frames are written without alpha.
  public init(
    directory: String, pattern: FrameNamePattern = .standard, frames: FrameFormat,
    compression: PNGCompression = .fast,
    profile: Profile? = nil
  ) throws(MediaError) {
    self.directory = directory
    self.pattern = pattern
    self.frames = frames
    self.profile = profile
    encoder = SequenceEncoder(compression, frames, profile)
    try createDirectory(directory)
  }

  /// Where frame `index` is or will be.
  public func path(ofFrame index: Int) -> String {
    joinPath(directory, pattern.fileName(for: index))
  }

  public func write(_ frame: Bitmap, index: Int, changes: FrameChanges?) async throws {
    try check(index)
    try frame.check(index: index, against: frames)
    try encoder.encode(frame, index: index, changes: changes) { bytes throws(MediaError) in
      try PartialFile(for: path(ofFrame: index)).write(bytes)
      note(index, WrittenFrame(byteCount: bytes.count, digest: Digest(of: bytes)))
    }
  }

  public func repeatFrame(_ earlier: Int, at index: Int) async throws {
    try await repeatFrame(earlier, at: [index])
  }

  public func repeatFrame(_ earlier: Int, at indices: [Int]) async throws {
    for index in indices { try check(index) }
    guard let last = indices.last else { return }
    guard !indices.contains(earlier), let file = written(earlier) else {
      throw MediaError.cannotRepeat(frame: earlier, at: last)
    }
    try profile.measure(.write) { () throws(MediaError) in try link(indices, to: earlier) }
    encoder.repeated(earlier, at: last)
    for index in indices { note(index, file) }
  }

  /// A folder takes one file at a time. Threads that wait for each other there cost more than the links, so one makes all of its own first.
  private func link(_ indices: [Int], to earlier: Int) throws(MediaError) {
    try linking.withLock { _ throws(MediaError) in
      for index in indices {
        try PartialFile.link(path(ofFrame: index), to: path(ofFrame: earlier), mayBeAbsent: true)
      }
    }
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

  /// What was written for a frame; `nil` when nothing was yet.
  public func written(_ index: Int) -> WrittenFrame? { state.withLock { $0.written[index] } }

  private func note(_ index: Int, _ file: WrittenFrame) {
    state.withLock { state in
      if state.written.updateValue(file, forKey: index) == nil {
        state.byteCount += file.byteCount
      }
    }
  }
}

/// The file of one frame.
public struct WrittenFrame: Sendable, Equatable {
  public let byteCount: Int
  /// Of the file's content.
  public let digest: Digest
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
