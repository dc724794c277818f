import LayerTree
import Timing

extension Layer {
  /// The same life with animations that a scene file can say. What lies in it stays.
  var withWritableAnimations: Layer {
    let simulations = epochs[0].animations.filter { $0.animation is SimulatedAnimation }
    return changed(
      epochs: simulations.isEmpty
        ? epochs.map { $0.with($0.animations.flatMap(\.writable)) }
        : epochs(ofBodyMovedBy: simulations.flatMap(\.writable)),
      sublayers: sublayers.map(\.withWritableAnimations), mask: mask?.withWritableAnimations)
  }

  /// A simulation applies last, whatever events add, and no event removes it. Key frames do so
  /// where they come first and nothing else moves the layer, and where all other animations have
  /// keys, so that events remove those alone.
  private func epochs(ofBodyMovedBy keyframes: [AttachedAnimation]) -> [Epoch] {
    let moved = Set(keyframes.flatMap(\.animation.keyPaths).map(\.property))
    var known: [AttachedAnimation] = []
    return epochs.map { epoch in
      let others = epoch.animations.filter { !($0.animation is SimulatedAnimation) }
      known += others.filter { other in !known.contains(where: other.isCopy) }
      let keyed = others.map { $0.keyed(known.firstIndex(where: $0.isCopy) ?? 0) }
        .flatMap(\.writable)
      let isAlone = keyed.flatMap(\.animation.keyPaths).allSatisfy { !moved.contains($0.property) }
      return epoch.with(isAlone ? keyframes + keyed : keyed + keyframes)
    }
  }
}

extension Epoch {
  fileprivate func with(_ animations: [AttachedAnimation]) -> Epoch {
    Epoch(startTime: startTime, values: values, clock: clock, animations: animations)
  }
}

extension AttachedAnimation {
  /// With a key, where it has none.
  fileprivate func keyed(_ number: Int) -> AttachedAnimation {
    key == nil
      ? AttachedAnimation(animation, key: "animation \(number + 1)", place: place) : self
  }

  fileprivate var writable: [AttachedAnimation] {
    switch animation {
    case let animation as SimulatedAnimation:
      animation.keyframes.map { AttachedAnimation($0, place: place) }
    case let animation as BasicAnimation:
      divided(animation, animation.ends) { ends, isAdditive in
        BasicAnimation(
          keyPath: animation.keyPath, ends: ends, timing: animation.timing,
          timingFunction: animation.timingFunction, isAdditive: isAdditive)
      }
    case let animation as SpringAnimation:
      divided(animation, animation.ends) { ends, isAdditive in
        SpringAnimation(
          BasicAnimation(
            keyPath: animation.keyPath, ends: ends, timing: animation.timing,
            timingFunction: animation.timingFunction, isAdditive: isAdditive),
          spring: animation.spring)
      }
    default: [self]
    }
  }

  /// Two for an implicit animation that begins beyond its property's rule, where an overshooting
  /// one was interrupted: a file may not say that value, but the difference from another one. At
  /// progress p, with f for where it begins, a for an allowed value and u for the value underneath,
  /// they come to a (1 - p) + u p + (f - a) (1 - p), which is f (1 - p) + u p.
  private func divided(
    _ animation: any PropertyAnimation, _ ends: AnimationEnds,
    _ make: (AnimationEnds, _ isAdditive: Bool) -> any PropertyAnimation
  ) -> [AttachedAnimation] {
    let type = animation.keyPath.type
    guard let from = ends.fromValue, ends == AnimationEnds(from: from), !from.isWithin(type) else {
      return [self]
    }
    let start = from.limited(to: type)
    let first = AttachedAnimation(
      make(AnimationEnds(from: start), false), key: key, place: place)
    // Less than no alpha cannot be added.
    guard let rest = from.subtracting(start)?.seen(as: .color), let end = rest.additiveIdentity,
      rest != end
    else { return [first] }
    let second = AttachedAnimation(
      make(AnimationEnds(from: rest, to: end), true), key: key.map { $0 + " beyond" }, place: place)
    return [first, second]
  }
}

extension SimulatedAnimation {
  /// The same states as discrete key frames: one animation for the place, one for the angle.
  fileprivate var keyframes: [KeyframeAnimation] {
    let steps = timing.duration / step
    // As in the simulation, a state shows a millionth of a step early.
    let keyTimes =
      [0] + positions.indices.dropFirst().map { (Double($0) - 1e-6) / steps } + [1]
    let values = [positions.map(Value.point), angles.map(Value.number)]
    return zip(keyPaths, values).map { keyPath, values in
      KeyframeAnimation(
        keyPath: keyPath, values: values, keyTimes: keyTimes, calculationMode: .discrete,
        timing: timing)
    }
  }
}
