import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// Elements that are pictures, as librsvg draws them, where layers have no such thing.
extension SVGConversion {
  private static let mostPictures = 64
  /// In bytes, of the texts of all pictures.
  private static let mostText = 64 << 20

  /// Errors after which nothing is drawn at all.
  static let finalErrors: Set<DiagnosticID> = [
    .tooDeep, .tooLarge, .tooManyLayers, .canvasTooLarge, .badFormat,
  ]

  /// An element with errors as one picture, with a warning instead of them; `nil` for one without
  /// errors, and where the element around it or the whole file is the picture.
  func picture(
    of element: XMLElement, _ outer: SVGStyle, _ viewport: Size, _ box: Rect?,
    since mark: ImportContext.Mark
  ) -> Drawing? {
    let errors = context.errors(since: mark)
    guard let first = errors.first, !outer.isClip, isInPlace(element), !moves(element),
      !errors.contains(where: { error in
        error.id == UnsupportedFeature.animations.name
          || DiagnosticID(rawValue: error.id).map(Self.finalErrors.contains) ?? false
      }), pictureCount < Self.mostPictures,
      pictureCount * context.source.bytes.count < Self.mostText,
      let back = outer.place.inverted
    else { return nil }
    let frame = back.boundingBox(of: Rect(origin: .zero, size: size))
    guard frame.width > 0, frame.height > 0,
      let image = resources.drawing(ofSVG: Array(text(of: element, frame, viewport).utf8))
    else { return nil }
    pictureCount += 1
    context.forget(since: mark)
    context.warning(
      first.id, "librsvg draws the \(element.name): \(first.message)", at: first.bytes,
      hint: [first.hint, "librsvg's picture cannot be animated in parts"].compactMap(\.self)
        .joined(separator: "; "))
    var layer = ImportedLayer(element["id"] ?? element.name)
    layer.setBounds(frame)
    layer.values[.contents] = image
    layer.line = context.line(ofByte: element.bytes.lowerBound)
    return Drawing(draft: layer, box: box)
  }

  /// Whether an element is drawn inside of the elements around it in the file.
  private func isInPlace(_ element: XMLElement) -> Bool {
    var around: Set<ObjectIdentifier> = []
    var next = element.parent
    while let owner = next {
      around.insert(ObjectIdentifier(owner))
      next = owner.parent
    }
    return open.allSatisfy(around.contains)
  }

  private func moves(_ element: XMLElement) -> Bool {
    !motions.isEmpty
      && (!animations(of: element).isEmpty || element.children.contains { moves($0) })
  }

  /// The file as one that draws the element alone, in the coordinates around it.
  private func text(of element: XMLElement, _ frame: Rect, _ viewport: Size) -> String {
    var content = element.text(without: [])
    var inner = element
    while let owner = inner.parent {
      let others = owner.children.filter { $0 !== inner }.map { $0.text(without: []) }.joined()
      let isRoot = owner.parent == nil
      let size =
        isRoot
        ? " width=\"\(viewport.width)\" height=\"\(viewport.height)\" overflow=\"visible\"" : ""
      let name = isRoot ? "svg" : "g"
      let attributes = owner.attributeText(without: Self.placeNames)
      content =
        "<\(name)\(attributes)\(size)><defs>\(others)</defs>\(content)</\(name)>"
      inner = owner
    }
    let box = "\(frame.minX) \(frame.minY) \(frame.width) \(frame.height)"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(frame.width)" height="\(frame.height)" \
      viewBox="\(box)">\(content)</svg>
      """
  }

  /// The place and the effects of the elements around, which layers have.
  private static let placeNames: Set = [
    "x", "y", "width", "height", "viewBox", "preserveAspectRatio", "transform", "opacity",
    "clip-path", "mask", "filter", "overflow",
  ]
}

extension XMLElement {
  /// The element with those inside as a text of XML.
  fileprivate func text(without names: Set<String>) -> String {
    guard !name.isEmpty, name != "script", !SVGConversion.animationNames.contains(name) else {
      return ""
    }
    let inside = nodes.map { node in
      switch node {
      case .element(let element): element.text(without: [])
      case .text(let text): Escaping.xml(text)
      }
    }.joined()
    return "<\(name)\(attributeText(without: names))>\(inside)</\(name)>"
  }

  /// The attributes as a text; without those `names`, where it also has no effects.
  fileprivate func attributeText(without names: Set<String>) -> String {
    var all = attributes.filter { !names.contains($0.name) && $0.name != "inkscape:label" }
    if !names.isEmpty {
      let style = all.last { $0.name == "style" }?.value ?? ""
      all.removeAll { $0.name == "style" }
      let idle =
        "opacity:1!important;clip-path:none!important;mask:none!important;filter:none!important"
      all.append(("style", "\(style);transform:none!important;\(idle)"))
    }
    return all.map { " \($0.name)=\"\(Escaping.xml($0.value))\"" }.joined()
  }
}
