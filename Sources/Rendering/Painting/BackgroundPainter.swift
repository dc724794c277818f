import Canvas
import Geometry
import LayerTree

/// Fills the rounded bounds with the background colour.
struct BackgroundPainter: LayerPainter {
  func ink(of values: LayerValues) -> Rect? {
    let bounds = values[.bounds]
    guard let color = values[.backgroundColor], color.alpha > 0, !bounds.isEmpty else {
      return nil
    }
    return bounds
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) {
    guard let color = values[.backgroundColor]?.faded(by: opacity) else { return }
    drawing.fill(values.boundsBelowBorder(opacity: opacity), with: color)
  }
}

extension LayerValues {
  /// The rounded bounds, as far as what lies below the border can be seen. Below an opaque one they
  /// end in its middle: where the edge covers a part of a pixel, both would cover that part, and
  /// what is below shine through.
  func boundsBelowBorder(opacity: Double) -> Path {
    let width = self[.borderWidth]
    guard width > 0, let border = self[.borderColor], border.alpha * opacity >= 1 else {
      return roundedBounds
    }
    // Whole points where there is room, since whole pixels are faster.
    return roundedBounds(inset: width < 2 ? width / 2 : (width / 2).rounded(.down))
  }
}
