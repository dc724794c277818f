import RostrumBase
import RostrumGeometry
import RostrumLayerTree

/// A linear scale: maps data to positions on an axis.
struct LinearScale: Hashable, Sendable {
  /// The data at both ends; the first is below the second.
  let domain: ClosedRange<Double>
  /// The position of the domain's lower end, in points.
  let start: Double
  /// The position of the domain's upper end; on a vertical axis above, so less than `start`.
  let end: Double

  /// A domain without extent is widened, so that nothing is divided by zero.
  init(domain: ClosedRange<Double>, start: Double, end: Double) {
    self.domain = domain.widened
    (self.start, self.end) = (start, end)
  }

  /// The place of a number.
  func callAsFunction(_ value: Double) -> Double {
    start + (value - domain.lowerBound) / (domain.upperBound - domain.lowerBound) * (end - start)
  }

  /// The number at a place.
  func value(at place: Double) -> Double {
    domain.lowerBound + (place - start) / (end - start) * (domain.upperBound - domain.lowerBound)
  }

  /// A number at the axis with its text.
  struct Tick: Hashable, Sendable {
    let value: Double
    let text: String
  }

  /// Round numbers inside the domain, ten at most, and as many as have room: steps of 1, 2 or 5
  /// times a power of ten; in degrees, steps that divide a turn. At least two.
  ///
  /// Neighbours are at least `spacing` points apart, and on a horizontal axis, whose numbers are
  /// set in `fontSize`, at least two thirds of an em.
  func ticks(
    spacing: Double, fontSize: Double, inDegrees: Bool = false, format: NumberFormat? = nil
  ) -> [Tick] {
    let count = max(1, min(10, (abs(end - start) / spacing).rounded(.down)))
    let isHorizontal = end > start
    for count in stride(from: count, through: 1, by: -1) {
      let ticks = ticks(count, inDegrees, format)
      let widest = ticks.map(\.text.count).max() ?? 0
      // A digit of a sans serif takes 0.56 em.
      let least = isHorizontal ? (Double(widest) * 0.56 + 0.65) * fontSize : spacing
      if ticks.count >= 2, ticks.count <= 10,
        self(ticks[1].value).distance(to: self(ticks[0].value))
          .magnitude >= least
      {
        return ticks
      }
    }
    // A single number would leave the scale open.
    return (1..<20).lazy.map { ticks(Double($0), inDegrees, format) }.first { $0.count >= 2 } ?? []
  }

  private static let maximumTicks = 100.0

  /// The multiples of a step; every second, third ... where there would be more than a hundred.
  func ticks(every step: Double, inDegrees: Bool = false, format: NumberFormat? = nil) -> [Tick] {
    let slack = 1e-9
    let few = max(1, (domain.length / step / Self.maximumTicks).rounded(.up)) * step
    let first = (domain.lowerBound / few - slack).rounded(.up)
    let last = (domain.upperBound / few + slack).rounded(.down)
    guard few.isFinite, first <= last, abs(first) < 1e12, abs(last) < 1e12 else { return [] }
    return stride(from: first, through: last, by: 1).map { count in
      let value = count * few + 0
      return Tick(
        value: value, text: format?.text(for: value) ?? short(value) + (inDegrees ? "°" : ""))
    }
  }

  private func ticks(_ count: Double, _ inDegrees: Bool, _ format: NumberFormat?) -> [Tick] {
    let step = NiceStep(span: domain.length, count: count, inDegrees: inDegrees)
    let unit = inDegrees ? "°" : ""
    return step.multiples(in: domain).map { value in
      Tick(value: value, text: format?.text(for: value) ?? step.text(of: value) + unit)
    }
  }
}

extension ClosedRange<Double> {
  /// The same range, or a wider one if its ends are (nearly) equal.
  var widened: ClosedRange<Double> {
    let size = Swift.max(abs(lowerBound), abs(upperBound))
    guard upperBound - lowerBound <= size * 1e-9 else { return self }
    let margin = size > 0 ? size / 10 : 1
    return lowerBound - margin...upperBound + margin
  }

  /// The range with a part of its length added at both ends.
  func padded(by part: Double) -> ClosedRange<Double> {
    let margin = (upperBound - lowerBound) * part
    return lowerBound - margin...upperBound + margin
  }

  func union(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}

/// A step of 1, 2 or 5 times a power of ten, or of degrees that divide a turn.
struct NiceStep: Hashable, Sendable {
  let mantissa: Int
  let exponent: Int

  /// The smallest such step that divides `span` into `count` parts at most.
  init(span: Double, count: Double) {
    let rough = max(span / count, 1e-300)
    var power = Int(Double.floorLog10(rough))
    let scaled = rough / Self.power(power)
    let slack = 1 + 1e-9
    if scaled <= slack {
      mantissa = 1
    } else if scaled <= 2 * slack {
      mantissa = 2
    } else if scaled <= 5 * slack {
      mantissa = 5
    } else {
      mantissa = 1
      power += 1
    }
    exponent = power
  }

  /// In degrees from 15 to 360, a part of a turn; beyond, round numbers of turns.
  init(span: Double, count: Double, inDegrees: Bool) {
    let rough = span / count
    guard inDegrees, rough > 10 else {
      self.init(span: span, count: count)
      return
    }
    guard let part = [15, 30, 45, 90, 180, 360].first(where: { rough <= Double($0) }) else {
      let turns = NiceStep(span: span / 360, count: count)
      self.init(mantissa: 360 * turns.mantissa, exponent: turns.exponent)
      return
    }
    self.init(mantissa: part, exponent: 0)
  }

  private init(mantissa: Int, exponent: Int) {
    (self.mantissa, self.exponent) = (mantissa, exponent)
  }

  var value: Double { Double(mantissa) * Self.power(exponent) }

  /// Computed from whole numbers, so that 3 times 0.1 is 0.3.
  func multiple(_ count: Int) -> Double {
    let whole = Double(count * mantissa)
    return exponent < 0 ? whole / Self.power(-exponent) : whole * Self.power(exponent)
  }

  func multiples(in range: ClosedRange<Double>) -> [Double] {
    let slack = 1e-9
    let first = (range.lowerBound / value - slack).rounded(.up)
    let last = (range.upperBound / value + slack).rounded(.down)
    guard abs(first) < 1e12, abs(last) < 1e12, last - first < 1000, first <= last else { return [] }
    return (Int(first)...Int(last)).map { multiple($0) }
  }

  /// The number with as many decimals as it needs, as everywhere in figures, and with a true minus
  /// sign.
  func text(of value: Double) -> String {
    let digits = max(0, -exponent)
    guard digits <= 9, abs(value) < 1e9 else { return value.description }
    return rounded(value, digits).withMinusSign
  }

  private static func power(_ exponent: Int) -> Double {
    var result = 1.0
    for _ in 0..<abs(exponent) { result *= 10 }
    return exponent < 0 ? 1 / result : result
  }
}

extension Double {
  /// The power of ten just below; exact at powers of ten.
  fileprivate static func floorLog10(_ value: Double) -> Double {
    var exponent = 0.0
    var rest = value
    while rest >= 10 * (1 - 1e-12) {
      rest /= 10
      exponent += 1
    }
    while rest < 1 - 1e-12 {
      rest *= 10
      exponent -= 1
    }
    return exponent
  }
}
