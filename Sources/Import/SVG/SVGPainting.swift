import Geometry
import LayerTree
import Source

extension SVGConversion {
  /// An outline, filled and stroked; `nil` when nothing of it shows.
  func shape(
    _ path: Path, _ name: String, _ style: SVGStyle, at element: XMLElement
  ) -> Drawing? {
    guard style.isVisible, !path.isEmpty,
      context.spend(path.elements.count, .shownElements, at: element.bytes)
    else { return nil }
    // To a millionth of a unit: nobody sees more, and people read the numbers.
    let path = path.map { Point(x: $0.x.roundedToMillionths, y: $0.y.roundedToMillionths) }
    let box = path.boundingBox ?? .zero
    if style.isClip {
      var draft = Draft(name, .shape)
      draft.values[.path] = path
      draft.set(.fillRule, style.clipRule)
      return Drawing(draft: draft, box: box)
    }
    let own = reader(.zero).declarations(of: element)
    for marker in ["marker", "marker-start", "marker-mid", "marker-end"] {
      guard let text = own[marker], text != "none" else { continue }
      context.unsupported(.markers, at: context.place(of: marker, in: element))
    }
    if own["vector-effect"] == "non-scaling-stroke" {
      context.unsupported(.vectorEffects, at: context.place(of: "vector-effect", in: element))
    }
    let fill = fill(path, name, style, box, element)
    let stroke = stroke(path, name, style, box, element)
    let draft: Draft
    switch (fill, stroke) {
    case (nil, nil): return nil
    case (let only?, nil), (nil, let only?): draft = only
    case (var fill?, let stroke?):
      let areShapes = fill.layerClass == .shape && stroke.layerClass == .shape
      if areShapes, !style.strokesFirst {
        for property in Self.strokeProperties {
          let value = stroke.values[any: property]
          if value != fill.values[any: property] { fill.values[any: property] = value }
        }
        draft = fill
      } else {
        (fill.name, draft) = ("\(name) fill", Draft(name, []))
        var line = stroke
        line.name = "\(name) stroke"
        let parts = style.strokesFirst ? [line, fill] : [fill, line]
        return Drawing(draft: Draft(name, parts), box: box)
      }
    }
    return Drawing(draft: draft, box: box)
  }

  private static let strokeProperties: [Property] = [
    .strokeColor, .lineWidth, .lineCap, .lineJoin, .miterLimit, .lineDashPattern, .lineDashPhase,
  ]

  private func fill(
    _ path: Path, _ name: String, _ style: SVGStyle, _ box: Rect, _ element: XMLElement
  ) -> Draft? {
    guard let paint = paint(style.fill, box, style, element) else { return nil }
    var draft = Draft(name, .shape)
    draft.values[.path] = path
    draft.set(.fillRule, style.fillRule)
    return painted(draft, paint, style.fillOpacity, .fillColor, box)
  }

  private func stroke(
    _ path: Path, _ name: String, _ style: SVGStyle, _ box: Rect, _ element: XMLElement
  ) -> Draft? {
    guard style.strokeWidth > 0, let paint = paint(style.stroke, box, style, element) else {
      return nil
    }
    var draft = Draft(name, .shape)
    draft.values[.path] = path
    draft.values[.fillColor] = nil
    draft.set(.lineWidth, style.strokeWidth)
    draft.set(.lineCap, style.lineCap)
    draft.set(.lineJoin, style.lineJoin)
    // Nothing else has a mitre.
    if style.lineJoin == .miter { draft.set(.miterLimit, style.miterLimit) }
    draft.set(.lineDashPattern, style.dashes)
    if !style.dashes.isEmpty { draft.set(.lineDashPhase, style.dashOffset) }
    let reach = style.strokeWidth / 2 * max(style.miterLimit, 1.5)
    let area = Rect(
      x: box.minX - reach, y: box.minY - reach, width: box.width + 2 * reach,
      height: box.height + 2 * reach)
    return painted(draft, paint, style.strokeOpacity, .strokeColor, area)
  }

  private enum Paint {
    case color(Color)
    case gradient(SVGGradient)
  }

  private func painted(
    _ shape: Draft, _ paint: Paint, _ opacity: Double, _ property: TypedProperty<Color?>,
    _ area: Rect
  ) -> Draft {
    var shape = shape
    switch paint {
    case .color(var color):
      color.alpha *= opacity
      shape.values[property] = color
      return shape
    case .gradient(let gradient):
      shape.values[property] = .black
      var draft = gradient.layer(shownThrough: shape, area)
      draft.set(.opacity, opacity)
      return draft
    }
  }

  /// `nil` for nothing to draw with.
  private func paint(
    _ paint: SVGStyle.Paint, _ box: Rect, _ style: SVGStyle, _ element: XMLElement
  ) -> Paint? {
    switch paint {
    case .none: return nil
    case .color(let color): return .color(color)
    case .server(let id, let instead):
      guard let server = byID[id] else { return instead.map { .color($0) } }
      guard server.name == "linearGradient" || server.name == "radialGradient" else {
        context.unsupported(.patterns, server.name, at: element.bytes)
        return instead.map { .color($0) }
      }
      let reader = reader(viewport)
      guard let gradient = reader.gradient(server, box: box, byID, style) else { return nil }
      if let single = gradient.single { return .color(single) }
      // A gradient of the box of a line without height or width draws nothing.
      return .gradient(gradient)
    }
  }

  // MARK: Pictures

  func image(_ element: XMLElement, _ name: String, _ reader: SVGReader) -> Drawing? {
    guard let reference = element["href"] else { return nil }
    let isEmbedded = reference.hasPrefix("data:")
    let image =
      isEmbedded
      ? Base64.content(ofDataURL: reference).flatMap(resources.image(in:))
      : resources.image(atPath: reference)
    guard let image else {
      context.unsupported(
        .pictures, isEmbedded ? "an embedded picture" : String(reference.prefix(60)),
        at: context.place(of: "href", in: element))
      return nil
    }
    let size = Size(width: Double(image.width), height: Double(image.height))
    let width = element["width"].map { _ in reader.length(element, "width", .x, size.width) }
    let height = element["height"].map { _ in reader.length(element, "height", .y, size.height) }
    let frame = Rect(
      x: reader.length(element, "x", .x), y: reader.length(element, "y", .y),
      width: width ?? height.map { $0 * size.width / size.height } ?? size.width,
      height: height ?? width.map { $0 * size.height / size.width } ?? size.height)
    guard frame.width > 0, frame.height > 0 else { return nil }
    let aspect = SVGAspect(element["preserveAspectRatio"] ?? "")
    var picture = Draft(name)
    picture.setBounds(aspect.frame(of: size, in: frame))
    picture.values[.contents] = image
    guard aspect.isSliced else { return Drawing(draft: picture, box: frame) }
    var window = Draft(name, [picture])
    window.setBounds(frame)
    window.values[.masksToBounds] = true
    return Drawing(draft: window, box: frame)
  }

  // MARK: Text

  /// A stretch of letters of one style.
  private struct Run {
    var text: String
    let style: SVGStyle
    let element: XMLElement
    /// A new place, where one is given.
    var x: Double?
    var y: Double?
    var offset = Point.zero
  }

  func text(
    _ element: XMLElement, _ name: String, _ style: SVGStyle, _ reader: SVGReader
  ) -> Drawing? {
    var runs: [Run] = []
    collect(element, style, reader, &runs)
    // Blanks at both ends are not shown.
    if let first = runs.firstIndex(where: { !$0.text.isEmpty }) {
      runs[first].text = String(runs[first].text.drop { $0 == " " })
    }
    if let last = runs.lastIndex(where: { !$0.text.isEmpty }), runs[last].text.last == " " {
      runs[last].text.removeLast()
    }
    var drawings: [Drawing] = []
    var pen = Point.zero
    var rest = runs[...]
    while let first = rest.first {
      let next = rest.dropFirst().firstIndex { $0.x != nil || $0.y != nil } ?? rest.endIndex
      pen = Point(x: first.x ?? pen.x, y: first.y ?? pen.y)
      drawings += line(Array(rest[..<next]), name, &pen)
      rest = rest[next...]
    }
    return drawings.count == 1 ? drawings[0] : group(name, drawings)
  }

  private func collect(
    _ element: XMLElement, _ style: SVGStyle, _ reader: SVGReader, _ runs: inout [Run]
  ) {
    var place = Run(text: "", style: style, element: element)
    let size = element.nodes.reduce(element.bytes.count) { sum, node in
      if case .text(let text) = node { sum + text.utf8.count } else { sum }
    }
    guard context.spend(size, .text, at: element.bytes) else { return }
    for name in ["x", "y", "dx", "dy", "rotate", "textLength"] where element[name] != nil {
      let numbers = element[name]?.split { $0 == "," || $0.isWhitespace } ?? []
      guard numbers.count < 2, name != "rotate", name != "textLength" else {
        context.unsupported(.textStyles, name, at: context.place(of: name, in: element))
        continue
      }
      let axis: SVGReader.Axis = name.hasSuffix("x") ? .x : .y
      let value = reader.length(element, name, axis, fontSize: style.font.size)
      switch name {
      case "x": place.x = value
      case "y": place.y = value
      case "dx": place.offset.x = value
      default: place.offset.y = value
      }
    }
    var isFirst = true
    for node in element.nodes {
      switch node {
      case .text(let text):
        var run = isFirst ? place : Run(text: "", style: style, element: element)
        run.text = text.collapsed
        if runs.last?.text.last == " ", run.text.first == " " { run.text.removeFirst() }
        guard !run.text.isEmpty else { continue }
        runs.append(run)
        isFirst = false
      case .element(let inner) where inner.name == "tspan":
        if isFirst { runs.append(place) }
        isFirst = false
        let own = reader.declarations(of: inner)
        guard own["display"] != "none" else { continue }
        collect(inner, reader.style(own, in: style), reader, &runs)
      case .element(let inner) where inner.name == "textPath":
        context.unsupported(.textOnPath, at: inner.bytes)
      case .element(let inner) where !inner.name.isEmpty && inner.name != "title":
        context.unsupported(
          Self.animationNames.contains(inner.name) ? .animations : .elements,
          inner.name, at: inner.bytes)
      case .element: break
      }
    }
  }

  /// Runs that stand on one line, from the pen on.
  private func line(_ runs: [Run], _ name: String, _ pen: inout Point) -> [Drawing] {
    var set: [(run: Run, line: ImportLine)] = []
    for run in runs {
      switch resources.outlines(of: run.text, run.style.font) {
      case .success(let line): set.append((run, line))
      case .failure(let problem):
        context.error(.missingFile, problem.message, at: run.element.bytes, hint: problem.hint)
      }
    }
    let width = set.reduce(0) { $0 + $1.line.width + $1.run.offset.x }
    pen.x -= width * (runs.first?.style.textAnchor ?? 0)
    var drawings: [Drawing] = []
    for (run, line) in set {
      pen = pen + run.offset
      let path = line.outline.transformed(by: .translation(x: pen.x, y: pen.y))
      let label = run.element["id"] ?? (run.text.trimmed.isEmpty ? name : run.text.trimmed)
      if let drawing = shape(path, label, run.style, at: run.element) { drawings.append(drawing) }
      pen.x += line.width
    }
    return drawings
  }
}

extension String {
  /// With each stretch of blanks as one space.
  fileprivate var collapsed: String {
    var result = ""
    for character in self where character != "\n" && character != "\r\n" && character != "\r" {
      let mark: Character = character == "\t" ? " " : character
      if mark == " ", result.last == " " { continue }
      result.append(mark)
    }
    return result
  }
}

extension Double {
  fileprivate var roundedToMillionths: Double {
    abs(self) < 1e6 ? (self * 1e6).rounded() / 1e6 : self
  }
}
