import RostrumCanvas
import RostrumGeometry

/// The pixels of a layer's own plane in which its shadow is soft enough to be read between them.
///
/// A Gaussian looks the same from all sides, so the shadow of a layer that moves and turns is the
/// same shadow, moved and turned.
struct ShadowPlane: Hashable, Sendable {
  /// From the layer's coordinates to the plane's pixels: they begin at the layer's origin.
  let fromLayer: AffineTransform

  /// The shadow's standard deviation there, in pixels. Between two of them an edge's shadow is off
  /// by 255 / (8 sigma^2 sqrt(2 pi e)) levels at most, which is 0.31; fewer pixels stay in a fast
  /// cache while they are read along a slope.
  private static let sigma = 5.0
  /// Sharper shadows follow the pixels that are seen.
  private static let leastSigma = 2.5
  /// The pixels that everything drawn in the plane lies within: Cairo's limit is 32,767 pixels.
  static let area = PixelRect(x: -16000, y: -16000, width: 32000, height: 32000)
  /// The most pixels of one.
  static let maximumPixels = 1_500_000

  /// `nil` when the shadow is too sharp, or the layer is seen in perspective.
  ///
  /// - Parameter radius: The standard deviation in points.
  init?(radius: Double, transform: Homography) {
    guard let narrowest = transform.affine?.leastStretch else { return nil }
    let seen = radius * narrowest
    guard seen.isFinite, seen >= Self.leastSigma else { return nil }
    fromLayer = .scale(x: Self.sigma / radius, y: Self.sigma / radius)
  }

  /// The plane's pixels that a path of the layer can touch.
  func pixels(of path: Path) -> PixelRect {
    Homography(fromLayer).pixels(holding: path.controlBoundingBox ?? .zero, within: Self.area)
  }

  /// Whether the plane has room for the caster and its shadow.
  func holds(_ caster: PixelRect) -> Bool {
    let cast = caster.grown(by: Int(8 * Self.sigma))
    return cast.area <= Self.maximumPixels && Self.area.intersection(cast) == cast
  }

  /// Whether there is room for each picture that is drawn for a caster, and for its shadow.
  func holdsPictures(of caster: DisplayNode) -> Bool {
    let inner = caster.sublayers + (caster.effects?.mask.map { [$0] } ?? [])
    guard inner.allSatisfy(holdsPictures) else { return false }
    return caster.effects?.needsPicture != true
      || caster.contentBounds.union(caster.bounds).area <= Self.maximumPixels
  }

  /// The blur, and how the plane is seen; `nil` when it cannot be.
  func blur(offset: Size, seenThrough transform: Homography) -> PictureBlur? {
    guard let toLayer = fromLayer.inverted else { return nil }
    let moved = Point(x: offset.width * fromLayer.a, y: offset.height * fromLayer.d)
    return PictureBlur(
      GaussianBlur(sigma: Self.sigma, offset: moved),
      inPlaneAt: Homography(toLayer).concatenating(transform), limits: Self.area)
  }
}

extension AffineTransform {
  /// How long the unit vector that becomes the shortest becomes: the smaller singular value.
  var leastStretch: Double {
    let sum = a * a + b * b + c * c + d * d
    let product = a * d - b * c
    let root = max(sum * sum / 4 - product * product, 0).squareRoot()
    return max(sum / 2 - root, 0).squareRoot()
  }
}
