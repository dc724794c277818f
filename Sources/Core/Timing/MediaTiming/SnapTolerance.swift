/// How close to a boundary counts as on it.
///
/// Frame times are fractions that binary numbers only approximate: a tenth of a second after 0.1 is
/// 0.2 plus or minus a few units in the last place. One nanosecond is far more than such noise and
/// far less than a frame. For long times it grows with their rounding, and it never exceeds a
/// millionth of the period in question.
enum SnapTolerance {
  /// Sixteen units in the last place, for the few roundings between a frame's index and a time.
  private static let relative = 16 * Double.ulpOfOne

  /// The tolerance in seconds for a time of the given magnitude.
  static func seconds(near magnitude: Double) -> Double { max(1e-9, relative * magnitude) }

  /// The same, for boundaries that repeat every `period` seconds.
  static func seconds(near magnitude: Double, period: Double) -> Double {
    min(seconds(near: magnitude), 1e-6 * period)
  }
}

extension Double {
  /// The nearest whole number when that is within `tolerance`, else the number itself.
  func snappedToWhole(within tolerance: Double) -> Double {
    let whole = rounded()
    return abs(self - whole) <= tolerance ? whole : self
  }

  /// The number itself, the largest finite one instead of infinity, 0 instead of NaN.
  var clampedToFinite: Double {
    if isFinite { return self }
    return isNaN ? 0 : Double(signOf: self, magnitudeOf: .greatestFiniteMagnitude)
  }
}

extension Int {
  /// The whole part of a number, clamped to `Int`'s range; 0 for NaN.
  init(saturating number: Double) {
    let fitting = Int(exactly: number.rounded(.towardZero))
    self = fitting ?? (number > 0 ? .max : number < 0 ? .min : 0)
  }
}
