import RostrumBase
import RostrumCanvas
import RostrumTiming

/// Compares a finished video with the rendered frames: its metadata that players use, and the flat
/// colours of two frames.
struct Verification: Sendable {
  /// Where the file is now.
  let path: String
  /// Where it will be, for messages.
  let reportedPath: String
  let format: MediaFormat
  let frames: FrameFormat
  let settings: VideoSettings
  let codedSize: PixelSize
  /// Whether the file is to have sound.
  var hasSound = false
  /// Whether the file is to have captions for players.
  var hasCaptions = false

  /// Runs ffprobe and the decoder in parallel; ffprobe's findings come first in the report.
  func run(_ checks: [FrameCheck]) async throws -> [MediaNote] {
    let checks = isUnreadable ? [] : checks.filter { !$0.areas.isEmpty }
    if format.row.hasWebPChunks {
      let details = try AnimatedWebP(path: path, reportedPath: reportedPath)
        .differences(from: frames, checks, self)
      guard details.isEmpty else { throw failure(details) }
      return checks.isEmpty ? [.colorsUnchecked] : []
    }
    async let colors = differences(checks)
    let input = MediaInput(
      path: path, kind: format.row.reading,
      maximumPixels: max(codedSize.width * codedSize.height, MediaInput.usualPixels))
    let facts = try await MediaFacts.read(input, tools: settings.tools)
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
  private var delay: GIFDelay? {
    format.row.countsHundredths ? GIFDelay(rate: frames.rate, rounding: settings.delays) : nil
  }

  private var shownRate: FrameRate { delay?.shownRate ?? frames.rate }

  private var shownCount: Int { delay?.shownCount(of: frames.frameCount) ?? frames.frameCount }

  /// A sentence for each fact that is wrong.
  func differences(from facts: MediaFacts) -> [String] {
    var details: [String] = []
    func expect<Value: Equatable>(_ what: String, _ got: Value, _ expected: Value) {
      if got != expected { details.append("\(what) is \(got) instead of \(expected)") }
    }
    expect("its size", PixelSize(width: facts.width, height: facts.height), codedSize)
    expect("its number of frames", facts.frameCount, shownCount)
    expect("its pixel format", facts.pixelFormat, pixelFormat ?? facts.pixelFormat)
    expect("whether it has alpha", facts.hasAlpha, hasAlpha ?? facts.hasAlpha)
    if let colors { expect("its colour tag", facts.colors, colors) }
    return details + timeDifferences(from: facts) + soundDifferences(from: facts)
  }

  /// Nil where decoders choose: ProRes comes back with 10 or 12 bits.
  private var pixelFormat: String? {
    format.row.pipe == .straight ? nil : settings.planarFormat
  }

  /// Nil where a format always claims to have alpha, and where ffmpeg cannot read it: of one
  /// picture in AVIF.
  private var hasAlpha: Bool? {
    format.alpha == .oneBit || isUnreadable
      ? nil : settings.alpha(of: format) != .none && !frames.isOpaque
  }

  /// Whether alpha is where ffmpeg does not find it: AVIF has that of a single picture in an item.
  private var isUnreadable: Bool {
    format.row.hasAlphaStream && !frames.isOpaque && frames.frameCount == 1
  }

  private var colors: MediaFacts.ColorTags? {
    guard format.holdsDisplayP3 else { return nil }
    return frames.colorTags
  }

  private func soundDifferences(from facts: MediaFacts) -> [String] {
    let captions = hasCaptions && !facts.hasCaptions ? ["it has no captions"] : []
    return captions + soundProblems(of: facts)
  }

  private func soundProblems(of facts: MediaFacts) -> [String] {
    guard hasSound, let codec = format.audioCodec else { return [] }
    guard let sound = facts.sound else { return ["it has no sound"] }
    var details: [String] = []
    if sound.codec != codec.codecName || sound.channelCount != 2
      || sound.sampleRate != AudioCodec.sampleRate
    {
      details.append(
        "its sound is \(sound.codec), \(sound.channelCount) channels, \(sound.sampleRate) Hz instead of \(codec.codecName), 2 channels, \(AudioCodec.sampleRate) Hz"
      )
    }
    // Codecs pad the end to whole codec frames, at most a twentieth of a second.
    if let duration = sound.duration, abs(duration - frames.duration) > 0.05 {
      details.append("its sound is \(duration) s long instead of \(frames.duration) s")
    }
    return details
  }

  private func timeDifferences(from facts: MediaFacts) -> [String] {
    // A single frame has no rate, and lasts as long as the container likes.
    guard shownCount > 1 else { return [] }
    var details: [String] = []
    let expected = shownRate.framesPerSecond
    // GIF and WebM round times, so the mean may be a little off.
    if let rate = facts.rate?.framesPerSecond {
      let slack = format.row.hasExactTimes ? 1e-9 : 1.5 / Double(shownCount - 1)
      if abs(rate / expected - 1) > slack {
        details.append("its frame rate is \(rate) instead of \(expected)")
      }
    }
    let seconds = Double(shownCount) / expected
    // A frame of sound is 20 ms in Opus and 1024 samples in AAC; the last one may go beyond.
    let sound = facts.sound == nil ? 0 : 0.0214
    if let duration = facts.duration, abs(duration - seconds) > 1 / expected + 0.011 + sound {
      details.append("its duration is \(duration) s instead of \(seconds) s")
    }
    return details
  }
}

// MARK: - Colours

extension Verification {
  /// The largest mean difference of a frame's flat areas, and of any one of them; of 255. An 8-bit
  /// 4:2:0 round trip alone moves a colour by up to 2; a palette of 256 colours moves it further.
  private var bounds: FormatRow.ColorBounds {
    if let bounds = format.row.bounds {
      // ffmpeg rounds 16 bits to 8 differently.
      return frames.bitDepth == 16 ? FormatRow.ColorBounds(mean: 1, single: 1) : bounds
    }
    if format.row.isLosslessAtBest, settings.quality == 0 {
      return FormatRow.ColorBounds(mean: 0, single: 0)
    }
    let bounds = Self.bounds.first { settings.quality <= $0.quality } ?? Self.bounds[2]
    return bounds.bounds
  }

  /// By the constant quality up to which they hold. Near the end of its range an encoder keeps
  /// hardly more than where things are.
  private static let bounds: [(quality: Int, bounds: FormatRow.ColorBounds)] = [
    (28, FormatRow.ColorBounds(mean: 3, single: 12)),
    (38, FormatRow.ColorBounds(mean: 12, single: 40)),
    (.max, FormatRow.ColorBounds(mean: 64, single: 255)),
  ]

  private func differences(_ checks: [FrameCheck]) async throws -> [String] {
    let placed = checks.compactMap { check in
      (delay.map { $0.place(ofFrame: check.index) } ?? check.index).map { ($0, check) }
    }
    let byPlace = Dictionary(placed) { first, _ in first }
    return try await withThrowingTaskGroup { group in
      for places in decoder.runs(of: byPlace.keys.sorted()) {
        group.addTask {
          let frames = try await decoder.frames(places)
          return zip(places, frames).flatMap { place, bytes in
            byPlace[place].map { differences($0, in: bytes) } ?? []
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }.sorted()
    }
  }

  private var decoder: FrameDecoder {
    FrameDecoder(
      path: path, reportedPath: reportedPath, format: format,
      isVP9: settings.codec(of: format) == .vp9,
      hasAlphaStream: format.row.hasAlphaStream && !frames.isOpaque, rate: shownRate,
      size: codedSize,
      tools: settings.tools)
  }

  func differences(_ check: FrameCheck, in bytes: [UInt8]) -> [String] {
    let palette = format.row.hasPalette ? palette : []
    let errors = check.areas.map { area in
      let expected = expected(area)
      // A colour that the palette does not have is as near as the nearest that it has.
      let nearest = palette.map { expected.distance(to: $0) }.min() ?? 0
      return error(
        of: StraightColor(meanOf: area, in: bytes, width: codedSize.width), from: expected)
        - nearest
    }
    let mean = errors.reduce(0, +) / Double(max(errors.count, 1))
    let worst = errors.max() ?? 0
    guard mean > bounds.mean || worst > bounds.single else { return [] }
    return [
      "frame \(check.index): flat colours are off by \(mean) of 255 on average (at most "
        + "\(bounds.mean) is expected) and by \(worst) at worst (\(bounds.single))"
    ]
  }

  /// The colours that the file was made with, while its folder is there.
  private var palette: [StraightColor] {
    let file = joinPath(path.folderOfPath, GIFPalette.name)
    return ((try? GIFPalette(path: file))?.colors ?? []).map(StraightColor.init(premultiplied:))
  }

  /// The colour that an area should have in this format.
  private func expected(_ area: FlatArea) -> StraightColor {
    if let hdr = frames.hdr {
      let numbers = HDRColors.shared(hdr).numbers(ofPixel: settings.background.under(area.pixel))
      return StraightColor(numbers: numbers * 255)
    }
    return drawn(area).converted(to: frames.colorSpace)
  }

  private func drawn(_ area: FlatArea) -> StraightColor {
    if settings.alpha(of: format) == .none {
      return StraightColor(premultiplied: settings.background.under(area.pixel))
    }
    if frames.isOpaque { return StraightColor(premultiplied: area.pixel | 0xFF00_0000) }
    var color = StraightColor(premultiplied: area.pixel)
    if format.alpha == .oneBit { color.alpha = color.alpha >= 128 ? 255 : 0 }
    return color
  }

  /// The difference in alpha or in colour, whichever is larger. A colour counts as much as it is
  /// seen.
  private func error(of color: StraightColor, from expected: StraightColor) -> Double {
    max(
      abs(color.alpha - expected.alpha), color.distance(to: expected) * expected.alpha / 255)
  }
}

/// A square of one colour in a frame: lossy compression keeps such a colour, so it has to match.
struct FlatArea: Sendable, Equatable {
  /// The top left corner of the part to compare, in pixels.
  let x: Int
  let y: Int
  /// The width and height of that part, in pixels.
  let side: Int
  /// Premultiplied 0xAARRGGBB.
  let pixel: UInt32

  /// At most four areas of each colour, of at most 24 colours, in the order of the rows. The
  /// compared part keeps its distance from the edges of the flat square, where codecs ring.
  static func found(in frame: Bitmap) -> [FlatArea] {
    let large = found(in: frame, square: 16)
    return large.isEmpty ? found(in: frame, square: 8) : large
  }

  private static func found(in frame: Bitmap, square: Int) -> [FlatArea] {
    var counts: [UInt32: Int] = [:]
    var areas: [FlatArea] = []
    for y in stride(from: 0, through: frame.height - square, by: square) {
      for x in stride(from: 0, through: frame.width - square, by: square) {
        let pixel = frame[x, y]
        let count = counts[pixel] ?? 0
        guard count < 4, count > 0 || counts.count < 24, isFlat(frame, x, y, square) else {
          continue
        }
        counts[pixel] = count + 1
        let margin = square / 4
        areas.append(FlatArea(x: x + margin, y: y + margin, side: square / 2, pixel: pixel))
      }
    }
    return areas
  }

  private static func isFlat(_ frame: Bitmap, _ x: Int, _ y: Int, _ square: Int) -> Bool {
    let pixel = frame[x, y]
    return (y..<y + square).allSatisfy { y in
      frame.row(y).assumingMemoryBound(to: UInt32.self)[x..<x + square].allSatisfy { $0 == pixel }
    }
  }
}

/// The flat areas of one rendered frame.
struct FrameCheck: Sendable {
  let index: Int
  let areas: [FlatArea]
}

/// A straight colour; alpha and channels 0 to 255.
struct StraightColor: Sendable, Equatable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double

  /// From a premultiplied 0xAARRGGBB, each channel rounded as it is in a file with straight alpha.
  init(premultiplied pixel: UInt32) {
    let alpha = Double(pixel >> 24)
    func channel(_ shift: UInt32) -> Double {
      alpha == 0 ? 0 : min(255, (Double(pixel >> shift & 255) * 255 / alpha).rounded())
    }
    red = channel(16)
    green = channel(8)
    blue = channel(0)
    self.alpha = alpha
  }

  /// Red, green and blue, 0 to 255.
  init(numbers: SIMD4<Float>) {
    (red, green, blue) = (Double(numbers.x), Double(numbers.y), Double(numbers.z))
    alpha = 255
  }

  /// The colour of sRGB in the numbers of a space.
  func converted(to space: ColorSpace) -> StraightColor {
    let color = space.color(SIMD3(Float(red), Float(green), Float(blue)) / 255) * 255
    var result = self
    (result.red, result.green, result.blue) = (Double(color.x), Double(color.y), Double(color.z))
    return result
  }

  /// The mean over an area of rows of RGBA bytes.
  init(meanOf area: FlatArea, in bytes: [UInt8], width: Int) {
    var sums = [0.0, 0, 0, 0]
    for y in area.y..<area.y + area.side {
      for x in area.x..<area.x + area.side {
        for channel in 0..<4 { sums[channel] += Double(bytes[(y * width + x) * 4 + channel]) }
      }
    }
    let count = Double(area.side * area.side)
    red = sums[0] / count
    green = sums[1] / count
    blue = sums[2] / count
    alpha = sums[3] / count
  }

  /// The largest difference of a colour channel.
  func distance(to other: StraightColor) -> Double {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
  }
}
