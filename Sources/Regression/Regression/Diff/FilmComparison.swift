import RostrumBase
import RostrumCanvas
import RostrumImageDiff
import RostrumMedia
import RostrumTiming

/// Compares two films: their frames, their times, their shape, their colours and their sound.
///
/// Frames are first compared by index. Where that finds differences, a second pass compares aligned
/// frames (`FilmAlignment`), so that a dropped frame is one difference. Memory is two frames, and 2
/// KiB for each frame of both films.
struct FilmComparison: Sendable {
  let expected: String
  let actual: String
  let options: DiffOptions

  /// Films of more frames are compared in their order only.
  private static let mostAligned = 20_000

  init(_ expected: String, _ actual: String, _ options: DiffOptions) {
    (self.expected, self.actual, self.options) = (expected, actual, options)
  }

  /// Throws `DiffJob.Problem`, and `MediaError` for what cannot be read.
  func run(titled title: String) async throws -> DiffReport {
    let old = try await decoder(expected)
    let new = try await decoder(actual)
    var walk = try await frames(old, new, steps: nil)
    guard !walk.entries.isEmpty else { throw MediaError.unreadableFacts(path: expected) }
    if let alignment = alignment(of: walk) {
      if let steps = steps(of: alignment, walk) {
        walk = try await frames(
          decoder(expected), decoder(actual), steps: steps)
      }
      walk.nameRepetitions(alignment)
    }
    let facts = try await FilmFactsComparison(
      old.facts, new.facts, expected: expected, actual: actual, options: options
    ).run(walk.steps)
    var notes = [worst(walk.entries), facts.agreement].compactMap(\.self)
    if options.codecNoise == nil, facts.areLossy, walk.entries.contains(where: isCodecNoise) {
      notes.append(
        "--codec-noise takes what an encoder changes in films that show the same for the same")
    }
    var report = DiffReport(
      title: title, tolerance: options.tolerance, entries: walk.entries + facts.entries,
      notes: notes)
    report.filmSteps = walk.steps
    let films =
      [ReportFilm(caption: "expected", path: expected)]
      + [ReportFilm(caption: "actual", path: actual)]
    for index in report.entries.indices { report.entries[index].films = films }
    return report
  }

  /// The same films once more, as a film of what differs. Throws `MediaError`.
  func film(to path: String, steps: [FilmStep]) async throws {
    let old = try await decoder(expected)
    let new = try await decoder(actual)
    let rate = old.facts.rate ?? new.facts.rate ?? .standard
    let film = DifferenceFilm(
      path: path, rate: rate, tolerance: options.tolerance, count: steps.count)
    try await decoding(old, new) {
      let reader = StepReader(old, new)
      try await film.write {
        let pair = try await reader.frames(of: steps[$0])
        return (pair.expected?.bitmap, pair.actual?.bitmap)
      }
      try await reader.drain()
    }
  }

  /// Throws `DiffJob.Problem` for frames that are too large, before any is decoded.
  private func decoder(_ path: String) async throws -> FilmDecoder {
    do {
      return try await FilmDecoder(path, options)
    } catch MediaError.unplayableVideo(_, let reason) {
      let hint = reason.contains("too large") ? " (raise it with --max-size)" : ""
      throw DiffJob.Problem.unreadableVideo(reason: "cannot compare '\(path)': \(reason)\(hint)")
    }
  }

  // MARK: - Frames

  /// One pass over both films.
  private struct Walk: Sendable {
    var entries: [DiffReport.Entry] = []
    var steps: [FilmStep] = []
    var signatures: (expected: [FrameSignature], actual: [FrameSignature]) = ([], [])

    /// Names frames that show the one before once more where the other film goes on.
    mutating func nameRepetitions(_ alignment: FilmAlignment) {
      for (index, step) in steps.enumerated() where entries[index].verdict == .different {
        guard case .pair(let old, let new) = step,
          alignment.isRepeated(expected: old, actual: new)
        else { continue }
        entries[index].verdict = .doubled
        entries[index].sentences.insert(
          "it shows frame \(old - 1) once more: frame \(old) was dropped, and the one before "
            + "doubled", at: 0)
      }
    }
  }

  private func decoding<Value: Sendable>(
    _ old: FilmDecoder, _ new: FilmDecoder, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let value = try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask {
        try await old.run()
        return nil
      }
      group.addTask {
        try await new.run()
        return nil
      }
      group.addTask { try await body() }
      var found: Value?
      for try await value in group { found = value ?? found }
      return found
    }
    try Task.checkCancellation()
    guard let value else { throw CancellationError() }
    return value
  }

  /// Without `steps`, frame by frame in their order. Reads both to the end.
  private func frames(
    _ old: FilmDecoder, _ new: FilmDecoder, steps: [FilmStep]?
  ) async throws -> Walk {
    try await decoding(old, new) {
      var walk = Walk()
      var collection = EntryCollection(keptPictures: options.keptPictures)
      let selection = PictureSelection(limit: options.keptPictures)
      let reader = StepReader(old, new)
      var index = 0
      while steps == nil || index < steps?.count ?? 0 {
        let step = steps?[index] ?? .pair(expected: index, actual: index)
        let pair = try await reader.frames(of: step)
        if steps == nil {
          if pair.expected == nil, pair.actual == nil { break }
          if index < Self.mostAligned {
            if let frame = pair.expected {
              walk.signatures.expected.append(FrameSignature(frame.bitmap))
            }
            if let frame = pair.actual {
              walk.signatures.actual.append(FrameSignature(frame.bitmap))
            }
          }
        }
        let entry = try entry(step, index, pair.expected, pair.actual, selection)
        collection.add(entry, at: index)
        walk.steps.append(step)
        index += 1
      }
      try await reader.drain()
      walk.entries = collection.inOrder
      return walk
    }
  }

  /// `nil` where nothing differs, and for films that are too long.
  private func alignment(of walk: Walk) -> FilmAlignment? {
    let most = max(walk.signatures.expected.count, walk.signatures.actual.count)
    guard walk.entries.contains(where: \.verdict.isFailure), most < Self.mostAligned else {
      return nil
    }
    return FilmAlignment(walk.signatures.expected, walk.signatures.actual)
  }

  /// The steps of a second pass, where frames belong together otherwise than in their order. Frames
  /// after the end of the other film are named by the first pass.
  private func steps(of alignment: FilmAlignment, _ walk: Walk) -> [FilmStep]? {
    guard let steps = alignment.steps() else { return nil }
    var inner = steps[...]
    let counts = (walk.signatures.expected.count, walk.signatures.actual.count)
    while let last = inner.last, last.isBeyond(counts.0, counts.1) { inner.removeLast() }
    return inner.allSatisfy(\.isInOrder) ? nil : steps
  }

  private func entry(
    _ step: FilmStep, _ index: Int, _ before: FilmFrame?, _ after: FilmFrame?,
    _ selection: PictureSelection
  ) throws -> DiffReport.Entry {
    let places = FramePlaces(step, expected: expected, actual: actual)
    let pair = PicturePair(
      group: URL(filePath: actual).lastPathComponent, name: places.name,
      expected: places.expected, actual: places.actual, index: index,
      minimumSignalToNoise: options.minimumSignalToNoise, codecNoise: options.codecNoise)
    if let before, let after {
      var entry = try pair.entry(before, after, options, selection)
      if let sentence = places.shift { entry.sentences.insert(sentence, at: 0) }
      return entry
    }
    var entry = DiffReport.Entry(
      group: pair.group, name: pair.name, verdict: places.verdict,
      sentences: [places.sentence(isExpected: before != nil)], expected: pair.expected,
      actual: pair.actual)
    if let shown = after ?? before, options.keptPictures > 0 {
      let png = try reportPNG.encode(shown.bitmap)
      entry.pictures = before == nil ? .init(actual: png) : .init(expected: png)
    }
    return entry
  }

  private func worst(_ entries: [DiffReport.Entry]) -> String? {
    let ratios = entries.compactMap { entry in
      entry.difference.map { (name: entry.name, ratio: $0.peakSignalToNoise) }
    }
    guard let worst = ratios.min(by: { $0.ratio < $1.ratio }) else { return "no common frame" }
    return "the worst frame is \(worst.name): \(decibels(worst.ratio))"
  }

  /// Whether a frame that differs would pass as what an encoder changed.
  private func isCodecNoise(_ entry: DiffReport.Entry) -> Bool {
    guard entry.verdict == .different, let difference = entry.difference else { return false }
    return difference.peakSignalToNoise >= CodecNoise().minimumSignalToNoise
  }
}

/// The names of a step's frames.
private struct FramePlaces {
  let name: String
  let expected: String
  let actual: String
  let verdict: DiffReport.Verdict
  /// A sentence for frames whose numbers are not the same.
  let shift: String?
  private let step: FilmStep
  private let films: (expected: String, actual: String)

  init(_ step: FilmStep, expected: String, actual: String) {
    self.step = step
    films = (expected, actual)
    switch step {
    case .pair(let old, let new):
      name = "frame \(old)"
      self.expected = "\(expected) frame \(old)"
      self.actual = "\(actual) frame \(new)"
      verdict = .missing
      shift = old == new ? nil : "compared with frame \(new)"
    case .dropped(let old):
      name = "frame \(old)"
      self.expected = "\(expected) frame \(old)"
      self.actual = actual
      (verdict, shift) = (.dropped, nil)
    case .doubled(let new), .added(let new):
      name = "frame \(new) of \(URL(filePath: actual).lastPathComponent)"
      self.expected = expected
      self.actual = "\(actual) frame \(new)"
      (verdict, shift) = (step == .doubled(new) ? .doubled : .missing, nil)
    }
  }

  /// The sentence about a frame that one film does not have.
  func sentence(isExpected: Bool) -> String {
    switch step {
    case .pair(let index, _):
      "'\(isExpected ? films.actual : films.expected)' has no frame \(index)"
    case .dropped(let index):
      "frame \(index) was dropped: '\(films.actual)' goes on with the next one"
    case .doubled(let index): "frame \(index) shows frame \(index - 1) once more: it was doubled"
    case .added(let index): "'\(films.expected)' has no frame that looks like frame \(index)"
    }
  }
}

/// A frame of a film, premultiplied.
struct FilmFrame: Sendable {
  let bitmap: Bitmap
  /// The same in 16 bits a channel, where the film has them.
  var deep: DeepBitmap?
}

/// The frames of a film, by ffmpeg or, where it loses some, by ourselves.
private struct FilmDecoder: Sendable {
  let facts: MediaFacts
  private let video: VideoDecoder?
  private let pictures: AnimatedPNG?

  init(_ path: String, _ options: DiffOptions) async throws {
    pictures = try AnimatedPNG(path, maximumPixels: options.maximumSize)
    video =
      pictures == nil
      ? try await VideoDecoder(path, maximumPixels: options.maximumSize, tools: options.tools) : nil
    if let video {
      facts = video.facts
    } else {
      facts = try await MediaFacts.read(path, tools: options.tools)
    }
  }

  func run() async throws { try await video?.run() }

  func readFrame() async throws -> FilmFrame? {
    if let pictures { return try await pictures.readFrame() }
    return try await video?.readFrame().map { FilmFrame(bitmap: $0) }
  }
}

/// Reads the frames of two films for one step after the other.
private final class StepReader: Sendable {
  private let old: FilmDecoder
  private let new: FilmDecoder

  init(_ old: FilmDecoder, _ new: FilmDecoder) { (self.old, self.new) = (old, new) }

  func frames(of step: FilmStep) async throws -> (expected: FilmFrame?, actual: FilmFrame?) {
    switch step {
    case .pair:
      async let before = old.readFrame()
      async let after = new.readFrame()
      return try await (before, after)
    case .dropped: return (try await old.readFrame(), nil)
    case .doubled, .added: return (nil, try await new.readFrame())
    }
  }

  /// The decoders go on until everything is read.
  func drain() async throws {
    while try await old.readFrame() != nil {}
    while try await new.readFrame() != nil {}
  }
}
