import Canvas
import Geometry
import LayerTree

/// Draws a text layer's glyphs as outlines: placed exactly, at any scale.
struct TextPainter: LayerPainter {
  let assets: SceneAssets

  func ink(of values: LayerValues) -> Rect? {
    let boxes = assets.outlines(ofTextIn: values).compactMap(\.path.controlBoundingBox)
    let ink = boxes.reduce(Rect.zero) { $0.union($1) }
    return ink.isEmpty ? nil : ink
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) {
    for outline in assets.outlines(ofTextIn: values) {
      guard let color = outline.color.faded(by: opacity) else { continue }
      drawing.fill(outline.path, with: color)
    }
  }

  func uprightMiddle(of values: LayerValues) -> Double? { values[.bounds].center.y }

  func passes(_ values: LayerValues) -> Int { assets.outlines(ofTextIn: values).count }
}
