import RostrumBase
import RostrumGeometry
package import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// The largest numbers that a scene may write.
enum Limit {
  /// The largest length, factor or angle: nothing that is computed from such numbers can overflow.
  static let number = 1e7
  /// The latest time, in seconds: more than eleven days.
  static let seconds = 1e6
  /// The shortest duration, in seconds.
  static let minimumDuration = 1e-6
  static let count = 1e9
  /// The largest angle without a unit, in radians: a turn, with a tolerance for rounding.
  static let bareAngle = 2 * Double.pi + 0.01
}

// MARK: Numbers

extension Reader where Content == Double {
  /// A finite number within a rule and a limit, either way.
  package static func number(
    _ rule: ValueType.NumberRule = .any, _ words: String? = nil, limit: Double = Limit.number,
    definition: String? = nil
  ) -> Reader {
    let expectation = words ?? rule.expectation
    return Reader(
      expectation, example: rule == .wholeNumber ? "1" : "0.5",
      schema: SchemaPart.number(rule, limit: limit), definition: definition, text: \.sceneText
    ) { node, context in
      guard let value = context.finiteNumber(node, expectation, rule) else { return nil }
      if abs(value) > limit {
        return context.failure(
          .outOfRange, "\(value.sceneText) is beyond the limit of \(limit.sceneText)", at: node)
      }
      guard rule.allows(value) else {
        let isPercentage = rule == .unit && value >= 10 && value <= 100
        return context.failure(
          .outOfRange, "expected \(expectation); found \(value.sceneText)", at: node,
          hint: isPercentage ? "for \(value.sceneText) % write \((value / 100).sceneText)" : nil)
      }
      return value
    }
  }

  /// A number of either sign, one of several in a list.
  static let coordinate = number(definition: "number")

  /// Seconds, of either sign.
  package static var seconds: Reader { .number(.any, "a number of seconds", limit: Limit.seconds) }

  /// Seconds above 0.
  package static var duration: Reader {
    .number(.moreThanZero, "a number of seconds above 0", limit: Limit.seconds)
  }

  /// Seconds, 0 or more.
  static var delay: Reader {
    .number(.zeroOrMore, "a number of seconds, 0 or more", limit: Limit.seconds)
  }

  /// Seconds of an animation's pass: 0, or not too little to count with.
  static var passDuration: Reader {
    let delay = Reader.delay
    return Reader(
      delay.expectation, example: "1", schema: delay.schema, text: \.sceneText
    ) { node, context in
      guard let duration = delay.read(node, context) else { return nil }
      if duration == 0 || duration >= Limit.minimumDuration { return duration }
      return context.failure(
        .outOfRange, "a duration below a microsecond: \(duration.sceneText)", at: node)
    }
  }

  /// A number, 0 or more, which may be infinite.
  static func count(_ expectation: String = "a number, 0 or more, or infinite") -> Reader {
    let finite = Reader.number(.zeroOrMore, expectation, limit: Limit.count)
    return Reader(expectation, example: "0", schema: countSchema, text: \.sceneText) {
      node, context in
      // JSON has quotes around the word.
      if let text = node.scalar?.text, case .infinite(isNegative: false) = NumberText(text) {
        return .infinity
      }
      guard let value = context.finiteNumber(node, expectation, .zeroOrMore) else { return nil }
      // Scenes for Apple's platforms write HUGE_VALF or FLT_MAX for an infinite duration.
      if value >= Double(Float.greatestFiniteMagnitude) * 0.999 { return .infinity }
      if value == -1 {
        return context.failure(
          .outOfRange, "expected \(expectation); found -1", at: node, hint: "write infinite")
      }
      return finite.read(node, context)
    }
  }

  private static var countSchema: JSONValue {
    [
      "anyOf": [
        SchemaPart.number(.zeroOrMore, limit: Limit.count), ["type": "number", "minimum": 3.4e38],
        ["type": "string", "pattern": "^\\+?\\.?[iI][nN][fF]([iI][nN][iI][tT][eEyY])?$"],
      ]
    ]
  }

  /// Radians, or a text with a unit.
  static let angle: Reader = {
    let expectation = "an angle: radians, or a string such as \"90deg\" or \"0.5turn\""
    let plain = Reader.number(.any, expectation)
    return Reader(
      expectation, example: "90deg", schema: angleSchema, definition: "angle", text: \.sceneText
    ) { node, context in
      guard let scalar = node.scalar else { return context.mismatched(expectation, at: node) }
      if scalar.isPlain, NumberText(scalar.text) != .none {
        let radians = plain.read(node, context)
        if let radians { context.checkUnit(ofAngle: radians, at: node) }
        return radians
      }
      guard let radians = Angle.radians(fromText: scalar.text), radians.isFinite else {
        return context.mismatched(expectation, at: node)
      }
      guard abs(radians) <= Limit.number else {
        return context.failure(
          .outOfRange, "\(scalar.text.quoted) is beyond the limit of 10000000 radians", at: node)
      }
      return radians
    }
  }()

  private static let angleSchema: JSONValue = {
    let units = "([dD][eE][gG]|[gG][rR][aA][dD]|[rR][aA][dD]|[tT][uU][rR][nN])"
    return [
      "anyOf": [
        coordinate.schema,
        ["type": "string", "pattern": .string("^\\s*" + SchemaPart.decimal + units + "\\s*$")],
      ]
    ]
  }()
}

extension SceneContext {
  /// Warns of a number without a unit that is more than one turn in radians: most such numbers are
  /// meant as degrees.
  fileprivate func checkUnit(ofAngle radians: Double, at node: YAMLNode) {
    guard abs(radians) > Limit.bareAngle else { return }
    let text = radians.sceneText
    warning(
      .angleWithoutUnit, "\(text) without a unit means radians, which is more than one turn",
      at: node, hint: "did you mean '\(text)deg'? For radians write '\(text)rad'")
  }
}

// MARK: Whole numbers

extension Reader where Content: BinaryInteger & Sendable {
  /// A whole number from `least` to `most`; `most` is the limit of all numbers unless given.
  package static func whole(
    _ least: Int = 0, _ most: Int? = nil, _ expectation: String = "a whole number, 0 or more"
  ) -> Reader {
    let number = Reader<Double>.number(.any, expectation)
    let range = Double(least)...Double(most ?? Int(Limit.number))
    return Reader(
      expectation, example: "1", schema: SchemaPart.whole(range.lowerBound, range.upperBound),
      text: { "\($0)" }
    ) { node, context in
      guard let value = number.read(node, context) else { return nil }
      if let whole = Content(exactly: value), range.contains(value) { return whole }
      return context.failure(
        .outOfRange, "expected \(expectation); found \(value.sceneText)", at: node)
    }
  }
}

// MARK: Frame rates

extension Reader where Content == FrameRate {
  /// Frames per second: a number or a fraction.
  static let frameRate: Reader = {
    let expectation = "frames per second, such as 60, 29.97 or 24000/1001"
    return Reader(
      expectation, example: "30", schema: frameRateSchema, text: \.description
    ) { node, context in
      guard let text = node.scalar?.text, let rate = FrameRate(text) else {
        let isNumber = node.scalar.map { NumberText($0.text) != .none } ?? false
        return context.failure(
          isNumber ? .outOfRange : .wrongType, "expected \(expectation); found \(node.description)",
          at: node,
          hint: node.scalar?.text.wholeMatch(of: /([0-9.\/]+) *[A-Za-z]+/).map {
            "write \($0.output.1)"
          })
      }
      guard (1...1000).contains(rate.framesPerSecond) else {
        return context.failure(.outOfRange, "fps must lie in 1...1000; found \(text)", at: node)
      }
      return rate
    }
  }()

  private static let frameRateSchema: JSONValue = [
    "anyOf": [
      ["type": "number", "minimum": 1, "maximum": 1000],
      ["type": "string", "pattern": "^[0-9]+(\\.[0-9]+|/[0-9]+)?$"],
    ]
  ]
}

// MARK: Rules

extension ValueType.NumberRule {
  /// How to write a percentage as a valid number; `nil` where there is none.
  fileprivate func hint(forPercentage value: Double) -> String? {
    if self == .unit { return allows(value / 100) ? "write \((value / 100).sceneText)" : nil }
    guard allows(value) else { return nil }
    let share = allows(value / 100) ? ", or \((value / 100).sceneText) where shares belong" : ""
    return "write \(value.sceneText) where points belong\(share)"
  }

  var expectation: String {
    switch self {
    case .any: "a number"
    case .zeroOrMore: "a number, 0 or more"
    case .moreThanZero: "a number above 0"
    case .unit: "a number from 0 to 1"
    case .wholeNumber: "a whole number, 0 or more"
    }
  }

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

extension Double {
  /// How a scene file writes the number: a whole one without a point.
  package var sceneText: String {
    self == rounded() && abs(self) < 1e15 ? String(Int(self)) : String(self)
  }
}

extension SceneContext {
  /// The number of a node; `nil` after reporting another value, or one that is not finite.
  func finiteNumber(
    _ node: YAMLNode, _ expectation: String, _ rule: ValueType.NumberRule
  ) -> Double? {
    switch node.numberText {
    case .number(let value): return value
    case .infinite, .notANumber:
      error(
        .outOfRange, "expected \(expectation); found \(node.description), which is not finite",
        at: node)
    case .foreign(let hint): mismatch(expectation, at: node, hint: hint)
    case .percentage(let value):
      mismatch(expectation, at: node, hint: rule.hint(forPercentage: value))
    default: mismatch(expectation, at: node, hint: node.quotedNumberHint)
    }
    return nil
  }
}

// MARK: Texts of numbers

/// A plain scalar as a number. The grammar is JSON's, and also `+1`, `.5` and `5.`.
package enum NumberText: Equatable {
  case number(Double)
  case infinite(isNegative: Bool)
  case notANumber
  /// Numbers of other languages: `0x10`, `1_000`, `1,5`, `5px`, with how to write them.
  case foreign(hint: String)
  /// `50%`: the amount that is meant depends on the key.
  case percentage(Double)
  case none

  package init(_ text: String) {
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
    case let word: self = Self.foreign(word, sign: text.hasPrefix("-") ? "-" : "")
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

  private static func foreign(_ word: String, sign: String) -> NumberText {
    guard let first = word.utf8.first, isDigit(first) else { return .none }
    if word.hasPrefix("0x"), let value = Int(word.dropFirst(2), radix: 16) {
      return .foreign(hint: "numbers are decimal; write \(sign)\(value)")
    }
    if word.contains("_"), Double(word.replacing("_", with: "")) != nil {
      return .foreign(hint: "write \(sign)\(word.replacing("_", with: ""))")
    }
    if let hint = hint(ofLocale: word, sign) { return .foreign(hint: hint) }
    for unit in ["px", "pt", "ms", "s", "frames", "f", "%"] where word.hasSuffix(unit) {
      let digits = word.dropLast(unit.count).trimmed
      if let value = Double(sign + digits), value.isFinite {
        return unit == "%" ? .percentage(value) : .foreign(hint: hint(value, unit))
      }
    }
    return .none
  }

  /// How to write a number with grouped digits or a decimal comma: `1,200`, `1.200,5`, `1 200`,
  /// `1'200`. One comma before three digits may be either.
  private static func hint(ofLocale word: String, _ sign: String) -> String? {
    // Most words are numbers with a unit: for these no pattern is made.
    let separators = ", '\u{A0}\u{202F}\u{2019}".unicodeScalars
    guard word.unicodeScalars.contains(where: separators.contains) else { return nil }
    let groups = /[1-9][0-9]{0,2}([, '\u{A0}\u{202F}\u{2019}][0-9]{3})+(\.[0-9]+)?/
    if word.wholeMatch(of: groups) != nil {
      let plain = word.filter { $0.isASCII && $0.isNumber || $0 == "." }
      let isUnclear = word.count { $0 == "," } == 1 && !word.contains(".")
      let other = word.replacing(",", with: ".").sceneNumber
      return "write \(sign)\(plain)"
        + (isUnclear ? ", or \(sign)\(other) if the comma begins the decimals" : "")
    }
    let decimals = /[0-9]{1,3}([. '\u{A0}\u{202F}\u{2019}][0-9]{3})+,[0-9]+|[0-9]*,[0-9]+/
    guard word.wholeMatch(of: decimals) != nil else { return nil }
    let plain = word.filter { $0.isASCII && $0.isNumber || $0 == "," }
    return "write \(sign)\(plain.replacing(",", with: "."))"
  }

  private static func hint(_ value: Double, _ unit: String) -> String {
    switch unit {
    case "ms": "times are in seconds; write \((value / 1000).sceneText)"
    case "f", "frames": "write a number without a unit; times are in seconds, not in frames"
    default: "write \(value.sceneText) without a unit"
    }
  }
}

extension String {
  /// The number in the notation of scene files; the text itself if it is no number.
  fileprivate var sceneNumber: String { Double(self)?.sceneText ?? self }
}

extension YAMLNode {
  /// A scalar without quotes as a number; `nil` for anything else.
  var numberText: NumberText? {
    guard let scalar, scalar.isPlain else { return nil }
    return NumberText(scalar.text)
  }

  fileprivate var quotedNumberHint: String? {
    guard let scalar, !scalar.isPlain, case .number = NumberText(scalar.text) else { return nil }
    return origins.isEmpty ? "remove the quotes" : "give the parameter the type number"
  }
}
