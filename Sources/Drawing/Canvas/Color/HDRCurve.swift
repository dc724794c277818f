import RostrumBase

/// How a film of high dynamic range writes light as numbers from 0 to 1.
///
/// The screen's white, sRGB's 1, is HDR reference white: 203 cd/m2, which is 58 % of PQ's numbers
/// and 75 % of HLG's. Source: ITU-R BT.2408, table 1; section 5.1 for content that is mapped by
/// the light of its display.
public enum HDRCurve: String, CaseIterable, Sendable {
  /// SMPTE ST 2084, display-referred: numbers are the light of a display, up to 10,000 cd/m2.
  case pq
  /// ARIB STD-B67, scene-referred: numbers are the light of a scene, of which each
  /// display makes its own.
  case hlg

  /// The light of reference white, in cd/m2.
  package static let white = 203.0
  /// The brightest light of the display that HLG is made for, in cd/m2. Source: BT.2100, table 5.
  package static let displayPeak = 1000.0
  /// The power of that display's light over the scene's. Source: BT.2100, table 5.
  package static let displayGamma = 1.2
  /// The shares of BT.2020's red, green and blue in luminance. Source: BT.2100, table 6.
  package static let luminance = SIMD3(0.2627, 0.6780, 0.0593)

  /// ffmpeg's name.
  package var name: String { self == .pq ? "smpte2084" : "arib-std-b67" }

  /// The light of a number: PQ's in cd/m2, HLG's of the scene, 0 to 1.
  package func light(of number: Double) -> Double {
    switch self {
    case .pq:
      let root = pow(number, 1 / PQ.m2)
      return 10_000 * pow(max(root - PQ.c1, 0) / (PQ.c2 - PQ.c3 * root), 1 / PQ.m1)
    case .hlg:
      return number <= 0.5
        ? number * number / 3 : (exp((number - HLG.c) / HLG.a) + HLG.b) / 12
    }
  }

  /// The number of such light, the opposite way.
  package func number(of light: Double) -> Double {
    switch self {
    case .pq:
      let power = pow(max(light, 0) / 10_000, PQ.m1)
      return pow((PQ.c1 + PQ.c2 * power) / (1 + PQ.c3 * power), PQ.m2)
    case .hlg:
      return light <= 1.0 / 12
        ? (3 * max(light, 0)).squareRoot() : HLG.a * log(12 * light - HLG.b) + HLG.c
    }
  }
}

/// Source: SMPTE ST 2084, sections 5.1 and 5.2.
private enum PQ {
  static let m1 = 2610.0 / 16384
  static let m2 = 2523.0 / 4096 * 128
  static let c1 = 3424.0 / 4096
  static let c2 = 2413.0 / 4096 * 32
  static let c3 = 2392.0 / 4096 * 32
}

/// Source: BT.2100, table 5.
private enum HLG {
  static let a = 0.17883277
  static let b = 1 - 4 * a
  static let c = 0.5 - a * log(4 * a)
}
