import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension SVGConversion {
  func cut(
    _ drawing: inout Drawing, by text: String, _ name: String, _ element: XMLElement,
    _ reader: SVGReader
  ) {
    let place = context.place(of: name, in: element)
    let whole = drawing
    lazy var box = movingBox(of: whole, at: place)
    if name == "clip-path", let path = reader.basicShape(text, whole.box ?? .zero) {
      var shape = ImportedLayer("clip", .shape)
      shape.values[.path] = path.path
      shape.animations = box.animations(.path) {
        .path(reader.basicShape(text, $0)?.path ?? path.path)
      }
      shape.set(.fillRule, path.rule)
      if text.lowercased().contains("view-box") {
        differs(
          "the shape's lengths are of the view box, as W3C CSS Masking says; programs without it "
            + "leave the element whole", at: place)
      }
      drawing.draft = drawing.draft?.masked(by: shape)
      return
    }
    guard let id = SVGReader.reference(text) else {
      context.unsupported(.properties, "\(name): \(text.prefix(40))", at: place)
      return
    }
    guard let target = byID[id], target.name == (name == "mask" ? "mask" : "clipPath") else {
      context.warning(
        .missingKey,
        "there is no \(name) for \(String(text.prefix(60)).quoted); the element is not cut",
        at: place)
      return
    }
    if name == "mask", open.contains(ObjectIdentifier(target)) {
      context.warning(.conflict, "the mask cuts itself; it does not inside of itself", at: place)
      return
    }
    guard let mask = mask(target, box: { box }, reader) else {
      drawing.draft = nil
      return
    }
    drawing.draft = drawing.draft?.masked(by: mask)
  }

  /// The layer of a clip or a mask for an element with that box, which is asked for where something
  /// depends on it; `nil` for one that cuts itself, with which nothing is drawn.
  private func mask(
    _ element: XMLElement, box: () -> SVGMovingRect, _ reader: SVGReader
  ) -> ImportedLayer? {
    guard !open.contains(ObjectIdentifier(element)) else {
      return context.warned(
        .conflict, "the \(element.name) cuts itself; what it cuts is not drawn", at: element.bytes)
    }
    let isClip = element.name == "clipPath"
    let own = reader.declarations(of: element)
    let isOfBox = element[isClip ? "clipPathUnits" : "maskContentUnits"] == "objectBoundingBox"
    let units = isOfBox ? box() : SVGMovingRect(.zero)
    if isOfBox, units.rect.width <= 0 || units.rect.height <= 0 { return nil }
    var style = self.style(of: element)
    style.isClip = isClip
    let viewport = isOfBox ? Size(width: 1, height: 1) : reader.viewport
    let name = element["id"] ?? element.name
    var draft = ImportedLayer(name, layers(element, style, viewport).compactMap(\.draft))
    if own["color-interpolation"]?.lowercased() == "linearrgb" {
      context.unsupported(.properties, "color-interpolation: linearRGB", at: element.bytes)
    }
    let transform = isClip ? reader.transform(element) : .identity
    func place(_ box: Rect) -> Transform3D {
      guard isOfBox else { return Transform3D(transform) }
      return Transform3D(
        AffineTransform.scale(x: box.width, y: box.height)
          .concatenating(.translation(x: box.minX, y: box.minY)).concatenating(transform))
    }
    draft.set(.transform, place(units.rect))
    draft.animations = units.animations(.transform) { .transform(place($0)) }
    if !isClip {
      let isRegionOfBox = element["maskUnits"] != "userSpaceOnUse"
      draft = bounded(draft, name, own, isRegionOfBox ? box() : nil, reader)
    }
    open.append(ObjectIdentifier(element))
    defer { open.removeLast() }
    // A clip may be clipped itself, and a mask masked.
    let key = isClip ? "clip-path" : "mask"
    guard let text = own[key], let id = SVGReader.reference(text), let next = byID[id],
      next.name == element.name, isClip || !open.contains(ObjectIdentifier(next))
    else { return draft }
    guard let outer = mask(next, box: box, reader) else { return nil }
    return ImportedLayer("\(name) cut", [draft]).masked(by: outer)
  }

  /// A mask inside of its region, which may be in shares of a box.
  private func bounded(
    _ content: ImportedLayer, _ name: String, _ own: SVGDeclarations, _ box: SVGMovingRect?,
    _ reader: SVGReader
  ) -> ImportedLayer {
    // Outside of its region a mask hides all (SVG 2 masking, section 6.1).
    func rect(_ box: Rect?) -> Rect {
      reader.rect(box, usual: .regionOfBox) { _ in own.element }
    }
    let region = box?.map(rect) ?? SVGMovingRect(rect(nil))
    let isAlpha = own["mask-type"] == "alpha"
    // On black, brightness and opacity become one.
    let ground = isAlpha ? [] : [ImportedLayer.solid("\(name) ground", region, .black)]
    var mask = ImportedLayer("\(name) mask", ground + [content])
    mask.setBounds(region)
    mask.values[.masksToBounds] = true
    if !isAlpha { mask.values[.filters] = [.luma(isInverted: false)] }
    return mask
  }
}
