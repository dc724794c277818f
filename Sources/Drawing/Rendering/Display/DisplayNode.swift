import RostrumBase
public import RostrumGeometry
public import RostrumLayerTree
import Synchronization

/// One layer of one frame, placed on the canvas: all inputs of its pixels, and its bounds.
///
/// A frame is drawn from its display tree alone, so two frames can be compared before either is
/// drawn: equal nodes have equal pixels, and differences lie within the bounds of the nodes that
/// differ.
public final class DisplayNode: Sendable {
  /// The layer's values at the frame's time.
  public let layer: PresentationLayer
  /// From the layer's own coordinates to the pixels that it is drawn on: the canvas's, or those in
  /// its `Raster`.
  public let transform: Homography
  /// From the layer's own coordinates to the pixels around it.
  let outerTransform: Homography
  /// The layer's own drawing, without its sublayers: it follows from its values.
  let drawing: LayerDrawing
  /// The bounds of the layer and its sublayers, in the layer's coordinates.
  let extent: Rect
  /// The bounds with the margins of its effects, and the pixels that the effects read.
  let reach: Rect
  /// Holds every pixel that the layer itself can touch, without its sublayers.
  public let ownBounds: PixelRect
  /// Holds every pixel that the layer and its sublayers can touch.
  public let bounds: PixelRect
  /// The visible sublayers, from back to front unless `depth` sorts them.
  public let sublayers: [DisplayNode]
  let traits: SublayerTraits
  /// Holds every pixel that the layer's picture can touch, before its effects.
  let contentBounds: PixelRect
  /// The effects on the layer's picture beside fading; `nil` for none.
  let effects: LayerEffects?
  /// The pixels around the layer that can matter, which bounds are limited to.
  let area: PixelRect
  /// Whether this layer, or a sublayer inside that is not in a group of its own, blends with the
  /// backdrop.
  let readsBackdrop: Bool
  /// Whether this layer or one inside, groups included, filters its backdrop.
  let filtersBackdrop: Bool
  // Cached, because comparing, drawing and counting all read these.
  /// 0 to 1.
  let opacity: Double
  let allowsGroupOpacity: Bool
  let clipsToBounds: Bool
  /// Multiplies the colours of the layer and its sublayers, as one picture; `nil` for nothing.
  let tint: Color?
  /// How much of the second sublayer is mixed into the first, when these are the two looks of a
  /// fade.
  let fadeProgress: Double?
  /// See `digest(_:)`.
  let knownDigest = Mutex<Digest?>(nil)

  /// How the sublayers hide each other, when some of them are inclined; `nil` when their order is
  /// all.
  let depth: Depth?
  /// The maps of a transform layer: from each sublayer to the plane that shows them all.
  let placings: [Placing]

  init(
    layer: PresentationLayer, transform: Homography, outerTransform: Homography,
    drawing: LayerDrawing, extent: Rect, reach: Rect, ownBounds: PixelRect, bounds: PixelRect,
    sublayers: [DisplayNode], traits: SublayerTraits, depth: Depth? = nil,
    placings: [Placing] = [],
    contentBounds: PixelRect, effects: LayerEffects? = nil, area: PixelRect
  ) {
    self.layer = layer
    self.transform = transform
    self.extent = extent
    self.reach = reach
    self.traits = traits
    self.depth = depth
    self.placings = placings
    self.drawing = drawing
    self.ownBounds = ownBounds
    self.bounds = bounds
    self.sublayers = sublayers
    self.outerTransform = outerTransform
    self.contentBounds = contentBounds
    self.effects = effects
    self.area = area
    let values = layer.values
    opacity = min(max(values[.opacity], 0), 1)
    allowsGroupOpacity = values[.allowsGroupOpacity]
    clipsToBounds = values[.masksToBounds]
    tint = values[.instanceTint]
    let transition = layer.transition.flatMap { $0.style == .fade ? $0 : nil }
    fadeProgress = transition.map { min(max($0.progress, 0), 1) }
    let isFaded = opacity < 1 || tint != nil
    // A transform layer hands its opacity to each sublayer.
    let isGroup = effects?.needsPicture == true || isFaded && layer.layerClass != .transform
    readsBackdrop =
      effects?.readsBackdrop == true || !isGroup && traits.readBackdrop
    filtersBackdrop = effects?.backgroundFilters.isEmpty == false || traits.filterBackdrop
  }

  /// The nodes that are drawn in the layer's plane, from back to front. A plane that is cut is
  /// there once for each of its pieces.
  var drawOrder: [DisplayNode] { depth.map { $0.clusters.flatMap(\.nodes) } ?? sublayers }

  /// The nodes directly in the layer: its sublayers, and its mask when it shows something.
  public var inner: [DisplayNode] { sublayers + (effects?.mask.map { [$0] } ?? []) }

  /// Whether the layer is drawn on an offscreen picture first, with its own pixel grid.
  public var isUpright: Bool { effects?.raster != nil }

  /// Whether the layer's space is upside down, in which pictures and text stay upright.
  var isFlipped: Bool { drawing.isFlipped }

  /// True when opacity has to be applied to a finished picture, because several things in it may
  /// overlap. A single thing is faded as it is drawn, which is faster and rounds once less, and a
  /// single sublayer fades itself.
  var isGroupIfFaded: Bool {
    let isSublayerAlone = drawing.passes == 0 && traits.fadeAsOne && depth == nil
    return allowsGroupOpacity && (drawing.passes > 1 || !traits.areNone && !isSublayerAlone)
  }

  /// Whether the layer may reach beyond its bounds, and clips: then all of it is drawn as one
  /// picture that is clipped. Sublayers within the bounds need no clip.
  var clipsContent: Bool {
    clipsToBounds
      && (traits.leaveBounds || !drawing.contents.isEmpty || !drawing.particles.isEmpty)
  }

  /// Whether the node, drawn at an opacity, covers its backdrop first or consists of one picture:
  /// then the group has the same pixels as its parts drawn one over the other.
  func isExactWithoutGroup(atOpacity opacity: Double) -> Bool {
    if let color = layer.values[.backgroundColor], color.alpha * opacity >= 1 { return true }
    return drawing.passes == 1 && drawing.contents.first is ContentsPainter && traits.areNone
  }

  /// Whether clipped sublayers have to be drawn on a copy of the backdrop, which rounds
  /// differently.
  var clipsOverBackdrop: Bool { clipsToBounds && traits.readBackdrop }

  /// Whether nothing would be seen on a canvas of any size.
  var showsNothing: Bool { drawing.paintBounds.isEmpty && traits.areNone && effects == nil }
}

/// The combined traits of a layer's sublayers, including sublayers outside of the canvas: the
/// rounding of pixels must not depend on which sublayers are visible.
struct SublayerTraits: Hashable, Sendable {
  /// Whether no sublayer shows anything.
  let areNone: Bool
  /// Whether one blends with the backdrop.
  let readBackdrop: Bool
  /// Whether one filters the backdrop.
  let filterBackdrop: Bool
  /// Whether one may show something beyond the layer's bounds.
  let leaveBounds: Bool
  /// Whether there is one alone that looks the same whether it is faded itself or a picture of it.
  let fadeAsOne: Bool

  init(_ sublayers: [DisplayNode], leaveBounds: Bool) {
    areNone = sublayers.isEmpty
    self.leaveBounds = leaveBounds
    readBackdrop = sublayers.contains(where: \.readsBackdrop)
    filterBackdrop = sublayers.contains(where: \.filtersBackdrop)
    fadeAsOne =
      sublayers.count == 1 && !readBackdrop && !filterBackdrop
      && sublayers[0].allowsGroupOpacity && sublayers[0].layer.layerClass != .transform
  }
}
