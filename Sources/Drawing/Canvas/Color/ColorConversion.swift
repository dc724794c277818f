import RostrumCColor
import RostrumCJPEG
import RostrumCPNG

/// The colour space of a decoded picture's numbers.
enum PictureColors: Sendable {
  /// sRGB; colours outside of its gamut become the nearest ones inside.
  case screen
  /// The file's own numbers, without its profile.
  case stored
  /// BT.2020's primaries with sRGB's curve, which hold the colours of every usual file.
  case wide

  fileprivate var space: ccolor_space { self == .wide ? CCOLOR_WIDE : CCOLOR_SRGB }
}

/// Converts a file's colours to sRGB, for a comparison or a drawing.
enum ColorConversion {
  /// They are sRGB already, or nothing is known.
  case none
  case profile(ColorProfile)
  /// By way of light, as the pictures of videos.
  case light(VideoLight, isDeep: Bool)
  /// CMYK without a profile: each ink takes its share of the light. `isInverted`: 255 is no ink.
  case ink(isInverted: Bool)

  static func conversion(
    _ header: cjpeg_header, to colors: PictureColors = .screen
  ) -> ColorConversion {
    let isInverted = header.is_inverted != 0
    let isInk = header.components == 4
    let layout =
      isInk ? isInverted ? CCOLOR_CMYK8_INVERTED : CCOLOR_CMYK8 : CCOLOR_BGRA8
    if colors != .stored, let bytes = header.profile {
      let color = ccolor_for_profile(bytes, header.profile_count, layout, colors.space)
      if let profile = ColorProfile(color) { return .profile(profile) }
    }
    return isInk ? .ink(isInverted: isInverted) : unmarked(colors, layout)
  }

  /// The conversion of a profile's bytes for straight BGRA; none for a profile without sense.
  static func toScreen(profile bytes: [UInt8]) -> ColorConversion {
    conversion(ccolor_for_profile(bytes, bytes.count, CCOLOR_BGRA8, CCOLOR_SRGB))
  }

  /// For a file without colour information: sRGB.
  private static func unmarked(
    _ colors: PictureColors, _ layout: ccolor_layout
  ) -> ColorConversion {
    colors == .wide ? conversion(ccolor_for_srgb(layout, colors.space)) : .none
  }

  /// Source of the order of precedence: PNG specification, third edition, section 4.3.
  static func conversion(
    _ color: cpng_color, _ layout: ccolor_layout, to colors: PictureColors = .screen
  ) -> ColorConversion {
    if colors == .stored { return .none }
    // Code points are converted to sRGB alone; a file to compare beyond it has a profile as well.
    let isComparedByProfile = colors == .wide && color.profile != nil
    if color.has_code_points != 0, !isComparedByProfile,
      let own = VideoColors.read(codePoints: withUnsafeBytes(of: color.code_points) { Array($0) })
    {
      return own.isScreen
        ? unmarked(colors, layout) : .light(VideoLight(own), isDeep: layout == CCOLOR_BGRA16)
    }
    if let bytes = color.profile {
      let known = ccolor_for_profile(bytes, color.profile_count, layout, colors.space)
      return known == nil ? unmarked(colors, layout) : conversion(known)
    }
    guard color.is_srgb == 0, color.has_gamma != 0, color.file_gamma > 0 else {
      return unmarked(colors, layout)
    }
    // Programs that mean sRGB, whose curve is near 1/2.2, write this.
    let isNearSRGB = abs(color.file_gamma - 1 / 2.2) < 0.001
    if color.has_places == 0 && isNearSRGB { return unmarked(colors, layout) }
    var places = color.has_places != 0 ? color.places : srgbPlaces
    if isNearSRGB && color.meansSRGBPlaces { return unmarked(colors, layout) }
    return withUnsafeBytes(of: &places) { bytes in
      let places = bytes.assumingMemoryBound(to: Double.self).baseAddress
      return conversion(ccolor_for_screen(1 / color.file_gamma, places, layout, colors.space))
    }
  }

  private static func conversion(_ color: OpaquePointer?) -> ColorConversion {
    ColorProfile(color).map(ColorConversion.profile) ?? .none
  }

  /// Straight pixels in a bitmap, in place.
  func convert(_ bitmap: Bitmap) {
    for y in 0..<bitmap.height { convert(bitmap.row(y), count: bitmap.width) }
  }

  /// One row of `count` pixels in the layout that the conversion was made for.
  func convert(_ row: UnsafeMutableRawBufferPointer, count: Int) {
    switch self {
    case .none: break
    case .light(let light, let isDeep): light.convert(row, isDeep: isDeep)
    case .profile(let profile): ccolor_convert(profile.color, row.baseAddress, count)
    case .ink(let isInverted):
      let flip: UInt32 = isInverted ? 0 : 0xFFFF_FFFF
      let pixels = row.bindMemory(to: UInt32.self)
      for x in 0..<count { pixels[x] = printed(UInt32(littleEndian: pixels[x]) ^ flip) }
    }
  }

  /// Cyan is the lowest byte; 255 is no ink.
  private func printed(_ ink: UInt32) -> UInt32 {
    let black = ink >> 24
    func light(_ value: UInt32) -> UInt32 { (value * black + 127) / 255 }
    return 0xFF00_0000 | light(ink & 255) << 16 | light(ink >> 8 & 255) << 8
      | light(ink >> 16 & 255)
  }
}

/// A conversion of Little CMS's that changes something.
final class ColorProfile {
  let color: OpaquePointer

  init?(_ color: OpaquePointer?) {
    guard let color else { return nil }
    guard ccolor_changes(color) != 0 else {
      ccolor_free(color)
      return nil
    }
    self.color = color
  }

  deinit { ccolor_free(color) }
}

/// IEC 61966-2-1: x and y of white, red, green and blue.
private let srgbPlaces = (0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)

extension cpng_color {
  fileprivate var meansSRGBPlaces: Bool {
    let (a, b) = (places, srgbPlaces)
    return [
      a.0 - b.0, a.1 - b.1, a.2 - b.2, a.3 - b.3, a.4 - b.4, a.5 - b.5, a.6 - b.6, a.7 - b.7,
    ].allSatisfy { abs($0) < 0.001 }
  }
}
