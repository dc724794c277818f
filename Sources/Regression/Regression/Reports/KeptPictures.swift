import RostrumBase
import RostrumCanvas
import RostrumImageDiff
import Synchronization

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
