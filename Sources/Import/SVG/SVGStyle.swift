import Geometry
import LayerTree
import Source

/// How something of an SVG is drawn, as it passes from an element to those inside it.
struct SVGStyle {
  enum Paint: Hashable {
    case none
    case color(Color)
    /// The paint of the element with an id; a colour where there is none.
    case server(id: String, instead: Color?)
  }

  var color = Color.black
  var fill = Paint.color(.black)
  var fillOpacity = 1.0
  var fillRule = FillRule.nonZero
  var clipRule = FillRule.nonZero
  var stroke = Paint.none
  var strokeOpacity = 1.0
  var strokeWidth = 1.0
  var lineCap = StrokeStyle.LineCap.butt
  var lineJoin = StrokeStyle.LineJoin.miter
  var miterLimit = 4.0
  var dashes: [Double] = []
  var dashOffset = 0.0
  var isVisible = true
  /// Inside a clip only outlines count, not how they are drawn.
  var isClip = false
  var strokesFirst = false
  var font = ImportFont(families: ["sans-serif"], size: 16)
  /// The share of a line's width that lies before its place: 0, 0.5 or 1.
  var textAnchor = 0.0
}

/// The declarations of an element: attributes, then style sheets, then its own style.
struct SVGDeclarations {
  let element: XMLElement
  private(set) var values: [String: String] = [:]

  init(_ element: XMLElement, _ sheet: SVGStyleSheet, _ context: ImportContext) {
    self.element = element
    for (name, value) in element.attributes { values[name] = value }
    for (name, value) in sheet.declarations(of: element) { values[name] = value }
    guard let style = element["style"] else { return }
    for (name, value) in SVGStyleSheet.declarations(style) {
      if name.hasPrefix("animation") || name.hasPrefix("transition") {
        context.unsupported(.animations, name, at: context.place(of: "style", in: element))
      }
      values[name] = value
    }
  }

  subscript(name: String) -> String? {
    values[name].flatMap { $0 == "inherit" ? nil : $0 }
  }
}

/// The rules of an SVG's style elements: selectors of a name, classes and ids.
struct SVGStyleSheet {
  private struct Selector {
    var name: String?
    var id: String?
    var classes: [String] = []

    var weight: Int { (id == nil ? 0 : 10_000) + classes.count * 100 + (name == nil ? 0 : 1) }

    /// `nil` for one that says more.
    init?(_ text: String) {
      var rest = text[...]
      let word: (Character) -> Bool = { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      func take() -> String {
        let part = rest.prefix(while: word)
        rest = rest.dropFirst(part.count)
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
        case ".": classes.append(take())
        case "#": id = take()
        default: return nil
        }
      }
    }

    func matches(_ element: XMLElement) -> Bool {
      guard name == nil || name == element.name, id == nil || id == element["id"] else {
        return false
      }
      guard !classes.isEmpty else { return true }
      let own = (element["class"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
      return classes.allSatisfy(own.contains)
    }
  }

  private var rules: [(selector: Selector, values: [(String, String)])] = []

  /// Adds the rules of a style element.
  mutating func add(_ element: XMLElement, _ context: ImportContext) {
    var text = element.text[...]
    while let start = text.range(of: "/*") {
      let end = text[start.upperBound...].range(of: "*/")?.upperBound ?? text.endIndex
      text = text[..<start.lowerBound] + text[end...]
    }
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
      add(head, Self.declarations(String(body)), element, context)
    }
    rules.sort { $0.selector.weight < $1.selector.weight }
  }

  private mutating func add(
    _ selectors: String, _ values: [(String, String)], _ element: XMLElement,
    _ context: ImportContext
  ) {
    if let moving = values.first(where: { $0.0.hasPrefix("animation") || $0.0 == "transition" }) {
      context.unsupported(.animations, moving.0, at: element.bytes)
    }
    for text in selectors.split(separator: ",") {
      guard let selector = Selector(text.trimmed) else {
        context.unsupported(.styleSheets, text.trimmed, at: element.bytes)
        continue
      }
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

  func declarations(of element: XMLElement) -> [(String, String)] {
    rules.filter { $0.selector.matches(element) }.flatMap(\.values)
  }
}

extension StringProtocol {
  /// Without blanks at both ends.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.prefix(start.count - start.reversed().prefix { $0.isWhitespace }.count))
  }

  /// The range of the first occurrence.
  func range(of other: String) -> Range<Index>? {
    guard let first = other.first else { return nil }
    var index = startIndex
    while let start = self[index...].firstIndex(of: first) {
      if self[start...].hasPrefix(other) {
        return start..<self.index(start, offsetBy: other.count)
      }
      index = self.index(after: start)
    }
    return nil
  }

  fileprivate func replacingOccurrence(of other: String) -> String {
    guard let range = range(of: other) else { return String(self) }
    return String(self[..<range.lowerBound]) + String(self[range.upperBound...])
  }
}
