import RostrumImportedDocument

/// A selector of CSS (W3C Selectors 4, sections 4 to 15), as far as a still picture can
/// match it.
struct SVGSelector {
  /// The parts that one element has to match.
  struct Compound {
    var name: String?
    var id: String?
    var classes: [String] = []
    var tests: [Test] = []

    var isEmpty: Bool { name == nil && id == nil && classes.isEmpty && tests.isEmpty }
  }

  enum Test {
    case attribute(name: String, match: Character?, value: String, ignoresCase: Bool)
    /// The place among the siblings is `step` times n plus `offset`, n at least 0.
    case place(step: Int, offset: Int, fromEnd: Bool, ofType: Bool)
    case only(ofType: Bool)
    case root
    case empty
    case any([SVGSelector])
    case none([SVGSelector])
    /// A state that a still picture never has, such as `:hover`.
    case never
  }

  /// From right to left, each with the combinator to its left; a space for descendants.
  private(set) var parts: [(compound: Compound, combinator: Character)] = []
  /// Ids, then classes, attributes and pseudo-classes, then names.
  private(set) var weight = 0

  var key: Key {
    let compound = parts[0].compound
    if let id = compound.id { return .id(id) }
    if let first = compound.classes.first { return .class(first) }
    return compound.name.map { .name($0) } ?? .any
  }

  enum Key: Hashable {
    case any
    case name(String)
    case `class`(String)
    case id(String)
  }

  // MARK: Matching

  /// How many elements one comparison may look at.
  private static let mostSteps = 1_000_000

  /// A search for what an element is inside of.
  struct Walk {
    /// The element at the root of a tree that `use` makes, with nothing around it.
    var root: XMLElement?
    /// How many elements are looked at.
    var steps = 0
  }

  /// Whether selectors may match otherwise in a tree that `use` makes.
  var dependsOnTree: Bool { parts.count > 1 || parts.contains { !$0.compound.tests.isEmpty } }

  /// Whether the element is one that is meant.
  func matches(_ element: XMLElement, _ walk: inout Walk) -> Bool {
    matches(element, from: 0, &walk)
  }

  private func matches(_ element: XMLElement, from index: Int, _ walk: inout Walk) -> Bool {
    walk.steps += 1
    guard walk.steps < Self.mostSteps, parts[index].compound.matches(element, &walk) else {
      return false
    }
    guard index + 1 < parts.count else { return true }
    let combinator = parts[index].combinator
    func next(_ element: XMLElement) -> XMLElement? {
      guard element !== walk.root else { return nil }
      return "+~".contains(combinator) ? element.sibling : element.parent
    }
    var other = next(element)
    while let candidate = other {
      if matches(candidate, from: index + 1, &walk) { return true }
      other = combinator == " " || combinator == "~" ? next(candidate) : nil
    }
    return false
  }
}

extension SVGSelector.Compound {
  fileprivate func matches(_ element: XMLElement, _ walk: inout SVGSelector.Walk) -> Bool {
    guard name == nil || name == element.name, id == nil || id == element["id"] else {
      return false
    }
    guard classes.isEmpty || element.classes.isSuperset(of: classes) else { return false }
    return tests.allSatisfy { $0.matches(element, &walk) }
  }
}

extension SVGSelector.Test {
  fileprivate func matches(_ element: XMLElement, _ walk: inout SVGSelector.Walk) -> Bool {
    switch self {
    case .attribute(let name, let match, let value, let ignoresCase):
      guard let own = element[name] else { return false }
      guard let match else { return true }
      return ignoresCase
        ? Self.matches(own.lowercased(), match, value.lowercased())
        : Self.matches(own, match, value)
    case .place(let step, let offset, let fromEnd, let ofType):
      let siblings = element.siblings(ofType: ofType, &walk)
      let isIndexed = !ofType && element !== walk.root
      let index = isIndexed ? element.index : siblings.firstIndex { $0 === element }
      guard let index else { return false }
      let rest = (fromEnd ? siblings.count - index : index + 1) - offset
      return step == 0 ? rest == 0 : rest.isMultiple(of: step) && rest / step >= 0
    case .only(let ofType): return element.siblings(ofType: ofType, &walk).count == 1
    case .root: return element.parent == nil
    case .empty: return element.nodes.isEmpty
    case .any(let selectors): return selectors.contains { $0.matches(element, &walk) }
    case .none(let selectors): return !selectors.contains { $0.matches(element, &walk) }
    case .never: return false
    }
  }

  private static func matches(_ own: String, _ match: Character, _ value: String) -> Bool {
    switch match {
    case "=": own == value
    case "~": own.split(whereSeparator: \.isWhitespace).contains { $0 == value }
    case "|": own == value || own.hasPrefix(value + "-")
    case "^": !value.isEmpty && own.hasPrefix(value)
    case "$": !value.isEmpty && own.hasSuffix(value)
    default: !value.isEmpty && own.range(of: value) != nil
    }
  }
}

extension XMLElement {
  fileprivate func siblings(ofType: Bool, _ walk: inout SVGSelector.Walk) -> [XMLElement] {
    let all = self === walk.root ? [self] : parent?.children ?? [self]
    guard ofType else { return all }
    walk.steps += all.count
    return all.filter { $0.name == name }
  }

  /// The element before this one.
  fileprivate var sibling: XMLElement? {
    index > 0 ? parent?.children[index - 1] : nil
  }
}

// MARK: Reading

/// Reads selectors.
struct SVGSelectorParser {
  private let text: [Character]
  private var index = 0
  /// Whether it is known to CSS, but not here; the rule is left out.
  private(set) var isUnsupported = false
  private var depth = 0

  /// The most lists of selectors in each other, as in `:not(:is(a))`.
  private static let maximumDepth = 32

  init(_ text: String) { self.text = Array(text) }

  private var next: Character? { index < text.count ? text[index] : nil }

  /// The selectors between commas; `nil` when one of them is none.
  mutating func list() -> [SVGSelector]? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      isUnsupported = true
      return nil
    }
    var result: [SVGSelector] = []
    repeat {
      skipSpaces()
      guard let selector = selector() else { return nil }
      result.append(selector)
      skipSpaces()
    } while take(",")
    return next == nil || next == ")" ? result : nil
  }

  private mutating func selector() -> SVGSelector? {
    var selector = SVGSelector()
    var combinator: Character = " "
    while true {
      guard let compound = compound(&selector) else { return nil }
      selector.prepend(compound, combinator)
      let hasSpace = skipSpaces()
      guard let mark = next, mark != ",", mark != ")" else { return selector }
      if ">+~".contains(mark) {
        combinator = mark
        index += 1
        skipSpaces()
      } else if hasSpace {
        combinator = " "
      } else {
        return nil
      }
    }
  }

  private mutating func compound(_ selector: inout SVGSelector) -> SVGSelector.Compound? {
    var compound = SVGSelector.Compound()
    let start = index
    if !take("*"), let name = identifier() {
      compound.name = name
      selector.add(1)
    }
    // The namespace of a name makes no difference to an SVG.
    if next == "|", index + 1 < text.count, text[index + 1] != "=" {
      index += 1
      compound.name = take("*") ? nil : identifier()
    }
    while let mark = next {
      switch mark {
      case ".":
        index += 1
        guard let name = identifier() else { return nil }
        compound.classes.append(name)
        selector.add(1 << 10)
      case "#":
        index += 1
        guard let name = identifier() else { return nil }
        if let id = compound.id, id != name { compound.tests.append(.never) }
        compound.id = name
        selector.add(1 << 20)
      case "[":
        index += 1
        guard let test = attribute() else { return nil }
        compound.tests.append(test)
        selector.add(1 << 10)
      case ":":
        index += 1
        guard let test = pseudoClass(&selector) else { return nil }
        compound.tests.append(test)
      default: return index > start ? compound : nil
      }
    }
    return index > start ? compound : nil
  }

  private mutating func attribute() -> SVGSelector.Test? {
    skipSpaces()
    guard let name = identifier() else { return nil }
    skipSpaces()
    if take("]") {
      return .attribute(name: name, match: nil, value: "", ignoresCase: false)
    }
    guard let match = next, "=~|^$*".contains(match) else { return nil }
    index += 1
    guard match == "=" || take("=") else { return nil }
    skipSpaces()
    guard let value = string() ?? identifier() else { return nil }
    skipSpaces()
    let ignoresCase = take("i") || take("I")
    skipSpaces()
    return take("]")
      ? .attribute(name: name, match: match, value: value, ignoresCase: ignoresCase) : nil
  }

  /// The pseudo-classes without an argument.
  private static let places: [String: SVGSelector.Test] = [
    "first-child": .place(step: 0, offset: 1, fromEnd: false, ofType: false),
    "last-child": .place(step: 0, offset: 1, fromEnd: true, ofType: false),
    "first-of-type": .place(step: 0, offset: 1, fromEnd: false, ofType: true),
    "last-of-type": .place(step: 0, offset: 1, fromEnd: true, ofType: true),
    "only-child": .only(ofType: false), "only-of-type": .only(ofType: true), "root": .root,
    "empty": .empty, "hover": .never, "active": .never, "focus": .never, "visited": .never,
    "link": .never, "target": .never, "focus-within": .never, "focus-visible": .never,
    "checked": .never, "disabled": .never,
  ]

  private mutating func pseudoClass(_ selector: inout SVGSelector) -> SVGSelector.Test? {
    if take(":") {
      // A part of an element, such as the first letter, is no element.
      _ = identifier()
      isUnsupported = true
      return nil
    }
    guard let name = identifier()?.lowercased() else { return nil }
    guard take("(") else {
      selector.add(1 << 10)
      if Self.places[name] == nil { isUnsupported = true }
      return Self.places[name]
    }
    let test: SVGSelector.Test?
    switch name {
    case "not", "is", "where", "matches":
      guard let inner = list() else { return nil }
      if name != "where" { selector.add(inner.map(\.weight).max() ?? 0) }
      test = name == "not" ? .none(inner) : .any(inner)
    case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
      selector.add(1 << 10)
      let start = index
      while next != nil, next != ")" { index += 1 }
      test = Self.steps(String(text[start..<index])).map {
        .place(
          step: $0.step, offset: $0.offset, fromEnd: name.contains("last"),
          ofType: name.hasSuffix("type"))
      }
    default:
      isUnsupported = true
      return nil
    }
    skipSpaces()
    return take(")") ? test : nil
  }

  /// Within a range that no count of elements reaches, so that sums do not overflow.
  private static func limited(_ number: Int) -> Int { min(max(number, -1 << 30), 1 << 30) }

  /// `odd`, `even`, `3`, `2n+1` and the like (CSS Syntax 3, section 6).
  private static func steps(_ text: String) -> (step: Int, offset: Int)? {
    let text = text.lowercased().filter { !$0.isWhitespace }
    if text == "odd" { return (2, 1) }
    if text == "even" { return (2, 0) }
    guard let n = text.firstIndex(of: "n") else { return Int(text).map { (0, limited($0)) } }
    let (before, after) = (text[..<n], text[text.index(after: n)...])
    let step = before.isEmpty || before == "+" ? 1 : before == "-" ? -1 : Int(before)
    guard let step, let offset = after.isEmpty ? 0 : Int(after) else { return nil }
    return (limited(step), limited(offset))
  }

  // MARK: Marks

  @discardableResult private mutating func skipSpaces() -> Bool {
    let start = index
    while let mark = next, mark.isWhitespace { index += 1 }
    return index > start
  }

  private mutating func take(_ mark: Character) -> Bool {
    guard next == mark else { return false }
    index += 1
    return true
  }

  private mutating func identifier() -> String? {
    var result = ""
    while let mark = next {
      if mark == "\\", index + 1 < text.count {
        result.append(escaped())
      } else if mark.isLetter || mark.isNumber || mark == "-" || mark == "_" || !mark.isASCII {
        result.append(mark)
        index += 1
      } else {
        break
      }
    }
    return result.isEmpty ? nil : result
  }

  /// The character behind a backslash, or the one whose number is there in up to six
  /// hexadecimal digits, with a blank behind them (CSS Syntax 3, section 4.3.7).
  private mutating func escaped() -> Character {
    index += 1
    let digits = String(text[index...].prefix(6).prefix { $0.isASCII && $0.isHexDigit })
    guard let number = UInt32(digits, radix: 16) else {
      index += 1
      return text[index - 1]
    }
    index += digits.count
    if next?.isWhitespace == true { index += 1 }
    return Character(Unicode.Scalar(number) ?? "\u{FFFD}")
  }

  private mutating func string() -> String? {
    guard let quote = next, quote == "\"" || quote == "'" else { return nil }
    index += 1
    var result = ""
    while let mark = next, mark != quote {
      result.append(mark)
      index += 1
    }
    return take(quote) ? result : nil
  }
}

extension SVGSelector {
  fileprivate mutating func prepend(_ compound: Compound, _ combinator: Character) {
    parts.insert((compound, " "), at: 0)
    if parts.count > 1 { parts[0].combinator = combinator }
  }

  fileprivate mutating func add(_ weight: Int) { self.weight += weight }
}
