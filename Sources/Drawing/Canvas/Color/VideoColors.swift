/// The colour space of a video's decoded numbers, by ffmpeg's names of it.
///
/// Players show BT.709's and BT.601's curves as sRGB's, and BT.601's primaries, which are near
/// BT.709's, as those; so does this. Everything else is converted, or refused by its name.
package struct VideoColors: Sendable, Equatable {
  /// How numbers from 0 to 1 become light.
  package enum Curve: Sendable, Equatable {
    /// sRGB's, IEC 61966-2-1.
    case screen
    /// A power.
    case power(Double)
    /// SMPTE ST 2084. The brightest light of the film, in cd/m2.
    case pq(peak: Double)
    /// ARIB STD-B67, for a screen of 1000 cd/m2.
    case hlg
  }

  package var curve = Curve.screen
  package var primaries = Primaries.screen
  /// The number of 16 bits that means 1. ffmpeg's converter has 255 of 8 bits as 255 * 256,
  /// and other bits of Y'CbCr like it.
  package var largest = 255 * 256

  /// Whether they are of a high dynamic range.
  package var isHDR: Bool {
    switch curve {
    case .pq, .hlg: true
    case .screen, .power: false
    }
  }

  /// Whether the numbers are sRGB's.
  package var isScreen: Bool { curve == .screen && primaries == .screen }
}

/// Where a space's red, green, blue and white lie in CIE 1931's x and y.
package struct Primaries: Sendable, Equatable {
  package let red: SIMD2<Double>
  package let green: SIMD2<Double>
  package let blue: SIMD2<Double>
  package let white: SIMD2<Double>

  private static let daylight = SIMD2(0.3127, 0.3290)
  private static let illuminantC = SIMD2(0.310, 0.316)

  /// BT.709's and sRGB's.
  package static let screen = Primaries(
    red: [0.64, 0.33], green: [0.30, 0.60], blue: [0.15, 0.06], white: daylight)

  /// BT.2020's and BT.2100's.
  package static let wide = Primaries(
    red: [0.708, 0.292], green: [0.170, 0.797], blue: [0.131, 0.046], white: daylight)

  /// By ffmpeg's names, without the ones that count as BT.709's.
  /// Source: ITU-T H.273, table 2.
  package static let named: [String: Primaries] = [
    "bt2020": wide,
    "smpte432": Primaries(
      red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060], white: daylight),
    "smpte431": Primaries(
      red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060], white: [0.314, 0.351]),
    "bt470m": Primaries(
      red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white: illuminantC),
    "film": Primaries(
      red: [0.681, 0.319], green: [0.243, 0.692], blue: [0.145, 0.049], white: illuminantC),
  ]
}

extension VideoColors {
  /// The brightest light of a film that does not say it, in cd/m2.
  package static let usualPeak = 1000.0

  /// By ffmpeg's names, without the ones that count as sRGB's. Source: ITU-T H.273, table 3.
  private static let curves: [String: Curve] = [
    "bt470m": .power(2.2), "bt470bg": .power(2.8), "linear": .power(1),
    "smpte2084": .pq(peak: usualPeak), "arib-std-b67": .hlg,
  ]

  /// Names that ffmpeg or this program cannot convert, by ffprobe's key.
  private static let refused: [(key: String, what: String, names: Set<String>)] = [
    ("color_transfer", "transfer curve", ["log100", "log316", "smpte428"]),
    ("color_primaries", "primaries", ["smpte428"]),
    (
      "color_space", "matrix",
      [
        "bt2020c", "ictcp", "smpte2085", "chroma-derived-nc", "chroma-derived-c", "ycgco",
        "ipt-c2", "ycgco-re", "ycgco-ro",
      ]
    ),
  ]

  /// The colours of a file's stream; an error for colours that are not converted. `value` gives
  /// ffprobe's answer to a key.
  package static func read(_ value: (String) -> String?) throws(Refusal) -> VideoColors {
    if value("dv_profile") == "5" {
      throw Refusal(reason: "its colours are Dolby Vision's profile 5, which is not converted")
    }
    for (key, what, names) in refused {
      guard let name = value(key), names.contains(name) else { continue }
      throw Refusal(
        reason: "its colours have the \(what) '\(name)', which is not converted; ffmpeg or another "
          + "program can make them BT.709's")
    }
    var colors = VideoColors()
    colors.primaries = value("color_primaries").flatMap { Primaries.named[$0] } ?? .screen
    colors.curve = value("color_transfer").flatMap { curves[$0] } ?? .screen
    if case .pq = colors.curve { colors.curve = .pq(peak: peak(value)) }
    if isDeepRGB(value("pix_fmt") ?? "") { colors.largest = 65535 }
    return colors
  }

  /// The colours of a PNG's four code points (`cICP`): primaries, transfer curve, matrix and range;
  /// `nil` for points that are not converted, or are none of a picture's. Source: ITU-T H.273.
  static func read(codePoints points: [UInt8]) -> VideoColors? {
    guard points.count == 4, points[2] == 0, points[3] == 1,
      let primaries = primaryPoints[points[0]], let curve = curvePoints[points[1]]
    else { return nil }
    var colors = try? read {
      ["color_primaries": primaries, "color_transfer": curve][$0]
    }
    colors?.largest = 65535
    return colors
  }

  private static let primaryPoints: [UInt8: String] = [
    1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "film", 9: "bt2020",
    11: "smpte431", 12: "smpte432", 22: "ebu3213",
  ]

  private static let curvePoints: [UInt8: String] = [
    1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "linear",
    13: "iec61966-2-1", 14: "bt2020-10", 15: "bt2020-12", 16: "smpte2084", 18: "arib-std-b67",
  ]

  private static func isDeepRGB(_ format: String) -> Bool {
    ["gbr", "rgb", "bgr"].contains { format.hasPrefix($0) }
      && ["10", "12", "14", "16", "48", "64"].contains { format.contains($0) }
  }

  package struct Refusal: Error { package let reason: String }

  /// The film's brightest light, else that of the screen on which it was made.
  private static func peak(_ value: (String) -> String?) -> Double {
    let light = [value("max_content"), value("max_luminance")].lazy.compactMap { text -> Double? in
      let parts = (text ?? "").split(separator: "/").compactMap { Double($0) }
      guard let first = parts.first, first > 0 else { return nil }
      return parts.count == 2 && parts[1] > 0 ? first / parts[1] : first
    }.first
    return min(max(light ?? usualPeak, HDRCurve.white), 10_000)
  }
}
