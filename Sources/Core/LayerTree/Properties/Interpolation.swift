public import RostrumGeometry

/// How values move towards each other. Source: `CAPropertyAnimation` as measured, section by
/// section in the comments; the scene-format documentation names each choice where sources
/// disagree.
extension Value {
  /// The value `progress` of the way to `end`, which is exactly `end` at 1; progress may overshoot
  /// 0...1 where the value is made of numbers.
  ///
  /// `nil` means that the animation has no effect: arrays of different length, values of different
  /// kinds. Values that have nothing in between switch: pictures at one half, `false` to `true` at
  /// once, `true` to `false` at the end, outlines of different structure at the end.
  public func interpolated(
    to end: Value, progress p: Double, morph: PathMorph = .handles
  ) -> Value? {
    // Not the sum of the start and the whole way, which may be rounded.
    let value = between(end, progress: p, morph)
    return p == 1 && value != nil && value != Value.none ? end : value
  }

  private func between(_ end: Value, progress p: Double, _ morph: PathMorph) -> Value? {
    switch (self, end) {
    case (.number(let a), .number(let b)): .number(a + (b - a) * p)
    case (.point(let a), .point(let b)): .point(a.interpolated(to: b, progress: p))
    case (.size(let a), .size(let b)): .size(a.interpolated(to: b, progress: p))
    case (.rect(let a), .rect(let b)): .rect(a.interpolated(to: b, progress: p))
    case (.color(let a), .color(let b)): .color(a.interpolated(to: b, progress: p))
    case (.transform(let a), .transform(let b)):
      .transform(a.interpolated(to: b, progress: p))
    case (.numbers(let a), .numbers(let b)):
      a.count == b.count ? .numbers(zip(a, b).map { $0 + ($1 - $0) * p }) : nil
    case (.colors(let a), .colors(let b)):
      a.count == b.count
        ? .colors(zip(a, b).map { $0.interpolated(to: $1, progress: p) }) : nil
    case (.path(let a), .path(let b)):
      a.interpolated(to: b, progress: p, morph: morph).map(Value.path) ?? (p < 1 ? self : end)
    case (.path, .none), (.none, .path): p < 1 ? self : end
    case (.boolean(let a), .boolean(let b)): .boolean(a ? p < 1 || b : p > 0 && b)
    case (.color, .none), (.none, .color), (.none, .none): Value.none
    case (.image, .image), (.image, .none), (.none, .image): p < 0.5 ? self : end
    default: nil
    }
  }

  /// The sum of two values, for `byValue`, `additive` and `cumulative`. Transforms are
  /// concatenated: `other` acts first, in the layer's own space. `nil` for kinds that have no sum.
  public func adding(_ other: Value) -> Value? {
    switch (self, other) {
    case (.number(let a), .number(let b)): .number(a + b)
    case (.point(let a), .point(let b)): .point(a + b)
    case (.size(let a), .size(let b)):
      .size(Size(width: a.width + b.width, height: a.height + b.height))
    case (.rect(let a), .rect(let b)):
      .rect(
        Rect(
          origin: a.origin + b.origin,
          size: Size(width: a.width + b.width, height: a.height + b.height)))
    case (.color(let a), .color(let b)): .color(a.adding(b))
    case (.colors(let a), .colors(let b)):
      a.count == b.count ? .colors(zip(a, b).map { $0.adding($1) }) : nil
    case (.transform(let a), .transform(let b)): .transform(b.concatenating(a))
    case (.numbers(let a), .numbers(let b)):
      a.count == b.count ? .numbers(zip(a, b).map(+)) : nil
    default: nil
    }
  }

  /// This value less `other`, for an animation with `toValue` and `byValue`. For transforms it is
  /// the product with the inverse; a singular one subtracts nothing.
  public func subtracting(_ other: Value) -> Value? {
    if case (.transform(let a), .transform(let b)) = (self, other) {
      return .transform(b.inverted.map(a.concatenating) ?? a)
    }
    return other.multiplied(by: -1).flatMap(adding)
  }

  /// This value times a plain number; `nil` for kinds that cannot be multiplied.
  public func multiplied(by k: Double) -> Value? {
    switch self {
    case .number(let a): .number(a * k)
    case .point(let a): .point(a * k)
    case .size(let a): .size(Size(width: a.width * k, height: a.height * k))
    case .rect(let a):
      .rect(Rect(origin: a.origin * k, size: Size(width: a.width * k, height: a.height * k)))
    case .color(let a): .color(a.multiplied(by: k))
    case .colors(let list): .colors(list.map { $0.multiplied(by: k) })
    case .numbers(let a): .numbers(a.map { $0 * k })
    default: nil
    }
  }

  /// The value of this kind that adds nothing: the missing end of an additive animation.
  public var additiveIdentity: Value? {
    if case .transform = self { return .transform(.identity) }
    return multiplied(by: 0)
  }
}

extension Color {
  fileprivate func adding(_ other: Color) -> Color {
    Color(
      red: red + other.red, green: green + other.green, blue: blue + other.blue,
      alpha: alpha + other.alpha)
  }

  fileprivate func multiplied(by k: Double) -> Color {
    Color(red: red * k, green: green * k, blue: blue * k, alpha: alpha * k)
  }
}

/// Values as lists of numbers, for what treats all kinds alike: distances between values, and
/// curves through them.
extension Value {
  /// The numbers that the value is made of; `nil` for kinds that are not made of numbers, and for
  /// none.
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

  /// True when the two are of one kind with as many numbers, and each number has its partner in the
  /// other value.
  func isStructurallyEqual(to other: Value) -> Bool {
    switch (self, other) {
    case (.number, .number), (.point, .point), (.size, .size), (.rect, .rect), (.color, .color),
      (.transform, .transform):
      true
    case (.numbers(let a), .numbers(let b)): a.count == b.count
    case (.colors(let a), .colors(let b)): a.count == b.count
    case (.path(let a), .path(let b)): a.hasSameElements(as: b)
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

/// How plain numbers become a transform (`CAValueFunction`): an animation of such numbers turns
/// further than half a circle, which one of matrices cannot. Names: Apple's `CAValueFunction.h`.
public enum ValueFunction: String, CaseIterable, Hashable, Sendable {
  /// An angle in radians.
  case rotateX, rotateY, rotateZ
  /// Three factors.
  case scale
  /// One factor.
  case scaleX, scaleY, scaleZ
  /// Three distances in points.
  case translate
  /// One distance in points.
  case translateX, translateY, translateZ

  /// The kind of number that the function takes.
  public var argumentType: ValueType {
    switch self {
    case .rotateX, .rotateY, .rotateZ: .angle
    case .scale, .translate: .numbers
    default: .number()
    }
  }

  /// The argument that changes nothing: the value of a missing end of the animation.
  public var identityArgument: Value {
    switch self {
    case .scale: .numbers([1, 1, 1])
    case .translate: .numbers([0, 0, 0])
    case .scaleX, .scaleY, .scaleZ: .number(1)
    default: .number(0)
    }
  }

  /// The transform of a number, or of three numbers for `scale` and `translate`.
  public func transform(of argument: Value) -> Transform3D {
    if case .numbers(let list) = argument, list.count == 3 {
      return transform(of: list[0], list[1], list[2])
    }
    let number = argument.number
    return switch self {
    case .rotateX: .rotationX(number)
    case .rotateY: .rotationY(number)
    case .rotateZ: .rotationZ(number)
    case .scaleX: .scale(x: number, y: 1)
    case .scaleY: .scale(x: 1, y: number)
    case .scaleZ: .scale(x: 1, y: 1, z: number)
    case .translateX: .translation(x: number, y: 0)
    case .translateY: .translation(x: 0, y: number)
    case .translateZ: .translation(x: 0, y: 0, z: number)
    case .scale: .scale(x: number, y: number, z: number)
    case .translate: .translation(x: number, y: number, z: number)
    }
  }

  private func transform(of x: Double, _ y: Double, _ z: Double) -> Transform3D {
    self == .scale ? .scale(x: x, y: y, z: z) : .translation(x: x, y: y, z: z)
  }
}
