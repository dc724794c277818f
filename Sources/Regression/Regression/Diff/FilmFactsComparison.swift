import RostrumBase
import RostrumMedia

/// Compares what two films are besides their pictures: times, shape, colours, captions and sound.
struct FilmFactsComparison: Sendable {
  private let old: MediaFacts
  private let new: MediaFacts
  private let expected: String
  private let actual: String
  private let options: DiffOptions

  init(
    _ old: MediaFacts, _ new: MediaFacts, expected: String, actual: String, options: DiffOptions
  ) {
    (self.old, self.new, self.options) = (old, new, options)
    (self.expected, self.actual) = (expected, actual)
  }

  struct Outcome: Sendable {
    /// One entry for each fact that differs.
    var entries: [DiffReport.Entry] = []
    /// A sentence that names the compared property if it agrees.
    var agreement: String?
    /// Whether an encoder changed the pixels of one of the films.
    var areLossy = false
  }

  /// `steps`: which frames belong together. Throws `MediaError`.
  func run(_ steps: [FilmStep]) async throws -> Outcome {
    let facts: [(name: String, sentences: [String])] = [
      ("times", try times(steps) + repetitions), ("shape", shape), ("colour tags", colors),
      ("captions", captions), ("sound", try await sound()),
    ]
    var result = Outcome(areLossy: [old.codec, new.codec].contains { !Self.lossless.contains($0) })
    for (name, sentences) in facts where !sentences.isEmpty {
      result.entries.append(
        DiffReport.Entry(
          group: URL(filePath: actual).lastPathComponent, name: name, verdict: .different,
          sentences: sentences, expected: expected, actual: actual))
    }
    let equal = facts.filter(\.sentences.isEmpty).map(\.name)
    if !equal.isEmpty { result.agreement = "the same in both: \(equal.joined(separator: ", "))" }
    return result
  }

  /// ffmpeg's names of codecs that keep every pixel.
  private static let lossless: Set = [
    "png", "apng", "gif", "ffv1", "rawvideo", "qtrle", "huffyuv", "ffvhuff", "utvideo", "bmp",
    "tiff",
  ]

  // MARK: - Times

  private func times(_ steps: [FilmStep]) throws -> [String] {
    let reader = VideoReader(tools: options.tools)
    func read(_ path: String) throws -> FilmTimes {
      do throws(MediaError) {
        return FilmTimes(try reader.open(path))
      } catch {
        throw DiffJob.Problem.unreadableVideo(reason: "\(error)")
      }
    }
    return try FilmTimesComparison(read(expected), read(actual)).sentences(steps)
  }

  private var repetitions: [String] {
    guard let before = PlayCount(ofFile: expected), let after = PlayCount(ofFile: actual),
      before != after
    else { return [] }
    return ["it is played \(after), expected \(before)"]
  }

  // MARK: - Shape, colours and captions

  private var shape: [String] {
    var sentences: [String] = []
    if old.rotation != new.rotation {
      sentences.append(
        "the film is turned by \(exact(new.rotation)) degrees, expected \(exact(old.rotation))")
    }
    // The two aspects are products of small numbers in the file.
    if abs(old.uprightPixelAspect / new.uprightPixelAspect - 1) > 1e-4 {
      sentences.append(
        "a pixel is \(rounded(new.uprightPixelAspect, 4)) times as wide as high, "
          + "expected \(rounded(old.uprightPixelAspect, 4)): the film is shown in another shape")
    }
    return sentences
  }

  private var colors: [String] {
    let tags: [(name: String, old: String, new: String, isYUV: Bool)] = [
      ("range", old.colors.range, new.colors.range, true),
      ("matrix", old.colors.matrix, new.colors.matrix, true),
      ("primaries", old.colors.primaries, new.colors.primaries, false),
      ("transfer", old.colors.transfer, new.colors.transfer, false),
    ]
    let areYUV = [old, new].allSatisfy(\.isYUV)
    return tags.compactMap { tag in
      guard tag.old != tag.new, areYUV || !tag.isYUV else { return nil }
      // RGB files rarely have colour tags.
      if !areYUV, [tag.old, tag.new].contains("unknown") { return nil }
      return "\(tag.name): \(tag.new), expected \(tag.old)"
    }
  }

  private var captions: [String] {
    guard old.hasCaptions != new.hasCaptions else { return [] }
    return [new.hasCaptions ? "there are captions, expected none" : "there are no captions"]
  }

  // MARK: - Sound

  private func sound() async throws -> [String] {
    guard let before = old.sound, let after = new.sound else {
      guard (old.sound == nil) != (new.sound == nil) else { return [] }
      return [new.sound == nil ? "there is no sound" : "there is sound, expected none"]
    }
    var sentences: [String] = []
    if before.channelCount != after.channelCount {
      sentences.append(
        "the sound has \(count(after.channelCount)), expected \(before.channelCount)")
    }
    return sentences
      + (try await SoundComparison(
        expected, actual, channelCount: min(before.channelCount, after.channelCount),
        allowsCodecNoise: options.codecNoise != nil, tools: options.tools
      ).differences())
  }

  private func count(_ channels: Int) -> String {
    "\(channels) \(channels == 1 ? "channel" : "channels")"
  }
}

extension MediaFacts {
  fileprivate var isYUV: Bool {
    ["yuv", "nv", "gray", "p0"].contains { pixelFormat.hasPrefix($0) }
  }

  /// A pixel's width through its height once the film is turned.
  fileprivate var uprightPixelAspect: Double {
    uprightSize == PixelSize(width: width, height: height) ? pixelAspect : 1 / pixelAspect
  }
}
