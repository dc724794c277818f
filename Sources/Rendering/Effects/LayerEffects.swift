import Canvas
import Geometry
import LayerTree

/// How a layer's picture, with its sublayers, is changed and put together with what lies behind it.
///
/// The order is Core Animation's: filters on the picture, its shadow below the result, opacity, mask, and the compositing filter. What
/// is in here is all that these depend on, so two equal ones do the same to equal pictures.
struct LayerEffects: Sendable {
  /// On the layer's picture, one after the other.
  var filters: [PixelFilter] = []
  var shadow: LayerShadow?
  /// On what lies behind, inside the layer's rounded bounds.
  var backgroundFilters: [PixelFilter] = []
  var operation = CompositingOperation.sourceOver
  /// Of what it shows, only the alpha counts.
  var mask: DisplayNode?
  /// The layer by itself in the plane in which its shadow is blurred; `nil` when the shadow is made from the layer's picture, or from a path.
  var caster: DisplayNode?
  /// The upright picture that the layer is drawn on first; `nil` when it is drawn where it stands.
  var raster: Raster?
  /// The pixels of the picture that can matter: what may be seen, and what blurs bring in from around it.
  var area: PixelRect

  /// Whether the layer and its sublayers have to be a picture of their own.
  var needsPicture: Bool {
    !filters.isEmpty || mask != nil || raster != nil || !operation.isPlain
      || shadow.map { $0.path == nil } ?? false
  }

  /// Whether what is shown depends on what lies behind.
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

  /// True when the same is done to a picture. Masks are compared for themselves, casters follow from the picture.
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
  /// The plane of the layer in which the shadow is made and kept, whatever the layer's transform is; `nil` for none.
  let plane: ShadowPlane?
}

/// The pixels of a layer's own plane in which its shadow is soft enough to be read between them.
///
/// A Gaussian looks the same from all sides, so the shadow of a layer that moves and turns is the same shadow, moved and turned.
struct ShadowPlane: Hashable, Sendable {
  /// From the layer's coordinates to the plane's pixels: they begin at the layer's origin.
  let fromLayer: AffineTransform

  /// The shadow's standard deviation there, in pixels. Between two of them an edge's shadow is off by 255 / (8 sigma^2 sqrt(2 pi e)) levels at
  /// most, which is 0.31; fewer pixels stay in a fast cache while they are read along a slope.
  private static let sigma = 5.0
  /// Sharper shadows follow the pixels that are seen.
  private static let leastSigma = 2.5
  /// What is drawn in the plane lies within.
  static let area = PixelRect(x: -16384, y: -16384, width: 32768, height: 32768)
  /// The most pixels of one.
  static let maximumPixels = 1_500_000

  /// `nil` when the shadow is too sharp, or the layer is seen in perspective.
  ///
  /// - Parameter radius: The standard deviation in points.
  init?(radius: Double, transform: Projection) {
    guard let narrowest = transform.affine?.leastStretch else { return nil }
    let seen = radius * narrowest
    guard seen.isFinite, seen >= Self.leastSigma else { return nil }
    fromLayer = .scale(x: Self.sigma / radius, y: Self.sigma / radius)
  }

  /// Those that a path can touch.
  func pixels(of path: Path) -> PixelRect {
    Projection(fromLayer).pixels(holding: path.controlBoundingBox ?? .zero, within: Self.area)
  }

  /// Whether the plane has room for what casts a shadow, and for the shadow.
  func holds(_ caster: PixelRect) -> Bool {
    let cast = caster.grown(by: Int(8 * Self.sigma))
    return cast.area <= Self.maximumPixels && Self.area.intersection(cast) == cast
  }

  /// The blur, and how the plane is seen; `nil` when it cannot be.
  func blur(offset: Size, seenThrough transform: Projection) -> PictureBlur? {
    guard let toLayer = fromLayer.inverted else { return nil }
    let moved = Point(x: offset.width * fromLayer.a, y: offset.height * fromLayer.d)
    return PictureBlur(
      GaussianBlur(sigma: Self.sigma, offset: moved),
      inPlaneAt: Projection(toLayer).concatenating(transform), limits: Self.area)
  }
}

extension AffineTransform {
  /// How long the unit vector that becomes the shortest becomes: the smaller singular value.
  fileprivate var leastStretch: Double {
    let sum = a * a + b * b + c * c + d * d
    let product = a * d - b * c
    let root = max(sum * sum / 4 - product * product, 0).squareRoot()
    return max(sum / 2 - root, 0).squareRoot()
  }
}

/// The pixels of a picture that stands upright, whatever its layer's transform is.
struct Raster: Hashable, Sendable {
  /// From the picture's pixels to those around the layer.
  let toOuter: Projection
  let fromOuter: Projection

  /// `nil` when the layer is seen from its edge.
  init?(_ toOuter: Projection) {
    guard let fromOuter = toOuter.inverted else { return nil }
    self.toOuter = toOuter
    self.fromOuter = fromOuter
  }
}
