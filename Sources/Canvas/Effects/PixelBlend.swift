import CCairo
import Geometry

/// How one premultiplied pixel (blue, green, red, alpha; 0...1) is combined with the one behind it,
/// by an operation that Cairo lacks, or that acts where a picture is transparent: Cairo would let
/// it act in all of the picture's box, or in pixels, and not in a shape.
///
/// Source: the W3C's Compositing and Blending Level 1, section 9, and what stands at
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

extension CompositingOperation {
  /// Cairo's operator; `nil` for those of `PixelBlend`.
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
    case .hueBlendMode: CAIRO_OPERATOR_HSL_HUE
    case .saturationBlendMode: CAIRO_OPERATOR_HSL_SATURATION
    case .colorBlendMode: CAIRO_OPERATOR_HSL_COLOR
    case .luminosityBlendMode: CAIRO_OPERATOR_HSL_LUMINOSITY
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
