extension Color {
  /// The colour as CSS that reads back as exactly the same numbers: `#rrggbb`, or `#rrggbbaa` where
  /// it is not opaque; `rgba(r, g, b, a)` when only alpha is no multiple of 1/255; otherwise
  /// `color(srgb r g b / a)`. Alpha outside 0...1 and what is not finite have no CSS form.
  public var css: String {
    let bytes = [red, green, blue].compactMap(Color.byte)
    guard bytes.count == 3 else { return "color(srgb \(red) \(green) \(blue) / \(alpha))" }
    guard let opacity = Color.byte(alpha) else {
      return "rgba(\(bytes[0]), \(bytes[1]), \(bytes[2]), \(alpha))"
    }
    return "#" + (opacity == 255 ? bytes : bytes + [opacity]).map(Color.hex).joined()
  }

  /// The byte that stands for exactly this channel.
  private static func byte(_ channel: Double) -> UInt8? {
    guard channel >= 0, channel <= 1 else { return nil }
    let byte = UInt8((channel * 255).rounded())
    return Double(byte) / 255 == channel ? byte : nil
  }

  private static func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return byte < 16 ? "0" + digits : digits
  }
}
