import RealModule

/// When the particles of a cell are born: a closed form, so that the births of any stretch of time are found without those before.
struct Births {
  struct Birth {
    /// Tells it apart from all others of the cell.
    let number: Int
    /// In seconds of the cell.
    let time: Double
  }

  /// At a steady rate r, birth k happens at k / r: when the integral of the rate reaches k.
  ///
  /// - Parameters:
  ///   - window: In seconds of the cell; both ends belong to it.
  ///   - limit: The most births; the latest ones count.
  static func steady(rate: Double, in window: ClosedRange<Double>, limit: Int) -> [Birth] {
    guard rate > 0, limit > 0 else { return [] }
    let last = (window.upperBound * rate).rounded(.down)
    let first = max((window.lowerBound * rate).rounded(.up), last - Double(limit - 1), 0)
    guard last >= first, last < 0x1p53 else { return [] }
    return (Int(first)...Int(last)).map { Birth(number: $0, time: Double($0) / rate) }
  }

  /// Where the rate changes it is taken to be steady within slots of this many seconds.
  static let slot = 1.0 / 120

  /// At a changing rate. Slot j takes the whole part of rate x slot + frac(j g), with the golden ratio g: these remainders are spread
  /// so evenly that the number of births up to any time stays close to the integral of the rate. They are spread evenly in the slot.
  ///
  /// - Parameters:
  ///   - rate: At the middle of a slot, in births a second of the cell.
  static func changing(
    in window: ClosedRange<Double>, limit: Int, rate: (Double) -> Double
  ) -> [Birth] {
    let last = (window.upperBound / slot).rounded(.down)
    let first = max((window.lowerBound / slot).rounded(.down), last - Double(limit), 0)
    guard last >= first, last < 0x1p40 else { return [] }
    var births: [Birth] = []
    for j in stride(from: Int(last), through: Int(first), by: -1) where births.count < limit {
      let start = Double(j) * slot
      let share = (Double(j) * 0.618_033_988_749_894_9).truncatingRemainder(dividingBy: 1)
      let count = (max(rate(start + slot / 2), 0) * slot + share).rounded(.down)
      let whole = Int(min(count, Double(limit - births.count)))
      for i in stride(from: whole - 1, through: 0, by: -1) {
        let time = start + slot * (Double(i) + 0.5) / count
        if window.contains(time) { births.append(Birth(number: j &* 1_048_576 &+ i, time: time)) }
      }
    }
    return births.reversed()
  }
}
