import Foundation
import RostrumLayerTree
import RostrumTiming

/// How an animator goes from one end to the other.
package enum HeldCurve {
  case function(CAMediaTimingFunction)
  case spring(mass: Double, stiffness: Double, damping: Double, velocity: Double)

  /// A spring that comes to rest in a time; the default curve for a damping that no spring has.
  package static func spring(
    dampingRatio: Double, duration: Double, velocity: Double
  ) -> HeldCurve {
    guard
      let spring = Spring(
        dampingRatio: dampingRatio, duration: duration, initialVelocity: velocity)
    else { return .function(CAMediaTimingFunction(name: .easeInEaseOut)) }
    return .spring(
      mass: spring.mass, stiffness: spring.stiffness, damping: spring.damping, velocity: velocity)
  }

  /// The time in which a spring comes to rest; `nil` for other curves.
  package var ownDuration: Double? {
    (animation() as? CASpringAnimation)?.settlingDuration
  }

  func animation() -> CABasicAnimation {
    switch self {
    case .function(let function):
      let animation = CABasicAnimation()
      animation.timingFunction = function
      return animation
    case .spring(let mass, let stiffness, let damping, let velocity):
      let animation = CASpringAnimation()
      (animation.mass, animation.stiffness, animation.damping) = (mass, stiffness, damping)
      (animation.initialVelocity, animation.allowsOverdamping) = (velocity, true)
      animation.timingFunction = CAMediaTimingFunction(name: .linear)
      return animation
    }
  }
}

/// The changes of blocks, shown at any part of the way from before to after: running, held or back.
package final class HeldAnimation {
  private struct Change {
    let layer: CALayer
    let keyPath: AnimationKeyPath
    let from: Value
    let to: Value
    /// The part of the time before it begins.
    let delay: Double
  }

  /// A way that runs, between two parts of the whole.
  private struct Run {
    let curve: HeldCurve
    let start: Double
    let duration: Double
    let ends: (from: Double, to: Double)
  }

  private var changes: [Change] = []
  /// The animations that show them now.
  private var attached: [(layer: CALayer, animation: RunningAnimation)] = []
  private var running: Run?
  private var held = 0.0

  package init() {}

  /// Runs a block, whose changes are held back. Outside of films they are made at once.
  package func add(
    moving moves: @escaping (CALayer) -> Bool, delay: Double = 0, _ body: () -> Void
  ) {
    guard let clock = FilmClock.current else { return body() }
    let changed = KeyframeCollection(.linear)
    let outer = clock.viewBlock
    clock.viewBlock = ViewBlock(
      animation: ViewAnimation(duration: 1, beginsFromCurrentState: true),
      batch: CompletionBatch { _ in }, moves: moves, keyframes: changed)
    body()
    clock.viewBlock = outer
    changes += changed.tracks.compactMap { track in
      track.steps.last.map {
        Change(
          layer: track.layer, keyPath: track.keyPath, from: track.first, to: $0.value,
          delay: min(max(delay, 0), 1))
      }
    }
  }

  /// The part of the way that shows now.
  package var fraction: Double {
    guard let running else { return held }
    let time = CACurrentMediaTime() - running.start
    if time <= 0 { return running.ends.from }
    let number = CALayer()
    let animation = running.curve.animation()
    animation.keyPath = "zPosition"
    (animation.fromValue, animation.toValue) = (running.ends.from, running.ends.to)
    (animation.duration, animation.fillMode) = (max(running.duration, 1e-9), .forwards)
    animation.isRemovedOnCompletion = false
    return number.shown(animation, at: time)?.value(in: "zPosition", of: number)?.number
      ?? running.ends.to
  }

  /// Shows a part of the way, and stays there.
  package func hold(at fraction: Double) {
    (running, held) = (nil, fraction)
    attached = changes.map { change in
      let animation = CABasicAnimation(keyPath: change.keyPath.name)
      let value = value(of: change, at: fraction)
      (animation.fromValue, animation.toValue) = (value, value)
      (animation.duration, animation.fillMode) = (1, .both)
      animation.isRemovedOnCompletion = false
      return (change.layer, change.layer.replace(animation, delay: 0))
    }
  }

  /// Goes from the part that shows to another one.
  package func run(to end: Double, _ curve: HeldCurve, duration: Double, delay: Double = 0) {
    let start = fraction
    running = Run(
      curve: curve, start: CACurrentMediaTime() + delay, duration: duration, ends: (start, end))
    attached = changes.map { change in
      // One that begins later has less time; on the way back all end together.
      let wait = start == 0 ? change.delay * duration : 0
      let animation = curve.animation()
      animation.keyPath = change.keyPath.name
      animation.fromValue = value(of: change, at: start)
      animation.toValue = value(of: change, at: end)
      (animation.duration, animation.fillMode) = (max(duration - wait, 1e-9), .both)
      animation.isRemovedOnCompletion = false
      return (change.layer, change.layer.replace(animation, delay: delay + wait))
    }
  }

  /// The layers have the values of a part of the way from now on, and no animation.
  package func finish(at fraction: Double) {
    (running, held) = (nil, fraction)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    // The layers have the last values since the blocks ran.
    for change in changes where fraction != 1 {
      if let value = value(of: change, at: fraction) {
        change.layer.setValue(value, forKeyPath: change.keyPath.name)
      }
    }
    for (layer, animation) in attached { layer.remove(where: { $0 === animation }) }
    CATransaction.commit()
    (changes, attached) = ([], [])
  }

  private func value(of change: Change, at fraction: Double) -> Any? {
    let images = change.layer.images
    if fraction == 0 { return change.from.any(images) }
    if fraction == 1 { return change.to.any(images) }
    // A spring has gone beyond an end.
    if !(0...1).contains(fraction) {
      return change.keyPath.value(in: change.layer.shownValues).any(images)
    }
    let animation = CABasicAnimation(keyPath: change.keyPath.name)
    (animation.fromValue, animation.toValue) = (change.from.any(images), change.to.any(images))
    (animation.duration, animation.speed, animation.fillMode) = (1, 0, .both)
    animation.timeOffset = fraction
    return change.layer.shown(animation, at: 0).flatMap { change.keyPath.value(in: $0).any(images) }
  }
}

extension CALayer {
  /// The layer's values with one animation alone, at a time after the animation's beginning.
  fileprivate func shown(_ animation: CAAnimation, at time: Double) -> LayerValues? {
    guard let model = animation.model(for: self) else { return nil }
    let epoch = Epoch(
      startTime: -.infinity, values: values, clock: LayerClock(),
      animations: [AttachedAnimation(model, key: nil)])
    return epoch.presentationValues(at: time)
  }

  /// Puts an animation in the place of that of the same key path.
  fileprivate func replace(_ animation: CABasicAnimation, delay: Double) -> RunningAnimation {
    let key = animation.keyPath ?? ""
    removeAnimation(forKey: key)
    let new = RunningAnimation(animation, key: key, batches: [], delay: delay)
    running.append(new)
    FilmClock.current?.note(self)
    return new
  }
}

extension LayerValues {
  fileprivate func value(in keyPath: String, of layer: CALayer) -> Value? {
    layer.keyPath(named: keyPath)?.value(in: self)
  }
}
