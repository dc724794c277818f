import RostrumSceneImport
import RostrumImportedDocument
import RealModule
import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

/// A point where a marker may be, with the directions of the path there, in radians.
private struct SVGVertex {
  let point: Point
  var arriving: Double?
  var leaving: Double?

  /// Half way between both directions (SVG 2, section 11.6.3).
  var direction: Double {
    guard let arriving, let leaving else { return arriving ?? leaving ?? 0 }
    var turn = (leaving - arriving).truncatingRemainder(dividingBy: 2 * .pi)
    if turn > .pi { turn -= 2 * .pi }
    if turn < -.pi { turn += 2 * .pi }
    return arriving + turn / 2
  }
}

extension SVGConversion {
  private static let markedNames: Set = ["path", "line", "polyline", "polygon"]

  /// A shape with its markers, which lie where `paint-order` puts them.
  func shapeWithMarkers(
    _ path: Path, _ name: String, _ style: SVGStyle, at element: XMLElement,
    moving: [KeyframeAnimation]
  ) -> Drawing? {
    func part(_ hidden: WritableKeyPath<SVGStyle, SVGStyle.Paint>?) -> Drawing? {
      var own = style
      if let hidden { own[keyPath: hidden] = .none }
      return shape(path, name, own, at: element, moving: moving)
    }
    guard !style.markers.isEmpty, style.isVisible, !style.isClip else { return part(nil) }
    guard Self.markedNames.contains(element.name) else {
      context.warning(
        .noEffect, "markers on a \(element.name) are not drawn, as in browsers", at: element.bytes)
      return part(nil)
    }
    guard moving.isEmpty, inherited(element, ["stroke-width"]).isEmpty else {
      context.unsupported(.markers, at: element.bytes)
      return part(nil)
    }
    guard let whole = part(nil) else { return nil }
    let markers = markers(path, style, whole.box ?? .zero, at: element)
    guard !markers.isEmpty else { return whole }
    let parts: [[ImportedLayer?]]
    switch style.paintOrder.firstIndex(of: .markers) {
    case 0: parts = [markers, [whole.draft]]
    case 1:
      let (fill, stroke) = (part(\.stroke)?.draft, part(\.fill)?.draft)
      parts = style.strokesFirst ? [[stroke], markers, [fill]] : [[fill], markers, [stroke]]
    default: parts = [[whole.draft], markers]
    }
    return Drawing(draft: ImportedLayer(name, parts.joined().compactMap(\.self)), box: whole.box)
  }

  /// The markers of a path with that box, in its coordinates.
  private func markers(
    _ path: Path, _ style: SVGStyle, _ box: Rect, at element: XMLElement
  ) -> [ImportedLayer] {
    let vertices = SVGReader.vertices(of: path, inside: reader(viewport).arcJoints(element))
    guard let last = vertices.indices.last else { return [] }
    func placed(_ place: SVGStyle.MarkerPlace, _ indices: Range<Int>) -> [ImportedLayer] {
      guard let id = style.markers[place] else { return [] }
      guard let marker = byID[id], marker.name == "marker" else {
        return context.warned(
          .missingKey, "there is no marker \(id.quoted) in the file; nothing is drawn for it",
          at: context.place(of: place.rawValue, in: element))
      }
      return indices.compactMap {
        self.marker(marker, at: vertices[$0], isStart: place == .start, style, box)
      }
    }
    return placed(.start, 0..<1) + placed(.mid, 1..<max(last, 1)) + placed(.end, last..<last + 1)
  }

  private func marker(
    _ marker: XMLElement, at vertex: SVGVertex, isStart: Bool, _ shape: SVGStyle, _ box: Rect
  ) -> ImportedLayer? {
    guard !open.contains(ObjectIdentifier(marker)) else {
      return context.warned(
        .conflict, "the marker marks itself; it is left out there", at: marker.bytes)
    }
    let reader = reader(viewport)
    let frame = Rect(
      x: 0, y: 0, width: reader.length(marker, "markerWidth", .x, 3),
      height: reader.length(marker, "markerHeight", .y, 3))
    let isOfStroke = marker["markerUnits"] != "userSpaceOnUse"
    let scale = isOfStroke ? shape.strokeWidth : 1
    guard frame.width > 0, frame.height > 0, scale > 0 else { return nil }
    let (fit, inner) = reader.viewBoxTransform(marker, into: frame)
    let reference = fit.apply(to: reader.reference(of: marker, inner))
    let turn = reader.turn(of: marker, at: vertex.direction, isStart: isStart)
    let place = AffineTransform.translation(x: -reference.x, y: -reference.y)
      .concatenating(.scale(x: scale, y: scale)).concatenating(.rotation(turn))
      .concatenating(.translation(x: vertex.point.x, y: vertex.point.y))
    var style = self.style(of: marker)
    (style.contextFill, style.contextStroke) = (
      context(of: shape.fill, in: shape, box), context(of: shape.stroke, in: shape, box)
    )
    style.place = fit.concatenating(place).concatenating(shape.place)
    let name = marker["id"] ?? "marker"
    guard var drawing = group("\(name) content", layers(marker, style, inner)) else { return nil }
    drawing.move(by: fit)
    drawing = window(drawing, frame, name, marker)
    apply(reader.declarations(of: marker), reader, to: &drawing, isRoot: true)
    drawing.move(by: place)
    return drawing.draft
  }

  /// The paint that shapes inside of an element take by `context-fill` and `context-stroke`.
  func context(
    of paint: SVGStyle.Paint, in style: SVGStyle, _ box: Rect
  ) -> SVGStyle.ContextPaint {
    switch paint {
    case .context("context-fill"): style.contextFill ?? SVGStyle.ContextPaint()
    case .context: style.contextStroke ?? SVGStyle.ContextPaint()
    default:
      SVGStyle.ContextPaint(paint: paint, color: style.color, box: box, place: style.place)
    }
  }
}

extension SVGReader {
  /// The indices of the path's elements that end inside of an arc, where no marker is.
  fileprivate func arcJoints(_ element: XMLElement) -> Set<Int> {
    guard element.name == "path", let data = pathData(element) else { return [] }
    return Path.arcJoints(svg: data)
  }

  /// The point of a marker that lies on the vertex, in the coordinates of its content.
  fileprivate func reference(of marker: XMLElement, _ viewport: Size) -> Point {
    let box = viewBox(marker) ?? Rect(origin: .zero, size: viewport)
    let words = ["left": 0.0, "top": 0, "center": 0.5, "right": 1, "bottom": 1]
    func place(_ name: String, _ axis: Axis, _ low: Double, _ length: Double) -> Double {
      if let share = marker[name].flatMap({ words[$0.trimmed] }) { return low + share * length }
      return self.length(marker, name, axis)
    }
    return Point(
      x: place("refX", .x, box.minX, box.width), y: place("refY", .y, box.minY, box.height))
  }

  /// By how much a marker is turned, in radians.
  fileprivate func turn(of marker: XMLElement, at direction: Double, isStart: Bool) -> Double {
    guard let text = marker["orient"]?.trimmed else { return 0 }
    switch text {
    case "auto": return direction
    case "auto-start-reverse": return isStart ? direction + .pi : direction
    default:
      guard let degrees = Self.functions("rotate(\(text))")?.first?.numbers.first else {
        return ignored(text, "orient", marker, "an angle, auto or auto-start-reverse", 0)
      }
      return degrees * .pi / 180
    }
  }

  // MARK: Vertices

  /// A part of a path between two vertices, with its directions; `nil` where it has no length.
  private struct SVGSegment {
    let from: Int
    let to: Int
    var start: Double?
    var end: Double?
  }

  /// The vertices of a path, without those inside of arcs (SVG 2, section 11.6.4).
  fileprivate static func vertices(of path: Path, inside joints: Set<Int>) -> [SVGVertex] {
    var vertices: [SVGVertex] = []
    var segments: [SVGSegment] = []
    var (current, first) = (Point.zero, 0)
    /// The first direction of an arc that has not ended.
    var begun: (direction: Double?, isSet: Bool) = (nil, false)
    func directions(_ points: [Point]) -> (Double?, Double?) {
      let distinct = points.indices.filter { $0 == 0 || points[$0] != points[$0 - 1] }
      let line = distinct.map { points[$0] }
      guard line.count > 1 else { return (nil, nil) }
      func angle(_ a: Point, _ b: Point) -> Double { .atan2(y: b.y - a.y, x: b.x - a.x) }
      return (angle(line[0], line[1]), angle(line[line.count - 2], line[line.count - 1]))
    }
    func add(_ points: [Point], _ index: Int) {
      let (start, end) = directions([current] + points)
      if !begun.isSet { begun = (start, true) }
      current = points[points.count - 1]
      guard !joints.contains(index) else { return }
      vertices.append(SVGVertex(point: current))
      segments.append(
        SVGSegment(
          from: vertices.count - 2, to: vertices.count - 1, start: begun.direction, end: end))
      begun = (nil, false)
    }
    func finish() {
      directed(&segments).forEach { segment in
        if vertices[segment.from].leaving == nil { vertices[segment.from].leaving = segment.start }
        vertices[segment.to].arriving = segment.end
      }
      segments = []
    }
    for (index, element) in path.elements.enumerated() {
      switch element {
      case .move(let point):
        finish()
        vertices.append(SVGVertex(point: point))
        (current, first) = (point, vertices.count - 1)
      case .line(let point): add([point], index)
      case .cubic(let a, let b, let point): add([a, b, point], index)
      case .close:
        guard !vertices.isEmpty else { continue }
        add([vertices[first].point], index)
        finish()
        // Both ends of a closed part have the directions of both.
        let last = vertices.count - 1
        vertices[first].arriving = vertices[last].arriving
        vertices[last].leaving = vertices[first].leaving
        first = last
      }
    }
    finish()
    return vertices
  }

  /// A part without length has the direction of the part before it, or else of the one after it
  /// (SVG 2, section 9.5.3).
  private static func directed(_ segments: inout [SVGSegment]) -> [SVGSegment] {
    for index in segments.indices where segments[index].end == nil {
      let before = index > 0 ? segments[index - 1].end : nil
      let next = segments[index...].first { $0.start != nil }?.start
      (segments[index].start, segments[index].end) = (before ?? next ?? 0, before ?? next ?? 0)
    }
    return segments
  }
}
