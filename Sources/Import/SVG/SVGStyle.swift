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

  func replacingOccurrence(of other: String) -> String {
    guard let range = range(of: other) else { return String(self) }
    return String(self[..<range.lowerBound]) + String(self[range.upperBound...])
  }
}
