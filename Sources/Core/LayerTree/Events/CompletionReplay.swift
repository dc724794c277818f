package import RostrumTiming

/// Events that follow ends, in the replay: between two events nothing happens but ends, each at a
/// time that follows from the current clocks.
extension EventReplay {
  /// How close an end and an event count as at one time, in seconds: as for an animation's phase.
  private static let tolerance = 1e-9

  /// Runs all events, and gives the time of each.
  mutating func run(_ events: [Event]) throws(TooManyAnimations) -> [EventOutcome] {
    if completions.isNeeded { watchFromStart() }
    while true {
      let next = completions.due.first
      if let end = completions.nextEnd(before: (next?.time ?? .infinity) + Self.tolerance) {
        let isAtEvent = next.map { abs($0.time - end.time) <= Self.tolerance } ?? false
        completions.end(end.index, at: isAtEvent ? next?.time ?? end.time : end.time)
        continue
      }
      guard let event = completions.nextDue() else { break }
      completions.begin(event)
      guard apply(events[event.index], event.index, at: event.time) else {
        throw TooManyAnimations(event: event.index)
      }
      completions.finish(event)
    }
    return completions.outcomes(events)
  }

  /// Animations that layers have from the start count from time 0 on.
  private mutating func watchFromStart() {
    for (layer, life) in epochs.sorted(by: { $0.key < $1.key }) {
      for attached in life[life.count - 1].animations where attached.key != nil {
        let end = end(of: attached, on: layer, now: 0)
        completions.add(.init(attached: attached, layer: layer, event: nil, end: end))
      }
    }
  }

  /// Notes the ends that an action of an event brings or moves.
  mutating func noteEnds(
    from old: Epoch, to new: Epoch, of layer: Int, event: Int, at time: Double
  ) {
    guard completions.isNeeded else { return }
    let (before, after) = (Set(old.animations.map(\.id)), Set(new.animations.map(\.id)))
    for attached in old.animations where !after.contains(attached.id) {
      completions.remove(attached, at: time)
    }
    for attached in new.animations where !before.contains(attached.id) {
      let end = end(of: attached, on: layer, now: time)
      completions.add(.init(attached: attached, layer: layer, event: event, end: end))
    }
    let clockAnimations = (old.clockAnimations.map(\.id), new.clockAnimations.map(\.id))
    guard old.clock != new.clock || clockAnimations.0 != clockAnimations.1 else { return }
    attachmentCount += completions.running.count
    completions.update { [self] in self.end(of: $0.attached, on: $0.layer, now: time) }
  }

  /// When an animation ends by the current clocks, in seconds of the scene, `now` at the earliest.
  private func end(
    of attached: AttachedAnimation, on layer: Int, now: Double
  ) -> CompletionTracker.End {
    let animation = attached.animation
    var chain: [LayerClock] = []
    var next = animation.targetsClock ? superlayers[layer] : layer
    while let layer = next {
      guard let clock = steadyClock(of: layer, now: now) else { return .unknown }
      chain.append(clock)
      next = superlayers[layer]
    }
    return animation.end(inside: chain, from: now).map(CompletionTracker.End.at) ?? .never
  }

  /// The straight line that a layer's clock follows from now on; `nil` while an animation moves it.
  private func steadyClock(of layer: Int, now: Double) -> LayerClock? {
    let epoch = latestEpoch(of: layer)
    guard !epoch.clockAnimations.isEmpty else { return epoch.clock }
    let parentTime = superlayers[layer].map { localTime(of: $0, at: now) } ?? now
    let isOver = epoch.clockAnimations.allSatisfy {
      $0.animation.sample(at: parentTime).phase == .after
    }
    return isOver ? epoch.clock(at: parentTime) : nil
  }
}

extension Animation {
  /// When an animation ends, in seconds of the scene, `now` at the earliest; `nil` for never.
  /// `clocks` are those around it, from the innermost on.
  package func end(inside clocks: [LayerClock], from now: Double) -> Double? {
    let localNow = clocks.reversed().reduce(now) { $1.localTime(parentTime: $0) }
    if sample(at: localNow).phase == .after || localNow == endTime { return now }
    guard endTime < .infinity, clocks.reduce(1, { $0 * $1.speed }) > 0 else { return nil }
    let time = clocks.reduce(Optional(endTime)) { time, clock in time.flatMap(clock.parentTime) }
    return time.map { max(now, $0) }
  }
}
