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
