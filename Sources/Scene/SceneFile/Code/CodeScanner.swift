/// Takes code apart by its language's words and signs.
struct CodeScanner {
  private let language: CodeLanguage
  private let text: [Character]
  private var index = 0
  private var found: [CodeRun] = []
  /// The last character that is not blank, and whether it ends a value, before which no pattern
  /// begins.
  private var lastSign: Character?
  private var isAfterValue = false
  /// How deep code in texts may lie in code in texts.
  private static let maximumDepth = 32
  /// The longest regular expression, in characters.
  private static let longestPattern = 1000
  /// The element whose tag is open.
  private var tag: String?

  init(_ text: String, _ language: CodeLanguage) {
    (self.text, self.language) = (Array(text), language)
  }

  mutating func runs() -> [CodeRun] {
    while index < text.count {
      let start = index
      step()
      // Every step takes something.
      if index == start { add(.plain, 1) }
    }
    return found
  }

  private mutating func step() {
    if language.form == .markup {
      stepMarkup()
    } else if let end = delimited() ?? hereDocument() {
      add(end.kind, end.end - index)
    } else if isAtWord || isAtNumber {
      word()
    } else if let kind = language.marks[text[index]], isWord(at: index + 1), !isWord(at: index - 1)
    {
      add(kind, 1 + wordLength(from: index + 1))
    } else if language.form == .shell, text[index] == "$", variableLength > 1 {
      add(.name, variableLength)
    } else if text[index] == "<", found.dropLast().last?.text == "#include" {
      add(.string, text[index...].prefix { $0 != ">" && $0 != "\n" }.count + 1)
    } else if language.hasPatterns, text[index] == "/", !isAfterValue, let end = patternEnd() {
      add(.string, end - index)
    } else {
      add(.plain, 1)
    }
  }

  // MARK: Parts

  private mutating func add(_ kind: CodeRun.Kind, _ count: Int) {
    let part = text[index..<min(index + max(count, 1), text.count)]
    index = part.endIndex
    if let last = part.last(where: { !$0.isWhitespace }), kind != .comment {
      lastSign = last
      isAfterValue =
        kind == .plain ? last == ")" || last == "]" || isWord(last) : kind != .keyword
    }
    if let last = found.last, last.kind == kind {
      found[found.count - 1].text += String(part)
    } else {
      found.append(CodeRun(kind: kind, text: String(part)))
    }
  }

  private func starts(_ sign: String, at place: Int) -> Bool {
    text[min(place, text.count)...].starts(with: sign)
  }

  private func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
      || language.wordSigns.contains(character)
  }

  private func isWord(at place: Int) -> Bool {
    text.indices.contains(place) && isWord(text[place])
  }

  private func wordLength(from place: Int) -> Int {
    text[min(place, text.count)...].prefix(while: isWord).count
  }

  // MARK: Comments and texts

  /// The comment or text that begins here.
  private func delimited() -> (kind: CodeRun.Kind, end: Int)? {
    guard let delimiter = delimiter(at: index) else { return nil }
    let end = end(of: delimiter, from: index + delimiter.open.count)
    guard delimiter.kind == .string, language.form == .data || language.form == .settings else {
      return (delimiter.kind, end)
    }
    let after = text[end...].first { $0 != " " && $0 != "\t" }
    return (after == ":" ? .name : .string, end)
  }

  private func delimiter(at place: Int) -> CodeLanguage.Delimiter? {
    language.delimiters.first { delimiter in
      guard starts(delimiter.open, at: place) else { return false }
      if delimiter.beginsWord, place > 0, !" \t\n;(|&[{,".contains(text[place - 1]) { return false }
      // A letter before the quote belongs to a longer word, and an apostrophe to a number.
      if let first = delimiter.open.first, first.isLetter || first == "'",
        language.form == .program,
        place > 0, text[place - 1].isLetter || text[place - 1].isNumber,
        !isPrefix(before: place)
      {
        return false
      }
      return !delimiter.isCharacter || characterEnd(from: place + delimiter.open.count) != nil
    }
  }

  private func isPrefix(before place: Int) -> Bool {
    let word = text[..<place].reversed().prefix(while: isWord).reversed()
    return language.prefixes.contains(String(word).lowercased())
  }

  /// Behind the quote that closes one character.
  private func characterEnd(from place: Int) -> Int? {
    guard place < text.count, text[place] != "\n", text[place] != "'" else { return nil }
    guard text[place] == "\\" else {
      return place + 1 < text.count && text[place + 1] == "'" ? place + 2 : nil
    }
    let rest = text[min(place + 2, text.count)...].prefix(12)
    return rest.firstIndex(of: "'").map { $0 + 1 }
  }

  /// Behind the end of a comment or text. Code that lies too deep in others is a part of its text.
  private func end(
    of delimiter: CodeLanguage.Delimiter, from start: Int, within outer: Int = 0
  ) -> Int {
    var (place, depth) = (start, 1)
    if delimiter.isCharacter { return characterEnd(from: start) ?? start }
    while place < text.count {
      if text[place] == "\n", !delimiter.spansLines { return place }
      if let inner = delimiter.inner, outer < Self.maximumDepth, starts(inner.open, at: place) {
        place = innerEnd(inner.close, from: place + inner.open.count, within: outer + 1)
      } else if text[place] == delimiter.escape {
        place += 2
      } else if delimiter.nests, starts(delimiter.open, at: place) {
        (place, depth) = (place + delimiter.open.count, depth + 1)
      } else if !delimiter.close.isEmpty, starts(delimiter.close, at: place) {
        (place, depth) = (place + delimiter.close.count, depth - 1)
        if depth == 0 { return place }
      } else {
        place += 1
      }
    }
    return text.count
  }

  /// Behind the bracket that closes code inside a text, whose own texts and brackets are left out.
  private func innerEnd(_ close: Character, from start: Int, within outer: Int = 0) -> Int {
    let open: Character = close == ")" ? "(" : "{"
    var (place, depth) = (start, 1)
    while place < text.count {
      if let delimiter = delimiter(at: place) {
        place = end(of: delimiter, from: place + delimiter.open.count, within: outer)
        continue
      }
      if text[place] == open { depth += 1 }
      if text[place] == close { depth -= 1 }
      place += 1
      if depth == 0 { return place }
    }
    return text.count
  }

  /// The text of a shell from `<<END` to the line `END`.
  private func hereDocument() -> (kind: CodeRun.Kind, end: Int)? {
    guard language.form == .shell, starts("<<", at: index), !starts("<<<", at: index) else {
      return nil
    }
    var word = text[(index + 2)...].prefix(Self.longestPattern)
      .prefix { !$0.isWhitespace && !";|&)<".contains($0) }
    if word.first == "-" { word = word.dropFirst() }
    let name = String(word.filter { !"'\"\\".contains($0) })
    guard name.first.map({ $0.isLetter || $0 == "_" }) ?? false else { return nil }
    var start = index
    while start < text.count {
      let line = text[start...].prefix { $0 != "\n" }
      if String(line.drop { $0 == "\t" }) == name { return (.string, line.endIndex) }
      start = line.endIndex + 1
    }
    return (.string, text.count)
  }

  /// Behind a regular expression that begins here, with its flags.
  private func patternEnd() -> Int? {
    var (place, isInSet) = (index + 1, false)
    let limit = min(index + Self.longestPattern, text.count)
    while place < limit, text[place] != "\n" {
      switch text[place] {
      case "\\": place += 1
      case "[": isInSet = true
      case "]": isInSet = false
      case "/" where !isInSet: return place + 1 + wordLength(from: place + 1)
      default: break
      }
      place += 1
    }
    return nil
  }

  // MARK: Words and numbers

  private var isAtNumber: Bool {
    let first = text[index]
    let second = index + 1 < text.count ? text[index + 1] : " "
    return first.isASCII && first.isNumber
      || first == "." && second.isASCII && second.isNumber && !isWord(at: index - 1)
        && (index == 0 || text[index - 1] != ".")
  }

  private var isAtWord: Bool { isWord(text[index]) && !(isAtNumber && language.form == .program) }

  private mutating func word() {
    if isAtNumber, !isWord(at: index - 1), let length = numberLength() {
      return add(.number, length)
    }
    let length = max(wordLength(from: index), 1)
    let word = String(text[index..<min(index + length, text.count)])
    let next = index + length
    if language.prefixes.contains(word.lowercased()), let delimiter = delimiter(at: next),
      delimiter.kind == .string
    {
      var delimiter = delimiter
      if word.lowercased().contains("f") { delimiter.inner = ("{", "}") }
      return add(.string, end(of: delimiter, from: next + delimiter.open.count) - index)
    }
    add(kind(of: word, before: next), length)
  }

  private func kind(of word: String, before next: Int) -> CodeRun.Kind {
    let sign = text[min(next, text.count)...].first
    if language.form == .settings {
      let isKey = text[min(next, text.count)...].first { $0 != " " } == ":" && isAtKey
      return isKey ? .name : language.keywords.contains(word.lowercased()) ? .keyword : .plain
    }
    if language.form == .styles { return sign == ":" ? .name : sign == "(" ? .function : .plain }
    // A member of something or a label is no word of the language.
    let isLabel = language.hasLabels && sign == ":" && word != "default"
    if language.keywords.contains(word), !isLabel, lastSign != "." || language.form != .program {
      return .keyword
    }
    if language.types.contains(word) { return .type }
    if language.capitalsAreTypes, word.first?.isUppercase == true,
      word.count == 1 || word.contains(where: \.isLowercase)
    {
      return .type
    }
    let isMacro = language.names.contains("rust") && sign == "!"
    return language.form == .program && (sign == "(" || isMacro) ? .function : .plain
  }

  /// Whether a key of a mapping may begin here.
  private var isAtKey: Bool {
    let before = text[..<index].last { $0 != " " }
    if before == nil || before == "\n" || before == "{" || before == "," { return true }
    // Dashes and question marks alone may come before a key on its line.
    let signs = text[..<index].reversed().lazy.prefix { $0 != "\n" }
    return signs.allSatisfy { " -?".contains($0) }
  }

  /// The length of a number here; `nil` for a word that begins with a digit.
  private func numberLength() -> Int? {
    var place = index
    func digits(_ isDigit: (Character) -> Bool) {
      while place < text.count, isDigit(text[place]) || text[place] == "_" { place += 1 }
    }
    if text[place] == "0", place + 1 < text.count, "xXbBoO".contains(text[place + 1]) {
      place += 2
      digits(\.isHexDigit)
    } else {
      let isC = language.names.contains("c") || language.names.contains("c++")
      digits { $0.isASCII && $0.isNumber || isC && $0 == "'" }
      if place + 1 < text.count, text[place] == ".", text[place + 1].isASCII,
        text[place + 1].isNumber
      {
        place += 1
        digits { $0.isASCII && $0.isNumber }
      }
      if place < text.count, "eE".contains(text[place]) {
        let sign = place + 1 < text.count && "+-".contains(text[place + 1]) ? 2 : 1
        if place + sign < text.count, text[place + sign].isNumber {
          place += sign
          digits { $0.isASCII && $0.isNumber }
        }
      }
    }
    // Units and suffixes: 10n, 1.5f, 3u32, 12px; of other languages a word with digits in front.
    let isExact = [.shell, .settings].contains(language.form)
    if !isExact {
      while place < text.count,
        text[place].isLetter || text[place].isNumber
          || text[place] == "%" && language.form == .styles
      { place += 1 }
    }
    return isExact && isWord(at: place) ? nil : place - index
  }

  /// `$name`, `${...}` or `$1`.
  private var variableLength: Int {
    let next = index + 1
    guard next < text.count else { return 1 }
    if text[next] == "{" { return innerEnd("}", from: next + 1) - index }
    let name = text[next...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return name.isEmpty ? ("@*#?$!-".contains(text[next]) ? 2 : 1) : name.count + 1
  }

  // MARK: Tags

  private mutating func stepMarkup() {
    let sign = text[index]
    guard let element = tag else {
      guard sign == "<" else {
        return add(.plain, text[index...].prefix { $0 != "<" }.count)
      }
      if let end = delimited() { return add(end.kind, end.end - index) }
      let signs = text[(index + 1)...].prefix { "/!?".contains($0) }.count
      guard isWord(at: index + 1 + signs) else { return add(.plain, 1) }
      let length = 1 + signs + wordLength(from: index + 1 + signs)
      tag = String(text[(index + 1)..<(index + length)]).lowercased()
      return add(.keyword, length)
    }
    if sign == ">" || starts("/>", at: index) || starts("?>", at: index) {
      tag = nil
      add(.keyword, sign == ">" ? 1 : 2)
      return embedded(in: element, isClosed: sign != ">")
    }
    if let end = delimited() { return add(end.kind, end.end - index) }
    add(isWord(sign) ? .name : .plain, isWord(sign) ? wordLength(from: index) : 1)
  }

  /// The code of another language up to the tag that closes its element.
  private mutating func embedded(in element: String, isClosed: Bool) {
    let languages = ["script": CodeLanguage.javaScript, "style": .css]
    guard !isClosed, let language = languages[element] else { return }
    let close = "</" + element
    var end = index
    while end < text.count, !starts(close, at: end) { end += 1 }
    for run in CodeRun.runs(of: String(text[index..<end]), in: language) {
      add(run.kind, run.text.count)
    }
  }
}
