import RostrumGeometry
import RostrumLayerTree
import Testing
import RostrumTiming

/// A layer at [0, 0] with an opacity of 0.5, a radius of 2 and no background.
func eventLayer(
  _ index: Int = 1, clock: LayerClock = LayerClock(), animations: [any Animation] = [],
  sublayers: [Layer] = []
) -> Layer {
  var values = LayerValues()
  values[.opacity] = 0.5
  values[.cornerRadius] = 2
  return Layer(
    index: index, name: "\(index)", layerClass: .plain, values: values, clock: clock,
    animations: animations, sublayers: sublayers)
}

private func set(
  _ name: String, _ value: Value, at time: Double, _ transaction: Transaction = Transaction(),
  layer: Int = 1
) -> Event {
  Event(at: time, transaction: transaction, [.init(layer: layer, .set(keyPath(name), value))])
}

private let linear = TimingFunction.bezier(.linear)
private let oneSecondLinear = Transaction(
  animationDuration: 1, animationTimingFunction: linear)

extension Layer {
  /// The presentation value of a key path of a plain layer.
  func value(_ name: String, at time: Double) -> Value {
    keyPath(name).value(in: presentation(at: time).values)
  }
}

@Suite("Events: transactions and implicit animations (section 7)")
struct ImplicitAnimationTests {
  @Test("A value that is set animates in a quarter of a second with the function default")
  func defaults() throws {
    let layer = try eventLayer().changed(by: set("cornerRadius", .number(10), at: 1))
    #expect(layer.value("cornerRadius", at: 0.999) == .number(2))
    #expect(layer.value("cornerRadius", at: 1) == .number(2))
    // Core Animation's `default` at one half, measured: 0.8024034.
    #expect(abs(layer.value("cornerRadius", at: 1.125).number - (2 + 8 * 0.8024034)) < 1e-5)
    #expect(layer.value("cornerRadius", at: 1.25) == .number(10))
    #expect(layer.endTime == 1.25)
  }

  @Test("A transaction brings duration and function, or sets at once")
  func transactions() throws {
    let slow = try eventLayer().changed(by: set("opacity", .number(1), at: 1, oneSecondLinear))
    #expect(abs(slow.value("opacity", at: 1.5).number - 0.75) < 1e-12)
    for transaction in [Transaction(disableActions: true), Transaction(animationDuration: 0)] {
      let layer = try eventLayer().changed(by: set("opacity", .number(1), at: 1, transaction))
      #expect(layer.value("opacity", at: 0.999) == .number(0.5))
      #expect(layer.value("opacity", at: 1) == .number(1))
      #expect(layer.epochs.last?.animations.isEmpty == true)
      #expect(layer.endTime == 1)
    }
  }

  /// Keys with the built-in action, as measured on macOS.
  private static let animating: Set<String> = [
    "bounds", "position", "zPosition", "anchorPoint", "anchorPointZ", "transform",
    "sublayerTransform", "contents", "contentsRect", "contentsCenter", "contentsScale",
    "cornerRadius", "borderWidth", "borderColor", "opacity", "shadowColor", "shadowOpacity",
    "shadowOffset", "shadowRadius", "backgroundColor", "colors", "locations", "startPoint",
    "endPoint", "fillColor", "strokeColor", "strokeStart", "strokeEnd", "lineWidth", "miterLimit",
    "lineDashPhase", "fontSize", "foregroundColor",
  ]
  private static let crossFading: Set<String> = [
    "hidden", "geometryFlipped", "masksToBounds", "mask", "filters", "backgroundFilters",
    "compositingFilter", "maskedCorners",
  ]
  private static let withoutAction: Set<String> = [
    "doubleSided", "contentsGravity", "shadowPath", "path", "string", "lineCap",
  ]

  @Test("Keys animate, cross-fade or do neither, as in the table", arguments: LayerClass.all)
  func table(_ layerClass: LayerClass) throws {
    for property in layerClass.properties where Self.known(property) {
      var values = LayerValues()
      if property.type == .color { values[any: property] = .color(.black) }
      let layer = Layer(
        index: 1, name: "", layerClass: layerClass, values: values, animations: [])
      let event = Event(
        at: 1, [.init(layer: 1, .set(AnimationKeyPath(property), values[any: property]))])
      let animations = try layer.changed(by: event).epochs.last?.animations ?? []
      #expect(
        animations.map(\.key) == (Self.animating.contains(property.name) ? [property.name] : []))
      #expect(
        (property.implicitAction == .crossFades) == Self.crossFading.contains(property.name))
    }
  }

  /// Whether the measured table, or the header, speaks of the property.
  private static func known(_ property: Property) -> Bool {
    [animating, crossFading, withoutAction].contains { $0.contains(property.name) }
  }

  @Test("A colour does not come out of nothing")
  func nilColour() throws {
    let layer = try eventLayer().changed(by: set("backgroundColor", .color(.white), at: 1))
    #expect(layer.value("backgroundColor", at: 1) == .color(.white))
    #expect(layer.epochs[1].animations.isEmpty)
  }

  @Test("Setting again while it moves starts from what is seen, under the same key")
  func replacing() throws {
    let layer = try eventLayer().changed(
      by: set("position", .point(Point(x: 100, y: 0)), at: 1, oneSecondLinear),
      set("position", .point(Point(x: 25, y: 100)), at: 1.25, oneSecondLinear))
    #expect(layer.value("position", at: 1.25) == .point(Point(x: 25, y: 0)))
    #expect(layer.value("position", at: 1.75) == .point(Point(x: 25, y: 50)))
    #expect(layer.value("position", at: 2.25) == .point(Point(x: 25, y: 100)))
    #expect(layer.epochs.map(\.animations.count) == [0, 1, 1])
  }

  @Test("A component of a point animates the point; parts of a transform animate alone")
  func components() throws {
    let layer = try eventLayer().changed(
      by: set("position.x", .number(80), at: 0, oneSecondLinear),
      set("position.y", .number(40), at: 0.5, oneSecondLinear),
      set("transform.rotation", .number(6), at: 0, oneSecondLinear))
    #expect(layer.value("position", at: 0.5) == .point(Point(x: 40, y: 0)))
    #expect(layer.value("position", at: 1) == .point(Point(x: 60, y: 20)))
    // The model's matrix does not keep whole turns: the animation takes the shorter direction.
    #expect(abs(layer.value("transform.rotation", at: 0.5).number - (3 - .pi)) < 1e-9)
    #expect(
      Set(layer.epochs.flatMap { $0.animations.compactMap(\.key) })
        == ["position", "transform.rotation"])
  }

  @Test("Without actions, an animation that runs goes on, towards the new model")
  func liveModel() throws {
    let layer = try eventLayer().changed(
      by: set("cornerRadius", .number(12), at: 0, oneSecondLinear),
      set("cornerRadius", .number(22), at: 0.5, Transaction(disableActions: true)))
    #expect(abs(layer.value("cornerRadius", at: 0.499).number - 6.99) < 1e-9)
    #expect(abs(layer.value("cornerRadius", at: 0.5).number - 12) < 1e-9)
    #expect(layer.value("cornerRadius", at: 1) == .number(22))
  }

  @Test("What an animation makes of the model counts for where an implicit one starts")
  func presentation() throws {
    let shake = BasicAnimation(
      keyPath: keyPath("cornerRadius"), ends: AnimationEnds(from: .number(0), to: .number(10)),
      timing: MediaTiming(duration: 10), isAdditive: true)
    let layer = try eventLayer(animations: [shake]).changed(
      by: set("cornerRadius", .number(20), at: 5, oneSecondLinear))
    #expect(layer.value("cornerRadius", at: 5) == .number(7))
    // The rest of the animation ends at the model, with the shake that still runs added.
    #expect(abs(layer.value("cornerRadius", at: 5.5).number - (7 + 25.5) / 2) < 1e-9)
  }

  @Test("An event takes no animation away that an animated clock may still show")
  func animatedClock() throws {
    // For one second of the scene the layer's time is 8 seconds ahead: beyond both ends.
    let ahead = BasicAnimation(
      keyPath: keyPath("timeOffset"), ends: AnimationEnds(from: .number(8), to: .number(8)),
      timing: oneSecond)
    let fade = BasicAnimation(
      keyPath: keyPath("opacity"), ends: AnimationEnds(from: .number(0), to: .number(1)),
      timing: MediaTiming(duration: 4))
    let alone = eventLayer(animations: [ahead, fade])
    let layer = try alone.changed(
      by: set("cornerRadius", .number(9), at: 0.5, Transaction(disableActions: true)))
    let added = Event.Change.add(AttachedAnimation(ahead), begin: .layerTime(0))
    let late = try eventLayer(animations: [fade])
      .changed(by: Event(at: 0, [.init(layer: 1, added)]), Event(at: 0.5, [.init(layer: 1, added)]))
    for (time, value) in [(0.25, 0.5), (0.75, 0.5), (3, 0.75)] {
      #expect(alone.value("opacity", at: time) == .number(value))
      #expect(layer.value("opacity", at: time) == .number(value), "\(time)")
      #expect(late.value("opacity", at: time) == .number(value), "\(time)")
    }
  }

  @Test("Events of one moment happen in the order given, others in the order of their times")
  func order() throws {
    let atOnce = Transaction(disableActions: true)
    let layer = try eventLayer().changed(
      by: set("cornerRadius", .number(3), at: 2, atOnce),
      set("cornerRadius", .number(1), at: 1, atOnce),
      set("cornerRadius", .number(4), at: 2, oneSecondLinear),
      set("cornerRadius", .number(5), at: 1, atOnce))
    #expect(layer.value("cornerRadius", at: 1) == .number(5))
    #expect(layer.value("cornerRadius", at: 2) == .number(3))
    #expect(layer.value("cornerRadius", at: 2.5) == .number(3.5))
    #expect(layer.epochs.map(\.startTime) == [-.infinity, 1, 2])
  }
}

extension Layer {
  /// The layer alone after some events.
  func changed(by events: Event...) throws -> Layer {
    try [self].changed(by: events)[0]
  }
}

@Suite("Events: view-style animation")
struct ViewAnimationTests {
  private func moved(_ block: ViewAnimation, at time: Double = 1, to x: Double = 100) -> Event {
    Event(at: time, [.init(layer: 1, .animate(keyPath("position.x"), .number(x), block))])
  }

  @Test(
    "Options name the curves; easeInOut is the default",
    arguments: [
      (ViewAnimation(duration: 1), 0.1291619), (.init(duration: 1, curve: .curveEaseIn), 0.0934647),
      (.init(duration: 1, curve: .curveEaseOut), 0.3781395),
      (.init(duration: 1, curve: .curveLinear), 0.25),
    ])
  func curves(_ block: ViewAnimation, atOneQuarter expected: Double) throws {
    let layer = try eventLayer().changed(by: moved(block))
    #expect(abs(layer.value("position.x", at: 1.25).number - 100 * expected) < 1e-3)
  }

  @Test("A delay shows the old value until it has passed")
  func delay() throws {
    let layer = try eventLayer().changed(
      by: moved(ViewAnimation(duration: 1, delay: 0.5, curve: .curveLinear)))
    #expect(layer.value("position.x", at: 1.25) == .number(0))
    #expect(abs(layer.value("position.x", at: 2).number - 50) < 1e-9)
    #expect(layer.endTime == 2.5)
  }

  @Test("Autoreverse runs back and then shows the model, which is the new value")
  func autoreverse() throws {
    let layer = try eventLayer().changed(
      by: moved(ViewAnimation(duration: 1, curve: .curveLinear, autoreverses: true)))
    #expect(abs(layer.value("position.x", at: 2.75).number - 25) < 1e-9)
    #expect(layer.value("position.x", at: 3.01) == .number(100))
  }

  @Test("Repeat never ends")
  func repeats() throws {
    let layer = try eventLayer().changed(
      by: moved(ViewAnimation(duration: 1, curve: .curveLinear, repeats: true)))
    #expect(abs(layer.value("position.x", at: 1001.5).number - 50) < 1e-6)
    #expect(layer.endTime == .infinity)
  }

  @Test("Only from the current state does a block go on without a jump")
  func currentState() throws {
    let first = moved(ViewAnimation(duration: 1, curve: .curveLinear))
    for (isFromCurrent, start) in [(true, 50.0), (false, 100)] {
      let block = ViewAnimation(
        duration: 1, curve: .curveLinear, beginsFromCurrentState: isFromCurrent)
      let layer = try eventLayer().changed(by: first, moved(block, at: 1.5, to: 20))
      #expect(abs(layer.value("position.x", at: 1.5).number - start) < 1e-9)
      #expect(layer.value("position.x", at: 2.5) == .number(20))
    }
  }

  @Test("A duration of 0 sets at once")
  func zero() throws {
    let layer = try eventLayer().changed(by: moved(ViewAnimation(duration: 0, delay: 1)))
    #expect(layer.value("position.x", at: 1) == .number(100))
  }

  @Test("A spring of any damping is within a thousandth at the duration, and not much earlier")
  func springs() throws {
    for ratio in stride(from: 0.02, through: 1, by: 0.02) {
      for duration in [0.2, 1, 7] {
        let spring = try #require(Spring(dampingRatio: ratio, duration: duration))
        #expect(abs(spring.dampingRatio - ratio) < 1e-12)
        for step in 0...400 {
          let late = duration * (1 + Double(step) / 200)
          #expect(abs(spring.value(at: late) - 1) <= 0.001 + 1e-12)
        }
        let isEarly = (0...400).allSatisfy {
          abs(spring.value(at: duration * (0.7 + Double($0) / 4000)) - 1) <= 0.001
        }
        #expect(!isEarly, "damping \(ratio)")
      }
    }
    // At one half Core Animation's own settling duration is the duration.
    let half = try #require(Spring(dampingRatio: 0.5, duration: 2))
    #expect(abs(half.settlingDuration - 2) < 1e-12)
    for wrong in [0, -1, 1.01, .nan] { #expect(Spring(dampingRatio: wrong, duration: 1) == nil) }
    #expect(Spring(dampingRatio: 1, duration: 0) == nil)
  }

  @Test("A block on a spring overshoots and ends at the model")
  func springBlock() throws {
    let spring = try #require(Spring(dampingRatio: 0.3, duration: 1))
    let layer = try eventLayer().changed(by: moved(ViewAnimation(duration: 1, spring: spring)))
    let highest = (0...100).map { layer.value("position.x", at: 1 + Double($0) / 100).number }.max()
    // The first overshoot of a spring: exp(-pi z / sqrt(1 - z^2)).
    #expect(abs((highest ?? 0) - 137.2) < 0.2)
    #expect(layer.value("position.x", at: 2.01) == .number(100))
  }
}
