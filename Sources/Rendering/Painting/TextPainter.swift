import Canvas
import Geometry
import LayerTree

/// Draws a text layer's glyphs as outlines: placed exactly, at any scale.
struct TextPainter: LayerPainter {
  let assets: SceneAssets

  func ink(of values: LayerValues) -> Rect? {
    guard let color = values[.foregroundColor].color, color.alpha > 0 else { return nil }
    let box = assets.outline(ofTextIn: values).controlBoundingBox
    return box.flatMap { $0.isEmpty ? nil : $0 }
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) {
    guard let color = values[.foregroundColor].color?.faded(by: opacity) else { return }
    drawing.fill(assets.outline(ofTextIn: values), with: color)
  }
}
