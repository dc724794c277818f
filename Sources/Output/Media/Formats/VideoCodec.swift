/// The ways in which the pictures of a video are encoded.
public enum VideoCodec: String, CaseIterable, Sendable {
  /// Plays everywhere.
  case h264
  /// HEVC, H.265: half of H.264's size, where it plays.
  case hevc
  /// AV1, by SVT-AV1: smaller still, for the web.
  case av1
  case vp9
  case prores

  /// A codec: its encoder, and the pictures that this takes.
  struct Row: Sendable {
    /// ffmpeg's name of the encoder.
    let encoder: String
    /// The name of its standard.
    let title: String
    /// The library that the encoder is in, for messages.
    let library: String
    /// The range of constant qualities, from best to smallest; `nil` for a fixed one.
    var qualities: ClosedRange<Int>?
    /// In pixels.
    var smallestSide = 1
    /// In pixels.
    var largestSide = Int.max
    /// The most frames a second.
    var highestRate: Double?
    var holds10Bits = false
    /// Whether it is encoded in two passes for a number of bytes.
    var takesTargetSize = false

    /// The library and ffmpeg's name, for messages.
    var encoderName: String { "\(library) ('\(encoder)')" }
  }

  /// The limits are the encoders': x264's and libvpx's pictures have at most 16,384 pixels a side.
  /// x265 needs half of its largest coding unit's smallest size, 16. SVT-AV1 needs a superblock of
  /// 64, and takes 16,384 pixels and, by its documentation, 240 frames a second.
  private static let table: [VideoCodec: Row] = [
    .h264: Row(
      encoder: "libx264", title: "H.264", library: "libx264", qualities: 0...51,
      largestSide: 16_384, takesTargetSize: true),
    .hevc: Row(
      encoder: "libx265", title: "HEVC", library: "libx265", qualities: 0...51, smallestSide: 16,
      holds10Bits: true, takesTargetSize: true),
    .av1: Row(
      encoder: "libsvtav1", title: "AV1", library: "SVT-AV1", qualities: 0...63, smallestSide: 64,
      largestSide: 16_384, highestRate: 240, holds10Bits: true),
    .vp9: Row(
      encoder: "libvpx-vp9", title: "VP9", library: "libvpx", qualities: 0...63,
      largestSide: 16_384, takesTargetSize: true),
    .prores: Row(encoder: "prores_ks", title: "ProRes", library: "prores_ks"),
  ]

  var row: Row {
    guard let row = Self.table[self] else { preconditionFailure("\(rawValue) has no row") }
    return row
  }

  /// ffmpeg's name of the encoder of AV1 with alpha, whose pictures are grey and of any size.
  static let alphaEncoder = "libaom-av1"
}

extension VideoSettings {
  /// How many colours are mixed in a GIF by patterns, where the palette has not enough.
  public enum Dither: String, CaseIterable, Sendable {
    /// None: flat areas, and bands in gradients. The smallest files.
    case none
    /// A regular pattern, which stays where it is from frame to frame.
    case bayer
    /// Errors are handed on to neighbours, in Floyd's and Steinberg's way.
    case floydSteinberg = "floyd-steinberg"
    /// The same in Sierra's way, over fewer neighbours.
    case sierra

    /// ffmpeg's name.
    var name: String {
      switch self {
      case .none, .bayer: rawValue
      case .floydSteinberg: "floyd_steinberg"
      case .sierra: "sierra2_4a"
      }
    }
  }

  /// The codec of a video of the format; `nil` for formats with a fixed codec.
  func codec(of format: MediaFormat) -> VideoCodec? {
    codec ?? format.codecs.first { hdr == nil || $0.row.holds10Bits }
  }

  /// How much alpha a video of the format keeps with its codec.
  func alpha(of format: MediaFormat) -> MediaFormat.Alpha {
    format.container.row.hasAlphaBlocks && codec(of: format) == .av1 ? .none : format.alpha
  }

  /// ffmpeg's pixel format of the planar pictures for the encoder.
  var planarFormat: String { bitDepth == 10 ? "yuv420p10le" : "yuv420p" }
}
