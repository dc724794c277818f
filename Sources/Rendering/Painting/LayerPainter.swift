import Canvas
import Geometry
import LayerTree

/// Draws one aspect of a layer: its background, its picture, its border ...
///
/// A painter draws in the layer's own coordinates and depends on nothing but the layer's values and the assets that they name.
protocol LayerPainter: Sendable {
  /// A rectangle, in the layer's coordinates, that holds all that `paint` draws for these values; `nil` for nothing.
  func ink(of values: LayerValues) -> Rect?

  /// Draws with `opacity` (0...1) multiplied into every colour. Only called when there is ink.
  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing)

  /// How many times `paint` puts colour down. What is painted once needs no group to be faded.
  func passes(_ values: LayerValues) -> Int
}

extension LayerPainter {
  func passes(_ values: LayerValues) -> Int { 1 }
}

/// What a layer of each class draws, in the order of Core Animation's compositing:
/// background, contents, the class's own drawing, sublayers, border.
///
/// A new aspect or class is a painter in a file of its own, and its place here.
struct PainterTable: Sendable {
  /// Fills the bounds, and so is never cut off at them.
  let background: any LayerPainter = BackgroundPainter()
  /// What else lies below the sublayers, by class; `masksToBounds` cuts it off.
  private let contents: [LayerClass: [any LayerPainter]]
  /// Lies above the sublayers, inside the bounds.
  let border: any LayerPainter = BorderPainter()

  init(assets: SceneAssets) {
    let picture = ContentsPainter(assets: assets)
    contents = [
      .plain: [picture],
      .shape: [picture, ShapePainter()],
      .text: [picture, TextPainter(assets: assets)],
    ]
  }

  func contents(of layer: PresentationLayer) -> [any LayerPainter] {
    contents[layer.layerClass] ?? []
  }

  /// A rectangle that holds all that the layer itself draws; `nil` for nothing.
  func ink(of layer: PresentationLayer) -> Rect? {
    let bounds = layer.values[.bounds].rect
    let clips = layer.values[.masksToBounds].boolean
    let inside = [background, border].compactMap { $0.ink(of: layer.values) }
    let rest = contents(of: layer).compactMap { $0.ink(of: layer.values) }
      .map { clips ? $0.intersection(bounds) : $0 }
    return (inside + rest).reduce(nil) { $0?.union($1) ?? $1 }
  }

  /// How many times the layer itself puts colour down.
  func passes(of layer: PresentationLayer) -> Int {
    ([background, border] + contents(of: layer)).reduce(0) { count, painter in
      painter.ink(of: layer.values) == nil ? count : count + painter.passes(layer.values)
    }
  }
}

extension LayerValues {
  /// The outline of background and border, and of what `masksToBounds` lets through.
  var roundedBounds: Path {
    let radius = self[.cornerRadius].number
    let bounds = self[.bounds].rect
    return radius > 0 ? .roundedRect(bounds, radius: radius) : .rect(bounds)
  }
}

extension Color {
  /// The colour with its alpha multiplied by `factor`; `nil` when nothing of it would be seen.
  func faded(by factor: Double) -> Color? {
    let alpha = alpha * factor
    return alpha > 0 ? Color(red: red, green: green, blue: blue, alpha: alpha) : nil
  }
}
