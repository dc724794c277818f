public import RostrumBase
public import RostrumCanvas
import Synchronization

/// Writes each frame as a PNG file in a folder. The frames may be any numbers from 0 up, as long as
/// there are as many of them as promised. Every file is complete or absent, whatever happens;
/// `cancel` leaves the complete ones. Devices and named pipes with the name of a frame are written
/// through.
public final class PNGSequence: FrameSink {
  public let directory: String
  public let pattern: FrameNamePattern
  public let frames: FrameFormat
  public let notes: [MediaNote] = []
  private let encoder: SequenceEncoder
  private let profile: Profile?
  private let run: RunToken
  private let state = Mutex(State())
  private let linking = Mutex(())

  private struct State {
    var written: [Int: WrittenFrame] = [:]
    /// The content of frames that no file holds, since they were written through.
    var passed: [Int: [UInt8]] = [:]
    var byteCount = 0
    var hasEnded = false
  }

  /// Creates the folder where it is missing. Older files of the same names are replaced.
  /// Opaque frames are written without alpha.
  public init(
    directory: String, pattern: FrameNamePattern = .standard, frames: FrameFormat,
    compression: PNGCompression = .fast,
    profile: Profile? = nil, run: RunToken = RunToken()
  ) throws(MediaError) {
    self.directory = directory
    self.pattern = pattern
    self.frames = frames
    self.profile = profile
    self.run = run
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
      let isFile = try writeWhole(bytes, to: path(ofFrame: index), .made, run: run)
      note(
        index, WrittenFrame(byteCount: bytes.count, digest: Digest(of: bytes)),
        passed: isFile ? nil : Array(bytes))
    }
  }

  public func repeatFrame(_ earlier: Int, at index: Int) async throws {
    try await repeatFrame(earlier, at: [index])
  }

  public func repeatFrame(_ earlier: Int, at indices: [Int]) async throws {
    for index in indices { try check(index) }
    guard let last = indices.last else { return }
    guard !indices.contains(earlier), let (file, content) = lastKnown(earlier) else {
      throw MediaError.cannotRepeat(frame: earlier, at: last)
    }
    try profile.measure(.write) { () throws(MediaError) in
      try linking.withLock { _ throws(MediaError) in
        for index in indices {
          note(index, file, passed: try copy(earlier, content, to: index))
        }
      }
    }
    encoder.repeated(earlier, at: last)
  }

  private func lastKnown(_ index: Int) -> (WrittenFrame, passed: [UInt8]?)? {
    state.withLock { state in state.written[index].map { ($0, state.passed[index]) } }
  }

  /// A folder takes one file at a time. Threads that wait for each other there cost more than the
  /// links, so one makes all of its own first.
  ///
  /// Returns the content where no file holds it.
  private func copy(
    _ earlier: Int, _ content: [UInt8]?, to index: Int
  ) throws(MediaError) -> [UInt8]? {
    let (path, other) = (path(ofFrame: index), path(ofFrame: earlier))
    guard let content else {
      let isFile = try linkWhole(path, to: other, mayBeAbsent: true, run: run)
      return isFile ? nil : try readWholeFile(other)
    }
    return try content.withBytes { bytes throws(MediaError) in
      try writeWhole(bytes, to: path, .made, run: run) ? nil : content
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

  /// The file that was written for a frame; `nil` when none was yet, or when it was written
  /// through.
  public func written(_ index: Int) -> WrittenFrame? {
    state.withLock { $0.passed[index] == nil ? $0.written[index] : nil }
  }

  private func note(_ index: Int, _ file: WrittenFrame, passed: [UInt8]?) {
    state.withLock { state in
      state.passed[index] = passed
      if state.written.updateValue(file, forKey: index) == nil {
        state.byteCount += file.byteCount
      }
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

/// Writes one frame as one PNG file, which is complete or absent, or into an existing device or
/// named pipe: see `isStream`.
public final class PNGImage: FrameSink {
  public let path: String
  public let notes: [MediaNote] = []
  private let frames: FrameFormat
  private let encoder: SequenceEncoder
  private let byteCount = Mutex<Int?>(nil)

  /// Makes the folder where it is missing. An older file of that name is replaced.
  public init(
    path: String, frames: FrameFormat, compression: PNGCompression = .fast,
    profile: Profile? = nil
  ) throws(MediaError) {
    self.path = path
    self.frames = frames
    encoder = SequenceEncoder(compression, frames, profile)
    try createFolder(ofOutput: path)
  }

  public func write(_ frame: Bitmap, index: Int, changes: FrameChanges?) async throws {
    try frame.check(index: index, against: frames)
    try encoder.encode(frame, index: index, changes: changes) { bytes throws(MediaError) in
      _ = try writeWhole(bytes, to: path, .given)
      byteCount.withLock { $0 = bytes.count }
    }
  }

  public func repeatFrame(_ earlier: Int, at index: Int) async throws {
    throw MediaError.cannotRepeat(frame: earlier, at: index)
  }

  public func finish() async throws -> SinkReport {
    guard let count = byteCount.withLock(\.self) else {
      throw MediaError.framesMissing(expected: 1, got: 0)
    }
    return SinkReport(path: path, frameCount: 1, byteCount: count, notes: notes)
  }

  public func cancel() async {}
}
