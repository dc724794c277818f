/// Robert Penner's thirty easings, under the names the book and its C collection give them.
///
/// `EaseIn` accelerates, `EaseOut` is its mirror image, `EaseInOut` is one half of each. Back and
/// elastic leave `0...1` on their way.
public enum Easing: String, CaseIterable, Hashable, Sendable {
  case quadraticEaseIn, quadraticEaseOut, quadraticEaseInOut
  case cubicEaseIn, cubicEaseOut, cubicEaseInOut
  case quarticEaseIn, quarticEaseOut, quarticEaseInOut
  case quinticEaseIn, quinticEaseOut, quinticEaseInOut
  case sineEaseIn, sineEaseOut, sineEaseInOut
  case circularEaseIn, circularEaseOut, circularEaseInOut
  case exponentialEaseIn, exponentialEaseOut, exponentialEaseInOut
  case elasticEaseIn, elasticEaseOut, elasticEaseInOut
  case backEaseIn, backEaseOut, backEaseInOut
  case bounceEaseIn, bounceEaseOut, bounceEaseInOut

  /// The easing's height at x: exactly 0 up to x = 0, exactly 1 from x = 1.
  public func value(at x: Double) -> Double {
    guard x > 0 else { return 0 }
    return x < 1 ? interiorValue(at: x) : 1
  }

  /// One line for each form: the table of the thirty.
  private func interiorValue(at x: Double) -> Double {
    switch self {
    case .quadraticEaseIn: EasingCurves.quadratic(x)
    case .quadraticEaseOut: easeOut(x, EasingCurves.quadratic)
    case .quadraticEaseInOut: easeInOut(x, EasingCurves.quadratic)
    case .cubicEaseIn: EasingCurves.cubic(x)
    case .cubicEaseOut: easeOut(x, EasingCurves.cubic)
    case .cubicEaseInOut: easeInOut(x, EasingCurves.cubic)
    case .quarticEaseIn: EasingCurves.quartic(x)
    case .quarticEaseOut: easeOut(x, EasingCurves.quartic)
    case .quarticEaseInOut: easeInOut(x, EasingCurves.quartic)
    case .quinticEaseIn: EasingCurves.quintic(x)
    case .quinticEaseOut: easeOut(x, EasingCurves.quintic)
    case .quinticEaseInOut: easeInOut(x, EasingCurves.quintic)
    case .sineEaseIn: EasingCurves.sine(x)
    case .sineEaseOut: easeOut(x, EasingCurves.sine)
    case .sineEaseInOut: easeInOut(x, EasingCurves.sine)
    case .circularEaseIn: EasingCurves.circular(x)
    case .circularEaseOut: easeOut(x, EasingCurves.circular)
    case .circularEaseInOut: easeInOut(x, EasingCurves.circular)
    case .exponentialEaseIn: EasingCurves.exponential(x)
    case .exponentialEaseOut: easeOut(x, EasingCurves.exponential)
    case .exponentialEaseInOut: easeInOut(x, EasingCurves.exponential)
    case .elasticEaseIn: EasingCurves.elastic(x)
    case .elasticEaseOut: easeOut(x, EasingCurves.elastic)
    case .elasticEaseInOut: easeInOut(x, EasingCurves.elasticHalf)
    case .backEaseIn: EasingCurves.back(x)
    case .backEaseOut: easeOut(x, EasingCurves.back)
    case .backEaseInOut: easeInOut(x, EasingCurves.backHalf)
    case .bounceEaseIn: EasingCurves.bounce(x)
    case .bounceEaseOut: EasingCurves.bounceEaseOut(x)
    case .bounceEaseInOut: easeInOut(x, EasingCurves.bounce)
    }
  }
}

/// The mirror image: what accelerated at the start slows down at the end.
private func easeOut(_ x: Double, _ curve: (Double) -> Double) -> Double { 1 - curve(1 - x) }

/// The curve at half its size, then its mirror image.
private func easeInOut(_ x: Double, _ curve: (Double) -> Double) -> Double {
  x < 0.5 ? curve(2 * x) / 2 : 1 - curve(2 - 2 * x) / 2
}
