import RostrumCanvas
import RostrumGeometry

/// Puts blurs that are given in a layer's points onto pixels.
///
/// Where circles stay circles, or become upright ellipses, the Gaussian is one of the pixels' own
/// axes. Else (shear, perspective, an uneven scale that is turned) it is upright only in the
/// layer's own plane: the picture is brought there, blurred, and brought back.
struct BlurFitting {
  /// From the layer's coordinates to its picture's pixels.
  let transform: Homography
  /// The layer's bounds.
  let bounds: Rect
  /// The pixels that the blurred picture can touch.
  let content: PixelRect

  /// The most pixels of a layer's own plane in the box around a pixel that is seen, and along each
  /// side of it: a plane that would have more, as the transform squeezes it, is made coarser. That
  /// must not depend on how much of the plane can be seen.
  private static let mostPixelsForOne = 32.0
  private static let mostPixelsAlongOne = 16.0
  /// The greatest standard deviation in a plane, in its pixels: a wider blur needs no finer plane.
  private static let greatestSigma = 64.0
  /// The most pixels of a plane in perspective that can be blurred, including the ones outside of
  /// the canvas; and of a plane whose bounds come so near to the eye that they alone would have far
  /// more.
  private static let maximumPixelsNearby = 33_554_432.0
  private static let maximumPixelsAtEye = 2_097_152.0
  /// Planes with at most this many pixels in their bounds may have `maximumPixelsNearby`.
  private static let mostPixelsOfBounds = 16_777_216.0
  /// By how much the variance of a blur grows, in pixels, when the picture is resampled into the
  /// plane, and once more on the way back: twice the variance of bilinear interpolation, a sixth on
  /// average.
  private static let varianceOfReading = 1.0 / 3
  /// The radius of a blur in standard deviations.
  private static let reach = 3.5

  /// `radius` is the standard deviation in points.
  func blur(radius: Double, offset: Size = .zero) -> PictureBlur {
    guard let map = transform.affine, let (x, y) = map.uprightScales else {
      return blurInPlane(radius, offset) ?? PictureBlur(GaussianBlur(sigma: 0))
    }
    return PictureBlur(
      GaussianBlur(
        horizontal: GaussianKernel(
          sigma: radius * x, offset: map.a * offset.width + map.c * offset.height),
        vertical: GaussianKernel(
          sigma: radius * y, offset: map.b * offset.width + map.d * offset.height)))
  }

  private func blurInPlane(_ radius: Double, _ offset: Size) -> PictureBlur? {
    guard let toLayer = transform.inverted else { return nil }
    let near = transform.linearized(atNearestCornerOf: bounds)
    var scale = Size(width: near.lengths.x, height: near.lengths.y)
    // Pixels at the edge are read from some around them.
    let edge = content.rect.insetBy(dx: -4, dy: -4)
    let part = toLayer.boundingBox(of: edge).intersection(nearby)
    let factor = factor(radius, offset, scale)
    guard factor.isFinite, factor > 0, !part.isEmpty else { return nil }
    scale = Size(width: scale.width * factor, height: scale.height * factor)
    let blur = GaussianBlur(
      horizontal: GaussianKernel(
        sigma: Self.sigma(radius * scale.width), offset: offset.width * scale.width),
      vertical: GaussianKernel(
        sigma: Self.sigma(radius * scale.height), offset: offset.height * scale.height))
    let toPlane = AffineTransform.scale(x: scale.width, y: scale.height)
    let seen = PixelRect(enclosing: toPlane.boundingBox(of: part)).grown(by: 4)
    let limits = blur.outputs(of: seen).union(blur.inputs(of: seen))
    guard let back = toPlane.inverted else { return nil }
    return PictureBlur(
      blur, inPlaneAt: Homography(back).concatenating(transform),
      limits: limits.intersection(PixelRect(enclosing: toPlane.boundingBox(of: nearby))))
  }

  /// How much coarser the plane is than the visible pixels need, at most 1.
  private func factor(
    _ radius: Double, _ offset: Size, _ scale: Size
  ) -> Double {
    if let back = transform.affine?.inverted {
      let width = (abs(back.a) + abs(back.c)) * scale.width
      let height = (abs(back.b) + abs(back.d)) * scale.height
      return min(
        (Self.mostPixelsForOne / (width * height)).squareRoot(),
        Self.mostPixelsAlongOne / max(width, height),
        Self.greatestSigma / (radius * max(scale.width, scale.height)), 1)
    }
    // The blur reaches beyond the nearby part.
    let whole = nearby.insetBy(
      dx: -Self.reach * radius - abs(offset.width), dy: -Self.reach * radius - abs(offset.height))
    let pixels = whole.width * scale.width * whole.height * scale.height
    guard pixels > 0 else { return 0 }
    let excess = bounds.width * scale.width * bounds.height * scale.height / Self.mostPixelsOfBounds
    let most = max(Self.maximumPixelsNearby / max(excess, 1), Self.maximumPixelsAtEye)
    return min((most / pixels).squareRoot(), 1)
  }

  /// The standard deviation in the plane's pixels for which the blur and the resampling together
  /// give the requested one: at least half of it, where resampling alone blurs more.
  private static func sigma(_ sigma: Double) -> Double {
    max(sigma * sigma - varianceOfReading, sigma * sigma / 4).squareRoot()
  }

  /// In perspective the plane extends to the horizon; parts beyond this are not blurred.
  private var nearby: Rect {
    let margin = transform.affine == nil ? 4 * max(bounds.width, bounds.height, 1) : 1e7
    return bounds.insetBy(dx: -margin, dy: -margin)
  }
}

extension AffineTransform {
  /// How long the unit vectors become.
  var lengths: Point {
    Point(x: (a * a + b * b).squareRoot(), y: (c * c + d * d).squareRoot())
  }

  /// The axes along the pixels' of the ellipse that circles become; `nil` when that one leans.
  fileprivate var uprightScales: (x: Double, y: Double)? {
    let (x, y) = (lengths.x, lengths.y)
    let tiny = 1e-6 * max(x, y)
    if abs(b) <= tiny, abs(c) <= tiny { return (abs(a), abs(d)) }
    if abs(a) <= tiny, abs(d) <= tiny { return (abs(c), abs(b)) }
    let isSimilarity = abs(x - y) <= tiny && abs(a * c + b * d) <= tiny * max(x, y)
    return isSimilarity ? (x, x) : nil
  }
}
