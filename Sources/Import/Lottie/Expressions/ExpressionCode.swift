import RostrumSource

/// The text of an expression as the engine gets it: a function of the value before the expression
/// and of the time, in which each loop, function and handler of errors counts a step. Tokens stand
/// apart, so that the engine reads the same ones.
struct ExpressionCode {
  private(set) var text = ""
  /// Whether it reads the time.
  let readsTime: Bool
  /// Whether it names the value before it.
  let readsValue: Bool

  private let tokens: [ExpressionTokens.Token]
  private var brackets: [Bracket] = []
  private var lastClosed = Bracket(head: nil)

  private struct Bracket {
    /// The keyword before it.
    var head: String?
    /// Whether it is of a `for` whose condition has not come yet.
    var awaitsCondition = false
    /// The text before the bracket that closes it.
    var ending = ""
  }

  init(_ expression: String) throws(ExpressionProblem) {
    tokens = try ExpressionArrows.replaced(ExpressionTokens(expression).tokens)
    readsTime = tokens.contains { $0.text == "time" || $0.text == "arguments" }
    readsValue = tokens.contains { ["value", "eval", "arguments"].contains($0.text) }
    let assigns = tokens.contains { $0.text == "$bm_rt" }
    let result = assigns ? nil : Self.lastStatement(tokens)
    text = "(function (value, time) {var $bm_rt;"
    for index in tokens.indices {
      if index == result { text += " return" }
      try write(tokens[index], at: index)
    }
    text += "\n;return $bm_rt;})"
  }

  /// Where the last statement begins: without Bodymovin's variable its value is the result.
  private static func lastStatement(_ tokens: [ExpressionTokens.Token]) -> Int {
    var (depth, start, pending) = (0, 0, 0)
    for (index, token) in tokens.enumerated() where token.kind != .string {
      if pending != start, index >= pending { start = pending }
      if ["(", "[", "{"].contains(token.text) { depth += 1 }
      if [")", "]", "}"].contains(token.text) { depth -= 1 }
      if token.text == ";", depth == 0 { pending = index + 1 }
    }
    return start
  }

  private static let refused: Set<String> = ["with", "debugger"]

  private mutating func write(
    _ token: ExpressionTokens.Token, at index: Int
  ) throws(ExpressionProblem) {
    text += token.beginsLine ? "\n" : " "
    switch token.kind {
    case .pattern:
      text += "$$r(\(Self.quoted(token.text)), \(Self.quoted(token.flags)))"
    case .word where !isMember(index):
      guard !token.text.hasPrefix("$$"), !Self.refused.contains(token.text) else {
        throw ExpressionProblem("it uses \(token.text.quoted)")
      }
      if token.text == "of", brackets.last?.awaitsCondition == true {
        return try writeItems(at: index)
      }
      let isVariable = token.text == "let" || token.text == "const"
      text += isVariable && next(index)?.kind == .word ? "var" : token.text
      if token.text == "in", brackets.last?.awaitsCondition == true {
        text += " $$k("
        brackets[brackets.count - 1].awaitsCondition = false
        brackets[brackets.count - 1].ending = ") "
      }
    case .mark: writeMark(token.text, at: index)
    case .string: text += Self.inASCII(token.text)
    default: text += token.text
    }
  }

  /// `for (var name of list)` as a loop over the indices of the list.
  private mutating func writeItems(at index: Int) throws(ExpressionProblem) {
    guard let name = word(index - 1), let kind = word(index - 2),
      ["var", "let", "const"].contains(kind)
    else { throw ExpressionProblem("a loop with 'of' declares no variable") }
    let (items, place) = ("$$l\(index)", "$$i\(index)")
    text += ", \(place) = -1, \(items) = $$o("
    brackets[brackets.count - 1].awaitsCondition = false
    brackets[brackets.count - 1].ending =
      "); $$s(), ++\(place) < \(items).length && (\(name) = \(items)[\(place)], true); "
  }

  /// The same text with escapes instead of characters beyond ASCII, of which the engine makes units
  /// of UTF-16.
  private static func inASCII(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.isASCII {
        result.unicodeScalars.append(scalar)
      } else {
        result += String(scalar).utf16.map(escape).joined()
      }
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private func next(_ index: Int) -> ExpressionTokens.Token? {
    index + 1 < tokens.count ? tokens[index + 1] : nil
  }

  private func word(_ index: Int) -> String? {
    index >= 0 && tokens[index].kind == .word ? tokens[index].text : nil
  }

  private func isMember(_ index: Int) -> Bool {
    index > 0 && tokens[index - 1].kind == .mark && tokens[index - 1].text == "."
  }

  private mutating func writeMark(_ mark: String, at index: Int) {
    switch mark {
    case "(", "[", "{": open(mark, at: index)
    case ")", "]", "}":
      lastClosed = brackets.popLast() ?? lastClosed
      text += lastClosed.ending + mark
    case ";" where brackets.last?.awaitsCondition == true:
      brackets[brackets.count - 1].awaitsCondition = false
      text += next(index)?.text == ";" ? "; $$s()" : "; $$s(),"
    default: text += mark
    }
  }

  private mutating func open(_ mark: String, at index: Int) {
    text += mark
    var bracket = Bracket(head: isMember(index - 1) ? nil : word(index - 1))
    // A name of an accessor, as in `{get if() {...}}`.
    if let before = word(index - 2), before == "get" || before == "set" { bracket.head = nil }
    if mark == "(" {
      if bracket.head == "while" { text += "$$s()," }
      bracket.awaitsCondition = bracket.head == "for"
    } else if mark == "{" {
      let followsBracket = index > 0 && tokens[index - 1].text == ")"
      if followsBracket ? lastClosed.head != "switch" : bracket.head == "finally" {
        text += "$$s();"
      }
    }
    brackets.append(bracket)
  }

  /// A string in JavaScript.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for unit in text.utf16 {
      let isPlain = unit < 0x80 && Unicode.Scalar(unit).map { $0.properties.isAlphabetic } == true
      if isPlain, let scalar = Unicode.Scalar(unit) {
        result.unicodeScalars.append(scalar)
      } else {
        result += escape(unit)
      }
    }
    return result + "\""
  }
}
