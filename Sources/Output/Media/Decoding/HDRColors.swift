import RostrumCanvas
import RostrumBase
import RostrumGeometry

/// Converts a screen's colours to the numbers of a film of high dynamic range, in BT.2020's
/// primaries, by way of light.
///
/// A display of the film shows what the screen shows, with white at 203 cd/m2 (`HDRCurve`). PQ
/// writes that light down. HLG writes the light of a scene from which its display, of 1000 cd/m2
/// and a gamma of 1.2, makes it: the opposite of BT.2100's table 5, E = F / 1000 * (Y /
/// 1000)^((1 - 1.2) / 1.2) of the light F with the luminance Y.
final class HDRColors: Sendable {
  private static let pq = HDRColors(.pq)
  private static let hlg = HDRColors(.hlg)

  /// The same tables for all films of a curve.
  static func shared(_ curve: HDRCurve) -> HDRColors { curve == .pq ? pq : hlg }

  /// The light in BT.2020's primaries of each 8-bit number of red, green and blue; white is 1.
  private let red: [SIMD4<Float>]
  private let green: [SIMD4<Float>]
  private let blue: [SIMD4<Float>]
  /// The numbers of PQ's light, or of a scene's.
  private let numbers: LightTable
  /// The factor from a display's light to the scene's by luminance; `nil` for PQ.
  private let gain: LightTable?

  private init(_ curve: HDRCurve) {
    let columns = RGBMatrix.conversion(from: .screen, to: .wide)
    func table(_ column: SIMD3<Double>) -> [SIMD4<Float>] {
      (0...255).map { SIMD4<Float>(SIMD4(column * SRGBCurve.light(of: Double($0) / 255), 0)) }
    }
    (red, green, blue) = (table(columns.0), table(columns.1), table(columns.2))
    let (white, peak) = (HDRCurve.white, HDRCurve.displayPeak)
    switch curve {
    case .pq:
      numbers = LightTable { curve.number(of: $0 * white) }
      gain = nil
    case .hlg:
      numbers = LightTable { curve.number(of: $0) }
      let power = (1 - HDRCurve.displayGamma) / HDRCurve.displayGamma
      gain = LightTable { $0 > 0 ? white / peak * pow($0 * white / peak, power) : 0 }
    }
  }

  /// Red, green and blue, 0 to 1, of an opaque 0xFFRRGGBB; the fourth is 0.
  func numbers(ofPixel pixel: UInt32) -> SIMD4<Float> {
    var light = red[Int(pixel >> 16 & 255)] + green[Int(pixel >> 8 & 255)] + blue[Int(pixel & 255)]
    if let gain { light *= gain[(light * Self.luminance).sum()] }
    return SIMD4(numbers[light.x], numbers[light.y], numbers[light.z], 0)
  }

  /// The shares of red, green and blue in luminance, which are those in luma. Source: BT.2100,
  /// tables 5 and 6.
  static let luminance = SIMD4<Float>(SIMD4(HDRCurve.luminance, 0))
}

/// A function of light from 0 to 1 as a table, interpolated between steps that are alike in
/// proportion: curves are steep near black. Light below 2^-24 counts as none.
private struct LightTable: Sendable {
  private let values: [Float]
  private let dark: Float

  private static let first = Float(sign: .plus, exponent: -24, significand: 1).bitPattern
  /// 256 steps from one power of two to the next.
  private static let shift: UInt32 = 15

  init(_ function: (Double) -> Double) {
    let count = (Float(1).bitPattern - Self.first) >> Self.shift
    values = (0...count + 1).map {
      Float(function(Double(Float(bitPattern: Self.first + $0 << Self.shift))))
    }
    dark = Float(function(0))
  }

  subscript(light: Float) -> Float {
    let bits = min(light, 1).bitPattern
    guard light > 0, bits >= Self.first else { return dark }
    let place = Int((bits - Self.first) >> Self.shift)
    let rest = Float(bits & (1 << Self.shift - 1)) / Float(1 << Self.shift)
    return values[place] + (values[place + 1] - values[place]) * rest
  }
}

/// The display that a PQ film is made for, and its brightest light, for players that fit films to
/// their screens: sRGB's primaries with white at 203 cd/m2, above which nothing is. Both lights of
/// the content are upper bounds, as ITU-T H.265, D.3.35, has them.
///
/// Source of the forms: SMPTE ST 2086 and CTA-861.3, by the options of x265 and SVT-AV1. HLG has
/// no such numbers: each display makes its own light of it.
enum MasteringDisplay {
  private static let white = Int(HDRCurve.white)
  /// In ten thousandths of a cd/m2, the least that is no "unknown".
  private static let black = 1

  /// Places in steps of 0.00002, light in steps of 0.0001 cd/m2.
  static var x265: String {
    let places = places { "\(Int(($0 * 50_000).rounded()))" }
    return ":master-display=\(places)L(\(white * 10_000),\(black)):max-cll=\(white),\(white)"
  }

  static var svtAV1: String {
    let places = places { "\($0)" }
    return "mastering-display=\(places)L(\(white),0.0001):content-light=\(white),\(white)"
  }

  private static func places(_ number: (Double) -> String) -> String {
    let primaries = Primaries.screen
    let all = [
      ("G", primaries.green), ("B", primaries.blue), ("R", primaries.red),
      ("WP", primaries.white),
    ]
    return all.map { "\($0)(\(number($1.x)),\(number($1.y)))" }.joined()
  }
}
