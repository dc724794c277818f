import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing
import RostrumTiming

/// Three layers, one in the other, and things that happen to them.
private struct GeneratedEvents {
  let layer: Layer
  let events: [Event]

  init(seed: UInt64, reversing: Bool = true) {
    var random = RandomSource(seed: seed)
    let fade = BasicAnimation(
      keyPath: keyPath("opacity"), ends: AnimationEnds(from: .number(0), to: .number(1)),
      timing: MediaTiming(
        beginTime: .random(in: 0...2, using: &random), duration: 1, repeatCount: 1.5))
    let innermost = eventLayer(3, animations: [fade])
    let middle = eventLayer(
      2, clock: LayerClock(beginTime: 0.3, speed: 1.5, timeOffset: 0.1), sublayers: [innermost])
    layer = eventLayer(sublayers: [middle])
    events = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      // Quarters, so that some happen at one moment.
      Event(
        at: Double(Int.random(in: 0...20, using: &random)) / 4,
        transaction: Self.transaction(&random),
        (0..<Int.random(in: 1...2, using: &random)).map { _ in
          .init(
            layer: .random(in: 1...3, using: &random),
            Self.change(&random, reversing: reversing))
        })
    }
  }

  private static func transaction(_ random: inout RandomSource) -> Transaction {
    Transaction(
      animationDuration: .random(in: 0.1...2, using: &random),
      animationTimingFunction: Bool.random(using: &random) ? .bezier(.easeOut) : nil,
      disableActions: Int.random(in: 0..<5, using: &random) == 0)
  }

  private static func change(_ random: inout RandomSource, reversing: Bool) -> Event.Change {
    let number = Value.number(.random(in: 0...1, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1, 2: return .set(keyPath(["opacity", "cornerRadius"].random(&random)), number)
    case 3: return .set(keyPath(["position.x", "position.y"].random(&random)), number)
    case 4: return .removeAnimation(forKey: ["opacity", "position", "a"].random(&random))
    case 5: return .setSpeed((reversing ? [0, 1, 2, 0.5, -1] : [0, 1, 2, 0.5]).random(&random))
    default:
      let animation = BasicAnimation(
        keyPath: keyPath(["opacity", "cornerRadius"].random(&random)),
        ends: AnimationEnds(to: number),
        timing: MediaTiming(
          duration: .random(in: 0.1...1.5, using: &random),
          autoreverses: Bool.random(using: &random)), isAdditive: Bool.random(using: &random))
      return .add(
        AttachedAnimation(animation, key: ["a", "opacity", nil].random(&random)),
        begin: .now(delay: .random(in: -0.2...0.5, using: &random)))
    }
  }
}

extension Array {
  fileprivate func random(_ random: inout RandomSource) -> Element {
    self[Int.random(in: 0..<count, using: &random)]
  }
}

/// Core Animation's way: a state that goes from one moment to the next. Nothing is left out when it
/// has ended.
private final class Stepper {
  struct State {
    var values: LayerValues
    var clock: LayerClock
    var animations: [AttachedAnimation]
  }

  private var states: [State]
  private var waiting: ArraySlice<Event>

  /// The layers, each inside the one before.
  init(_ layers: [Layer], _ events: [Event]) {
    states = layers.map {
      let epoch = $0.epochs[0]
      return State(values: epoch.values, clock: epoch.clock, animations: epoch.animations)
    }
    waiting = events.sorted { $0.moment < $1.moment }[...]
  }

  /// The presentation of every layer at a time that is not before the last one.
  func advance(to time: Double) -> [LayerValues] {
    while let event = waiting.first, event.moment <= time {
      waiting.removeFirst()
      for action in event.actions { apply(action, event) }
    }
    return states.indices.map { presentation($0, time) }
  }

  private func localTime(_ index: Int, _ time: Double) -> Double {
    states[...index].reduce(time) {
      ($0 - $1.clock.beginTime) * $1.clock.speed + $1.clock.timeOffset
    }
  }

  private func presentation(_ index: Int, _ time: Double) -> LayerValues {
    states[index].animations.reduce(into: states[index].values) {
      $1.animation.apply(to: &$0, at: localTime(index, time))
    }
  }

  private func apply(_ action: Event.Action, _ event: Event) {
    let index = action.layer - 1
    let now = localTime(index, event.moment)
    switch action.change {
    case .set(let path, let value):
      let whole = AnimationKeyPath(path.property)
      let from = whole.value(in: presentation(index, event.moment))
      path.set(value, in: &states[index].values)
      guard !event.transaction.disableActions else { return }
      let timing = MediaTiming(
        beginTime: now, duration: event.transaction.animationDuration, fillMode: .backwards)
      let animation = BasicAnimation(
        keyPath: whole, ends: AnimationEnds(from: from), timing: timing,
        timingFunction: event.transaction.animationTimingFunction ?? .bezier(.default))
      add(AttachedAnimation(animation, key: path.property.name), index)
    case .add(let attached, .now(let delay)):
      var animation = attached.animation
      animation.timing.beginTime = now + delay
      add(AttachedAnimation(animation, key: attached.key), index)
    case .removeAnimation(let key): states[index].animations.removeAll { $0.key == key }
    case .setSpeed(let speed):
      let parentTime = index == 0 ? event.moment : localTime(index - 1, event.moment)
      states[index].clock = LayerClock(beginTime: parentTime, speed: speed, timeOffset: now)
    default: Issue.record("the generator makes no such change")
    }
  }

  private func add(_ attached: AttachedAnimation, _ index: Int) {
    if let key = attached.key { states[index].animations.removeAll { $0.key == key } }
    states[index].animations.append(attached)
  }
}

extension PresentationLayer {
  /// The values of this layer and of the first in each.
  fileprivate var chain: [LayerValues] { [values] + (sublayers.first?.chain ?? []) }
}

@Suite("Events: random access on generated scenes")
struct EventPropertyTests {
  private static let paths = ["opacity", "cornerRadius", "position.x", "position.y"].map {
    keyPath($0)
  }

  private func numbers(_ values: [LayerValues]) -> [Double] {
    values.flatMap { values in Self.paths.map { $0.value(in: values).number } }
  }

  @Test("The state at any time is what stepping through all the times before gives")
  func sequence() throws {
    var samples = 0
    for seed in 0..<400 as Range<UInt64> {
      let scene = GeneratedEvents(seed: seed)
      let layer = try [scene.layer].changed(by: scene.events)[0]
      let stepper = Stepper(scene.layer.subtree, scene.events)
      let times = (0...60).map { Double($0) / 8 }
      let inOrder = times.map { numbers(stepper.advance(to: $0)) }
      var random = RandomSource(seed: seed)
      for (time, expected) in zip(times, inOrder).shuffled(using: &random) {
        let alone = numbers(layer.presentation(at: time).chain)
        let isSame = zip(alone, expected).allSatisfy { abs($0 - $1) < 1e-9 }
        #expect(isSame, "seed \(seed) at \(time): \(alone), step by step \(expected)")
        samples += alone.count
      }
    }
    #expect(samples == 400 * 61 * 12)
  }

  @Test("What happens later changes nothing before")
  func causality() throws {
    for seed in 1000..<1300 as Range<UInt64> {
      let scene = GeneratedEvents(seed: seed, reversing: false)
      let whole = try [scene.layer].changed(by: scene.events)[0]
      for time in stride(from: 0.1, to: 5, by: 0.7) {
        let before = try [scene.layer].changed(by: scene.events.filter { $0.moment <= time })[0]
        #expect(whole.presentation(at: time).chain == before.presentation(at: time).chain)
      }
    }
  }

  @Test("A value that is set with an animation is at that moment where it was")
  func continuity() throws {
    var count = 0
    for seed in 2000..<2400 as Range<UInt64> {
      let scene = GeneratedEvents(seed: seed)
      let before = try [scene.layer].changed(by: scene.events)[0]
      for time in [0.25, 2, 5, 7.3] {
        for index in 1...3 {
          let set = Event(at: time, [.init(layer: index, .set(keyPath("opacity"), .number(0.1)))])
          let after = try [scene.layer].changed(
            by: scene.events.filter { $0.moment <= time } + [set])[0]
          let found = after.presentation(at: time).chain[index - 1][.opacity]
          let expected = before.presentation(at: time).chain[index - 1][.opacity]
          #expect(abs(found - expected) < 1e-12, "seed \(seed) at \(time)")
          count += 1
        }
      }
    }
    #expect(count == 400 * 4 * 3)
  }

  @Test("Nothing changes any more after the end time")
  func endTime() throws {
    for seed in 3000..<3400 as Range<UInt64> {
      let scene = GeneratedEvents(seed: seed)
      let layer = try [scene.layer].changed(by: scene.events)[0]
      let end = layer.endTime
      #expect(!end.isNaN && end < .infinity)
      let late = numbers(layer.presentation(at: end + 1e-6).chain)
      for time in [end + 0.1, end + 1, end + 1000] {
        let later = numbers(layer.presentation(at: time).chain)
        #expect(zip(late, later).allSatisfy { abs($0 - $1) < 1e-4 }, "seed \(seed) at \(time)")
      }
    }
  }

  @Test("Ten thousand events leave no more than a few animations at a time")
  func cost() throws {
    let events = (0..<10_000).map {
      Event(
        at: Double($0) / 10,
        [
          .init(layer: 1, .set(keyPath("opacity"), .number(Double($0 % 2)))),
          .init(
            layer: 1,
            .add(
              AttachedAnimation(
                BasicAnimation(
                  keyPath: keyPath("cornerRadius"), ends: AnimationEnds(to: .number(3)),
                  timing: MediaTiming(duration: 0.25))), begin: .now(delay: 0))),
        ])
    }
    let layer = try [eventLayer()].changed(by: events)[0]
    #expect(layer.epochs.count == 10_001)
    #expect(layer.epochs.map(\.animations.count).max() == 4)
    let early = layer.epoch(at: 1).animations.count
    #expect(layer.epoch(at: 999).animations.count == early)
  }

  @Test("Animations that never end and have no key are limited, not kept without bound")
  func limit() {
    let endless = Event.Change.add(
      AttachedAnimation(
        BasicAnimation(
          keyPath: keyPath("opacity"), ends: AnimationEnds(to: .number(1)),
          timing: MediaTiming(duration: 1, repeatCount: .infinity))), begin: .now(delay: 0))
    let events = (0..<2000).map { Event(at: Double($0), [.init(layer: 1, endless)]) }
    #expect(throws: TooManyAnimations(event: 1413)) {
      try [eventLayer()].changed(by: events)
    }
  }
}

extension Event {
  /// The time of an event that has one.
  fileprivate var moment: Double { time ?? .infinity }
}
