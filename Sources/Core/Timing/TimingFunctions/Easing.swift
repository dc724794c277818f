import RealModule

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

/// The mirrored curve: an acceleration at the start becomes a deceleration at the end.
private func easeOut(_ x: Double, _ curve: (Double) -> Double) -> Double { 1 - curve(1 - x) }

/// The curve at half its size, then its mirror image.
private func easeInOut(_ x: Double, _ curve: (Double) -> Double) -> Double {
  x < 0.5 ? curve(2 * x) / 2 : 1 - curve(2 - 2 * x) / 2
}

// The ten families of Robert Penner's easings ("Programming Macromedia Flash MX", 2001), each as
// the half that accelerates from (0, 0) to (1, 1); the other forms are mirror images of it.
enum EasingCurves {
  static func quadratic(_ t: Double) -> Double { t * t }
  static func cubic(_ t: Double) -> Double { t * t * t }
  static func quartic(_ t: Double) -> Double { t * t * t * t }
  static func quintic(_ t: Double) -> Double { t * t * t * t * t }
  static func sine(_ t: Double) -> Double { 1 - .cos(t * .pi / 2) }
  static func circular(_ t: Double) -> Double { 1 - ((1 - t) * (1 + t)).squareRoot() }
  static func exponential(_ t: Double) -> Double { .exp2(10 * t - 10) }

  /// A spring that swings up: `period` is the length of one swing.
  static func elastic(_ t: Double, period: Double) -> Double {
    let phase = (t - 1 - period / 4) * 2 * .pi / period
    return -exponential(t) * .sin(phase)
  }

  /// Draws back before it starts.
  static func back(_ t: Double, overshoot: Double) -> Double {
    t * t * ((overshoot + 1) * t - overshoot)
  }

  static func bounce(_ t: Double) -> Double { 1 - bounceEaseOut(1 - t) }

  /// A ball that falls and bounces three times, with the constants of "iOS Core Animation: Advanced
  /// Techniques", listing 10.8. Four parabolas; the last meets the third at 9/10, where Penner's
  /// own has 10/11.
  static func bounceEaseOut(_ t: Double) -> Double {
    if t < 4 / 11.0 { return 121 * t * t / 16.0 }
    if t < 8 / 11.0 { return 363 / 40.0 * t * t - 99 / 10.0 * t + 17 / 5.0 }
    if t < 9 / 10.0 { return 4356 / 361.0 * t * t - 35442 / 1805.0 * t + 16061 / 1805.0 }
    return 54 / 5.0 * t * t - 513 / 25.0 * t + 268 / 25.0
  }
}

// The two that Penner tunes differently when they ease in and out.
extension EasingCurves {
  /// Makes the curve go about a tenth below its start (Penner's choice).
  private static let overshoot = 1.70158

  static func back(_ t: Double) -> Double { back(t, overshoot: overshoot) }
  static func backHalf(_ t: Double) -> Double { back(t, overshoot: overshoot * 1.525) }
  static func elastic(_ t: Double) -> Double { elastic(t, period: 0.3) }
  static func elasticHalf(_ t: Double) -> Double { elastic(t, period: 0.45) }
}

extension Easing {
  /// Where the function has corners, or joins two halves, between 0 and 1. The bounce's corners
  /// follow from the book's formula: 4/11, 8/11 and 9/10.
  var corners: [Double] {
    let out = [4.0 / 11, 8.0 / 11, 9.0 / 10]
    let mirrored = out.map { 1 - $0 }
    switch self {
    case .bounceEaseOut: return out
    case .bounceEaseIn: return mirrored.sorted()
    case .bounceEaseInOut:
      return (mirrored.map { $0 / 2 } + [0.5] + out.map { 0.5 + $0 / 2 }).sorted()
    default: return rawValue.hasSuffix("InOut") ? [0.5] : []
    }
  }
}
