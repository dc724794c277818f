import TestSupport
import Testing
import RostrumTiming

@Suite("Frame rates")
struct FrameRateTests {
  @Test(
    "Text reads as an exact fraction in lowest terms",
    arguments: [
      ("60", 60, 1), ("24000/1001", 24000, 1001), ("30000/1000", 30, 1), ("12.50", 25, 2),
      ("0.5", 1, 2), ("1/3", 1, 3), ("007", 7, 1),
      // Television's short names, and rates that are written with other digits.
      ("29.97", 30000, 1001), ("23.976", 24000, 1001), ("23.98", 24000, 1001),
      ("59.94", 60000, 1001), ("119.88", 120_000, 1001), ("2997/100", 2997, 100),
      ("29.970", 2997, 100), ("29.9700", 2997, 100), ("59.940", 2997, 50), ("29.98", 1499, 50),
    ])
  func reads(text: String, numerator: Int, denominator: Int) throws {
    let rate = try #require(FrameRate(text))
    #expect(rate.numerator == numerator && rate.denominator == denominator)
    #expect(rate.framesPerSecond == Double(numerator) / Double(denominator))
  }

  @Test(
    "Anything else is refused",
    arguments: [
      "", "0", "-60", "+60", "60.", ".5", "1e3", "60fps", " 60", "1/0", "0/1", "1/2/3", "29.97/1",
      "/", ".", "1.2.3", "0.0", "99999999999999999999", "1/99999999999999999999", "٦٠", "nan",
      "24.000000000000000000",
    ])
  func refuses(text: String) {
    #expect(FrameRate(text) == nil)
  }

  @Test("Numbers at and below zero are refused", arguments: [(0, 1), (1, 0), (-1, 1), (1, -1)])
  func refusesNumbers(numerator: Int, denominator: Int) {
    #expect(FrameRate(numerator: numerator, denominator: denominator) == nil)
  }

  @Test("The description reads back", arguments: ["60", "29.97", "24000/1001", "0.5"])
  func description(text: String) throws {
    let rate = try #require(FrameRate(text))
    #expect(FrameRate(rate.description) == rate)
    #expect(FrameRate(numerator: 2997, denominator: 100)?.description == "2997/100")
    #expect(FrameRate(numerator: 60)?.description == "60")
  }
}

@Suite("Frame clocks")
struct FrameClockTests {
  @Test(
    "Frames in a film",
    arguments: [
      ("60", 1, 60), ("60", 4, 240), ("60", 0.1, 6), ("60", 0.3, 18), ("60", 1.1, 66),
      ("60", 0.101, 7), ("30", 0.1 + 0.2, 9), ("24", 1 / 24.0, 1), ("25", 0.28, 7), ("25", 0.29, 8),
      ("24000/1001", 1001 / 24.0, 1000), ("2997/100", 100, 2997), ("29.97", 1001, 30000),
      ("60", 0, 1), ("60", -5, 1),
      ("60", 1e-12, 1), ("60", 1e300, .max), ("1/3", 10, 4), ("60", 1 + 1e-12, 60),
    ] as [(String, Double, Int)])
  func count(rate: String, duration: Double, expected: Int) throws {
    let clock = FrameClock(rate: try #require(FrameRate(rate)), duration: duration)
    #expect(clock.frameCount == expected)
  }

  @Test("Every length on the grid has its number of frames", arguments: [24, 25, 30, 50, 60, 120])
  func grid(framesPerSecond: Int) throws {
    let rate = try #require(FrameRate(numerator: framesPerSecond))
    for frames in 1...2000 {
      let lengths = [
        Double(frames) / Double(framesPerSecond), Double(frames) * (1 / Double(framesPerSecond)),
      ]
      for length in lengths {
        #expect(FrameClock(rate: rate, duration: length).frameCount == frames)
      }
    }
  }

  @Test("A frame's time is rounded once", arguments: [1, 7, 59, 60, 1001, 123_456_789])
  func time(frame: Int) throws {
    let film = FrameClock(rate: try #require(FrameRate("24000/1001")), duration: 1)
    #expect(film.time(ofFrame: frame) == Double(frame * 1001) / 24000)
    let second = FrameClock(rate: try #require(FrameRate("60")), duration: 1)
    #expect(second.time(ofFrame: frame) == Double(frame) / 60)
  }

  @Test("A frame beyond what a product holds still has a finite time")
  func hugeFrame() throws {
    let clock = FrameClock(rate: try #require(FrameRate("24000/1001")), duration: 1)
    #expect(clock.time(ofFrame: .max).isFinite)
    #expect(abs(clock.time(ofFrame: .max) / 3.8468e17 - 1) < 1e-3)
  }

  @Test(
    "The frame at a frame's time is that frame", arguments: ["60", "29.97", "24000/1001", "7/3"])
  func roundTrip(text: String) throws {
    let rate = try #require(FrameRate(text))
    let clock = FrameClock(rate: rate, duration: 1e7)
    var source = RandomSource(seed: 30)
    for _ in 0..<2000 {
      let frame = Int.random(in: 0..<clock.frameCount, using: &source)
      let time = clock.time(ofFrame: frame)
      #expect(clock.frame(at: time) == frame)
      let duration = 1 / rate.framesPerSecond
      #expect(clock.frame(at: time + duration / 2) == frame)
    }
  }

  @Test("Times outside the film show its first and last frame")
  func outside() throws {
    let clock = FrameClock(rate: try #require(FrameRate("60")), duration: 1)
    #expect([-1, 0, 1, 1e300, .infinity, .nan].map(clock.frame(at:)) == [0, 0, 59, 59, 59, 0])
  }
}
