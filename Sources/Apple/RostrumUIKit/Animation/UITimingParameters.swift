public import Foundation

/// How an animator eases.
public protocol UITimingCurveProvider: NSObjectProtocol {
  var timing: UITimingCurve { get }
}

/// The kind of curve of a timing curve provider.
public enum UITimingCurve {
  case function(CAMediaTimingFunction)
  case spring(dampingRatio: CGFloat, velocity: CGFloat)
  /// A spring that says itself how long it lasts.
  case physical(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, velocity: CGFloat)
}

open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
  public let timing: UITimingCurve

  public init(animationCurve curve: UIView.AnimationCurve) {
    timing = .function(curve.function)
    super.init()
  }

  public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
    timing = .function(.init(point1, point2))
    super.init()
  }
}

open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
  public let timing: UITimingCurve

  public init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector) {
    timing = .spring(dampingRatio: ratio, velocity: velocity.dx)
    super.init()
  }

  /// The spring's own time counts, and not the animator's.
  public init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity: CGVector) {
    timing = .physical(
      mass: mass, stiffness: stiffness, damping: damping, velocity: initialVelocity.dx)
    super.init()
  }

  public override convenience init() {
    self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero)
  }

  public convenience init(dampingRatio ratio: CGFloat) {
    self.init(dampingRatio: ratio, initialVelocity: CGVector(dx: 0, dy: 0))
  }
}

/// A direction and a length.
public struct CGVector: Hashable, Sendable {
  public var dx: CGFloat
  public var dy: CGFloat

  public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }

  public static let zero = CGVector(dx: 0, dy: 0)
}

extension CAMediaTimingFunction {
  fileprivate convenience init(_ point1: CGPoint, _ point2: CGPoint) {
    self.init(
      controlPoints: Float(point1.x), Float(point1.y), Float(point2.x), Float(point2.y))
  }
}
