public import Foundation
import LayerTree
import Timing

/// How a block of view-style animation runs. Names: UIKit's `UIView.AnimationOptions`.
public struct AnimationOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Starts where values are seen to be, and not at the model's old ones.
  public static let beginFromCurrentState = Self(rawValue: 1 << 2)
  public static let `repeat` = Self(rawValue: 1 << 3)
  public static let autoreverse = Self(rawValue: 1 << 4)
  /// The curve of a block without an option.
  public static let curveEaseInOut: Self = []
  public static let curveEaseIn = Self(rawValue: 1 << 16)
  public static let curveEaseOut = Self(rawValue: 2 << 16)
  public static let curveLinear = Self(rawValue: 3 << 16)

  fileprivate var curve: ViewAnimation.AnimationCurve {
    switch rawValue & (3 << 16) {
    case 1 << 16: .curveEaseIn
    case 2 << 16: .curveEaseOut
    case 3 << 16: .curveLinear
    default: .curveEaseInOut
    }
  }
}

/// Moves what a block sets, as a view does: it is UIKit's `UIView.animate(withDuration:...)` for
/// layers. `completion` receives whether every animation came to its own end; without any it runs
/// at the end of the code of this moment.
///
/// Layers that were not shown yet, and layers outside of a film, are set at once. `layers` says
/// which layers the block moves: UIKit's blocks move the layers of views alone, and a layer without
/// a view keeps its implicit animation.
public func animate(
  duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
  moving layers: @escaping (CALayer) -> Bool = { _ in true }, animations: () -> Void,
  completion: ((Bool) -> Void)? = nil
) {
  let block = ViewAnimation(
    duration: duration, delay: delay, curve: options.curve,
    repeats: options.contains(.repeat), autoreverses: options.contains(.autoreverse),
    beginsFromCurrentState: options.contains(.beginFromCurrentState))
  run(block, layers, animations, completion)
}

/// The same on a spring: a damping of 1 does not overshoot, smaller ones do. `velocity` is in whole
/// changes a second. A damping that no spring has moves on the curve of the options.
public func animate(
  duration: TimeInterval, delay: TimeInterval = 0, usingSpringWithDamping dampingRatio: CGFloat,
  initialSpringVelocity velocity: CGFloat = 0, options: AnimationOptions = [],
  moving layers: @escaping (CALayer) -> Bool = { _ in true }, animations: () -> Void,
  completion: ((Bool) -> Void)? = nil
) {
  let block = ViewAnimation(
    duration: duration, delay: delay, curve: options.curve,
    repeats: options.contains(.repeat), autoreverses: options.contains(.autoreverse),
    beginsFromCurrentState: options.contains(.beginFromCurrentState),
    spring: Spring(
      dampingRatio: Double(dampingRatio), duration: duration, initialVelocity: Double(velocity)))
  run(block, layers, animations, completion)
}

private func run(
  _ animation: ViewAnimation, _ moves: @escaping (CALayer) -> Bool, _ body: () -> Void,
  _ completion: ((Bool) -> Void)?
) {
  let clock = FilmClock.current
  let batch = CompletionBatch { completion?($0) }
  let outer = clock?.viewBlock
  clock?.viewBlock = ViewBlock(animation: animation, batch: batch, moves: moves)
  body()
  clock?.viewBlock = outer
  batch.close()
}
