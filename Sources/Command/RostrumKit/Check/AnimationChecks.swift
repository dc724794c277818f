import RostrumGeometry
import RostrumLayerTree
import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import RostrumSource
import RostrumTiming

/// Checks for animations that are never visible, or whose end is a jump back.
extension SceneCheck {
  func animationFindings() throws -> [Diagnostic] {
    let states = Dictionary(
      Inspection(scene, at: 0).layers.flatMap(\.all).map { ($0.layer.index, $0.animations) },
      uniquingKeysWith: { first, _ in first })
    return try places.flatMap { place -> [Diagnostic] in
      try Task.checkCancellation()
      guard place.isSteady, !place.isCopied, let states = states[place.layer.index] else {
        return []
      }
      return states.flatMap { findings(of: $0, on: place) } + endedAdditions(to: place.layer)
    }
  }

  /// Animations that are over when an event adds them, by a begin time of the layer's clock.
  private func endedAdditions(to layer: Layer) -> [Diagnostic] {
    zip(layer.epochs, layer.epochs.dropFirst()).flatMap { before, epoch -> [Diagnostic] in
      let now = scene.localTime(of: layer, at: epoch.startTime)
      return epoch.animations.compactMap { attached in
        let timing = attached.animation.timing
        let fills = timing.fillMode.fillsForwards && !timing.isRemovedOnCompletion
        guard attached.place != nil, !fills, attached.animation.endTime < now - 1e-9,
          !before.animations.contains(where: attached.isCopy)
        else { return nil }
        return warning(
          .afterEnd,
          "the animation is over at \(readable(moment: attached.animation.endTime)) of its layer's "
            + "time, before the event adds it at \(readable(moment: now))",
          at: attached.place, hint: "a plain number counts from the event: beginTime: 0.5")
      }
    }
  }

  private func findings(of state: Inspection.AnimationState, on place: Place) -> [Diagnostic] {
    let attached = state.attached
    guard attached.place != nil, !(attached.animation is TransitionAnimation) else { return [] }
    guard !attached.animation.isStep else { return lateEntrance(state, of: place.layer) }
    let late = lateChildren(of: attached)
    if attached.animation.timing.speed == 0, attached.animation.timing.timeOffset == 0 {
      return late + [
        warning(
          .noEffect, "with a speed of 0 the animation shows its first value for ever",
          at: attached.place, hint: "leave speed out, or say by timeOffset where it stands still")
      ]
    }
    if let begin = state.sceneInterval?.lowerBound, begin >= scene.clock.duration,
      !attached.animation.timing.fillMode.showsBefore
    {
      return late + [
        warning(
          .afterEnd,
          "the animation begins at \(readable(moment: begin)), when the scene is over "
            + "(\(readable(moment: scene.clock.duration)))",
          at: attached.place, hint: "give it an earlier beginTime, or the scene a longer duration")
      ]
    }
    // A layer without a size, such as a bar of 0, is named for that already.
    let isNothing =
      place.layer.values[.bounds].isEmpty
      && attached.animation.keyPaths.allSatisfy { $0.property == .bounds }
    if !isNothing, !place.layer.everChanges(through: attached) {
      return late + [
        warning(
          .noChange, "the animation never changes anything: its values are the layer's own",
          at: attached.place,
          hint: attached.animation.keyPaths.contains { $0.name == "transform" }
            ? "whole turns are nothing as a transform: animate transform.rotation"
            : "remove it, or give it another end")
      ]
    }
    if let unseen = unseenEntrance(attached, of: place.layer) { return late + [unseen] }
    if let left = place.layer.leaveTime, attached.animation.timing.beginTime >= left,
      !attached.animation.timing.fillMode.showsBefore
    {
      return late + [
        warning(
          .afterEnd,
          "the animation begins at \(readable(moment: attached.animation.timing.beginTime)) of its "
            + "layer's time, when the layer has left the stage (\(readable(moment: left)))",
          at: attached.place, hint: "let it begin earlier, or the layer leave later")
      ]
    }
    if let hider = place.layer.hider(of: attached) {
      return late + [hidden(attached, by: hider)]
    }
    let cut = cut(attached, on: place.layer)
    return late + gaps(in: attached, of: place.layer) + cut
      + [
        jump(of: state, on: place), cut.isEmpty ? leap(of: state, on: place) : nil,
      ].compactMap(\.self)
  }

  /// An animation that is over, or mostly, when its layer comes on stage or the scene begins.
  private func unseenEntrance(_ attached: AttachedAnimation, of layer: Layer) -> Diagnostic? {
    let (timing, end) = (attached.animation.timing, attached.animation.endTime)
    let start = layer.comeTime ?? scene.localTime(of: layer, at: 0)
    let begin = timing.beginTime
    guard end.isFinite, timing.speed > 0, begin < start - 1e-9, layer.comeTime != nil || begin < 0,
      end - start < 0.5 * (end - begin)
    else { return nil }
    let moment = layer.comeTime == nil ? "the scene begins" : "the layer comes on stage"
    let leave = layer.leaveTime.map { max($0 - timing.duration, start) }
    return warning(
      .afterEnd,
      "\(end <= start + 1e-9 ? "the animation" : "most of the animation") is over when \(moment) "
        + "(\(readable(moment: start)))", at: attached.place,
      hint: layer.comeTime == nil
        ? "begin times count from the scene's beginning"
          + (leave.map { ": write beginTime: \($0.sceneText)" } ?? "")
        : "write beginTime: \(start.sceneText) for it")
  }

  /// A layer that comes on stage when the scene is over; nothing is wrong with one that stays until
  /// the end.
  private func lateEntrance(_ state: Inspection.AnimationState, of layer: Layer) -> [Diagnostic] {
    guard let begin = state.sceneInterval?.lowerBound, begin >= scene.clock.duration,
      (state.attached.animation as? KeyframeAnimation)?.declaredValues.last == .boolean(false)
    else { return [] }
    return [
      warning(
        .afterEnd,
        "the layer \(layer.name.quoted) comes on stage at \(readable(moment: begin)), when the scene "
          + "is over (\(readable(moment: scene.clock.duration)))",
        at: state.attached.place, hint: "let it come earlier, or give the scene a longer duration")
    ]
  }

  /// An animation whose values a later one of the same property replaces all the time.
  private func hidden(
    _ attached: AttachedAnimation, by later: AttachedAnimation
  ) -> Diagnostic {
    let names = attached.animation.keyPaths.map(\.name).joined(separator: " and ")
    let starts = later.animation.timing.beginTime > attached.animation.timing.beginTime
    return warning(
      .noEffect,
      "a later animation of the layer takes the place of this one of \(names) all the time",
      at: attached.place,
      hint: starts
        ? "the later one holds its first value before it begins: write fillMode: forwards and "
          + "removedOnCompletion: false for it in place of hold, or join both as key frames"
        : "let the later one begin when this one ends, make it additive, or join both as key frames"
    )
  }

  /// Animations with one end to or from a model path that has nothing in between with it; those
  /// with both ends are reported where they are read.
  private func gaps(in attached: AttachedAnimation, of layer: Layer) -> [Diagnostic] {
    let inner = attached.animation.innerAnimations.flatMap { gaps(in: $0, of: layer) }
    let basic = attached.animation as? BasicAnimation
    let spring = attached.animation as? SpringAnimation
    guard let ends = basic?.ends ?? spring?.ends, attached.place != nil,
      let keyPath = basic?.keyPath ?? spring?.keyPath, keyPath.property.name == "path",
      (ends.fromValue == nil) != (ends.toValue == nil), ends.byValue == nil,
      let given = ends.fromValue ?? ends.toValue,
      let gap = given.gap(to: layer.epochs[0].values[any: keyPath.property])
    else { return inner }
    return inner + [warning(.noEffect, gap.message, at: attached.place, hint: gap.hint)]
  }

  /// An animation that the scene's end cuts off, unless it is at rest by then, or its clock stands
  /// still. Animations that follow a sound have its length; captions have a check of their own.
  private func cut(_ attached: AttachedAnimation, on layer: Layer) -> [Diagnostic] {
    let timing = attached.animation.timing
    let start = scene.localTime(of: layer, at: 0)
    let end = scene.localTime(of: layer, at: scene.clock.duration)
    let cycle = timing.cycleDuration / max(timing.speed, 1e-9)
    let cycleEnd = min(timing.beginTime + cycle, attached.animation.endTime)
    guard end > start, timing.speed > 0, cycleEnd > end + 1e-6, attached.animation.endTime.isFinite,
      !followsSound(timing),
      !attached.animation.showsCaptions, moves(attached, on: layer, from: end, to: cycleEnd)
    else { return [] }
    let isHuge = timing.duration >= 100 && timing.duration >= 50 * scene.clock.duration
    return [
      warning(
        .afterEnd,
        "the animation lasts \(readable(moment: cycleEnd - timing.beginTime)), of which the scene shows "
          + readable(moment: max(end - timing.beginTime, 0)), at: attached.place,
        hint: isHuge
          ? "durations are in seconds: for milliseconds write \((timing.duration / 1000).sceneText)"
          : "give it a shorter duration, or the scene a longer one")
    ]
  }

  private func followsSound(_ timing: MediaTiming) -> Bool {
    scene.audio.contains {
      abs($0.beginTime - timing.beginTime) < 1e-3
        && abs($0.partDuration / $0.speed - timing.duration) < 1e-3
    }
  }

  /// Whether the animated property still moves between two times of the layer.
  private func moves(
    _ attached: AttachedAnimation, on layer: Layer, from start: Double, to end: Double
  ) -> Bool {
    let epoch = layer.epochs[0]
    let last = epoch.presentationValues(at: start)
    let times = (1...8).map { start + (end - start) * Double($0) / 8.5 }
    return Set(attached.animation.keyPaths.map(\.property)).contains { property in
      let range = layer.range(of: property, through: attached)
      return range.isEmpty
        ? times.contains { epoch.presentationValues(at: $0)[any: property] != last[any: property] }
        : times.contains { jumps(last, epoch.presentationValues(at: $0), property, range) }
    }
  }

  /// Children of a group that begin when it is over.
  private func lateChildren(of group: AttachedAnimation) -> [Diagnostic] {
    let duration = group.animation.timing.duration
    return group.animation.innerAnimations.flatMap { child -> [Diagnostic] in
      let timing = child.animation.timing
      guard child.place != nil, timing.beginTime >= duration, !timing.fillMode.showsBefore else {
        return lateChildren(of: child)
      }
      return [
        warning(
          .afterEnd,
          "the animation begins at \(readable(moment: timing.beginTime)), when its group is over "
            + "(\(readable(moment: duration)))",
          at: child.place, hint: "the group's duration cuts off what lasts longer")
      ]
    }
  }

  // MARK: Jumps

  private func jump(of state: Inspection.AnimationState, on place: Place) -> Diagnostic? {
    let (attached, layer) = (state.attached, place.layer)
    let timing = attached.animation.timing
    guard let end = state.sceneInterval?.upperBound, end >= 0, end < lastTime,
      timing.repeatCount <= 1, timing.repeatDuration == 0, !attached.animation.isDiscrete,
      // Each look evaluates all of them: more come from programs, not from authors.
      layer.epochs[0].animations.count <= 500
    else { return nil }
    let frame = (0..<scene.clock.frameCount).firstTime(after: end, of: scene.clock)
    let localEnd = attached.animation.endTime
    let next = scene.localTime(of: layer, at: frame)
    guard next > localEnd, localEnd > scene.localTime(of: layer, at: 0) else { return nil }
    let epoch = layer.epochs[0]
    let last = epoch.presentationValues(at: localEnd)
    let after = [localEnd + min(1e-6, next - localEnd), next].map(epoch.presentationValues)
    let properties = Set(attached.animation.keyPaths.map(\.property))
    let jumping = properties.filter { property in
      let range = layer.range(of: property, through: attached)
      return after.allSatisfy { jumps(last, $0, property, range) }
    }
    guard let property = jumping.map(\.name).sorted().first,
      shows(layer, at: end), shows(layer, at: frame)
    else { return nil }
    return warning(
      .jumpBack,
      "when the animation ends at \(readable(moment: end)), \(property) jumps back to the model",
      at: attached.place,
      hint: attached.animation is SpringAnimation
        ? "leave duration out, and the spring goes on until it rests; or add hold: true"
        : "set \(property) to where it ends, add hold: true, or let it run back")
  }

  /// An animation that ends at the model, and leaps away from it as it begins.
  private func leap(of state: Inspection.AnimationState, on place: Place) -> Diagnostic? {
    let (attached, layer) = (state.attached, place.layer)
    let timing = attached.animation.timing
    guard let begin = state.sceneInterval?.lowerBound, begin > 0, begin < lastTime,
      !timing.fillMode.showsBefore, timing.repeatCount <= 1, timing.repeatDuration == 0,
      !attached.animation.isDiscrete, attached.animation.endTime.isFinite
    else { return nil }
    let (epoch, start) = (layer.epochs[0], timing.beginTime)
    let tiny = min(1e-6, timing.duration / 1000)
    let values = [start - tiny, start + tiny, attached.animation.endTime - tiny]
      .map(epoch.presentationValues)
    // One that goes on from an earlier one is that one's matter.
    let earlier = epoch.animations.filter { $0.animation.timing.beginTime < start }
      .flatMap(\.animation.keyPaths).map(\.property)
    let properties = Set(attached.animation.keyPaths.map(\.property)).subtracting(earlier)
    let leaping = properties.filter { property in
      let range = layer.range(of: property, through: attached)
      return jumps(values[0], values[1], property, range)
        && !jumps(values[0], values[2], property, range)
    }
    guard let property = leaping.map(\.name).sorted().first, shows(layer, at: begin - 1e-6) else {
      return nil
    }
    return warning(
      .jumpBack,
      "when the animation begins at \(readable(moment: begin)), \(property) leaps from the model to "
        + "its first value", at: attached.place,
      hint: "add hold: true to show its first value before, or let it begin at the model")
  }

  /// Whether one number of a value moves by a share of the animation's way that can be seen.
  private func jumps(
    _ last: LayerValues, _ next: LayerValues, _ property: Property, _ range: [Double]
  ) -> Bool {
    let (a, b) = (last[any: property].components, next[any: property].components)
    guard a.count == b.count, a.count == range.count else { return false }
    return zip(zip(a, b), range).contains { pair, range in
      range > 1e-6 && abs(pair.0.number - pair.1.number) > 0.05 * range
    }
  }

  private func shows(_ layer: Layer, at time: Double) -> Bool {
    (context.standings(at: time)[layer.index]?.opacity ?? 0) > 0.01
  }
}

extension Range<Int> {
  /// The time of the first of these frames that begins after a time.
  fileprivate func firstTime(after time: Double, of clock: FrameClock) -> Double {
    let first = clock.frame(at: time)
    return clock.time(
      ofFrame: Swift.min(clock.time(ofFrame: first) > time ? first : first + 1, upperBound - 1))
  }
}

extension FillMode {
  fileprivate var showsBefore: Bool { self == .backwards || self == .both }
}

extension Animation {
  /// Whether its values only ever take turns, as the pictures of a flip book.
  fileprivate var isDiscrete: Bool {
    (self as? KeyframeAnimation)?.calculationMode == .discrete
  }

  /// Whether its values are the texts of captions: no other animation has texts one by one.
  fileprivate var showsCaptions: Bool {
    isDiscrete && keyPaths.allSatisfy { $0.property === Property.string }
  }

  /// Times of its parent at which it runs: its ends, and evenly between; of one that goes on for
  /// ever, two cycles.
  fileprivate var sampledTimes: [Double] {
    let (begin, count) = (timing.beginTime, 24)
    let end = endTime.isFinite ? endTime : begin + 2 * timing.cycleDuration
    return (0...count).map { begin + (end - begin) * Double($0) / Double(count) }
  }
}

extension Animation {
  /// Whether it has its own beginning over the whole time of another animation of its key path,
  /// though it may end where that one is by then.
  fileprivate func replaces(_ other: any Animation) -> Bool {
    let ends = (self as? BasicAnimation)?.ends ?? (self as? SpringAnimation)?.ends
    return ends?.fromValue != nil && keyPaths == other.keyPaths
      && (self as? any PropertyAnimation)?.isAdditive == false
      && abs(timing.beginTime - other.timing.beginTime) < 1e-6 && endTime >= other.endTime - 1e-6
  }
}

extension Layer {
  /// Whether an animation of the first epoch changes a value at any time.
  fileprivate func everChanges(through attached: AttachedAnimation) -> Bool {
    if let animation = attached.animation as? any PropertyAnimation,
      Set(animation.declaredValues).count > 1
    {
      return true
    }
    guard !attached.animation.targetsClock, !attached.animation.keyPaths.isEmpty else {
      return true
    }
    let before = epochs[0].animations.prefix { !$0.isCopy(of: attached) }
    return attached.animation.sampledTimes.contains { time in
      var values = epochs[0].values
      for earlier in before where !earlier.animation.targetsClock {
        earlier.animation.apply(to: &values, at: time)
      }
      let underlying = values
      attached.animation.apply(to: &values, at: time)
      // Some animations turn the layer as well.
      let properties = attached.animation.keyPaths.map(\.property) + [.transform]
      return properties.contains { values[any: $0].differs(from: underlying[any: $0]) }
    }
  }

  /// When the layer comes on stage, in its own time; `nil` where it is there from the beginning.
  fileprivate var comeTime: Double? {
    guard epochs.count == 1, let first = stageSteps.first,
      first.declaredValues.last == .boolean(false), first.timing.beginTime > 0
    else { return nil }
    return first.timing.beginTime
  }

  /// The steps on the stage and off it, by time.
  private var stageSteps: [KeyframeAnimation] {
    epochs[0].animations.compactMap { $0.animation as? KeyframeAnimation }
      .filter { $0.isStep && $0.keyPath.property === Property.hidden }
      .sorted { $0.timing.beginTime < $1.timing.beginTime }
  }

  /// When the layer leaves the stage for good, in its own time; `nil` where it stays.
  fileprivate var leaveTime: Double? {
    let last = stageSteps.last
    return epochs.count == 1 && last?.declaredValues.last == .boolean(true)
      ? last?.timing.beginTime : nil
  }

  /// The later animation without which another one would show; `nil` where it shows at some time.
  fileprivate func hider(of attached: AttachedAnimation) -> AttachedAnimation? {
    let animations = epochs[0].animations
    let properties = Set(attached.animation.keyPaths.map(\.property))
    let later = animations.drop { !$0.isCopy(of: attached) }.dropFirst().last {
      !properties.isDisjoint(with: $0.animation.keyPaths.map(\.property))
    }
    guard let later, !attached.animation.targetsClock else { return nil }
    if later.animation.replaces(attached.animation) { return later }
    let without = Epoch(
      values: epochs[0].values, clock: epochs[0].clock,
      animations: animations.filter { !$0.isCopy(of: attached) })
    let shows = attached.animation.sampledTimes.contains { time in
      let (a, b) = (epochs[0].presentationValues(at: time), without.presentationValues(at: time))
      return properties.contains { a[any: $0] != b[any: $0] }
    }
    return shows ? nil : later
  }

  /// How far each number of a property goes while an animation runs.
  fileprivate func range(of property: Property, through attached: AttachedAnimation) -> [Double] {
    var (low, high): ([Double], [Double]) = ([], [])
    for time in attached.animation.sampledTimes {
      let numbers = epochs[0].presentationValues(at: time)[any: property].components.map(\.number)
      guard numbers.count == low.count else {
        guard low.isEmpty else { return [] }
        (low, high) = (numbers, numbers)
        continue
      }
      (low, high) = (zip(low, numbers).map { min($0, $1) }, zip(high, numbers).map { max($0, $1) })
    }
    return zip(low, high).map { $1 - $0 }
  }
}

extension Value {
  /// Whether two values differ by more than rounding.
  fileprivate func differs(from other: Value) -> Bool {
    guard self != other else { return false }
    let pairs = zip(components.map(\.number), other.components.map(\.number))
    guard !components.isEmpty, components.count == other.components.count else { return true }
    return pairs.contains { abs($0 - $1) > 1e-9 * max(1, abs($0)) }
  }
}
