import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumSource

/// A property's name and value.
struct SVGDeclaration {
  let name: String
  let value: String
  let isImportant: Bool
}

/// The rules of an SVG's style elements.
struct SVGStyleSheet {
  private var rules: [(layer: Int, selector: SVGSelector, values: [SVGDeclaration])] = []
  /// The cascade layers in the order in which they were named (W3C CSS Cascade 5).
  private var layers: [String] = []
  /// The layer of the rules that are being added; those outside of all lie above them.
  private var layer = Int.max
  /// The places of rules, by a thing that their elements must have.
  private var places: [SVGSelector.Key: [Int]] = [:]
  private let context: ImportContext
  /// The frames of animations by their names.
  private(set) var keyframes: [String: SVGKeyframes] = [:]
  /// The custom properties with a type, by their names.
  private(set) var registered: [String: SVGRegisteredProperty] = [:]
  /// The colours of the gradients that were met, whose stops the rules style.
  let gradients = SVGGradientStops()
  /// The declarations of the elements that were met.
  let known = SVGKnownDeclarations()

  /// The size of the picture, as its outermost element gives it in pixels.
  private let size: Size?

  init(_ context: ImportContext, _ root: XMLElement) {
    self.context = context
    let box = root["viewBox"].flatMap { SVGReader.numbers($0) } ?? []
    func side(_ name: String, _ index: Int) -> Double? {
      root[name].flatMap { SVGLength($0) }?.pixels ?? (box.count == 4 ? box[index] : nil)
    }
    let (width, height) = (side("width", 2), side("height", 3))
    size = width.flatMap { width in height.map { Size(width: width, height: $0) } }
  }

  /// Whether a limit of the picture's size holds; `nil` for another feature.
  private func holds(_ feature: Substring) -> Bool? {
    guard let size else { return nil }
    if feature.contains(where: { "<>=".contains($0) }) { return holdsRange(feature, size) }
    let parts = feature.split(separator: ":")
    guard parts.count == 2 else { return nil }
    if parts[0] == "orientation" {
      return parts[1] == (size.height >= size.width ? "portrait" : "landscape")
    }
    guard let limit = SVGLength(String(parts[1]))?.pixels else { return nil }
    switch parts[0] {
    case "min-width": return size.width >= limit
    case "max-width": return size.width <= limit
    case "min-height": return size.height >= limit
    case "max-height": return size.height <= limit
    default: return nil
    }
  }

  /// Whether a comparison holds, such as `width >= 100px` or `100px < width <= 20em`; `nil` for
  /// another feature (W3C Media Queries 4, section 2.4.3).
  private func holdsRange(_ feature: Substring, _ size: Size) -> Bool? {
    let terms = feature.split { "<>=".contains($0) }.map { term in
      ["width": size.width, "height": size.height][term] ?? SVGLength(String(term))?.pixels
    }
    let signs = feature.split { !"<>=".contains($0) }
    guard (2...3).contains(terms.count), signs.count == terms.count - 1 else { return nil }
    for (index, sign) in signs.enumerated() {
      guard let a = terms[index], let b = terms[index + 1],
        let holds = ["<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "=": a == b][sign]
      else { return nil }
      if !holds { return false }
    }
    return true
  }

  /// Adds the rules of a style element, if it is one of CSS for screens.
  mutating func add(_ element: XMLElement) {
    let type = (element["type"] ?? "").trimmed.lowercased()
    guard type.isEmpty || type == "text/css", applies(element["media"] ?? "", element) else {
      return
    }
    add(CSSText(element.text), element)
  }

  /// The most media rules in each other.
  private static let maximumDepth = 32

  private mutating func add(_ text: CSSText, _ element: XMLElement, depth: Int = 0) {
    guard depth <= Self.maximumDepth else {
      return context.unsupported(
        .styleSheets, "more than \(Self.maximumDepth) media rules in each other", at: element.bytes)
    }
    var text = text
    while let rule = text.takeRule() {
      guard let body = rule.body else {
        if rule.head.hasPrefix("@layer") { addLayers(rule.head.dropFirst(6).trimmed) }
        if rule.head.hasPrefix("@import") {
          context.unsupported(.styleSheets, "@import", at: element.bytes)
        }
        continue
      }
      guard rule.head.hasPrefix("@") else {
        add(rule.head, nested: body, element, depth: depth)
        continue
      }
      let name = rule.head.prefix { !$0.isWhitespace && $0 != "(" }.lowercased()
      switch name {
      case "@media":
        if applies(rule.head.dropFirst(name.count).trimmed, element) {
          add(CSSText(body), element, depth: depth + 1)
        }
      case "@supports":
        if supports(rule.head.dropFirst(name.count).trimmed) {
          add(CSSText(body), element, depth: depth + 1)
        }
      case "@layer":
        let outer = layer
        layer = addLayers(rule.head.dropFirst(name.count).trimmed)
        add(CSSText(body), element, depth: depth + 1)
        layer = outer
      case "@namespace", "@charset", "@page": break
      case "@property":
        let words = rule.head.dropFirst(name.count).trimmed
        guard let property = SVGRegisteredProperty(body) else {
          context.warning(
            .wrongType,
            "\(String(words.prefix(40)).quoted) has no syntax, inherits or initial-value; the rule is left out",
            at: element.bytes)
          continue
        }
        registered[words] = property
      case _ where name.hasSuffix("keyframes"):
        let words = rule.head.dropFirst(name.count).trimmed
        keyframes[words.filter { $0 != "\"" && $0 != "'" }] = SVGKeyframes(body)
      default: context.unsupported(.styleSheets, name, at: element.bytes)
      }
    }
  }

  /// Gives cascade layers their places; that of the last one.
  @discardableResult private mutating func addLayers(_ names: String) -> Int {
    let all = names.split(separator: ",").map(\.trimmed)
    for name in all.isEmpty ? [" \(layers.count)"] : all where !layers.contains(name) {
      layers.append(name)
    }
    return all.last.flatMap { layers.firstIndex(of: $0) } ?? layers.count - 1
  }

  /// The rules in a rule are of what its selector means by `&` (W3C CSS Nesting 1).
  private mutating func add(
    _ selector: String, nested body: String, _ element: XMLElement, depth: Int
  ) {
    guard body.contains("{") else { return add(selector, CSSText.declarations(body), element) }
    let (own, inner) = CSSText.block(body)
    add(selector, CSSText.declarations(own), element)
    for rule in inner {
      guard !rule.head.hasPrefix("@") else {
        add(CSSText("\(rule.head){\(selector){\(rule.body)}}"), element, depth: depth + 1)
        continue
      }
      let heads = SVGReader.list(selector).flatMap { outer in
        SVGReader.list(rule.head).map { head in
          head.contains("&") ? head.replacing("&", with: outer) : "\(outer) \(head)"
        }
      }
      add(CSSText("\(heads.joined(separator: ",")){\(rule.body)}"), element, depth: depth + 1)
    }
  }

  /// Whether a condition of `@supports` holds (W3C CSS Conditional Rules 3).
  private func supports(_ text: String) -> Bool {
    let words = SVGReader.list(text.replacing("(", with: " ("), separator: " ")
    if words.first?.lowercased() == "not" {
      return !supports(words.dropFirst().joined(separator: " "))
    }
    let parts = words.split { ["and", "or"].contains($0.lowercased()) }
    guard parts.count < 2 else {
      let all = parts.map { supports($0.joined(separator: " ")) }
      return words.contains { $0.lowercased() == "and" } ? !all.contains(false) : all.contains(true)
    }
    guard let term = words.last, term.hasPrefix("("), words.count == 1 else {
      return words.first?.lowercased() == "selector"
    }
    let inside = term.dropFirst().dropLast().trimmed
    if inside.hasPrefix("(") || inside.lowercased().hasPrefix("not ") { return supports(inside) }
    let name = inside.prefix { $0 != ":" }.trimmed.lowercased()
    return SVGProperties.known.contains(name) || name.hasPrefix("--")
      || name.hasPrefix("animation") || name.hasPrefix("-webkit-")
  }

  /// The features of a picture's screen: motion is wanted, and its ground is light.
  private static let features = [
    "prefers-reduced-motion:reduce": false, "prefers-reduced-motion": false,
    "prefers-reduced-motion:no-preference": true, "prefers-color-scheme:light": true,
    "prefers-color-scheme:dark": false, "prefers-contrast:more": false,
    "prefers-contrast:no-preference": true, "forced-colors:active": false,
    "forced-colors:none": true, "scripting:none": true, "scripting:enabled": false,
    "hover:hover": false, "hover:none": true,
  ]

  /// Whether a list of media queries has one for such a screen.
  private func applies(_ queries: String, _ element: XMLElement) -> Bool {
    let queries = queries.lowercased()
    guard !queries.trimmed.isEmpty else { return true }
    return queries.split(separator: ",").contains { (query: Substring) -> Bool in
      var terms = SVGReader.list(query.trimmed, separator: " ")
      let isNot = terms.first == "not"
      terms.removeAll { ["not", "only", "and"].contains($0) }
      var holds = !terms.isEmpty
      for term in terms {
        guard term.hasPrefix("(") else {
          holds = holds && (term == "all" || term == "screen")
          continue
        }
        let name = term.filter { !$0.isWhitespace }.dropFirst().dropLast()
        guard let known = Self.features[String(name)] ?? self.holds(name) else {
          return context.leavingOut(.styleSheets, "@media \(query.trimmed)", at: element.bytes)
        }
        holds = holds && known
      }
      return holds != isNot
    }
  }

  private mutating func add(
    _ selectors: String, _ values: [SVGDeclaration], _ element: XMLElement
  ) {
    var parser = SVGSelectorParser(selectors)
    guard let list = parser.list() else {
      // CSS leaves out a rule whose selector it cannot read.
      if parser.isUnsupported {
        context.unsupported(.styleSheets, selectors.trimmed, at: element.bytes)
      } else {
        context.warning(
          .wrongType,
          "\(String(selectors.trimmed.prefix(40)).quoted) is no selector; the rule "
            + "is left out", at: element.bytes)
      }
      return
    }
    for selector in list {
      places[selector.key, default: []].append(rules.count)
      rules.append((layer, selector, values))
    }
  }

  /// Whether a rule may match an element of a tree that `use` makes, and not the same element in
  /// its place, or the other way about.
  var dependsOnTree: Bool { rules.contains { $0.selector.dependsOnTree } }

  /// The rules' declarations for an element: the important ones last, each by ascending
  /// precedence.
  func declarations(of element: XMLElement) -> [SVGDeclaration] {
    guard !rules.isEmpty else { return [] }
    var keys: [SVGSelector.Key] = [.any, .name(element.name)]
    keys += element.classes.map { .class($0) }
    if let id = element["id"] { keys.append(.id(id)) }
    let near = keys.flatMap { places[$0] ?? [] }
    guard context.spend(near.count, .rules, at: element.bytes) else { return [] }
    var steps = 0
    let matching = near.filter { place in
      var walk = SVGSelector.Walk(root: known.tree(around: element)?.root)
      defer { steps += walk.steps }
      return rules[place].selector.matches(element, &walk)
    }
    guard context.spend(steps, .rules, at: element.bytes) else { return [] }
    let ordered = matching.sorted {
      (rules[$0].layer, rules[$0].selector.weight, $0)
        < (rules[$1].layer, rules[$1].selector.weight, $1)
    }
    let values = ordered.flatMap { rules[$0].values }
    guard context.spend(values.count, .rules, at: element.bytes) else { return [] }
    guard values.contains(where: \.isImportant) else { return values }
    // The order of layers is reversed for important declarations (W3C CSS Cascade 5, 6.4.4).
    let important = matching.sorted {
      (rules[$1].layer, rules[$0].selector.weight, $0)
        < (rules[$0].layer, rules[$1].selector.weight, $1)
    }
    return values.filter { !$0.isImportant }
      + important.flatMap { rules[$0].values.filter(\.isImportant) }
  }
}

/// A custom property with a type (W3C CSS Properties and Values 1).
struct SVGRegisteredProperty {
  let initial: String
  let isInherited: Bool
  /// A property with values of the same type; `nil` where nothing lies between two values.
  let valueName: String?

  /// From the block of `@property`; `nil` where something is missing.
  init?(_ body: String) {
    let all = CSSText.declarations(body)
    func value(_ name: String) -> String? {
      all.last { $0.name == name }?.value.filter { $0 != "\"" && $0 != "'" }.trimmed.lowercased()
    }
    guard let syntax = value("syntax"), let inherits = value("inherits"),
      let initial = all.last(where: { $0.name == "initial-value" })?.value
    else { return nil }
    (self.initial, isInherited) = (initial, inherits == "true")
    let numbers = [
      "length", "number", "percentage", "length-percentage", "angle", "integer", "time",
    ]
    valueName =
      syntax == "<color>" ? "fill" : numbers.contains { syntax == "<\($0)>" } ? "x" : nil
  }
}

/// Takes rules and declarations from CSS, byte by byte (W3C CSS Syntax 3).
struct CSSText {
  private let bytes: [UInt8]
  private var index = 0

  /// Comments are left out.
  init(_ text: String) {
    let all = Array(text.utf8)
    guard all.contains(UInt8(ascii: "*")) || all.contains(UInt8(ascii: "<")) else {
      bytes = all
      return
    }
    var result: [UInt8] = []
    result.reserveCapacity(all.count)
    var index = 0
    var quote: UInt8?
    while index < all.count {
      let byte = all[index]
      if let open = quote {
        if byte == open || byte == 0x0A { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if all[index...].starts(with: "/*".utf8) {
        index += 2
        while index < all.count, !all[index...].starts(with: "*/".utf8) { index += 1 }
        index += 2
        continue
      } else if let mark = ["<!--", "-->"].first(where: { all[index...].starts(with: $0.utf8) }) {
        index += mark.utf8.count
        continue
      }
      result.append(byte)
      index += 1
    }
    bytes = result
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The text before a block, and the block; without one the text up to a semicolon. `nil` at the
  /// end.
  mutating func takeRule() -> (head: String, body: String?)? {
    while index < bytes.count, " \t\r\n\u{C};}".utf8.contains(bytes[index]) { index += 1 }
    guard index < bytes.count else { return nil }
    let start = index
    let isAtRule = bytes[start] == UInt8(ascii: "@")
    let end = skip(to: isAtRule ? [UInt8(ascii: "{"), UInt8(ascii: ";")] : [UInt8(ascii: "{")])
    let head = text(start..<end).trimmed
    guard end < bytes.count, bytes[end] == UInt8(ascii: "{") else {
      index = min(end + 1, bytes.count)
      return (head, nil)
    }
    index = end + 1
    let close = skip(to: [UInt8(ascii: "}")])
    index = min(close + 1, bytes.count)
    return (head, text(end + 1..<close))
  }

  /// The declarations of a block, and the rules in it.
  static func block(_ text: String) -> (own: String, rules: [(head: String, body: String)]) {
    var css = CSSText(text)
    var own = ""
    var rules: [(head: String, body: String)] = []
    while css.index < css.bytes.count {
      let start = css.index
      let end = css.skip(to: [UInt8(ascii: ";"), UInt8(ascii: "{")])
      let head = css.text(start..<end)
      css.index = min(end + 1, css.bytes.count)
      guard end < css.bytes.count, css.bytes[end] == UInt8(ascii: "{") else {
        own += "\(head);"
        continue
      }
      let close = css.skip(to: [UInt8(ascii: "}")])
      css.index = min(close + 1, css.bytes.count)
      rules.append((head.trimmed, css.text(end + 1..<close)))
    }
    return (own, rules)
  }

  /// Goes on to the first of the marks outside quotes, brackets or blocks.
  private mutating func skip(to marks: [UInt8]) -> Int {
    var depth = 0
    var quote: UInt8?
    while index < bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == open { quote = nil }
      } else if depth == 0, marks.contains(byte) {
        break
      } else {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"): depth = max(depth - 1, 0)
        case UInt8(ascii: "\\"): index += 1
        default: break
        }
      }
      index += 1
    }
    index = min(index, bytes.count)
    return index
  }

  /// A property's name in lower case, without the prefix that browsers read for it.
  private static func unprefixed(_ name: String) -> String {
    guard !name.hasPrefix("--") else { return name }
    let name = name.lowercased()
    let isKnown = ["-webkit-animation", "-webkit-transform"].contains { name.hasPrefix($0) }
    return isKnown ? String(name.dropFirst("-webkit-".count)) : name
  }

  /// The declarations of a block or a style attribute. Invalid ones are left out, as CSS asks.
  static func declarations(_ text: String) -> [SVGDeclaration] {
    var css = CSSText(text)
    var result: [SVGDeclaration] = []
    while css.index < css.bytes.count {
      let start = css.index
      let end = css.skip(to: [UInt8(ascii: ";")])
      css.index = min(end + 1, css.bytes.count)
      let part = css.bytes[start..<end]
      guard let colon = part.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = css.text(start..<colon).trimmed
      var value = css.text(colon + 1..<end).trimmed
      var isImportant = false
      if let mark = value.lastIndex(of: "!"),
        value[value.index(after: mark)...].trimmed.lowercased() == "important"
      {
        (value, isImportant) = (value[..<mark].trimmed, true)
      }
      guard !name.isEmpty, !value.isEmpty else { continue }
      result.append(
        SVGDeclaration(name: unprefixed(name), value: value, isImportant: isImportant))
    }
    return result
  }
}
