import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// Fills the rounded bounds with the background colour.
struct BackgroundPainter: LayerPainter {
  var reachesEdges: Bool { true }

  func paintBounds(of values: LayerValues) -> Rect? {
    let bounds = values[.bounds]
    guard let color = values[.backgroundColor], color.alpha > 0, !bounds.isEmpty else {
      return nil
    }
    return bounds
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) throws {
    guard let color = values[.backgroundColor]?.faded(by: opacity) else { return }
    try drawing.fill(values.boundsBelowBorder(opacity: opacity), with: color)
  }
}

extension LayerValues {
  /// The rounded bounds, limited to the part that is visible below the border. Below an opaque
  /// border they end in its middle: if both ended at the same antialiased edge, the background
  /// would bleed through the partly covered pixels.
  func boundsBelowBorder(opacity: Double) -> Path {
    let width = self[.borderWidth]
    guard width > 0, let border = self[.borderColor], border.alpha * opacity >= 1 else {
      return roundedBounds
    }
    // Whole points where there is room, since whole pixels are faster.
    return roundedBounds(inset: width < 2 ? width / 2 : (width / 2).rounded(.down))
  }
}

/// Draws the line inside the edge of the bounds. Its outer edge has the corner radius r, its inner
/// edge max(0, r - width).
struct BorderPainter: LayerPainter {
  var reachesEdges: Bool { true }

  func paintBounds(of values: LayerValues) -> Rect? {
    let bounds = values[.bounds]
    guard values[.borderWidth] > 0, !bounds.isEmpty,
      let color = values[.borderColor], color.alpha > 0
    else { return nil }
    return bounds
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) throws {
    guard let color = values[.borderColor]?.faded(by: opacity) else { return }
    let hole = values.roundedBounds(inset: values[.borderWidth])
    try drawing.fill(values.roundedBounds, outside: hole, with: color)
  }
}

/// Fills the rounded bounds with a gradient layer's colours. Source: Apple's `CAGradientLayer.h`;
/// the colours beyond the ends of a radial gradient, and that a gradient without length draws
/// nothing, are known from others' measurements.
struct GradientPainter: LayerPainter {
  var reachesEdges: Bool { true }

  func paintBounds(of values: LayerValues) -> Rect? {
    let bounds = values[.bounds]
    guard !bounds.isEmpty, gradient(values) != nil else { return nil }
    return bounds
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) throws {
    guard let gradient = gradient(values) else { return }
    try drawing.fill(values.roundedBounds, with: gradient, opacity: opacity)
  }

  func gradient(_ values: LayerValues) -> Gradient? {
    guard let shape = shape(values), let stops = stops(values[.colors], values[.locations]) else {
      return nil
    }
    return Gradient(shape, stops: stops)
  }

  /// Evenly without locations. `nil` where Core Animation draws nothing: for fewer than two colours
  /// or fewer locations than colours. Of more locations the first count.
  private func stops(_ colors: [Color], _ locations: [Double]) -> [Gradient.Stop]? {
    guard colors.count > 1, locations.isEmpty || locations.count >= colors.count else { return nil }
    let last = Double(colors.count - 1)
    return colors.enumerated().map { index, color in
      Gradient.Stop(
        location: locations.isEmpty ? Double(index) / last : locations[index], color: color)
    }
  }

  /// The gradient lies in the unit square, which is stretched with the layer. `nil` when there is
  /// nothing between start and end.
  private func shape(_ values: LayerValues) -> Gradient.Shape? {
    let (bounds, way) = (values[.bounds], values[.endPoint] - values[.startPoint])
    guard way != .zero else { return nil }
    let start = values[.startPoint].placed(in: bounds)
    switch values[.gradientType] {
    case .axial:
      return .axial(start: start, end: start + Self.normal(way, bounds.size))
    case .conic: return .conic(center: start, angle: way.direction, unit: bounds.size)
    case .radial:
      guard way.x != 0, way.y != 0 else { return nil }
      return .radial(
        center: start,
        radii: Size(width: abs(way.x) * bounds.width, height: abs(way.y) * bounds.height),
        focalOffset: values[.focalOffset])
    }
  }

  /// The vector on screen, at right angles to the lines of one colour, from the start's colour to
  /// the end's. In the unit square, progress is p · way / way². On screen that is p · slope with
  /// slope = (way.x / width, way.y / height) / way², and progress is 1 at slope / slope².
  private static func normal(_ way: Point, _ size: Size) -> Point {
    let scaled = Point(x: way.x * size.width, y: way.y * size.height)
    guard size.width != size.height, way.x != 0, way.y != 0 else { return scaled }
    let slope = Point(x: way.x / size.width, y: way.y / size.height)
    let square = way.x * way.x + way.y * way.y
    return slope * (square / (slope.x * slope.x + slope.y * slope.y))
  }
}

extension Point {
  /// A point of the unit square in a rectangle.
  fileprivate func placed(in rect: Rect) -> Point {
    Point(x: rect.minX + x * rect.width, y: rect.minY + y * rect.height)
  }
}

/// Fills a shape layer's path, then strokes it.
struct ShapePainter: LayerPainter {
  func paintBounds(of values: LayerValues) -> Rect? {
    guard let path = values[.path], let box = path.controlBoundingBox else { return nil }
    let fill = isVisible(values[.fillColor]) && !box.isEmpty ? box : nil
    let stroke = isVisible(values[.strokeColor]) ? strokeBounds(values, box) : nil
    guard let fill else { return stroke }
    return stroke.map(fill.union) ?? fill
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) throws {
    guard let path = values[.path] else { return }
    if let color = values[.fillColor]?.faded(by: opacity) {
      let rule = values[.fillRule]
      try drawing.fill(path, with: color, rule: rule)
    }
    if let color = values[.strokeColor]?.faded(by: opacity), values[.lineWidth] > 0 {
      try drawing.stroke(strokedPart(of: path, values), with: color, style: style(values))
    }
  }

  func passes(_ values: LayerValues) -> Int {
    [values[.fillColor], values[.strokeColor]].count(where: isVisible)
  }

  private func isVisible(_ color: Color?) -> Bool { (color?.alpha ?? 0) > 0 }

  /// A line reaches half its width beyond the path, at mitred corners and square ends further.
  private func strokeBounds(_ values: LayerValues, _ box: Rect) -> Rect? {
    let width = values[.lineWidth]
    guard width > 0 else { return nil }
    let miters = values[.lineJoin] == .miter
    let reach = width / 2 * max(miters ? values[.miterLimit] : 1, 1.5)
    return box.insetBy(dx: -reach, dy: -reach)
  }

  func strokedPart(of path: Path, _ values: LayerValues) -> Path {
    let (start, end) = (values[.strokeStart], values[.strokeEnd])
    return start <= 0 && end >= 1
      ? path : path.trimmed(from: start, to: end, cutting: values[.curveCut])
  }

  func style(_ values: LayerValues) -> StrokeStyle {
    StrokeStyle(
      lineWidth: values[.lineWidth],
      cap: values[.lineCap],
      join: values[.lineJoin],
      miterLimit: values[.miterLimit],
      dashPattern: values[.lineDashPattern],
      dashPhase: values[.lineDashPhase])
  }
}
