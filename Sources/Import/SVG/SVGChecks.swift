import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumLayerTree
import RostrumSource

extension SVGConversion {
  /// Whether an element counts in a clip: shapes, texts, and what uses them (W3C CSS Masking 1,
  /// section 3.5).
  static func isClipping(_ element: XMLElement, _ byID: [String: XMLElement]) -> Bool {
    let shapes: Set = [
      "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
    ]
    guard element.name == "use" else { return shapes.contains(element.name) }
    guard let id = element["href"]?.dropFirst(), let target = byID[String(id)] else { return false }
    return shapes.contains(target.name)
  }

  /// Whether the conditions of an element hold, for a reader of English (SVG 2, section 5.9).
  func isWanted(_ element: XMLElement) -> Bool {
    if let text = element["requiredExtensions"], !text.trimmed.isEmpty { return false }
    guard let text = element["systemLanguage"] else { return true }
    return text.split(separator: ",").contains {
      let language = $0.trimmed.lowercased()
      return language == "en" || language.hasPrefix("en-")
    }
  }

  /// Reports that programs draw something in different ways, and which one is followed here.
  func differs(_ message: String, at place: Range<Int>) {
    context.warning(.programsDiffer, message, at: place)
  }

  /// Reports a size that only style sheets say: SVG 1.1 knows it as an attribute alone.
  private func reportSize(_ own: SVGDeclarations) {
    let sides = ["rect": ["width", "height"], "circle": ["r"], "path": ["d"]]
    for name in sides[own.element.name] ?? []
    where own.element[name] == nil && own[name] != nil && own[name] != "auto" {
      differs(
        "the \(own.element.name) has its '\(name)' by CSS alone, as in browsers; programs of "
          + "SVG 1.1 do not show it", at: own.element.bytes)
    }
  }

  /// Reports attributes and properties that are not drawn, or not known.
  func reportUnknown(_ own: SVGDeclarations) {
    let element = own.element
    reportSize(own)
    if let word = own["font-size"], SVGReader.fontSizes[word] != nil {
      differs(
        "the size \(word.quoted) is 16 pixels times a factor, as in browsers; other programs "
          + "start from 12", at: context.place(of: "font-size", in: element))
    }
    for (name, value) in own.values {
      if let rule = SVGProperties.notDrawn[name], !rule.idle.contains(value.lowercased()) {
        guard name != "filter" else { continue }
        context.unsupported(
          rule.feature, "\(name): \(value.prefix(40))", at: context.place(of: name, in: element))
      }
      guard !SVGProperties.known.contains(name), !name.hasPrefix("data-"),
        !name.hasPrefix("aria-"), !name.hasPrefix("on"), !name.hasPrefix("animation"),
        !name.hasPrefix("-")
      else { continue }
      context.warning(
        .unknownKey, "\(name.quoted) is no attribute or property that is known here; it is ignored",
        at: context.place(of: name, in: element))
    }
  }

  /// Reports the effects of a part of a text, and what `reportUnknown` does.
  func reportPart(_ own: SVGDeclarations) {
    guard ["tspan", "a", "textPath"].contains(own.element.name) else { return }
    reportUnknown(own)
    for name in ["clip-path", "filter", "mask", "opacity"] {
      guard let value = own[name], value != "none", SVGProperties.share(value) != 1 else {
        continue
      }
      differs(
        "the \(name.quoted) of a part of a text is ignored, as librsvg and resvg do; browsers "
          + "apply it", at: context.place(of: name, in: own.element))
    }
  }
}
