import LayerTree

/// What a plain scalar says as a number. The grammar is JSON's, and also `+1`, `.5` and `5.`.
enum NumberText: Equatable {
  case number(Double)
  case infinite(isNegative: Bool)
  case notANumber
  /// Numbers of other languages: `0x10`, `1_000`, `1,5`, `50%`, with how to write them.
  case foreign(hint: String)
  case none

  init(_ text: String) {
    let body =
      text.utf8.first == UInt8(ascii: "-") || text.utf8.first == UInt8(ascii: "+")
      ? text.dropFirst() : text[...]
    if let value = Self.decimal(text, body) {
      self = value.isFinite ? .number(value) : .infinite(isNegative: value < 0)
      return
    }
    switch body.lowercased() {
    case ".inf", "inf", "infinite", "infinity": self = .infinite(isNegative: text.hasPrefix("-"))
    case ".nan", "nan": self = .notANumber
    case let word: self = Self.foreign(word)
    }
  }

  private static func decimal(_ text: String, _ body: Substring) -> Double? {
    guard let first = body.utf8.first, first == UInt8(ascii: ".") || isDigit(first),
      body.utf8.allSatisfy({ isDigit($0) || ".eE+-".utf8.contains($0) })
    else { return nil }
    if let value = Double(text) { return value }
    return body.utf8.last == UInt8(ascii: ".") ? Double(text.dropLast()) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func foreign(_ word: String) -> NumberText {
    guard let first = word.utf8.first, isDigit(first) else { return .none }
    if word.hasPrefix("0x"), let value = Int(word.dropFirst(2), radix: 16) {
      return .foreign(hint: "numbers are decimal; write \(value)")
    }
    if word.contains("_"), Double(word.replacing("_", with: "")) != nil {
      return .foreign(hint: "write \(word.replacing("_", with: ""))")
    }
    if word.contains(","), Double(word.replacing(",", with: ".")) != nil {
      return .foreign(hint: "write the decimal point as '.'")
    }
    for unit in ["px", "pt", "ms", "s", "%"] where word.hasSuffix(unit) {
      if let value = Double(word.dropLast(unit.count)) { return .foreign(hint: hint(value, unit)) }
    }
    return .none
  }

  private static func hint(_ value: Double, _ unit: String) -> String {
    switch unit {
    case "ms": "times are in seconds; write \((value / 1000).sceneText)"
    case "%": "write \((value / 100).sceneText)"
    default: "write \(value.sceneText) without a unit"
    }
  }
}

extension SceneContext {
  /// The largest length, factor or angle: nothing that is computed from such numbers can overflow.
  static let maximumNumber = 1e7
  /// The latest time, in seconds: more than eleven days.
  static let maximumSeconds = 1e6
  /// The shortest duration, in seconds.
  static let minimumDuration = 1e-6
  static let maximumCount = 1e9

  /// A finite number within the rule.
  func number(
    _ node: YAMLNode, _ rule: ValueType.NumberRule = .any, expectation: String,
    limit: Double = maximumNumber
  ) -> Double? {
    guard let value = finiteNumber(node, expectation) else { return nil }
    if abs(value) > limit {
      error(.outOfRange, "\(value.sceneText) is beyond the limit of \(limit.sceneText)", at: node)
      return nil
    }
    guard rule.allows(value) else {
      error(.outOfRange, "expected \(expectation); found \(value.sceneText)", at: node)
      return nil
    }
    return value
  }

  func seconds(_ node: YAMLNode, _ expectation: String, above minimum: Double? = nil) -> Double? {
    let rule: ValueType.NumberRule = minimum == nil ? .any : .moreThanZero
    return number(node, rule, expectation: expectation, limit: Self.maximumSeconds)
  }

  /// A number, 0 or more, which may be infinite.
  func count(_ node: YAMLNode, _ expectation: String) -> Double? {
    if case .infinite(isNegative: false)? = numberText(node) { return .infinity }
    guard let value = finiteNumber(node, expectation) else { return nil }
    // Scenes for Apple's platforms write HUGE_VALF or FLT_MAX for "for ever".
    if value >= Double(Float.greatestFiniteMagnitude) * 0.999 { return .infinity }
    return number(node, .zeroOrMore, expectation: expectation, limit: Self.maximumCount)
  }

  private func finiteNumber(_ node: YAMLNode, _ expectation: String) -> Double? {
    switch numberText(node) {
    case .number(let value): return value
    case .infinite, .notANumber:
      error(
        .outOfRange, "expected \(expectation); found \(node.description), which is not finite",
        at: node)
    case .foreign(let hint): mismatch(expectation, at: node, hint: hint)
    default: mismatch(expectation, at: node, hint: quotedNumberHint(node))
    }
    return nil
  }

  private func numberText(_ node: YAMLNode) -> NumberText? {
    guard let scalar = node.scalar, scalar.isPlain else { return nil }
    return NumberText(scalar.text)
  }

  private func quotedNumberHint(_ node: YAMLNode) -> String? {
    guard let scalar = node.scalar, !scalar.isPlain, case .number = NumberText(scalar.text) else {
      return nil
    }
    return node.origins.isEmpty ? "remove the quotes" : "give the parameter the type number"
  }
}

extension ValueType.NumberRule {
  func allows(_ value: Double) -> Bool {
    switch self {
    case .any: true
    case .zeroOrMore: value >= 0
    case .moreThanZero: value > 0
    case .unit: (0...1).contains(value)
    case .wholeNumber: value >= 0 && value == value.rounded()
    }
  }
}
