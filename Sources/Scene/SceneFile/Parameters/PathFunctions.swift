import RostrumBase
import RostrumGeometry
import RostrumSource

extension ListedFunction {
  /// The functions that make SVG paths of data, and that measure paths.
  static let paths = [
    ListedFunction(
      "line(xs, ys[, smooth or step])", 2...3,
      "The path through the points: straight, smooth without going beyond them, or in steps."
    ) { (call, values) throws(CalculationError) in
      let points = try call.points(values[0], values[1])
      let shape = try call.shape(values.dropFirst(2).first)
      return .text("M" + points[0].text + shape.rest(points), isPlain: false)
    },
    ListedFunction(
      "area(xs, ys, base[, smooth or step])", 3...4,
      "The area between the line and a base: a number, or a list for a ribbon."
    ) { (call, values) throws(CalculationError) in try call.area(values) },
    ListedFunction(
      "arc(x, y, inner, outer, from, to)", 6...6,
      "The part of a ring, or of a disc where inner is 0, between two angles from the top, clockwise."
    ) { (call, values) throws(CalculationError) in
      try call.each(values) { (values) throws(CalculationError) in try call.arc(values)
      }
    },
    ListedFunction("pathLength(path)", 1...1, "How long a path is, in points.") {
      (call, values) throws(CalculationError) in
      .number(try call.measure(values[0]).length.shortened, .none)
    },
    ListedFunction(
      "pathPoint(path, share)", 2...2, "The point at a share of a path's length, from 0 to 1."
    ) { (call, values) throws(CalculationError) in
      let measure = try call.measure(values[0])
      return try call.each([values[1]]) { (share) throws(CalculationError) in
        let point = measure.point(atFraction: try call.number(share[0])) ?? .zero
        return CalculatedValue(numbers: [point.x.shortened, point.y.shortened])
      }
    },
    ListedFunction(
      "pathAngle(path, share)", 2...2,
      "The direction there, clockwise from the right: the rotation of what goes along it."
    ) { (call, values) throws(CalculationError) in
      let measure = try call.measure(values[0])
      return try call.each([values[1]]) { (share) throws(CalculationError) in
        let way = measure.tangent(atFraction: try call.number(share[0])) ?? Point(x: 1, y: 0)
        return .number((atan2(way.y, way.x) * 180 / .pi).shortened, .degrees)
      }
    },
    ListedFunction(
      "pathShare(path, x, y)", 3...3,
      "The share at which a path passes a place nearest: times the duration of an even pace, when."
    ) { (call, values) throws(CalculationError) in
      let measure = try call.measure(values[0])
      return try call.each(Array(values.dropFirst())) { (place) throws(CalculationError) in
        let point = Point(x: try call.number(place[0]), y: try call.number(place[1]))
        return .number(measure.share(nearest: point).shortened, .none)
      }
    },
  ]
}

/// A point of a path of data.
private struct DataPoint {
  let x: Double
  let y: Double

  var text: String { "\(x.pathText) \(y.pathText)" }
}

/// How a line goes from point to point.
private enum LineShape: String, CaseIterable {
  case straight, smooth, step

  /// The path's commands after the first point.
  func rest(_ points: [DataPoint]) -> String {
    switch self {
    case .straight: points.dropFirst().map { "L" + $0.text }.joined()
    case .step:
      zip(points, points.dropFirst()).map { a, b in
        let middle = (a.x + b.x) / 2
        return "H\(middle.pathText)V\(b.y.pathText)H\(b.x.pathText)"
      }.joined()
    case .smooth: Self.smooth(points)
    }
  }

  /// Cubic curves that are monotone where the data are. Source: Steffen, "A simple method for
  /// monotonic interpolation in one dimension", 1990.
  private static func smooth(_ points: [DataPoint]) -> String {
    guard points.count > 2 else { return LineShape.straight.rest(points) }
    let slopes = zip(points, points.dropFirst()).map { a, b in
      a.x == b.x ? 0 : (b.y - a.y) / (b.x - a.x)
    }
    var tangents = points.map { _ in 0.0 }
    for index in 1..<(points.count - 1) {
      let (before, after) = (slopes[index - 1], slopes[index])
      let (h0, h1) = (points[index].x - points[index - 1].x, points[index + 1].x - points[index].x)
      let mean = h0 + h1 == 0 ? 0 : (before * h1 + after * h0) / (h0 + h1)
      let signs = (before < 0 ? -1.0 : 1) + (after < 0 ? -1 : 1)
      tangents[index] = signs * min(abs(before), abs(after), abs(mean) / 2)
    }
    tangents[0] = (3 * slopes[0] - tangents[1]) / 2
    let last = points.count - 1
    tangents[last] = (3 * slopes[last - 1] - tangents[last - 1]) / 2
    return (1...last).map { index in
      let (a, b) = (points[index - 1], points[index])
      let third = (b.x - a.x) / 3
      let first = DataPoint(x: a.x + third, y: a.y + third * tangents[index - 1])
      let second = DataPoint(x: b.x - third, y: b.y - third * tangents[index])
      return "C\(first.text) \(second.text) \(b.text)"
    }.joined()
  }
}

extension PathMeasure {
  /// The share of the length of the point that is nearest, the first of several: the best of 400
  /// shares, then of ever nearer ones around it.
  fileprivate func share(nearest point: Point) -> Double {
    func distance(_ share: Double) -> Double {
      self.point(atFraction: share).map { $0.distance(to: point) } ?? .infinity
    }
    var step = 1.0 / 400
    var best = 0.0
    for index in 1...400 where distance(Double(index) * step) < distance(best) - 1e-9 {
      best = Double(index) * step
    }
    while step > 1e-7 {
      step /= 2
      for near in [best - step, best + step]
      where 0...1 ~= near && distance(near) < distance(best) { best = near }
    }
    return best
  }
}

extension CalculationFunction {
  fileprivate func measure(_ value: CalculatedValue) throws(CalculationError) -> PathMeasure {
    let text = try text(value)
    do throws(SVGPathError) {
      let measure = PathMeasure(try Path(svg: text))
      if measure.length > 0 { return measure }
    } catch { throw self.error("\(name) takes SVG path data: \(error.message)") }
    throw error("\(name) takes a path that has a length; found \(text.quoted)")
  }

  fileprivate func points(
    _ xs: CalculatedValue, _ ys: CalculatedValue
  ) throws(CalculationError) -> [DataPoint] {
    let (xs, ys) = (try numbers(in: xs), try numbers(in: ys))
    guard xs.count == ys.count else {
      throw error("lists of \(xs.count) and of \(ys.count) values do not go together")
    }
    guard !xs.isEmpty else { throw error("\(name) of no points") }
    return zip(xs, ys).map { DataPoint(x: $0, y: $1) }
  }

  fileprivate func shape(_ value: CalculatedValue?) throws(CalculationError) -> LineShape {
    guard let value else { return .straight }
    let word = try text(value)
    guard let shape = LineShape(rawValue: word) else {
      throw error(
        "\(word.quoted) is no kind of line",
        "there are " + LineShape.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return shape
  }

  fileprivate func area(_ values: [CalculatedValue]) throws(CalculationError) -> CalculatedValue {
    let points = try points(values[0], values[1])
    let shape = try shape(values.dropFirst(3).first)
    var base: [DataPoint] = []
    if values[2].items == nil {
      let level = try number(values[2])
      base = points.map { DataPoint(x: $0.x, y: level) }
    } else {
      base = try self.points(values[0], values[2])
    }
    base.reverse()
    return .text(
      "M\(points[0].text)\(shape.rest(points))L\(base[0].text)\(shape.rest(base))Z", isPlain: false)
  }

  fileprivate func arc(_ values: [CalculatedValue]) throws(CalculationError) -> CalculatedValue {
    var numbers: [Double] = []
    for value in values.prefix(4) { numbers.append(try number(value)) }
    for value in values.suffix(2) {
      // Degrees, with their unit or without.
      numbers.append(try self.numbers([value])[0].0)
    }
    let (x, y, inner, outer) = (numbers[0], numbers[1], numbers[2], numbers[3])
    guard inner >= 0, outer >= 0 else { throw error("\(name) takes radii of 0 and more") }
    let sweep = max(-360, min(360, numbers[5] - numbers[4]))
    func point(_ radius: Double, _ degrees: Double) -> String {
      let angle = (degrees - 90) * .pi / 180
      return DataPoint(x: x + radius * cos(angle), y: y + radius * sin(angle)).text
    }
    /// In four parts, so that each is less than half a turn.
    func curve(_ radius: Double, _ start: Double, _ sweep: Double) -> String {
      (1...4).map { part in
        let end = point(radius, start + sweep * Double(part) / 4)
        return "A\(radius.pathText) \(radius.pathText) 0 0 \(sweep < 0 ? 0 : 1) \(end)"
      }.joined()
    }
    let start = numbers[4]
    let isWhole = abs(sweep) == 360
    var text = "M\(point(outer, start))\(curve(outer, start, sweep))"
    // A line that strokes: there and back it would be drawn twice.
    if inner == outer, !isWhole { return .text(text, isPlain: false) }
    if inner > 0, inner != outer {
      text += (isWhole ? "ZM" : "L") + point(inner, start + sweep)
      text += curve(inner, start + sweep, -sweep)
    } else if !isWhole {
      text += "L\(point(0, 0))"
    }
    return .text(text + "Z", isPlain: false)
  }
}

extension Double {
  /// At most four digits after the point.
  fileprivate var shortened: Double {
    let rounded = (self * 10_000).rounded() / 10_000
    return rounded == 0 ? 0 : rounded
  }

  fileprivate var pathText: String { shortened.sceneText }
}
