import Timing

/// How a frame rate is said in a GIF, which gives each frame a whole number of hundredths of a
/// second. Players take less than two for ten, so two is the least.
struct GIFDelay {
  let rate: FrameRate
  let rounding: VideoSettings.DelayRounding

  private var isExact: Bool {
    let (hundredths, overflows) = rate.denominator.multipliedReportingOverflow(by: 100)
    return !overflows && hundredths % rate.numerator == 0 && hundredths / rate.numerator >= 2
  }

  private var isTooFast: Bool { rate.framesPerSecond > 50 }

  /// The one delay of all frames, or nil when the frames keep their own times.
  var fixed: Int? {
    guard !isExact, isTooFast || rounding == .keepsEvenPace else { return nil }
    return max(2, Int((100 / rate.framesPerSecond).rounded()))
  }

  /// What the file plays at.
  var shownRate: FrameRate {
    fixed.flatMap { FrameRate(numerator: 100, denominator: $0) } ?? rate
  }

  var note: MediaNote? {
    if isExact { return nil }
    return fixed == nil ? .delaysVary(rate: rate) : .rateChanged(from: rate, to: shownRate)
  }
}
