import RostrumBase
import RostrumLayerTree
import RostrumSource

/// Reads Advanced SubStation Alpha (`.ass`, and `.ssa`): times, texts, line breaks and the times of
/// karaoke's syllables; styles, places, drawings and effects are counted as losses.
///
/// Source: "Sub Station Alpha v4.00+ Script Format".
struct SubStationParser {
  private let lines: [Substring]
  private(set) var losses = CaptionLosses()

  /// Whether the lines begin as such a file.
  static func reads(_ lines: [Substring]) -> Bool {
    let first = lines.first { $0.contains { !$0.isWhitespace } && !$0.hasPrefix(";") }
    return first.map { $0.trimmed.lowercased() == "[script info]" } ?? false
  }

  init(_ lines: [Substring]) { self.lines = lines }

  private static let usualFields = [
    "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
  ]

  /// In the order of the file.
  mutating func captions() throws(CaptionParser.Problem) -> [CaptionParser.Placed] {
    var found: [CaptionParser.Placed] = []
    var fields = Self.usualFields
    var isInEvents = false
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("[") { isInEvents = line.trimmed.lowercased() == "[events]" }
      guard isInEvents, let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...]
      switch line[..<colon].lowercased() {
      case "format": fields = value.split(separator: ",").map { $0.trimmed.lowercased() }
      case "dialogue":
        if let one = try caption(value, fields, line: index + 1) { found.append((one, index + 1)) }
      default: break
      }
    }
    return found
  }

  private mutating func caption(
    _ value: Substring, _ fields: [String], line: Int
  ) throws(CaptionParser.Problem) -> Caption? {
    // The text is the last field, and may have commas.
    let parts = value.split(
      separator: ",", maxSplits: fields.count - 1, omittingEmptySubsequences: false)
    func field(_ name: String) -> String? {
      fields.firstIndex(of: name).flatMap { $0 < parts.count ? parts[$0].trimmed : nil }
    }
    guard let start = field("start").flatMap(CaptionParser.seconds),
      let end = field("end").flatMap(CaptionParser.seconds), fields.last == "text",
      parts.count == fields.count
    else {
      throw CaptionParser.Problem(
        line: line,
        message: "expected a dialogue with the fields \(fields.joined(separator: ", ")); found "
          + String(value.prefix(60)).quoted)
    }
    guard end > start else {
      throw CaptionParser.Problem(
        line: line,
        message: "a caption ends after it begins; found " + String(value.prefix(60)).quoted)
    }
    if let style = field("style"), style.drop(while: { $0 == "*" }).lowercased() != "default" {
      losses.add(CaptionLosses.styles, line: line)
    }
    if let effect = field("effect"), !effect.isEmpty {
      losses.add(CaptionLosses.effects, line: line)
    }
    let pieces = pieces(String(parts[parts.count - 1]), start: start, line: line)
    guard pieces.contains(where: { $0.text.contains { !$0.isWhitespace } }) else { return nil }
    return Caption(start: start, end: end, pieces: pieces)
  }

  /// The text at the times of its syllables.
  private mutating func pieces(_ text: String, start: Double, line: Int) -> [Caption.Piece] {
    var pieces: [Caption.Piece] = []
    var (plain, time) = ("", Double?.none)
    var next = start
    var isDrawing = false
    var rest = text[...]
    let lastEnd = text.lastIndex(of: "}")
    while let character = rest.first {
      if character == "{", let lastEnd, lastEnd > rest.startIndex,
        let end = rest.firstIndex(of: "}")
      {
        for tag in rest[..<end].dropFirst().split(separator: "\\").map(String.init) {
          if let length = Self.syllable(tag) {
            if !plain.isEmpty { pieces.append(.init(start: time, text: plain)) }
            (plain, time) = ("", next)
            next += length
          } else if tag.hasPrefix("p"), let scale = Int(tag.dropFirst()) {
            isDrawing = scale > 0
            if isDrawing { losses.add(CaptionLosses.drawings, line: line) }
          } else if let what = Self.loss(tag) {
            losses.add(what, line: line)
          }
        }
        rest = rest[end...].dropFirst()
      } else if character == "\\", let word = Self.breaks[rest.dropFirst().first ?? " "] {
        if !isDrawing { plain += word }
        rest = rest.dropFirst(2)
      } else {
        if !isDrawing { plain.append(character) }
        rest = rest.dropFirst()
      }
    }
    if !plain.isEmpty { pieces.append(.init(start: time, text: plain)) }
    return pieces
  }

  /// A hard line break, one that the usual style of wrapping shows as a blank, and a hard blank.
  private static let breaks: [Character: String] = ["N": "\n", "n": " ", "h": "\u{A0}"]

  /// How long a syllable of karaoke is sung, in seconds: `k`, `K`, `kf` and `ko` count hundredths.
  private static func syllable(_ tag: String) -> Double? {
    guard tag.first == "k" || tag.first == "K" else { return nil }
    return Double(tag.drop { $0.isLetter }).map { $0 / 100 }
  }

  /// The feature that is lost with a tag, by how it begins.
  private static func loss(_ tag: String) -> String? {
    let places = ["an", "a", "pos", "move", "org", "q", "clip", "iclip"]
    let name = String(tag.prefix { $0.isLetter })
    if places.contains(name) { return CaptionLosses.positions }
    if ["b", "i", "u", "s"].contains(name) { return CaptionLosses.emphasis }
    if ["fn", "fs", "fe", "c", "alpha", "r"].contains(name) || tag.first?.isNumber == true {
      return CaptionLosses.fonts
    }
    return name.isEmpty ? nil : CaptionLosses.effects
  }
}
