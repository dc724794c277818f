import LayerTree
import Timing

/// Where a list of animations stands.
struct AnimationPlace: Hashable {
  let layerClass: LayerClass
  /// No animation here ever sees a time beyond this, either way.
  let latestTime: Double
  /// The group's, for the animations in a group.
  var groupDuration: Double?
  /// The model of the layer, for checking texts that animations show.
  var values = LayerValues()

  /// The event's, for animations that are added at a time.
  var transaction: Transaction?

  /// What is set, for a layer's action: then an animation may leave out its key path and its values.
  var setKeyPath: AnimationKeyPath?

  var isInGroup: Bool { groupDuration != nil }

  /// Of an animation that names none.
  var defaultDuration: Double {
    let inherited = groupDuration ?? transaction?.animationDuration ?? 0
    return inherited > 0 ? inherited : MediaTiming.defaultDuration
  }
}

/// An animation of the file whose type is known.
struct AnimationFields {
  let fields: MappingReader
  let place: AnimationPlace
  let context: SceneContext

  /// What the type's vocabulary reads for all types alike: the timing, with `duration` as default.
  ///
  /// `holds`: before its beginning and after its end the animation shows, unless the file says otherwise.
  func timing(defaultDuration: Double, holds: Bool = false) -> MediaTiming? {
    let fillKey: Key = holds ? .heldFillMode : .fillMode
    let removedKey: Key = holds ? .heldRemovedOnCompletion : .removedOnCompletion
    let given = fields.node(.duration)
    let duration = given == nil ? 0 : fields.number(.duration)
    let timing = MediaTiming(
      beginTime: beginTime,
      duration: duration.flatMap { $0 == 0 ? nil : $0 } ?? defaultDuration,
      speed: fields.number(.speed) ?? 1, timeOffset: fields.number(.timeOffset) ?? 0,
      repeatCount: fields.number(.repeatCount) ?? 0,
      repeatDuration: fields.number(.repeatDuration) ?? 0,
      autoreverses: fields.boolean(.autoreverses) ?? false,
      fillMode: fields.word(fillKey, as: FillMode.self) ?? (holds ? .both : .removed),
      isRemovedOnCompletion: (fields.boolean(removedKey) ?? !holds) && !place.isInGroup)
    guard duration != nil, check(timing) else { return nil }
    return timing
  }

  /// `.some(nil)` without one, `nil` after reporting a wrong one.
  func timingFunction() -> TimingFunction?? {
    guard let node = fields.node(.timingFunction) else {
      return .some(place.transaction?.animationTimingFunction)
    }
    return context.timingFunction(node).map { .some($0) }
  }

  private func check(_ timing: MediaTiming) -> Bool {
    let isDurationUsable = checkDuration(timing)
    let isRepeatUsable = checkRepeats(timing)
    let isFastEnough = checkSpeed(timing)
    warnAboutFill(timing)
    return isDurationUsable && isRepeatUsable && isFastEnough
  }

  private func checkDuration(_ timing: MediaTiming) -> Bool {
    guard timing.duration < SceneContext.minimumDuration, let node = fields.node(.duration) else {
      return true
    }
    let found = timing.duration.sceneText
    let message =
      timing.duration < 0
      ? "a negative duration: \(found)" : "a duration below a microsecond: \(found)"
    context.error(.outOfRange, message, at: node)
    return false
  }

  private func checkRepeats(_ timing: MediaTiming) -> Bool {
    guard timing.repeatCount > 0, timing.repeatDuration > 0,
      let node = fields.keyNode(.repeatDuration)
    else { return true }
    context.error(
      .conflict,
      "both repeatCount and repeatDuration: Core Animation leaves undefined what happens",
      at: node, hint: "remove one of them")
    return false
  }

  func checkSpeed(_ timing: MediaTiming) -> Bool {
    let latest = (place.latestTime + abs(timing.beginTime)) * abs(timing.speed)
    guard latest > 1e15 else { return true }
    context.error(
      .outOfRange, "this animation and the clocks around it run too fast together",
      at: fields.keyNode(.speed) ?? fields.node)
    return false
  }

  private func warnAboutFill(_ timing: MediaTiming) {
    guard timing.isRemovedOnCompletion, timing.fillMode == .forwards || timing.fillMode == .both,
      let node = fields.node(.fillMode)
    else { return }
    context.warning(
      .noEffect, "filling forwards has no effect while removedOnCompletion is true", at: node,
      hint: "add removedOnCompletion: false")
  }
}
