import RostrumBase
import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let clocks = Field(
    "clocks", Reader<TickSchedule>.clock.named("a mapping from names to clocks"),
    "Clocks for animations of type timer and displayLink, by name. They count in the time of the layer."
  )
  static let tickRate = Field(
    "rate", .frameRate, shownDefault: "60", "Ticks a second, 1 to 1000.")
  static let tickInterval = Field(
    "interval", .duration, limits: ["minimum": 0.001],
    "Seconds between two ticks, instead of rate; at least 0.001.")
  static let lateTicks = Field(
    "late",
    .items(
      "a list of [tick, seconds]", example: "[[1, 0.5]]",
      of: SchemaPart.list(of: 2).merging(["items": [tick.schema, SchemaPart.number(.zeroOrMore)]])),
    "Ticks that come late, by seconds. Ticks that fall due before are lost; the next ones keep their schedule."
  )
  static let droppedTicks = Field(
    "dropped", tick.list("a list of ticks, counted from 1"), "Ticks that never come.")
  static let jitter = Field(
    "jitter", Reader<TickSchedule.Jitter>.jitter, "Makes every tick a little late.")
  static let tracking = Field(
    "tracking",
    .items(
      "a list of [from, to] in seconds", example: "[[0, 1]]", of: SchemaPart.list(of: 2)),
    "When the user drags something: meanwhile the run loop is in tracking mode.")
  static let jitterAmount = Field(
    "amount", .number(.zeroOrMore), isRequired: true,
    "The most by which a tick is late, in seconds; less than an interval.")
  static let jitterSeed = DefaultedField(
    "seed", Reader<UInt64>.whole(), default: 0, "Another seed, other delays.")

  fileprivate static let tick = Reader<Int>.whole(
    1, nil, "the number of a tick, counted from 1")

  static let followedFrom = DefaultedField(
    "fromValue", .number(), default: 0, "Where the number starts.")
  static let followedTo = Field(
    "toValue", .number(), "Where the number ends. Either this or values.")
  static let followedKeys = Field(
    "values", Reader<Double>.number().list("a list of two numbers or more"),
    "The numbers one after the other, instead of fromValue and toValue.")
  static let followedTimes = Field(
    "keyTimes",
    Reader<Double>.number(.unit).list("a list of times from 0 to 1, one for each value"),
    "When each of these numbers is there, from 0 to 1 of the duration. Default: in even steps.")
}

extension Vocabulary {
  /// The keys of a clock.
  public static let clock = Vocabulary(
    owner: "a clock", definition: "clock", rule: ["not": ["required": ["rate", "interval"]]],
    [
      Key.tickRate, Key.tickInterval, Key.lateTicks, Key.droppedTicks, Key.jitter, Key.tracking,
    ])

  public static let jitter = Vocabulary(
    owner: "a jitter", definition: "jitter", [Key.jitterAmount, Key.jitterSeed])

  /// A number that animations follow.
  public static let followedValue = Vocabulary(
    owner: "a followed value", definition: "followed-value",
    [Key.followedFrom, Key.followedTo, Key.followedKeys, Key.followedTimes] + timing(holds: true))
}

extension Reader where Content == TickSchedule {
  fileprivate static let clock = mapping(.clock, "a clock: a mapping with keys") { fields in
    let pace = fields.pace()
    let late = fields.lateTicks()
    let dropped = fields.ifGiven(Key.droppedTicks)
    let jitter = fields.ifGiven(Key.jitter).flatMap { fields.fitting($0, pace) }
    let tracking = fields.trackingSpans()
    guard let pace, let late, let dropped, let jitter, let tracking else { return nil }
    let schedule = TickSchedule(
      pace: pace, lateTicks: late, droppedTicks: Set(dropped ?? []), jitter: jitter,
      tracking: tracking)
    return fields.isWithinLimits(schedule) ? schedule : nil
  }
}

extension Reader where Content == TickSchedule.Jitter {
  fileprivate static let jitter = mapping(
    .jitter, "{amount, seed}", example: "{amount: 0.001}"
  ) { fields in
    let seed = fields.checked(Key.jitterSeed)
    guard let amount = fields[Key.jitterAmount], let seed else { return nil }
    return TickSchedule.Jitter(seed: seed, amount: amount)
  }
}

extension MappingReader {
  fileprivate func pace() -> TickPace? {
    if has(Key.tickRate), let key = keyNode(Key.tickInterval) {
      return context.failure(.conflict, "a clock has a rate or an interval, not both", at: key)
    }
    if has(Key.tickRate) { return self[Key.tickRate].map(TickPace.rate) }
    guard let interval = node(Key.tickInterval) else { return .rate(.standard) }
    guard let seconds = self[Key.tickInterval] else { return nil }
    if seconds >= 0.001 { return .interval(seconds) }
    return context.failure(
      .outOfRange, "expected an interval of at least 0.001 seconds; found \(seconds.sceneText)",
      at: interval)
  }

  fileprivate func lateTicks() -> [Int: Double]? {
    guard let nodes = ifGiven(Key.lateTicks) else { return nil }
    var result: [Int: Double] = [:]
    let ticks = (nodes ?? []).compactMap { lateTick($0) }
    for (tick, delay, node) in ticks where result.updateValue(delay, forKey: tick) != nil {
      return context.failure(.badClock, "tick \(tick) is late twice", at: node)
    }
    return ticks.count == (nodes ?? []).count ? result : nil
  }

  private func lateTick(_ node: YAMLNode) -> (tick: Int, delay: Double, node: YAMLNode)? {
    guard let (first, second) = pair(node, "[tick, seconds]"),
      let tick = context.read(first, Key.tick),
      let delay = context.read(
        second, Reader<Double>.number(.zeroOrMore, "seconds, 0 or more", limit: Limit.seconds))
    else { return nil }
    return (tick, delay, node)
  }

  private func pair(_ node: YAMLNode, _ expectation: String) -> (YAMLNode, YAMLNode)? {
    if let items = node.items, items.count == 2 { return (items[0], items[1]) }
    return context.mismatched(expectation, at: node)
  }

  /// `nil` after reporting a jitter that does not fit the clock.
  fileprivate func fitting(
    _ jitter: TickSchedule.Jitter?, _ pace: TickPace?
  ) -> TickSchedule.Jitter?? {
    guard let jitter, let pace, jitter.amount >= pace.interval else { return .some(jitter) }
    let place = node(Key.jitter)?.entries?.first { $0.name == Key.jitterAmount.name }?.value
    return context.failure(
      .badClock,
      "a jitter of \(jitter.amount.sceneText) seconds is not less than the clock's interval",
      at: place ?? node)
  }

  fileprivate func trackingSpans() -> [TickSchedule.TrackingInterval]? {
    guard let nodes = ifGiven(Key.tracking) else { return nil }
    var result: [TickSchedule.TrackingInterval] = []
    for node in nodes ?? [] {
      guard let span = trackingSpan(node, after: result.last?.end) else { return nil }
      result.append(span)
    }
    return result
  }

  private func trackingSpan(_ node: YAMLNode, after end: Double?) -> TickSchedule.TrackingInterval?
  {
    guard let (first, second) = pair(node, "[from, to] in seconds"),
      let from = context.read(first, Reader.seconds), let to = context.read(second, Reader.seconds)
    else { return nil }
    if from < to, from >= end ?? from { return TickSchedule.TrackingInterval(start: from, end: to) }
    return context.failure(.badClock, "tracking times must rise, and must not overlap", at: node)
  }

  fileprivate func isWithinLimits(_ schedule: TickSchedule) -> Bool {
    if let both = schedule.droppedTicks.filter({ schedule.lateTicks[$0] != nil }).min() {
      return context.failure(
        .badClock, "tick \(both) is both late and dropped", at: node(Key.droppedTicks) ?? node)
    }
    guard schedule.lastIrregularTick > FireTimes.maximumIrregularTicks else { return true }
    return context.failure(
      .badClock,
      "what goes wrong with this clock reaches beyond tick \(FireTimes.maximumIrregularTicks)",
      at: node)
  }
}
