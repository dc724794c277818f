import Canvas
import Geometry
import LayerTree

/// Fills the rounded bounds with the background colour.
struct BackgroundPainter: LayerPainter {
  func ink(of values: LayerValues) -> Rect? {
    let bounds = values[.bounds].rect
    guard let color = values[.backgroundColor].color, color.alpha > 0, !bounds.isEmpty else {
      return nil
    }
    return bounds
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) {
    guard let color = values[.backgroundColor].color?.faded(by: opacity) else { return }
    drawing.fill(values.roundedBounds, with: color)
  }
}
