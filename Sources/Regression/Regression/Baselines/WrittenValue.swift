import RostrumBase
import RostrumGeometry

/// The text of a value in a scene file, compared by its meaning.
enum WrittenValue {
  /// Whether two texts say the same: an angle in another unit, a colour by its name, a number with
  /// more zeros.
  static func areEqual(_ a: String, _ b: String) -> Bool {
    a == b || parts(of: a) == parts(of: b)
  }

  private enum Part: Equatable {
    case number(Double), color(Color), word(String)
  }

  /// The words of a list or of a single value.
  private static func parts(of text: String) -> [Part] {
    // A colour may have blanks and commas of its own.
    guard Color(css: text) == nil else { return [part(of: text)] }
    return text.split { ", []\n".contains($0) }.map { part(of: String($0)) }
  }

  private static func part(of word: String) -> Part {
    if let number = Double(word) ?? Angle.radians(fromText: word), number.isFinite {
      return .number((number * 1e9).rounded())
    }
    return Color(css: word).map { .color($0) } ?? .word(word)
  }

  /// Whether a text ends the path of a file of this name, or is a list that has one.
  static func names(_ text: String, file name: String) -> Bool {
    text.split { ", []{}:\"'\n/".contains($0) }.contains { $0 == name }
      || text.trimmed.hasSuffix("/" + name) || text.trimmed == name
  }

  /// Two texts as short as their difference allows: what they have in common at their ends is left
  /// out where they are long.
  static func differingParts(_ old: String, _ new: String) -> (old: String, new: String) {
    let (old, new) = (old.replacing("\n", with: "\\n"), new.replacing("\n", with: "\\n"))
    guard max(old.count, new.count) > longest else { return (old, new) }
    let (a, b) = (Array(old), Array(new))
    let start = zip(a, b).prefix { $0 == $1 }.count
    let end = zip(a.reversed(), b.reversed()).prefix { $0 == $1 }
      .prefix(min(a.count, b.count) - start).count
    return (excerpt(a, start, end), excerpt(b, start, end))
  }

  /// In characters, of a text that is shown whole.
  private static let longest = 40
  /// In characters, of the text around a difference.
  private static let margin = 12

  private static func excerpt(_ text: [Character], _ start: Int, _ end: Int) -> String {
    let first = start <= margin + 3 ? 0 : start - margin
    let changed = text.count - end
    let last = end <= margin + 3 ? text.count : changed + margin
    let shown = text[first..<last]
    let body = shown.count > longest ? String(shown.prefix(longest - 3)) + "..." : String(shown)
    let isCut = last < text.count && shown.count <= longest
    return (first > 0 ? "..." : "") + body + (isCut ? "..." : "")
  }
}
