import RostrumSceneImport
import RostrumImportedDocument
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

extension SVGConversion {
  /// An outline, filled and stroked; `nil` when nothing of it shows.
  func shape(
    _ path: Path, _ name: String, _ style: SVGStyle, at element: XMLElement,
    box whole: Rect? = nil, moving: [KeyframeAnimation] = []
  ) -> Drawing? {
    if let parts = parts(of: path, style, element), moving.isEmpty {
      let box = whole ?? path.withoutLoneMoves.boundingBox
      let drawings = parts.enumerated().compactMap { index, part in
        shape(part, "\(name) \(index + 1)", style, at: element, box: box)
      }
      return group(name, drawings).map { Drawing(draft: $0.draft, box: box) }
    }
    let drawn = path.withoutLoneMoves
    // An element without an outline may come to one.
    guard !drawn.isEmpty || !moving.isEmpty,
      context.spend(drawn.elements.count, .shownElements, at: element.bytes)
    else { return nil }
    // Finer differences are invisible, and people read the numbers.
    let hasSquares = style.lineCap == .square && style.stroke != .none && !style.isClip
    let path = (hasSquares ? drawn.withShortLines(style.strokeWidth / 64) : drawn)
      .roundedToMillionths
    let box = whole ?? path.boundingBox ?? .zero
    guard style.isVisible else { return Drawing(draft: nil, box: box) }
    if style.isClip {
      var draft = ImportedLayer(name, .shape)
      draft.values[.path] = path
      draft.set(.fillRule, style.clipRule)
      draft.animations = moving
      return Drawing(draft: draft, box: box)
    }
    let fill = fill(path, name, style, box, element, moving)
    let stroke = stroke(path, name, style, box, element, moving)
    let draft: ImportedLayer
    switch (fill, stroke) {
    case (nil, nil): return Drawing(draft: nil, box: box)
    case (let only?, nil), (nil, let only?): draft = only
    case (var fill?, let stroke?):
      let areShapes =
        fill.layerClass == .shape && stroke.layerClass == .shape
        && fill.values[.path] == stroke.values[.path]
      if areShapes, !style.strokesFirst {
        for property in Self.strokeProperties {
          let value = stroke.values[any: property]
          if value != fill.values[any: property] { fill.values[any: property] = value }
        }
        let outline = AnimationKeyPath(.path)
        fill.animations += stroke.animations.filter { $0.keyPaths != [outline] }
        draft = fill
      } else {
        (fill.name, draft) = ("\(name) fill", ImportedLayer(name, []))
        var line = stroke
        line.name = "\(name) stroke"
        let parts = style.strokesFirst ? [line, fill] : [fill, line]
        return Drawing(draft: ImportedLayer(name, parts), box: box)
      }
    }
    return Drawing(draft: draft, box: box)
  }

  private static let strokeProperties: [Property] = [
    .strokeColor, .lineWidth, .lineCap, .lineJoin, .miterLimit, .lineDashPattern, .lineDashPhase,
  ]

  private func fill(
    _ path: Path, _ name: String, _ style: SVGStyle, _ box: Rect, _ element: XMLElement,
    _ outline: [KeyframeAnimation]
  ) -> ImportedLayer? {
    let moving = inherited(element, ["fill", "fill-opacity"])
    guard let paint = paint(style.fill, box, style, element) ?? Self.nothing(moving) else {
      return nil
    }
    var draft = ImportedLayer(name, .shape)
    draft.values[.path] = path
    draft.set(.fillRule, style.fillRule)
    draft.animations = outline
    let area = Self.area(box, outline)
    return painted(draft, paint, style.fillOpacity, .fillColor, area, element, style, moving)
  }

  /// The union of the bounding boxes of an outline and of its key frames.
  private static func area(_ box: Rect, _ outline: [KeyframeAnimation]) -> Rect {
    outline.flatMap(\.values).reduce(box) { area, value in
      guard case .path(let path) = value, let other = path.boundingBox else { return area }
      return area.union(other)
    }
  }

  /// The paint of an element that has none until an animation gives it a colour.
  private static func nothing(_ moving: [SVGAnimation]) -> Paint? {
    let hasColor = moving.contains { $0.name == "fill" || $0.name == "stroke" }
    return hasColor ? .color(Color(red: 0, green: 0, blue: 0, alpha: 0)) : nil
  }

  private func stroke(
    _ path: Path, _ name: String, _ style: SVGStyle, _ box: Rect, _ element: XMLElement,
    _ outline: [KeyframeAnimation]
  ) -> ImportedLayer? {
    let moving = inherited(element, ["stroke", "stroke-opacity"])
    let scale = dashScale(path, element)
    guard let paint = paint(style.stroke, box, style, element) ?? Self.nothing(moving) else {
      return nil
    }
    let line = lineAnimations(element, path, style, dashScale: scale)
    guard style.strokeWidth > 0 || !line.isEmpty else { return nil }
    var draft = ImportedLayer(name, .shape)
    draft.values[.path] = path
    let pen = unscaled(&draft, style, element)
    draft.values[.fillColor] = nil
    draft.set(.lineWidth, style.strokeWidth)
    draft.set(.lineCap, style.lineCap)
    draft.set(.lineJoin, style.lineJoin)
    // Nothing else has a mitre.
    if style.lineJoin == .miter { draft.set(.miterLimit, style.miterLimit) }
    draft.animations = outline + line
    // Core Animation draws a part of the line, not a dash, where a dash moves.
    let isPart = line.contains { $0.keyPath.property == .strokeEnd }
    draft.set(.lineDashPattern, isPart ? [] : style.dashes.map { $0 * scale })
    if !style.dashes.isEmpty, !isPart { draft.set(.lineDashPhase, style.dashOffset * scale) }
    let widths = line.filter { $0.keyPath.property == .lineWidth }.flatMap(\.values)
    let width = widths.reduce(style.strokeWidth) { widest, value in
      if case .number(let number) = value { max(widest, number) } else { widest }
    }
    let reach = width * pen / 2 * max(style.miterLimit, 1.5)
    let area = Self.area(box, outline).insetBy(dx: -reach, dy: -reach)
    return painted(draft, paint, style.strokeOpacity, .strokeColor, area, element, style, moving)
  }

  /// By how much dashes are longer than they say, because the author has measured the path
  /// otherwise (SVG 2, section 9.6.1).
  private func dashScale(_ path: Path, _ element: XMLElement) -> Double {
    guard let text = element["pathLength"], let length = Double(text.trimmed), length > 0,
      element.name != "text"
    else { return 1 }
    return path.length(accuracy: 1e-4) / length
  }

  /// Draws a line with a pen that the transforms around it do not scale (SVG 2, section 8.13).
  /// Returns by how much the pen is larger in the shape's own coordinates.
  private func unscaled(
    _ line: inout ImportedLayer, _ style: SVGStyle, _ element: XMLElement
  ) -> Double {
    guard let effect = reader(.zero).declarations(of: element)["vector-effect"], effect != "none"
    else { return 1 }
    var place = style.place
    (place.tx, place.ty) = (0, 0)
    guard effect == "non-scaling-stroke", motions.isEmpty else {
      context.unsupported(.vectorEffects, at: context.place(of: "vector-effect", in: element))
      return 1
    }
    // A shape without area shows nothing, whatever its line.
    guard place != .identity, let inverse = place.inverted, let path = line.values[.path] else {
      return 1
    }
    line.values[.path] = path.map { place.apply(to: $0) }
    line.values[.transform] = Transform3D(inverse)
    return [inverse.a, inverse.b, inverse.c, inverse.d].map(abs).reduce(0, +)
  }

  private enum Paint {
    case color(Color)
    case gradient(SVGGradient)
    case pattern(SVGPattern)
  }

  private func painted(
    _ shape: ImportedLayer, _ paint: Paint, _ opacity: Double, _ property: TypedProperty<Color?>,
    _ area: Rect, _ element: XMLElement, _ style: SVGStyle, _ moving: [SVGAnimation]
  ) -> ImportedLayer {
    var shape = shape
    switch paint {
    case .color(var color):
      shape.animations += colorAnimations(
        moving, property, base: color, opacity: opacity, style)
      color.alpha *= opacity
      shape.values[property] = color
      return shape
    case .gradient(let gradient):
      if let first = moving.first { refuse(first, "of a gradient") }
      // Its own edges lie outside, so that only the shape's count.
      let margin = max(area.width, area.height) / 16 + 1
      let around = Rect(
        x: area.minX - margin, y: area.minY - margin, width: area.width + 2 * margin,
        height: area.height + 2 * margin)
      let whole = gradient.repeated(over: around)
      if whole == nil {
        context.unsupported(.repeatedGradients, "more than a thousand times", at: element.bytes)
      }
      let layer = (whole ?? gradient).layer("\(shape.name) gradient", over: around)
      return Self.shown(layer, through: shape, property, opacity)
    case .pattern(let pattern):
      if let first = moving.first { refuse(first, "of a pattern") }
      guard let layer = tiles(of: pattern, over: area) else { return ImportedLayer(shape.name, []) }
      return Self.shown(layer, through: shape, property, opacity)
    }
  }

  /// A layer that shows through a shape.
  private static func shown(
    _ layer: ImportedLayer, through shape: ImportedLayer, _ property: TypedProperty<Color?>,
    _ opacity: Double
  ) -> ImportedLayer {
    var group = ImportedLayer(shape.name, [layer])
    var mask = shape
    mask.name = "\(shape.name) shape"
    mask.values[property] = .black
    group.line = shape.line
    group.mask = [mask]
    group.set(.opacity, opacity)
    return group
  }

  /// `nil` for nothing to draw with. `change` leads from the coordinates of the box to the shape's.
  private func paint(
    _ paint: SVGStyle.Paint, _ box: Rect, _ style: SVGStyle, _ element: XMLElement,
    through change: AffineTransform = .identity
  ) -> Paint? {
    switch paint {
    case .none: return nil
    case .color(let color): return .color(color)
    case .currentColor: return .color(style.color)
    case .context(let word):
      let known = word == "context-fill" ? style.contextFill : style.contextStroke
      guard let known else { return nil }
      var inner = style
      inner.color = known.color
      let change = known.place.concatenating(style.place.inverted ?? .identity)
      return self.paint(known.paint, known.box, inner, element, through: change)
    case .server(let id, let instead):
      func other() -> Paint? {
        instead.flatMap { self.paint($0, box, style, element, through: change) }
      }
      guard let server = byID[id] else { return other() }
      if server.name == "pattern" {
        refuseOutline(of: element, "of a shape with a pattern")
        let place = change.concatenating(style.place)
        return pattern(server, box: box, for: element, through: change, place: place)
          .map { .pattern($0) } ?? other()
      }
      guard server.name == "linearGradient" || server.name == "radialGradient" else {
        let isPaint = ["hatch", "meshgradient", "solidColor", "solidcolor"].contains(
          server.name)
        if isPaint { context.unsupported(.patterns, server.name, at: element.bytes) }
        return other()
      }
      let reader = reader(viewport)
      // A gradient of the box of a line without height or width is none (SVG 2, section 14.2).
      if reader.isOfBox(server, byID) {
        if box.width <= 0 || box.height <= 0 { return other() }
        refuseOutline(of: element, "of a shape with a gradient of its box")
      }
      let color = { (stop: XMLElement) in self.style(of: stop).color }
      guard var gradient = reader.gradient(server, box: box, byID, color) else { return nil }
      gradient.transform = gradient.transform.concatenating(change)
      if let single = gradient.single { return .color(single) }
      return .gradient(gradient)
    }
  }

  // MARK: Pictures

  private static let deepestPicture = 8

  /// The SVG in an SVG as layers; `nil` for another picture, and for one with parts that are not
  /// supported.
  private func embedded(
    _ bytes: [UInt8], _ element: XMLElement, _ name: String, _ style: SVGStyle, _ reader: SVGReader
  ) -> Drawing? {
    guard XMLFile.recognizes(bytes, root: "svg"), let text = UTF16Text.decoded(bytes),
      pictureDepth < Self.deepestPicture
    else { return nil }
    let inner = ImportContext(SourceText(utf8: text, path: ""), ignoring: [])
    guard let root = inner.element() else { return nil }
    let loader = SVGLoader(ImportOptions(), resources)
    guard let (drafts, size) = loader.layers(root, inner, depth: pictureDepth + 1),
      inner.diagnostics.isEmpty,
      context.spend(inner.budget.count(.layers), .layers, at: element.bytes)
    else { return nil }
    guard let (frame, place, isCut) = frame(of: size, element, reader), style.isVisible else {
      return Drawing(draft: nil, box: nil)
    }
    var picture = ImportedLayer("\(name) content", drafts)
    picture.setBounds(Rect(origin: .zero, size: size))
    picture.values[.masksToBounds] = true
    var drawing = Drawing(draft: picture, box: frame)
    drawing.move(
      by: AffineTransform.scale(x: place.width / size.width, y: place.height / size.height)
        .concatenating(.translation(x: place.minX, y: place.minY)))
    drawing.box = frame
    guard isCut, let content = drawing.draft else { return drawing }
    var window = ImportedLayer(name, [content])
    window.setBounds(frame)
    window.values[.masksToBounds] = true
    return Drawing(draft: window, box: frame)
  }

  /// The frame of a picture of that size, the place of all of it, and whether the frame cuts; `nil`
  /// for none.
  private func frame(
    of size: Size, _ element: XMLElement, _ reader: SVGReader
  ) -> (frame: Rect, place: Rect, isCut: Bool)? {
    func side(_ name: String, _ axis: SVGReader.Axis) -> Double? {
      guard let text = reader.text(element, name), text != "auto" else { return nil }
      return reader.length(element, name, axis)
    }
    let (width, height) = (side("width", .x), side("height", .y))
    let frame = Rect(
      x: reader.length(element, "x", .x), y: reader.length(element, "y", .y),
      width: width ?? height.map { $0 * size.width / size.height } ?? size.width,
      height: height ?? width.map { $0 * size.height / size.width } ?? size.height)
    guard frame.width > 0, frame.height > 0 else { return nil }
    let aspect = SVGAspect(element["preserveAspectRatio"] ?? "")
    return (frame, aspect.frame(of: size, in: frame), aspect.isSliced)
  }

  func image(
    _ element: XMLElement, _ name: String, _ style: SVGStyle, _ reader: SVGReader
  ) -> Drawing? {
    guard let reference = element["href"]?.trimmed, !reference.isEmpty else { return nil }
    let isEmbedded = reference.hasPrefix("data:")
    if isEmbedded, let bytes = Base64.content(ofDataURL: reference),
      let drawing = embedded(bytes, element, name, style, reader)
    {
      return drawing
    }
    let image =
      isEmbedded
      ? Base64.content(ofDataURL: reference).flatMap(resources.image(in:))
      : resources.image(atPath: reference)
    guard let image else {
      return context.leavingOut(
        .pictures, isEmbedded ? "an embedded picture" : String(reference.prefix(60)),
        at: context.place(of: "href", in: element))
    }
    let size = Size(width: Double(image.width), height: Double(image.height))
    guard let (frame, place, isCut) = frame(of: size, element, reader) else { return nil }
    guard style.isVisible else { return Drawing(draft: nil, box: frame) }
    var picture = ImportedLayer(name)
    picture.setBounds(place)
    picture.values[.contents] = image
    if style.isPixelated { picture.values[.magnificationFilter] = .nearest }
    guard isCut else { return Drawing(draft: picture, box: frame) }
    var window = ImportedLayer(name, [picture])
    window.setBounds(frame)
    window.values[.masksToBounds] = true
    return Drawing(draft: window, box: frame)
  }
}

extension Path {
  /// Without subpaths of a single move, which draw nothing and have no box.
  fileprivate var withoutLoneMoves: Path {
    let isLone =
      elements.last?.isMove == true
      || zip(elements, elements.dropFirst()).contains { $0.isMove && $1.isMove }
    guard isLone else { return self }
    var result = Elements()
    for element in elements {
      if element.isMove, result.last?.isMove == true { result.removeLast() }
      result.append(element)
    }
    if result.last?.isMove == true { result.removeLast() }
    return Path(result)
  }
}

extension Path {
  /// With a short line for each subpath without length, which a square cap shows (SVG 2, 13.5.4).
  fileprivate func withShortLines(_ length: Double) -> Path {
    let reach = Point(x: length / 2, y: 0)
    let parts = subpaths.flatMap { part -> [Element] in
      guard case .move(let start)? = part.elements.first, part.elements.count > 1,
        Path(part.elements).boundingBox?.size == .zero
      else { return part.elements }
      return [.move(start - reach), .line(start + reach)]
    }
    return Path(parts)
  }

  var roundedToMillionths: Path {
    var result = self
    result.roundToMillionths()
    return result
  }

  /// Makes no copy of a path that is long and has one owner, or is rounded already.
  mutating func roundToMillionths() {
    elements.update { Point(x: $0.x.roundedToMillionths, y: $0.y.roundedToMillionths) }
  }
}

extension Path.Element {
  fileprivate var isMove: Bool { if case .move = self { true } else { false } }
}

extension Double {
  fileprivate var roundedToMillionths: Double {
    abs(self) < 1e6 ? (self * 1e6).rounded() / 1e6 : self
  }
}
