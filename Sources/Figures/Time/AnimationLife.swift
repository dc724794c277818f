package import RostrumLayerTree
import RostrumTiming

/// One animation of a layer, or one inside a group, from when it is added to when it is replaced,
/// removed or finished.
struct AnimationLife: Sendable {
  enum Activity: Hashable, Sendable {
    /// Forwards, from the start value to the end value.
    case pass
    /// Backwards, in an animation that autoreverses.
    case wayBack
    /// Shown before the beginning or after the end.
    case fill
    /// Added, but without an effect before its beginning.
    case delay
    /// Still there after its end, without an effect.
    case rest
  }

  /// A time through which the animation does one thing.
  struct Stretch: Hashable, Sendable {
    let kind: Activity
    /// In seconds of the scene.
    let range: ClosedRange<Double>
    /// Continues beyond the shown range.
    var isEndless = false
  }

  /// An event that takes the animation away before its end.
  struct Cut: Hashable, Sendable {
    /// In seconds of the scene.
    let time: Double
    /// Another animation of the same key takes its place.
    let isReplacement: Bool
  }

  let attached: AttachedAnimation
  /// How many groups are around it.
  let depth: Int
  /// Ascending. Two passes after each other are two stretches.
  fileprivate(set) var stretches: [Stretch] = []
  fileprivate(set) var cut: Cut?

  var animation: any Animation { attached.animation }
}

extension AnimationLife {
  /// The lives of all animations of the last layer of `path`, in the order in which they are added,
  /// with animations inside a group after it. Their states are the ones that `inspect` reports.
  static func all(of path: [Layer], over range: ClosedRange<Double>) -> [AnimationLife] {
    guard let layer = path.last, layer.epochs.contains(where: { !$0.animations.isEmpty }) else {
      return []
    }
    var recorder = LifeRecorder(layer, path: path, range: range)
    recorder.record()
    return recorder.lives
  }
}

extension Layer {
  /// Each animation once, in the order in which they are added.
  package var everyAttached: [AttachedAnimation] {
    var seen: Set<ObjectIdentifier> = []
    return epochs.flatMap(\.animations).filter { seen.insert($0.id).inserted }
  }
}

extension AttachedAnimation {
  /// Its key, and the keys of the animations inside it.
  var keys: [String] { [key].compactMap(\.self) + animation.innerAnimations.flatMap(\.keys) }
}

/// Samples a range of time and records changes of the animations' states.
///
/// Candidate times are known beforehand: events, begins, ends and passes. The states are sampled
/// right before and right after each of them, and at even distances between, where a group's easing
/// or an animated clock may cause more changes.
private struct LifeRecorder {
  let path: [Layer]
  let range: ClosedRange<Double>
  private(set) var lives: [AnimationLife] = []
  /// The indices in `lives` at which an animation and the ones inside it begin.
  private var places: [ObjectIdentifier: Int] = [:]
  /// Whether passes are distinguished: not where there are too many to be visible.
  private var countsPasses: [Bool] = []
  private let samples: [LifeSample]

  /// Passes in one row of a figure.
  private static let maximumPasses = 500.0

  init(_ layer: Layer, path: [Layer], range: ClosedRange<Double>) {
    (self.path, self.range) = (path, range)
    let time = LocalTime(path: path, over: range)
    let parent = LocalTime(path: path, over: range, ofParent: true)
    let attached = layer.everyAttached
    let moments = attached.flatMap { one in
      let clock = one.animation.targetsClock ? parent : time
      let moments = one.animation.moments(in: clock.bounds)
      return Set(moments).flatMap(clock.sceneTimes(of:)).prefix(4000)
    }
    samples = LifeSample.all(around: time.changes + moments, over: range)
    for one in attached {
      let clock = one.animation.targetsClock ? parent : time
      places[one.id] = lives.count
      add(one, depth: 0, seconds: clock.bounds.length, times: 1)
    }
  }

  private mutating func add(
    _ attached: AttachedAnimation, depth: Int, seconds: Double, times: Double
  ) {
    lives.append(AnimationLife(attached: attached, depth: depth))
    let timing = attached.animation.timing
    let passes = times * max(1, seconds * abs(timing.speed) / timing.iterationDuration)
    countsPasses.append(passes <= Self.maximumPasses)
    for inner in attached.animation.innerAnimations {
      add(inner, depth: depth + 1, seconds: timing.iterationDuration, times: passes)
    }
  }

  mutating func record() {
    var open: [Int: (doing: Doing, start: Double)] = [:]
    var (before, last) = (Snapshot(), range.lowerBound)
    for sample in samples {
      let now = snapshot(at: sample.time)
      for place in Set(open.keys).union(now.doings.keys) {
        let (old, new) = (open[place], now.doings[place])
        guard old?.doing != new else { continue }
        let change =
          sample.change ?? change(of: place, from: old?.doing, between: last, sample.time)
        if let old {
          close(place, old, at: change)
          noteCut(of: place, at: change, before, now)
        }
        open[place] = new.map { ($0, change) }
      }
      (before, last) = (now, sample.time)
    }
    let beyond = snapshot(at: range.upperBound + LifeSample.margin(of: range))
    for (place, one) in open {
      let goesOn = one.doing.kind.goesOn(as: beyond.doings[place]?.kind)
      close(place, one, at: range.upperBound, isEndless: goesOn)
    }
  }

  private mutating func close(
    _ place: Int, _ one: (doing: Doing, start: Double), at end: Double, isEndless: Bool = false
  ) {
    guard one.start < end else { return }
    lives[place].stretches.append(
      .init(kind: one.doing.kind, range: one.start...end, isEndless: isEndless))
  }

  private mutating func noteCut(
    of place: Int, at time: Double, _ before: Snapshot, _ after: Snapshot
  ) {
    guard before.attached.contains(place), !after.attached.contains(place) else { return }
    let key = lives[place].attached.key
    let fresh = after.attached.subtracting(before.attached)
    let isReplacement = key != nil && fresh.contains { lives[$0].attached.key == key }
    lives[place].cut = .init(time: time, isReplacement: isReplacement)
  }

  /// When an animation begins to do something else, between two times close to each other.
  private func change(
    of place: Int, from doing: Doing?, between start: Double, _ end: Double
  ) -> Double {
    var (low, high) = (start, end)
    for _ in 0..<40 {
      let middle = low + (high - low) / 2
      if snapshot(at: middle).doings[place] == doing { low = middle } else { high = middle }
    }
    return high
  }

  // MARK: One moment

  /// The activity of an animation, and the pass that it is in.
  private struct Doing: Hashable {
    let kind: AnimationLife.Activity
    var pass = 0.0
  }

  private struct Snapshot {
    /// By the animations' places in `lives`; none for inactive animations.
    var doings: [Int: Doing] = [:]
    /// The places of the animations that are on the layer, finished or not.
    var attached: Set<Int> = []
  }

  private func snapshot(at time: Double) -> Snapshot {
    var snapshot = Snapshot()
    for moment in Explanation.Clock.chain(path, at: time).last?.animations ?? [] {
      guard let place = places[moment.attached.id] else { continue }
      snapshot.attached.insert(place)
      note(moment, at: place, isHeld: false, in: &snapshot)
    }
    return snapshot
  }

  /// Records an animation and the ones inside it. While a group holds its last values, its
  /// animations do not advance.
  private func note(
    _ moment: AnimationMoment, at place: Int, isHeld: Bool, in snapshot: inout Snapshot
  ) {
    snapshot.doings[place] = doing(moment, at: place, isHeld: isHeld)
    var next = place + 1
    for inner in moment.inner {
      note(inner, at: next, isHeld: isHeld || moment.standing != .active, in: &snapshot)
      next += inner.attached.animation.count
    }
  }

  private func doing(_ moment: AnimationMoment, at place: Int, isHeld: Bool) -> Doing? {
    switch moment.standing {
    case .removed: nil
    case .active where !isHeld: countsPasses[place] ? pass(of: moment) : Doing(kind: .pass)
    case _ where moment.transformedProgress != nil: Doing(kind: .fill)
    case .before: Doing(kind: .delay)
    case .active, .after: Doing(kind: .rest)
    }
  }

  private func pass(of moment: AnimationMoment) -> Doing {
    let cycle = Double(moment.sample.iteration)
    guard moment.attached.animation.timing.autoreverses else {
      return Doing(kind: .pass, pass: cycle)
    }
    let isBack = (moment.sample.overallProgress ?? 0) - cycle > 0.5
    return Doing(kind: isBack ? .wayBack : .pass, pass: 2 * cycle + (isBack ? 1 : 0))
  }
}

extension Animation {
  /// The number of animations, with the ones inside it.
  fileprivate var count: Int { innerAnimations.reduce(1) { $0 + $1.animation.count } }
}

extension AnimationLife.Activity {
  /// Whether it is still the same at a later time: one pass or another.
  fileprivate func goesOn(as next: Self?) -> Bool {
    guard let next else { return false }
    return next == self || [self, next].allSatisfy { $0 == .pass || $0 == .wayBack }
  }
}

/// A time at which the states of a layer's animations are sampled.
struct LifeSample {
  /// In seconds of the scene.
  let time: Double
  /// When a change since the sample before has happened; `nil` where it has to be found.
  let change: Double?

  /// How far from a moment is right before or after it: far less than a figure shows.
  static func margin(of range: ClosedRange<Double>) -> Double { range.length * 1e-6 }

  /// Right before and after every moment in the range, and at even distances.
  static func all(around moments: [Double], over range: ClosedRange<Double>) -> [LifeSample] {
    let inside = moments.separated.filter {
      range.lowerBound + 1e-9 < $0 && $0 < range.upperBound - 1e-9
    }
    let ends = [range.lowerBound] + inside + [range.upperBound]
    let margin = margin(of: range)
    return zip(ends, ends.dropFirst()).flatMap { from, to in
      let gap = min(margin, (to - from) / 2)
      let first = LifeSample(time: from + gap, change: from)
      guard gap == margin else { return [first] }
      let between = (from...to).split(every: range.length / 500)
      return [first] + (between + [to - gap]).map { LifeSample(time: $0, change: nil) }
    }
  }
}
