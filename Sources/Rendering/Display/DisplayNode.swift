public import Geometry
public import LayerTree

/// One layer of one frame, placed on the canvas: everything that its pixels depend on, and where they are.
///
/// A frame is drawn from its display tree alone, so two frames can be compared before either is drawn: equal nodes have equal pixels, and
/// what differs lies within the bounds of the nodes that differ.
public final class DisplayNode: Sendable {
  /// The layer's values at the frame's time.
  public let layer: PresentationLayer
  /// From the layer's own coordinates to pixels.
  public let transform: AffineTransform
  /// What the layer itself draws: it follows from its values.
  let drawing: LayerDrawing
  /// Holds every pixel that the layer itself can touch, without its sublayers.
  public let ownBounds: PixelRect
  /// Holds every pixel that the layer and its sublayers can touch.
  public let bounds: PixelRect
  /// The visible sublayers, from back to front.
  public let sublayers: [DisplayNode]

  init(
    layer: PresentationLayer, transform: AffineTransform, drawing: LayerDrawing,
    ownBounds: PixelRect, bounds: PixelRect, sublayers: [DisplayNode]
  ) {
    self.layer = layer
    self.transform = transform
    self.drawing = drawing
    self.ownBounds = ownBounds
    self.bounds = bounds
    self.sublayers = sublayers
  }

  var opacity: Double { min(max(layer.values[.opacity].number, 0), 1) }

  /// True when opacity has to be applied to a finished picture, because several things in it may overlap. A single thing is faded
  /// as it is drawn, which is faster but rounds differently.
  var isGroupIfFaded: Bool {
    layer.values[.allowsGroupOpacity].boolean && (!sublayers.isEmpty || drawing.passes > 1)
  }

  /// Multiplies the colours of the layer and its sublayers, as one picture; `nil` for nothing.
  var tint: Color? { layer.values[.instanceTint].color }

  var clipsToBounds: Bool { layer.values[.masksToBounds].boolean }
}
