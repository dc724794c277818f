import Geometry
import LayerTree
import Source

extension SVGReader {
  /// The outline of a shape element; `nil` for other elements and for shapes that are not drawn.
  func outline(of element: XMLElement) -> Path? {
    switch element.name {
    case "path": path(element)
    case "rect": rectangle(element)
    case "circle": circle(element)
    case "ellipse": ellipse(element)
    case "line":
      Path([
        .move(Point(x: length(element, "x1", .x), y: length(element, "y1", .y))),
        .line(Point(x: length(element, "x2", .x), y: length(element, "y2", .y))),
      ])
    case "polyline", "polygon": polygon(element)
    default: nil
    }
  }

  private func path(_ element: XMLElement) -> Path? {
    guard let text = element["d"] else { return nil }
    do throws(SVGPathError) {
      return try Path(svg: text)
    } catch {
      context.error(
        .badPath, "\(error.message), \(error.offset) characters into 'd'",
        at: context.place(of: "d", in: element))
      return nil
    }
  }

  private func rectangle(_ element: XMLElement) -> Path? {
    let box = Rect(
      x: length(element, "x", .x), y: length(element, "y", .y),
      width: length(element, "width", .x), height: length(element, "height", .y))
    guard box.width > 0, box.height > 0 else { return nil }
    let (rx, ry) = (radius(element, "rx", .x), radius(element, "ry", .y))
    let a = min(rx ?? ry ?? 0, box.width / 2)
    let b = min(ry ?? rx ?? 0, box.height / 2)
    guard a > 0, b > 0 else { return .rect(box) }
    func at(_ x: Double, _ y: Double) -> Point { Point(x: x, y: y) }
    let (kx, ky) = (a * (1 - Path.circleControl), b * (1 - Path.circleControl))
    var path = Path([.move(at(box.minX + a, box.minY)), .line(at(box.maxX - a, box.minY))])
    path.cubic(
      to: at(box.maxX, box.minY + b), control1: at(box.maxX - kx, box.minY),
      control2: at(box.maxX, box.minY + ky))
    path.line(to: at(box.maxX, box.maxY - b))
    path.cubic(
      to: at(box.maxX - a, box.maxY), control1: at(box.maxX, box.maxY - ky),
      control2: at(box.maxX - kx, box.maxY))
    path.line(to: at(box.minX + a, box.maxY))
    path.cubic(
      to: at(box.minX, box.maxY - b), control1: at(box.minX + kx, box.maxY),
      control2: at(box.minX, box.maxY - ky))
    path.line(to: at(box.minX, box.minY + b))
    path.cubic(
      to: at(box.minX + a, box.minY), control1: at(box.minX, box.minY + ky),
      control2: at(box.minX + kx, box.minY))
    path.close()
    return path
  }

  /// `nil` where none is given.
  private func radius(_ element: XMLElement, _ name: String, _ axis: Axis) -> Double? {
    guard let text = element[name], text != "auto" else { return nil }
    return max(length(element, name, axis), 0)
  }

  private func circle(_ element: XMLElement) -> Path? {
    let radius = length(element, "r", .both)
    guard radius > 0 else { return nil }
    let center = Point(x: length(element, "cx", .x), y: length(element, "cy", .y))
    return .circle(center: center, radius: radius)
  }

  private func ellipse(_ element: XMLElement) -> Path? {
    let (rx, ry) = (radius(element, "rx", .x), radius(element, "ry", .y))
    guard let a = rx ?? ry, let b = ry ?? rx, a > 0, b > 0 else { return nil }
    let (x, y) = (length(element, "cx", .x), length(element, "cy", .y))
    return .ellipse(in: Rect(x: x - a, y: y - b, width: 2 * a, height: 2 * b))
  }

  private func polygon(_ element: XMLElement) -> Path? {
    guard let numbers = numbers(element, "points"), numbers.count >= 4 else { return nil }
    guard numbers.count.isMultiple(of: 2) else {
      return refused(element["points"] ?? "", "points", element, "pairs of numbers", nil)
    }
    let points = stride(from: 0, to: numbers.count, by: 2).map {
      Point(x: numbers[$0], y: numbers[$0 + 1])
    }
    var path = Path([.move(points[0])] + points.dropFirst().map { .line($0) })
    if element.name == "polygon" { path.close() }
    return path
  }
}

extension Path {
  /// How far the control points of a quarter of a circle of radius 1 lie from its ends:
  /// 4 (√2 - 1) / 3, with which the curve's middle lies on the circle.
  static let circleControl = 4 * (2.0.squareRoot() - 1) / 3
}

// MARK: Gradients

/// A gradient of an SVG in its own coordinates.
struct SVGGradient {
  let isRadial: Bool
  let start: Point
  /// The end of the line, or a point at the radius' distance to the right of the centre.
  let end: Point
  /// From the centre to the focal point, in radii.
  var focalOffset = Point.zero
  let colors: [Color]
  let locations: [Double]
  /// From its coordinates to those of the shape.
  let transform: AffineTransform

  /// The one colour that it comes to, where it has no extent.
  var single: Color? {
    if colors.count == 1 { return colors[0] }
    return start == end || transform.inverted == nil ? colors.last : nil
  }

  /// A gradient layer that shows through a shape. `area` holds all of the shape.
  func layer(shownThrough shape: Draft, _ area: Rect) -> Draft {
    var draft = Draft("\(shape.name) gradient", .gradient)
    let box = (transform.inverted ?? .identity).boundingBox(of: area)
    let half = max(box.width, box.height) / 2
    let (x, y) = (box.center.x, box.center.y)
    // A square, on which the units of both axes are equal.
    func clean(_ number: Double) -> Double { abs(number) < 1e-12 * half ? 0 : number }
    let bounds = Rect(
      x: clean(x - half), y: clean(y - half), width: 2 * half, height: 2 * half)
    func unit(_ point: Point) -> Point {
      Point(
        x: (point.x - bounds.minX) / bounds.width, y: (point.y - bounds.minY) / bounds.height)
    }
    draft.values[.bounds] = bounds
    draft.values[.position] = transform.apply(to: bounds.center)
    let linear = AffineTransform(
      a: transform.a, b: transform.b, c: transform.c, d: transform.d, tx: 0, ty: 0)
    if linear != .identity { draft.values[.transform] = Transform3D(linear) }
    draft.values[.colors] = colors
    draft.values[.locations] = locations
    draft.values[.startPoint] = unit(start)
    if isRadial {
      draft.values[.gradientType] = .radial
      let radius = end.x - start.x
      draft.values[.endPoint] = unit(start + Point(x: radius, y: radius))
      if focalOffset != .zero { draft.values[.focalOffset] = focalOffset }
    } else {
      draft.values[.endPoint] = unit(end)
    }
    var mask = shape
    mask.name = "\(shape.name) shape"
    var group = Draft(shape.name, [draft])
    group.line = shape.line
    group.mask = [mask]
    return group
  }
}

extension SVGReader {
  /// The gradient with that id for a shape with that box; `nil` when it has no colours.
  func gradient(
    _ element: XMLElement, box: Rect, _ byID: [String: XMLElement], _ style: SVGStyle
  ) -> SVGGradient? {
    let chain = self.chain(from: element, byID)
    guard context.spend(chain.count, .colors, at: element.bytes) else { return nil }
    func inherited(_ name: String) -> XMLElement? { chain.first { $0[name] != nil } }
    guard let owner = chain.first(where: { $0.children.contains { $0.name == "stop" } }) else {
      return nil
    }
    let stops = knownStops(owner, style)
    guard context.spend(stops.colors.count, .colors, at: owner.bytes) else { return nil }
    let isOfBox = inherited("gradientUnits")?["gradientUnits"] != "userSpaceOnUse"
    var inner = self
    if isOfBox { inner.viewport = Size(width: 1, height: 1) }
    func number(_ name: String, _ axis: Axis, _ share: Double) -> Double {
      guard let owner = inherited(name) else {
        return inner.length("\(share * 100)%", axis, style.font.size) ?? 0
      }
      return inner.length(owner, name, axis)
    }
    var transform =
      inherited("gradientTransform").map { self.transform($0, "gradientTransform") }
      ?? .identity
    if isOfBox {
      transform = transform.concatenating(.scale(x: box.width, y: box.height))
        .concatenating(.translation(x: box.minX, y: box.minY))
    }
    if let owner = inherited("spreadMethod"), owner["spreadMethod"] != "pad" {
      context.unsupported(
        .repeatedGradients, owner["spreadMethod"], at: context.place(of: "spreadMethod", in: owner))
    }
    let isRadial = element.name == "radialGradient"
    let (colors, locations) = stops
    guard isRadial else {
      return SVGGradient(
        isRadial: false, start: Point(x: number("x1", .x, 0), y: number("y1", .y, 0)),
        end: Point(x: number("x2", .x, 1), y: number("y2", .y, 0)), colors: colors,
        locations: locations, transform: transform)
    }
    let center = Point(x: number("cx", .x, 0.5), y: number("cy", .y, 0.5))
    let radius = max(number("r", .both, 0.5), 0)
    let focus = Point(
      x: inherited("fx").map { inner.length($0, "fx", .x) } ?? center.x,
      y: inherited("fy").map { inner.length($0, "fy", .y) } ?? center.y)
    return SVGGradient(
      isRadial: true, start: center, end: Point(x: center.x + radius, y: center.y),
      focalOffset: radius > 0 ? (focus - center) * (1 / radius) : .zero, colors: colors,
      locations: locations, transform: transform)
  }

  /// A gradient and those that it takes after, the nearest first.
  private func chain(
    from element: XMLElement, _ byID: [String: XMLElement]
  ) -> [XMLElement] {
    var chain = [element]
    var seen: Set = [ObjectIdentifier(element)]
    while let reference = chain[chain.count - 1]["href"], reference.hasPrefix("#"),
      let next = byID[String(reference.dropFirst())], seen.insert(ObjectIdentifier(next)).inserted
    {
      chain.append(next)
    }
    return chain
  }

  /// The colours of a gradient and their places, which all that it paints share.
  private func knownStops(
    _ owner: XMLElement, _ style: SVGStyle
  ) -> (colors: [Color], locations: [Double]) {
    let key = SVGGradientStops.Key(owner: ObjectIdentifier(owner), color: style.color)
    if let known = sheet.gradients.known[key] { return known }
    let stops = stops(owner, style)
    let lists = (colors: stops.map(\.color), locations: stops.map(\.location))
    sheet.gradients.known[key] = lists
    return lists
  }

  private func stops(
    _ owner: XMLElement, _ style: SVGStyle
  ) -> [(color: Color, location: Double)] {
    var latest = 0.0
    return owner.children.filter { $0.name == "stop" }.map { stop in
      let own = declarations(of: stop)
      var color =
        own["stop-color"].flatMap { self.color($0, "stop-color", own, style.color) }
        ?? .black
      color.alpha *= opacity("stop-opacity", own) ?? 1
      latest = max(latest, opacity("offset", own) ?? 0)
      return (color, latest)
    }
  }
}

/// The colours of the gradients that were met, with their places: all that a gradient paints shares
/// them.
final class SVGGradientStops {
  struct Key: Hashable {
    let owner: ObjectIdentifier
    /// The colour that `currentColor` stands for.
    let color: Color
  }

  var known: [Key: (colors: [Color], locations: [Double])] = [:]
}
