import RostrumOutput
import RostrumBase
import RostrumGeometry
import RostrumImageDiff
public import RostrumMedia

extension DiffReport {
  /// For people and logs: a line for each pair that fails or whose values changed, its sentences
  /// below, and a line that counts all. Baselines of one scene that are missing or were just
  /// written share a line. Pairs that are the same are listed when `isVerbose` or when there are no
  /// more than four pairs.
  public func text(isVerbose: Bool = false) -> String {
    let listsAll = isVerbose || entries.count <= 4
    let shown = listsAll ? entries : entries.filter { $0.verdict.isFailure || !$0.changes.isEmpty }
    let unlisted = shown.count < entries.count ? leastAlike : ""
    let lines = isVerbose ? shown.map(\.text) : Self.lines(of: shown)
    return lines.joined() + unlisted + notes.map { "note: \($0)\n" }.joined() + summary + "\n"
  }

  private static func lines(of entries: [Entry]) -> [String] {
    var rest = entries[...]
    var lines: [String] = []
    while let first = rest.first {
      let alike = rest.prefix { first.sharesLine(with: $0) }
      let explained = rest.prefix { first.sharesFindings(with: $0) }
      if alike.isEmpty, explained.count > 1 {
        lines.append(
          first.text(first.sentences + ["(the same changes in \(explained.count - 1) more)"]))
        lines += explained.dropFirst().map { $0.text($0.numbers) }
        rest = rest.dropFirst(explained.count)
      } else {
        lines.append(alike.isEmpty ? first.text : line(of: alike))
        rest = rest.dropFirst(max(1, alike.count))
      }
    }
    return lines
  }

  private static func line(of entries: ArraySlice<Entry>) -> String {
    let first = entries[entries.startIndex]
    let names = list(entries.map(\.name), most: 12)
    let folder = first.expected.deletingLastPathComponent
    let place = folder.isEmpty ? "" : " in \(folder)"
    let advice = first.verdict == .unrecorded ? first.sentences.map { "  \($0)\n" }.joined() : ""
    return "\(first.verdict.words): \(first.group) @ \(names)\(place)\n" + advice
  }

  /// The equal pair with the largest difference, so that bounds and counts are seen on success too.
  private var leastAlike: String {
    let same = entries.filter { !$0.verdict.isFailure && $0.difference != nil }
    let least = same.max { $0.largestDistance < $1.largestDistance }
    guard let least, let sentence = least.sentences.first else { return "" }
    return "the least alike of those that are the same: \(least.title)\n  \(sentence)\n"
  }
}

extension DiffReport.Entry {
  fileprivate var largestDistance: Double { difference?.largestDistance ?? 0 }

  fileprivate var text: String { text(sentences) }

  fileprivate func text(_ sentences: [String]) -> String {
    let words = verdict == .same && !changes.isEmpty ? "same, but values changed" : verdict.words
    return "\(words): \(title)\n" + sentences.map { "  \($0)\n" }.joined()
  }

  /// The sentences about pixels.
  fileprivate var numbers: [String] { sentences.filter(Set(difference?.sentences ?? []).contains) }

  /// The sentences about what changed.
  fileprivate var findings: [String] {
    sentences.filter { !Set(difference?.sentences ?? []).contains($0) }
  }

  /// Whether both pairs of a scene have one change, which is told once.
  fileprivate func sharesFindings(with other: Self) -> Bool {
    verdict == other.verdict && FilePath(group) == FilePath(other.group) && !findings.isEmpty
      && difference != nil && other.difference != nil && findings == other.findings
  }

  /// Whether one line can say both: a missing or written baseline needs no more than its name.
  fileprivate func sharesLine(with other: Self) -> Bool {
    [self, other].allSatisfy { entry in
      [.missing, .unrecorded, .recorded, .updated].contains(entry.verdict)
        && entry.difference == nil
        && !entry.name.isEmpty && !entry.expected.hasSuffix(".json")
    } && verdict == other.verdict && FilePath(group) == FilePath(other.group)
  }
}

extension DiffReport {
  /// The whole report but the pictures.
  public var json: String { jsonText { _ in [] }.text() + "\n" }

  /// With more keys for each entry.
  func jsonText(_ more: (Entry) -> [(key: String, value: JSONValue)]) -> JSONValue {
    .object([
      ("version", .integer(Self.version)), ("shard", .string(shard?.description)),
      ("run", run?.json ?? .null),
      ("title", .string(title)), ("exitStatus", .integer(Int(exitStatus))),
      ("summary", .string(summary)), ("tolerance", tolerance.json),
      ("notes", .array(notes.map { .string($0) })),
      ("films", .array(films.map(\.json))),
      ("entries", .array(entries.map { .object($0.json + more($0)) })),
    ])
  }
}

extension DiffReport.Entry {
  fileprivate var json: [(key: String, value: JSONValue)] {
    [
      ("group", .string(group)), ("name", .string(name)), ("verdict", .string(verdict.rawValue)),
      ("expected", .string(expected)), ("actual", .string(actual)), ("source", .string(source)),
      ("line", .integer(line)), ("changes", .array(changes.map(\.json))),
      ("causes", .array(causes.map(\.json))),
      ("files", files?.json ?? .null), ("levels", levels?.json ?? .null),
      ("seconds", .number(seconds)),
      ("sentences", .array(sentences.map { .string($0) })),
      ("difference", difference?.json ?? .null),
    ]
  }
}

extension LayerChange {
  fileprivate var json: JSONValue {
    .object([
      ("layer", .string(layer)), ("keyPath", .string(keyPath)), ("text", .string(text)),
    ])
  }
}

extension SoundLevels {
  fileprivate var json: JSONValue {
    func list(_ levels: [Double]) -> JSONValue { .array(levels.map { .number($0) }) }
    return .object([("expected", list(expected)), ("actual", list(actual))])
  }
}

extension ReportPictures {
  fileprivate var json: JSONValue {
    .object([
      ("expected", file(expected)), ("actual", file(actual)), ("difference", file(difference)),
      ("record", file(record)), ("baseline", .string(baseline?.description)),
      ("film", file(film)), ("filmBaseline", .string(filmBaseline?.description)),
      ("sound", file(sound)),
    ])
  }

  private func file(_ file: ReportPicture?) -> JSONValue { file?.json ?? .null }
}

extension ReportPicture {
  fileprivate var json: JSONValue {
    .object([("path", .string(path)), ("digest", .string("\(digest)"))])
  }
}

extension Tolerance {
  var json: JSONValue {
    .object([
      ("threshold", .number(threshold)), ("maximumPixels", .integer(maximumPixels)),
      ("maximumShare", .number(maximumShare)), ("maximumRegion", .integer(maximumRegion)),
      ("forgivesAntialiasing", .flag(forgivesAntialiasing)),
    ])
  }
}

extension PictureDifference {
  fileprivate var json: JSONValue {
    .object([
      ("expectedSize", size(expectedSize)), ("actualSize", size(actualSize)),
      ("comparedPixels", .integer(comparedPixels)), ("allowedPixels", .integer(allowedPixels)),
      ("differentPixels", .integer(differentPixels)), ("differentShare", .number(differentShare)),
      ("forgivenPixels", .integer(forgivenPixels)), ("toleratedPixels", .integer(toleratedPixels)),
      ("ignoredPixels", .integer(ignoredPixels)), ("largestDistance", .number(largestDistance)),
      ("largestDistanceAt", place), ("meanSquaredError", .number(meanSquaredError)),
      ("tolerance", tolerance.json),
      ("peakSignalToNoise", .number(peakSignalToNoise)), ("regionCount", .integer(regionCount)),
      ("regions", .array(regions.prefix(16).map(region))),
    ])
  }

  private var place: JSONValue {
    largestDistanceAt.map { .array([.integer($0.x), .integer($0.y)]) } ?? .null
  }

  private func size(_ rect: PixelRect) -> JSONValue {
    .array([.integer(rect.width), .integer(rect.height)])
  }

  private func region(_ region: Region) -> JSONValue {
    let box = region.bounds
    return .object([
      ("x", .integer(box.x)), ("y", .integer(box.y)), ("width", .integer(box.width)),
      ("height", .integer(box.height)), ("pixels", .integer(region.pixels)),
    ])
  }
}

extension DiffReport {
  /// Writes `index.html`, `report.json`, `junit.xml` and `summary.md` into a folder, which is made
  /// where it is missing. The pictures of an older report in it go. Throws `MediaError`.
  public func write(toFolder folder: String) throws(MediaError) {
    let older = try? ReportFolder(folder)
    defer { older?.removePictures(besides: self) }
    let texts = [
      ("index.html", html(in: folder)), ("report.json", json), ("summary.md", markdown),
      ("junit.xml", junitDocument(picturesIn: folder).text),
    ]
    for (name, text) in texts {
      try writeWholeFile(
        Array(text.utf8), to: folder.appendingPathComponent(name), inside: folder)
    }
  }
}
