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
    case (.color(let a), .color(let b)):
      .color(
        Color(
          red: a.red + b.red, green: a.green + b.green, blue: a.blue + b.blue,
          alpha: a.alpha + b.alpha))
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
    case .color(let a):
      .color(Color(red: a.red * k, green: a.green * k, blue: a.blue * k, alpha: a.alpha * k))
    case .numbers(let a): .numbers(a.map { $0 * k })
    default: nil
    }
  }

  /// What adds nothing to a value of this kind: the missing end of an additive animation.
  public var neutral: Value? {
    if case .transform = self { return .transform(.identity) }
    return multiplied(by: 0)
  }
}

extension Size {
  /// Per component, without a limit.
  public func interpolated(to other: Size, progress: Double) -> Size {
    Size(
      width: width + (other.width - width) * progress,
      height: height + (other.height - height) * progress)
  }
}

extension Rect {
  /// Per component, without a limit.
  public func interpolated(to other: Rect, progress: Double) -> Rect {
    Rect(
      origin: origin.interpolated(to: other.origin, progress: progress),
      size: size.interpolated(to: other.size, progress: progress))
  }
}
