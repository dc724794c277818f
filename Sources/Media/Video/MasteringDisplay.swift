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
