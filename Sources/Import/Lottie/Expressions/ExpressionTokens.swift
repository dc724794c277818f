import RostrumSource

/// The tokens of a text in ECMAScript 5.1 (chapter 7), without comments, and of template literals
/// and arrows of ECMAScript 2015: a template is a sum of texts.
struct ExpressionTokens {
  enum Kind {
    case word, number, string, pattern, mark
  }

  struct Token {
    let kind: Kind
    var text: String
    /// The flags of a regular expression.
    var flags = ""
    /// Whether a line ends before it.
    var beginsLine = false
  }

  private(set) var tokens: [Token] = []
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var endsLine = false
  /// Each bracket that is open, and whether a keyword of a statement precedes it.
  private var brackets: [(scalar: Unicode.Scalar, isControl: Bool)] = []
  /// Whether the last bracket to be closed is one of a statement, as of `if (...)`.
  private var closedControl = false

  /// The deepest nesting of brackets.
  static let maximumDepth = 100
  static let maximumLength = 50_000

  init(_ text: String) throws(ExpressionProblem) {
    guard text.utf8.count <= Self.maximumLength else {
      throw ExpressionProblem("it is longer than \(Self.maximumLength) bytes")
    }
    scalars = Array(text.unicodeScalars)
    while let scalar = scalars[safe: index] {
      if try skipped(scalar) { continue }
      if scalar == "`" || scalar == "}" && brackets.last?.scalar == "$" {
        try template()
      } else {
        try add(try next(scalar))
      }
    }
    guard brackets.isEmpty else { throw ExpressionProblem("a bracket is not closed") }
  }

  private mutating func add(_ token: Token) throws(ExpressionProblem) {
    var token = token
    (token.beginsLine, endsLine) = (endsLine, false)
    try follow(token)
    tokens.append(token)
  }

  // MARK: Templates

  /// A template from its beginning, or from the end of an expression in it, up to the next one or
  /// to its end.
  private mutating func template() throws(ExpressionProblem) {
    if scalars[index] == "`" {
      try add(Token(kind: .mark, text: "("))
    } else {
      brackets.removeLast()
      closedControl = false
      tokens += [Token(kind: .mark, text: ")"), Token(kind: .mark, text: "+")]
    }
    index += 1
    var text = String.UnicodeScalarView()
    while let scalar = scalars[safe: index], scalar != "`" {
      index += 1
      if scalar == "$", scalars[safe: index] == "{" {
        index += 1
        tokens.append(Token(kind: .string, text: "\"\(String(text))\""))
        tokens.append(Token(kind: .mark, text: "+"))
        try add(Token(kind: .mark, text: "("))
        brackets[brackets.count - 1].scalar = "$"
        return
      }
      switch scalar {
      case "\\":
        guard let escaped = scalars[safe: index] else { break }
        index += 1
        if !Self.lineEnds.contains(escaped) { text.append(contentsOf: [scalar, escaped]) }
      case "\"": text.append(contentsOf: ["\\", "\""])
      case let end where Self.lineEnds.contains(end): text.append(contentsOf: ["\\", "n"])
      default: text.append(scalar)
      }
    }
    guard scalars[safe: index] == "`" else { throw ExpressionProblem("a template does not end") }
    index += 1
    tokens.append(Token(kind: .string, text: "\"\(String(text))\""))
    try add(Token(kind: .mark, text: ")"))
  }

  // MARK: Blanks and comments

  private static let lineEnds: Set<Unicode.Scalar> = ["\n", "\r", "\u{2028}", "\u{2029}"]

  private mutating func skipped(_ scalar: Unicode.Scalar) throws(ExpressionProblem) -> Bool {
    if Self.lineEnds.contains(scalar) {
      endsLine = true
    } else if scalar == "/", scalars[safe: index + 1] == "/" {
      while let scalar = scalars[safe: index], !Self.lineEnds.contains(scalar) { index += 1 }
      return true
    } else if scalar == "/", scalars[safe: index + 1] == "*" {
      index += 2
      while !(scalars[safe: index] == "*" && scalars[safe: index + 1] == "/") {
        guard let scalar = scalars[safe: index] else {
          throw ExpressionProblem("a comment does not end")
        }
        if Self.lineEnds.contains(scalar) { endsLine = true }
        index += 1
      }
      index += 1
    } else if !(scalar.properties.isWhitespace || scalar == "\u{FEFF}") {
      return false
    }
    index += 1
    return true
  }

  // MARK: Tokens

  private mutating func next(_ scalar: Unicode.Scalar) throws(ExpressionProblem) -> Token {
    if Self.isDigit(scalar) || scalar == "." && scalars[safe: index + 1].map(Self.isDigit) == true {
      return try number()
    }
    if Self.beginsWord(scalar) {
      return Token(kind: .word, text: take { Self.beginsWord($0) || Self.isDigit($0) })
    }
    if scalar == "\"" || scalar == "'" { return try string(scalar) }
    if scalar == "/", try mayBePattern() { return try pattern() }
    for length in [4, 3, 2, 1] where index + length <= scalars.count {
      let text = Self.text(scalars[index..<index + length])
      guard Self.marks.contains(text) else { continue }
      index += length
      return Token(kind: .mark, text: text)
    }
    throw ExpressionProblem("it has \(String(scalar).quoted), which is not of ECMAScript 5")
  }

  private static let marks: Set<String> = [
    "{", "}", "(", ")", "[", "]", ".", ";", ",", "<", ">", "<=", ">=", "==", "!=", "===", "!==",
    "+", "-", "*", "%", "++", "--", "<<", ">>", ">>>", "&", "|", "^", "!", "~", "&&", "||", "?",
    ":", "=", "+=", "-=", "*=", "%=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "/", "/=",
    "=>",
  ]

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func beginsWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
        || scalar == "$"
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      return true
    default: return false
    }
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  private mutating func take(while belongs: (Unicode.Scalar) -> Bool) -> String {
    let start = index
    while let scalar = scalars[safe: index], belongs(scalar) { index += 1 }
    return Self.text(scalars[start..<index])
  }

  private mutating func number() throws(ExpressionProblem) -> Token {
    var text: String
    if scalars[index] == "0", let next = scalars[safe: index + 1], next == "x" || next == "X" {
      index += 2
      text = "0x" + take { $0.properties.isASCIIHexDigit }
    } else {
      text = take(while: Self.isDigit)
      if scalars[safe: index] == "." {
        index += 1
        text += "." + take(while: Self.isDigit)
      }
      if let mark = scalars[safe: index], mark == "e" || mark == "E" {
        index += 1
        text += "e"
        if let sign = scalars[safe: index], sign == "+" || sign == "-" {
          text += String(sign)
          index += 1
        }
        text += take(while: Self.isDigit)
      }
    }
    if let scalar = scalars[safe: index], Self.beginsWord(scalar) || Self.isDigit(scalar) {
      throw ExpressionProblem("the number \(text) ends in a letter")
    }
    return Token(kind: .number, text: text)
  }

  private mutating func string(_ quote: Unicode.Scalar) throws(ExpressionProblem) -> Token {
    var text = String.UnicodeScalarView()
    text.append(quote)
    index += 1
    while let scalar = scalars[safe: index], scalar != quote, !Self.lineEnds.contains(scalar) {
      index += 1
      guard scalar == "\\", let escaped = scalars[safe: index] else {
        text.append(scalar)
        continue
      }
      index += 1
      if Self.lineEnds.contains(escaped) {
        if escaped == "\r", scalars[safe: index] == "\n" { index += 1 }
        continue
      }
      text.append(contentsOf: [scalar, escaped])
    }
    guard scalars[safe: index] == quote else { throw ExpressionProblem("a string does not end") }
    index += 1
    text.append(quote)
    return Token(kind: .string, text: String(text))
  }

  // MARK: Regular expressions

  /// Whether a slash begins a regular expression: where no value has ended. After a closing brace
  /// nobody writes either, and only a parser would know.
  private func mayBePattern() throws(ExpressionProblem) -> Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .number, .string, .pattern: return false
    case .word:
      let isMember = tokens.dropLast().last?.text == "."
      return !isMember && Self.wordsBeforeValues.contains(last.text)
    case .mark:
      if last.text == "}" { throw ExpressionProblem("a slash follows a closing brace") }
      if last.text == ")" { return closedControl }
      return last.text != "]" && last.text != "++" && last.text != "--"
    }
  }

  private static let wordsBeforeValues: Set<String> = [
    "return", "typeof", "case", "do", "else", "in", "instanceof", "new", "void", "delete", "throw",
  ]

  private mutating func pattern() throws(ExpressionProblem) -> Token {
    var text = String.UnicodeScalarView()
    index += 1
    var isInClass = false
    while let scalar = scalars[safe: index], scalar != "/" || isInClass,
      !Self.lineEnds.contains(scalar)
    {
      index += 1
      text.append(scalar)
      if scalar == "[" { isInClass = true }
      if scalar == "]" { isInClass = false }
      if scalar == "\\", let escaped = scalars[safe: index], !Self.lineEnds.contains(escaped) {
        text.append(escaped)
        index += 1
      }
    }
    guard scalars[safe: index] == "/" else {
      throw ExpressionProblem("a regular expression does not end")
    }
    index += 1
    return Token(kind: .pattern, text: String(text), flags: take(while: Self.beginsWord))
  }

  // MARK: Brackets

  private static let pairs: [String: Unicode.Scalar] = [")": "(", "]": "[", "}": "{"]

  private mutating func follow(_ token: Token) throws(ExpressionProblem) {
    guard token.kind == .mark else { return }
    switch token.text {
    case "(", "[", "{":
      guard brackets.count < Self.maximumDepth else {
        throw ExpressionProblem("brackets lie more than \(Self.maximumDepth) deep in each other")
      }
      let before = tokens.last?.kind == .word ? tokens.last?.text : nil
      let isControl =
        tokens.dropLast().last?.text != "."
        && ["if", "while", "for", "with"].contains(before)
      brackets.append((token.text.unicodeScalars.first ?? "(", isControl))
    case ")", "]", "}":
      guard let open = brackets.popLast(), open.scalar == Self.pairs[token.text] else {
        throw ExpressionProblem("a bracket is closed that is not open")
      }
      closedControl = open.isControl
    default: break
    }
  }
}

/// Why an expression cannot be run.
struct ExpressionProblem: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
