public import Foundation
import RostrumGeometry

/// A colour, or two: one for light interfaces and one for dark ones.
///
/// Colours are in sRGB. There are no patterns and no other spaces.
open class UIColor: NSObject, NSCopying, @unchecked Sendable, ColorHolder {
  // Sendable in name only: a colour does not change.
  private let provider: (UITraitCollection) -> CGColor

  public init(cgColor: CGColor) {
    provider = { _ in cgColor }
    super.init()
  }

  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }

  /// Offline the colour of the same numbers in sRGB.
  public convenience init(
    displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
  ) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(gray: white, alpha: alpha))
  }

  /// A hue from 0 to 1, once around the circle from red over green and blue.
  public convenience init(
    hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat
  ) {
    func part(_ shift: CGFloat) -> CGFloat {
      let place = (shift + hue * 6).truncatingRemainder(dividingBy: 6)
      return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
    }
    self.init(red: part(5), green: part(3), blue: part(1), alpha: alpha)
  }

  /// A colour of a catalogue of assets: see `Stage.resources`.
  public convenience init?(named name: String, in bundle: Bundle? = nil) {
    guard let color = Assets.color(named: name, in: bundle) else { return nil }
    self.init { color.resolvedColor(with: $0) }
  }

  /// The colour of a literal in the code.
  public required convenience init(
    _colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float
  ) {
    self.init(
      red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }

  /// A colour that depends on the interface's style.
  public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    provider = { dynamicProvider($0).resolvedColor(with: $0).cgColor }
    super.init()
  }

  fileprivate convenience init(light: UInt32, dark: UInt32) {
    let (light, dark) = (CGColor(rgba: light), CGColor(rgba: dark))
    self.init { UIColor(cgColor: $0.userInterfaceStyle == .dark ? dark : light) }
  }

  open var cgColor: CGColor { provider(.current) }

  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    UIColor(cgColor: provider(traitCollection))
  }

  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    UIColor { [provider] in UIColor(cgColor: provider($0).copy(alpha: alpha) ?? .clear) }
  }

  @discardableResult
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let parts = cgColor.rgba
    red?.pointee = parts[0]
    green?.pointee = parts[1]
    blue?.pointee = parts[2]
    alpha?.pointee = parts[3]
    return true
  }

  @discardableResult
  open func getWhite(
    _ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let parts = cgColor.rgba
    white?.pointee = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    alpha?.pointee = parts[3]
    return true
  }

  @discardableResult
  open func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let parts = cgColor.rgba
    let (most, least) = (parts[..<3].max() ?? 0, parts[..<3].min() ?? 0)
    let range = most - least
    var turn: CGFloat = 0
    if range > 0 {
      if most == parts[0] {
        turn = (parts[1] - parts[2]) / range
      } else if most == parts[1] {
        turn = 2 + (parts[2] - parts[0]) / range
      } else {
        turn = 4 + (parts[0] - parts[1]) / range
      }
    }
    hue?.pointee = (turn < 0 ? turn + 6 : turn) / 6
    saturation?.pointee = most > 0 ? range / most : 0
    brightness?.pointee = most
    alpha?.pointee = parts[3]
    return true
  }

  /// The colour of fills and strokes in the context of this moment.
  open func set() {
    setFill()
    setStroke()
  }

  open func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

  open func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    return [UITraitCollection.light, .dark].allSatisfy {
      provider($0).rgba == other.provider($0).rgba
    }
  }

  open override var hash: Int { provider(.light).rgba.hashValue }
}

extension CGColor {
  fileprivate convenience init(rgba: UInt32) {
    func part(_ shift: UInt32) -> CGFloat { CGFloat(rgba >> shift & 255) / 255 }
    self.init(red: part(24), green: part(16), blue: part(8), alpha: part(0))
  }

  /// Red, green, blue and alpha.
  var rgba: [CGFloat] {
    let parts = components ?? [0, 0]
    return parts.count == 2 ? [parts[0], parts[0], parts[0], parts[1]] : parts
  }
}

extension UIColor: _ExpressibleByColorLiteral {}

/// The type of `#colorLiteral`.
public typealias _ColorLiteralType = UIColor

extension UIColor {
  public static let black = UIColor(white: 0, alpha: 1)
  public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
  public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
  public static let white = UIColor(white: 1, alpha: 1)
  public static let gray = UIColor(white: 0.5, alpha: 1)
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
  public static let clear = UIColor(white: 0, alpha: 0)

  // Source: Apple's Human Interface Guidelines, Color, iOS 13 to 17, light and dark.
  public static let systemRed = UIColor(light: 0xff3b_30ff, dark: 0xff45_3aff)
  public static let systemOrange = UIColor(light: 0xff95_00ff, dark: 0xff9f_0aff)
  public static let systemYellow = UIColor(light: 0xffcc_00ff, dark: 0xffd6_0aff)
  public static let systemGreen = UIColor(light: 0x34c7_59ff, dark: 0x30d1_58ff)
  public static let systemMint = UIColor(light: 0x00c7_beff, dark: 0x63e6_e2ff)
  public static let systemTeal = UIColor(light: 0x30b0_c7ff, dark: 0x40c8_e0ff)
  public static let systemCyan = UIColor(light: 0x32ad_e6ff, dark: 0x64d2_ffff)
  public static let systemBlue = UIColor(light: 0x007a_ffff, dark: 0x0a84_ffff)
  public static let systemIndigo = UIColor(light: 0x5856_d6ff, dark: 0x5e5c_e6ff)
  public static let systemPurple = UIColor(light: 0xaf52_deff, dark: 0xbf5a_f2ff)
  public static let systemPink = UIColor(light: 0xff2d_55ff, dark: 0xff37_5fff)
  public static let systemBrown = UIColor(light: 0xa284_5eff, dark: 0xac8e_68ff)
  public static let systemGray = UIColor(light: 0x8e8e_93ff, dark: 0x8e8e_93ff)
  public static let systemGray2 = UIColor(light: 0xaeae_b2ff, dark: 0x6363_66ff)
  public static let systemGray3 = UIColor(light: 0xc7c7_ccff, dark: 0x4848_4aff)
  public static let systemGray4 = UIColor(light: 0xd1d1_d6ff, dark: 0x3a3a_3cff)
  public static let systemGray5 = UIColor(light: 0xe5e5_eaff, dark: 0x2c2c_2eff)
  public static let systemGray6 = UIColor(light: 0xf2f2_f7ff, dark: 0x1c1c_1eff)
  public static let tintColor = UIColor.systemBlue

  public static let label = UIColor(light: 0x0000_00ff, dark: 0xffff_ffff)
  public static let secondaryLabel = UIColor(light: 0x3c3c_4399, dark: 0xebeb_f599)
  public static let tertiaryLabel = UIColor(light: 0x3c3c_434c, dark: 0xebeb_f54c)
  public static let quaternaryLabel = UIColor(light: 0x3c3c_432d, dark: 0xebeb_f528)
  public static let placeholderText = UIColor(light: 0x3c3c_434c, dark: 0xebeb_f54c)
  public static let link = UIColor(light: 0x007a_ffff, dark: 0x0984_ffff)
  public static let separator = UIColor(light: 0x3c3c_434a, dark: 0x5454_5899)
  public static let opaqueSeparator = UIColor(light: 0xc6c6_c8ff, dark: 0x3838_3aff)
  public static let systemFill = UIColor(light: 0x7878_8033, dark: 0x7878_805b)
  public static let secondarySystemFill = UIColor(light: 0x7878_8028, dark: 0x7878_8051)
  public static let tertiarySystemFill = UIColor(light: 0x7676_801e, dark: 0x7676_803d)
  public static let quaternarySystemFill = UIColor(light: 0x7474_8014, dark: 0x7676_802d)
  public static let systemBackground = UIColor(light: 0xffff_ffff, dark: 0x0000_00ff)
  public static let secondarySystemBackground = UIColor(light: 0xf2f2_f7ff, dark: 0x1c1c_1eff)
  public static let tertiarySystemBackground = UIColor(light: 0xffff_ffff, dark: 0x2c2c_2eff)
  public static let systemGroupedBackground = UIColor(light: 0xf2f2_f7ff, dark: 0x0000_00ff)
  // Names of iOS 12 and earlier.
  public static let lightText = UIColor(white: 1, alpha: 0.6)
  public static let darkText = UIColor.black
  public static let groupTableViewBackground = UIColor.systemGroupedBackground

  public static let secondarySystemGroupedBackground = UIColor(
    light: 0xffff_ffff, dark: 0x1c1c_1eff)
}
