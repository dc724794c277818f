public import Foundation
import RostrumGeometry
package import RostrumLayerTree
import RostrumTiming

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

  package var curve: ViewAnimation.AnimationCurve {
    switch rawValue & (3 << 16) {
    case 1 << 16: .curveEaseIn
    case 2 << 16: .curveEaseOut
    case 3 << 16: .curveLinear
    default: .curveEaseInOut
    }
  }
}

extension ViewAnimation {
  fileprivate init(
    _ duration: TimeInterval, _ delay: TimeInterval, _ options: AnimationOptions,
    _ spring: Spring? = nil
  ) {
    self.init(
      duration: duration, delay: delay, curve: options.curve,
      repeats: options.contains(.repeat), autoreverses: options.contains(.autoreverse),
      beginsFromCurrentState: options.contains(.beginFromCurrentState), spring: spring)
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
  run(ViewAnimation(duration, delay, options), layers, animations, completion)
}

/// The same on a spring: a damping of 1 does not overshoot, smaller ones do. `velocity` is in whole
/// changes a second. A damping that no spring has moves on the curve of the options.
public func animate(
  duration: TimeInterval, delay: TimeInterval = 0, usingSpringWithDamping dampingRatio: CGFloat,
  initialSpringVelocity velocity: CGFloat = 0, options: AnimationOptions = [],
  moving layers: @escaping (CALayer) -> Bool = { _ in true }, animations: () -> Void,
  completion: ((Bool) -> Void)? = nil
) {
  let spring = Spring(
    dampingRatio: Double(dampingRatio), duration: duration, initialVelocity: Double(velocity))
  run(ViewAnimation(duration, delay, options, spring), layers, animations, completion)
}

/// The same on a spring by its period in seconds and its bounce, from -1 to 1.
public func animate(
  springDuration duration: TimeInterval, bounce: CGFloat, initialSpringVelocity: CGFloat = 0,
  delay: TimeInterval = 0, options: AnimationOptions = [],
  moving layers: @escaping (CALayer) -> Bool = { _ in true }, animations: () -> Void,
  completion: ((Bool) -> Void)? = nil
) {
  let spring = Spring(perceptualDuration: duration, bounce: Double(bounce)).flatMap {
    Spring(
      mass: $0.mass, stiffness: $0.stiffness, damping: $0.damping,
      initialVelocity: Double(initialSpringVelocity), allowsOverdamping: true)
  }
  if spring == nil { FilmWarnings.tell(.noSpring(duration, Double(bounce))) }
  let options = options.subtracting([.repeat, .autoreverse])
  run(
    ViewAnimation(spring?.settlingDuration ?? duration, delay, options, spring), layers,
    animations, completion)
}

/// The same with a timing function of one's own.
public func animate(
  duration: TimeInterval, delay: TimeInterval = 0, timingFunction: CAMediaTimingFunction,
  moving layers: @escaping (CALayer) -> Bool = { _ in true }, animations: () -> Void,
  completion: ((Bool) -> Void)? = nil
) {
  run(
    ViewAnimation(duration: duration, delay: delay, beginsFromCurrentState: true), layers,
    animations, completion, timingFunction: timingFunction)
}

/// Runs a block in which `addKeyframe` says what moves when: `UIView.animateKeyframes`.
public func animateKeyframes(
  duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
  calculationMode: CAAnimationCalculationMode = .linear,
  moving layers: @escaping (CALayer) -> Bool = { _ in true }, animations: () -> Void,
  completion: ((Bool) -> Void)? = nil
) {
  run(
    ViewAnimation(duration, delay, options.subtracting(.beginFromCurrentState)), layers,
    animations, completion, keyframes: KeyframeCollection(calculationMode))
}

/// Moves what a block sets in a part of the time of the keyframes around it, from 0 to 1.
public func addKeyframe(
  relativeStartTime: Double, relativeDuration: Double, animations: () -> Void
) {
  guard let keyframes = FilmClock.current?.viewBlock?.keyframes else { return animations() }
  let outer = keyframes.span
  keyframes.span = (relativeStartTime, min(relativeStartTime + relativeDuration, 1))
  animations()
  keyframes.span = outer
}

/// Runs code whose changes take no part in a block around it.
public func performWithoutAnimation(_ actions: () -> Void) {
  let clock = FilmClock.current
  let outer = clock?.viewBlock
  clock?.viewBlock = nil
  CATransaction.begin()
  CATransaction.setDisableActions(true)
  actions()
  CATransaction.commit()
  clock?.viewBlock = outer
}

private func run(
  _ animation: ViewAnimation, _ moves: @escaping (CALayer) -> Bool, _ body: () -> Void,
  _ completion: ((Bool) -> Void)?, timingFunction: CAMediaTimingFunction? = nil,
  keyframes: KeyframeCollection? = nil
) {
  let clock = FilmClock.current
  let batch = CompletionBatch { completion?($0) }
  let outer = clock?.viewBlock
  var animation = animation
  // A change that takes no time waits for its delay too.
  if animation.duration <= 0, animation.delay > 0 { animation.duration = 1e-6 }
  let block = ViewBlock(
    animation: animation, batch: batch, moves: moves, timingFunction: timingFunction,
    keyframes: keyframes)
  clock?.viewBlock = block
  body()
  clock?.viewBlock = outer
  keyframes?.attach(block)
  batch.close()
}

/// The values set by the key frames of a block, by layers and key paths.
final class KeyframeCollection {
  struct Track {
    let layer: CALayer
    let keyPath: AnimationKeyPath
    let first: Value
    var steps: [(start: Double, end: Double, value: Value)]
  }

  private(set) var tracks: [Track] = []
  private let mode: CAAnimationCalculationMode
  /// The part of the time of the key frame that runs.
  var span: (start: Double, end: Double) = (0, 1)

  init(_ mode: CAAnimationCalculationMode) { self.mode = mode }

  func add(_ layer: CALayer, _ keyPath: AnimationKeyPath, from: Value, to value: Value) {
    let step = (start: span.start, end: span.end, value: value)
    if let index = tracks.firstIndex(where: { $0.layer === layer && $0.keyPath == keyPath }) {
      tracks[index].steps.append(step)
    } else {
      tracks.append(Track(layer: layer, keyPath: keyPath, first: from, steps: [step]))
    }
  }

  func attach(_ block: ViewBlock) {
    for track in tracks {
      var (times, values) = ([0.0], [track.first])
      for step in track.steps.sorted(by: { $0.start < $1.start }) {
        if step.start > times[times.count - 1], let last = values.last {
          times.append(step.start)
          values.append(last)
        }
        if step.end <= times[times.count - 1] {
          values[values.count - 1] = step.value
        } else {
          times.append(step.end)
          values.append(step.value)
        }
      }
      if let last = values.last, times[times.count - 1] < 1 {
        times.append(1)
        values.append(last)
      }
      let animation = CAKeyframeAnimation(keyPath: track.keyPath.name)
      animation.values = values.map { $0.any(track.layer.images) ?? NSNull() }
      animation.keyTimes = times.map { NSNumber(value: $0) }
      animation.calculationMode = mode
      animation.timingFunction = CAMediaTimingFunction(block.animation.curve.timingFunction)
      track.layer.attach(animation, in: block)
    }
  }
}
