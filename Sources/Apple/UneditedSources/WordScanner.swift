/// The words of a Swift file, apart from its comments and strings.
struct WordScanner {
  enum Part {
    /// A name, with `@` or `#` before it.
    case word(String)
    case brace(isOpen: Bool)
    case other(ArraySlice<UInt8>)
  }

  /// A property that is declared next.
  struct Variable {
    let name: String
    /// Whether a layer can keep it under a key: it is stored, and has a value.
    let canBeKey: Bool
  }

  private var bytes: [UInt8]
  private(set) var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var rest: ArraySlice<UInt8> { bytes[place...] }

  mutating func next() -> Part? {
    guard place < bytes.count else { return nil }
    let start = place
    if let end = end(ofCommentOrStringAt: place) {
      place = end
      return .other(bytes[start..<end])
    }
    let byte = bytes[place]
    if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") {
      place += 1
      return .brace(isOpen: byte == UInt8(ascii: "{"))
    }
    let isMarked = byte == UInt8(ascii: "@") || byte == UInt8(ascii: "#")
    let end = end(ofNameAt: isMarked ? place + 1 : place)
    guard end > (isMarked ? place + 1 : place) else {
      place += 1
      return .other(bytes[start..<place])
    }
    place = end
    return .word(text(start..<end))
  }

  // MARK: Looking ahead

  /// The modifiers up to the word for the kind of declaration, and that word.
  func upcomingWords() -> [String] {
    var scanner = self
    var found: [String] = []
    let kinds: Set = [
      "protocol", "class", "enum", "struct", "func", "var", "let", "init", "extension", "subscript",
      "deinit",
    ]
    while let part = scanner.next(), found.count < 12 {
      switch part {
      case .word(let word):
        found.append(word)
        let isModifier =
          word == "class" && scanner.upcomingWords().first.map(kinds.contains) == true
        if kinds.contains(word), !isModifier { return found }
      case .other(let bytes) where bytes.allSatisfy(Self.isSpace) || Self.isComment(bytes): continue
      case .other(let bytes) where bytes.first == UInt8(ascii: "("):
        // `private(set)`
        guard scanner.skipToClosing() else { return [] }
      default: return []
      }
    }
    return []
  }

  func upcomingVariable() -> Variable? {
    guard upcomingWords().last == "var" else { return nil }
    var scanner = self
    while case .some(let part) = scanner.next() {
      if case .word("var") = part { break }
    }
    guard case .word(let name)? = scanner.nextSolid() else { return nil }
    var isOptional = false
    while let part = scanner.next() {
      switch part {
      case .other(let bytes) where bytes.first == UInt8(ascii: "="):
        return Variable(name: name, canBeKey: true)
      case .other(let bytes)
      where bytes.first == UInt8(ascii: "?") || bytes.first == UInt8(ascii: "!"):
        isOptional = true
      case .other(let bytes) where bytes.first == UInt8(ascii: "\n"):
        return Variable(name: name, canBeKey: isOptional)
      case .brace(isOpen: false): return Variable(name: name, canBeKey: isOptional)
      case .brace(isOpen: true):
        // Observers follow, or accessors.
        guard case .word(let first)? = scanner.nextSolid() else { return nil }
        return Variable(
          name: name, canBeKey: isOptional && ["didSet", "willSet"].contains(first))
      default: continue
      }
    }
    return Variable(name: name, canBeKey: isOptional)
  }

  /// The names of all variables that are declared from here on.
  func upcomingVariables() -> Set<String> {
    var scanner = self
    var names: Set<String> = []
    while let part = scanner.next() {
      if case .word("var") = part, case .word(let name)? = scanner.nextSolid() {
        names.insert(name)
      }
    }
    return names
  }

  /// After `class`: the first type behind the name's colon, an empty one where there is none; `nil`
  /// where `class` declares no class.
  func upcomingSuperclass() -> String? {
    var scanner = self
    guard case .word(let name)? = scanner.nextSolid(),
      !["func", "var", "let", "subscript", "override", "final"].contains(name)
    else { return nil }
    while let part = scanner.next() {
      if case .brace = part { return "" }
      guard case .other(let bytes) = part, bytes.first == UInt8(ascii: ":") else { continue }
      guard case .word(var type)? = scanner.nextSolid() else { return "" }
      // `QuartzCore.CALayer`
      while case .other(let dot)? = scanner.next(), dot.first == UInt8(ascii: "."),
        case .word(let inner)? = scanner.nextSolid()
      { type = inner }
      return type
    }
    return ""
  }

  /// After `class` or `extension`: the name of the type; `nil` for a type in another.
  func upcomingType() -> String? {
    var scanner = self
    guard case .word(let name)? = scanner.nextSolid() else { return nil }
    return scanner.rest.first == UInt8(ascii: ".") ? nil : name
  }

  private mutating func nextSolid() -> Part? {
    while let part = next() {
      if case .other(let bytes) = part, bytes.allSatisfy(Self.isSpace) || Self.isComment(bytes) {
        continue
      }
      return part
    }
    return nil
  }

  // MARK: Taking

  /// The text between parentheses that come next; `nil` where none do.
  mutating func arguments() -> String? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "(") else { return nil }
    let start = place + 1
    place = start
    guard skipToClosing() else {
      place = start - 1
      return nil
    }
    return text(start..<place - 1)
  }

  /// Skips arguments of an attribute. Their lines are the result.
  mutating func skipArguments() -> String {
    String((arguments() ?? "").filter { $0 == "\n" })
  }

  /// Goes from one text to another one that it ends with.
  mutating func skip(ifNextIs text: String, to end: String) {
    if has(text, at: place) { place += text.utf8.count - end.utf8.count }
  }

  mutating func skip(ifNextIs word: String) {
    var scanner = self
    if case .word(word)? = scanner.nextSolid() { self = scanner }
  }

  mutating func restOfLine() -> String {
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
    return text(start..<place)
  }

  /// The method that is declared next, up to the end of its line; `nil` for anything else.
  mutating func function() -> OptionalMethods.Method? {
    var scanner = self
    guard case .word("func")? = scanner.nextSolid(), case .word(let name)? = scanner.nextSolid(),
      let parameters = scanner.arguments()
    else { return nil }
    let start = scanner.place
    while scanner.place < bytes.count, !"\n;}/".utf8.contains(bytes[scanner.place]) {
      scanner.place += 1
    }
    let result = scanner.text(start..<scanner.place).split { $0.isWhitespace }
    self = scanner
    return OptionalMethods.Method(
      name: name, parameters: parameters,
      result: result.first == "->" ? result.dropFirst().joined(separator: " ") : "")
  }

  /// The method of an instance that is declared next, behind modifiers; `nil` for anything else,
  /// and for one with type parameters, a result, errors or arguments that it changes.
  func upcomingMethod() -> OptionalMethods.Method? {
    var scanner = self
    let words = upcomingWords()
    guard words.last == "func", !words.contains("static"), !words.contains("class") else {
      return nil
    }
    for _ in words { _ = scanner.nextSolid() }
    guard case .word(let name)? = scanner.nextSolid(), let parameters = scanner.arguments(),
      !parameters.contains("inout"), case .brace(isOpen: true)? = scanner.nextSolid()
    else { return nil }
    return OptionalMethods.Method(name: name, parameters: parameters, result: "")
  }

  /// Whether the braces that come have the word in them.
  private var hasOptional: Bool {
    var scanner = self
    while let part = scanner.next() {
      if case .word("optional") = part { return true }
      if case .brace(isOpen: false) = part { return false }
    }
    return false
  }

  /// The property that is declared next, with its accessors in one line; `nil` for anything else.
  mutating func property() -> OptionalMethods.Property? {
    var scanner = self
    guard case .word("var")? = scanner.nextSolid(), case .word(let name)? = scanner.nextSolid(),
      case .other(let colon)? = scanner.nextSolid(), colon.first == UInt8(ascii: ":")
    else { return nil }
    let start = scanner.place
    while scanner.place < bytes.count, !"\n;{".utf8.contains(bytes[scanner.place]) {
      scanner.place += 1
    }
    let type = scanner.text(start..<scanner.place).split { $0.isWhitespace }
    guard case .brace(isOpen: true)? = scanner.next() else { return nil }
    while case .some(let part) = scanner.next() {
      if case .brace(isOpen: false) = part { break }
    }
    self = scanner
    return OptionalMethods.Property(name: name, type: type.joined(separator: " "))
  }

  /// Makes the protocol that is declared next one of classes, as one of Objective-C's is. Its name
  /// is the result.
  mutating func constrainProtocol() -> String? {
    var scanner = self
    while case .some(let part) = scanner.next() {
      if case .word("protocol") = part { break }
    }
    guard case .word(let name)? = scanner.nextSolid() else { return nil }
    let end = scanner.place
    let next = scanner.nextSolid()
    let hasList =
      if case .other(let colon)? = next { colon.first == UInt8(ascii: ":") } else { false }
    let more = scanner.hasOptional ? "\(name)_methods" : nil
    if hasList {
      let place = scanner.place
      var isConstrained = false
      while case .some(let part) = scanner.next() {
        if case .brace = part { break }
        if case .word(let word) = part {
          isConstrained =
            isConstrained || ["AnyObject", "class", "NSObjectProtocol"].contains(word)
        }
      }
      let added = (more.map { " \($0)," } ?? "") + (isConstrained ? "" : " AnyObject,")
      bytes.insert(contentsOf: Array(added.utf8), at: place)
    } else {
      let added = ": " + (more.map { "\($0), " } ?? "") + "AnyObject"
      bytes.insert(contentsOf: Array(added.utf8), at: end)
    }
    return name
  }

  /// Goes behind the parenthesis that closes the one before.
  private mutating func skipToClosing() -> Bool {
    var depth = 1
    while let part = next() {
      guard case .other(let bytes) = part else { continue }
      if bytes.first == UInt8(ascii: "(") { depth += 1 }
      if bytes.first == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { return true }
    }
    return false
  }

  // MARK: Bytes

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 9 || byte == 10 || byte == 13
  }

  private static func isComment(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: "//".utf8) || bytes.starts(with: "/*".utf8)
  }

  private func end(ofNameAt start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      let isName =
        byte == UInt8(ascii: "_") || byte >= 128
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 32
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      guard isName else { break }
      end += 1
    }
    return end
  }

  private func has(_ text: String, at place: Int) -> Bool {
    bytes[min(place, bytes.count)...].starts(with: text.utf8)
  }

  private func end(ofCommentOrStringAt start: Int) -> Int? {
    if has("//", at: start) {
      return bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    }
    if has("/*", at: start) { return end(ofCommentAt: start) }
    let hashes = bytes[start...].prefix { $0 == UInt8(ascii: "#") }.count
    guard has("\"", at: start + hashes) else { return nil }
    return end(ofStringAt: start, hashes: hashes)
  }

  /// Comments may be nested.
  private func end(ofCommentAt start: Int) -> Int {
    var (depth, end) = (0, start)
    while end < bytes.count {
      if has("/*", at: end) {
        (depth, end) = (depth + 1, end + 2)
      } else if has("*/", at: end) {
        (depth, end) = (depth - 1, end + 2)
        if depth == 0 { return end }
      } else {
        end += 1
      }
    }
    return end
  }

  /// A string ends at its own quotes and hashes. An expression in it may have strings of its own.
  private func end(ofStringAt start: Int, hashes: Int) -> Int {
    let quote = has("\"\"\"", at: start + hashes) ? "\"\"\"" : "\""
    let close = quote + String(repeating: "#", count: hashes)
    let escape = "\\" + String(repeating: "#", count: hashes)
    var end = start + hashes + quote.utf8.count
    while end < bytes.count {
      if has(escape + "(", at: end) {
        var scanner = self
        scanner.place = end + escape.utf8.count + 1
        end = scanner.skipToClosing() ? scanner.place : bytes.count
      } else if has(escape, at: end) {
        end += escape.utf8.count + 1
      } else if has(close, at: end) {
        return end + close.utf8.count
      } else if quote.utf8.count == 1, bytes[end] == UInt8(ascii: "\n") {
        return end
      } else {
        end += 1
      }
    }
    return bytes.count
  }
}
