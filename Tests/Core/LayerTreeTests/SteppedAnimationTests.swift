import RostrumGeometry
import RostrumLayerTree
import TestSupport
import Testing
import RostrumTiming

@Suite("Animations that code moves on")
struct SteppedAnimationTests {
  private let held = MediaTiming(duration: 1, fillMode: .both, isRemovedOnCompletion: false)
  private let ends = AnimationEnds(from: .number(32), to: .number(268))
  private let path = keyPath("position.y")

  private func ball(_ driver: StepDriver, _ timing: MediaTiming? = nil) -> SteppedAnimation {
    SteppedAnimation(
      BasicAnimation(
        keyPath: path, ends: ends, timing: timing ?? held, timingFunction: .easing(.bounceEaseOut)),
      driver: driver)
  }

  private func y(_ animation: any Animation, at time: Double) -> Double {
    value(of: path, after: animation, at: time).number
  }

  /// The book's bounceEaseOut, as listing 11.1 has it.
  private func bounce(_ t: Double) -> Double {
    let square = t * t
    if t < 4 / 11.0 { return 121 * square / 16 }
    if t < 8 / 11.0 { return (363 / 40.0) * square - (99 / 10.0) * t + 17 / 5.0 }
    if t < 9 / 10.0 {
      let (a, b, c): (Double, Double, Double) = (4356 / 361, 35442 / 1805, 16061 / 1805)
      return a * square - b * t + c
    }
    return (54 / 5.0) * square - (513 / 25.0) * t + 268 / 25.0
  }

  @Test("Listing 11.1: at every tick of a good clock the ball is where the book's code puts it")
  func listing11_1() {
    let timer = ball(.timer(TickSchedule()))
    var timeOffset = 0.0
    for tick in 1...70 {
      timeOffset = min(timeOffset + 1 / 60.0, 1)
      let expected = (268.0 - 32) * bounce(timeOffset) + 32
      #expect(abs(y(timer, at: Double(tick) / 60) - expected) < 1e-9, "tick \(tick)")
      #expect(y(timer, at: (Double(tick) + 0.5) / 60) == y(timer, at: Double(tick) / 60))
    }
  }

  @Test("On a good clock timer, display link and a basic animation agree at every tick")
  func agreement() {
    let schedule = TickSchedule()
    let basic = BasicAnimation(
      keyPath: path, ends: ends, timing: held, timingFunction: .easing(.bounceEaseOut))
    for tick in 0...90 {
      let time = Double(tick) / 60
      #expect(abs(y(ball(.timer(schedule)), at: time) - y(basic, at: time)) < 1e-9)
      #expect(abs(y(ball(.displayLink(schedule)), at: time) - y(basic, at: time)) < 1e-9)
    }
  }

  @Test("Listing 11.2: with lost ticks the timer is late, the display link is right at its ticks")
  func listing11_2() {
    let schedule = TickSchedule(lateTicks: [6: 0.1], droppedTicks: [20, 21])
    let (timer, link) = (ball(.timer(schedule)), ball(.displayLink(schedule)))
    let right = { (time: Double) in (268.0 - 32) * bounce(time) + 32 }
    #expect(abs(y(link, at: 0.2) - right(0.2)) < 1e-9)
    #expect(abs(y(timer, at: 0.2) - right(6 / 60.0)) < 1e-9)
    #expect(abs(y(link, at: 0.5) - right(0.5)) < 1e-9)
    #expect(abs(y(timer, at: 0.5) - right(22 / 60.0)) < 1e-9)
    #expect(abs(link.endTime - 1) < 1e-12)
    #expect(abs(timer.endTime - 68 / 60.0) < 1e-12)
    #expect(y(timer, at: 68 / 60.0) == 268)
  }

  @Test("Begin time, repeats and fill modes mean what they mean elsewhere")
  func timing() {
    let timing = MediaTiming(beginTime: 0.5, duration: 0.5, repeatCount: 2, autoreverses: true)
    let schedule = TickSchedule()
    let basic = BasicAnimation(keyPath: path, ends: ends, timing: timing)
    let timer = SteppedAnimation(
      BasicAnimation(keyPath: path, ends: ends, timing: timing), driver: .timer(schedule))
    for tick in 0...149 {
      let time = Double(tick) / 60
      #expect(abs(y(timer, at: time) - y(basic, at: time)) < 1e-9, "tick \(tick)")
    }
    #expect(abs(timer.endTime - basic.endTime) < 1e-9)
    let forever = MediaTiming(duration: 1, repeatCount: .infinity)
    #expect(ball(.timer(schedule), forever).endTime == .infinity)
  }

  @Test("A frame alone equals the same frame in a sequence, on generated clocks", arguments: 0..<10)
  func randomAccess(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let schedule = TickSchedule(
      lateTicks: [Int.random(in: 1...30, using: &random): 0.07],
      droppedTicks: [Int.random(in: 31...60, using: &random)],
      jitter: .init(seed: random.next(), amount: 0.01),
      tracking: [.init(start: 0.4, end: 0.6)])
    let layer = Layer(
      index: 0, name: "ball", layerClass: .plain, values: LayerValues(),
      animations: [ball(.timer(schedule))])
    let times = (0..<150).map { Double($0) / 97 }
    let inOrder = times.map { layer.presentation(at: $0).values }
    for (time, expected) in zip(times, inOrder).shuffled(using: &random) {
      #expect(layer.presentation(at: time).values == expected)
    }
  }
}

@Suite("Followed values")
struct FollowAnimationTests {
  private let slide = FollowedValue(
    fromValue: 0, toValue: 250,
    timing: MediaTiming(
      beginTime: 0.5, duration: 1, fillMode: .both, isRemovedOnCompletion: false),
    timingFunction: CubicBezier(x1: 1, y1: 0, x2: 0.5, y2: 1.51).map(TimingFunction.bezier))

  private func text(_ format: String, at time: Double) throws -> String {
    let follow = FollowAnimation(
      keyPath: AnimationKeyPath(.string), followed: slide,
      form: .text(try NumberFormat(format), scale: 1, offset: 0))
    return value(of: AnimationKeyPath(.string), after: follow, at: time).text
  }

  @Test("A number and a text follow the same value in every frame, and overshoot with it")
  func together() throws {
    let path = keyPath("transform.translation.x")
    let move = FollowAnimation(
      keyPath: path, followed: slide, form: .number(scale: 1, offset: 0))
    var largest = 0.0
    for frame in 0...120 {
      let time = Double(frame) / 60
      let x = value(of: path, after: move, at: time).number
      let shown = try #require(Double(try text("%.2f", at: time)))
      #expect(abs(shown - x) <= 0.005 + 1e-9)
      largest = max(largest, x)
    }
    #expect(largest > 270)
  }

  @Test("A value with key frames is each of its numbers at its time, and goes on at the ends")
  func keyFrames() {
    let even = FollowedValue([0, 10, 40], timing: MediaTiming())
    #expect([0, 0.25, 0.5, 0.75, 1, 1.25].map(even.number) == [0, 5, 10, 25, 40, 55])
    let uneven = FollowedValue([0, 10, 10, 40], keyTimes: [0, 0.2, 0.2, 1], timing: MediaTiming())
    #expect([0, 0.1, 0.2, 0.6, 1].map(uneven.number) == [0, 5, 10, 25, 40])
  }

  @Test("Before and after, both hold the ends")
  func ends() throws {
    #expect(try text("%.2f", at: 0) == "0.00")
    #expect(try text("%.2f", at: 1.5) == "250.00")
    #expect(try text("x = %d!", at: 100) == "x = 250!")
  }

  @Test("Scale and offset apply to the number")
  func scale() {
    let follow = FollowAnimation(
      keyPath: keyPath("opacity"), followed: slide, form: .number(scale: -0.004, offset: 1))
    #expect(value(of: keyPath("opacity"), after: follow, at: 0).number == 1)
    #expect(abs(value(of: keyPath("opacity"), after: follow, at: 9).number) < 1e-12)
  }
}
