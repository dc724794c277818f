import Source

/// The rules of an SVG's style elements: selectors of a name, classes and ids.
struct SVGStyleSheet {
  private struct Selector {
    var name: String?
    var id: String?
    var classes: Set<String> = []
    private var firstClass: String?
    /// How many classes were written.
    private var classCount = 0

    var weight: Int { (id == nil ? 0 : 10_000) + classCount * 100 + (name == nil ? 0 : 1) }

    /// `nil` for one that says more.
    init?(_ text: String) {
      var rest = text[...]
      let word: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      func take() -> String {
        let part = rest.prefix(while: word)
        rest = rest[part.endIndex...]
        return String(part)
      }
      if rest.first == "*" {
        rest = rest.dropFirst()
      } else if rest.first.map(word) == true {
        name = take()
      }
      while let mark = rest.first {
        rest = rest.dropFirst()
        switch mark {
        case ".":
          let word = take()
          firstClass = firstClass ?? word
          classes.insert(word)
          classCount += 1
        case "#": id = take()
        default: return nil
        }
      }
    }

    /// One of the things that an element must have.
    var key: Key {
      if let id { return .id(id) }
      if let firstClass { return .class(firstClass) }
      return name.map { .name($0) } ?? .any
    }

    func matches(_ element: XMLElement, _ own: Set<String>) -> Bool {
      (name == nil || name == element.name) && (id == nil || id == element["id"])
        && classes.isSubset(of: own)
    }
  }

  private enum Key: Hashable {
    case any
    case name(String)
    case `class`(String)
    case id(String)
  }

  private typealias Values = [(String, String)]

  private var rules: [(selector: Selector, values: Values)] = []
  /// The places of rules, by a thing that their elements must have.
  private var places: [Key: [Int]] = [:]
  private let context: ImportContext
  /// The colours of the gradients that were met, whose stops the rules style.
  let gradients = SVGGradientStops()

  init(_ context: ImportContext) { self.context = context }

  /// Adds the rules of a style element.
  mutating func add(_ element: XMLElement) {
    let whole = Self.withoutComments(element.text)
    var text = whole[...]
    while let brace = text.firstIndex(where: { $0 == "{" || $0 == ";" }) {
      let head = text[..<brace].trimmed
      guard text[brace] == "{" else {
        if head.hasPrefix("@import") {
          context.unsupported(.styleSheets, "@import", at: element.bytes)
        }
        text = text[text.index(after: brace)...]
        continue
      }
      let end = Self.end(ofBlockAt: brace, in: text)
      let body = text[text.index(after: brace)..<end]
      text = end < text.endIndex ? text[text.index(after: end)...] : ""
      guard !head.hasPrefix("@") else {
        let name = String(head.prefix { !$0.isWhitespace })
        context.unsupported(
          name.hasSuffix("keyframes") ? .animations : .styleSheets, name, at: element.bytes)
        continue
      }
      add(head, Self.declarations(String(body)), element)
    }
  }

  /// The text without what stands between `/*` and `*/`.
  private static func withoutComments(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "*")) else { return text }
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    func starts(_ mark: StaticString) -> Bool {
      rest.count > 1 && rest[rest.startIndex] == mark.utf8Start[0]
        && rest[rest.startIndex + 1] == mark.utf8Start[1]
    }
    while let byte = rest.first {
      guard starts("/*") else {
        result.append(byte)
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(2)
      while !rest.isEmpty, !starts("*/") { rest = rest.dropFirst() }
      rest = rest.dropFirst(2)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func add(
    _ selectors: String, _ values: [(String, String)], _ element: XMLElement
  ) {
    if let moving = values.first(where: { $0.0.hasPrefix("animation") || $0.0 == "transition" }) {
      context.unsupported(.animations, moving.0, at: element.bytes)
    }
    for text in selectors.split(separator: ",") {
      guard let selector = Selector(text.trimmed) else {
        context.unsupported(.styleSheets, text.trimmed, at: element.bytes)
        continue
      }
      places[selector.key, default: []].append(rules.count)
      rules.append((selector, values))
    }
  }

  private static func end(ofBlockAt brace: String.Index, in text: Substring) -> String.Index {
    var depth = 0
    for index in text[brace...].indices {
      if text[index] == "{" { depth += 1 }
      if text[index] == "}" { depth -= 1 }
      if depth == 0 { return index }
    }
    return text.endIndex
  }

  /// Names and values, without the word `!important`.
  static func declarations(_ text: String) -> [(String, String)] {
    text.split(separator: ";").compactMap { part in
      guard let colon = part.firstIndex(of: ":") else { return nil }
      let value = part[part.index(after: colon)...].trimmed
      return (
        part[..<colon].trimmed.lowercased(), value.replacingOccurrence(of: "!important").trimmed
      )
    }
  }

  /// The rules' declarations for an element, those that weigh more after those that weigh less.
  func declarations(of element: XMLElement) -> [(String, String)] {
    guard !rules.isEmpty else { return [] }
    let own = Set((element["class"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init))
    var keys: [Key] = [.any, .name(element.name)] + own.map { .class($0) }
    if let id = element["id"] { keys.append(.id(id)) }
    let near = keys.flatMap { places[$0] ?? [] }
    guard context.spend(near.count, .rules, at: element.bytes) else { return [] }
    let matching = near.filter { rules[$0].selector.matches(element, own) }
    let ordered = matching.sorted {
      (rules[$0].selector.weight, $0) < (rules[$1].selector.weight, $1)
    }
    let values = ordered.flatMap { rules[$0].values }
    return context.spend(values.count, .rules, at: element.bytes) ? values : []
  }
}
