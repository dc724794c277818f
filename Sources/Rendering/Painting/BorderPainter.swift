import Canvas
import Geometry
import LayerTree

/// Draws the line inside the edge of the bounds. Its outer edge has the corner radius r, its inner
/// edge max(0, r - width).
struct BorderPainter: LayerPainter {
  func ink(of values: LayerValues) -> Rect? {
    let bounds = values[.bounds]
    guard values[.borderWidth] > 0, !bounds.isEmpty,
      let color = values[.borderColor], color.alpha > 0
    else { return nil }
    return bounds
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) {
    guard let color = values[.borderColor]?.faded(by: opacity) else { return }
    let hole = values.roundedBounds(inset: values[.borderWidth])
    drawing.fill(values.roundedBounds, outside: hole, with: color)
  }
}
