import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// Draws one aspect of a layer: its background, its picture, its border ...
///
/// A painter draws in the layer's own coordinates and depends on nothing but the layer's values and
/// the assets that they name.
protocol LayerPainter: Sendable {
  /// The bounds of the drawing of `paint` for these values, in the layer's coordinates; `nil` for
  /// nothing.
  func paintBounds(of values: LayerValues) -> Rect?

  /// Draws with `opacity` (0...1) multiplied into every colour. Only called when there is something
  /// to paint. Throws when an asset cannot be loaded or drawn; the frame is then incomplete.
  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) throws

  /// The y about which contents are mirrored to stay upright in a flipped layer; `nil` if they flip
  /// with it.
  func uprightMiddle(of values: LayerValues) -> Double?

  /// How many times `paint` draws over a pixel. Contents drawn once need no group to apply an
  /// opacity.
  func passes(_ values: LayerValues) -> Int

  /// Whether the drawing ends at the layer's own edges, which may be antialiased.
  var reachesEdges: Bool { get }
}

extension LayerPainter {
  func passes(_ values: LayerValues) -> Int { 1 }

  var reachesEdges: Bool { false }

  func uprightMiddle(of values: LayerValues) -> Double? { nil }
}

/// The painters for layers of each class, in the order of Core Animation's compositing: background,
/// contents, the class's own drawing, sublayers, border.
///
/// A new aspect or class is a painter in a file of its own, and its place here.
struct PainterTable: Sendable {
  /// Fills the bounds.
  private let background: any LayerPainter = BackgroundPainter()
  /// The other painters below the sublayers, by class; `masksToBounds` clips their drawing.
  private let contents: [LayerClass: [any LayerPainter]]
  /// Lies above the sublayers, inside the bounds.
  private let border: any LayerPainter = BorderPainter()

  /// An emitter layer's particles lie above everything else of it.
  private let particles: any LayerPainter

  init(assets: SceneAssets) {
    let picture = ContentsPainter(assets: assets)
    contents = [
      .plain: [picture],
      .shape: [picture, ShapePainter()],
      .text: [picture, TextPainter(assets: assets)],
      .gradient: [GradientPainter(), picture],
      .replicator: [picture],
      .scroll: [picture],
      .tiled: [TiledPainter(picture: picture)],
      .emitter: [picture],
      .video: [picture],
    ]
    particles = ParticlePainter(assets: assets)
  }

  /// The layer's own drawing with its values, and where it lies in a space that may be upside down.
  func drawing(of layer: PresentationLayer, isFlipped: Bool = false) -> LayerDrawing {
    var drawing = LayerDrawing(isFlipped: isFlipped)
    guard layer.layerClass != .transform else { return drawing }
    drawing.background = add([background], of: layer, within: nil, to: &drawing)
    let bounds = layer.values[.masksToBounds] ? layer.values[.bounds] : nil
    drawing.contents = add(
      contents[layer.layerClass] ?? [], of: layer, within: bounds, to: &drawing)
    drawing.border = add([border], of: layer, within: nil, to: &drawing)
    if layer.layerClass == .emitter {
      drawing.particles = add([particles], of: layer, within: bounds, to: &drawing)
    }
    return drawing
  }

  /// The painters that have something to draw; their bounds and passes go into `drawing`.
  private func add(
    _ painters: [any LayerPainter], of layer: PresentationLayer, within limit: Rect?,
    to drawing: inout LayerDrawing
  ) -> [any LayerPainter] {
    painters.filter { painter in
      guard var paintBounds = painter.paintBounds(of: layer.values) else { return false }
      if drawing.isFlipped, let middle = painter.uprightMiddle(of: layer.values) {
        paintBounds.origin.y = 2 * middle - paintBounds.maxY
      }
      drawing.paintBounds = drawing.paintBounds.union(
        limit.map(paintBounds.intersection) ?? paintBounds)
      drawing.passes += painter.passes(layer.values)
      return true
    }
  }
}

/// The drawing of one layer by itself at one moment: only the painters that have something to draw.
struct LayerDrawing: Sendable {
  /// Whether the layer's space is upside down, in which pictures and text stay upright.
  let isFlipped: Bool
  var background: [any LayerPainter] = []
  var contents: [any LayerPainter] = []
  var border: [any LayerPainter] = []
  var particles: [any LayerPainter] = []
  /// The bounds of their drawing, in the layer's coordinates; empty for nothing.
  var paintBounds = Rect.zero
  /// How many times they put colour down.
  var passes = 0
}

extension LayerValues {
  /// The edges that are not smooth.
  var sampledSides: Set<RectSide> {
    self[.allowsEdgeAntialiasing]
      ? Set(RectSide.allCases).subtracting(self[.edgeAntialiasingMask]) : Set(RectSide.allCases)
  }

  /// `roundedBounds`, `inset` points further inside on all sides, with corners about the same
  /// centres; empty where nothing is left.
  func roundedBounds(inset: Double) -> Path {
    let bounds = self[.bounds]
    let inner = bounds.insetBy(dx: inset, dy: inset)
    guard !inner.isEmpty else { return Path([]) }
    let radius = min(self[.cornerRadius], min(bounds.width, bounds.height) / 2)
    return rounded(inner, radius: radius - inset)
  }

  /// True when `roundedBounds` is the same.
  func hasSameSilhouette(as other: LayerValues) -> Bool {
    [Property.bounds, .cornerRadius, .maskedCorners, .cornerCurve].allSatisfy {
      self[any: $0] == other[any: $0]
    }
  }
}

extension Color {
  /// The colour with its alpha multiplied by `factor`; `nil` when nothing of it would be seen.
  func faded(by factor: Double) -> Color? {
    let alpha = alpha * factor
    return alpha > 0 ? Color(red: red, green: green, blue: blue, alpha: alpha) : nil
  }
}
