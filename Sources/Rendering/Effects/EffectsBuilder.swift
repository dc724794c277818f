import Canvas
import Geometry
import LayerTree

/// Reads a layer's effects from its values, in the pixels of its picture.
struct EffectsBuilder {
  private let values: LayerValues
  /// From the layer's coordinates to the pixels around it.
  private let transform: Homography
  /// The pixels around it that can matter.
  private let area: PixelRect

  /// The most pixels that a picture has with what blurs bring in from around the canvas; what lies
  /// further away is left out.
  private let maximumPixels: Int
  private let caster: DisplayNode?

  /// The longest side of a picture: Cairo has none of 32,768 pixels.
  private static let maximumSide = 32_000

  /// At least so many, and twice as many as the canvas.
  private static let leastMaximum = 16_777_216

  /// `nil` for a layer without effects. A transform layer has no picture that could have any.
  init?(
    _ layer: PresentationLayer, transform: Homography, area: PixelRect, canvas: PixelRect,
    caster: DisplayNode?
  ) {
    guard layer.mask != nil || layer.values.haveEffects, layer.layerClass != .transform
    else { return nil }
    (values, self.transform, self.area) = (layer.values, transform, area)
    maximumPixels = max(Self.leastMaximum, 2 * canvas.area)
    self.caster = caster
  }

  /// Without the mask.
  func effects() -> LayerEffects {
    let raster = raster()
    let inner = raster.map { transform.concatenating($0.fromOuter) } ?? transform
    let outer = raster?.fromOuter.pixels(touchedBy: area) ?? area
    var effects = LayerEffects(area: outer)
    effects.raster = raster
    effects.caster = caster
    effects.shadow = shadow(fitting(inner, outer))
    if let shadow = effects.shadow {
      include(shadow.blur.inputs(of: outer), in: &effects.area, outer)
    }
    effects.filters = filters(.filters, inner, around: outer, &effects.area)
    effects.operation = values[.compositingFilter] ?? .sourceOver
    var behind = area
    effects.backgroundFilters = filters(.backgroundFilters, transform, around: area, &behind)
    return effects
  }

  private func fitting(_ transform: Homography, _ content: PixelRect) -> BlurFitting {
    BlurFitting(transform: transform, bounds: values[.bounds], content: content)
  }

  /// Filters that are right in `needed`, which grows by what they bring in from around it.
  private func filters(
    _ property: TypedProperty<[LayerFilter]>, _ transform: Homography, around area: PixelRect,
    _ needed: inout PixelRect
  ) -> [PixelFilter] {
    var filters: [PixelFilter] = []
    for filter in values[property].reversed() {
      switch filter.effect {
      case .colors(let matrix) where matrix != .identity: filters.append(.colors(matrix))
      case .blur(let sigma) where sigma > 0:
        let blur = fitting(transform, needed).blur(radius: sigma)
        filters.append(.blur(blur))
        include(blur.inputs(of: needed), in: &needed, area)
      default: break
      }
    }
    return filters.reversed()
  }

  /// Adds pixels around an area, unless the picture would become too large.
  private func include(_ inputs: PixelRect, in picture: inout PixelRect, _ area: PixelRect) {
    let wanted = picture.union(inputs).intersection(area.grown(toSides: Self.maximumSide))
    let most = max(maximumPixels, area.area)
    picture = wanted
    guard wanted.area > most else { return }
    // Evenly less on all sides.
    let (width, height) = (Double(area.width), Double(area.height))
    let sum = width + height
    let margin = ((sum * sum + 4 * (Double(most) - width * height)).squareRoot() - sum) / 4
    picture = wanted.intersection(area.grown(by: Int(margin)))
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

  /// The layer's own pixels, `rasterizationScale` for each point, at most four for each pixel
  /// around it along each side, and never more than a picture may have.
  private func raster() -> Raster? {
    guard values[.shouldRasterize] else { return nil }
    let lengths = transform.linearized(atNearestCornerOf: values[.bounds]).lengths
    let most = 4 * max(lengths.x, lengths.y)
    var scale = min(max(values[.rasterizationScale], 1e-3), most)
    for _ in 0..<3 {
      guard scale > 0, scale.isFinite, let raster = raster(scale) else { return nil }
      let pixels = raster.fromOuter.pixels(touchedBy: area)
      let side = max(pixels.width, pixels.height)
      if pixels.area <= maximumPixels, side <= Self.maximumSide { return raster }
      let share = min(
        (Double(maximumPixels) / Double(pixels.area)).squareRoot(),
        Double(Self.maximumSide) / Double(side))
      scale *= share * 0.99
    }
    return nil
  }

  private func raster(_ scale: Double) -> Raster? {
    Raster(Homography(.scale(x: 1 / scale, y: 1 / scale)).concatenating(transform))
  }
}

extension PixelRect {
  /// With as much around it as leaves no side longer; a side that is longer stays.
  fileprivate func grown(toSides side: Int) -> PixelRect {
    let (dx, dy) = (max(side - width, 0) / 2, max(side - height, 0) / 2)
    return PixelRect(x: x - dx, y: y - dy, width: width + 2 * dx, height: height + 2 * dy)
  }
}

extension LayerValues {
  /// In points.
  var shadowSigma: Double { max(self[.shadowRadius], 0) }

  fileprivate var haveEffects: Bool {
    self[.shadowOpacity] > 0 || self[.shouldRasterize] || !self[.filters].isEmpty
      || !self[.backgroundFilters].isEmpty || sets(.compositingFilter)
  }
}
