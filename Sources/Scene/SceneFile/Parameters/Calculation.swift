import RostrumBase
import RostrumSource

/// Arithmetic in a scene file, worked out while it is loaded: `calc(${value} / ${max} * 300)`.
///
/// Numbers, angles and percentages, `+ - * /`, comparisons, and functions. The function names come
/// from W3C CSS Values 4, section 10, with comparisons and `if(condition, value, otherwise)`.
struct Calculation {
  fileprivate struct Token {
    enum Kind: Equatable {
      case value(CalculatedValue)
      case name(String)
      case symbol(String)
      case end
    }

    let kind: Kind
    let offset: Int
  }

  /// The names of the parameters that it needs, with their places in the text.
  let names: [(name: String, offset: Int)]
  fileprivate let tokens: [Token]

  private static let maximumLength = 10_000

  init(_ text: String) throws(CalculationError) {
    guard text.utf8.count <= Self.maximumLength else {
      throw CalculationError(message: "a calculation of more than 10000 bytes", offset: 0)
    }
    var scanner = CalculationScanner(Array(text.utf8), from: CalculationText.start.utf8.count - 1)
    tokens = try scanner.tokens()
    names = tokens.compactMap { token in
      if case .name(let name) = token.kind { (name, token.offset) } else { nil }
    }
  }

  /// The value, once the values of all `names` are known.
  func value(
    _ values: [String: CalculatedValue]
  ) throws(CalculationError) -> CalculatedValue {
    var parser = CalculationParser(tokens: tokens, values: values)
    return try parser.whole()
  }
}

// MARK: Words and signs

private struct CalculationScanner {
  private let bytes: [UInt8]
  private var index: Int

  init(_ bytes: [UInt8], from start: Int) { (self.bytes, index) = (bytes, start) }

  mutating func tokens() throws(CalculationError) -> [Calculation.Token] {
    var tokens: [Calculation.Token] = []
    while true {
      while index < bytes.count, bytes[index] <= 32 { index += 1 }
      let offset = index
      guard index < bytes.count else {
        return tokens + [Calculation.Token(kind: .end, offset: max(offset - 1, 0))]
      }
      tokens.append(Calculation.Token(kind: try kind(), offset: offset))
    }
  }

  private mutating func kind() throws(CalculationError) -> Calculation.Token.Kind {
    let byte = Character(Unicode.Scalar(bytes[index]))
    if byte.isNumber || byte == "." { return .value(try number()) }
    if byte == "$" { return .name(try name()) }
    if byte == "\"" || byte == "'" { return .value(.text(try quoted(), isPlain: false)) }
    if byte == "#" || byte.isLetter || byte == "_" || bytes[index] >= 128 {
      return word()
    }
    for (sign, hint) in Self.foreignOperators where bytes[index...].starts(with: sign.utf8) {
      throw CalculationError(
        message: "there is no operator \(sign.quoted)", offset: index, hint: hint)
    }
    for symbol in ["<=", ">=", "==", "!=", "+", "-", "*", "/", "(", ")", ",", "<", ">"]
    where bytes[index...].starts(with: symbol.utf8) {
      index += symbol.utf8.count
      return .symbol(symbol)
    }
    throw CalculationError(
      message: "expected a number, a name or an operator; found \(String(byte).quoted)",
      offset: index)
  }

  /// The operators of other languages, and how to write them.
  private static let foreignOperators = [
    ("**", "write pow(10, 2) for 10 to the power of 2"),
    ("^", "write pow(10, 2) for 10 to the power of 2"), ("//", "write floor(7 / 2)"),
    ("%", "write mod(7, 2) for the remainder"), ("&&", "write if(a, if(b, 1, 0), 0)"),
    ("||", "write if(a, 1, b, 1, 0)"), ("?", "write if(condition, value, otherwise)"),
  ]

  private mutating func number() throws(CalculationError) -> CalculatedValue {
    let start = index
    func isDigit(_ at: Int) -> Bool { at < bytes.count && (48...57).contains(bytes[at]) }
    while isDigit(index) || index < bytes.count && bytes[index] == UInt8(ascii: ".") { index += 1 }
    if index < bytes.count, bytes[index] | 32 == UInt8(ascii: "e") {
      let sign = index + 1 < bytes.count && "+-".utf8.contains(bytes[index + 1]) ? 2 : 1
      if isDigit(index + sign) {
        index += sign
        while isDigit(index) { index += 1 }
      }
    }
    let digits = String(decoding: bytes[start..<index], as: UTF8.self)
    let unitStart = index
    while index < bytes.count, isLetter(bytes[index]) || bytes[index] == UInt8(ascii: "%") {
      index += 1
    }
    let unit = String(decoding: bytes[unitStart..<index], as: UTF8.self)
    let value = CalculatedValue(digits + unit)
    guard case .number = value else {
      if digits == ".",
        let name = String(decoding: bytes[..<start], as: UTF8.self)
          .firstMatch(of: /[\w-]+$/)?.output
      {
        throw CalculationError(
          message: "\((name + "." + unit).quoted) is a name, which stands in ${...}",
          offset: start - name.utf8.count, hint: "write ${\(name).\(unit)}")
      }
      throw CalculationError(
        message: unit.isEmpty
          ? "\(digits.quoted) is no number" : "unknown unit \(unit.quoted)",
        offset: unit.isEmpty ? start : unitStart,
        hint: unit.isEmpty
          ? nil : "lengths, factors and seconds have no unit; angles have deg, grad, rad or turn")
    }
    return value
  }

  private func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }

  private mutating func name() throws(CalculationError) -> String {
    let rest = bytes[index...]
    guard rest.starts(with: "${".utf8), let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
      throw CalculationError(
        message: "expected the name of a parameter, as in ${title}", offset: index)
    }
    let name = String(decoding: bytes[(index + 2)..<end], as: UTF8.self)
    guard name.isParameterReference else {
      throw CalculationError(
        message: "expected the name of a parameter, as in ${title}", offset: index)
    }
    index = end + 1
    return name
  }

  private mutating func quoted() throws(CalculationError) -> String {
    let start = index
    guard let end = bytes[(start + 1)...].firstIndex(of: bytes[start]) else {
      throw CalculationError(message: "this quote is not closed", offset: start)
    }
    index = end + 1
    return String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
  }

  private mutating func word() -> Calculation.Token.Kind {
    let start = index
    index += 1
    while index < bytes.count,
      isLetter(bytes[index]) || (48...57).contains(bytes[index]) || bytes[index] >= 128
        || "_-".utf8.contains(bytes[index])
    { index += 1 }
    return .value(.text(String(decoding: bytes[start..<index], as: UTF8.self), isPlain: true))
  }
}

// MARK: The value

private struct CalculationParser {
  let tokens: [Calculation.Token]
  let values: [String: CalculatedValue]
  private var index = 0
  private var depth = 0

  private static let maximumDepth = 64

  init(tokens: [Calculation.Token], values: [String: CalculatedValue]) {
    (self.tokens, self.values) = (tokens, values)
  }

  private var token: Calculation.Token { tokens[min(index, tokens.count - 1)] }

  private mutating func take(_ symbols: String...) -> String? {
    guard case .symbol(let symbol) = token.kind, symbols.contains(symbol) else { return nil }
    index += 1
    return symbol
  }

  private mutating func expect(_ symbol: String) throws(CalculationError) {
    guard take(symbol) == nil else { return }
    throw CalculationError(
      message: "expected an operator or \(symbol.quoted)", offset: token.offset, hint: logicHint)
  }

  /// The way to write what other languages join by a word.
  private var logicHint: String? {
    guard case .value(.text(let word, isPlain: true)) = token.kind else { return nil }
    return switch word {
    case "and": "write if(a, if(b, 1, 0), 0)"
    case "or": "write if(a, 1, b, 1, 0)"
    default: nil
    }
  }

  mutating func whole() throws(CalculationError) -> CalculatedValue {
    let value = try primary()
    guard token.kind == .end else { throw error("expected the end of the calculation") }
    guard value.isFinite else {
      throw CalculationError(
        message: "the result is not finite", offset: 0, hint: "is something divided by 0?")
    }
    return value
  }

  private func error(_ message: String, _ hint: String? = nil) -> CalculationError {
    CalculationError(message: message, offset: token.offset, hint: hint)
  }

  private mutating func comparison() throws(CalculationError) -> CalculatedValue {
    let left = try sum()
    let offset = token.offset
    guard let sign = take("<", "<=", ">", ">=", "==", "!=") else { return left }
    let right = try sum()
    if sign == "==" || sign == "!=" { return .flag((left == right) == (sign == "==")) }
    guard case .number(let a, let unit) = left, case .number(let b, let other) = right,
      unit == other
    else { throw mixed("compare", left, right, offset) }
    switch sign {
    case "<": return .flag(a < b)
    case "<=": return .flag(a <= b)
    case ">": return .flag(a > b)
    default: return .flag(a >= b)
    }
  }

  private mutating func sum() throws(CalculationError) -> CalculatedValue {
    var result = try product()
    while true {
      let offset = token.offset
      guard let sign = take("+", "-") else { return result }
      let right = try product()
      result = try CalculatedValue.elementwise([result, right], at: offset) {
        (pair) throws(CalculationError) in
        guard case .number(let a, let unit) = pair[0], case .number(let b, let other) = pair[1],
          unit == other
        else { throw mixed(sign == "+" ? "add" : "subtract", pair[0], pair[1], offset) }
        return .number(sign == "+" ? a + b : a - b, unit)
      }
    }
  }

  private mutating func product() throws(CalculationError) -> CalculatedValue {
    var result = try signed()
    while true {
      let offset = token.offset
      guard let sign = take("*", "/") else { return result }
      let right = try signed()
      result = try CalculatedValue.elementwise([result, right], at: offset) {
        (pair) throws(CalculationError) in try product(sign, pair[0], pair[1], offset)
      }
    }
  }

  private func product(
    _ sign: String, _ left: CalculatedValue, _ right: CalculatedValue, _ offset: Int
  ) throws(CalculationError) -> CalculatedValue {
    if case .number(let a, let unit) = left, case .number(let b, let other) = right {
      switch (sign, unit, other) {
      case ("*", _, .none): return .number(a * b, unit)
      case ("*", .none, _): return .number(a * b, other)
      case ("/", _, .none): return .number(a / b, unit)
      case ("/", _, _) where unit == other: return .number(a / b, .none)
      default: break
      }
    }
    throw mixed(sign == "*" ? "multiply" : "divide", left, right, offset)
  }

  private func mixed(
    _ verb: String, _ a: CalculatedValue, _ b: CalculatedValue, _ offset: Int
  ) -> CalculationError {
    var hint: String?
    if verb == "add", case .text = a, case .text = b { hint = "write text(a, b)" }
    for case .text(let text, true) in [a, b] where values[text] != nil || text.isParameterName {
      hint = "a parameter is written ${\(text)}"
    }
    return CalculationError(
      message: "cannot \(verb) \(a.description) and \(b.description)", offset: offset, hint: hint)
  }

  private mutating func signed() throws(CalculationError) -> CalculatedValue {
    var isNegative = false
    let offset = token.offset
    while let sign = take("-", "+") { if sign == "-" { isNegative.toggle() } }
    let value = try primary()
    guard isNegative else { return value }
    return try CalculatedValue.elementwise([value], at: offset) {
      (value) throws(CalculationError) in
      guard case .number(let number, let unit) = value[0] else {
        throw CalculationError(
          message: "expected a number after the minus; found \(value[0].description)",
          offset: offset)
      }
      return .number(-number, unit)
    }
  }

  private mutating func primary() throws(CalculationError) -> CalculatedValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw error("more than \(Self.maximumDepth) brackets in each other")
    }
    if take("(") != nil {
      let value = try comparison()
      try expect(")")
      return value
    }
    let start = token
    switch start.kind {
    case .name(let name):
      index += 1
      return values[name] ?? .text("", isPlain: true)
    case .value(.text(let word, true)):
      index += 1
      guard take("(") == nil else { return try call(word, start.offset) }
      return constant(word) ?? .text(word, isPlain: true)
    case .value(let value):
      index += 1
      return value
    case .symbol, .end:
      throw error("expected a number, a parameter or a function")
    }
  }

  private func constant(_ word: String) -> CalculatedValue? {
    switch word {
    case "pi": .number(.pi, .none)
    case "e": .number(M_E, .none)
    case "true", "false": .flag(word == "true")
    default: nil
    }
  }

  private mutating func call(
    _ name: String, _ offset: Int
  ) throws(CalculationError) -> CalculatedValue {
    var arguments: [CalculatedValue] = []
    if take(")") == nil {
      repeat { arguments.append(try comparison()) } while take(",") != nil
      try expect(")")
    }
    return try CalculationFunction(name: name, offset: offset).value(arguments)
  }
}
