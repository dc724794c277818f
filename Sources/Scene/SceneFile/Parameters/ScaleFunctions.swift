import RostrumBase

extension ListedFunction {
  /// The functions that map data to places.
  static let scales = [
    ListedFunction(
      "scale(value, from, to, start, end)", 5...5,
      "Where a value is between start and end, when from is at start and to is at end."
    ) { (call, values) throws(CalculationError) in
      try call.each(values) { (values) throws(CalculationError) in try call.scale(values) { $0 }
      }
    },
    ListedFunction(
      "scaleLog(value, from, to, start, end)", 5...5,
      "The same on a logarithmic scale, for values above 0."
    ) { (call, values) throws(CalculationError) in
      try call.each(values) { (values) throws(CalculationError) in
        for value in values.prefix(3) where try call.number(value) <= 0 {
          throw call.error("a logarithmic scale takes numbers above 0")
        }
        return try call.scale(values, log)
      }
    },
    ListedFunction(
      "band(i, count, start, end[, padding])", 4...5,
      "The centre of band i of count equal bands; padding is a part of their distance, 0.1 unless given."
    ) { (call, values) throws(CalculationError) in
      try call.each(values) { (values) throws(CalculationError) in
        let band = try call.band(Array(values.dropFirst()))
        let place = band.padding + (1 - band.padding) / 2 + (try call.number(values[0]))
        return .number(band.start + place * band.step, .none)
      }
    },
    ListedFunction(
      "bandWidth(count, start, end[, padding])", 3...4, "How wide each of these bands is."
    ) { (call, values) throws(CalculationError) in
      let band = try call.band(values)
      return .number(abs(band.step) * (1 - band.padding), .none)
    },
    ListedFunction(
      "ticks(from, to[, count])", 2...3,
      "Round numbers from one number to another: steps of 1, 2 or 5 times a power of ten, about count of them, 5 unless given."
    ) { (call, values) throws(CalculationError) in
      let (from, to, step) = try call.tickStep(values)
      return CalculatedValue(numbers: call.multiples(of: step, from: from, to: to))
    },
    ListedFunction(
      "nice(from, to[, count])", 2...3, "Both numbers, moved outwards to the next such numbers."
    ) { (call, values) throws(CalculationError) in
      let (from, to, step) = try call.tickStep(values)
      let bounds = [(from / step).rounded(.down), (to / step).rounded(.up)]
      return CalculatedValue(numbers: bounds.map { ($0 * step).withoutNoise })
    },
  ]
}

extension CalculationFunction {
  fileprivate func scale(
    _ values: [CalculatedValue], _ transform: (Double) -> Double
  ) throws(CalculationError) -> CalculatedValue {
    let domain = try numbers(Array(values[0..<3]))
    let range = try numbers(Array(values[3..<5]))
    _ = try unit(domain)
    let unit = try unit(range)
    let (value, from, to) = (
      transform(domain[0].0), transform(domain[1].0), transform(domain[2].0)
    )
    guard from != to else { throw error("\(name) takes two ends that differ") }
    let (start, end) = (range[0].0, range[1].0)
    return .number((start + (value - from) / (to - from) * (end - start)).withoutNoise, unit)
  }

  /// The layout of d3's band scale with the same padding inside and outside. Source: d3-scale,
  /// "band scales".
  fileprivate func band(
    _ values: [CalculatedValue]
  ) throws(CalculationError) -> (start: Double, step: Double, padding: Double) {
    let count = Double(try whole(values[0], in: 1...Repetition.maximumCount))
    let (start, end) = (try number(values[1]), try number(values[2]))
    let padding = values.count == 4 ? try number(values[3]) : 0.1
    guard 0...1 ~= padding else { throw error("\(name) takes a padding from 0 to 1") }
    return (start, (end - start) / (count + padding), padding)
  }

  /// The step of which `count` fit best between both ends, the lower end first. Source: d3-array,
  /// `tickIncrement`.
  fileprivate func tickStep(
    _ values: [CalculatedValue]
  ) throws(CalculationError) -> (Double, Double, Double) {
    let (a, b) = (try number(values[0]), try number(values[1]))
    let count = values.count == 3 ? try whole(values[2], in: 1...1000) : 5
    guard a != b, (b - a).isFinite else { throw error("\(name) takes two ends that differ") }
    let (from, to) = (min(a, b), max(a, b))
    let rough = (to - from) / Double(count)
    let power = pow(10, log10(rough).rounded(.down))
    let ratio = rough / power
    let factor: Double =
      ratio >= 50.0.squareRoot()
      ? 10 : ratio >= 10.0.squareRoot() ? 5 : ratio >= 2.0.squareRoot() ? 2 : 1
    return (from, to, factor * power)
  }

  fileprivate func multiples(of step: Double, from: Double, to: Double) -> [Double] {
    let first = (from / step - 1e-9).rounded(.up)
    let last = (to / step + 1e-9).rounded(.down)
    guard first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map { ($0 * step).withoutNoise }
  }
}

extension Double {
  /// The number without errors of rounding: to twelve digits after the point.
  fileprivate var withoutNoise: Double {
    guard magnitude < 1000 else { return self }
    let rounded = (self * 1e12).rounded() / 1e12
    return rounded == 0 ? 0 : rounded
  }
}
