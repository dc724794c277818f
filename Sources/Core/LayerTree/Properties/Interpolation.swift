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
  /// once, `true` to `false` at the end, an outline to one that draws nothing at the end.
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
    case (.rect(let a), .rect(let b)): .rect(a.interpolated(to: b, progress: p))
    case (.color(let a), .color(let b)): .color(a.interpolated(to: b, progress: p))
    case (.transform(let a), .transform(let b)):
      .transform(a.interpolated(to: b, progress: p))
    case (.colors(let a), .colors(let b)):
      a.count == b.count
        ? .colors(zip(a, b).map { $0.interpolated(to: $1, progress: p) }) : nil
    case (.path(let a), .path(let b)):
      a.interpolated(to: b, progress: p, morph: morph).map(Value.path) ?? (p < 1 ? self : end)
    case (.path, .none), (.none, .path): p < 1 ? self : end
    case (.boolean(let a), .boolean(let b)): .boolean(a ? p < 1 || b : p > 0 && b)
    case (.color, .none), (.none, .color), (.none, .none): Value.none
    case (.image, .image), (.image, .none), (.none, .image): p < 0.5 ? self : end
    default: combined(with: end) { $0 + ($1 - $0) * p }
    }
  }

  /// The sum of two values, for `byValue`, `additive` and `cumulative`. Transforms are
  /// concatenated: `other` acts first, in the layer's own space. `nil` for kinds that have no sum.
  public func adding(_ other: Value) -> Value? {
    switch (self, other) {
    case (.number(let a), .number(let b)): .number(a + b)
    case (.point(let a), .point(let b)): .point(a + b)
    case (.transform(let a), .transform(let b)): .transform(b.concatenating(a))
    case (.path, _): nil
    default: combined(with: other, +)
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
    case .transform, .path: nil
    default: vector.map { replacing(vector: $0.map { $0 * k }) }
    }
  }

  /// The value of this kind that adds nothing: the missing end of an additive animation.
  public var additiveIdentity: Value? {
    if case .transform = self { return .transform(.identity) }
    return multiplied(by: 0)
  }
}

/// Values as lists of numbers, for what treats all kinds alike: distances between values, and
/// curves through them.
extension Value {
  /// Each number with its partner in a value of the same kind and structure; `nil` for others.
  private func combined(with other: Value, _ operation: (Double, Double) -> Double) -> Value? {
    guard isStructurallyEqual(to: other), let a = vector, let b = other.vector else { return nil }
    return replacing(vector: zip(a, b).map(operation))
  }

  private func hasPartners(in other: Value) -> Bool {
    guard case .numbers(let a) = parts, case .numbers(let b) = other.parts else { return false }
    return a.map(\.name) == b.map(\.name)
  }

  /// The numbers that the value is made of; `nil` for kinds that are not made of numbers, and for
  /// none.
  var vector: [Double]? {
    switch self {
    case .boolean: nil
    case .path(let path): path.coordinates
    default: if case .numbers(let list) = parts { list.map(\.number) } else { nil }
    }
  }

  /// True when the two are of one kind with as many numbers, and each number has its partner in the
  /// other value.
  func isStructurallyEqual(to other: Value) -> Bool {
    switch (self, other) {
    case (.number, .number), (.point, .point): true
    case (.path(let a), .path(let b)): a.hasSameElements(as: b)
    case (.boolean, _), (_, .boolean): false
    default: hasPartners(in: other)
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

  func replacing(coordinates: [Double]) -> Path {
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
