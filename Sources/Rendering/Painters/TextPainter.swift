import Canvas
import Geometry
import LayerTree

/// Draws a text layer's glyphs as outlines: placed exactly, at any scale.
struct TextPainter: LayerPainter {
  let assets: SceneAssets

  func paintBounds(of values: LayerValues) -> Rect? {
    let boxes = assets.outlines(ofTextIn: values).compactMap(\.path.controlBoundingBox)
    let paintBounds = boxes.reduce(Rect.zero) { $0.union($1) }
    return paintBounds.isEmpty ? nil : paintBounds
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) throws {
    for outline in assets.outlines(ofTextIn: values) {
      guard let color = outline.color.faded(by: opacity) else { continue }
      try drawing.fill(outline.path, with: color)
    }
  }

  func uprightMiddle(of values: LayerValues) -> Double? { values[.bounds].center.y }

  func passes(_ values: LayerValues) -> Int { assets.outlines(ofTextIn: values).count }
}
