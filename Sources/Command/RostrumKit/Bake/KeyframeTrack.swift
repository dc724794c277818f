import RostrumLayerTree
import RostrumSceneFile
import RostrumTiming

/// The key frames of one property of one layer: its value at every frame.
struct KeyframeTrack {
  let property: Property
  let model: Value
  /// Neighbouring frames with the same value.
  let runs: [FrameSamples.Run<Value>]
  /// The value at the end of the last frame.
  let last: Value
  /// The value once everything has ended; `nil` when something never ends.
  let rest: Value?
  /// The frames' times.
  let times: [Double]
  /// The time of the frame after the last.
  let end: Double
  /// Whether nothing may change after the only frame, so that the scene still has no duration.
  let isStill: Bool

  /// One animation; two where values leave the range that the scene language allows (an
  /// overshooting opacity): a base of nothing, to which the key frames add.
  var animations: [any Animation] {
    guard runs.contains(where: { $0.value.limited(to: property.type) != $0.value }), let base else {
      return [keyframes(isAdditive: false)]
    }
    let keyframes = added(to: base).keyframes(isAdditive: true)
    let constant = BasicAnimation(
      keyPath: AnimationKeyPath(property), ends: AnimationEnds(from: base, to: base),
      timing: keyframes.timing)
    return [constant, keyframes]
  }

  /// The track whose values are added: nothing where the base alone says it.
  private func added(to base: Value) -> KeyframeTrack {
    guard base == .number(Value.tiniest) else { return self }
    return KeyframeTrack(
      property: property, model: model,
      runs: runs.map {
        .init(firstFrame: $0.firstFrame, value: $0.value == base ? .number(0) : $0.value)
      },
      last: last == base ? .number(0) : last, rest: rest, times: times, end: end, isStill: isStill)
  }

  private var base: Value? {
    if property.type == .number(.moreThanZero) { return .number(Value.tiniest) }
    return model.additiveIdentity ?? runs.lazy.compactMap(\.value.additiveIdentity).first
  }

  // MARK: Key frames

  /// Linear where that gives every frame's value exactly, otherwise discrete: there may be nothing
  /// between two values, such as pictures.
  private func keyframes(isAdditive: Bool) -> KeyframeAnimation {
    let linear = animation(.linear, isAdditive: isAdditive)
    return isExact(linear) ? linear : animation(.discrete, isAdditive: isAdditive)
  }

  /// A key at the first frame of each run; in linear mode also at its last one. One more key has
  /// the value at the end of the last frame; a discrete track holds the last frame's value until
  /// then.
  private func animation(_ mode: CalculationMode, isAdditive: Bool) -> KeyframeAnimation {
    let held = mode == .linear && !isStill ? last : runs[runs.count - 1].value
    let returnsToModel = rest == model || held == model
    let timing = MediaTiming(
      duration: end, speed: isStill ? 0 : 1, fillMode: returnsToModel ? .removed : .forwards,
      isRemovedOnCompletion: returnsToModel)
    var (values, keyTimes) = ([Value](), [Double]())
    for (run, end) in zip(runs, runs.dropFirst().map(\.firstFrame) + [times.count]) {
      let hasEnd = mode == .linear && end - 1 > run.firstFrame
      for frame in hasEnd ? [run.firstFrame, end - 1] : [run.firstFrame] {
        values.append(run.value)
        keyTimes.append(timing.sample(at: times[frame]).directedProgress ?? 0)
      }
    }
    return KeyframeAnimation(
      keyPath: AnimationKeyPath(property), values: values + [held],
      keyTimes: keyTimes + [1], calculationMode: mode, timing: timing, isAdditive: isAdditive)
  }

  private func isExact(_ animation: KeyframeAnimation) -> Bool {
    guard property.type.isInterpolable else { return false }
    var run = 0
    return times.enumerated().allSatisfy { frame, time in
      if run + 1 < runs.count, runs[run + 1].firstFrame == frame { run += 1 }
      let progress = animation.timing.sample(at: time).directedProgress ?? 0
      return animation.value(at: progress, underlying: model) == runs[run].value
    }
  }
}
