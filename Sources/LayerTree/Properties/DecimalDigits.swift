/// The exact decimal digits of a finite number, and their rounding.
///
/// Every binary fraction is a finite decimal one, so that rounding it is never a guess: 0.125 lies
/// exactly half way, 0.005 a little above it, and C's `printf` shows which.
struct DecimalDigits {
  /// From 0 to 9, the first one not 0; empty for zero.
  private(set) var digits: [UInt8]
  /// How many digits stand before the point: negative when the first digit comes some places after
  /// it.
  private(set) var pointPosition: Int

  /// The digits of the number's magnitude.
  init(_ number: Double) {
    precondition(number.isFinite, "an infinite number has no digits")
    guard number != 0 else {
      (digits, pointPosition) = ([], 0)
      return
    }
    // number = significand x 2^exponent, both whole. For a fraction 2^-n = 5^n / 10^n.
    let exponent = Int(number.exponent) - 52
    var whole = Limbs(UInt64(number.significand * 0x1p52))
    whole.multiply(by: exponent < 0 ? 5 : 2, times: abs(exponent))
    digits = whole.decimalDigits
    pointPosition = digits.count - (exponent < 0 ? -exponent : 0)
    trim()
  }

  /// The power of ten of the first digit; 0 for zero.
  var exponent: Int { digits.isEmpty ? 0 : pointPosition - 1 }

  /// The digit at a power of ten; 0 outside of those that are kept.
  func digit(atPower power: Int) -> UInt8 {
    let index = pointPosition - 1 - power
    return digits.indices.contains(index) ? digits[index] : 0
  }

  /// Rounded to whole multiples of 10^power; half way to the even neighbour, as C does in its usual
  /// mode.
  func rounded(toPower power: Int) -> DecimalDigits {
    let kept = pointPosition - power
    guard kept < digits.count else { return self }
    var result = self
    result.digits = kept > 0 ? Array(digits[..<kept]) : []
    if roundsUp(keeping: kept) { result.addUnit() }
    result.trim()
    return result
  }

  /// Whole multiples of 10^power, towards zero.
  func truncated(toPower power: Int) -> DecimalDigits {
    var result = self
    result.digits = Array(digits.prefix(max(pointPosition - power, 0)))
    result.trim()
    return result
  }

  private func roundsUp(keeping kept: Int) -> Bool {
    guard kept >= 0 else { return false }
    if digits[kept] != 5 { return digits[kept] > 5 }
    let isBeyondHalf = kept + 1 < digits.count
    let isOdd = kept > 0 && digits[kept - 1] % 2 == 1
    return isBeyondHalf || isOdd
  }

  /// One more at the last digit that is kept.
  private mutating func addUnit() {
    while digits.last == 9 { digits.removeLast() }
    if digits.isEmpty {
      // All nines, or nothing kept: a power of ten.
      pointPosition += 1
      digits = [1]
    } else {
      digits[digits.count - 1] += 1
    }
  }

  /// Zeros at the end say nothing.
  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { pointPosition = 0 }
  }
}

/// A whole number of any size, in base 10^9, the lowest part first.
private struct Limbs {
  private static let base: UInt64 = 1_000_000_000
  private var limbs: [UInt64] = []

  init(_ number: UInt64) {
    var rest = number
    while rest > 0 {
      limbs.append(rest % Self.base)
      rest /= Self.base
    }
  }

  /// Multiplies by `factor`, which is 2 or 5, `times` over; twelve at a time fit.
  mutating func multiply(by factor: UInt64, times: Int) {
    var left = times
    while left > 0 {
      let step = min(left, 12)
      multiply(by: (0..<step).reduce(1) { power, _ in power * factor })
      left -= step
    }
  }

  private mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      let product = limbs[index] * factor + carry
      limbs[index] = product % Self.base
      carry = product / Self.base
    }
    if carry > 0 { limbs.append(carry) }
  }

  var decimalDigits: [UInt8] {
    var digits: [UInt8] = []
    for limb in limbs {
      var rest = limb
      for _ in 0..<9 {
        digits.append(UInt8(rest % 10))
        rest /= 10
      }
    }
    while digits.last == 0 { digits.removeLast() }
    return digits.reversed()
  }
}
