public import RostrumGeometry
public import RostrumTiming

/// Through a list of values, or along a path (`CAKeyframeAnimation`).
public struct KeyframeAnimation: PropertyAnimation {
  public let keyPath: AnimationKeyPath
  public var timing: MediaTiming
  public let timingFunction: TimingFunction?
  public let isAdditive: Bool
  public let isCumulative: Bool
  public let valueFunction: ValueFunction?

  /// One that holds, or more; none for an animation along a path.
  public let values: [Value]
  /// The path that a point moves along.
  public let path: Path?
  /// Whether the layer turns with the path.
  public let rotationMode: RotationMode?
  /// How the curve of the cubic modes bends.
  public let shape: SplineShape
  /// How paths move towards each other.
  public let pathMorph: PathMorph
  private let frames: Keyframes

  /// Through values. Key times do not decrease; there are as many as values, in discrete mode also
  /// one more, and at least two. Without them the frames are evenly spaced: value i of n at
  /// i/(n-1), in discrete mode from i/n to (i+1)/n. Paced modes ignore them. Before the first key
  /// time the first value holds, after the last one the last.
  public init(
    keyPath: AnimationKeyPath, values: [Value], keyTimes: [Double]? = nil,
    timingFunctions: [TimingFunction] = [], calculationMode: CalculationMode = .linear,
    shape: SplineShape = SplineShape(), pathMorph: PathMorph = .handles,
    valueFunction: ValueFunction? = nil,
    timing: MediaTiming = MediaTiming(), timingFunction: TimingFunction? = nil,
    isAdditive: Bool = false, isCumulative: Bool = false
  ) {
    precondition(!values.isEmpty, "a keyframe animation has values")
    precondition(keyTimes.map { $0.count >= 2 } ?? true, "there are at least two key times")
    self.keyPath = keyPath
    self.values = values
    self.shape = shape
    self.pathMorph = pathMorph
    self.valueFunction = valueFunction
    (path, rotationMode) = (nil, nil)
    self.timing = timing
    self.timingFunction = timingFunction
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    frames = Keyframes(
      values: values, keyTimes: keyTimes, timingFunctions: timingFunctions,
      mode: calculationMode, shape: shape, isInterpolable: keyPath.type.isInterpolable,
      morph: pathMorph)
  }

  /// A point along a path, which draws at least one segment. Key times are as many as the path has
  /// segments and one more.
  ///
  /// Linear mode follows a curve's parameter; paced mode its length, each segment to within a
  /// millionth of a point. The path is the curve already: cubic is like linear, cubicPaced like
  /// paced. In discrete mode each segment holds its start.
  public init(
    keyPath: AnimationKeyPath, path: Path, rotationMode: RotationMode? = nil,
    keyTimes: [Double]? = nil, timingFunctions: [TimingFunction] = [],
    calculationMode: CalculationMode = .linear, timing: MediaTiming = MediaTiming(),
    timingFunction: TimingFunction? = nil, isAdditive: Bool = false, isCumulative: Bool = false
  ) {
    precondition(keyPath.movesAlongPaths, "only places move along a path")
    precondition(!path.segments.isEmpty, "a path to move along draws something")
    precondition(keyTimes.map { $0.count >= 2 } ?? true, "there are at least two key times")
    self.keyPath = keyPath
    (self.path, self.rotationMode) = (path, rotationMode)
    (values, shape, valueFunction, pathMorph) = ([], SplineShape(), nil, .handles)
    self.timing = timing
    self.timingFunction = timingFunction
    self.isAdditive = isAdditive
    self.isCumulative = isCumulative
    frames = Keyframes(
      path: path, keyTimes: keyTimes, timingFunctions: timingFunctions, mode: calculationMode)
  }

  public var calculationMode: CalculationMode { frames.timeline.mode }

  /// As given, or worked out. Non-decreasing; computed ones go from 0 to 1.
  public var keyTimes: [Double] { frames.timeline.keyTimes }

  /// One for each segment, or fewer: the others are linear.
  public var timingFunctions: [TimingFunction] { frames.timeline.timingFunctions }

  public var declaredValues: [Value] { values }

  /// A layer that turns with its path changes its transform too.
  public var keyPaths: [AnimationKeyPath] {
    rotationMode == nil ? [keyPath] : [keyPath, AnimationKeyPath(.transform)]
  }

  /// Where between the key frames a progress falls.
  public func segment(at progress: Double) -> KeyframeSegment {
    frames.timeline.segment(at: progress)
  }

  /// The values that a segment runs between; in discrete mode the first one holds.
  func ends(ofSegment index: Int) -> (from: Value?, to: Value?) { frames.ends(ofSegment: index) }

  public func value(at progress: Double, underlying: Value) -> Value? {
    let value = frames.value(at: progress)
    guard case .point(let place) = value, keyPath.type == .size else { return value }
    return .size(Size(width: place.x, height: place.y))
  }

  /// Turns the layer with the path: the rotation acts first, then the transform so far.
  public func applyRotation(to values: inout LayerValues, at progress: Double) {
    guard let rotationMode, let tangent = frames.tangent(at: progress) else { return }
    let direction = rotationMode == .auto ? tangent : tangent * -1
    // A direction of length 1 is cosine and sine of its angle.
    var turn = Transform3D.identity
    (turn.m11, turn.m12) = (direction.x, direction.y)
    (turn.m21, turn.m22) = (-direction.y, direction.x)
    values[.transform] = turn.concatenating(values[.transform])
  }
}

/// How values between key frames come about. Source of the words: Apple's `CAAnimation.h`.
public enum CalculationMode: String, CaseIterable, Hashable, Sendable {
  /// Straight from one value to the next.
  case linear
  /// Each value holds until the next one's time.
  case discrete
  /// Straight, and everywhere at the same speed: key times and the segments' timing functions are
  /// ignored.
  case paced
  /// On a smooth curve through the values.
  case cubic
  /// On the smooth curve, and everywhere at the same speed.
  case cubicPaced

  /// Whether key times follow from the way instead of being given. Such modes know no timing
  /// functions either.
  public var isPaced: Bool { self == .paced || self == .cubicPaced }

  /// Whether values lie on a curve that tension, continuity and bias shape.
  public var isCubic: Bool { self == .cubic || self == .cubicPaced }

  /// Whether segments are eased one by one.
  public var usesTimingFunctions: Bool { self == .linear || self == .cubic }
}

/// Whether what moves along a path turns with it. Source of the words: Apple's `CAAnimation.h`.
public enum RotationMode: String, CaseIterable, Hashable, Sendable {
  /// The x axis points the way that the path goes.
  case auto
  /// The x axis points back.
  case autoReverse
}

/// A place between two key frames.
public struct KeyframeSegment: Hashable, Sendable {
  /// Counted from 0.
  public let index: Int
  /// How far from the frame at its start to the one at its end; it can overshoot 0...1 as the
  /// animation's progress can.
  public let progress: Double
  /// The same after the segment's own timing function; 0 in discrete mode, where the start holds.
  public let easedProgress: Double
}

/// How a smooth curve bends at each of the values that it passes through (Kochanek and Bartels
/// 1984). A value without a number of its own has 0.
public struct SplineShape: Hashable, Sendable {
  /// 1 is a sharp corner, -1 a wide turn.
  public var tensionValues: [Double]
  /// Other than 0, the curve has a corner there.
  public var continuityValues: [Double]
  /// 1 overshoots after the value, -1 before it.
  public var biasValues: [Double]

  public init(
    tensionValues: [Double] = [], continuityValues: [Double] = [], biasValues: [Double] = []
  ) {
    self.tensionValues = tensionValues
    self.continuityValues = continuityValues
    self.biasValues = biasValues
  }

  /// The weights of the ways before and after value `index` in the slopes there.
  func weights(at index: Int) -> (incoming: Weights, outgoing: Weights) {
    func number(_ list: [Double]) -> Double { index < list.count ? list[index] : 0 }
    let half = (1 - number(tensionValues)) / 2
    let (c, b) = (number(continuityValues), number(biasValues))
    let incoming = Weights(before: half * (1 - c) * (1 + b), after: half * (1 + c) * (1 - b))
    let outgoing = Weights(before: half * (1 + c) * (1 + b), after: half * (1 - c) * (1 - b))
    return (incoming, outgoing)
  }

  struct Weights {
    var before: Double
    var after: Double
  }
}
