import LayerTree
import Timing

/// One way to listen to a clock.
struct Listening: Hashable {
  let schedule: TickSchedule
  let mode: RunLoopMode
  let missed: MissedTick
}

extension SceneContext {
  func readClocks(_ node: YAMLNode) -> [String: TickSchedule?] {
    named(node, Grammar.clocks.expectation) { clock($0) }
  }

  /// The firings, worked out once for each way to listen.
  func firings(_ listening: Listening) -> Firings {
    if let known = firings[listening] { return known }
    let made = Firings(listening.schedule, mode: listening.mode, missed: listening.missed)
    firings[listening] = made
    return made
  }

  private func clock(_ node: YAMLNode) -> TickSchedule? {
    guard let fields = MappingReader(node, .clock, self) else { return nil }
    fields.reportUnknownKeys()
    let pace = pace(fields)
    let late = lateTicks(fields)
    let dropped = droppedTicks(fields)
    let jitter = jitter(fields, pace)
    let tracking = tracking(fields)
    guard let pace, let late, let dropped, let jitter, let tracking else { return nil }
    let schedule = TickSchedule(
      pace: pace, lateTicks: late, droppedTicks: dropped, jitter: jitter, tracking: tracking)
    return isWithinLimits(schedule, fields) ? schedule : nil
  }

  private func isWithinLimits(_ schedule: TickSchedule, _ fields: MappingReader) -> Bool {
    if let both = schedule.droppedTicks.filter({ schedule.lateTicks[$0] != nil }).min() {
      error(
        .badClock, "tick \(both) is both late and dropped",
        at: fields.node(.droppedTicks) ?? fields.node)
      return false
    }
    guard schedule.lastIrregularTick > Firings.maximumIrregularTicks else { return true }
    error(
      .badClock,
      "what goes wrong with this clock reaches beyond tick \(Firings.maximumIrregularTicks)",
      at: fields.node)
    return false
  }

  // MARK: The pace

  private func pace(_ fields: MappingReader) -> TickPace? {
    let (rate, interval) = (fields.node(.tickRate), fields.node(.tickInterval))
    if rate != nil, interval != nil, let key = fields.keyNode(.tickInterval) {
      error(.conflict, "a clock has a rate or an interval, not both", at: key)
      return nil
    }
    if let rate { return frameRate(rate).map(TickPace.rate) }
    guard let interval else { return .rate(.standard) }
    guard let seconds = fields.number(.tickInterval) else { return nil }
    if seconds >= 0.001 { return .interval(seconds) }
    error(
      .outOfRange, "expected an interval of at least 0.001 seconds; found \(seconds.sceneText)",
      at: interval)
    return nil
  }

  // MARK: What goes wrong

  private func lateTicks(_ fields: MappingReader) -> [Int: Double]? {
    guard fields.node(.lateTicks) != nil else { return [:] }
    guard let nodes = fields.list(.lateTicks) else { return nil }
    var result: [Int: Double] = [:]
    let ticks = nodes.compactMap { lateTick($0) }
    for (tick, delay, node) in ticks where result.updateValue(delay, forKey: tick) != nil {
      error(.badClock, "tick \(tick) is late twice", at: node)
      return nil
    }
    return ticks.count == nodes.count ? result : nil
  }

  private func lateTick(_ node: YAMLNode) -> (tick: Int, delay: Double, node: YAMLNode)? {
    guard let (first, second) = pair(node, "[tick, seconds]"), let tick = tick(first),
      let delay = number(
        second, .zeroOrMore, expectation: "seconds, 0 or more", limit: Self.maximumSeconds)
    else { return nil }
    return (tick, delay, node)
  }

  private func droppedTicks(_ fields: MappingReader) -> Set<Int>? {
    guard fields.node(.droppedTicks) != nil else { return [] }
    guard let nodes = fields.list(.droppedTicks) else { return nil }
    let ticks = nodes.compactMap { tick($0) }
    return ticks.count == nodes.count ? Set(ticks) : nil
  }

  private func tick(_ node: YAMLNode) -> Int? {
    let expectation = "the number of a tick, counted from 1"
    guard let number = number(node, expectation: expectation) else { return nil }
    if let tick = Int(exactly: number), tick >= 1 { return tick }
    error(.outOfRange, "expected \(expectation); found \(number.sceneText)", at: node)
    return nil
  }

  private func pair(_ node: YAMLNode, _ expectation: String) -> (YAMLNode, YAMLNode)? {
    if let items = node.items, items.count == 2 { return (items[0], items[1]) }
    mismatch(expectation, at: node)
    return nil
  }

  /// `.some(nil)` without one, `nil` after reporting a wrong one.
  private func jitter(_ clock: MappingReader, _ pace: TickPace?) -> TickSchedule.Jitter?? {
    guard let node = clock.node(.jitter) else { return .some(nil) }
    guard let fields = MappingReader(node, .jitter, self) else { return nil }
    fields.reportUnknownKeys()
    let seed = fields.node(.jitterSeed).map(seed) ?? 0
    guard let place = fields.required(.jitterAmount), let amount = fields.number(.jitterAmount),
      let seed
    else { return nil }
    guard let pace, amount >= pace.interval else {
      return .some(TickSchedule.Jitter(seed: seed, amount: amount))
    }
    error(
      .badClock, "a jitter of \(amount.sceneText) seconds is not less than the clock's interval",
      at: place)
    return nil
  }

  private func seed(_ node: YAMLNode) -> UInt64? {
    let expectation = Grammar.seed.expectation
    guard let number = number(node, .zeroOrMore, expectation: expectation) else { return nil }
    if let seed = UInt64(exactly: number) { return seed }
    error(.outOfRange, "expected \(expectation); found \(number.sceneText)", at: node)
    return nil
  }

  private func tracking(_ fields: MappingReader) -> [TickSchedule.Tracking]? {
    guard fields.node(.tracking) != nil else { return [] }
    guard let nodes = fields.list(.tracking) else { return nil }
    var result: [TickSchedule.Tracking] = []
    for node in nodes {
      guard let span = trackingSpan(node, after: result.last?.end) else { return nil }
      result.append(span)
    }
    return result
  }

  private func trackingSpan(_ node: YAMLNode, after end: Double?) -> TickSchedule.Tracking? {
    let expectation = Grammar.time.expectation
    guard let (first, second) = pair(node, "[from, to] in seconds"),
      let from = seconds(first, expectation), let to = seconds(second, expectation)
    else { return nil }
    if from < to, from >= end ?? from { return TickSchedule.Tracking(start: from, end: to) }
    error(.badClock, "tracking times must rise, and must not overlap", at: node)
    return nil
  }
}
