import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// Reads a layer's effects from its values, in the pixels of its picture.
struct EffectsBuilder {
  private let values: LayerValues
  /// From the layer's coordinates to the pixels around it.
  private let transform: Homography
  /// The pixels around it that can matter.
  private let area: PixelRect
  /// The pixels around it that blurs bring something in from.
  private let limits: PixelRect
  private let caster: DisplayNode?

  /// Pixels for a point.
  static let leastRasterizationScale = 1e-3

  /// Limits of the pixels around a canvas that blurs may read; pixels further away are left out.
  /// They are the same for all canvases of up to 3,840 pixels a side, because the size of the
  /// canvas must not change its contents. A picture that fills them has 28 million pixels.
  static func limits(around canvas: PixelRect) -> PixelRect {
    PixelRect(x: -1_024, y: -1_024, width: 5_312, height: 5_312).union(canvas.grown(by: 448))
  }

  /// `nil` for a layer without effects. A transform layer has no picture that could have any.
  init?(
    _ layer: PresentationLayer, transform: Homography, area: PixelRect, limits: PixelRect,
    caster: DisplayNode?
  ) {
    guard layer.mask != nil || layer.values.haveEffects, layer.layerClass != .transform
    else { return nil }
    (values, self.transform, self.area) = (layer.values, transform, area)
    (self.limits, self.caster) = (limits.union(area), caster)
  }

  /// Without the mask.
  func effects() -> LayerEffects {
    let raster = RasterBuilder(values: values, transform: transform, area: area).raster()
    let inner = raster.map { transform.concatenating($0.fromOuter) } ?? transform
    let outer = raster?.pixels(seenIn: area) ?? area
    var effects = LayerEffects(area: outer, limits: raster?.limits(within: limits) ?? limits)
    effects.raster = raster
    effects.caster = caster
    effects.shadow = shadow(fitting(inner, outer))
    if let shadow = effects.shadow {
      effects.area = outer.union(shadow.blur.inputs(of: outer)).intersection(effects.limits)
    }
    effects.filters = filters(.filters, inner, within: effects.limits, &effects.area)
    effects.operation = values[.compositingFilter] ?? .sourceOver
    var behind = area
    effects.backgroundFilters = filters(.backgroundFilters, transform, within: limits, &behind)
    return effects
  }

  private func fitting(_ transform: Homography, _ content: PixelRect) -> BlurFitting {
    BlurFitting(transform: transform, bounds: values[.bounds], content: content)
  }

  /// Filters that give the correct result in `needed`, which grows by the pixels that they read.
  private func filters(
    _ property: TypedProperty<[LayerFilter]>, _ transform: Homography, within limits: PixelRect,
    _ needed: inout PixelRect
  ) -> [PixelFilter] {
    var filters: [PixelFilter] = []
    for filter in values[property].reversed() {
      switch filter.effect {
      case .colors(let matrix) where matrix != .identity: filters.append(.colors(matrix))
      case .blur(let sigma) where sigma > 0:
        let blur = fitting(transform, needed).blur(radius: sigma)
        filters.append(.blur(blur))
        needed = needed.union(blur.inputs(of: needed)).intersection(limits)
      default: break
      }
    }
    return filters.reversed()
  }

  private func shadow(_ fitting: BlurFitting) -> LayerShadow? {
    let opacity = min(values[.shadowOpacity], 1)
    guard opacity > 0, var color = values[.shadowColor], color.alpha > 0 else { return nil }
    color.alpha = min(color.alpha, 1) * opacity
    let (radius, offset) = (values.shadowSigma, values[.shadowOffset])
    let path = values[.shadowPath]
    if let plane = ShadowPlane(radius: radius, transform: fitting.transform),
      caster != nil || path.map({ plane.holds(plane.pixels(of: $0)) }) ?? false,
      let blur = plane.blur(offset: offset, seenThrough: fitting.transform)
    {
      return LayerShadow(color: color, blur: blur, path: path, plane: plane)
    }
    return LayerShadow(
      color: color, blur: fitting.blur(radius: radius, offset: offset), path: path, plane: nil)
  }
}

/// Finds the upright picture that a layer is drawn on first.
private struct RasterBuilder {
  let values: LayerValues
  /// From the layer's coordinates to the pixels around it.
  let transform: Homography
  /// The pixels around it that can be seen.
  let area: PixelRect

  /// Pixels of the picture for a pixel around it, along each side: more are not seen.
  private static let mostPixelsAlongOne = 4.0
  /// The most pixels of a picture, or twice as many as around it. Only on canvases of more than
  /// four million pixels a layer can exceed this, and is drawn at a lower resolution.
  private static let maximumPixels = 67_108_864
  /// The most pixels of the bounds in perspective, and of the contents around them: a plane in
  /// perspective extends to the horizon, and its visible part depends on the canvas.
  private static let maximumPixelsOfBounds = 16_777_216.0
  private static let maximumPixelsAround = 33_554_432.0
  /// From this standard deviation on, in pixels, a blurred layer is drawn at a lower resolution:
  /// then fewer pixels have to be blurred, and the blur's margin lies within the limits.
  private static let greatestSigma = 16.0
  /// The standard deviation of a blur in a layer that is drawn coarser, in its pixels. Between two
  /// of these an edge is off by 255 / (8 sigma^2 sqrt(2 pi e)) levels at most, which is 0.12.
  private static let sigmaOfCoarse = 8.0

  /// `nil` for a layer that is drawn directly at its place.
  func raster() -> Raster? {
    guard let scale = values[.shouldRasterize] ? ownScale : coarseScale else { return nil }
    return transform.affine == nil ? inPerspective(scale) : flat(scale)
  }

  private func flat(_ scale: Double) -> Raster? {
    var scale = scale
    let most = max(Self.maximumPixels, 2 * area.area)
    for _ in 0..<3 {
      guard let raster = picture(scale) else { return nil }
      let pixels = raster.fromOuter.pixels(touchedBy: area)
      let share = min(
        (Double(most) / Double(pixels.area)).squareRoot(),
        Double(Raster.maximumSide) / Double(max(pixels.width, pixels.height)))
      if share >= 1 || pixels.isEmpty { return raster }
      scale *= share * 0.99
    }
    return nil
  }

  private func inPerspective(_ scale: Double) -> Raster? {
    let bounds = values[.bounds]
    let side = Double(Raster.maximumSide / 2)
    let scale = min(
      scale, (Self.maximumPixelsOfBounds / (bounds.width * bounds.height)).squareRoot(),
      side / max(bounds.width, bounds.height))
    return picture(scale, limits: limits(around: bounds, scale))
  }

  private func picture(_ scale: Double, limits: PixelRect? = nil) -> Raster? {
    guard scale > 0, scale.isFinite else { return nil }
    return Raster(
      Homography(.scale(x: 1 / scale, y: 1 / scale)).concatenating(transform), limits: limits)
  }

  /// As much around the bounds on all sides as there may be.
  private func limits(around bounds: Rect, _ scale: Double) -> PixelRect {
    let (width, height) = (bounds.width * scale, bounds.height * scale)
    let sum = width + height
    let room = sum * sum + 4 * (Self.maximumPixelsAround - width * height)
    let margin = min(
      (room.squareRoot() - sum) / 4, (Double(Raster.maximumSide) - max(width, height)) / 2)
    let pixels = Homography(.scale(x: scale, y: scale)).boundingBox(of: bounds)
    return PixelRect(enclosing: pixels.insetBy(dx: -margin, dy: -margin))
  }

  /// Pixels for a point, as the layer asks for them.
  private var ownScale: Double? {
    let lengths = transform.linearized(atNearestCornerOf: values[.bounds]).lengths
    let most = Self.mostPixelsAlongOne * max(lengths.x, lengths.y)
    return min(max(values[.rasterizationScale], EffectsBuilder.leastRasterizationScale), most)
  }

  /// Pixels for a point of a layer that a wide blur makes soft; `nil` where something sharp is in
  /// it too, or it is seen in perspective.
  private var coarseScale: Double? {
    let sigmas = values[.filters].compactMap { filter in
      if case .blur(let sigma) = filter.effect { sigma } else { nil }
    }
    guard let sigma = sigmas.max(), !(values[.shadowOpacity] > 0), let map = transform.affine,
      sigma * map.leastStretch > Self.greatestSigma
    else { return nil }
    return Self.sigmaOfCoarse / sigma
  }
}

extension LayerValues {
  /// The standard deviation of the shadow's blur, in points.
  var shadowSigma: Double { Self.sigmaOfShadowRadius * max(self[.shadowRadius], 0) }

  /// Fitted to four pictures that Apple's systems drew, of the render server and of Core Graphics:
  /// the differences are least at 0.93, 0.93, 0.95 and 0.95.
  private static let sigmaOfShadowRadius = 0.94

  fileprivate var haveEffects: Bool {
    self[.shadowOpacity] > 0 || self[.shouldRasterize] || !self[.filters].isEmpty
      || !self[.backgroundFilters].isEmpty || sets(.compositingFilter)
  }
}
