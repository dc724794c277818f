import LayerTree
import Timing

/// What the animations of a scene refer to by name: clocks, and values that they follow. The
/// resolved scene has no names any more, so they get new ones, in the order in which they are met.
struct NamedThings {
  private(set) var clocks: [TickSchedule] = []
  private(set) var values: [FollowedValue] = []

  init(_ layers: [Layer]) {
    for animation in layers.flatMap(\.subtreeOfScene).flatMap(\.allAnimations) {
      collect(animation)
    }
  }

  private mutating func collect(_ animation: any Animation) {
    for child in animation.innerAnimations { collect(child.animation) }
    if let stepped = animation as? SteppedAnimation {
      let schedule = stepped.driver.fireTimes.schedule
      if schedule != TickSchedule(), !clocks.contains(schedule) { clocks.append(schedule) }
    }
    if let follow = animation as? FollowAnimation, !values.contains(follow.followed) {
      values.append(follow.followed)
    }
  }

  /// `nil` for the clock that needs no name.
  func name(of schedule: TickSchedule) -> String? {
    clocks.firstIndex(of: schedule).map { "clock \($0 + 1)" }
  }

  func name(of value: FollowedValue) -> String {
    "value \((values.firstIndex(of: value) ?? values.count) + 1)"
  }
}

extension NamedThings {
  /// The scene's keys for them.
  var entries: AnimationWriting.Entries {
    var entries: AnimationWriting.Entries = []
    if !clocks.isEmpty {
      let rows = clocks.map { (name(of: $0) ?? "", YAMLText.line(ClockWriting.text($0))) }
      entries.append((Key.clocks.name, .mapping(rows)))
    }
    if !values.isEmpty {
      let rows = values.map { (name(of: $0), YAMLText.mapping(Self.entries(of: $0))) }
      entries.append((Key.followedValues.name, .mapping(rows)))
    }
    return entries
  }

  private static func entries(of value: FollowedValue) -> AnimationWriting.Entries {
    [
      (Key.followedFrom.name, .line(value.fromValue.exactText)),
      (Key.followedTo.name, .line(value.toValue.exactText)),
    ] + TimingWriting(holds: true).entries(value.timing, value.timingFunction)
  }
}

/// How a scene file writes clocks.
enum ClockWriting {
  /// On one line.
  static func text(_ schedule: TickSchedule) -> String {
    var parts = [pace(schedule.pace)]
    let late = schedule.lateTicks.sorted { $0.key < $1.key }
      .map { "[\($0.key), \($0.value.exactText)]" }
    if !late.isEmpty { parts.append(list(Key.lateTicks, late)) }
    let dropped = schedule.droppedTicks.sorted().map(String.init)
    if !dropped.isEmpty { parts.append(list(Key.droppedTicks, dropped)) }
    if let jitter = schedule.jitter { parts.append(text(jitter)) }
    let tracking = schedule.tracking.map { "[\($0.start.exactText), \($0.end.exactText)]" }
    if !tracking.isEmpty { parts.append(list(Key.tracking, tracking)) }
    return "{" + parts.joined(separator: ", ") + "}"
  }

  private static func list(_ key: any DeclaredField, _ items: [String]) -> String {
    "\(key.name): [" + items.joined(separator: ", ") + "]"
  }

  private static func pace(_ pace: TickPace) -> String {
    switch pace {
    case .rate(let rate): "\(Key.tickRate.name): \(rate)"
    case .interval(let interval): "\(Key.tickInterval.name): \(interval.exactText)"
    }
  }

  private static func text(_ jitter: TickSchedule.Jitter) -> String {
    let amount = "\(Key.jitterAmount.name): \(jitter.amount.exactText)"
    return "\(Key.jitter.name): {\(amount), \(Key.jitterSeed.name): \(jitter.seed)}"
  }
}
