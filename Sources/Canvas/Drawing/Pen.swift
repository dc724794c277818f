import Geometry

/// A stroke style in pixels: the pen's shape without its size, and lengths in pixels, all within
/// what Cairo can take.
struct Pen {
  /// The linear part of user -> pixels, divided by its largest scale.
  let shape: AffineTransform
  /// Width, dashes and phase multiplied by that largest scale.
  let style: StrokeStyle
  /// How far from the path its stroke can reach, in pixels.
  let reach: Double

  /// `nil` when the stroke has no area: no width, or a transform that flattens the plane.
  init?(_ style: StrokeStyle, transform: AffineTransform) {
    let scale = transform.largestScale
    guard scale > 0, scale.isFinite, style.lineWidth.isFinite else { return nil }
    let shape = AffineTransform(
      a: transform.a / scale, b: transform.b / scale, c: transform.c / scale,
      d: transform.d / scale, tx: 0, ty: 0)
    var scaled = style
    scaled.lineWidth = min(style.lineWidth * scale, largestCoordinate)
    guard scaled.lineWidth > 0, abs(shape.determinant) > 1e-7 else { return nil }
    let longest = max(1, largestCoordinate / scaled.lineWidth)
    scaled.miterLimit = style.miterLimit > 1 ? min(style.miterLimit, longest) : 1
    scaled.dashPattern = style.dashPattern.map { $0 * scale }
    scaled.dashPhase = style.dashPhase * scale
    self.shape = shape
    self.style = scaled
    reach = scaled.lineWidth / 2 * (style.join == .miter ? max(1.5, scaled.miterLimit) : 1.5) + 2
  }
}

extension AffineTransform {
  /// The longest side of an ellipse that was a circle of the same radius 1: the matrix's 2-norm.
  var largestScale: Double {
    let largest = max(abs(a), abs(b), abs(c), abs(d))
    guard largest > 0, largest.isFinite else { return largest }
    let (p, q, r, s) = (a / largest, b / largest, c / largest, d / largest)
    let sum = p * p + q * q + r * r + s * s
    let difference = p * p + q * q - r * r - s * s
    let skew = 2 * (p * r + q * s)
    let spread = (difference * difference + skew * skew).squareRoot()
    return largest * ((sum + spread) / 2).squareRoot()
  }
}
