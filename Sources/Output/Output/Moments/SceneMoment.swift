import RostrumBase
public import RostrumTiming

/// A time of a scene: in seconds, as a share of its duration, or that of one of its frames.
public struct SceneMoment: Sendable, Hashable {
  private enum Unit {
    case seconds, share, frame, last
  }

  /// As it was written.
  public let text: String
  private let number: Double
  private let unit: Unit

  /// Reads `0.5` (seconds), `25%` or `last`, the last frame; `nil` for anything else. Times before
  /// the start, and numbers such as `1e-3`, are only taken with `mayBeEarlier`.
  public init?(_ text: String, mayBeEarlier: Bool = false) {
    guard text != "last" else {
      (self.text, number, unit) = (text, 0, .last)
      return
    }
    let isShare = text.hasSuffix("%")
    let digits = isShare ? String(text.dropLast()) : text
    let others = mayBeEarlier ? ".+-eE" : "."
    guard digits.utf8.allSatisfy({ (48...57).contains($0) || others.utf8.contains($0) }),
      let number = Double(digits), number.isFinite, !isShare || (0...100).contains(number)
    else { return nil }
    (self.text, self.number, unit) = (text, number, isShare ? .share : .seconds)
  }

  /// A frame of a scene, counted from 0.
  package init(frame: Int) { (text, number, unit) = ("frame \(frame)", Double(frame), .frame) }

  /// Reads what `text` says of any moment, a frame's too.
  package init?(recorded text: String) {
    if text.hasPrefix("frame "), let frame = Int(text.dropFirst(6)), frame >= 0 {
      self.init(frame: frame)
    } else {
      self.init(text)
    }
  }

  /// Whether it lies before a scene's start.
  public var isBeforeStart: Bool { number < 0 }

  /// The moment of a file's name; the inverse of `fileName`.
  package init?(fileName name: String) {
    if name == "last" {
      self.init("last")
    } else if name.hasPrefix("frame"), let frame = Int(name.dropFirst(5)), frame >= 0 {
      self.init(frame: frame)
    } else {
      let isShare = name.hasSuffix("pct")
      guard isShare || name.hasSuffix("s"), let number = Double(name.dropLast(isShare ? 3 : 1)),
        number.isFinite, number >= 0, !isShare || number <= 100
      else { return nil }
      self.init(exact(number) + (isShare ? "%" : ""), mayBeEarlier: true)
    }
    guard fileName == name else { return nil }
  }

  /// In seconds of a scene of this duration, with 60 frames in a second.
  public func time(in duration: Double) -> Double {
    time(in: FrameClock(rate: .standard, duration: duration))
  }

  /// In seconds of a scene with these frames.
  public func time(in clock: FrameClock) -> Double {
    switch unit {
    case .seconds: number
    case .share: number / 100 * clock.duration
    case .frame: clock.time(ofFrame: Int(number))
    case .last: clock.time(ofFrame: max(0, clock.frameCount - 1))
    }
  }

  /// `25pct`, `0.5s`, `frame12` or `last`.
  public var fileName: String {
    switch unit {
    case .seconds: "\(exact(number))s"
    case .share: "\(exact(number))pct"
    case .frame: "frame\(Int(number))"
    case .last: "last"
    }
  }
}

/// A rule that says which moments of a scene are compared, whatever its length.
public enum MomentRule: Sendable {
  /// Times and shares.
  case moments([SceneMoment])
  /// From the start on, at this interval in seconds.
  case every(Double)
  case frames(FrameSelection)

  /// More would fill a disk with baselines.
  package static let most = 10_000

  /// In ascending order where the rule says no other. `nil` for more than `most`.
  package func moments(in clock: FrameClock) -> [SceneMoment]? {
    switch self {
    case .moments(let moments): return moments
    case .every(let step):
      // Rounding noise adds no moment at the end.
      let count = (clock.duration / step - 1e-9).rounded(.up)
      guard count <= Double(Self.most) else { return nil }
      // Each as the decimal number that a person would write.
      return (0..<max(1, Int(count))).compactMap {
        SceneMoment(exact((Double($0) * step * 1e9).rounded() / 1e9), mayBeEarlier: true)
      }
    case .frames(let selection):
      let frames = selection.frames(of: clock.frameCount).frames
      return frames.count > Self.most ? nil : frames.map { SceneMoment(frame: $0) }
    }
  }
}
