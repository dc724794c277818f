/// What frames can be written as.
public enum MediaFormat: String, CaseIterable, Sendable {
  /// A folder of PNG files, one a frame.
  case png
  /// H.264, 4:2:0, 8 bits: plays everywhere; no alpha.
  case mp4
  /// ProRes 4444 in QuickTime's container, for editing programs.
  case mov
  /// VP9, 4:2:0, for web pages.
  case webm
  /// At most 256 colours; a pixel is transparent or it is not.
  case gif
  /// Animated PNG: lossless.
  case apng

  /// How much of a picture's alpha a format keeps.
  public enum Alpha: Sendable { case none, oneBit, full }

  public var alpha: Alpha {
    switch self {
    case .mp4: .none
    case .gif: .oneBit
    case .png, .mov, .webm, .apng: .full
    }
  }

  /// True unless the format drops alpha altogether.
  public var holdsAlpha: Bool { alpha != .none }

  /// True when all frames go into one file.
  public var isVideo: Bool { self != .png }

  /// Without the dot.
  public var fileExtension: String { rawValue }

  /// The format a file name's extension stands for, in either case; nil for any other.
  public init?(pathExtension: String) {
    self.init(rawValue: pathExtension.lowercased())
  }
}
