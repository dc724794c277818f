import Base
import Geometry
import ImageDiff
import Media

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
      lines.append(alike.isEmpty ? first.text : line(of: alike))
      rest = rest.dropFirst(max(1, alike.count))
    }
    return lines
  }

  /// The first names of a long list say enough.
  private static let mostNames = 12

  private static func line(of entries: ArraySlice<Entry>) -> String {
    let first = entries[entries.startIndex]
    let names = entries.prefix(mostNames).map(\.name).joined(separator: ", ")
    let more = entries.count > mostNames ? " and \(entries.count - mostNames) more" : ""
    return
      "\(first.verdict.words): \(first.group) @ \(names)\(more) in \(folder(of: first.expected))\n"
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
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

  fileprivate var text: String {
    let words = verdict == .same && !changes.isEmpty ? "same, but values changed" : verdict.words
    return "\(words): \(title)\n" + sentences.map { "  \($0)\n" }.joined()
  }

  /// Whether one line can say both: a missing or written baseline needs no more than its name.
  fileprivate func sharesLine(with other: Self) -> Bool {
    [self, other].allSatisfy { entry in
      [.missing, .recorded, .updated].contains(entry.verdict) && entry.difference == nil
        && !entry.name.isEmpty
    } && verdict == other.verdict && group == other.group
  }
}

extension DiffReport {
  /// The whole report but the pictures.
  public var json: String { jsonText { _ in [] }.text() + "\n" }

  /// With more keys for each entry.
  func jsonText(_ more: (Entry) -> [(key: String, value: JSONText)]) -> JSONText {
    .object([
      ("version", .integer(Self.version)), ("shard", .string(shard?.description)),
      ("title", .string(title)), ("exitStatus", .integer(Int(exitStatus))),
      ("summary", .string(summary)), ("tolerance", tolerance.json),
      ("notes", .array(notes.map { .string($0) })),
      ("entries", .array(entries.map { .object($0.json + more($0)) })),
    ])
  }
}

extension DiffReport.Entry {
  fileprivate var json: [(key: String, value: JSONText)] {
    [
      ("group", .string(group)), ("name", .string(name)), ("verdict", .string(verdict.rawValue)),
      ("expected", .string(expected)), ("actual", .string(actual)), ("source", .string(source)),
      ("line", .integer(line)), ("changes", .array(changes.map(\.json))),
      ("files", files?.json ?? .null),
      ("sentences", .array(sentences.map { .string($0) })),
      ("difference", difference?.json ?? .null),
    ]
  }
}

extension LayerChange {
  fileprivate var json: JSONText {
    .object([
      ("layer", .string(layer)), ("keyPath", .string(keyPath)), ("text", .string(text)),
    ])
  }
}

extension ReportPictures {
  fileprivate var json: JSONText {
    .object([
      ("expected", file(expected)), ("actual", file(actual)), ("difference", file(difference)),
      ("record", file(record)), ("baseline", .string(baseline?.description)),
    ])
  }

  private func file(_ file: ReportPicture?) -> JSONText {
    file.map { .object([("path", .string($0.path)), ("digest", .string("\($0.digest)"))]) } ?? .null
  }
}

extension Tolerance {
  var json: JSONText {
    .object([
      ("threshold", .number(threshold)), ("maximumPixels", .integer(maximumPixels)),
      ("maximumShare", .number(maximumShare)), ("maximumRegion", .integer(maximumRegion)),
      ("forgivesAntialiasing", .flag(forgivesAntialiasing)),
    ])
  }
}

extension PictureDifference {
  fileprivate var json: JSONText {
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

  private var place: JSONText {
    largestDistanceAt.map { .array([.integer($0.x), .integer($0.y)]) } ?? .null
  }

  private func size(_ rect: PixelRect) -> JSONText {
    .array([.integer(rect.width), .integer(rect.height)])
  }

  private func region(_ region: Region) -> JSONText {
    let box = region.bounds
    return .object([
      ("x", .integer(box.x)), ("y", .integer(box.y)), ("width", .integer(box.width)),
      ("height", .integer(box.height)), ("pixels", .integer(region.pixels)),
    ])
  }
}

extension DiffReport {
  /// JUnit's XML, as most continuous integration servers read it: a suite for each group, a case
  /// for each pair, a failure for each pair that is not the same.
  public var junit: String {
    var groups: [String] = []
    for entry in entries where !groups.contains(entry.group) { groups.append(entry.group) }
    let byGroup = Dictionary(grouping: entries, by: \.group)
    let suites = groups.map { suite($0, byGroup[$0] ?? []) }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="rostrum" tests="\(entries.count)" failures="\(failures.count)">
      \(suites)</testsuites>

      """
  }

  private func suite(_ name: String, _ entries: [Entry]) -> String {
    let failures = entries.count { $0.verdict.isFailure }
    return
      "  <testsuite name=\"\(xml(name))\" tests=\"\(entries.count)\" failures=\"\(failures)\">\n"
      + entries.map(testCase).joined() + "  </testsuite>\n"
  }

  private func testCase(_ entry: Entry) -> String {
    let name = entry.name.isEmpty ? entry.group : entry.name
    let start = "    <testcase name=\"\(xml(name))\" classname=\"\(xml(entry.group))\""
    let text = xml(entry.sentences.joined(separator: "\n"))
    guard entry.verdict.isFailure else {
      return start + ">\n      <system-out>\(text)</system-out>\n    </testcase>\n"
    }
    let message = xml("\(entry.verdict.words): \(entry.sentences.first ?? "")")
    return start + ">\n      <failure type=\"\(entry.verdict.rawValue)\" message=\"\(message)\">"
      + "\(text)</failure>\n    </testcase>\n"
  }

  /// Characters that XML 1.0 does not know at all become question marks.
  private func xml(_ text: String) -> String {
    String(
      text.unicodeScalars.map { scalar -> String in
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "\n", "\t", "\r": "&#\(scalar.value);"
        case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: "?"
        default: String(scalar)
        }
      }.joined())
  }
}

extension DiffReport {
  /// One page that holds everything, its pictures too: it opens from disk, asks for nothing, and
  /// follows the reader's light or dark.
  public var html: String {
    let data = jsonText { entry in
      let pictures = entry.pictures
      return [
        ("title", .string(entry.title)), ("words", .string(entry.verdict.words)),
        ("isFailure", .flag(entry.verdict.isFailure)),
        (
          "pictures",
          .array([
            Self.picture(pictures?.expected), Self.picture(pictures?.actual),
            Self.picture(pictures?.difference),
          ])
        ),
      ]
    }
    let values = [
      "title": "\(Self.escaped(summary)) - \(Self.escaped(title))",
      "data": data.text().replacing("<", with: "\\u003c"),
    ]
    let page = embeddedText("Report.html")
    return page.replacing(/{{(title|data)}}/) { values[String($0.output.1), default: ""] }
  }

  /// Its address and its size, so that the page can lay it out before it is decoded. The size
  /// stands at bytes 16 to 23 of a PNG file (PNG specification, section 11.2.2).
  private static func picture(_ png: [UInt8]?) -> JSONText {
    guard let png, png.count > 24 else { return .null }
    func number(at start: Int) -> Int { png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    let address = "data:image/png;base64,\(Data(png).base64EncodedString())"
    return .object([
      ("source", .literal("\"\(address)\"")), ("width", .integer(number(at: 16))),
      ("height", .integer(number(at: 20))),
    ])
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

extension DiffReport {
  /// Writes `index.html`, `report.json` and `junit.xml` into a folder, which is made where it is
  /// missing. Throws `MediaError`.
  public func write(toFolder folder: String) throws(MediaError) {
    try write(html, to: "\(folder)/index.html")
    try write(json, to: "\(folder)/report.json")
    try write(junit, to: "\(folder)/junit.xml")
  }

  /// Writes JUnit's XML to a file, or to the standard output for `-`. Throws `MediaError`.
  public func writeJUnit(to path: String) throws(MediaError) { try write(junit, to: path) }

  private func write(_ text: String, to path: String) throws(MediaError) {
    try createFolder(ofOutput: path)
    try writeWholeFile(Array(text.utf8), to: path)
  }
}
