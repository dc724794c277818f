import Geometry

/// Values as lists of numbers, for what treats all kinds alike: distances between values, and curves through them.
extension Value {
  /// The numbers that the value is made of; `nil` for kinds that are not made of numbers, and for none.
  var vector: [Double]? {
    switch self {
    case .number(let number): [number]
    case .point(let point): [point.x, point.y]
    case .size(let size): [size.width, size.height]
    case .rect(let rect): [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
    case .color(let color): [color.red, color.green, color.blue, color.alpha]
    case .transform(let transform): transform.elements
    case .path(let path): path.coordinates
    case .numbers(let numbers): numbers
    case .colors(let colors): colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
    case .boolean, .image, .font, .text, .attributedText, .emitterCells, .particles, .none: nil
    case .filters, .words: nil
    }
  }

  /// A value of the same kind and structure made of other numbers: as many as `vector` has.
  func replacing(vector v: [Double]) -> Value {
    switch self {
    case .number: .number(v[0])
    case .point: .point(Point(x: v[0], y: v[1]))
    case .size: .size(Size(width: v[0], height: v[1]))
    case .rect: .rect(Rect(x: v[0], y: v[1], width: v[2], height: v[3]))
    case .color: .color(Color(red: v[0], green: v[1], blue: v[2], alpha: v[3]))
    case .transform: .transform(Transform3D(elements: v))
    case .path(let path): .path(path.replacing(coordinates: v))
    case .numbers: .numbers(v)
    case .colors(let colors):
      .colors(
        colors.indices.map { i in
          Color(red: v[4 * i], green: v[4 * i + 1], blue: v[4 * i + 2], alpha: v[4 * i + 3])
        })
    case .boolean, .image, .font, .text, .attributedText, .emitterCells, .particles, .none: self
    case .filters, .words: self
    }
  }

  /// True when the two are of one kind with as many numbers, and each number has its partner in the other value.
  func isStructurallyEqual(to other: Value) -> Bool {
    switch (self, other) {
    case (.number, .number), (.point, .point), (.size, .size), (.rect, .rect), (.color, .color),
      (.transform, .transform):
      true
    case (.numbers(let a), .numbers(let b)): a.count == b.count
    case (.colors(let a), .colors(let b)): a.count == b.count
    case (.path(let a), .path(let b)): a.interpolated(to: b, progress: 0) != nil
    default: false
    }
  }
}

extension Path {
  /// x and y of every point, control points included.
  fileprivate var coordinates: [Double] {
    var result: [Double] = []
    _ = map { point in
      result += [point.x, point.y]
      return point
    }
    return result
  }

  fileprivate func replacing(coordinates: [Double]) -> Path {
    var next = 0
    return map { _ in
      defer { next += 2 }
      return Point(x: coordinates[next], y: coordinates[next + 1])
    }
  }
}
