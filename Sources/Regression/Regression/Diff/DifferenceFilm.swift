import RostrumBase
import RostrumCanvas
import RostrumImageDiff
import RostrumMedia
import RostrumTiming

/// A film of the expected frames, the actual frames and their difference, side by side.
struct DifferenceFilm {
  /// The path of an MP4 file.
  let path: String
  let rate: FrameRate
  let tolerance: Tolerance
  let count: Int

  /// In pixels, between the three.
  private static let gap = 8
  /// The maximum width in pixels; wider films are halved until they fit.
  private static let widest = 3840

  /// `next` returns the pictures of each frame in order; `nil` for a missing picture. All frames
  /// get the size of the first one. Throws `MediaError`.
  func write(
    _ next: (Int) async throws -> (expected: Bitmap?, actual: Bitmap?)
  ) async throws {
    let first = try await next(0)
    let sizes = [first.expected, first.actual].compactMap(\.self)
    let width = sizes.map(\.width).max() ?? 1
    let height = sizes.map(\.height).max() ?? 1
    let whole = 3 * width + 2 * Self.gap
    let halvings = (0...8).first { whole >> $0 <= Self.widest } ?? 8
    let sample = try frame(first, width, height).halved(times: halvings)
    let writer = try VideoWriter(
      path: path, format: .mp4,
      frames: FrameFormat(
        width: sample.width, height: sample.height, rate: rate, frameCount: count, isOpaque: true))
    _ = try await withFrameSink(writer) { sink in
      for index in 0..<count {
        let pair = index == 0 ? first : try await next(index)
        let picture = try frame(pair, width, height).halved(times: halvings)
        try await sink.write(picture, index: index)
      }
    }
  }

  private func frame(
    _ pair: (expected: Bitmap?, actual: Bitmap?), _ width: Int, _ height: Int
  ) throws -> Bitmap {
    let result = try Bitmap(width: 3 * width + 2 * Self.gap, height: height)
    for y in 0..<height {
      for x in 0..<result.width {
        let isGap = x % (width + Self.gap) >= width
        result[x, y] = isGap ? 0xFF8C_8C8C : 0xFFFF_FFFF
      }
    }
    var pictures = [pair.expected, pair.actual, nil]
    if let expected = pair.expected, let actual = pair.actual {
      let difference = try PictureComparison(tolerance: tolerance).compare(expected, actual)
      pictures[2] = try difference.picture(over: expected)
    }
    for (place, picture) in pictures.enumerated() {
      guard let picture else { continue }
      let start = place * (width + Self.gap)
      for y in 0..<min(height, picture.height) {
        for x in 0..<min(width, picture.width) { result[start + x, y] = Self.white(picture[x, y]) }
      }
    }
    return result
  }

  /// A premultiplied pixel over white.
  private static func white(_ pixel: UInt32) -> UInt32 {
    let clear = 255 - pixel >> 24
    return 0xFF00_0000 | (pixel & 0xFF_FFFF) + clear * 0x01_0101
  }
}

extension DiffReport {
  /// The frame rate for pictures that are moments and not frames of a film.
  private static let slow = FrameRate("10") ?? .standard

  /// Writes a film of each sequence that differs into `film/` of a folder and records its path. A
  /// sequence is a group of two or more picture files: the pictures of a folder, or a scene's
  /// pictures that the run left in the same folder. Throws `MediaError`.
  public mutating func addFilms(to folder: String) async throws {
    for (group, pairs) in sequences {
      let name = "film/\(mirroredName(of: group)).mp4"
      let film = DifferenceFilm(
        path: "\(folder)/\(name)", rate: Self.slow, tolerance: tolerance, count: pairs.count)
      try await film.write { try pairs[$0].bitmaps(folder) }
      try addFilm("\(folder)/\(name)", named: name, of: group)
    }
  }

  /// Notes a film that was left in the report's folder, for the pairs of a group.
  mutating func addFilm(_ path: String, named name: String, of group: String) throws {
    films.append(ReportPicture(path: name, digest: Digest(of: try readWholeFile(path))))
    notes.append("a film of what differs in '\(group)' is \(name)")
    for index in entries.indices where FilePath(entries[index].group) == FilePath(group) {
      entries[index].films.append(
        ReportFilm(caption: "expected, actual and difference", path: path))
    }
  }

  /// The groups with two pairs of pictures or more of which one differs, in their order.
  private var sequences: [(String, [Entry])] {
    entries.groups.compactMap { name, entries in
      let pairs = entries.filter { $0.expected.hasEnding(".png") }
      let differs = entries.contains { $0.verdict.isFailure && $0.difference != nil }
      return differs && pairs.count > 1 ? (name, pairs) : nil
    }
  }
}

extension DiffReport.Entry {
  /// The picture of an equal pair is used for both sides.
  fileprivate func bitmaps(_ folder: String) throws -> (expected: Bitmap?, actual: Bitmap?) {
    func read(_ path: String?) throws -> Bitmap? {
      guard let path, FileManager.default.fileExists(atPath: path) else { return nil }
      return try readPicture(path, PNG.Limits(maximumPixels: DiffOptions.usualSize))
    }
    let expected = try read(expected)
    if let left = files?.actual { return (expected, try read("\(folder)/\(left.path)")) }
    if actual.hasEnding(".png") { return (expected, try read(actual)) }
    return (expected, verdict == .same ? expected : nil)
  }
}
