import Geometry

/// How one premultiplied pixel (blue, green, red, alpha; 0...1) is combined with the one behind it.
///
/// Source: the W3C's Compositing and Blending Level 1, sections 9 and 10, and what stands at
/// `CompositingOperation`'s cases.
struct PixelBlend {
  let operation: CompositingOperation

  typealias Pixel = SIMD4<Float>

  func result(_ s: Pixel, over d: Pixel) -> Pixel {
    switch operation {
    case .clear: return .zero
    case .copy: return s
    case .sourceOver, .normalBlendMode: return s + d * (1 - s.w)
    case .sourceIn: return s * d.w
    case .sourceOut: return s * (1 - d.w)
    case .sourceAtop: return s * d.w + d * (1 - s.w)
    case .destOver: return s * (1 - d.w) + d
    case .destIn: return d * s.w
    case .destOut: return d * (1 - s.w)
    case .destAtop: return s * (1 - d.w) + d * s.w
    case .xor: return s * (1 - d.w) + d * (1 - s.w)
    case .plusL: return (s + d).clamped(lowerBound: .zero, upperBound: .one)
    case .plusD: return plusDarker(s, d)
    case .multiply: return s * d
    case .multiplyColor:
      var factors = s + (1 - s.w)
      factors.w = 1
      return d * factors
    default: return blended(s, d)
    }
  }

  private func plusDarker(_ s: Pixel, _ d: Pixel) -> Pixel {
    let alpha = min(s.w + d.w, 1)
    var result = alpha - ((s.w - s) + (d.w - d))
    result.w = alpha
    return result.clamped(lowerBound: .zero, upperBound: .one)
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

  /// The mix of two straight colours (0...1) by the blend mode: `s` lies over `d`.
  private func mix(_ s: Pixel, _ d: Pixel) -> Pixel {
    switch operation {
    case .multiplyBlendMode: s * d
    case .screenBlendMode: s + d - s * d
    case .darkenBlendMode: pointwiseMin(s, d)
    case .lightenBlendMode: pointwiseMax(s, d)
    case .exclusionBlendMode: s + d - 2 * s * d
    case .differenceBlendMode: pointwiseMax(s, d) - pointwiseMin(s, d)
    case .overlayBlendMode: channels(s, d) { hardLight($1, $0) }
    case .hardLightBlendMode: channels(s, d, hardLight)
    case .softLightBlendMode: channels(s, d, softLight)
    case .colorDodgeBlendMode: channels(s, d, colorDodge)
    case .colorBurnBlendMode: channels(s, d, colorBurn)
    case .hueBlendMode: s.withSaturation(d.saturation).withLuminosity(d.luminosity)
    case .saturationBlendMode: d.withSaturation(s.saturation).withLuminosity(d.luminosity)
    case .colorBlendMode: s.withLuminosity(d.luminosity)
    case .luminosityBlendMode: d.withLuminosity(s.luminosity)
    default: s
    }
  }

  private func channels(_ s: Pixel, _ d: Pixel, _ mix: (Float, Float) -> Float) -> Pixel {
    Pixel(mix(s.x, d.x), mix(s.y, d.y), mix(s.z, d.z), 0)
  }

  private func hardLight(_ s: Float, _ d: Float) -> Float {
    s <= 0.5 ? d * 2 * s : d + (2 * s - 1) - d * (2 * s - 1)
  }

  private func softLight(_ s: Float, _ d: Float) -> Float {
    guard s > 0.5 else { return d - (1 - 2 * s) * d * (1 - d) }
    let curve = d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()
    return d + (2 * s - 1) * (curve - d)
  }

  private func colorDodge(_ s: Float, _ d: Float) -> Float {
    d == 0 ? 0 : s == 1 ? 1 : min(1, d / (1 - s))
  }

  private func colorBurn(_ s: Float, _ d: Float) -> Float {
    d == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - d) / s)
  }
}

extension SIMD4<Float> {
  // Blue, green, red; the fourth does not count.

  fileprivate var luminosity: Float { 0.3 * z + 0.59 * y + 0.11 * x }

  fileprivate var saturation: Float { Swift.max(x, y, z) - Swift.min(x, y, z) }

  /// The colour as bright as asked for, its parts brought back into 0...1 along the way to grey.
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
