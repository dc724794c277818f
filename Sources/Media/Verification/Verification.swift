import Timing

/// Checks a finished video against what was put in: the facts a player goes by, and the flat colours
/// of two frames.
struct Verification: Sendable {
  /// Where the file is now.
  let path: String
  /// Where it will be, for messages.
  let reportedPath: String
  let format: MediaFormat
  let frames: FrameFormat
  let settings: VideoSettings
  let codedSize: PixelSize

  /// Three programs run side by side; what ffprobe says comes first in the report.
  func run(_ checks: [FrameCheck]) async throws -> [MediaNote] {
    let checks = checks.filter { !$0.areas.isEmpty }
    async let colors = differences(checks)
    let facts = try await MediaFacts.read(path, tools: settings.tools)
    let details = differences(from: facts)
    // The pixels of a file of another size cannot be compared.
    guard details.isEmpty else { throw failure(details) }
    let colorDetails = try await colors
    guard colorDetails.isEmpty else { throw failure(colorDetails) }
    return checks.isEmpty ? [.colorsUnchecked] : []
  }

  private func failure(_ details: [String]) -> MediaError {
    .notWhatWasRendered(path: reportedPath, details: details)
  }
}

// MARK: - Facts

extension Verification {
  private var shownRate: FrameRate {
    format == .gif
      ? GIFDelay(rate: frames.rate, rounding: settings.delays).shownRate : frames.rate
  }

  /// A sentence for each fact that is wrong.
  func differences(from facts: MediaFacts) -> [String] {
    var details: [String] = []
    func expect<Value: Equatable>(_ what: String, _ got: Value, _ expected: Value) {
      if got != expected { details.append("\(what) is \(got) instead of \(expected)") }
    }
    expect("its size", PixelSize(width: facts.width, height: facts.height), codedSize)
    expect("its number of frames", facts.frameCount, frames.frameCount)
    expect("its pixel format", facts.pixelFormat, pixelFormat ?? facts.pixelFormat)
    expect("whether it has alpha", facts.hasAlpha, hasAlpha ?? facts.hasAlpha)
    if let colors { expect("its colour tag", facts.colors, colors) }
    return details + timeDifferences(from: facts)
  }

  /// Nil where decoders choose: ProRes comes back with 10 or 12 bits.
  private var pixelFormat: String? {
    format == .mp4 || format == .webm ? "yuv420p" : nil
  }

  /// Nil where a format always claims to have alpha.
  private var hasAlpha: Bool? { format == .gif ? nil : format.holdsAlpha && !frames.isOpaque }

  private var colors: MediaFacts.ColorTags? {
    guard format == .mp4 || format == .mov || format == .webm else { return nil }
    return MediaFacts.ColorTags(
      range: "tv", matrix: "bt709", primaries: "bt709", transfer: "iec61966-2-1")
  }

  private func timeDifferences(from facts: MediaFacts) -> [String] {
    // A single frame has no rate, and lasts as long as the container likes.
    guard frames.frameCount > 1 else { return [] }
    var details: [String] = []
    let expected = shownRate.framesPerSecond
    // GIF and WebM round times, so the mean may be a little off.
    if let rate = facts.rate?.framesPerSecond {
      let slack = format == .mp4 || format == .mov ? 1e-9 : 1.5 / Double(frames.frameCount - 1)
      if abs(rate / expected - 1) > slack {
        details.append("its frame rate is \(rate) instead of \(expected)")
      }
    }
    let seconds = Double(frames.frameCount) / expected
    if let duration = facts.duration, abs(duration - seconds) > 1 / expected + 0.011 {
      details.append("its duration is \(duration) s instead of \(seconds) s")
    }
    return details
  }
}

// MARK: - Colours

extension Verification {
  /// The largest mean difference of a frame's flat areas, and of any one of them; of 255. An 8-bit
  /// 4:2:0 round trip alone moves a colour by up to 2; a palette of 256 colours moves it further.
  private var bounds: (mean: Double, single: Double) {
    switch format {
    case .gif: (8, 40)
    case .apng: (0, 0)
    case .mov: (2, 4)
    case .mp4, .webm, .png: settings.quality <= 28 ? (3, 12) : (12, 40)
    }
  }

  private func differences(_ checks: [FrameCheck]) async throws -> [String] {
    try await withThrowingTaskGroup { group in
      for check in checks {
        group.addTask { try await differences(check, in: decoder.frame(check.index)) }
      }
      return try await group.reduce(into: []) { $0 += $1 }.sorted()
    }
  }

  private var decoder: FrameDecoder {
    FrameDecoder(
      path: path, reportedPath: reportedPath, format: format, rate: shownRate, size: codedSize,
      tools: settings.tools)
  }

  func differences(_ check: FrameCheck, in bytes: [UInt8]) -> [String] {
    let errors = check.areas.map { area in
      error(
        of: StraightColor(meanOf: area, in: bytes, width: codedSize.width), from: expected(area))
    }
    let mean = errors.reduce(0, +) / Double(max(errors.count, 1))
    let worst = errors.max() ?? 0
    guard mean > bounds.mean || worst > bounds.single else { return [] }
    return [
      "frame \(check.index): flat colours are off by \(mean) of 255 on average (at most "
        + "\(bounds.mean) is expected) and by \(worst) at worst (\(bounds.single))"
    ]
  }

  /// What an area should look like in this format.
  private func expected(_ area: FlatArea) -> StraightColor {
    if format.alpha == .none {
      return StraightColor(premultiplied: settings.background.under(area.pixel))
    }
    if frames.isOpaque { return StraightColor(premultiplied: area.pixel | 0xFF00_0000) }
    var color = StraightColor(premultiplied: area.pixel)
    if format.alpha == .oneBit { color.alpha = color.alpha >= 128 ? 255 : 0 }
    return color
  }

  /// The difference in alpha or in colour, whichever is larger. A colour counts as much as it is seen.
  private func error(of color: StraightColor, from expected: StraightColor) -> Double {
    max(
      abs(color.alpha - expected.alpha), color.distance(to: expected) * expected.alpha / 255)
  }
}
