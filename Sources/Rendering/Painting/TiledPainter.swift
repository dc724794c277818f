import Canvas
import Geometry
import LayerTree

/// Draws a tiled layer's picture as a plain layer's, but from a copy of reduced size where it is
/// shrunk. `levelsOfDetail` is how many sizes there are, the full one included.
struct TiledPainter: LayerPainter {
  let picture: any LayerPainter
  let assets: SceneAssets

  func ink(of values: LayerValues) -> Rect? { picture.ink(of: values) }

  func uprightMiddle(of values: LayerValues) -> Double? { picture.uprightMiddle(of: values) }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) {
    picture.paint(reduced(values, on: drawing), opacity: opacity, on: drawing)
  }

  /// The same layer with the smallest picture that still has a pixel for each on the canvas.
  private func reduced(_ values: LayerValues, on drawing: Drawing) -> LayerValues {
    guard let image = values[.contents], let ink = ink(of: values) else { return values }
    let map = drawing.transform.linearized(atNearestCornerOf: ink)
    let width = ink.width * (map.a * map.a + map.b * map.b).squareRoot()
    let height = ink.height * (map.c * map.c + map.d * map.d).squareRoot()
    let shrinking = min(Double(image.width) / width, Double(image.height) / height)
    guard shrinking >= 2, shrinking.isFinite else { return values }
    let levels = min(values[.levelsOfDetail] - 1, Double(shrinking.exponent))
    guard levels >= 1 else { return values }
    let small = assets.reduced(image, halvings: Int(levels))
    var result = values
    result[.contents] = small
    let scale = values[.contentsScale]
    result[.contentsScale] = scale * Double(small.width) / Double(image.width)
    return result
  }
}
