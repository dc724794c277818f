/// Reads a number format from left to right.
struct NumberFormatReader {
  private let text: String
  private var index: String.Index
  /// Where the last `%` stands.
  private var start: String.Index

  init(_ text: String) {
    self.text = text
    index = text.startIndex
    start = text.startIndex
  }

  mutating func next() -> Character? {
    guard index < text.endIndex else { return nil }
    start = index
    defer { index = text.index(after: index) }
    return text[index]
  }

  /// Steps over `character` when it comes next.
  mutating func skip(_ character: Character) -> Bool {
    guard index < text.endIndex, text[index] == character else { return false }
    index = text.index(after: index)
    return true
  }

  /// What follows a `%`.
  mutating func conversion() throws(NumberFormatError) -> NumberConversion {
    var result = NumberConversion()
    readFlags(into: &result)
    result.width = try wholeNumber() ?? 0
    if skip(".") { result.precision = try wholeNumber() ?? 0 }
    guard index < text.endIndex, let style = NumberConversion.Notation(letter: text[index]) else {
      throw unknown()
    }
    result.isUppercase = text[index].isUppercase
    result.style = style
    index = text.index(after: index)
    return result
  }

  private mutating func readFlags(into result: inout NumberConversion) {
    while true {
      if skip("-") {
        result.isLeftAligned = true
      } else if skip("+") {
        result.positiveSign = "+"
      } else if skip(" ") {
        if result.positiveSign.isEmpty { result.positiveSign = " " }
      } else if skip("0") {
        result.isZeroPadded = true
      } else if skip("#") {
        result.isAlternate = true
      } else {
        return
      }
    }
  }

  private mutating func wholeNumber() throws(NumberFormatError) -> Int? {
    var value: Int?
    while index < text.endIndex, let digit = text[index].asciiDigit {
      value = (value ?? 0) * 10 + digit
      guard value ?? 0 <= NumberFormat.maximumWidth else { throw problem(.tooWide) }
      index = text.index(after: index)
    }
    return value
  }

  private func unknown() -> NumberFormatError {
    let end = index < text.endIndex ? text.index(after: index) : index
    return problem(.unknown(String(text[start..<end])))
  }

  /// An error at the last `%`, or at the start when there is none.
  func problem(_ reason: NumberFormatError.Reason) -> NumberFormatError {
    let place = reason == .missing ? text.startIndex : start
    return NumberFormatError(
      reason: reason, offset: text.utf8.distance(from: text.startIndex, to: place))
  }
}

extension Character {
  fileprivate var asciiDigit: Int? {
    guard let ascii = asciiValue, (48...57).contains(ascii) else { return nil }
    return Int(ascii) - 48
  }
}
