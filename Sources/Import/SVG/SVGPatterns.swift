import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// A picture that repeats in both directions (SVG 2, section 14.3).
struct SVGPattern {
  /// The picture in a tile's coordinates, whose origin is the tile's corner.
  let tile: ImportedLayer
  /// The first tile in the pattern's coordinates.
  let frame: Rect
  /// From the pattern's coordinates to the shape's.
  private(set) var transform: AffineTransform
  /// The bytes of its element.
  let bytes: Range<Int>

  fileprivate func moved(by change: AffineTransform) -> SVGPattern {
    var result = self
    result.transform = transform.concatenating(change)
    return result
  }

  /// The tiles that cover an area; `nil` for more than `limit` layers of all tiles.
  fileprivate func layer(over area: Rect, limit: Int) -> ImportedLayer? {
    guard let inverse = transform.inverted else { return nil }
    let box = inverse.boundingBox(of: area)
    let left = ((box.minX - frame.minX) / frame.width).rounded(.down)
    let top = ((box.minY - frame.minY) / frame.height).rounded(.down)
    let columns = ((box.maxX - frame.minX) / frame.width).rounded(.up) - left
    let rows = ((box.maxY - frame.minY) / frame.height).rounded(.up) - top
    guard columns * rows * Double(tile.drawnCount) <= Double(limit) else { return nil }
    var first = ImportedLayer("\(tile.name) tile", [tile])
    first.values[.position] = Point(
      x: frame.minX + left * frame.width, y: frame.minY + top * frame.height)
    func repeated(
      _ layer: ImportedLayer, _ name: String, _ count: Double, _ x: Double, _ y: Double
    ) -> ImportedLayer {
      guard count > 1 else { return layer }
      var replicator = ImportedLayer("\(tile.name) \(name)", [layer])
      replicator.layerClass = .replicator
      replicator.values[.instanceCount] = count
      replicator.values[.instanceTransform] = .translation(x: x, y: y, z: 0)
      return replicator
    }
    let row = repeated(first, "row", columns, frame.width, 0)
    var all = ImportedLayer(tile.name, [repeated(row, "rows", rows, 0, frame.height)])
    all.set(.transform, Transform3D(transform))
    return all
  }
}

extension ImportedLayer {
  /// How many layers are drawn, with each copy.
  fileprivate var drawnCount: Int {
    let inside = (sublayers + mask).reduce(0) { $0 + $1.drawnCount }
    guard layerClass == .replicator else { return 1 + inside }
    return 1 + inside * max(Int(values[.instanceCount]), 1)
  }

  /// The bounding box of the layer's drawing with its strokes, in the superlayer's coordinates:
  /// of strokes by half the line width, or `exactly` by their outlines.
  func extent(_ outer: AffineTransform, exactly: Bool = false) -> Rect? {
    let (bounds, position, anchor) = (values[.bounds], values[.position], values[.anchorPoint])
    let turn = values[.transform]
    let own = AffineTransform.translation(
      x: -bounds.minX - anchor.x * bounds.width, y: -bounds.minY - anchor.y * bounds.height
    ).concatenating(
      AffineTransform(
        a: turn.m11, b: turn.m12, c: turn.m21, d: turn.m22, tx: turn.m41, ty: turn.m42)
    ).concatenating(.translation(x: position.x, y: position.y)).concatenating(outer)
    var box: Rect?
    func add(_ rect: Rect?) { box = rect.map { box?.union($0) ?? $0 } ?? box }
    if layerClass == .shape, let path = values[.path], let outline = path.boundingBox {
      let reach = values[.strokeColor] == nil ? 0 : values[.lineWidth] / 2
      let line = exactly && reach > 0 ? strokeOutline(path).boundingBox : nil
      add(own.boundingBox(of: line ?? outline.insetBy(dx: -reach, dy: -reach)))
      if line != nil, values[.fillColor] != nil { add(own.boundingBox(of: outline)) }
    } else if values[.masksToBounds] || values[.contents] != nil || !mask.isEmpty {
      guard mask.isEmpty else { return mask[0].extent(own, exactly: exactly) }
      return own.boundingBox(of: bounds)
    }
    for draft in sublayers { add(draft.extent(own, exactly: exactly)) }
    return box
  }

  private func strokeOutline(_ path: Path) -> Path {
    let style = StrokeStyle(
      lineWidth: values[.lineWidth], cap: values[.lineCap], join: values[.lineJoin],
      miterLimit: values[.miterLimit])
    return path.strokeOutline(style, tolerance: values[.lineWidth] / 100)
  }
}

extension XMLElement {
  fileprivate func isInside(_ name: String) -> Bool {
    self.name == name || parent?.isInside(name) == true
  }
}

extension SVGConversion {
  /// The most layers that the tiles of a file come to, as often as they are drawn.
  private static let mostTiled = 50_000

  /// The tiles of a pattern that cover an area; `nil` with a report for too many in one file.
  func tiles(of pattern: SVGPattern, over area: Rect) -> ImportedLayer? {
    guard let layer = pattern.layer(over: area, limit: Self.mostTiled - tiledCount) else {
      return context.leavingOut(.patterns, "of too many tiles", at: pattern.bytes)
    }
    tiledCount += layer.drawnCount
    return layer
  }

  /// The pattern for an element with that box; `nil` for one that paints nothing. `change` leads
  /// from the coordinates of the box to the element's, and `place` from those to the picture's.
  func pattern(
    _ element: XMLElement, box: Rect, for painted: XMLElement, through change: AffineTransform,
    place: AffineTransform
  ) -> SVGPattern? {
    let reader = reader(viewport)
    let chain = reader.chain(from: element, byID)
    func own(_ name: String) -> XMLElement { chain.first { $0[name] != nil } ?? element }
    func isOfBox(_ name: String, _ usual: Bool) -> Bool {
      switch own(name)[name] {
      case "objectBoundingBox": true
      case "userSpaceOnUse": false
      default: usual
      }
    }
    guard let owner = chain.first(where: { !$0.children.isEmpty }) else { return nil }
    guard !open.contains(ObjectIdentifier(owner)) else {
      return context.warned(
        .conflict, "the pattern paints itself; it does not inside of itself", at: owner.bytes)
    }
    let frame = reader.rect(
      isOfBox("patternUnits", true) ? box : nil, usual: .zero, of: own)
    guard frame.width > 0, frame.height > 0 else { return nil }
    let window = Rect(origin: .zero, size: frame.size)
    var (fit, inner) = (AffineTransform.identity, viewport)
    if own("viewBox")["viewBox"] != nil {
      let aspect = own("preserveAspectRatio")["preserveAspectRatio"]
      (fit, inner) = reader.viewBoxTransform(own("viewBox"), into: window, aspect: aspect)
    } else if isOfBox("patternContentUnits", false) {
      (fit, inner) = (.scale(x: box.width, y: box.height), Size(width: 1, height: 1))
    }
    let name = element["id"] ?? element.name
    let parts = layers(owner, style(of: owner), inner).compactMap(\.draft)
    let overflow = reader.declarations(of: owner)["overflow"]
    let isCut = overflow != "visible" && overflow != "auto"
    guard let tile = tile(name, parts, fit, window, isCut: isCut) else { return nil }
    let transform = reader.transform(own("patternTransform"), "patternTransform")
    let pattern = SVGPattern(
      tile: tile, frame: frame, transform: transform, bytes: element.bytes)
    let isDirect = change == .identity && !painted.isInside("pattern")
    reportDifferences(pattern, element, isDirect ? place : nil)
    return transform.inverted == nil ? nil : pattern.moved(by: change)
  }

  /// Reports tiles that some programs draw elsewhere. `place` leads to the picture's coordinates;
  /// `nil` for a pattern of another element's.
  private func reportDifferences(
    _ pattern: SVGPattern, _ element: XMLElement, _ place: AffineTransform?
  ) {
    guard pattern.transform.inverted != nil else {
      return differs(
        "the 'patternTransform' has no inverse, so nothing is painted, as in browsers; resvg leaves "
          + "it out", at: context.place(of: "patternTransform", in: element))
    }
    let isWhole = place.map { place in
      let frame = place.boundingBox(of: pattern.frame)
      return [frame.width, frame.height].allSatisfy { abs($0 - $0.rounded()) < 1e-9 }
    }
    guard pattern.frame.origin != .zero || pattern.transform != .identity || isWhole != true else {
      return
    }
    differs(
      "the tiles lie where the pattern says, as in browsers; some programs put them on whole pixels",
      at: element.bytes)
  }

  /// One tile. Parts are cut only at the sides that they cross, so that their edges are soft only
  /// once; tiles that touch each other add up, so that no seam shows.
  private func tile(
    _ name: String, _ parts: [ImportedLayer], _ fit: AffineTransform, _ window: Rect, isCut: Bool
  ) -> ImportedLayer? {
    let margin = min(window.width, window.height) * 1e-6
    var touches = false
    let shown = parts.map { part -> ImportedLayer in
      var content = ImportedLayer(part.name, [part])
      content.set(.transform, Transform3D(fit))
      guard let extent = part.extent(fit, exactly: true) else { return content }
      let narrow = window.insetBy(dx: margin, dy: margin)
      touches = touches || narrow.union(extent) != narrow
      let wide = window.insetBy(dx: -margin, dy: -margin)
      let isMoving = !part.animations.isEmpty
      guard isCut, isMoving || wide.union(extent) != wide else { return content }
      // A side that is not crossed is cut far away.
      let far = window.insetBy(dx: -window.width, dy: -window.height)
      let left = isMoving || extent.minX < wide.minX ? window.minX : far.minX
      let top = isMoving || extent.minY < wide.minY ? window.minY : far.minY
      let right = isMoving || extent.maxX > wide.maxX ? window.maxX : far.maxX
      let bottom = isMoving || extent.maxY > wide.maxY ? window.maxY : far.maxY
      let box = Rect(x: left, y: top, width: right - left, height: bottom - top)
      var cut = ImportedLayer("\(part.name) cut", [content])
      cut.setBounds(box)
      cut.values[.masksToBounds] = true
      return cut
    }
    guard !shown.isEmpty else { return nil }
    var tile = ImportedLayer(name, shown)
    if touches, isCut { tile.values[.compositingFilter] = .plusL }
    return tile
  }
}
