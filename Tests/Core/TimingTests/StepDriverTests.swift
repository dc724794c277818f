import TestSupport
import Testing

@testable import RostrumTiming

@Suite("Timers and display links")
struct StepDriverTests {
  @Test(
    "On a perfect clock both are right at every tick, within 1e-12",
    arguments: ["60", "59.94", "30", "25"])
  func perfect(rate: String) throws {
    let pace = TickPace.rate(try #require(FrameRate(rate)))
    let schedule = TickSchedule(pace: pace)
    let (timer, link) = (StepDriver.timer(schedule), StepDriver.displayLink(schedule))
    for tick in 0...1000 {
      let time = pace.seconds(of: tick)
      #expect(abs(timer.elapsedTime(from: 0, to: time) - time) < 1e-12)
      #expect(abs(link.elapsedTime(from: 0, to: time) - time) < 1e-12)
      let between = time + pace.interval / 2
      #expect(timer.elapsedTime(from: 0, to: between) == timer.elapsedTime(from: 0, to: time))
      #expect(link.elapsedTime(from: 0, to: between) == link.elapsedTime(from: 0, to: time))
    }
  }

  /// Listing 11.1 and listing 11.2 as printed in the book: each tick adds to the value before.
  @Test("They are the book's loops, summed up tick by tick", arguments: 0..<20)
  func loops(seed: Int) {
    var random = RandomSource(seed: UInt64(seed))
    let schedule = TickSchedule.generated(&random)
    let (timer, link) = (StepDriver.timer(schedule), StepDriver.displayLink(schedule))
    var (assumed, measured, lastStep) = (0.0, 0.0, 0.0)
    for number in 1...300 {
      assumed += schedule.pace.interval
      if let time = timer.fireTimes.time(of: number) {
        #expect(abs(timer.elapsedTime(from: 0, to: time) - assumed) < 1e-9)
      }
      guard let thisStep = link.fireTimes.time(of: number) else { continue }
      measured += thisStep - lastStep
      lastStep = thisStep
      #expect(abs(link.elapsedTime(from: 0, to: thisStep) - measured) < 1e-9)
    }
  }

  @Test("They differ by exactly the ticks that the timer lost")
  func lost() {
    let schedule = TickSchedule(lateTicks: [10: 5.0 / 60], droppedTicks: [30, 31, 32])
    let (timer, link) = (StepDriver.timer(schedule), StepDriver.displayLink(schedule))
    for (tick, lost) in [(9, 0), (16, 5), (29, 5), (33, 8), (60, 8), (6000, 8)] {
      let time = Double(tick) / 60
      let difference =
        link.elapsedTime(from: 0, to: time) - timer.elapsedTime(from: 0, to: time)
      #expect(abs(difference - Double(lost) / 60) < 1e-12, "tick \(tick)")
    }
    #expect(abs(timer.endTime(from: 0, duration: 1) - 68.0 / 60) < 1e-12)
    #expect(abs(link.endTime(from: 0, duration: 1) - 1) < 1e-12)
  }

  @Test("A default mode timer stands still while tracking lasts and fires once when it is over")
  func tracking() {
    let schedule = TickSchedule(tracking: [.init(start: 0.3, end: 0.6)])
    let timer = StepDriver.timer(schedule)
    for (tick, ticks) in [(17, 17), (18, 17), (35, 17), (36, 18), (37, 19), (60, 42)] {
      let time = Double(tick) / 60
      let expected = Double(ticks) / 60
      #expect(abs(timer.elapsedTime(from: 0, to: time) - expected) < 1e-12, "tick \(tick)")
    }
    let common = StepDriver.timer(schedule, mode: .common)
    #expect(common.elapsedTime(from: 0, to: 0.5) == 0.5)
  }

  @Test("A timer's step is what it is told, whatever the clock's interval is")
  func otherStep() throws {
    let slow = TickSchedule(pace: .rate(try #require(FrameRate("30"))))
    let timer = StepDriver.timer(slow, step: .interval(1.0 / 60))
    #expect(abs(timer.elapsedTime(from: 0, to: 1) - 0.5) < 1e-12)
    #expect(abs(timer.endTime(from: 0, duration: 1) - 2) < 1e-12)
  }

  @Test("Only ticks after the start count")
  func start() {
    let schedule = TickSchedule(pace: .interval(0.25), lateTicks: [4: 0.05])
    let (timer, link) = (StepDriver.timer(schedule), StepDriver.displayLink(schedule))
    #expect(timer.elapsedTime(from: 0.6, to: 0.7) == 0)
    #expect(timer.elapsedTime(from: 0.6, to: 1) == 0.25)
    #expect(abs(link.elapsedTime(from: 0.6, to: 1.06) - 0.45) < 1e-12)
    #expect(timer.elapsedTime(from: 0.75, to: 1) == 0)
    #expect(link.elapsedTime(from: -1, to: 0.25) == 1.25)
  }

  @Test("The end is the first tick at which the time is full", arguments: 0..<30)
  func ends(seed: Int) {
    var random = RandomSource(seed: UInt64(100 + seed))
    let schedule = TickSchedule.generated(&random)
    for driver in [StepDriver.timer(schedule), .displayLink(schedule)] {
      for duration in [0.3, 1, 4, 20] {
        let end = driver.endTime(from: 0.1, duration: duration)
        #expect(driver.elapsedTime(from: 0.1, to: end) > duration - 1e-6)
        #expect(driver.elapsedTime(from: 0.1, to: end - 1e-6) < duration)
      }
    }
  }

  @Test("Ticks that run out end the motion; endless ones never do")
  func endless() {
    let schedule = TickSchedule(tracking: [.init(start: 0.1, end: 0.2)])
    let tracking = StepDriver.displayLink(schedule, mode: .tracking)
    #expect(abs(tracking.endTime(from: 0, duration: .infinity) - 11.0 / 60) < 1e-12)
    #expect(abs(tracking.endTime(from: 0, duration: 5) - 11.0 / 60) < 1e-12)
    #expect(tracking.endTime(from: 3, duration: 5) == 3)
    #expect(StepDriver.timer(schedule).endTime(from: 0, duration: .infinity) == .infinity)
    for huge in [1e12, 1e200, Double.greatestFiniteMagnitude] {
      #expect(!StepDriver.timer(schedule).elapsedTime(from: -huge, to: huge).isNaN)
      #expect(!StepDriver.displayLink(schedule).elapsedTime(from: -huge, to: huge).isNaN)
      #expect(!StepDriver.timer(schedule).endTime(from: 0, duration: huge).isNaN)
    }
  }
}
