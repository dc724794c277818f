/// What a decoder needs to know of a video before it shows any frame.
public struct VideoFacts: Sendable, Equatable {
  /// In pixels, upright: a phone's video is turned as its file says.
  public let width: Int
  /// In pixels, upright.
  public let height: Int
  /// When each frame begins, ascending, in seconds from the first.
  public let times: [Double]
  /// When the last frame ends, in seconds from the first.
  public let duration: Double
  /// By how much the file's times may be rounded, in seconds: a tick of its clock, but less than half a frame.
  public let tolerance: Double

  /// The first frame's time by the file's clock.
  let startTime: Double
  /// ffmpeg's name.
  let codec: String
  /// ffmpeg's name of the container; several names with commas.
  let container: String
  let hasAlpha: Bool
  /// ffmpeg's name of the matrix; `nil` when the file does not say.
  let matrix: String?

  /// In bytes, of a decoded frame.
  var frameByteCount: Int { width * height * 4 }

  /// What the decoder's matrix is said to be: BT.709 for pictures larger than television was before it, else BT.601, when the file does not say.
  var colorMatrix: String {
    if matrix != nil { return "auto" }
    return width >= 1280 || height > 576 ? "bt709" : "bt601"
  }

  /// Where a container has an index that leads to a frame before any time. The others are read from the start.
  var canSeek: Bool { container.contains("mov") || container.contains("matroska") }

  /// A time between the frame of that number and the one before, by the file's clock.
  func timeBefore(_ index: Int) -> Double {
    let before = index > 0 ? times[index - 1] : times[0] - 2 * max(tolerance, 1e-3)
    return startTime + (before + times[index]) / 2
  }
}
