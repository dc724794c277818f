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
    drawing.fill(strip(values), with: color, rule: .evenOdd)
  }

  /// The strip between both edges, as one outline for the even-odd rule.
  private func strip(_ values: LayerValues) -> Path {
    let width = values[.borderWidth].number
    let inner = values[.bounds].rect.insetBy(dx: width, dy: width)
    let outline = values.roundedBounds
    guard !inner.isEmpty else { return outline }
    let bounds = values[.bounds].rect
    let radius = min(values[.cornerRadius].number, min(bounds.width, bounds.height) / 2) - width
    let hole = values.rounded(inner, radius: radius)
    return Path(outline.elements + hole.elements)
  }
}
