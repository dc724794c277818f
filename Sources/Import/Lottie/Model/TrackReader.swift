import RostrumBase
import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumSource
import RostrumTiming

/// Reads properties that may have key frames.
extension LottieContext {
  /// A property of an object; `fallback` when it is missing.
  func track(_ object: JSONValue, _ name: String, _ fallback: [Double] = [0]) -> Track<[Double]> {
    guard let property = object[name], !property.isNull else { return Track(fallback) }
    return track(property, fallback)
  }

  func track(_ property: JSONValue, _ fallback: [Double] = [0]) -> Track<[Double]> {
    refuseExpression(of: property)
    guard property.members != nil else {
      return Track(numbers(property).map { padded($0, fallback) } ?? fallback)
    }
    guard let content = property["k"] else { return Track(fallback) }
    guard let keys = keyframes(content) else {
      return Track(numbers(content).map { padded($0, fallback) } ?? fallback)
    }
    return track(of: keys, fallback: fallback) {
      self.numbers($0).map { self.padded($0, fallback) }
    }
  }

  /// A list of numbers that has at least as many as are needed.
  private func padded(_ numbers: [Double], _ fallback: [Double]) -> [Double] {
    numbers.count < fallback.count ? numbers + fallback[numbers.count...] : numbers
  }

  /// The outline of a property that holds Bezier curves.
  func pathTrack(_ object: JSONValue, _ name: String) -> Track<Path> {
    guard let property = object[name], !property.isNull else { return Track(Path()) }
    refuseExpression(of: property)
    guard let content = property["k"] else { return Track(Path()) }
    guard let keys = keyframes(content) else { return Track(bezierPath(content) ?? Path()) }
    return track(of: keys, fallback: Path()) { self.bezierPath($0) }
  }

  func refuseExpression(of property: JSONValue) {
    guard let expression = property["x"], expression.string != nil else { return }
    guard profile == .ios else { return unsupported(.expressions, at: expression) }
    warning(
      UnsupportedFeature.expressions.name,
      "expressions are not evaluated by lottie-ios: the key frames play as they are",
      at: expression.bytes)
  }

  /// The key frames of a property; `nil` for one value.
  private func keyframes(_ content: JSONValue) -> [JSONValue]? {
    guard let items = content.array, let first = items.first, first.members != nil,
      first["t"] != nil
    else { return nil }
    return items
  }

  private func track<Value: Sendable>(
    of keys: [JSONValue], fallback: Value, _ read: (JSONValue) -> Value?
  ) -> Track<Value> {
    guard budget.add(keys.count, .numbers) else { return Track(fallback) }
    var segments: [Track<Value>.Segment] = []
    var known: Value?
    for (index, key) in keys.enumerated() {
      let next = index + 1 < keys.count ? keys[index + 1] : nil
      let own = key["s"].flatMap(read) ?? known
      guard let from = own else { continue }
      known = from
      guard let next else { continue }
      let to = key["e"].flatMap(read) ?? next["s"].flatMap(read) ?? from
      known = to
      let (start, end) = (frame(key, "t"), frame(next, "t"))
      guard end >= start else { continue }
      var segment = Track<Value>.Segment(
        start: start, end: end, from: from, to: to, easings: easings(key), isHold: flag(key, "h"),
        curve: curve(key, from, to), isBentInDepth: isBentInDepth(key))
      if profile == .ae, let curve = segment.curve { segment.lengths = curve.stepLengths }
      segments.append(segment)
    }
    guard let first = segments.first else { return Track(known ?? fallback) }
    return Track(initial: first.from, segments: segments)
  }

  private func easings(_ key: JSONValue) -> [CubicBezier?] {
    guard let out = key["o"], let `in` = key["i"],
      let x1 = out["x"].flatMap(numbers), let y1 = out["y"].flatMap(numbers),
      let x2 = `in`["x"].flatMap(numbers), let y2 = `in`["y"].flatMap(numbers)
    else { return [] }
    let count = max(x1.count, y1.count, x2.count, y2.count)
    guard count > 0, !x1.isEmpty, !y1.isEmpty, !x2.isEmpty, !y2.isEmpty else { return [] }
    func part(_ list: [Double], _ index: Int) -> Double { list[min(index, list.count - 1)] }
    let all = (0..<min(count, 8)).map { index in
      easing(part(x1, index), part(y1, index), part(x2, index), part(y2, index))
    }
    return all.allSatisfy { $0 == all[0] } ? [all[0]] : all
  }

  /// `nil` for a straight line.
  private func easing(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> CubicBezier? {
    if x1 == y1, x2 == y2 { return nil }
    return CubicBezier(x1: min(max(x1, 0), 1), y1: y1, x2: min(max(x2, 0), 1), y2: y2)
  }

  private func isBentInDepth(_ key: JSONValue) -> Bool {
    ["to", "ti"].contains { name in
      guard let tangent = key[name]?.array, tangent.count > 2 else { return false }
      return tangent[2].number ?? 0 != 0
    }
  }

  private func curve(_ key: JSONValue, _ from: Any, _ to: Any) -> CubicCurve? {
    guard let out = key["to"], let `in` = key["ti"], !out.isNull, !`in`.isNull,
      let from = from as? [Double], let to = to as? [Double], from.count >= 2, to.count >= 2,
      let a = numbers(out), let b = numbers(`in`), a.count >= 2, b.count >= 2,
      (a[0], a[1], b[0], b[1]) != (0, 0, 0, 0)
    else { return nil }
    let (start, end) = (Point(x: from[0], y: from[1]), Point(x: to[0], y: to[1]))
    return CubicCurve(
      start: start, control1: start + Point(x: a[0], y: a[1]),
      control2: end + Point(x: b[0], y: b[1]), end: end)
  }
}

// MARK: Outlines

extension LottieContext {
  /// An outline from its vertices and their tangents; `nil` with an error when it is none. A list
  /// with one outline is that outline.
  func bezierPath(_ value: JSONValue) -> Path? {
    if let items = value.array {
      guard let first = items.first else { return Path() }
      return bezierPath(first)
    }
    guard let vertices = points(value, "v"), let ins = points(value, "i"),
      let outs = points(value, "o")
    else { return nil }
    guard vertices.count == ins.count, vertices.count == outs.count else {
      return failure(
        .wrongCount,
        "expected as many tangents as vertices; found \(ins.count), \(outs.count) and \(vertices.count)",
        at: value)
    }
    return .bezier(vertices, ins, outs, isClosed: flag(value, "c"))
  }

  private func points(_ value: JSONValue, _ name: String) -> [Point]? {
    guard let list = value[name]?.array else {
      return failure(.wrongType, "expected an outline with the lists v, i and o", at: value)
    }
    guard budget.add(list.count, .numbers) else { return nil }
    var points: [Point] = []
    points.reserveCapacity(list.count)
    for item in list {
      guard let numbers = numbers(item) else { return nil }
      guard numbers.count >= 2 else {
        return failure(.wrongCount, "expected a point of two numbers", at: item)
      }
      points.append(Point(x: numbers[0], y: numbers[1]))
    }
    return points
  }
}

extension Path {
  /// An outline through vertices, with tangents relative to them. Every piece is a curve, so that
  /// two outlines of as many vertices can be blended.
  static func bezier(
    _ vertices: [Point], _ ins: [Point], _ outs: [Point], isClosed: Bool
  ) -> Path {
    guard let first = vertices.first else { return Path() }
    var path = Path([.move(first)])
    for index in vertices.indices.dropFirst() {
      path.cubic(
        to: vertices[index], control1: vertices[index - 1] + outs[index - 1],
        control2: vertices[index] + ins[index])
    }
    guard isClosed, let last = vertices.indices.last else { return path }
    path.cubic(to: first, control1: vertices[last] + outs[last], control2: first + ins[0])
    path.close()
    return path
  }
}
