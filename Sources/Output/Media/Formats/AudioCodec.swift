/// The ways in which sound is written.
public enum AudioCodec: String, CaseIterable, Sendable {
  /// AAC, 192 kbit/s: MP4's.
  case aac
  /// Opus, 160 kbit/s: WebM's and Matroska's.
  case opus
  /// Samples as they are, 24 bits: for editing programs.
  case pcm
  /// Samples per second of the mix.
  static let sampleRate = 48_000

  /// ffmpeg's name of the encoder.
  var encoder: String {
    switch self {
    case .aac: "aac"
    case .opus: "libopus"
    case .pcm: "pcm_s24le"
    }
  }

  /// In bits a second.
  var bitRate: Int {
    switch self {
    case .aac: 192_000
    case .opus: 160_000
    case .pcm: 2 * 24 * Self.sampleRate
    }
  }

  /// ffmpeg's name of the decoded stream's codec.
  var codecName: String { self == .opus ? "opus" : encoder }

  /// ffmpeg's arguments for an output of it. Of its two ways to choose how coarse each band of AAC
  /// is, the fast one takes a third of the time, and at this rate comes nearer to the samples.
  var arguments: [String] {
    let rate: [String] =
      switch self {
      case .aac: ["-b:a", "192k", "-aac_coder", "fast"]
      case .opus: ["-b:a", "160k"]
      case .pcm: []
      }
    return ["-c:a", encoder] + rate + ["-ar", "\(Self.sampleRate)", "-ac", "2"]
      + ["-fflags", "+bitexact", "-flags:a", "+bitexact", "-map_metadata", "-1"]
  }

  /// The ending of a file that holds nothing else, and whose times are exact to the sample.
  var carrierExtension: String {
    // Opus stays out of Ogg: ffmpeg's muxers would count the encoder's delay twice.
    self == .aac ? "m4a" : "mka"
  }
}
