import RostrumLayerTree

/// The features of a caption file that are not shown as it means them, by how reports call them,
/// with the line of the first and how many there are.
struct CaptionLosses {
  private(set) var found: [(what: String, line: Int, count: Int)] = []

  mutating func add(_ what: String, line: Int) {
    guard let index = found.firstIndex(where: { $0.what == what }) else {
      return found.append((what, line, 1))
    }
    found[index].count += 1
  }

  /// The losses as one sentence behind a file's name, with the line of the first of each kind;
  /// `nil` for none.
  var sentence: String? {
    let hidden = found.filter { $0.what != Self.ruby }.map { loss in
      let more = loss.count > 1 ? " and \(loss.count - 1) more" : ""
      return "\(loss.what) (line \(loss.line)\(more))"
    }
    let parts = [
      hidden.isEmpty ? nil : "\(hidden.joined(separator: ", ")) are not shown",
      found.first { $0.what == Self.ruby }.map {
        "readings beside words (ruby, line \($0.line)) follow them in brackets"
      },
    ]
    let text = parts.compactMap(\.self).joined(separator: "; ")
    return text.isEmpty ? nil : text
  }
}

extension CaptionLosses {
  static let positions = "positions"
  static let regions = "regions"
  static let styles = "styles"
  static let voices = "names of voices"
  static let fonts = "fonts and colours of words"
  static let emphasis = "words that are bold, italic or underlined"
  static let ruby = "ruby"
  static let drawings = "drawings"
  static let effects = "effects"

  /// By the names of tags; others are not looked at.
  private static let tags: [String: String] = [
    "v": voices, "c": styles, "font": fonts, "b": emphasis, "i": emphasis, "u": emphasis,
    "s": emphasis, "ruby": ruby,
  ]

  /// The feature that is lost with a tag of that name.
  static func ofTag(_ name: String) -> String? { tags[name] }
}

/// A caption's text as it is taken apart: tags are left out, readings are put in brackets, and
/// times begin new pieces.
///
/// Source: WebVTT, section 4.2.2: cue text, of which SubRip's files have some tags too.
struct CaptionTextReader {
  private(set) var pieces: [Caption.Piece] = []
  /// The features that were not kept, each as often as it is there.
  private(set) var losses: [String] = []
  private var plain = String.UnicodeScalarView()
  private var start: Double?
  /// Whether a reading beside a word is open.
  private var isInReading = false

  init(_ text: String) {
    // By scalars: a combining mark behind a bracket makes another character of it.
    var rest = text.unicodeScalars[...]
    let (lastTag, lastOverride) = (rest.lastIndex(of: ">"), rest.lastIndex(of: "}"))
    while let scalar = rest.first {
      if scalar == "<", let lastTag, lastTag > rest.startIndex,
        let end = rest.firstIndex(of: ">")
      {
        add(tag: String(rest[..<end].dropFirst()))
        rest = rest[end...].dropFirst()
      } else if scalar == "{", rest.dropFirst().first == "\\", let lastOverride,
        lastOverride > rest.startIndex, let end = rest.firstIndex(of: "}")
      {
        add(override: String(rest[..<end].dropFirst()))
        rest = rest[end...].dropFirst()
      } else if scalar == "&", let (character, length) = Self.entity(at: rest) {
        plain.append(character)
        rest = rest.dropFirst(length)
      } else {
        plain.append(scalar)
        rest = rest.dropFirst()
      }
    }
    closeReading()
    finishPiece()
  }

  private mutating func finishPiece() {
    if !plain.isEmpty { pieces.append(.init(start: start, text: String(plain))) }
    plain = .init()
  }

  private mutating func add(tag: String) {
    if let time = CaptionParser.seconds(tag) {
      finishPiece()
      start = time
      return
    }
    let name = tag.drop { $0 == "/" }.prefix { !$0.isWhitespace && $0 != "." && $0 != "/" }
      .lowercased()
    switch (name, tag.hasPrefix("/")) {
    case ("rt", false):
      isInReading = true
      plain.append("(")
    case ("rt", true), ("ruby", true): closeReading()
    case (_, false): CaptionLosses.ofTag(name).map { losses.append($0) }
    default: break
    }
  }

  private mutating func closeReading() {
    guard isInReading else { return }
    isInReading = false
    // A reading without text is none.
    if plain.last == "(" { plain.removeLast() } else { plain.append(")") }
  }

  /// SubRip's files have places of Advanced SubStation Alpha.
  private mutating func add(override: String) {
    losses.append(
      override.hasPrefix("\\an") || override.hasPrefix("\\pos")
        ? CaptionLosses.positions : CaptionLosses.effects)
  }

  private static let entities: [(name: String, scalar: Unicode.Scalar)] = [
    ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&nbsp;", "\u{A0}"),
    ("&lrm;", "\u{200E}"), ("&rlm;", "\u{200F}"),
  ]

  /// The scalar for the entity at the start of the text, and the length of the entity's name.
  private static func entity(
    at text: Substring.UnicodeScalarView
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    entities.first { text.starts(with: $0.name.unicodeScalars) }
      .map { ($0.scalar, $0.name.unicodeScalars.count) }
  }
}
