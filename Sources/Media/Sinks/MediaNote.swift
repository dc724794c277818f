public import Timing

/// Something about a recording that is not an error, but that its maker should know.
public enum MediaNote: Sendable, Equatable {
  /// The frames may be translucent and the format has no alpha: they are flattened.
  case alphaLost(MediaFormat)
  /// The format knows only transparent and opaque; pixels of half alpha and more become opaque.
  case alphaHasOneBit(MediaFormat)
  /// The format needs even sizes; the last row or column was repeated. In pixels.
  case padded(width: Int, height: Int)
  /// A GIF's delays are whole hundredths of a second; they vary so that the duration is right.
  case delaysVary(rate: FrameRate)
  /// A GIF plays at another rate, the nearest that whole hundredths of a second can say.
  case rateChanged(from: FrameRate, to: FrameRate)
  /// No flat area was found to compare colours in.
  case colorsUnchecked
}

extension MediaNote: CustomStringConvertible {
  public var description: String {
    switch self {
    case .alphaLost(let format):
      "\(format.rawValue) holds no alpha: what is translucent is laid over black, unless another colour is set; "
        + "png, mov, webm and apng keep it"
    case .alphaHasOneBit(let format):
      "\(format.rawValue) knows only transparent and opaque: edges lose their softness"
    case .padded(let width, let height):
      "padded to \(width)x\(height) by repeating the last row or column: "
        + "4:2:0 video needs even sizes"
    case .delaysVary(let rate):
      "gif counts in hundredths of a second: at \(rate) frames a second the delays vary by one; "
        + "10, 20, 25 and 50 are exact"
    case .rateChanged(let rate, let shown):
      "gif counts in hundredths of a second, and players slow down below two: "
        + "\(rate) frames a second are shown at \(shown)"
    case .colorsUnchecked:
      "the colours were not checked: the compared frames have no flat area"
    }
  }
}
