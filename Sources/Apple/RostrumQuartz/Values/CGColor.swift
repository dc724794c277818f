public import Foundation
import RostrumGeometry

/// A colour in sRGB.
public final class CGColor: Sendable, Hashable {
  let model: Color
  /// Whether it was made of one grey component.
  private let isGray: Bool

  init(_ model: Color, isGray: Bool = false) { (self.model, self.isGray) = (model, isGray) }

  /// Components of sRGB within 0...1. Apple's is of the device's colour space; offline that is
  /// sRGB.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(
      Color(red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(alpha)))
  }

  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  public convenience init(gray: CGFloat, alpha: CGFloat) {
    let gray = Double(gray)
    self.init(Color(red: gray, green: gray, blue: gray, alpha: Double(alpha)), isGray: true)
  }

  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(gray: gray, alpha: alpha)
  }

  /// `nil` for another number of components than the space has, and alpha.
  public convenience init?(colorSpace space: CGColorSpace, components: [CGFloat]) {
    guard components.count == space.numberOfComponents + 1 else { return nil }
    if space.numberOfComponents == 1 {
      self.init(gray: components[0], alpha: components[1])
    } else {
      self.init(
        red: components[0], green: components[1], blue: components[2], alpha: components[3])
    }
  }

  public static let black = CGColor(gray: 0, alpha: 1)
  public static let white = CGColor(gray: 1, alpha: 1)
  public static let clear = CGColor(gray: 0, alpha: 0)

  public var alpha: CGFloat { model.alpha }

  /// Red, green, blue and alpha; of a grey its level and alpha.
  public var components: [CGFloat]? {
    isGray ? [model.red, alpha] : [model.red, model.green, model.blue, alpha]
  }

  public var numberOfComponents: Int { isGray ? 2 : 4 }

  public var colorSpace: CGColorSpace? {
    isGray ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB()
  }

  public func copy(alpha: CGFloat) -> CGColor? {
    var color = model
    color.alpha = Double(alpha)
    return CGColor(color, isGray: isGray)
  }

  /// The same colour in the numbers of another space: a grey has the level that is as bright.
  public func converted(
    to space: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?
  ) -> CGColor? {
    guard space.numberOfComponents == 1, !isGray else { return CGColor(model) }
    let level = 0.2126 * model.red + 0.7152 * model.green + 0.0722 * model.blue
    return CGColor(gray: CGFloat(level), alpha: alpha)
  }

  public static func == (a: CGColor, b: CGColor) -> Bool {
    a.model == b.model && a.isGray == b.isGray
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(model) }
}

/// A space of colours: sRGB, or grey in its levels.
public final class CGColorSpace: Sendable, Hashable {
  public let numberOfComponents: Int

  fileprivate init(numberOfComponents: Int) { self.numberOfComponents = numberOfComponents }

  /// The space of that name; `nil` for one that is not there.
  public convenience init?(name: String) {
    switch name {
    case Self.sRGB: self.init(numberOfComponents: 3)
    case Self.genericGrayGamma2_2: self.init(numberOfComponents: 1)
    default: return nil
    }
  }

  public static let sRGB = "kCGColorSpaceSRGB"
  public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"

  public static func == (a: CGColorSpace, b: CGColorSpace) -> Bool {
    a.numberOfComponents == b.numberOfComponents
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(numberOfComponents) }
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(numberOfComponents: 3) }

public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(numberOfComponents: 1) }
