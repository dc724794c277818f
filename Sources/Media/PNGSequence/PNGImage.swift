public import Base
public import Canvas
import Synchronization

/// Writes one frame as one PNG file, which is complete or absent, or through what is there: see
/// `isStream`.
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
