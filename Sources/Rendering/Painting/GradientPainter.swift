import Canvas
import Geometry
import LayerTree

/// Fills the rounded bounds with a gradient layer's colours. Source: Apple's `CAGradientLayer.h`;
/// what lies beyond the ends of a radial gradient, and that one without length draws nothing, was
/// measured by others.
struct GradientPainter: LayerPainter {
  func ink(of values: LayerValues) -> Rect? {
    let bounds = values[.bounds]
    guard !bounds.isEmpty, gradient(values) != nil else { return nil }
    return bounds
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) {
    guard let gradient = gradient(values) else { return }
    drawing.fill(values.roundedBounds, with: gradient, opacity: opacity)
  }

  private func gradient(_ values: LayerValues) -> Gradient? {
    let colors = values[.colors]
    guard !colors.isEmpty, let shape = shape(values) else { return nil }
    return Gradient(shape, stops: stops(colors, values[.locations]))
  }

  /// Evenly, when there is not one location for each colour.
  private func stops(_ colors: [Color], _ locations: [Double]) -> [Gradient.Stop] {
    let last = Double(max(colors.count - 1, 1))
    return colors.enumerated().map { index, color in
      let even = Double(index) / last
      return Gradient.Stop(
        location: locations.count == colors.count ? locations[index] : even, color: color)
    }
  }

  /// Points in the unit square become points of the layer first: lines of one colour stand at right
  /// angles to the gradient on screen. `nil` when there is nothing between start and end.
  private func shape(_ values: LayerValues) -> Gradient.Shape? {
    let bounds = values[.bounds]
    func place(_ unit: Point) -> Point {
      Point(x: bounds.minX + unit.x * bounds.width, y: bounds.minY + unit.y * bounds.height)
    }
    let (start, end) = (place(values[.startPoint]), place(values[.endPoint]))
    let way = end - start
    guard way != .zero else { return nil }
    switch values[.gradientType] {
    case .axial: return .axial(start: start, end: end)
    case .conic: return .conic(center: start, angle: way.direction)
    case .radial:
      guard way.x != 0, way.y != 0 else { return nil }
      return .radial(center: start, radii: Size(width: abs(way.x), height: abs(way.y)))
    }
  }
}
