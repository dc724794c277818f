import RostrumBase
import RostrumCColor
import RostrumGeometry

/// The colour space of a written file. Drawing is in sRGB; a file in another space looks the same.
public enum ColorSpace: String, CaseIterable, Sendable {
  /// IEC 61966-2-1.
  case sRGB = "srgb"
  /// The primaries of SMPTE RP 431-2, with sRGB's white point and curve, as on Apple's screens. It
  /// contains sRGB's gamut.
  case displayP3 = "display-p3"

  /// A colour of sRGB in the numbers of this space, 0 to 1.
  public func color(_ color: SIMD3<Float>) -> SIMD3<Float> {
    self == .sRGB ? color : DisplayP3.shared.color(color)
  }

  /// The colour of a pixel of sRGB, 0xAARRGGBB with any alpha, in this space's numbers, 0 to 1.
  package func color(ofPixel pixel: UInt32) -> SIMD3<Float> {
    guard self == .sRGB else { return DisplayP3.shared.color(ofPixel: pixel) }
    return SIMD3(Float(pixel >> 16 & 255), Float(pixel >> 8 & 255), Float(pixel & 255)) / 255
  }

  /// An opaque 0xFFRRGGBB pixel of sRGB in the numbers of this space, rounded.
  public func opaque(_ pixel: UInt32) -> UInt32 {
    guard self == .displayP3 else { return pixel }
    let color = color(ofPixel: pixel) * 255
    let (red, green, blue) = (color.x.rounded(), color.y.rounded(), color.z.rounded())
    return 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// An ICC profile of the space, the same bytes every time; `nil` for sRGB, which PNG has a mark
  /// for.
  func profile() throws(OutOfMemory) -> [UInt8]? {
    guard self == .displayP3 else { return nil }
    var count = 0
    guard let bytes = ccolor_display_p3(&count) else { throw OutOfMemory(bytes: 1024) }
    defer { ccolor_free_profile(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}

/// From sRGB to Display P3 by way of light.
///
/// Source of the matrix: the primaries of both spaces with white at (0.3127, 0.3290), by the method
/// of SMPTE RP 177. Source of the curve: IEC 61966-2-1, section 5.2. No result lies outside 0 to 1,
/// since the rows sum to 1 and have nothing below 0.
struct DisplayP3: Sendable {
  static let shared = DisplayP3()

  /// The light of each 8-bit number.
  private let light: [Float]
  /// The numbers for equal steps of light; the steps between are interpolated, to within a
  /// hundredth of a 16-bit step.
  private let numbers: [Float]

  private static let steps = 65536

  private init() {
    light = (0...255).map { Self.light(Float($0) / 255) }
    numbers = (0...Self.steps + 1).map { step in
      let light = min(Double(step) / Double(Self.steps), 1)
      return Float(SRGBCurve.number(of: light))
    }
  }

  private static func light(_ number: Float) -> Float {
    Float(SRGBCurve.light(of: Double(number)))
  }

  func color(_ color: SIMD3<Float>) -> SIMD3<Float> {
    mixed(SIMD3(Self.light(color.x), Self.light(color.y), Self.light(color.z)))
  }

  /// From tables, without powers.
  func color(ofPixel pixel: UInt32) -> SIMD3<Float> {
    mixed(
      SIMD3(
        light[Int(pixel >> 16 & 255)], light[Int(pixel >> 8 & 255)], light[Int(pixel & 255)]))
  }

  private func mixed(_ light: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(
      number(light.x * 0.822461969 + light.y * 0.177538031),
      number(light.x * 0.033194199 + light.y * 0.966805801),
      number(light.x * 0.017082631 + light.y * 0.072397441 + light.z * 0.910519929))
  }

  private func number(_ light: Float) -> Float {
    let place = min(max(light, 0), 1) * Float(Self.steps)
    let step = Int(place)
    return numbers[step] + (numbers[step + 1] - numbers[step]) * (place - Float(step))
  }
}
