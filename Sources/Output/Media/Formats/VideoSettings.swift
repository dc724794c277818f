public import RostrumCanvas
import RostrumTiming

/// How a video is encoded and checked.
public struct VideoSettings: Sendable, Equatable {
  /// x264's trade between time and size. "medium" unless a hurry or an archive calls for another.
  public enum Preset: String, CaseIterable, Sendable {
    case ultrafast, superfast, veryfast, faster, fast, medium, slow, slower, veryslow
  }

  /// How delays are rounded when the frame rate is not a whole number of hundredths of a second, a
  /// GIF's only unit.
  public enum DelayRounding: Sendable {
    /// Delays vary by one, so that the whole lasts as long as it should.
    case keepsDuration
    /// All delays are the nearest hundredth; the whole gets a little longer or shorter.
    case keepsEvenPace
  }

  /// An opaque sRGB colour, 0 to 255 a channel.
  public struct Background: Sendable, Equatable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public static let black = Background(red: 0, green: 0, blue: 0)
    public static let white = Background(red: 255, green: 255, blue: 255)

    public init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }

  /// MP4 only.
  public var preset: Preset
  /// Constant quality for MP4 (0 to 51) and WebM (0 to 63); lower is better and larger.
  public var quality: Int
  /// The colour that translucent frames are flattened over where the format has no alpha.
  public var background: Background
  /// GIF only.
  public var delays: DelayRounding
  /// The codec of MP4 and WebM; `nil` for the usual one.
  public var codec: VideoCodec?
  /// How many bits a channel has in the file: 8, 10 or 16. More hide the bands of gradients.
  public var bitDepth = 8
  /// The colour space of the file, of pictures too.
  public var colorSpace = ColorSpace.sRGB
  /// The curve of a film of high dynamic range, which has 10 bits; `nil` for a screen's.
  public var hdr: HDRCurve?
  /// GIF only.
  public var dither = Dither.sierra
  /// How many colours a GIF's palette has at most, 2 to 256.
  public var colorCount = 256
  /// The largest file size, in bytes; `nil` to encode with a constant quality.
  public var targetSize: Int?
  /// Whether an MP4 consists of fragments, which players of the web take one by one.
  public var isFragmented = false
  /// The longest time between key frames, in seconds, from which players can begin; `nil` for two
  /// seconds in fragments and WebM, which are for the web, and five elsewhere.
  public var keyframeInterval: Double?
  /// The options that were asked for by name: each is refused where it has no effect.
  public var asked: Set<EncodingOption> = []
  /// Whether the finished file is probed, decoded and compared with its input.
  public var isVerified: Bool
  public var tools: MediaTools

  public init(
    preset: Preset = .medium, quality: Int = 18, background: Background = .black,
    delays: DelayRounding = .keepsDuration, isVerified: Bool = true,
    tools: MediaTools = MediaTools()
  ) {
    self.preset = preset
    self.quality = quality
    self.background = background
    self.delays = delays
    self.isVerified = isVerified
    self.tools = tools
  }
}

/// A frame rate as a GIF's delays, which are whole hundredths of a second. Players treat delays
/// below two as ten, so two is the least: of faster frames some are left out, so that the whole
/// lasts as long as it should.
struct GIFDelay {
  let rate: FrameRate
  let rounding: VideoSettings.DelayRounding

  private var isExact: Bool {
    let (hundredths, overflows) = rate.denominator.multipliedReportingOverflow(by: 100)
    return !overflows && hundredths % rate.numerator == 0 && hundredths / rate.numerator >= 2
  }

  private var isTooFast: Bool { rate.framesPerSecond > 50 }

  /// Whether only the first frame of each fiftieth of a second is shown.
  var isThinned: Bool { isTooFast && rounding == .keepsDuration }

  /// The one delay of all frames, or nil when the frames keep their own times.
  var fixed: Int? {
    guard !isExact, rounding == .keepsEvenPace else { return nil }
    return max(2, Int((100 / rate.framesPerSecond).rounded()))
  }

  /// The frame rate that the file plays at.
  var shownRate: FrameRate {
    (isThinned ? 2 : fixed).flatMap { FrameRate(numerator: 100, denominator: $0) } ?? rate
  }

  /// The fiftieth of a second in which a frame begins.
  private func fiftieth(ofFrame index: Int) -> Int {
    Int((Double(index) * 50 / rate.framesPerSecond + 1e-9).rounded(.down))
  }

  /// The place of a frame in the file; `nil` where it is left out.
  func place(ofFrame index: Int) -> Int? {
    guard isThinned else { return index }
    let own = fiftieth(ofFrame: index)
    return index == 0 || fiftieth(ofFrame: index - 1) != own ? own : nil
  }

  /// How many of the first frames are shown.
  func shownCount(of count: Int) -> Int {
    isThinned && count > 0 ? fiftieth(ofFrame: count - 1) + 1 : count
  }

  /// ffmpeg's filters that leave out the other frames.
  var thinning: String? {
    guard isThinned else { return nil }
    let step = "50/\(rate.framesPerSecond)"
    let own = "floor(n*\(step)+1e-9)"
    let before = "floor((n-1)*\(step)+1e-9)"
    return "select='gt(\(own),\(before))',setpts=N/50/TB,fps=50"
  }

  var note: MediaNote? {
    if isExact { return nil }
    return shownRate == rate ? .delaysVary(rate: rate) : .rateChanged(from: rate, to: shownRate)
  }
}
