/// Which frames a film has, and when each of them is.
///
/// Times are computed from the frame's index, never summed up, so that frame one million is as exact
/// as frame one.
public struct FrameClock: Hashable, Sendable {
  /// Frames per second.
  public let rate: FrameRate
  /// The film's length in seconds.
  public let duration: Double

  /// A film of `duration` seconds; one that is not above zero has a single frame.
  public init(rate: FrameRate, duration: Double) {
    self.rate = rate
    self.duration = duration
  }

  /// The number of frames, at least one: every frame that begins before the end. One second at 60
  /// frames per second has 60; rounding noise adds none.
  public var frameCount: Int {
    max(1, Int(saturating: frames(in: duration).rounded(.up)))
  }

  /// The time of a frame in seconds, rounded once.
  public func time(ofFrame frame: Int) -> Double {
    let (product, overflows) = frame.multipliedReportingOverflow(by: rate.denominator)
    guard !overflows else {
      return Double(frame) * Double(rate.denominator) / Double(rate.numerator)
    }
    return Double(product) / Double(rate.numerator)
  }

  /// The frame that shows at a time: the last one that has begun, limited to the film.
  public func frame(at time: Double) -> Int {
    min(max(0, Int(saturating: frames(in: time).rounded(.down))), frameCount - 1)
  }

  /// A time in frames, put on the nearest whole number where only rounding keeps it off.
  private func frames(in time: Double) -> Double {
    let time = time.clampedToFinite
    let frameDuration = Double(rate.denominator) / Double(rate.numerator)
    let tolerance = SnapTolerance.seconds(near: abs(time), period: frameDuration)
    let frames = time * Double(rate.numerator) / Double(rate.denominator)
    return frames.clampedToFinite.snappedToWhole(within: tolerance / frameDuration)
  }
}
