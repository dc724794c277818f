import RostrumBase
import RostrumGeometry
import RostrumLayerTree

/// Logarithmic axes: a plot whose numbers are replaced by their logarithms, with numbers of its own
/// at the axes.
extension Plot {
  /// The least value on an axis whose range follows from the data, as a part of the greatest.
  private static let leastPart = 1e-6
  /// Values that are not above 0 are as far beneath the axis as this part of its least number.
  private static let distanceOfMissing = 1e-3

  /// Replaces the numbers of an axis, or of both, by their decimal logarithms.
  mutating func useLogarithms(x: Bool, y: Bool) {
    guard x || y else { return }
    (isHorizontalLogarithmic, isVerticalLogarithmic) = (x, y)
    let least = y ? leastValue : 0
    let range = fixedRange ?? least...greatestValue(least)
    let horizontal: @Sendable (Double) -> Double = { x ? $0.logarithm : $0 }
    let vertical: @Sendable (Double) -> Double = {
      y ? max($0, least * Self.distanceOfMissing).logarithm : $0
    }
    let first = x ? fixedDomain?.lowerBound ?? leastPlace : -.infinity
    for index in series.indices {
      series[index].map(horizontal, vertical, isHorizontal: x, from: first)
    }
    if y {
      fixedRange = range.mapped(by: vertical)
      (verticalCut, atLeast) = (true, nil)
      verticalTicks = verticalTicks?.filter { $0.value > 0 }.map {
        .init(value: $0.value.logarithm, text: $0.text)
      }
    }
    if x {
      fixedDomain = fixedDomain?.mapped(by: horizontal)
      leastDomain = nil
      rules = rules.filter { $0 > 0 }.map(horizontal)
      bands = []
      horizontalTicks = horizontalTicks?.filter { $0.value > 0 }.map {
        .init(value: $0.value.logarithm, text: $0.text)
      }
    }
    annotations = annotations.map { one in
      var one = one
      one.point = Point(x: horizontal(one.point.x), y: vertical(one.point.y))
      one.textPlace = one.textPlace.map { Point(x: horizontal($0.x), y: vertical($0.y)) }
      return one
    }
    aspect = aspect ?? 0.6
  }

  private var leastPlace: Double {
    let places = series.flatMap { $0.data?.corners.map(\.x) ?? [$0.curve.domain.lowerBound] }
    return places.filter { $0 > 0 }.min() ?? 1
  }

  /// Every positive value of some series that is seen.
  private func values(_ series: [Series]) -> [Double] {
    series.flatMap { one -> [Double] in
      // A bar of one thing has a height too.
      if case .bars(let bars)? = one.data { return bars.flatMap { [$0.count, $0.count / 2] } }
      if let data = one.data { return data.corners.map(\.y) }
      let (domain, range) = (one.curve.domain, one.curve.visibleRange())
      return [range.lowerBound, range.upperBound]
        + (0...200).map { one.curve.value(domain.lowerBound + domain.length * Double($0) / 200) }
    }.filter { $0.isFinite && $0 > 0 }
  }

  /// All data is shown; a curve may come as near to 0 as it likes.
  private var leastValue: Double {
    if let fixedRange { return fixedRange.lowerBound }
    let ofData = values(series.filter { $0.data != nil }).min()
    let ofCurves = values(series.filter { $0.data == nil })
    let least = ofCurves.max().map { max(ofCurves.min() ?? $0, $0 * Self.leastPart) }
    return [ofData, least].compactMap(\.self).min() ?? 0.1
  }

  private func greatestValue(_ least: Double) -> Double {
    max(values(series).max() ?? 1, least * 2)
  }
}

extension Series {
  /// Takes the places and values of two functions in place of its own.
  fileprivate mutating func map(
    _ horizontal: @escaping @Sendable (Double) -> Double,
    _ vertical: @escaping @Sendable (Double) -> Double,
    isHorizontal: Bool, from first: Double
  ) {
    if let data { self.data = data.mapped(x: horizontal, y: vertical) }
    let old = curve
    let low = max(old.domain.lowerBound, first)
    let domain = horizontal(low)...horizontal(max(old.domain.upperBound, low))
    curve = Curve(
      domain: domain, breaks: old.breaks.filter { $0 > low }.map(horizontal),
      jumpsAtEnd: old.jumpsAtEnd
    ) { vertical(old.value(isHorizontal ? pow(10, $0) : $0)) }
    dots = dots.filter { $0 >= low }.map(horizontal)
    controlPoints = []
  }
}

extension Double {
  /// The decimal logarithm.
  fileprivate var logarithm: Double { log10(self) }
}

extension ClosedRange<Double> {
  fileprivate func mapped(by map: (Double) -> Double) -> ClosedRange<Double> {
    map(lowerBound)...map(upperBound)
  }
}

extension Plot {
  /// Ticks of the vertical axis; derivatives' panels are low, so their ticks are closer.
  func verticalTicks(
    _ scale: LinearScale, ofDerivative isDerivative: Bool, _ fontSize: Double
  ) -> [LinearScale.Tick] {
    if isDerivative { return scale.ticks(spacing: tickSpacing.height * 0.9, fontSize: fontSize) }
    if let verticalTicks { return verticalTicks.filter { scale.domain.contains($0.value) } }
    if isVerticalLogarithmic {
      return scale.logarithmicTicks(
        spacing: tickSpacing.height, fontSize: fontSize, format: verticalFormat)
    }
    if let verticalStep {
      return scale.ticks(every: verticalStep, inDegrees: isInDegrees, format: verticalFormat)
    }
    return scale.ticks(
      spacing: tickSpacing.height, fontSize: fontSize, inDegrees: isInDegrees,
      format: verticalFormat)
  }

  func horizontalTicks(_ scale: LinearScale, _ fontSize: Double) -> [LinearScale.Tick] {
    if let horizontalTicks { return horizontalTicks.filter { scale.domain.contains($0.value) } }
    if isHorizontalLogarithmic {
      return scale.logarithmicTicks(
        spacing: tickSpacing.width, fontSize: fontSize, format: horizontalFormat)
    }
    if let horizontalStep { return scale.ticks(every: horizontalStep, format: horizontalFormat) }
    return scale.ticks(spacing: tickSpacing.width, fontSize: fontSize, format: horizontalFormat)
  }
}

extension LinearScale {
  /// Numbers of an axis of logarithms: powers of ten, with their multiples by 2 and 5, or by each
  /// digit, where there are few and these have room.
  func logarithmicTicks(
    spacing: Double, fontSize: Double, format: NumberFormat? = nil
  ) -> [Tick] {
    let choices: [[Double]] = [[1], [1, 2, 5], (1...9).map { Double($0) }]
    let all = choices.map { ticks(of: decimals(of: $0), format) }
    func fits(_ ticks: [Tick]) -> Bool {
      let least = leastDistance(ticks, spacing, fontSize)
      return zip(ticks, ticks.dropFirst()).allSatisfy {
        abs(self($0.value) - self($1.value)) >= least
      }
    }
    if let enough = all.first(where: { $0.count >= 4 && fits($0) }) { return enough }
    // Every second, third ... where there is no room for all.
    let some = all.first { $0.count >= 2 } ?? all[2]
    let least = leastDistance(some, spacing, fontSize)
    let step = (1...max(1, some.count)).first { step in
      some.count <= step || abs(self(some[step].value) - self(some[0].value)) >= least
    }
    return some.enumerated().filter { $0.offset % (step ?? 1) == 0 }.map(\.element)
  }

  private func leastDistance(_ ticks: [Tick], _ spacing: Double, _ fontSize: Double) -> Double {
    let widest = ticks.map { MathText.plain($0.text).count }.max() ?? 0
    return end > start ? (Double(widest) * 0.56 + 0.65) * fontSize : spacing
  }

  private func ticks(of decimals: [Decimal], _ format: NumberFormat?) -> [Tick] {
    let isPlain = decimals.allSatisfy { abs($0.exponent) <= 3 }
    return decimals.map { decimal in
      let value = decimal.digit * pow(10, Double(decimal.exponent))
      let own = format.map { $0.text(for: value) }
      return Tick(value: log10(value), text: own ?? (isPlain ? short(value) : decimal.text))
    }
  }

  /// A number in scientific notation.
  private struct Decimal {
    let digit: Double
    let exponent: Int

    var text: String {
      let power = "10^{\(exponent)}"
      return digit == 1 ? "$\(power)$" : "$\(short(digit)) \\cdot \(power)$"
    }
  }

  /// The multiples of powers of ten inside the domain.
  private func decimals(of digits: [Double]) -> [Decimal] {
    let slack = 1e-9
    let (low, high) = (domain.lowerBound - slack, domain.upperBound + slack)
    guard high - low < 600 else { return [] }
    return (Int(low.rounded(.down))...Int(high.rounded(.down))).flatMap { exponent in
      digits.map { Decimal(digit: $0, exponent: exponent) }
    }.filter { place in
      let value = Double(place.exponent) + log10(place.digit)
      return low <= value && value <= high
    }
  }
}
