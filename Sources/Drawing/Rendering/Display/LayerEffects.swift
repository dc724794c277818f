import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// The effects on a layer's picture, with its sublayers, and how it is composited with the
/// backdrop.
///
/// The order is Core Animation's: filters on the picture, its shadow below the result, opacity,
/// mask, and the compositing filter. The struct holds all inputs of these effects, so two equal
/// ones have the same effect on equal pictures.
struct LayerEffects: Sendable {
  /// On the layer's picture, one after the other.
  var filters: [PixelFilter] = []
  var shadow: LayerShadow?
  /// Filters on the backdrop, inside the layer's rounded bounds.
  var backgroundFilters: [PixelFilter] = []
  var operation = CompositingOperation.sourceOver
  /// The layer's mask. Only the alpha of its picture counts.
  var mask: DisplayNode?
  /// The layer by itself in the plane in which its shadow is blurred; `nil` when the shadow is made
  /// from the layer's picture, or from a path.
  var caster: DisplayNode?
  /// The offscreen picture, not rotated, that the layer is drawn on first; `nil` when it is drawn
  /// directly at its place.
  var raster: Raster?
  /// The pixels of the picture that matter: the visible ones, and the ones that blurs read.
  var area: PixelRect
  /// The pixels of the picture that blurs bring something in from.
  let limits: PixelRect

  init(area: PixelRect, limits: PixelRect) {
    (self.area, self.limits) = (area, limits)
  }

  /// Whether the layer and its sublayers have to be a picture of their own.
  var needsPicture: Bool {
    !filters.isEmpty || mask != nil || raster != nil || !operation.isPlain
      || shadow.map { $0.path == nil } ?? false
  }

  /// Whether nothing happens to the layer's picture but that a mask cuts it.
  var onlyMasks: Bool {
    mask != nil && filters.isEmpty && backgroundFilters.isEmpty && shadow == nil && raster == nil
      && operation.isPlain
  }

  /// Whether the result depends on the backdrop.
  var readsBackdrop: Bool { !backgroundFilters.isEmpty || !operation.isPlain }

  /// The pixels around the layer that depend on some of its picture.
  func outputs(of rect: PixelRect) -> PixelRect {
    var result = filters.outputs(of: rect)
    if let shadow, shadow.path == nil { result = result.union(shadow.blur.outputs(of: result)) }
    return raster?.toOuter.pixels(touchedBy: result) ?? result
  }

  /// The pixels of its plane that the shadow can touch: empty for a shadow that is made elsewhere.
  var castInPlane: PixelRect {
    guard let shadow, let plane = shadow.plane else { return .empty }
    return shadow.blur.blur.outputs(of: caster?.bounds ?? shadow.path.map(plane.pixels) ?? .empty)
  }

  /// True when the same is done to a picture. Masks are compared for themselves, casters follow
  /// from the picture.
  func isSame(as other: LayerEffects) -> Bool {
    filters == other.filters && shadow == other.shadow
      && backgroundFilters == other.backgroundFilters && operation == other.operation
      && (mask == nil) == (other.mask == nil) && raster == other.raster && area == other.area
  }
}

/// The shadow that a layer's picture, or a path in the layer's place, casts.
struct LayerShadow: Hashable, Sendable {
  /// With its opacity.
  let color: Color
  /// Softens the shadow and moves it.
  let blur: PictureBlur
  /// In the layer's own coordinates.
  let path: Path?
  /// The plane of the layer in which the shadow is drawn and cached, independent of the layer's
  /// transform; `nil` for none.
  let plane: ShadowPlane?
}

/// The pixel grid of an offscreen picture with horizontal rows, whatever the layer's transform.
struct Raster: Hashable, Sendable {
  /// From the picture's pixels to those around the layer.
  let toOuter: Homography
  let fromOuter: Homography
  /// The pixels that are drawn, even if fewer are visible; `nil` for all.
  private let limits: PixelRect?

  /// The longest side of a picture: Cairo's limit is 32,767 pixels.
  static let maximumSide = 32_000

  /// `nil` when the layer is seen from its edge.
  init?(_ toOuter: Homography, limits: PixelRect? = nil) {
    guard let fromOuter = toOuter.inverted else { return nil }
    self.toOuter = toOuter
    self.fromOuter = fromOuter
    self.limits = limits
  }

  /// The picture's pixels that are shown in some pixels around the layer, within the size limit.
  func pixels(seenIn outer: PixelRect) -> PixelRect {
    reached(fromOuter.pixels(touchedBy: outer))
  }

  /// The picture's pixels that blurs bring something in from, when these are the limits around it:
  /// a blur is many pixels wide in a coarse picture too.
  func limits(within outer: PixelRect) -> PixelRect {
    reached(fromOuter.pixels(touchedBy: outer).grown(by: 1_024))
  }

  private func reached(_ seen: PixelRect) -> PixelRect {
    if let limits { return seen.intersection(limits) }
    let (width, height) = (min(seen.width, Self.maximumSide), min(seen.height, Self.maximumSide))
    return PixelRect(
      x: seen.x + (seen.width - width) / 2, y: seen.y + (seen.height - height) / 2, width: width,
      height: height)
  }
}

extension LayerEffects {
  /// The bounds of the pixels around a layer that it can touch when its picture alone touches
  /// `content`.
  ///
  /// `transform` leads to the picture's pixels, `outer` to those around it, of which `area` can
  /// matter.
  func bounds(
    of layer: PresentationLayer, _ transform: Homography, _ content: PixelRect,
    _ outer: Homography, _ area: PixelRect
  ) -> PixelRect {
    let shape = outer.pixels(holding: layer.values[.bounds], within: area)
    // A mask that shows nothing hides everything.
    if layer.mask != nil, mask == nil { return operation.actsWhereTransparent ? shape : .empty }
    var result = filters.outputs(of: content)
    if let shadow {
      result = result.union(cast(of: shadow, layer.values, transform, by: result))
    }
    result = raster?.toOuter.pixels(touchedBy: result) ?? result
    if !backgroundFilters.isEmpty { result = result.union(shape) }
    if let mask { result = result.intersection(mask.bounds) }
    if operation.actsWhereTransparent { result = result.union(shape) }
    return result.intersection(area)
  }

  /// The pixels that the shadow alone can touch.
  private func cast(
    of shadow: LayerShadow, _ values: LayerValues, _ transform: Homography, by picture: PixelRect
  ) -> PixelRect {
    let path = shadow.path.map { path in
      path.controlBoundingBox.map { transform.pixels(holding: $0, within: area) } ?? .empty
    }
    let cast =
      shadow.plane == nil
      ? shadow.blur.outputs(of: path ?? picture) : shadow.blur.seen(castInPlane)
    guard values[.masksToBounds] else { return cast }
    return cast.intersection(transform.pixels(holding: values[.bounds], within: area))
  }
}

extension Homography {
  /// The pixels that a rectangle of the layer can touch, with one more all round for antialiasing.
  func pixels(holding rect: Rect, within area: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    let box = boundingBox(of: rect).insetBy(dx: -1, dy: -1)
    return PixelRect(enclosing: box).intersection(area)
  }
}
