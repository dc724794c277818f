import Foundation
import RostrumLayerTree
import RostrumTiming

/// An animation that hangs on a layer.
final class RunningAnimation {
  let key: String?
  /// The layer's own copy.
  let animation: CAAnimation
  /// Where it was added.
  let place = CallPlace.current
  /// The transactions' batches that wait for its end.
  let batches: [CompletionBatch]
  /// As the model has it, from the commit on that has settled when it begins.
  private(set) var attached: AttachedAnimation?
  /// In place of that, one that changes nothing and lasts as long.
  private(set) var idle: AnimationGroup?
  /// When it begins and ends by the current clocks, in seconds of the film; `nil` for never.
  var start: Double?
  var end: Double?
  private(set) var isSettled = false
  var isStartScheduled = false
  private(set) var hasStarted = false
  private(set) var hasStopped = false

  /// How long after the commit one without a begin time begins, in seconds of its layer.
  private let delay: Double

  init(
    _ animation: CAAnimation, key: String?, batches: [CompletionBatch], delay: Double = 0
  ) {
    (self.animation, self.key, self.batches) = (animation, key, batches)
    self.delay = delay
  }

  /// Fixes when it begins: `now` is the layer's time, `moment` that of its superlayer. What a film
  /// begins with has no look before that a transition could show.
  func settle(on layer: CALayer, now: Double, _ moment: Moment, isFirst: Bool) {
    isSettled = true
    let model = CallPlace.$current.withValue(place ?? animation.place) {
      animation.model(for: layer)
    }
    guard var model else { return settleWithoutEffect(now: now) }
    if animation.beginTime == 0 {
      animation.beginTime = (model.targetsClock ? moment.parentTime : now) + delay
      model.timing.beginTime = animation.beginTime
    }
    if !isFirst, let transition = model as? TransitionAnimation {
      model = TransitionAnimation(
        style: transition.style, direction: transition.direction,
        startProgress: transition.startProgress, endProgress: transition.endProgress,
        timing: transition.timing, timingFunction: transition.timingFunction, addedAt: moment)
    }
    attached = AttachedAnimation(model, key: key)
  }

  /// An animation that changes nothing of the model, such as a value of the program's own, lasts
  /// for its time.
  private func settleWithoutEffect(now: Double) {
    if animation.beginTime == 0 { animation.beginTime = now + delay }
    idle = AnimationGroup(animations: [], timing: animation.timing)
  }

  var targetsClock: Bool { attached?.animation.targetsClock ?? false }

  func leaveFilm() {
    (attached, idle, isSettled, start, end) = (nil, nil, false, nil, nil)
    (hasStarted, hasStopped, isStartScheduled) = (false, false, false)
  }

  func tellStart() {
    guard !hasStarted else { return }
    hasStarted = true
    animation.delegate?.animationDidStart(animation)
  }

  func tellStop(finished: Bool) {
    guard !hasStopped else { return }
    hasStopped = true
    animation.delegate?.animationDidStop(animation, finished: finished)
    for batch in batches { batch.close(finished: finished) }
  }
}

extension CALayer {
  func attach(_ animation: CAAnimation, _ key: String?) {
    guard presented == nil, let copy = animation.copy() as? CAAnimation else { return }
    if let (layer, inner) = innerTarget(of: copy) { return layer.attach(inner, key) }
    let stack = TransactionStack.current
    if copy.duration <= 0 { copy.duration = copy.ownDuration ?? stack.top.animationDuration }
    if copy.timingFunction == nil { copy.timingFunction = stack.top.animationTimingFunction }
    let key = copy is CATransition ? kCATransition : key
    let batches = stack.current
    for batch in batches { batch.add() }
    if let key { removeAnimation(forKey: key) }
    running.append(RunningAnimation(copy, key: key, batches: batches))
    FilmClock.current?.note(self)
  }

  /// A block of view-style animation moves a value that was set in it.
  func animate(_ keyPath: AnimationKeyPath, in block: ViewBlock, from: Value) {
    guard let model = block.animation.animation(of: keyPath, from: from, at: 0),
      let basic = model.animation as? any BasicAnimationFamily
    else { return }
    let animation: CABasicAnimation
    if let spring = block.animation.spring {
      let moved = CASpringAnimation(keyPath: keyPath.name)
      (moved.mass, moved.stiffness, moved.damping) = (spring.mass, spring.stiffness, spring.damping)
      (moved.initialVelocity, moved.allowsOverdamping) =
        (spring.initialVelocity, spring.allowsOverdamping)
      animation = moved
    } else {
      animation = CABasicAnimation(keyPath: keyPath.name)
    }
    animation.fromValue = from.any(images)
    animation.timingFunction =
      block.timingFunction ?? basic.timingFunction.map(CAMediaTimingFunction.init)
    attach(animation, in: block)
  }

  /// The block says how long the animation lasts, and waits for it.
  func attach(_ animation: CAPropertyAnimation, in block: ViewBlock) {
    animation.duration = block.animation.duration
    animation.autoreverses = block.animation.autoreverses
    animation.repeatCount = block.animation.repeats ? .infinity : 0
    animation.fillMode = .backwards
    let key = animation.keyPath ?? ""
    removeAnimation(forKey: key)
    let batches = [block.batch] + TransactionStack.current.current
    for batch in batches { batch.add() }
    running.append(
      RunningAnimation(animation, key: key, batches: batches, delay: block.animation.delay))
    FilmClock.current?.note(self)
  }

  func remove(where isGone: (RunningAnimation) -> Bool) {
    let gone = running.filter(isGone)
    guard !gone.isEmpty, presented == nil else { return }
    running.removeAll(where: isGone)
    FilmClock.current?.note(self)
    if gone.contains(where: draws) { setNeedsDisplay() }
    for animation in gone {
      guard let clock = FilmClock.current else {
        animation.tellStop(finished: false)
        continue
      }
      clock.forget(animation)
      // Core Animation calls it from the run loop, not in the middle of another call.
      clock.schedule { animation.tellStop(finished: false) }
    }
  }
}
