// Chance in a film: the same numbers each time, so that a film has the same pixels each time. These
// functions hide the standard library's of the same form; outside of films they pass on to it.

/// A generator of chance: the film's own, or else the system's.
private struct Chance: RandomNumberGenerator {
  mutating func next() -> UInt64 {
    guard let clock = FilmClock.current else {
      var system = SystemRandomNumberGenerator()
      return system.next()
    }
    // SplitMix64: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014.
    clock.chance &+= 0x9e37_79b9_7f4a_7c15
    var z = clock.chance
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

private func random<Result>(_ body: (inout Chance) -> Result) -> Result {
  var chance = Chance()
  return body(&chance)
}

extension BinaryFloatingPoint where RawSignificand: FixedWidthInteger {
  public static func random(in range: Range<Self>) -> Self {
    RostrumQuartz.random { random(in: range, using: &$0) }
  }
  public static func random(in range: ClosedRange<Self>) -> Self {
    RostrumQuartz.random { random(in: range, using: &$0) }
  }
}

extension FixedWidthInteger {
  public static func random(in range: Range<Self>) -> Self {
    RostrumQuartz.random { random(in: range, using: &$0) }
  }
  public static func random(in range: ClosedRange<Self>) -> Self {
    RostrumQuartz.random { random(in: range, using: &$0) }
  }
}

extension Bool {
  public static func random() -> Bool { RostrumQuartz.random { random(using: &$0) } }
}

extension Collection {
  public func randomElement() -> Element? {
    RostrumQuartz.random { randomElement(using: &$0) }
  }
}

extension Sequence {
  public func shuffled() -> [Element] { RostrumQuartz.random { shuffled(using: &$0) } }
}

extension MutableCollection where Self: RandomAccessCollection {
  public mutating func shuffle() {
    var chance = Chance()
    shuffle(using: &chance)
  }
}

public func arc4random() -> UInt32 { random { UInt32.random(in: 0 ... .max, using: &$0) } }

public func arc4random_uniform(_ upperBound: UInt32) -> UInt32 {
  upperBound < 2 ? 0 : random { UInt32.random(in: 0..<upperBound, using: &$0) }
}

public func drand48() -> Double { random { Double.random(in: 0..<1, using: &$0) } }
