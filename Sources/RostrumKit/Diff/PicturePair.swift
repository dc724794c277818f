import Canvas
import Geometry
import ImageDiff
import Media

/// Two PNG files that should be the same.
struct PicturePair: Sendable {
  let group: String
  let name: String
  let expected: String
  let actual: String

  /// Decodes both side by side. Throws `MediaError.unreadableFrame`.
  func compared(_ options: DiffOptions) async throws -> DiffReport.Entry {
    async let old = Self.decode(expected)
    async let new = Self.decode(actual)
    let (before, after) = try await (old, new)
    return entry(before, after, options)
  }

  func entry(_ before: Bitmap, _ after: Bitmap, _ options: DiffOptions) -> DiffReport.Entry {
    let comparison = PictureComparison(tolerance: options.tolerance, ignoring: options.ignored)
    let difference = comparison.compare(before, after)
    var entry = DiffReport.Entry(
      group: group, name: name, verdict: .init(difference.verdict), difference: difference,
      sentences: difference.sentences, expected: expected, actual: actual)
    if options.keptPictures > 0 { entry.keepPictures(before, after) }
    entry.difference?.map = nil
    return entry
  }

  private static func decode(_ path: String) async throws -> Bitmap {
    do {
      return try PNG.decode(contentsOfFile: path)
    } catch {
      throw MediaError.unreadableFrame(path: path, error)
    }
  }
}

extension DiffReport.Entry {
  /// Both pictures and, unless they are identical, what differs.
  mutating func keepPictures(_ expected: Bitmap, _ actual: Bitmap) {
    let encoder = PNGEncoder(compressionLevel: 6, filter: .sub)
    var pictures = DiffReport.Pictures()
    pictures.expected = try? encoder.encode(expected)
    pictures.actual = try? encoder.encode(actual)
    if let difference, !difference.isIdentical {
      pictures.difference = try? PNGEncoder(pixels: .rgb, compressionLevel: 6)
        .encode(difference.picture(over: expected))
    }
    self.pictures = pictures
  }

  /// For deciding whose pictures are worth keeping.
  var severity: Int {
    (verdict.isFailure ? 1 << 40 : 0) + (difference?.differentPixels ?? 1 << 39)
  }
}

/// The entries of a long comparison as they come, in any order. Only so many keep their pictures, the most different ones.
struct EntryCollection {
  private var entries: [(index: Int, entry: DiffReport.Entry)] = []
  private var kept: [Int] = []
  private let limit: Int

  init(keptPictures limit: Int) { self.limit = limit }

  mutating func add(_ entry: DiffReport.Entry, at index: Int) {
    entries.append((index, entry))
    guard entry.pictures != nil else { return }
    kept.append(entries.count - 1)
    guard kept.count > limit else { return }
    // Of equally different ones the later goes, so that the result does not depend on the threads.
    let least = kept.indices.min { rank(kept[$0]) < rank(kept[$1]) }
    if let least { entries[kept.remove(at: least)].entry.pictures = nil }
  }

  private func rank(_ position: Int) -> (Int, Int) {
    (entries[position].entry.severity, -entries[position].index)
  }

  var inOrder: [DiffReport.Entry] { entries.sorted { $0.index < $1.index }.map(\.entry) }
}
