import RostrumCCairo
import RostrumGeometry

/// How one premultiplied pixel (blue, green, red, alpha; 0...1) is combined with the one behind it,
/// by an operation that Cairo lacks, or that acts where a picture is transparent: Cairo would let
/// it act in all of the picture's box, or in pixels, and not in a shape. The modes that mix hue,
/// saturation and luminosity are here since Pixman 0.42 is up to 75 levels off where the source is
/// translucent.
///
/// Source: the W3C's Compositing and Blending Level 1, sections 9 and 10, and the comments at
/// `CompositingOperation`'s cases.
struct PixelBlend {
  let operation: CompositingOperation

  typealias Pixel = SIMD4<Float>

  func result(_ s: Pixel, over d: Pixel) -> Pixel {
    switch operation {
    case .clear: return .zero
    case .copy: return s
    case .sourceIn: return s * d.w
    case .sourceOut: return s * (1 - d.w)
    case .destIn: return d * s.w
    case .destAtop: return s * (1 - d.w) + d * s.w
    case .plusD: return plusDarker(s, d)
    case .multiply: return s * d
    case .multiplyColor:
      var factors = s + (1 - s.w)
      factors.w = 1
      return d * factors
    default: return blended(s, d)
    }
  }

  /// The mixed colour where both are, each alone where the other is not.
  private func blended(_ s: Pixel, _ d: Pixel) -> Pixel {
    guard s.w > 0 else { return d }
    guard d.w > 0 else { return s }
    var mixed = mix(straight(s), straight(d)) * (s.w * d.w)
    mixed.w = 0
    var result = s * (1 - d.w) + d * (1 - s.w) + mixed
    result.w = s.w + d.w - s.w * d.w
    return result
  }

  private func straight(_ p: Pixel) -> Pixel {
    (p / p.w).clamped(lowerBound: .zero, upperBound: .one)
  }

  /// The mix of two straight colours (0...1): `s` lies over `d`.
  private func mix(_ s: Pixel, _ d: Pixel) -> Pixel {
    switch operation {
    case .hueBlendMode: s.withSaturation(d.saturation).withLuminosity(d.luminosity)
    case .saturationBlendMode: d.withSaturation(s.saturation).withLuminosity(d.luminosity)
    case .colorBlendMode: s.withLuminosity(d.luminosity)
    case .luminosityBlendMode: d.withLuminosity(s.luminosity)
    default: preconditionFailure("\(operation) is Cairo's")
    }
  }

  private func plusDarker(_ s: Pixel, _ d: Pixel) -> Pixel {
    let alpha = min(s.w + d.w, 1)
    var result = alpha - ((s.w - s) + (d.w - d))
    result.w = alpha
    return result.clamped(lowerBound: .zero, upperBound: .one)
  }
}

extension SIMD4<Float> {
  // Blue, green, red; the fourth does not count.

  fileprivate var luminosity: Float { 0.3 * z + 0.59 * y + 0.11 * x }

  fileprivate var saturation: Float { Swift.max(x, y, z) - Swift.min(x, y, z) }

  /// The colour with the given luminosity; components outside of 0...1 are moved towards grey.
  fileprivate func withLuminosity(_ luminosity: Float) -> SIMD4<Float> {
    var color = self + (luminosity - self.luminosity)
    let grey = color.luminosity
    let (low, high) = (Swift.min(color.x, color.y, color.z), Swift.max(color.x, color.y, color.z))
    if low < 0 { color = grey + (color - grey) * (grey / (grey - low)) }
    if high > 1 { color = grey + (color - grey) * ((1 - grey) / (high - grey)) }
    return color
  }

  /// The least part becomes 0 and the greatest `saturation`, the one between in proportion.
  fileprivate func withSaturation(_ saturation: Float) -> SIMD4<Float> {
    let low = Swift.min(x, y, z)
    let range = Swift.max(x, y, z) - low
    return range > 0 ? (self - low) * (saturation / range) : .zero
  }
}

extension CompositingOperation {
  /// Cairo's operator; `nil` for the operations of `PixelBlend`.
  var cairoOperator: cairo_operator_t? {
    switch self {
    case .sourceOver, .normalBlendMode: CAIRO_OPERATOR_OVER
    case .sourceAtop: CAIRO_OPERATOR_ATOP
    case .destOver: CAIRO_OPERATOR_DEST_OVER
    case .destOut: CAIRO_OPERATOR_DEST_OUT
    case .xor: CAIRO_OPERATOR_XOR
    case .plusL: CAIRO_OPERATOR_ADD
    case .multiplyBlendMode: CAIRO_OPERATOR_MULTIPLY
    case .screenBlendMode: CAIRO_OPERATOR_SCREEN
    case .darkenBlendMode: CAIRO_OPERATOR_DARKEN
    case .lightenBlendMode: CAIRO_OPERATOR_LIGHTEN
    case .exclusionBlendMode: CAIRO_OPERATOR_EXCLUSION
    case .differenceBlendMode: CAIRO_OPERATOR_DIFFERENCE
    case .overlayBlendMode: CAIRO_OPERATOR_OVERLAY
    case .hardLightBlendMode: CAIRO_OPERATOR_HARD_LIGHT
    case .softLightBlendMode: CAIRO_OPERATOR_SOFT_LIGHT
    case .colorDodgeBlendMode: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurnBlendMode: CAIRO_OPERATOR_COLOR_BURN
    default: nil
    }
  }
}

extension SIMD4<Float> {
  /// The blue, green, red and alpha of a pixel 0xAARRGGBB, each 0...1.
  @inline(__always)
  init(pixel: UInt32) {
    self.init(
      Float(pixel & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel >> 16 & 0xFF),
      Float(pixel >> 24))
    self /= 255
  }

  /// 0xAARRGGBB, rounded, no colour above alpha.
  @inline(__always)
  var pixel: UInt32 {
    let limited = clamped(lowerBound: .zero, upperBound: .one)
    let whole = unsafeBitCast(limited * 255 + roundingToWhole, to: SIMD4<UInt32>.self) & 0xFF
    return Swift.min(whole.x, whole.w) | Swift.min(whole.y, whole.w) << 8
      | Swift.min(whole.z, whole.w) << 16 | whole.w << 24
  }
}
