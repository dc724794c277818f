import Synchronization

/// A profile of a render: total times for each stage and each layer, and, if wanted, every interval
/// for a trace.
///
/// Any number of threads may measure at once. The time of a nested stage is subtracted from the
/// stage around it, so that the sum over all stages is the total busy time of the threads.
public final class Profile: Sendable {
  /// One of the stages that a render consists of.
  public enum Stage: String, CaseIterable, Sendable {
    /// From scene files to scenes, with their pictures and fonts.
    case load
    /// The values of all layers at a time.
    case evaluate
    /// Where the layers lie on the canvas.
    case place
    /// The differences from the frame before.
    case compare
    case draw
    /// To the layout that an encoder reads.
    case convert
    /// To PNG's bytes.
    case compress
    /// Files.
    case write
    /// Frames into the pipe of an encoder, which may be slower.
    case pipe
    /// Drawing everything once more, for `--verify-damage`.
    case verify
    /// Measuring the cost of frames.
    case count
  }

  /// A stretch of work, for a trace.
  public struct Span: Sendable {
    public let name: String
    /// Numbered from 0, in the order in which the threads first measured something.
    public let thread: Int
    /// In nanoseconds since the profile was made.
    public let start: UInt64
    /// In nanoseconds.
    public let duration: UInt64
  }

  /// How much of a frame was redrawn.
  public struct Redraw: Sendable {
    /// In nanoseconds since the profile was made.
    public let time: UInt64
    public let pixels: Int
    public let total: Int
  }

  /// The cost of drawing all of one frame, even if only a part was redrawn.
  public struct FrameCost: Sendable {
    /// How many offscreen pictures were drawn for the frame, by purpose.
    public let passes: [String: Int]
    /// The number of pixels of the frame; of pixels that layers drew, counted once for every layer;
    /// and of translucent ones among these.
    public let pixels: Int
    public let drawnPixels: Int
    public let blendedPixels: Int
    /// The most layers on one pixel.
    public let deepest: Int

    public init(
      passes: [String: Int], pixels: Int, drawnPixels: Int, blendedPixels: Int, deepest: Int
    ) {
      self.passes = passes
      self.pixels = pixels
      self.drawnPixels = drawnPixels
      self.blendedPixels = blendedPixels
      self.deepest = deepest
    }
  }

  /// How often something was done, and how long it took altogether, in nanoseconds.
  public struct Sum: Sendable {
    public internal(set) var count = 0
    public internal(set) var nanoseconds: UInt64 = 0
  }

  /// The measurements up to a moment.
  public struct Record: Sendable {
    public fileprivate(set) var stages: [Stage: Sum] = [:]
    /// By name, each without its sublayers.
    public fileprivate(set) var layers: [String: Sum] = [:]
    /// The kind of each, and its picture or words when it was first drawn.
    public fileprivate(set) var kinds: [String: String] = [:]
    /// The number of frames, and how many of them repeated an earlier frame.
    public fileprivate(set) var frameCount = 0
    public fileprivate(set) var unchangedCount = 0
    /// The redrawn pixels, and all pixels, each summed over all frames.
    public fileprivate(set) var redrawnPixels = 0
    public fileprivate(set) var totalPixels = 0
    /// The costs of all frames together, with the deepest pixel of all; `nil` when they were not
    /// counted.
    public fileprivate(set) var cost: FrameCost?
    /// For how many frames they were counted.
    public fileprivate(set) var costCount = 0
    /// Empty unless the profile keeps them.
    public fileprivate(set) var spans: [Span] = []
    public fileprivate(set) var redraws: [Redraw] = []
    /// In nanoseconds since the profile was made.
    public fileprivate(set) var elapsed: UInt64 = 0
  }

  fileprivate enum Activity {
    case stage(Stage)
    case layer(String)

    var isLayer: Bool { if case .layer = self { true } else { false } }
  }

  fileprivate struct OpenActivity {
    let activity: Activity
    let start: UInt64
    /// The time that counts for something inside, in nanoseconds.
    var inner: UInt64 = 0
  }

  fileprivate struct State {
    var record = Record()
    var threads: [UInt: Int] = [:]
    var open: [UInt: [OpenActivity]] = [:]
  }

  private let keepsSpans: Bool
  /// Whether the costs of frames are counted, which takes about as long as drawing them whole.
  public let countsCosts: Bool
  private let start = monotonicNanoseconds()
  private let state = Mutex(State())

  /// A profile that keeps spans grows with the number of frames.
  public init(keepsSpans: Bool = false, countsCosts: Bool = false) {
    self.keepsSpans = keepsSpans
    self.countsCosts = countsCosts
  }

  /// The measurements so far.
  public var record: Record {
    var record = state.withLock(\.record)
    record.elapsed = monotonicNanoseconds() - start
    return record
  }

  /// Records a drawn frame and how many of its pixels were redrawn.
  public func noteFrame(redrawn: Int, of total: Int) {
    let time = monotonicNanoseconds() - start
    state.withLock { state in
      state.record.frameCount += 1
      if redrawn == 0 { state.record.unchangedCount += 1 }
      state.record.redrawnPixels += redrawn
      state.record.totalPixels += total
      guard keepsSpans else { return }
      state.record.redraws.append(Redraw(time: time, pixels: redrawn, total: total))
    }
  }

  /// Records the cost of a frame.
  public func note(_ cost: FrameCost) {
    state.withLock { state in
      state.record.costCount += 1
      state.record.cost = state.record.cost.map { $0.adding(cost) } ?? cost
    }
  }

  private func begin(_ activity: Activity) {
    let (thread, now) = (threadIdentity(), monotonicNanoseconds())
    state.withLock {
      $0.open[thread, default: []].append(OpenActivity(activity: activity, start: now))
    }
  }

  private func end() {
    let (thread, now) = (threadIdentity(), monotonicNanoseconds())
    state.withLock { state in
      guard let ended = state.open[thread]?.popLast() else { return }
      let duration = now - ended.start
      let isLayer = ended.activity.isLayer
      if let outer = state.open[thread]?.indices.last,
        state.open[thread]?[outer].activity.isLayer == isLayer
      {
        state.open[thread]?[outer].inner += duration
      }
      state.record.add(ended.activity, duration - min(duration, ended.inner))
      if keepsSpans, case .stage(let stage) = ended.activity {
        let number = state.threads[thread, default: state.threads.count]
        state.threads[thread] = number
        state.record.spans.append(
          Span(
            name: stage.rawValue, thread: number, start: ended.start - start, duration: duration))
      }
    }
  }
}

extension Profile.FrameCost {
  fileprivate func adding(_ other: Self) -> Self {
    Self(
      passes: passes.merging(other.passes, uniquingKeysWith: +), pixels: pixels + other.pixels,
      drawnPixels: drawnPixels + other.drawnPixels,
      blendedPixels: blendedPixels + other.blendedPixels, deepest: max(deepest, other.deepest))
  }
}

extension Profile.Record {
  fileprivate mutating func add(_ activity: Profile.Activity, _ nanoseconds: UInt64) {
    switch activity {
    case .stage(let stage): stages[stage, default: .init()].add(nanoseconds)
    case .layer(let name): layers[name, default: .init()].add(nanoseconds)
    }
  }
}

extension Profile.Sum {
  fileprivate mutating func add(_ nanoseconds: UInt64) {
    count += 1
    self.nanoseconds += nanoseconds
  }
}

extension Profile? {
  /// Runs `body` and counts its time for a stage, without the time of nested stages. Without a
  /// profile it only runs `body`.
  @inlinable
  public func measure<Result, Failure: Error>(
    _ stage: Profile.Stage, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let profile = self else { return try body() }
    return try profile.measuring(stage, body)
  }

  /// Runs `body` and counts its time for a layer, without its sublayers' time. `kind` is the
  /// layer's class, for the report.
  @inlinable
  public func measure<Result, Failure: Error>(
    layer name: @autoclosure () -> String, kind: @autoclosure () -> String = "",
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let profile = self else { return try body() }
    return try profile.measuring(layer: name(), kind: kind, body)
  }
}

extension Profile {
  @usableFromInline
  func measuring<Result, Failure: Error>(
    _ stage: Stage, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    begin(.stage(stage))
    defer { end() }
    return try body()
  }

  @usableFromInline
  func measuring<Result, Failure: Error>(
    layer name: String, kind: () -> String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if state.withLock({ $0.record.kinds[name] == nil }) {
      let kind = kind()
      state.withLock { $0.record.kinds[name] = kind }
    }
    begin(.layer(name))
    defer { end() }
    return try body()
  }
}
