import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// Elements with a viewport of their own, and elements that show others.
extension SVGConversion {
  /// An element with a viewport of its own: a window that cuts off what lies outside.
  func nested(
    _ element: XMLElement, _ place: XMLElement, _ name: String, _ style: SVGStyle,
    _ reader: SVGReader
  ) -> Drawing? {
    let (whole, high) = (reader.viewport.width, reader.viewport.height)
    func size(_ name: String, _ axis: SVGReader.Axis, _ all: Double) -> Double {
      let owner = reader.text(place, name) != nil ? place : element
      return max(reader.length(owner, name, axis, all), 0)
    }
    let frame = Rect(
      x: reader.length(element, "x", .x), y: reader.length(element, "y", .y),
      width: size("width", .x, whole), height: size("height", .y, high))
    guard frame.width > 0, frame.height > 0 else { return nil }
    let (transform, viewport) = reader.viewBoxTransform(element, into: frame)
    var style = style
    style.place = transform.concatenating(style.place)
    guard var inner = group("\(name) content", layers(element, style, viewport)) else { return nil }
    inner.move(by: transform)
    return window(inner, frame, name, element)
  }

  /// A drawing inside of a frame that cuts, unless the element's `overflow` says otherwise.
  func window(
    _ inner: Drawing, _ frame: Rect, _ name: String, _ element: XMLElement
  ) -> Drawing {
    guard let content = inner.draft else { return inner }
    var window = ImportedLayer(name, [content])
    window.setBounds(frame)
    let overflow = reader(viewport).declarations(of: element)["overflow"]
    window.values[.masksToBounds] = overflow != "visible" && overflow != "auto"
    return Drawing(draft: window, box: inner.box)
  }

  func use(
    _ element: XMLElement, _ name: String, _ style: SVGStyle, _ reader: SVGReader
  ) -> Drawing? {
    guard let reference = element["href"] else { return nil }
    guard reference.hasPrefix("#"), let target = byID[String(reference.dropFirst())] else {
      guard reference.hasPrefix("#") else {
        return context.leavingOut(.elements, "use of another file", at: element.bytes)
      }
      return context.warned(
        .missingKey, "there is no element \(reference.quoted) in the file; nothing is drawn for it",
        at: context.place(of: "href", in: element))
    }
    guard !open.contains(ObjectIdentifier(target)), target !== element else {
      return context.warned(
        .conflict, "the element shows itself; it is left out", at: element.bytes)
    }
    let offset = AffineTransform.translation(
      x: reader.length(element, "x", .x), y: reader.length(element, "y", .y))
    guard open.count + 1 < Self.maximumDepth else {
      return context.failure(
        .tooDeep, "elements are shown more than \(Self.maximumDepth) deep", at: element.bytes)
    }
    var inner = style
    inner.place = offset.concatenating(style.place)
    let box = needsBox(style, target) ? shown(target, by: element, name, inner, reader)?.box : nil
    let (fill, stroke) = (style.fill, style.stroke)
    inner.contextFill = context(of: fill, in: inner, box ?? .zero)
    inner.contextStroke = context(of: stroke, in: inner, box ?? .zero)
    let content = shown(target, by: element, name, inner, reader)
    var drawing = content.flatMap { group(name, [$0]) }
    drawing?.move(by: offset)
    return drawing
  }

  /// Whether shapes in an element may be painted by what refers to the box of the one that uses it.
  private func needsBox(_ style: SVGStyle, _ target: XMLElement) -> Bool {
    func isServer(_ paint: SVGStyle.Paint) -> Bool {
      if case .server = paint { return true } else { return false }
    }
    guard isServer(style.fill) || isServer(style.stroke) else { return false }
    if let known = takesContext[ObjectIdentifier(target)] { return known }
    var rest = [target]
    var result = false
    while let element = rest.popLast(), !result {
      let own = reader(viewport).declarations(of: element)
      result = ["fill", "stroke"].contains { own[$0]?.hasPrefix("context-") == true }
      rest += element.children
    }
    takesContext[ObjectIdentifier(target)] = result
    return result
  }

  /// The target of a `use`, before the element's own offset.
  private func shown(
    _ target: XMLElement, by element: XMLElement, _ name: String, _ style: SVGStyle,
    _ reader: SVGReader
  ) -> Drawing? {
    guard dependsOnTree else { return shownInPlace(target, by: element, name, style, reader) }
    let before = (styles, motions.known)
    (styles, motions.known) = ([:], [:])
    defer { (styles, motions.known) = before }
    return sheet.known.inTree(of: target, by: element) {
      shownInPlace(target, by: element, name, style, reader)
    }
  }

  private func shownInPlace(
    _ target: XMLElement, by element: XMLElement, _ name: String, _ style: SVGStyle,
    _ reader: SVGReader
  ) -> Drawing? {
    open.append(ObjectIdentifier(target))
    defer { open.removeLast() }
    if target.name == "symbol" || target.name == "svg" {
      let declarations = reader.declarations(of: target)
      guard isWanted(target), declarations["display"] != "none" else { return nil }
      var inner = nested(target, element, name, reader.style(declarations, in: style), reader)
      if var drawing = inner {
        // SVG 1.1 has no transform of symbols, and librsvg ignores it.
        let isMoved = target.name == "symbol" && declarations["transform"] != nil
        if isMoved {
          context.warning(
            .noEffect, "the transform of a symbol is ignored, as SVG 1.1 asks",
            at: context.place(of: "transform", in: target))
        }
        apply(declarations, reader, to: &drawing, isRoot: isMoved)
        inner = drawing
      }
      return inner
    }
    return layer(target, style, reader.viewport)
  }
}
