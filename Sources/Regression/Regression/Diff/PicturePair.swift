import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumImageDiff
import RostrumMedia
import Synchronization

/// Two pictures that should be the same.
struct PicturePair: Sendable {
  let group: String
  let name: String
  let expected: String
  let actual: String
  /// Its place among all pairs.
  var index = 0
  /// The signal-to-noise ratio that the pair needs, in decibels; `nil` for no bound.
  var minimumSignalToNoise: Double?
  /// The changes that an encoder may have made, instead of the tolerance; `nil` for none.
  var codecNoise: CodecNoise?

  /// The name of its pictures in a folder, without an ending.
  private var fileName: String {
    guard !name.isEmpty else { return group.deletingPathExtension }
    return name.hasEnding(".png") ? name.deletingPathExtension : name.replacing(" ", with: "-")
  }

  /// Decodes both. Throws `MediaError.unreadablePicture`.
  func compared(
    _ options: DiffOptions, _ selection: PictureSelection
  ) async throws -> DiffReport.Entry {
    let start = ContinuousClock.now
    let limits = PNG.Limits(maximumPixels: options.maximumSize)
    let pictures: PicturesToCompare
    do {
      pictures = try PicturesToCompare(expected: expected, actual: actual, limits: limits)
    } catch {
      throw MediaError.unreadablePicture(path: error.path, error.reason)
    }
    let difference = try comparison(options).compare(pictures)
    var entry = try entry(
      pictures.shown.expected, pictures.shown.actual, difference, options, selection)
    entry.seconds = (ContinuousClock.now - start) / .seconds(1)
    if pictures.wide != nil {
      entry.sentences.append("the files have other colour profiles: their colours were converted")
    }
    if pictures.shown.deep != nil { entry.sentences.append("compared in 16 bits a channel") }
    return entry
  }

  private func comparison(_ options: DiffOptions) -> PictureComparison {
    PictureComparison(tolerance: options.tolerance, ignoring: options.ignored)
  }

  func entry(
    _ before: Bitmap, _ after: Bitmap, _ options: DiffOptions, _ selection: PictureSelection
  ) throws -> DiffReport.Entry {
    try entry(before, after, comparison(options).compare(before, after), options, selection)
  }

  private func entry(
    _ before: Bitmap, _ after: Bitmap, _ difference: PictureDifference, _ options: DiffOptions,
    _ selection: PictureSelection
  ) throws -> DiffReport.Entry {
    var entry = DiffReport.Entry(
      group: group, name: name, verdict: .init(difference), difference: difference,
      sentences: difference.sentences, expected: expected, actual: actual)
    if let codecNoise, [.same, .different].contains(entry.verdict) {
      judge(before, after, difference, codecNoise, &entry)
    } else {
      check(difference.peakSignalToNoise, &entry)
    }
    try entry.keepPictures(before, after, selection, at: index)
    entry.difference?.map = nil
    if let folder = options.pictureFolder, entry.verdict.isFailure {
      entry.files = try PictureFolder(path: folder).write(
        fileName, expected: before, actual: after,
        difference: try difference.picture(over: before))
    }
    return entry
  }

  /// Judges by what encoders leave alone, not by single pixels.
  private func judge(
    _ before: Bitmap, _ after: Bitmap, _ difference: PictureDifference, _ noise: CodecNoise,
    _ entry: inout DiffReport.Entry
  ) {
    entry.verdict = .same
    guard !difference.isIdentical else { return }
    var problems: [String] = []
    let ratio = difference.peakSignalToNoise
    if ratio < noise.minimumSignalToNoise {
      problems.append(
        "\(decibels(ratio)) is less than the bound of \(exact(noise.minimumSignalToNoise)) dB")
    }
    if let windows = WindowStatistics(before, after) {
      let similarity = "SSIM \(rounded(windows.similarity, 4))"
      entry.sentences.append(similarity)
      if windows.similarity < noise.minimumSimilarity {
        problems.append("\(similarity) is less than the bound of \(exact(noise.minimumSimilarity))")
      }
      let worst = windows.worst
      if worst.signalToNoise < CodecNoise.minimumLocalSignalToNoise {
        problems.append(
          "the 8x8 pixels at (\(worst.x), \(worst.y)) have \(decibels(worst.signalToNoise)): "
            + "an encoder leaves at least \(exact(CodecNoise.minimumLocalSignalToNoise)) dB")
      }
    }
    guard !problems.isEmpty else { return }
    entry.verdict = .different
    entry.sentences += problems
  }

  private func check(_ ratio: Double, _ entry: inout DiffReport.Entry) {
    guard let bound = minimumSignalToNoise, ratio < bound else { return }
    if entry.verdict == .same { entry.verdict = .different }
    entry.sentences.append("\(decibels(ratio)) is less than the bound of \(exact(bound)) dB")
  }
}

/// Decodes a PNG file. Throws `MediaError.unreadableFrame`.
func readPicture(_ path: String, _ limits: PNG.Limits) throws(MediaError) -> Bitmap {
  do {
    return try PNG.decode(contentsOfFile: path, limits: limits)
  } catch {
    throw .unreadableFrame(path: path, error)
  }
}

/// The encoder of a report's pictures, and of the pictures that mark differences.
let reportPNG = PNGEncoder(compressionLevel: 6, filter: .sub)
let markPNG = PNGEncoder(pixels: .rgb, compressionLevel: 6)

extension DiffReport.Entry {
  /// Both pictures and what differs, where something does and the report may show it: equal
  /// pictures cost nothing.
  mutating func keepPictures(
    _ expected: Bitmap, _ actual: Bitmap, _ selection: PictureSelection, at index: Int
  ) throws {
    guard let difference, !difference.isIdentical, selection.takes(severity, at: index) else {
      return
    }
    pictures = DiffReport.Pictures(
      expected: try reportPNG.encode(expected), actual: try reportPNG.encode(actual),
      difference: try markPNG.encode(difference.picture(over: expected)))
  }

  /// The actual picture alone, where the report may show it.
  mutating func keepActual(
    _ actual: Bitmap, _ selection: PictureSelection, at index: Int
  ) throws {
    guard selection.takes(severity, at: index) else { return }
    pictures = DiffReport.Pictures(actual: try reportPNG.encode(actual))
  }

  /// For deciding whose pictures are worth keeping.
  var severity: Int {
    (verdict.isFailure ? 1 << 40 : 0) + (difference?.differentPixels ?? 1 << 39)
  }
}

/// Decides, during a long comparison, which pairs may still have their pictures in the report:
/// encoding the pictures of every pair would take much longer than comparing them.
final class PictureSelection: Sendable {
  private let limit: Int
  /// The most different pairs so far.
  private let chosen = Mutex<[PairRank]>([])

  init(limit: Int) { self.limit = limit }

  /// Whether a pair is one of the most different ones so far.
  func takes(_ severity: Int, at index: Int) -> Bool {
    let rank = PairRank(severity: severity, index: index)
    return chosen.withLock { chosen in
      chosen.append(rank)
      guard chosen.count > limit, let least = chosen.indices.min(by: { chosen[$0] < chosen[$1] })
      else { return true }
      return chosen.remove(at: least) != rank
    }
  }
}

/// How much a pair wants to be shown. Of equally different ones the earlier is, so that the result
/// does not depend on the threads.
private struct PairRank: Comparable {
  let severity: Int
  let index: Int

  static func < (a: PairRank, b: PairRank) -> Bool {
    (a.severity, -a.index) < (b.severity, -b.index)
  }
}

/// Collects the entries of a long comparison, in any order. Only a limited number keep their
/// pictures: the most different ones, and at least one of each group while there is room.
struct EntryCollection {
  private var entries: [(index: Int, entry: DiffReport.Entry)] = []
  private var kept: [Int] = []
  private var keptBytes = 0
  private let limit: Int

  /// In bytes, of all pictures that are kept: a page of twice that still opens in a second.
  private static let mostBytes = 24 << 20

  init(keptPictures limit: Int) { self.limit = limit }

  mutating func add(_ entry: DiffReport.Entry, at index: Int) {
    entries.append((index, entry))
    guard let pictures = entry.pictures else { return }
    kept.append(entries.count - 1)
    keptBytes += pictures.byteCount
    while kept.count > limit || keptBytes > Self.mostBytes, kept.count > 1 || limit == 0 { drop() }
  }

  private mutating func drop() {
    let groups = kept.map { FilePath(entries[$0].entry.group) }
    let counts = Dictionary(groups.map { ($0, 1) }, uniquingKeysWith: +)
    let crowded = kept.indices.filter { counts[groups[$0]] ?? 0 > 1 }
    let candidates = crowded.isEmpty ? Array(kept.indices) : crowded
    guard let least = candidates.min(by: { rank(kept[$0]) < rank(kept[$1]) }) else { return }
    let position = kept.remove(at: least)
    keptBytes -= entries[position].entry.pictures?.byteCount ?? 0
    entries[position].entry.pictures = nil
  }

  private func rank(_ position: Int) -> PairRank {
    PairRank(severity: entries[position].entry.severity, index: entries[position].index)
  }

  var inOrder: [DiffReport.Entry] { entries.sorted { $0.index < $1.index }.map(\.entry) }
}

extension DiffReport.Pictures {
  fileprivate var byteCount: Int {
    [expected, actual, difference].compactMap { $0?.count }.reduce(0, +)
  }
}
