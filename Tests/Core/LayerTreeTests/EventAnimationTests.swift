import RostrumGeometry
import RostrumLayerTree
import Testing
import RostrumTiming

@Suite("Events: animations added and removed, and clocks")
struct EventAnimationTests {
  private func fade(from: Double = 0, to: Double = 1, duration: Double = 1) -> AttachedAnimation {
    AttachedAnimation(
      BasicAnimation(
        keyPath: keyPath("opacity"), ends: AnimationEnds(from: .number(from), to: .number(to)),
        timing: MediaTiming(duration: duration)), key: "fade")
  }

  private func event(_ time: Double, _ changes: Event.Change..., layer: Int = 1) -> Event {
    Event(at: time, changes.map { .init(layer: layer, $0) })
  }

  @Test("A begin time of 0 is the moment of the event; others are the layer's own time (1.6)")
  func beginTimes() throws {
    let clock = LayerClock(speed: 2)
    let cases: [(Event.BeginTime, Double)] = [
      (.now(delay: 0), 1), (.now(delay: 0.5), 1.25), (.layerTime(3), 1.5), (.layerTime(0), 0),
    ]
    for (begin, sceneTime) in cases {
      let layer = try eventLayer(clock: clock).changed(by: event(1, .add(fade(), begin: begin)))
      let time = max(sceneTime + 0.3, 1)
      let progress = (time - sceneTime) * 2
      #expect(
        abs(layer.value("opacity", at: time).number - (progress <= 1 ? progress : 0.5)) < 1e-9)
    }
  }

  @Test("The same key replaces, and the new animation applies last (3.1)")
  func replacing() throws {
    let other = AttachedAnimation(fade(from: 0.2, to: 0.2, duration: 10).animation, key: "other")
    let layer = try eventLayer().changed(
      by: event(0, .add(fade(duration: 10), begin: .now(delay: 0))),
      event(1, .add(other, begin: .now(delay: 0))),
      event(2, .add(fade(from: 0.9, to: 0.9, duration: 1), begin: .now(delay: 0))))
    #expect(abs(layer.value("opacity", at: 0.5).number - 0.05) < 1e-12)
    #expect(layer.value("opacity", at: 1.5) == .number(0.2))
    #expect(layer.value("opacity", at: 2.5) == .number(0.9))
    #expect(layer.value("opacity", at: 3.5) == .number(0.2))
    #expect(
      layer.epochs.map { $0.animations.map(\.key) } == [
        [], ["fade"], ["fade", "other"], ["other", "fade"],
      ])
  }

  @Test("Without a key every animation stays")
  func unnamed() throws {
    let nameless = AttachedAnimation(fade(duration: 10).animation)
    let layer = try eventLayer().changed(
      by: event(0, .add(nameless, begin: .now(delay: 0)), .add(nameless, begin: .now(delay: 0))))
    #expect(layer.epochs[1].animations.count == 2)
  }

  @Test("Removing shows the model at once (8.4); a key that is not there changes nothing")
  func removing() throws {
    for change in [Event.Change.removeAnimation(forKey: "fade"), .removeAllAnimations] {
      let layer = try eventLayer().changed(
        by: event(0, .add(fade(duration: 10), begin: .now(delay: 0))), event(1, change))
      #expect(abs(layer.value("opacity", at: 0.999).number - 0.0999) < 1e-9)
      #expect(layer.value("opacity", at: 1) == .number(0.5))
    }
    let layer = try eventLayer().changed(
      by: event(0, .add(fade(duration: 10), begin: .now(delay: 0))),
      event(1, .removeAnimation(forKey: "nothing")))
    #expect(abs(layer.value("opacity", at: 2).number - 0.2) < 1e-9)
  }

  @Test("An animation of the layer from the start can be removed and replaced by its key")
  func declared() throws {
    let epoch = Epoch(values: LayerValues(), animations: [fade(duration: 10)])
    let layer = Layer(index: 1, name: "a", layerClass: .plain, epochs: [epoch])
    #expect(
      try layer.changed(by: event(5, .removeAnimation(forKey: "fade"))).value("opacity", at: 5)
        == .number(1))
  }

  @Test("Pause, resume and run back, without a jump")
  func clocks() throws {
    let layer = try eventLayer(animations: [fade(duration: 4).animation]).changed(
      by: event(1, .setSpeed(0)), event(3, .setSpeed(1)), event(4, .setSpeed(-2)),
      event(4.5, .setSpeed(2)))
    let expected = [
      (0.5, 0.125), (1, 0.25), (2.9, 0.25), (3, 0.25), (3.5, 0.375), (4, 0.5), (4.25, 0.375),
      (4.5, 0.25), (5, 0.5), (5.5, 0.75), (6, 1),
    ]
    for (time, value) in expected {
      #expect(abs(layer.value("opacity", at: time).number - value) < 1e-9, "at \(time)")
    }
    #expect(layer.value("opacity", at: 6.01) == .number(0.5))
    #expect(abs(layer.endTime - 6) < 1e-9)
  }

  @Test("What has ended comes back when time runs back")
  func runningBack() throws {
    let layer = try eventLayer(animations: [fade(duration: 1).animation]).changed(
      by: event(2, .setSpeed(-1)))
    #expect(layer.value("opacity", at: 2) == .number(0.5))
    #expect(abs(layer.value("opacity", at: 3.25).number - 0.75) < 1e-9)
    #expect(abs(layer.endTime - 4) < 1e-9)
    let inner = eventLayer(2, animations: [fade(duration: 1).animation])
    let outer = try eventLayer(sublayers: [inner]).changed(
      by: event(1.5, .removeAllAnimations, layer: 2), event(1.6, .setSpeed(1), layer: 2),
      event(2, .setSpeed(-1)))
    #expect(outer.sublayers[0].epochs.map(\.animations.count) == [1, 0, 0])
  }

  @Test("An event inside a layer sees the clocks around it, as events have changed them")
  func nested() throws {
    let inner = eventLayer(2, clock: LayerClock(speed: 2))
    let outer = try eventLayer(clock: LayerClock(timeOffset: 3), sublayers: [inner]).changed(
      by: event(1, .setSpeed(0)), event(2, .setSpeed(0.5)),
      event(4, .add(fade(), begin: .now(delay: 0)), layer: 2),
      event(4.5, .setSpeed(2)))
    // From 4 on one inner second takes one of the scene's; from 4.5 on it takes a quarter.
    for (time, value) in [(4.0, 0.0), (4.25, 0.25), (4.5, 0.5), (4.5625, 0.75), (4.625, 1)] {
      let found = outer.presentation(at: time).sublayers[0].values[.opacity]
      #expect(abs(found - value) < 1e-9, "at \(time)")
    }
    #expect(abs(outer.endTime - 4.625) < 1e-9)
  }

  @Test("A paused layer has nothing more to show; one that is resumed has")
  func endTimes() throws {
    let runs = fade(duration: 4).animation
    let paused = try eventLayer(animations: [runs]).changed(by: event(1, .setSpeed(0)))
    #expect(paused.endTime == 1)
    let resumed = try eventLayer(animations: [runs]).changed(
      by: event(1, .setSpeed(0)), event(11, .setSpeed(1)))
    #expect(abs(resumed.endTime - 14) < 1e-9)
    let inner = eventLayer(2, animations: [runs])
    let outer = try eventLayer(sublayers: [inner]).changed(
      by: event(1, .setSpeed(0)), event(6, .setSpeed(3)))
    #expect(abs(outer.endTime - 7) < 1e-9)
  }
}

@Suite("Converting times between layers (1.7)")
struct TimeConversionTests {
  private func scene(_ clocks: (Double, Double, Double)...) throws -> Scene {
    let children = clocks.dropFirst().enumerated().map { index, clock in
      eventLayer(
        index + 2, clock: LayerClock(beginTime: clock.0, speed: clock.1, timeOffset: clock.2))
    }
    let root = eventLayer(
      1,
      clock: LayerClock(
        beginTime: clocks[0].0, speed: clocks[0].1, timeOffset: clocks[0].2),
      sublayers: children)
    return Scene(
      size: Size(width: 1, height: 1), background: nil,
      clock: try FrameClock(rate: #require(FrameRate(numerator: 1)), duration: 1), layers: [root])
  }

  @Test("Apple's numbers, but for the clamp before the begin time")
  func appleNumbers() throws {
    let first = try scene((0, 2, 3), (0, 4, 5))
    let (root, child) = (first.layers[0], first.layers[1])
    #expect(first.convert(time: 10, from: root, to: child) == 45)
    #expect(first.convert(time: 10, from: child, to: root) == 1.25)

    let second = try scene((1, 2, 3), (6, 4, 5), (8, 0.5, 7), (0, 0, 7))
    let all = second.layers
    let cases: [(Layer?, Layer?, Double?)] = [
      (nil, all[0], 21), (all[0], nil, 4.5), (nil, all[1], 65), (all[1], nil, 3.125),
      (all[2], all[1], 37), (all[0], all[3], 7), (all[3], all[0], nil), (all[1], all[1], 10),
      // Core Animation gives 0: it clamps at the begin time.
      (all[1], all[2], 6.625),
    ]
    for (source, target, expected) in cases {
      #expect(second.convert(time: 10, from: source, to: target) == expected)
    }
    #expect(second.localTime(of: all[1], at: 10) == 65)
  }

  @Test("The clocks that count are those of the moment")
  func events() throws {
    let before = try scene((0, 1, 0), (0, 2, 0))
    let layers = try before.root.sublayers.changed(by: [
      Event(at: 5, [.init(layer: 1, .setSpeed(3))])
    ])
    let after = Scene(
      size: before.size, background: nil, clock: before.clock, layers: layers)
    #expect(after.convert(time: 8, from: nil, to: after.layers[1], at: 4) == 16)
    #expect(after.convert(time: 8, from: nil, to: after.layers[1], at: 8) == 28)
    #expect(after.convert(time: 28, from: after.layers[1], to: nil, at: 8) == 8)
  }
}
