public import Geometry

/// How values move towards each other. Source: `CAPropertyAnimation` as measured, section by section in the comments; the scene-format
/// documentation names each choice where sources disagree.
extension Value {
  /// The value `progress` of the way to `end`; progress may overshoot 0...1 where the value is made of numbers.
  ///
  /// `nil` means that the animation has no effect: arrays of different length, values of different kinds.
  /// Values that have nothing in between switch: pictures at one half, `false` to `true` at once,
  /// `true` to `false` at the end, outlines of different structure at the end.
  public func interpolated(to end: Value, progress p: Double) -> Value? {
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
      a.interpolated(to: b, progress: p).map(Value.path) ?? (p < 1 ? self : end)
    case (.path, .none), (.none, .path): p < 1 ? self : end
    case (.boolean(let a), .boolean(let b)): .boolean(a ? p < 1 || b : p > 0 && b)
    case (.color, .none), (.none, .color), (.none, .none): Value.none
    case (.image, .image), (.image, .none), (.none, .image): p < 0.5 ? self : end
    default: nil
    }
  }

  /// The sum of two values, for `byValue`, `additive` and `cumulative`. Transforms are concatenated: `other` acts first, in the layer's own
  /// space. `nil` for kinds that have no sum.
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

  /// This value less `other`, for an animation with `toValue` and `byValue`. For transforms it is the product with
  /// the inverse; a singular one subtracts nothing.
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

  /// What adds nothing to a value of this kind: the missing end of an additive animation.
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
