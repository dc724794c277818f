import RostrumCanvas

/// The options of encoding, by their names on the command line.
public enum EncodingOption: String, CaseIterable, Sendable {
  case preset, quality, codec, hdr, fragmented, dither, colors
  case bitDepth = "bit-depth"
  case colorSpace = "color-space"
  case targetSize = "target-size"
  case keyframeInterval = "keyframe-interval"

  /// Whether it changes what a file of the format is, by these settings.
  func hasEffect(in format: MediaFormat, _ settings: VideoSettings) -> Bool {
    // Sound has no pictures.
    guard format.making != .sound else { return false }
    let row = format.row
    let codec = settings.codec(of: format).flatMap { format.codecs.contains($0) ? $0 : nil }
    switch self {
    case .preset: return codec == .h264 || codec == .hevc
    case .quality:
      return settings.targetSize == nil && (row.takesQuality || codec?.row.qualities != nil)
    case .codec: return codec != nil
    case .hdr: return format.holdsHDR
    case .fragmented: return row.canBeFragmented
    case .dither, .colors: return row.hasPalette
    case .bitDepth:
      return settings.bitDepth == 8 || settings.bitDepth == 16 && row.holds16Bits
        || settings.bitDepth == 10 && format.holdsHDR
    case .colorSpace: return settings.colorSpace == .sRGB || format.holdsDisplayP3
    case .targetSize: return codec?.row.takesTargetSize == true
    case .keyframeInterval: return format.holdsKeyframes
    }
  }

  /// Whether settings have another value than the usual one.
  public func isChanged(in settings: VideoSettings) -> Bool {
    let usual = VideoSettings()
    return switch self {
    case .preset: settings.preset != usual.preset
    case .quality: settings.quality != usual.quality
    case .codec: settings.codec != nil
    case .hdr: settings.hdr != nil
    case .fragmented: settings.isFragmented
    case .dither: settings.dither != usual.dither
    case .colors: settings.colorCount != usual.colorCount
    case .bitDepth: settings.bitDepth != usual.bitDepth
    case .colorSpace: settings.colorSpace != usual.colorSpace
    case .targetSize: settings.targetSize != nil
    case .keyframeInterval: settings.keyframeInterval != nil
    }
  }
}
