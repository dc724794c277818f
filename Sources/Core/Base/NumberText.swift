/// The shortest text that reads back to exactly this number; whole numbers without a fraction,
/// except -0, whose sign readers of JSON would lose.
public func exact(_ number: Double) -> String {
  let text = number.description
  return text.hasSuffix(".0") && text != "-0.0" ? String(text.dropLast(2)) : text
}
