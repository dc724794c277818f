import Canvas
import Geometry
import LayerTree

/// Draws the line inside the edge of the bounds. Its outer edge has the corner radius r, its inner edge max(0, r - width).
struct BorderPainter: LayerPainter {
  func ink(of values: LayerValues) -> Rect? {
    let bounds = values[.bounds].rect
    guard values[.borderWidth].number > 0, !bounds.isEmpty,
      let color = values[.borderColor].color, color.alpha > 0
    else { return nil }
    return bounds
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) {
    guard let color = values[.borderColor].color?.faded(by: opacity) else { return }
    let hole = values.roundedBounds(inset: values[.borderWidth].number)
    drawing.fill(values.roundedBounds, outside: hole, with: color)
  }
}
