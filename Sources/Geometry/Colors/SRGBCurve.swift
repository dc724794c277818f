import RealModule

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
