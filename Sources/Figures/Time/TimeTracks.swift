import RostrumLayerTree
import RostrumTiming

extension AnimationLife.Stretch {
  var bar: PlotTrack.Bar {
    let kinds: [AnimationLife.Activity: PlotTrack.Bar.Kind] = [
      .pass: .pass, .wayBack: .wayBack, .fill: .fill, .delay: .delay, .rest: .rest,
    ]
    return PlotTrack.Bar(kind: kinds[kind] ?? .rest, range: range, isEndless: isEndless)
  }
}

/// Makes strips for some layers of a scene over a part of its time.
struct TimeTrackBuilder {
  let scene: Scene
  /// Indexes of layers; empty for all.
  let layers: Set<Int>
  let range: ClosedRange<Double>
  let words: FigureWords

  func tracks(_ kinds: [TimeTrack]) -> [PlotTrack] {
    TimeTrack.allCases.filter(kinds.contains).flatMap { kind in
      switch kind {
      case .events: [PlotTrack(words.events, .events(eventTimes))]
      case .ticks: clocks
      case .animations: lives
      case .audio: waveforms
      }
    }
  }

  /// From the root down to each of the layers.
  private var paths: [[Layer]] {
    scene.layers.filter { layers.isEmpty || layers.contains($0.index) }.compactMap {
      scene.root.path(toLayer: $0.index)
    }
  }

  /// When an event changes one of the layers, or one around it.
  private var eventTimes: [Double] {
    let changing = paths.filter { path in path.contains { $0.epochs.count > 1 } }
    let times = changing.flatMap { path in
      LocalTime(path: path, over: range).changes
        + path.prefix { $0.sceneReference == nil }.flatMap(\.epochs).map(\.startTime)
    }
    return times.filter(range.contains).separated
  }

  // MARK: Sounds

  /// A strip for each track of the mix. A file that cannot be decoded is named so.
  private var waveforms: [PlotTrack] {
    scene.sound.tracks.filter { !$0.clips.isEmpty }.map { track in
      guard let waveform = try? Waveform(track) else {
        return PlotTrack(words.damaged(track.shownName), .events([]))
      }
      return PlotTrack(track.shownName, .waveform(waveform))
    }
  }

  // MARK: Animations

  private var lives: [PlotTrack] {
    let isOne = paths.count == 1
    return paths.flatMap { path -> [PlotTrack] in
      AnimationLife.all(of: path, over: range).filter { !$0.stretches.isEmpty }.map { life in
        let title = life.animation.title
        let detail = life.detail(words)
        let name = isOne ? title : "\(path.last?.name ?? "") \(title)"
        return PlotTrack(
          detail.isEmpty ? name : words.measured(name, in: detail), .bars(life.stretches.map(\.bar))
        )
      }
    }
  }

  // MARK: Ticks

  /// The ticks of a driver, and its listeners.
  private struct Clock {
    let ticks: [PlotTrack.ClockTick]
    let tracking: [ClosedRange<Double>]
    var names: [String]
  }

  /// A strip for each clock; drivers that fire at the same times share one.
  private var clocks: [PlotTrack] {
    var clocks: [Clock] = []
    for path in paths {
      for attached in path.last?.everyAttached ?? [] {
        guard let stepped = attached.animation as? SteppedAnimation else { continue }
        let clock = clock(stepped.driver, LocalTime(path: path, over: range))
        let same = clocks.firstIndex { $0.ticks == clock.ticks && $0.tracking == clock.tracking }
        if let same {
          let fresh = clock.names.filter { !clocks[same].names.contains($0) }
          clocks[same].names += fresh
        } else {
          clocks.append(clock)
        }
      }
    }
    return clocks.map { clock in
      let shown = clock.ticks.filter { range.contains($0.due) }
      let name = words.ticks(
        clock.names, late: shown.count(where: \.isLate),
        dropped: shown.count { $0.fired == nil && !$0.isLost }, lost: shown.count(where: \.isLost))
      return PlotTrack(name, .ticks(clock.ticks, tracking: clock.tracking))
    }
  }

  private static let maximumTicks = 4000

  private func clock(_ driver: StepDriver, _ time: LocalTime) -> Clock {
    let name = driver.step.isMeasured ? words.displayLink : words.timer
    let ticks = driver.fireTimes.ticks(
      through: time.bounds.upperBound, missed: driver.step.isMeasured ? .dropped : .deferred,
      Self.maximumTicks)
    let shown = ticks.compactMap { tick -> PlotTrack.ClockTick? in
      guard let due = time.sceneTimes(of: tick.due).first else { return nil }
      return PlotTrack.ClockTick(
        due: due, fired: tick.fired.map { time.sceneTimes(of: $0).first ?? .infinity },
        isLost: tick.isLost, isLate: tick.isLate)
    }
    let tracking = driver.fireTimes.schedule.tracking.flatMap { time.spans(of: $0.start...$0.end) }
    return Clock(ticks: shown, tracking: tracking, names: [name])
  }
}

extension FireTimes {
  /// Every tick up to a time with its outcome, at most `maximum` of them; `missed` is the policy
  /// that the times were made with.
  func ticks(
    through end: Double, missed: MissedTickPolicy, _ maximum: Int
  ) -> [PlotTrack.ClockTick] {
    let interval = schedule.pace.interval
    var ticks: [PlotTrack.ClockTick] = []
    var number = 1
    var firing = 1
    while ticks.count < maximum, schedule.dueTime(ofTick: number) <= end {
      let due = schedule.dueTime(ofTick: number)
      defer { number += 1 }
      guard !schedule.droppedTicks.contains(number) else {
        ticks.append(.init(due: due, fired: nil))
        continue
      }
      let last = firing > 1 ? time(of: firing - 1) ?? 0 : -.infinity
      guard let fired = time(of: firing), isFiring(at: fired, ofTick: number, after: last, missed)
      else {
        ticks.append(.init(due: due, fired: nil, isLost: true))
        continue
      }
      firing += 1
      ticks.append(.init(due: due, fired: fired, isLate: fired - due > interval / 2))
    }
    return ticks
  }

  /// Whether a firing is that tick's. A display link's comes when its tick is ready; a timer's may
  /// have waited, and is that of the first tick that fell due after the firing before.
  private func isFiring(
    at time: Double, ofTick number: Int, after last: Double, _ missed: MissedTickPolicy
  ) -> Bool {
    let slack = 1e-9
    if missed == .dropped { return abs(time - schedule.readyTime(ofTick: number)) < slack }
    let due = schedule.dueTime(ofTick: number)
    return last + slack < due && due <= time + slack
  }
}

extension StepDriver.Step {
  /// Whether it is a display link's.
  fileprivate var isMeasured: Bool { self == .measured }
}
