public import RostrumTiming

/// From how a layer looked to how it looks now (`CATransition`). It changes no value: it says how
/// far the one picture has given way to the other.
public struct TransitionAnimation: Animation {
  /// The key under which every transition hangs on its layer, so that a layer has one at most.
  public static let key = "transition"

  public var timing: MediaTiming
  public let timingFunction: TimingFunction?
  public let style: TransitionStyle
  /// `nil` means from the left.
  public let direction: TransitionDirection?
  /// The progress at the start, 0...1.
  public let startProgress: Double
  /// The progress at the end, from `startProgress` to 1.
  public let endProgress: Double
  /// When an event added it to its layer, as that layer's superlayer counts: the old snapshot is
  /// that of just before. `nil` for one that the layer has from the start, whose old snapshot is
  /// that of just before it begins.
  public internal(set) var addedAt: Moment?

  public init(
    style: TransitionStyle = .fade, direction: TransitionDirection? = nil,
    startProgress: Double = 0, endProgress: Double = 1, timing: MediaTiming = MediaTiming(),
    timingFunction: TimingFunction? = nil, addedAt: Moment? = nil
  ) {
    self.addedAt = addedAt
    self.style = style
    self.direction = direction
    self.startProgress = startProgress
    self.endProgress = endProgress
    self.timing = timing
    self.timingFunction = timingFunction
  }

  public var keyPaths: [AnimationKeyPath] { [] }
  public var images: [ImageReference] { [] }
  public func apply(to values: inout LayerValues, at parentTime: Double) {}

  /// The transition's progress; `nil` when it has no effect at that time.
  public func state(at parentTime: Double) -> TransitionState? {
    transformedProgress(of: timing.sample(at: parentTime)).map {
      TransitionState(
        style: style, direction: direction ?? .fromLeft,
        progress: startProgress + (endProgress - startProgress) * $0)
    }
  }
}

/// How the new picture takes the old one's place. Source of the words: `CATransitionType` in
/// Apple's `CAAnimation.h`.
public enum TransitionStyle: String, CaseIterable, Hashable, Sendable {
  /// One shows through the other.
  case fade
  /// The new one slides over the old one.
  case moveIn
  /// The new one pushes the old one out.
  case push
  /// The old one slides away from the new one.
  case reveal
}

/// Where a transition comes from. Source of the words: `CATransitionSubtype` in Apple's
/// `CAAnimation.h`.
public enum TransitionDirection: String, CaseIterable, Hashable, Sendable {
  case fromLeft, fromRight
  /// From the edge of largest y, which is the lower one on screen: the same rule as that of
  /// `contentsGravity`.
  case fromTop
  /// From the edge of smallest y.
  case fromBottom
}

/// How far a layer is between two snapshots.
public struct TransitionState: Hashable, Sendable {
  public let style: TransitionStyle
  /// Means nothing to a fade.
  public let direction: TransitionDirection
  /// 0 shows the old picture alone, 1 the new one; a timing function may overshoot.
  public let progress: Double
}
