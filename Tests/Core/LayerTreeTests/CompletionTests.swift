import RostrumGeometry
import RostrumLayerTree
import Testing
import RostrumTiming

/// Events that follow ends. The expected times are worked out by hand from the timings and clocks.
@Suite("Events: completion")
struct CompletionTests {
  private static func fade(_ timing: MediaTiming, key: String? = "fade") -> AttachedAnimation {
    AttachedAnimation(
      BasicAnimation(
        keyPath: keyPath("opacity"), ends: AnimationEnds(from: .number(0), to: .number(1)),
        timing: timing), key: key)
  }

  private static func add(
    _ timing: MediaTiming, key: String? = "fade", layer: Int = 1, delay: Double = 0
  ) -> Event.Action {
    .init(layer: layer, .add(fade(timing, key: key), begin: .now(delay: delay)))
  }

  private static func after(_ event: Int, finished: Bool? = nil, _ actions: [Event.Action] = [])
    -> Event
  {
    Event(after: Completion(.event(event), finished: finished), actions)
  }

  private static func after(
    _ key: String, layer: Int = 1, finished: Bool? = nil, _ actions: [Event.Action] = []
  ) -> Event {
    Event(
      after: Completion(.animation(key: key, layer: layer), finished: finished), actions)
  }

  private static func layer(
    _ animations: [AttachedAnimation] = [], clock: LayerClock = LayerClock()
  ) -> Layer {
    Layer(
      index: 1, name: "a", layerClass: .plain,
      epochs: [Epoch(values: LayerValues(), clock: clock, animations: animations)])
  }

  /// When each event happens; `nil` for never.
  private static func times(_ layer: Layer, _ events: [Event]) throws -> [Double?] {
    try [layer].replaying(events).outcomes.map(\.time)
  }

  private static func times(_ events: [Event]) throws -> [Double?] { try times(layer(), events) }

  private static let timings: [(MediaTiming, Double, Double)] = [
    (MediaTiming(duration: 2), 0, 2),
    (MediaTiming(duration: 2, speed: 0.5), 0, 4),
    (MediaTiming(duration: 2, speed: -4), 0, 0.5),
    (MediaTiming(duration: 2, repeatCount: 3.5), 0, 7),
    (MediaTiming(duration: 2, autoreverses: true), 0, 4),
    (MediaTiming(duration: 2, repeatDuration: 5), 0, 5),
    (MediaTiming(duration: 2, timeOffset: 1.5), 0, 2),
    (MediaTiming(duration: 2, speed: 2, repeatCount: 3), 0.25, 3.25),
    (MediaTiming(duration: 2, fillMode: .forwards, isRemovedOnCompletion: false), 0, 2),
  ]

  @Test("An animation ends where its timing says, also one that stays", arguments: timings)
  func ends(_ timing: MediaTiming, _ delay: Double, _ length: Double) throws {
    let added = Event(at: 1, [Self.add(timing, delay: delay)])
    let times = try Self.times([added, Self.after("fade"), Self.after(0, finished: true)])
    #expect(times == [1, 1 + length, 1 + length])
  }

  @Test("An animation that the layer has from the start ends on the layer's clock")
  func clocks() throws {
    // Local time 3 is reached where (t - 0.5) * 2 + 1 = 3: at 1.5 s.
    let clock = LayerClock(beginTime: 0.5, speed: 2, timeOffset: 1)
    let fade = Self.fade(MediaTiming(beginTime: 1, duration: 2))
    #expect(try Self.times(Self.layer([fade], clock: clock), [Self.after("fade")]) == [1.5])
    // One that was over before the scene began has ended at its beginning.
    let past = Self.fade(MediaTiming(beginTime: -5, duration: 2))
    #expect(try Self.times(Self.layer([past]), [Self.after("fade")]) == [0])
  }

  @Test("Clocks that stop, go on and slow down move the end")
  func pauses() throws {
    let events = [
      Event(at: 0, [Self.add(MediaTiming(duration: 4))]),
      Event(at: 1, [.init(layer: 1, .setSpeed(0))]),
      Event(at: 3, [.init(layer: 1, .setSpeed(1))]),
      Event(at: 4, [.init(layer: 1, .setSpeed(0.5))]), Self.after("fade"),
    ]
    // 1 s, then nothing for 2 s, 1 s more, and the last 2 s at half the speed: 4 + 4.
    #expect(try Self.times(events) == [0, 1, 3, 4, 8])
    #expect(
      try [Self.layer()].replaying(Array(events[..<2]) + [events[4]]).outcomes[2]
        == .never(.neverEnds))
  }

  @Test("A chain of three, of which one is removed, follows each end at its time")
  func chain() throws {
    let events = [
      Event(at: 0.5, [Self.add(MediaTiming(duration: 1, speed: 2, repeatCount: 3), key: "a")]),
      Self.after("a", finished: true, [Self.add(MediaTiming(duration: 4), key: "b")]),
      Event(at: 3, [.init(layer: 1, .removeAnimation(forKey: "b"))]),
      Self.after("b", finished: false, [Self.add(MediaTiming(duration: 0.5), key: "c", delay: 1)]),
      Self.after("b", finished: true), Self.after(3),
    ]
    // 0.5 + 1.5 = 2; b would end at 6 and is removed at 3; c begins at 4 and lasts half a second.
    #expect(try Self.times(events) == [0.5, 2, 3, 3, nil, 4.5])
    let outcomes = try [Self.layer()].replaying(events).outcomes
    #expect(outcomes[4] == .never(.endsOtherwise(finished: false)))
  }

  @Test("Being replaced under the same key is an end too, and what replaces may end by itself")
  func replaced() throws {
    let events = [
      Event(at: 0, [Self.add(MediaTiming(duration: 2))]),
      Event(at: 1, [Self.add(MediaTiming(duration: 2))]),
      Self.after("fade"), Self.after("fade", finished: true), Self.after(0, finished: false),
      Self.after(1, finished: true),
    ]
    #expect(try Self.times(events) == [0, 1, 1, 3, 1, 3])
  }

  @Test("An event ends with the last of its animations, and has finished when all have")
  func transactions() throws {
    let move = Event(
      at: 1, transaction: Transaction(animationDuration: 2),
      [
        .init(layer: 1, .set(keyPath("position"), .point(Point(x: 9, y: 9)))),
        .init(layer: 1, .set(keyPath("cornerRadius"), .number(4))),
        Self.add(MediaTiming(duration: 0.5), key: nil),
      ])
    let events = [move, Self.after(0), Self.after(0, finished: true), Self.after("position")]
    #expect(try Self.times(events) == [1, 3, 3, 3])
    let stopped = events + [Event(at: 2, [.init(layer: 1, .removeAnimation(forKey: "position"))])]
    #expect(try Self.times(stopped) == [1, 3, nil, 2, 2])
    let nothing = Event(
      at: 1, transaction: Transaction(disableActions: true), move.actions.dropLast())
    #expect(try Self.times([nothing, Self.after(0), Self.after(1)]) == [1, 1, 1])
  }

  @Test("A view animation's block ends with its delay, its way back and its spring")
  func views() throws {
    func moved(_ block: ViewAnimation) -> Event {
      Event(at: 1, [.init(layer: 1, .animate(keyPath("position.x"), .number(9), block))])
    }
    for (block, end) in [
      (ViewAnimation(duration: 2, delay: 0.5), 3.5),
      (.init(duration: 2, autoreverses: true), 5), (.init(duration: 0), 1),
      (.init(duration: 2, spring: Spring(dampingRatio: 0.5, duration: 2)), 3),
    ] {
      #expect(try Self.times([moved(block), Self.after(0, finished: true)]) == [1, end])
    }
    let endless = try [Self.layer()].replaying([
      moved(.init(duration: 1, repeats: true)), Self.after(0),
    ])
    #expect(endless.outcomes[1] == .never(.neverEnds))
  }

  @Test("A group ends as one; what is inside is cut off with it")
  func groups() throws {
    let group = AnimationGroup(
      attached: [Self.fade(MediaTiming(duration: 9), key: "inner")],
      timing: MediaTiming(duration: 3, speed: 2))
    let added = AttachedAnimation(group, key: "group")
    let events = [
      Event(at: 1, [.init(layer: 1, .add(added, begin: .now(delay: 0)))]), Self.after("group"),
      Self.after("inner"),
    ]
    #expect(try Self.times(events) == [1, 2.5, nil])
  }

  @Test("What ends at the time of an event has finished before it, noise of binary numbers or not")
  func ties() throws {
    let events = [
      Event(at: 0.1, [Self.add(MediaTiming(duration: 0.2))]),
      Event(at: 0.3, [.init(layer: 1, .removeAllAnimations)]), Self.after("fade", finished: true),
    ]
    #expect(0.1 + 0.2 != 0.3)
    #expect(try Self.times(events) == [0.1, 0.3, 0.3])
  }

  @Test("Frames show what the chain did, as if its times had been written down")
  func frames() throws {
    let slow = Transaction(animationDuration: 1, animationTimingFunction: .bezier(.linear))
    let to: (Double) -> [Event.Action] = {
      [.init(layer: 1, .set(keyPath("position.x"), .number($0)))]
    }
    let chained = [
      Event(at: 0.5, transaction: slow, to(100)),
      Event(after: Completion(.event(0)), transaction: slow, to(0)),
      Event(after: Completion(.event(1)), transaction: slow, to(50)),
    ]
    let written = [0.5, 1.5, 2.5].enumerated().map {
      Event(at: $0.element, transaction: slow, chained[$0.offset].actions)
    }
    let layers = try [[Self.layer()].changed(by: chained), [Self.layer()].changed(by: written)]
      .map { $0[0] }
    for (time, x) in [(0.5, 0.0), (1, 50), (1.5, 100), (2, 50), (2.5, 0), (3, 25), (3.5, 50)] {
      for layer in layers { #expect(abs(layer.value("position.x", at: time).number - x) < 1e-9) }
    }
    #expect(layers[0].endTime == 3.5)
  }

  @Test("On a clock that an animation moves, no end is known; once that is over, it is")
  func scrubbed() throws {
    func scrub(_ timing: MediaTiming) -> AttachedAnimation {
      AttachedAnimation(
        BasicAnimation(
          keyPath: keyPath("timeOffset"), ends: AnimationEnds(from: .number(0), to: .number(9)),
          timing: timing), key: "scrub")
    }
    let fade = Self.fade(MediaTiming(duration: 9))
    let moving = Self.layer([scrub(MediaTiming(duration: 2)), fade])
    let events = [Self.after("fade"), Self.after("scrub")]
    let outcomes = try [moving].replaying(events).outcomes
    #expect(outcomes == [.never(.clockIsAnimated), .happened(at: 2)])
    let still = Self.layer([scrub(MediaTiming(beginTime: -3, duration: 2)), fade])
    #expect(try Self.times(still, events) == [9, 0])
  }

  @Test("Events that wait for what never begins never happen")
  func never() throws {
    let outcomes = try [Self.layer()].replaying([Self.after("fade"), Self.after(0)]).outcomes
    #expect(outcomes == [.never(.neverBegins), .never(.neverBegins)])
  }
}
