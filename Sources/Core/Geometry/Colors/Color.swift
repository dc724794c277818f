import RealModule

/// A colour in gamma-encoded sRGB with straight (not premultiplied) alpha.
///
/// Components are nominally 0...1. They may leave that range on the way through an overshooting
/// animation; they are limited when pixels are made.
public struct Color: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  public static let black = Color(red: 0, green: 0, blue: 0)
  public static let white = Color(red: 1, green: 1, blue: 1)
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Per component, without a limit, in straight alpha: how Core Animation blends colours.
  public func interpolated(to other: Color, progress: Double) -> Color {
    Color(
      red: red + (other.red - red) * progress, green: green + (other.green - green) * progress,
      blue: blue + (other.blue - blue) * progress, alpha: alpha + (other.alpha - alpha) * progress)
  }
}

/// How a layer's picture is combined with what lies behind it: Core Animation's names of
/// compositing filters.
///
/// The blend modes and the operations of Porter and Duff compute what the W3C's Compositing and
/// Blending Level 1 says; `plusL`, `plusD`, `multiply` and `multiplyColor` are described at their
/// cases. All of it happens in gamma-encoded sRGB.
public enum CompositingOperation: String, Hashable, Sendable, CaseIterable {
  // Separable blend modes, then laid over.
  case normalBlendMode, multiplyBlendMode, screenBlendMode, overlayBlendMode
  case darkenBlendMode, lightenBlendMode, colorDodgeBlendMode, colorBurnBlendMode
  case softLightBlendMode, hardLightBlendMode, differenceBlendMode, exclusionBlendMode
  // Blend modes that mix hue, saturation and luminosity.
  case hueBlendMode, saturationBlendMode, colorBlendMode, luminosityBlendMode
  // Porter and Duff.
  case clear, copy, sourceOver, sourceIn, sourceOut, sourceAtop
  case destOver, destIn, destOut, destAtop, xor
  /// Plus darker: alphas add up to at most 1; of the colours, what both leave out adds up: R = 1 -
  /// ((1 - S) + (1 - D)) for opaque ones (`CGBlendMode.plusDarker`).
  case plusD
  /// Plus lighter: colours and alphas add up, to at most 1 (`CGBlendMode.plusLighter`).
  case plusL
  /// Premultiplied colours and alphas are multiplied: R = S D. Apple has not published its
  /// arithmetic; this is Rostrum's reading.
  case multiply
  /// The colour behind is multiplied by the layer's, and keeps its alpha: R = D (1 - Sa + S).
  /// Rostrum's reading, as of `multiply`.
  case multiplyColor

  /// Whether the result differs from what lies behind also where the layer is transparent.
  public var actsWhereTransparent: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destIn, .destAtop, .multiply: true
    default: false
    }
  }

  /// Whether this is what happens without a compositing filter.
  public var isPlain: Bool { self == .sourceOver || self == .normalBlendMode }
}

/// The transfer curve of sRGB. Source: IEC 61966-2-1.
package enum SRGBCurve {
  /// The share of light of a channel's number; both from 0 to 1.
  package static func light(of number: Double) -> Double {
    number <= 0.04045 ? number / 12.92 : .pow((number + 0.055) / 1.055, 2.4)
  }

  /// The number of a share of light.
  package static func number(of light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * .pow(light, 1 / 2.4) - 0.055
  }
}

extension Color {
  /// The relative luminance, from 0 for black to 1 for white; alpha does not count. Source: WCAG
  /// 2.2.
  package var relativeLuminance: Double {
    0.2126 * SRGBCurve.light(of: red) + 0.7152 * SRGBCurve.light(of: green)
      + 0.0722 * SRGBCurve.light(of: blue)
  }

  /// The ratio of two colours' relative luminances, from 1 to 21. Source: WCAG 2.2.
  package func contrast(to other: Color) -> Double {
    let both = [relativeLuminance, other.relativeLuminance].sorted()
    return (both[1] + 0.05) / (both[0] + 0.05)
  }
}
