import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource

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
  /// From its coordinates to the shape's.
  var transform: AffineTransform
  var spread = Spread.pad

  /// The one colour that it comes to, where it has no extent.
  var single: Color? {
    if colors.count == 1 { return colors[0] }
    return start == end || transform.inverted == nil ? colors.last : nil
  }

  /// A gradient layer that covers an area.
  func layer(_ name: String, over area: Rect) -> ImportedLayer {
    var draft = ImportedLayer(name, .gradient)
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
    return draft
  }
}

extension SVGReader {
  /// Whether the numbers of a gradient are shares of the painted shape's box.
  func isOfBox(_ gradient: XMLElement, _ byID: [String: XMLElement]) -> Bool {
    let owner = chain(from: gradient, byID).first { $0["gradientUnits"] != nil }
    return owner?["gradientUnits"] != "userSpaceOnUse"
  }

  /// The gradient with that id for a shape with that box; `nil` when it has no colours. `color`
  /// gives the value of `currentColor` at a stop.
  func gradient(
    _ element: XMLElement, box: Rect, _ byID: [String: XMLElement], _ color: (XMLElement) -> Color
  ) -> SVGGradient? {
    let chain = self.chain(from: element, byID)
    guard context.spend(chain.count, .colors, at: element.bytes) else { return nil }
    func inherited(_ name: String) -> XMLElement? { chain.first { $0[name] != nil } }
    // A gradient of the other kind has no such numbers.
    func own(_ name: String) -> XMLElement? {
      chain.first { $0[name] != nil && $0.name == element.name }
    }
    guard let owner = chain.first(where: { $0.children.contains { $0.name == "stop" } }) else {
      return nil
    }
    let stops = knownStops(owner, color)
    guard context.spend(stops.colors.count, .colors, at: owner.bytes) else { return nil }
    let isOfBox = isOfBox(element, byID)
    var inner = self
    if isOfBox { inner.viewport = Size(width: 1, height: 1) }
    func number(_ name: String, _ axis: Axis, _ share: Double) -> Double {
      let whole = inner.length("\(share * 100)%", axis) ?? 0
      return own(name).map { inner.length($0, name, axis, whole) } ?? whole
    }
    var transform =
      inherited("gradientTransform").map { inner.transform($0, "gradientTransform") }
      ?? .identity
    if isOfBox {
      transform = transform.concatenating(.scale(x: box.width, y: box.height))
        .concatenating(.translation(x: box.minX, y: box.minY))
    }
    let spread = inherited("spreadMethod")?["spreadMethod"].flatMap(SVGGradient.Spread.init)
    let (colors, locations) = stops
    guard element.name == "radialGradient" else {
      return SVGGradient(
        isRadial: false, start: Point(x: number("x1", .x, 0), y: number("y1", .y, 0)),
        end: Point(x: number("x2", .x, 1), y: number("y2", .y, 0)), colors: colors,
        locations: locations, transform: transform, spread: spread ?? .pad)
    }
    let center = Point(x: number("cx", .x, 0.5), y: number("cy", .y, 0.5))
    let radius = number("r", .both, 0.5)
    let focus = Point(
      x: own("fx").map { inner.length($0, "fx", .x) } ?? center.x,
      y: own("fy").map { inner.length($0, "fy", .y) } ?? center.y)
    let hasFocus = focus != center && spread != nil && spread != .pad
    if hasFocus || own("fr").map({ inner.length($0, "fr", .both) > 0 }) == true {
      context.unsupported(
        .repeatedGradients, hasFocus ? "with a focal point" : "from a circle",
        at: element.bytes)
    }
    if radius < 0 { return nil }
    return SVGGradient(
      isRadial: true, start: center, end: Point(x: center.x + radius, y: center.y),
      focalOffset: radius > 0 ? (focus - center) * (1 / radius) : .zero, colors: colors,
      locations: locations, transform: transform, spread: spread ?? .pad)
  }

  /// A gradient or pattern and the others that it inherits from, the nearest first.
  func chain(
    from element: XMLElement, _ byID: [String: XMLElement]
  ) -> [XMLElement] {
    func isGradient(_ element: XMLElement) -> Bool { element.name.hasSuffix("Gradient") }
    var chain = [element]
    var seen: Set = [ObjectIdentifier(element)]
    while let reference = chain[chain.count - 1]["href"], reference.hasPrefix("#"),
      let next = byID[String(reference.dropFirst())],
      next.name == element.name || (isGradient(next) && isGradient(element)),
      seen.insert(ObjectIdentifier(next)).inserted
    {
      chain.append(next)
    }
    return chain
  }

  /// The colours of a gradient and their places, which all that it paints share.
  private func knownStops(
    _ owner: XMLElement, _ color: (XMLElement) -> Color
  ) -> (colors: [Color], locations: [Double]) {
    let key = ObjectIdentifier(owner)
    if let known = sheet.gradients.known[key] { return known }
    let stops = stops(owner, color)
    let lists = (colors: stops.map(\.color), locations: stops.map(\.location))
    sheet.gradients.known[key] = lists
    return lists
  }

  private func stops(
    _ owner: XMLElement, _ current: (XMLElement) -> Color
  ) -> [(color: Color, location: Double)] {
    var latest = 0.0
    return owner.children.filter { $0.name == "stop" }.map { stop in
      let own = declarations(of: stop)
      var color = own["stop-color"].flatMap { self.color($0, current(stop)) } ?? .black
      color.alpha *= opacity("stop-opacity", own) ?? 1
      var offset = 0.0
      if let text = stop["offset"] {
        offset = share(text) ?? ignored(text, "offset", stop, "a number from 0 to 1", 0)
      }
      latest = max(latest, offset)
      return (color, latest)
    }
  }
}

/// The colours of the gradients that were met, with their places: all that a gradient paints shares
/// them.
final class SVGGradientStops {
  var known: [ObjectIdentifier: (colors: [Color], locations: [Double])] = [:]
}

extension SVGGradient {
  /// How a gradient goes on beyond its ends (SVG 2, section 14.2.2.1).
  enum Spread: String {
    case pad, reflect, `repeat`
  }

  private static let mostColors = 4000

  /// The same gradient for an area, as one that does not repeat; `nil` for one that repeats too
  /// often.
  func repeated(over area: Rect) -> SVGGradient? {
    guard spread != .pad, colors.count > 1, let first = colors.first, let last = colors.last,
      let inverse = transform.inverted
    else { return self }
    let way = end - start
    let length = way.x * way.x + way.y * way.y
    guard length > 0 else { return self }
    let corners = [
      Point(x: area.minX, y: area.minY), Point(x: area.maxX, y: area.minY),
      Point(x: area.minX, y: area.maxY), Point(x: area.maxX, y: area.maxY),
    ].map { inverse.apply(to: $0) - start }
    let places = corners.map { corner in
      isRadial
        ? ((corner.x * corner.x + corner.y * corner.y) / length).squareRoot()
        : (corner.x * way.x + corner.y * way.y) / length
    }
    let low = isRadial ? 0 : Int((places.min() ?? 0).rounded(.down).clamped)
    let high = max(Int((places.max() ?? 1).rounded(.up).clamped), low + 1)
    guard (high - low) * (colors.count + 2) <= Self.mostColors else { return nil }
    guard high - low > 1 || low != 0 else { return self }
    var result: [(color: Color, location: Double)] = []
    let count = Double(high - low)
    for turn in low..<high {
      let isTurned = spread == .reflect && !turn.isMultiple(of: 2)
      var stops = [(first, 0.0)] + Array(zip(colors, locations)) + [(last, 1.0)]
      if isTurned { stops = stops.reversed().map { ($0.0, 1 - $0.1) } }
      result += stops.map { ($0.0, (Double(turn - low) + $0.1) / count) }
    }
    return SVGGradient(
      isRadial: isRadial, start: isRadial ? start : start + way * Double(low),
      end: start + way * Double(high), focalOffset: focalOffset * (1 / count),
      colors: result.map(\.color), locations: result.map(\.location), transform: transform,
      spread: .pad)
  }
}

extension Double {
  fileprivate var clamped: Double { min(max(self, -1e6), 1e6) }
}
