/// A text in which parts between dollar signs are mathematics, in a small subset of LaTeX's
/// notation: letters, scripts, Greek, fractions, roots, dots and bars over letters, signs.
///
/// A dollar sign that neither begins nor ends a formula is plain, and so is `\$`.
struct MathText: Hashable, Sendable {
  /// A part of a text.
  enum Part: Hashable, Sendable {
    case plain(String)
    case formula([Atom])
  }

  /// A part of a formula.
  indirect enum Atom: Hashable, Sendable {
    case letters(String, isItalic: Bool)
    /// An operator or a relation, with space around it.
    case sign(String)
    /// A superscript and a subscript of the atom before.
    case scripts(upper: [Atom], lower: [Atom])
    case fraction([Atom], [Atom])
    case root([Atom])
    /// Something with dots or a bar over it.
    case accent(Accent, [Atom])
  }

  enum Accent: String, CaseIterable, Hashable, Sendable {
    case dot, ddot, bar
  }

  struct Mistake: Error, Hashable, Sendable {
    let message: String
    let hint: String?

    init(_ message: String, hint: String? = nil) { (self.message, self.hint) = (message, hint) }
  }

  private(set) var parts: [Part] = []

  var hasFormulas: Bool { parts.contains { if case .formula = $0 { true } else { false } } }

  /// Whether a text may be more than plain.
  static func isPossible(in text: String) -> Bool { text.contains("$") }

  /// A formula begins with a dollar sign before something that is no blank, and ends with one after
  /// something that is no blank and before something that is no digit, as in Pandoc: so amounts of
  /// money are plain.
  init(_ text: String) throws(Mistake) {
    var scanner = DollarScanner(text)
    var isOdd = false
    while let piece = scanner.next() {
      switch piece {
      case .plain(let string): parts.append(.plain(string))
      case .sign:
        isOdd = true
        parts.append(.plain("$"))
      case .formula(let string):
        var parser = FormulaParser(string)
        parts.append(.formula(try parser.whole()))
      }
    }
    guard isOdd, hasFormulas else { return }
    throw Mistake(
      "a dollar sign without its partner", hint: "mathematics stands in $...$; \\$ is the sign")
  }

  /// The words between blanks; a formula is not broken.
  static func words(of text: String) -> [String] {
    guard isPossible(in: text) else { return text.split(separator: " ").map(String.init) }
    var words = [""]
    var scanner = DollarScanner(text, keepsEscapes: true)
    while let piece = scanner.next() {
      switch piece {
      case .plain(let string):
        let parts = string.split(separator: " ", omittingEmptySubsequences: false)
        words[words.count - 1] += parts[0]
        words += parts.dropFirst().map(String.init)
      case .sign: words[words.count - 1] += "$"
      case .formula(let string): words[words.count - 1] += "$\(string)$"
      }
    }
    return words.filter { !$0.isEmpty }
  }

  /// The text for places without layout, such as a description: `x(t)/x_0`, `(a)/(b)`.
  static func plain(_ text: String) -> String {
    guard isPossible(in: text), let math = try? MathText(text) else { return text }
    return math.parts.map { part in
      switch part {
      case .plain(let string): string
      case .formula(let atoms): atoms.plain
      }
    }.joined()
  }
}

extension [MathText.Atom] {
  fileprivate var plain: String { map(\.plain).joined() }
}

extension MathText.Atom {
  fileprivate var plain: String {
    switch self {
    case .letters(let text, _): text
    case .sign(let text): " \(text) "
    case .scripts(let upper, let lower):
      (lower.isEmpty ? "" : "_" + lower.plain) + (upper.isEmpty ? "" : "^" + upper.plain)
    case .fraction(let above, let below): "(\(above.plain))/(\(below.plain))"
    case .root(let inner): "\u{221A}(\(inner.plain))"
    case .accent(let accent, let inner): inner.plain + accent.plain
    }
  }
}

extension MathText.Accent {
  /// The combining character.
  fileprivate var plain: String {
    switch self {
    case .dot: "\u{307}"
    case .ddot: "\u{308}"
    case .bar: "\u{304}"
    }
  }
}

/// Splits a text at its dollar signs.
private struct DollarScanner {
  enum Piece {
    case plain(String)
    /// A dollar sign that neither begins nor ends a formula.
    case sign
    case formula(String)
  }

  private let characters: [Character]
  private var index = 0

  /// Whether `\$` stays as it is.
  private let keepsEscapes: Bool

  init(_ text: String, keepsEscapes: Bool = false) {
    (characters, self.keepsEscapes) = (Array(text), keepsEscapes)
  }

  mutating func next() -> Piece? {
    guard index < characters.count else { return nil }
    if characters[index] == "$" {
      guard let end = formulaEnd else {
        index += 1
        return .sign
      }
      defer { index = end + 1 }
      return .formula(String(characters[index + 1..<end]))
    }
    var text = ""
    while index < characters.count, characters[index] != "$" {
      if isEscaped(index) {
        if keepsEscapes { text.append(characters[index]) }
        index += 1
      }
      text.append(characters[index])
      index += 1
    }
    return .plain(text)
  }

  /// Whether a backslash is there that belongs to a dollar sign.
  private func isEscaped(_ place: Int) -> Bool {
    place + 1 < characters.count && characters[place] == "\\" && characters[place + 1] == "$"
  }

  /// Where the formula ends that begins here; `nil` where none begins.
  private var formulaEnd: Int? {
    guard index + 1 < characters.count, !characters[index + 1].isWhitespace else { return nil }
    var place = index + 1
    while place < characters.count {
      if isEscaped(place) {
        place += 2
        continue
      }
      if characters[place] == "$", !characters[place - 1].isWhitespace {
        let isAmount = place + 1 < characters.count && characters[place + 1].isNumber
        if !isAmount { return place }
      }
      place += 1
    }
    return nil
  }
}

/// Reads a formula: the part of a text between two dollar signs.
private struct FormulaParser {
  private let characters: [Character]
  private var index = 0
  private var depth = 0

  /// Formulas inside formulas, no deeper.
  private static let maximumDepth = 8

  init(_ text: String) { characters = Array(text) }

  mutating func whole() throws(MathText.Mistake) -> [MathText.Atom] {
    let atoms = try self.atoms()
    guard index == characters.count else { throw .init("a closing brace without an opening one") }
    guard !atoms.isEmpty else { throw .init("nothing between two dollar signs") }
    return atoms
  }

  /// Everything up to a closing brace or the end.
  private mutating func atoms() throws(MathText.Mistake) -> [MathText.Atom] {
    var atoms: [MathText.Atom] = []
    while index < characters.count, characters[index] != "}" {
      let next = characters[index]
      if next.isWhitespace {
        index += 1
      } else if next == "^" || next == "_" {
        atoms.append(try scripts())
      } else if next == "{" {
        atoms += try argument()
      } else {
        append(try atom(), to: &atoms)
      }
    }
    return atoms
  }

  /// Letters of one kind are one piece; a minus sign at the beginning has no space around it.
  private func append(_ atom: MathText.Atom, to atoms: inout [MathText.Atom]) {
    if case .letters(let text, false) = atom, MathSymbols.isFunction(text),
      atoms.last.map({ !$0.opens }) ?? false
    {
      atoms.append(.letters(MathSymbols.thinSpace + text, isItalic: false))
    } else if case .letters(let text, let isItalic) = atom,
      case .letters(let before, let wasItalic)? = atoms.last, isItalic == wasItalic
    {
      atoms[atoms.count - 1] = .letters(before + text, isItalic: isItalic)
    } else if case .sign(let text) = atom, atoms.last.map(\.opens) ?? true {
      atoms.append(.letters(text, isItalic: false))
    } else {
      atoms.append(atom)
    }
  }

  private mutating func scripts() throws(MathText.Mistake) -> MathText.Atom {
    var (upper, lower): ([MathText.Atom], [MathText.Atom]) = ([], [])
    while index < characters.count, characters[index] == "^" || characters[index] == "_" {
      let isUpper = characters[index] == "^"
      index += 1
      guard isUpper ? upper.isEmpty : lower.isEmpty else {
        throw .init("two \(isUpper ? "superscripts" : "subscripts") at one place")
      }
      let script = try argument()
      if isUpper { upper = script } else { lower = script }
    }
    return .scripts(upper: upper, lower: lower)
  }

  /// One atom, or several in braces.
  private mutating func argument() throws(MathText.Mistake) -> [MathText.Atom] {
    while index < characters.count, characters[index].isWhitespace { index += 1 }
    guard index < characters.count, characters[index] != "}" else {
      throw .init("something is missing at the end of a formula")
    }
    guard characters[index] == "{" else { return [try atom()] }
    depth += 1
    guard depth <= Self.maximumDepth else { throw .init("braces lie too deep in each other") }
    index += 1
    let atoms = try self.atoms()
    guard index < characters.count else { throw .init("an opening brace without a closing one") }
    index += 1
    depth -= 1
    return atoms
  }

  private mutating func atom() throws(MathText.Mistake) -> MathText.Atom {
    let character = characters[index]
    if character == "^" || character == "_" { throw .init("a script of a script needs braces") }
    index += 1
    if character == "\\" { return try command() }
    if let sign = MathSymbols.signs[character] { return .sign(sign) }
    if character == "'" { return .letters("\u{2032}", isItalic: false) }
    let isGreekSmall = ("\u{3B1}"..."\u{3C9}").contains(character)
    return .letters(
      String(character), isItalic: character.isASCII && character.isLetter || isGreekSmall)
  }

  private mutating func command() throws(MathText.Mistake) -> MathText.Atom {
    var name = ""
    while index < characters.count, characters[index].isASCII, characters[index].isLetter {
      name.append(characters[index])
      index += 1
    }
    if name.isEmpty, index < characters.count {
      let sign = characters[index]
      index += 1
      if let space = MathSymbols.spaces[sign] { return .letters(space, isItalic: false) }
      if "{}%_&#".contains(sign) { return .letters(String(sign), isItalic: false) }
      throw .init("unknown command \\\(sign)")
    }
    if name == "frac" { return .fraction(try argument(), try argument()) }
    if name == "sqrt" { return .root(try argument()) }
    if name == "mathrm" || name == "text" { return .letters(try words(), isItalic: false) }
    if let accent = MathText.Accent(rawValue: name) { return .accent(accent, try argument()) }
    if let letter = MathSymbols.letters[name] {
      return .letters(letter, isItalic: name.first?.isLowercase == true)
    }
    if let sign = MathSymbols.operators[name] { return .sign(sign) }
    if let plain = MathSymbols.plain[name] { return .letters(plain, isItalic: false) }
    if MathSymbols.functions.contains(name) {
      // Space before its argument, unless that is in parentheses.
      let isTight = index == characters.count || "(^_}".contains(characters[index])
      return .letters(isTight ? name : name + MathSymbols.thinSpace, isItalic: false)
    }
    throw .init(
      "unknown command \\\(name)",
      hint: MathSymbols.nearest(to: name).map { "did you mean \\\($0)?" })
  }

  /// The text in braces, unchanged.
  private mutating func words() throws(MathText.Mistake) -> String {
    guard index < characters.count, characters[index] == "{",
      let end = characters[index...].firstIndex(of: "}")
    else { throw .init("\\text and \\mathrm take a text in braces") }
    defer { index = end + 1 }
    return String(characters[index + 1..<end])
  }
}

extension MathText.Atom {
  /// Whether a sign after it has nothing at its left: `-1`, `(-1`, `= -1`.
  fileprivate var opens: Bool {
    switch self {
    case .sign: true
    case .letters(let text, _): text.hasSuffix("(") || text.hasSuffix("[") || text.hasSuffix(",")
    case .scripts, .fraction, .root, .accent: false
    }
  }
}
