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

  /// ffmpeg's name of the encoder.
  var encoder: String {
    switch self {
    case .h264: "libx264"
    case .hevc: "libx265"
    case .av1: "libsvtav1"
    case .vp9: "libvpx-vp9"
    case .prores: "prores_ks"
    }
  }

  /// The name of its standard.
  var title: String {
    switch self {
    case .h264: "H.264"
    case .hevc: "HEVC"
    case .av1: "AV1"
    case .vp9: "VP9"
    case .prores: "ProRes"
    }
  }

  /// The smallest side of a picture that the encoder takes, in pixels. x265 needs half of its
  /// largest coding unit's smallest size, 16; SVT-AV1 a superblock of 64.
  var smallestSide: Int { self == .hevc ? 16 : self == .av1 ? 64 : 1 }

  /// The most frames a second that the encoder takes: SVT-AV1's documentation says 240.
  var highestRate: Double? { self == .av1 ? 240 : nil }

  /// The package of Debian that holds the encoder, for messages.
  var library: String {
    switch self {
    case .h264: "libx264"
    case .hevc: "libx265"
    case .av1: "SVT-AV1"
    case .vp9: "libvpx"
    case .prores: "prores_ks"
    }
  }

  /// ffmpeg's name of the encoder of AV1 with alpha, whose pictures are grey and of any size.
  static let alphaEncoder = "libaom-av1"

  /// The range of constant qualities, from best to smallest.
  var qualities: ClosedRange<Int>? {
    switch self {
    case .h264, .hevc: 0...51
    case .av1, .vp9: 0...63
    case .prores: nil
    }
  }
}

extension MediaFormat {
  /// The codecs for the format, the default first; empty for formats with a fixed codec.
  public var codecs: [VideoCodec] {
    switch self {
    case .mp4, .mkv: [.h264, .hevc, .av1]
    case .hls: [.h264, .hevc]
    case .webm, .html: [.vp9, .av1]
    case .mov: [.prores]
    case .avif: [.av1]
    case .png, .svg, .lottie, .sprites, .gif, .apng, .webp, .wav, .jpg, .tiff: []
    }
  }
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
  func codec(of format: MediaFormat) -> VideoCodec? { codec ?? format.codecs.first }

  /// How much alpha a video of the format keeps with its codec.
  func alpha(of format: MediaFormat) -> MediaFormat.Alpha {
    format.container == .webm && codec == .av1 ? .none : format.alpha
  }

  /// ffmpeg's pixel format of the planar pictures for the encoder.
  var planarFormat: String { bitDepth == 10 ? "yuv420p10le" : "yuv420p" }
}
