public import Foundation
public import RostrumTiming

/// The name of a timing function.
public struct CAMediaTimingFunctionName: Hashable, Sendable, RawRepresentable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let linear = Self(rawValue: "linear")
  public static let easeIn = Self(rawValue: "easeIn")
  public static let easeOut = Self(rawValue: "easeOut")
  public static let easeInEaseOut = Self(rawValue: "easeInEaseOut")
  public static let `default` = Self(rawValue: "default")
}

/// A timing function: a cubic Bezier curve from (0, 0) to (1, 1), which is solved for time.
public final class CAMediaTimingFunction: NSObject, @unchecked Sendable {
  let model: TimingFunction

  /// Any function of the model, Penner's thirty among them: more than Core Animation has.
  public init(_ function: TimingFunction) { model = function }

  /// The function of that name. An unknown name is a programming error.
  public convenience init(name: CAMediaTimingFunctionName) {
    guard let function = TimingFunction(name: name.rawValue) else {
      preconditionFailure("there is no timing function '\(name.rawValue)'")
    }
    self.init(function)
  }

  /// A curve with the control points (c1x, c1y) and (c2x, c2y). The x of a control point outside
  /// 0...1 would make the curve no function of time, and is a programming error.
  public convenience init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    let numbers = [c1x, c1y, c2x, c2y].map(\.shortest)
    guard
      let curve = CubicBezier(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
    else {
      preconditionFailure("control points have an x from 0 to 1, and finite numbers")
    }
    self.init(.bezier(curve))
  }

  /// Writes x and y of a control point, 0 to 3: the ends are (0, 0) and (1, 1). A function that is
  /// no Bezier curve has the control points of the straight line.
  public func getControlPoint(at index: Int, values: UnsafeMutablePointer<Float>) {
    let curve = if case .bezier(let curve) = model { curve } else { CubicBezier.linear }
    precondition((0...3).contains(index), "there are the control points 0 to 3")
    let point = curve.controlPoints[index]
    (values[0], values[1]) = (Float(point.x), Float(point.y))
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CAMediaTimingFunction)?.model == model
  }

  public override var hash: Int { model.hashValue }
}

extension Float {
  /// The number that a person would have written: 0.1 and not 0.10000000149.
  var shortest: Double { Double("\(self)") ?? Double(self) }
}
