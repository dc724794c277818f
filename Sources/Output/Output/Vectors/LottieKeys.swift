import RostrumBase
import RostrumGeometry
import RostrumRendering

/// One property of a Lottie over the frames of a film: key frames, with lines between.
struct LottieKeys {
  /// How far a value that is left out may be from the line between its neighbours.
  let tolerance: Double
  /// How many digits numbers have behind the point.
  let digits: Int

  static let places = LottieKeys(tolerance: 0.02, digits: 3)
  static let percents = LottieKeys(tolerance: 0.05, digits: 3)
  static let channels = LottieKeys(tolerance: 0.001, digits: 4)
  static let degrees = LottieKeys(tolerance: 0.005, digits: 4)

  /// The property's JSON. `samples` has a value for each frame; at `nil` any will do.
  func property(
    _ samples: [[Double]?], isHeld: Bool = false, value: ([Double]) -> JSONValue
  ) -> JSONValue {
    let known = filled(samples)
    guard let first = known.first, known.contains(where: { differs($0, first) }) else {
      return .object([("a", .integer(0)), ("k", value(known.first ?? [0]))])
    }
    var keys: [JSONValue] = []
    var frame = 0
    while frame < known.count {
      let next = isHeld ? nextChange(known, frame) : endOfLine(known, frame)
      let jumps = isHeld || next == frame + 1 && isJump(known, next)
      var key: [(String, JSONValue)] = [("t", .integer(frame)), ("s", value(known[frame]))]
      if next < known.count {
        key += jumps ? [("h", .integer(1))] : [("i", Self.point(1)), ("o", Self.point(0))]
      }
      keys.append(.object(key))
      frame = next
    }
    return .object([("a", .integer(1)), ("k", .array(keys))])
  }

  func property(_ samples: [[Double]?], isHeld: Bool = false) -> JSONValue {
    property(samples, isHeld: isHeld) { numbers in
      numbers.count == 1 ? number(numbers[0]) : .array(numbers.map(number))
    }
  }

  func number(_ value: Double) -> JSONValue {
    let rounded = value.rounded(toDigits: digits)
    return .number(rounded == 0 ? 0 : rounded)
  }

  private static func point(_ value: Int) -> JSONValue {
    .object([("x", .integer(value)), ("y", .integer(value))])
  }

  private func filled(_ samples: [[Double]?]) -> [[Double]] {
    guard var last = samples.lazy.compactMap(\.self).first else { return [] }
    return samples.map { sample in
      last = sample ?? last
      return last
    }
  }

  private func differs(_ a: [Double], _ b: [Double]) -> Bool {
    zip(a, b).contains { abs($0 - $1) > tolerance / 10 }
  }

  private func nextChange(_ values: [[Double]], _ frame: Int) -> Int {
    var next = frame + 1
    while next < values.count, values[next] == values[frame] { next += 1 }
    return next
  }

  /// A change within one frame, between frames without change, is a cut.
  private func isJump(_ values: [[Double]], _ frame: Int) -> Bool {
    guard frame < values.count, differs(values[frame - 1], values[frame]) else { return false }
    let stoodStill = frame < 2 || !differs(values[frame - 2], values[frame - 1])
    let standsStill = frame + 1 >= values.count || !differs(values[frame], values[frame + 1])
    return stoodStill && standsStill
  }

  /// The last frame up to which every value is within the tolerance of a line from `frame` on;
  /// the count of all where there is none after it.
  private func endOfLine(_ values: [[Double]], _ frame: Int) -> Int {
    let start = values[frame]
    var low = [Double](repeating: -.infinity, count: start.count)
    var high = [Double](repeating: .infinity, count: start.count)
    var found = frame + 1
    for next in (frame + 1)..<max(values.count, frame + 1) {
      let length = Double(next - frame)
      let slopes = zip(values[next], start).map { ($0 - $1) / length }
      guard slopes.indices.allSatisfy({ low[$0] <= slopes[$0] && slopes[$0] <= high[$0] }) else {
        break
      }
      found = next
      for index in slopes.indices {
        low[index] = max(low[index], slopes[index] - tolerance / length)
        high[index] = min(high[index], slopes[index] + tolerance / length)
      }
    }
    return found
  }
}

/// A path's subpaths as a Lottie's vertices: places, and tangents relative to them.
struct LottieOutline {
  /// For each subpath whether it is closed, and its numbers: x and y of each vertex, then of its
  /// tangents in and out.
  var subpaths: [(isClosed: Bool, numbers: [Double])]

  init(_ path: Path, offset: Point = Point(x: 0, y: 0)) {
    subpaths = (path.isFinite ? path : Path()).subpaths.filter { !$0.segments.isEmpty }.map {
      let zero = Point(x: 0, y: 0)
      var corners = [$0.start]
      var (ins, outs) = ([zero], [Point]())
      for segment in $0.segments {
        if case .cubic(let curve) = segment {
          outs.append(curve.control1 - curve.start)
          ins.append(curve.control2 - curve.end)
        } else {
          outs.append(zero)
          ins.append(zero)
        }
        corners.append(segment.end)
      }
      if $0.isClosed, corners.count > 1, corners.last == corners.first {
        ins[0] = ins.removeLast()
        corners.removeLast()
      } else {
        outs.append(zero)
      }
      var numbers: [Double] = []
      for (index, corner) in corners.enumerated() {
        let place = corner + offset
        numbers += [place.x, place.y, ins[index].x, ins[index].y, outs[index].x, outs[index].y]
      }
      return ($0.isClosed, numbers)
    }
  }

  /// The same for outlines that can become each other.
  var structure: String {
    subpaths.map { "\($0.isClosed ? "c" : "o")\($0.numbers.count)" }.joined(separator: " ")
  }

  /// The paths of outlines of one structure over time.
  static func properties(_ outlines: [LottieOutline?]) -> [JSONValue] {
    guard let first = outlines.lazy.compactMap(\.self).first else { return [] }
    return first.subpaths.enumerated().map { place, subpath in
      LottieKeys.places.property(outlines.map { $0?.subpaths[place].numbers }) {
        json($0, isClosed: subpath.isClosed)
      }.wrappingKeys
    }
  }

  private static func json(_ numbers: [Double], isClosed: Bool) -> JSONValue {
    func points(_ offset: Int) -> JSONValue {
      .array(
        stride(from: offset, to: numbers.count, by: 6).map {
          .array([
            LottieKeys.places.number(numbers[$0]), LottieKeys.places.number(numbers[$0 + 1]),
          ])
        })
    }
    return .object([
      ("c", .flag(isClosed)), ("v", points(0)), ("i", points(2)), ("o", points(4)),
    ])
  }
}

extension JSONValue {
  /// Key frames hold a list, also of one value.
  fileprivate var wrappingKeys: JSONValue { mappingStarts { .array([$0]) } }

  /// The same for scalar values.
  var listingNumbers: JSONValue {
    mappingStarts { $0.array == nil ? .array([$0]) : $0 }
  }

  private func mappingStarts(_ change: (JSONValue) -> JSONValue) -> JSONValue {
    guard let members, let keys = members.last?.value.array,
      members.first?.value.line() == "1"
    else { return self }
    let changed = keys.map { key -> JSONValue in
      guard let parts = key.members else { return key }
      return .object(parts.map { ($0.name, $0.name == "s" ? change($0.value) : $0.value) })
    }
    return .object([(members[0].name, members[0].value), ("k", .array(changed))])
  }
}
