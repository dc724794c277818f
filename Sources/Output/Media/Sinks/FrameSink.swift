public import RostrumBase
public import RostrumCanvas
public import RostrumGeometry

/// Where finished frames go: a folder of files, or one video.
///
/// A sink is started by its initialiser and ended by exactly one of `finish` and `cancel`;
/// `withFrameSink` sees to that. After either, every other call is an error or does nothing.
public protocol FrameSink: Sendable {
  /// The notes that the caller should see before the first frame, such as padding.
  var notes: [MediaNote] { get async }

  /// Copies or encodes the pixels of a frame: when the call returns, the bitmap may be drawn on
  /// again. Videos need the frames in order, one call at a time; a PNG sequence accepts any order
  /// and concurrent calls. It may wait for a slower disk or encoder.
  ///
  /// - Parameters:
  ///   - frame: The frame's pixels.
  ///   - index: The frame's number.
  ///   - changes: What may differ from an earlier frame. Pictures make use of it when that frame
  ///     was the last one written from the same bitmap, videos when it was the frame before; `nil`
  ///     and all others mean everything.
  func write(_ frame: Bitmap, index: Int, changes: FrameChanges?) async throws

  /// Writes frame `index` as a repetition of the already written frame `earlier`, which costs next
  /// to nothing. A video can only repeat the frame written last.
  func repeatFrame(_ earlier: Int, at index: Int) async throws

  /// The same for several frames, in ascending order. It may cost less than one after the other.
  func repeatFrame(_ earlier: Int, at indices: [Int]) async throws

  /// The finished file of one frame; `nil` for a sink that does not write one file per frame.
  func written(_ index: Int) -> WrittenFrame?

  /// Waits until everything is on disk, checked and under its final name. On an error nothing
  /// unfinished is left behind.
  func finish() async throws -> SinkReport

  /// Stops and removes unfinished files.
  func cancel() async
}

extension FrameSink {
  /// Takes over the pixels of a frame of which nothing is known.
  public func write(_ frame: Bitmap, index: Int) async throws {
    try await write(frame, index: index, changes: nil)
  }

  /// A sink whose frames share a file, or go to a device, has no file of one frame.
  public func written(_ index: Int) -> WrittenFrame? { nil }

  /// One after the other.
  public func repeatFrame(_ earlier: Int, at indices: [Int]) async throws {
    for index in indices { try await repeatFrame(earlier, at: index) }
  }
}

/// The file of one frame.
public struct WrittenFrame: Sendable, Equatable {
  public let byteCount: Int
  /// The digest of the file's content.
  public let digest: Digest
}

/// A report of what a finished sink wrote.
public struct SinkReport: Sendable, Equatable {
  /// The video, or the folder of a sequence.
  public let path: String
  public let frameCount: Int
  public let byteCount: Int
  public let notes: [MediaNote]

  package init(path: String, frameCount: Int, byteCount: Int, notes: [MediaNote]) {
    (self.path, self.frameCount, self.byteCount, self.notes) = (path, frameCount, byteCount, notes)
  }
}

/// Lends a sink to `body`, then finishes it; when `body` throws or its task is cancelled, cancels
/// it.
public func withFrameSink<Sink: FrameSink>(
  _ sink: Sink, _ body: (Sink) async throws -> Void
) async throws -> SinkReport {
  do {
    try await body(sink)
    try Task.checkCancellation()
    return try await sink.finish()
  } catch {
    await sink.cancel()
    throw error
  }
}

/// The part of a frame that can differ from an earlier one, so that a sink encodes only that.
public struct FrameChanges: Sendable, Equatable {
  /// The number of the earlier frame, in the sink's numbering.
  public let since: Int
  /// In pixels. Every pixel outside is the same in both frames.
  public let region: DamageRegion

  public init(since: Int, region: DamageRegion) {
    self.since = since
    self.region = region
  }
}

/// The changes between the latest frames of a video, so that memory which still holds an older
/// frame can be brought up to date.
struct ChangeHistory {
  /// More than the most frames in flight.
  private static let length = 8

  /// The changes from the frame before to each of the latest frames, in their order without a gap.
  private var steps: [(index: Int, region: DamageRegion)] = []

  /// Records the changes up to frame `index`; if they are unknown, or not relative to the frame
  /// before, earlier entries are dropped.
  mutating func append(_ changes: FrameChanges?, at index: Int) {
    guard let changes, changes.since == index - 1 else { return steps = [] }
    steps.append((index, changes.region))
    if steps.count > Self.length { steps.removeFirst() }
  }

  /// The region that may differ between frame `old` and frame `new`; `nil` for everything.
  func changes(from old: Int?, to new: Int) -> DamageRegion? {
    guard let old, old <= new else { return nil }
    let needed = steps.filter { $0.index > old && $0.index <= new }
    guard needed.count == new - old else { return nil }
    var region = DamageRegion()
    for step in needed { region.formUnion(step.region) }
    return region
  }
}
