import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// How something of an SVG is drawn, as it passes from an element to those inside it.
struct SVGStyle {
  indirect enum Paint: Hashable {
    case none
    case color(Color)
    /// The colour of the element that is painted.
    case currentColor
    /// The paint of the element with an id; another one where there is none.
    case server(id: String, instead: Paint?)
    /// The paint of the element that uses the painted one: `context-fill` or `context-stroke`.
    case context(String)
  }

  /// A paint of an element with the paint server that it refers to.
  struct ContextPaint {
    var paint = Paint.none
    var color = Color.black
    var box = Rect.zero
    /// From the element's coordinates to the picture's.
    var place = AffineTransform.identity
  }

  /// The painted parts of a shape.
  enum Part: String, CaseIterable {
    case fill, stroke, markers

    /// The value of `paint-order`: the parts from back to front; `nil` for another text.
    static func order(_ text: String) -> [Part]? {
      let words = text.lowercased().split(whereSeparator: \.isWhitespace)
      let first = words == ["normal"] ? [] : words.map { Part(rawValue: String($0)) }
      let known = first.compactMap(\.self)
      guard known.count == first.count, Set(known).count == known.count, !words.isEmpty else {
        return nil
      }
      return known + allCases.filter { !known.contains($0) }
    }
  }

  /// The vertices that a marker is for, by its property.
  enum MarkerPlace: String, CaseIterable {
    case start = "marker-start"
    case mid = "marker-mid"
    case end = "marker-end"
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
  /// From back to front.
  var paintOrder = Part.allCases
  /// The ids of the markers on lines.
  var markers: [MarkerPlace: String] = [:]
  /// The paints of the element that uses this one or is marked by it.
  var contextFill: ContextPaint?
  var contextStroke: ContextPaint?
  /// From the element's coordinates to the picture's.
  var place = AffineTransform.identity
  var font = {
    // The family of a text that names none, as in browsers and librsvg.
    var font = ImportFont(families: ["serif"], size: 16)
    font.takesSubstitutes = true
    return font
  }()
  /// The share of a line's width that lies before its place: 0, 0.5 or 1.
  var textAnchor = 0.0
  /// Between letters, in user units.
  var letterSpacing = 0.0
  /// More for each space.
  var wordSpacing = 0.0
  /// Whether each space of a text counts.
  var keepsSpaces = false
  var baseline = SVGBaseline()
  /// Whether pictures are made larger without a blend between pixels.
  var isPixelated = false
  /// Properties of texts that the importer does not draw, with their values.
  var unsupportedText: [String: String] = [:]

  var strokesFirst: Bool { paintOrder.first { $0 != .markers } == .stroke }
}

/// The declarations of an element: attributes, then style sheets, then its own style, and the
/// important ones of both once more. Invalid ones are left out (W3C CSS Cascade 4).
struct SVGDeclarations {
  let element: XMLElement
  private(set) var values: [String: String] = [:]
  /// The names of properties that nothing but another important one may change.
  private(set) var important: Set<String> = []

  init(_ element: XMLElement, _ sheet: SVGStyleSheet, _ context: ImportContext) {
    self.element = element
    for (name, value) in element.attributes {
      // These are properties only, so that no attribute sets them.
      guard !SVGProperties.withoutAttribute.contains(name) else { continue }
      // What an element of animation fills is time.
      if name == "fill", SVGConversion.animationNames.contains(element.name) { continue }
      set(name, value.trimmed, isAttribute: true, sheet, context)
    }
    let own = element["style"].map(CSSText.declarations) ?? []
    let ruled = sheet.declarations(of: element)
    for isImportant in [false, true] {
      for item in ruled + own where item.isImportant == isImportant {
        set(item.name, item.value, isAttribute: false, sheet, context)
        if isImportant { important.insert(item.name) }
      }
    }
  }

  private mutating func set(
    _ name: String, _ value: String, isAttribute: Bool, _ sheet: SVGStyleSheet,
    _ context: ImportContext
  ) {
    var value = value
    // Path data and the like are longer, and have neither.
    guard value.utf8.count < 10_000 else {
      values[name] = value
      return
    }
    if value.range(of: "var(") != nil {
      // Without a value it is as if unset, whatever was declared before (CSS Variables 1, 3.1).
      let known = Self.substituted(value, element, sheet, context, depth: 0)
      guard known != nil || SVGProperties.all.contains(name) else { return }
      value = known ?? "unset"
    }
    let word = value.utf8.count > 7 ? "" : value.lowercased()
    switch word {
    case "inherit", "unset", "initial", "revert":
      guard SVGProperties.all.contains(name) else { break }
      let isInherited = !SVGProperties.notInherited.contains(name)
      let isInitial = word == "initial" || word == "revert"
      if isInitial || (word == "unset" && !isInherited) {
        values[name] = SVGProperties.initial[name]
      } else if isInherited {
        values[name] = nil
      } else {
        values[name] = element.parent.flatMap {
          sheet.known.declarations(of: $0, sheet, context)[name]
        }
      }
      return
    default: break
    }
    if let expected = SVGProperties.expectation(name, value, element, isAttribute: isAttribute) {
      context.warning(
        .wrongType,
        "expected \(expected) for '\(name)'; found "
          + "\(String(value.prefix(40)).quoted), which is ignored",
        at: context.place(of: isAttribute ? name : "style", in: element))
      return
    }
    for part in SVGProperties.parts(ofShorthand: name, value) { values[part] = nil }
    values[name] = SVGProperties.isWord(value, of: name) ? value.lowercased() : value
  }

  /// The value with its variables replaced; `nil` where one has none.
  static func substituted(
    _ value: String, _ element: XMLElement, _ sheet: SVGStyleSheet, _ context: ImportContext,
    depth: Int = 0
  ) -> String? {
    guard let start = value.range(of: "var(") else { return value }
    guard depth < 20, value.utf8.count < 10_000 else { return nil }
    var open = 1
    var end = start.upperBound
    while end < value.endIndex, open > 0 {
      if value[end] == "(" { open += 1 }
      if value[end] == ")" { open -= 1 }
      end = value.index(after: end)
    }
    guard open == 0 else { return nil }
    let inside = value[start.upperBound..<value.index(before: end)]
    let comma = inside.firstIndex(of: ",")
    let name = inside[..<(comma ?? inside.endIndex)].trimmed
    var found: String?
    var next: XMLElement? = element
    let registered = sheet.registered[name]
    while let owner = next {
      if let own = sheet.known.variable(name, of: owner, sheet) {
        // Nested variables are resolved at the element that declares the value.
        found = substituted(own, owner, sheet, context, depth: depth + 2)
        break
      }
      next = registered?.isInherited == false ? nil : sheet.known.parent(of: owner)
    }
    guard
      let filled = found ?? registered?.initial
        ?? comma.map({ inside[inside.index(after: $0)...].trimmed })
    else {
      return nil
    }
    let whole = String(value[..<start.lowerBound]) + filled + String(value[end...])
    return substituted(whole, element, sheet, context, depth: depth + 1)
  }

  subscript(name: String) -> String? { values[name] }
}

/// The declarations of elements that were asked for already.
final class SVGKnownDeclarations {
  private var known: [ObjectIdentifier: SVGDeclarations] = [:]
  private var variables: [ObjectIdentifier: [String: String]] = [:]
  /// The trees that `use` makes, as far as they are being drawn: the elements at their roots, and
  /// those that use them.
  private var trees: [(root: XMLElement, host: XMLElement)] = []

  func forgetAll() { (known, variables) = ([:], [:]) }

  /// Draws what an element uses, in a tree of its own (SVG 2, section 5.5).
  func inTree<Result>(of root: XMLElement, by host: XMLElement, _ draw: () -> Result) -> Result {
    let before = (known, variables)
    trees.append((root, host))
    forgetAll()
    defer {
      (known, variables) = before
      trees.removeLast()
    }
    return draw()
  }

  /// The innermost tree that an element is in.
  func tree(around element: XMLElement) -> (root: XMLElement, host: XMLElement)? {
    guard !trees.isEmpty else { return nil }
    var next: XMLElement? = element
    while let owner = next {
      if let tree = trees.last(where: { $0.root === owner }) { return tree }
      next = owner.parent
    }
    return nil
  }

  /// The element around another one: of a used element the one that uses it.
  func parent(of element: XMLElement) -> XMLElement? {
    trees.last { $0.root === element }?.host ?? element.parent
  }

  func forget(_ element: XMLElement) {
    known[ObjectIdentifier(element)] = nil
    variables[ObjectIdentifier(element)] = nil
  }

  func declarations(
    of element: XMLElement, _ sheet: SVGStyleSheet, _ context: ImportContext
  ) -> SVGDeclarations {
    if let own = known[ObjectIdentifier(element)] { return own }
    let own = SVGDeclarations(element, sheet, context)
    known[ObjectIdentifier(element)] = own
    return own
  }

  /// The value that an element gives a variable (W3C CSS Custom Properties).
  func variable(_ name: String, of element: XMLElement, _ sheet: SVGStyleSheet) -> String? {
    if let own = variables[ObjectIdentifier(element)] { return own[name] }
    var own: [String: String] = [:]
    let all =
      sheet.declarations(of: element)
      + (element["style"].map(CSSText.declarations) ?? [])
    for isImportant in [false, true] {
      for item in all where item.isImportant == isImportant && item.name.hasPrefix("--") {
        own[item.name] = item.value
      }
    }
    variables[ObjectIdentifier(element)] = own
    return own[name]
  }
}

extension StringProtocol {
  /// The range of the first occurrence.
  func range(of other: String) -> Range<Index>? {
    guard let first = other.utf8.first else { return nil }
    var index = utf8.startIndex
    while let start = utf8[index...].firstIndex(of: first) {
      if utf8[start...].starts(with: other.utf8) {
        return start..<utf8.index(start, offsetBy: other.utf8.count)
      }
      index = utf8.index(after: start)
    }
    return nil
  }
}
