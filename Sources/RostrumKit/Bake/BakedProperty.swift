import Geometry
import LayerTree
import Timing

/// One property of one layer with its value at every frame, as keyframes.
struct BakedProperty {
  let property: Property
  let model: Value
  /// One for each frame.
  let values: [Value]
  /// The value once everything has ended; `nil` when something never ends.
  let rest: Value?
  /// The frames' times.
  let times: [Double]
  /// The time of the frame after the last.
  let end: Double
  /// Whether nothing may change after the only frame, so that the scene still has no duration.
  let isStill: Bool

  /// Adds nothing to a number that is not smaller still, and yet is above 0.
  static let tiny = 1e-300

  /// One animation; two where values leave the range that the scene language allows (an
  /// overshooting opacity): a base of nothing, to which the keyframes add.
  var animations: [any Animation] {
    guard values.contains(where: { !$0.isWithin(property.type) }), let base else {
      return [keyframes(isAdditive: false)]
    }
    let constant = BasicAnimation(
      keyPath: AnimationKeyPath(property), ends: AnimationEnds(from: base, to: base),
      timing: timing)
    return [constant, keyframes(isAdditive: true)]
  }

  private var base: Value? {
    if property.type == .number(.moreThanZero) { return .number(Self.tiny) }
    return model.additiveIdentity ?? values.lazy.compactMap(\.additiveIdentity).first
  }

  // MARK: Timing

  /// Over the whole scene; afterwards the last frame holds, or the model returns when that is what
  /// the scene does.
  private var timing: MediaTiming {
    let returnsToModel = rest == model || values.last == model
    return MediaTiming(
      duration: end, speed: isStill ? 0 : 1, fillMode: returnsToModel ? .removed : .forwards,
      isRemovedOnCompletion: returnsToModel)
  }

  // MARK: Key frames

  /// Linear where that gives every frame's value exactly. Values with nothing in between (pictures,
  /// a colour and none) are discrete.
  private func keyframes(isAdditive: Bool) -> KeyframeAnimation {
    let linear = animation(.linear, keys: keys(of: .linear), isAdditive: isAdditive)
    return isExact(linear)
      ? linear : animation(.discrete, keys: keys(of: .discrete), isAdditive: isAdditive)
  }

  /// The frames that need a key: of a run of equal values the first and the last, in discrete mode
  /// the first.
  private func keys(of mode: CalculationMode) -> [Int] {
    let last = values.count - 1
    return values.indices.filter { index in
      if index == 0 || values[index] != values[index - 1] { return true }
      return mode == .linear && (index == last || values[index] != values[index + 1])
    }
  }

  /// The last frame's value has one more key at the end, so that it holds to there.
  private func animation(
    _ mode: CalculationMode, keys: [Int], isAdditive: Bool
  ) -> KeyframeAnimation {
    let last = values[values.count - 1]
    let progress = keys.map { timing.sample(at: times[$0]).directedProgress ?? 0 }
    return KeyframeAnimation(
      keyPath: AnimationKeyPath(property), values: keys.map { values[$0] } + [last],
      keyTimes: progress + [1], calculationMode: mode, timing: timing, isAdditive: isAdditive)
  }

  private func isExact(_ animation: KeyframeAnimation) -> Bool {
    guard property.type.isInterpolable else { return false }
    return zip(times, values).allSatisfy { time, value in
      let progress = animation.timing.sample(at: time).directedProgress ?? 0
      return animation.value(at: progress, underlying: model) == value
    }
  }
}
