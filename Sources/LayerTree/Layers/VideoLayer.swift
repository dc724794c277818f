import Timing

extension LayerClass {
  public static let video = LayerClass(
    name: "video", coreAnimationName: "AVPlayerLayer",
    summary: "A video file, played by the layer's own clock and held at its ends.",
    ownProperties: [])
}

/// A video that a layer shows, found and measured before the first frame.
public struct VideoReference: Hashable, Sendable {
  /// The absolute path of the file.
  public let path: String
  /// In pixels, upright.
  public let width: Int
  /// In pixels, upright.
  public let height: Int
  /// When each frame begins, ascending, in seconds from the first. At least one.
  public let times: [Double]
  /// When the last frame ends, in seconds from the first.
  public let duration: Double
  /// By how much the file's times may be rounded, in seconds.
  public let tolerance: Double

  public init(
    path: String, width: Int, height: Int, times: [Double], duration: Double, tolerance: Double
  ) {
    precondition(!times.isEmpty, "a video has at least one frame")
    self.path = path
    self.width = width
    self.height = height
    self.times = times
    self.duration = duration
    self.tolerance = tolerance
  }

  /// The frame that shows at a time of the layer's clock: the last one that has begun; before the first the first.
  public func frame(at time: Double) -> Int {
    var low = 0
    var high = times.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time + tolerance { low = middle } else { high = middle }
    }
    return low
  }

  /// That frame as a picture.
  public func image(at time: Double) -> ImageReference {
    ImageReference(path: path, width: width, height: height, frame: frame(at: time))
  }
}
