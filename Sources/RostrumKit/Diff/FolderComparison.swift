import Base
import Canvas
import ImageDiff
import Media
import Timing

/// Compares two folders of frames by the names of their files, several pairs side by side.
struct FolderComparison: Sendable {
  private let expected: String
  private let actual: String
  private let options: DiffOptions

  init(_ expected: String, _ actual: String, _ options: DiffOptions) {
    self.expected = expected
    self.actual = actual
    self.options = options
  }

  /// Memory is that of `jobs` pairs and of the kept pictures, however many frames there are.
  func run() async throws -> [DiffReport.Entry] {
    let (old, new) = (Set(Self.pictures(in: expected)), Set(Self.pictures(in: actual)))
    let names = old.union(new).sorted { isOrderedByNumbers($0, $1) }
    guard !names.isEmpty else { throw DiffJob.Problem.noPictures(path: expected) }
    var collection = EntryCollection(keptPictures: options.keptPictures)
    let selection = PictureSelection(limit: options.keptPictures)
    var next = 0
    try await withThrowingTaskGroup(of: (Int, DiffReport.Entry).self) { group in
      func start() {
        guard next < names.count else { return }
        let (index, name) = (next, names[next])
        let (isOld, isNew) = (old.contains(name), new.contains(name))
        group.addTask { (index, try await entry(name, index, isOld, isNew, selection)) }
        next += 1
      }
      for _ in 0..<max(1, options.jobs) { start() }
      while let (index, entry) = try await group.next() {
        try Task.checkCancellation()
        collection.add(entry, at: index)
        start()
      }
    }
    return collection.inOrder
  }

  private func entry(
    _ name: String, _ index: Int, _ isExpected: Bool, _ isActual: Bool,
    _ selection: PictureSelection
  ) async throws -> DiffReport.Entry {
    let pair = PicturePair(
      group: URL(filePath: actual).lastPathComponent, name: name,
      expected: "\(expected)/\(name)", actual: "\(actual)/\(name)", index: index)
    guard isExpected, isActual else {
      let (folder, other) = isExpected ? (actual, expected) : (expected, actual)
      return DiffReport.Entry(
        group: pair.group, name: name, verdict: .missing,
        sentences: ["'\(name)' is in '\(other)', but not in '\(folder)'"],
        expected: pair.expected, actual: pair.actual)
    }
    do {
      return try await pair.compared(options, selection)
    } catch let error as MediaError where !error.isShortage {
      return DiffReport.Entry(
        group: pair.group, name: name, verdict: .unreadable, sentences: ["\(error)"],
        expected: pair.expected, actual: pair.actual)
    }
  }

  /// PNG files in the folder and below, by their paths inside it.
  private static func pictures(in folder: String) -> [String] {
    files(below: folder).filter { $0.lowercased().hasSuffix(".png") }
  }
}

/// The paths of all files in a folder and below, relative to it, in no order; hidden ones are left
/// out. Empty for a folder that is not there. (Foundation's own enumerator drops the folder's path
/// wherever it occurs, also in the middle of a file's.)
func files(below folder: String) -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [String] in
    let path = "\(folder)/\(name)"
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return isFolder(path) && !isLink(path) ? files(below: path).map { "\(name)/\($0)" } : [name]
  }
}

/// A link may lead back up, so it is not followed.
private func isLink(_ path: String) -> Bool {
  (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
}

/// Compares two videos frame by frame: each is decoded once, and both together need two frames of
/// memory.
struct VideoComparison: Sendable {
  private let expected: String
  private let actual: String
  private let options: DiffOptions

  init(_ expected: String, _ actual: String, _ options: DiffOptions) {
    self.expected = expected
    self.actual = actual
    self.options = options
  }

  func run(titled title: String) async throws -> DiffReport {
    let old = try await VideoDecoder(expected, tools: options.tools)
    let new = try await VideoDecoder(actual, tools: options.tools)
    for video in [old, new] { try check(video) }
    let entries = try await withThrowingTaskGroup(of: [DiffReport.Entry]?.self) { group in
      group.addTask {
        try await old.run()
        return nil
      }
      group.addTask {
        try await new.run()
        return nil
      }
      group.addTask { try await compared(old, new) }
      var found: [DiffReport.Entry] = []
      for try await entries in group { found = entries ?? found }
      return found
    }
    try Task.checkCancellation()
    guard !entries.isEmpty else { throw MediaError.unreadableFacts(path: expected) }
    return DiffReport(
      title: title, tolerance: options.tolerance, entries: entries, notes: [worst(entries)])
  }

  /// The same videos once more, as a film of what differs. Throws `MediaError`.
  func film(to path: String, count: Int) async throws {
    let old = try await VideoDecoder(expected, tools: options.tools)
    let new = try await VideoDecoder(actual, tools: options.tools)
    let rate = old.facts.rate ?? new.facts.rate ?? .standard
    let film = DifferenceFilm(path: path, rate: rate, tolerance: options.tolerance, count: count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await old.run() }
      group.addTask { try await new.run() }
      group.addTask {
        try await film.write { _ in
          async let before = old.readFrame()
          async let after = new.readFrame()
          return try await (before, after)
        }
        // The decoders go on until everything is read.
        while try await old.readFrame() != nil {}
        while try await new.readFrame() != nil {}
      }
      try await group.waitForAll()
    }
  }

  private func check(_ video: VideoDecoder) throws(DiffJob.Problem) {
    guard video.size.width * video.size.height > options.maximumSize else { return }
    throw .unreadableVideo(
      reason: "the frames of '\(video.path)' are too large: \(video.size) pixels, "
        + "where --max-size is \(options.maximumSize)")
  }

  /// Reads both to the end, also when they are of different lengths.
  private func compared(
    _ old: VideoDecoder, _ new: VideoDecoder
  ) async throws -> [DiffReport.Entry] {
    var collection = EntryCollection(keptPictures: options.keptPictures)
    let selection = PictureSelection(limit: options.keptPictures)
    var index = 0
    while true {
      async let before = old.readFrame()
      async let after = new.readFrame()
      let frames = try await (before, after)
      if frames.0 == nil && frames.1 == nil { return collection.inOrder }
      collection.add(try entry(index, frames.0, frames.1, selection), at: index)
      index += 1
    }
  }

  private func entry(
    _ index: Int, _ before: Bitmap?, _ after: Bitmap?, _ selection: PictureSelection
  ) throws -> DiffReport.Entry {
    let pair = PicturePair(
      group: URL(filePath: actual).lastPathComponent, name: "frame \(index)",
      expected: "\(expected) frame \(index)", actual: "\(actual) frame \(index)", index: index,
      minimumSignalToNoise: options.minimumSignalToNoise)
    guard let before, let after else {
      let shorter = before == nil ? expected : actual
      return DiffReport.Entry(
        group: pair.group, name: pair.name, verdict: .missing,
        sentences: ["'\(shorter)' has no frame \(index)"], expected: pair.expected,
        actual: pair.actual)
    }
    return try pair.entry(before, after, options, selection)
  }

  private func worst(_ entries: [DiffReport.Entry]) -> String {
    let ratios = entries.compactMap { entry in
      entry.difference.map { (name: entry.name, ratio: $0.peakSignalToNoise) }
    }
    guard let worst = ratios.min(by: { $0.ratio < $1.ratio }) else { return "no common frame" }
    return "the worst frame is \(worst.name): \(decibels(worst.ratio))"
  }
}
