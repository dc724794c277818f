public import Geometry

/// How plain numbers become a transform (`CAValueFunction`): an animation of such numbers turns further than half a circle, which one of
/// matrices cannot. Names: Apple's `CAValueFunction.h`.
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

  /// The argument that changes nothing: what a missing end of the animation stands for.
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
