public import Timing

/// What all the frames of one recording have in common.
public struct FrameFormat: Sendable, Equatable {
  /// In pixels, at least 1.
  public var width: Int
  /// In pixels, at least 1.
  public var height: Int
  public var rate: FrameRate
  /// How many frames there will be, at least 1.
  public var frameCount: Int
  /// The caller promises that no frame lets anything through; alpha is then not written.
  public var isOpaque: Bool

  public init(width: Int, height: Int, rate: FrameRate, frameCount: Int, isOpaque: Bool) {
    self.width = width
    self.height = height
    self.rate = rate
    self.frameCount = frameCount
    self.isOpaque = isOpaque
  }

  /// In seconds.
  var duration: Double { Double(frameCount) / rate.framesPerSecond }
}
