/// The shortest text that reads back to exactly this number; whole numbers without a fraction,
/// except -0, whose sign readers of JSON would lose.
public func exact(_ number: Double) -> String {
  let text = number.description
  return text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
}

/// The number with at most `digits` digits after the point, without zeros at the end and without
/// an exponent.
package func rounded(_ number: Double, _ digits: Int) -> String {
  let value = number.rounded(toDigits: digits)
  guard abs(value) < 1e15 else { return exact(value) }
  guard value != 0 else { return "0" }
  var text = value.fixed(digits)[...]
  guard digits > 0 else { return String(text) }
  while text.last == "0" { text.removeLast() }
  return String(text.last == "." ? text.dropLast() : text)
}

extension Double {
  /// The nearest number with `digits` digits after the point.
  package func rounded(toDigits digits: Int) -> Double {
    let scale = (0..<max(0, digits)).reduce(1.0) { product, _ in product * 10 }
    return (self * scale).rounded() / scale
  }

  /// The decimal number with `digits` digits after the point, rounded as by C's `printf`.
  public func fixed(_ digits: Int) -> String {
    // 308 digits before the point, the sign, the point and the digits.
    let capacity = 320 + max(0, digits)
    return String(unsafeUninitializedCapacity: capacity) { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        withVaList([Int32(digits), self]) {
          Int(vsnprintf(text.baseAddress, capacity, "%.*f", $0))
        }
      }
    }
  }
}

extension BinaryInteger {
  /// At least `count` digits, zeros before the others.
  package func digits(_ count: Int, radix: Int = 10, uppercase: Bool = false) -> String {
    let text = String(self, radix: radix, uppercase: uppercase)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
