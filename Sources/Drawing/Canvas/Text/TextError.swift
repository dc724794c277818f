public import RostrumBase

/// The reason why a text cannot be laid out. Fonts are never substituted without an error.
public enum TextError: ExitStatusError, Hashable, Sendable {
  /// There is no font of that name; `suggestions` are similar names that exist.
  case missingFamily(String, suggestions: [String])
  /// The file is missing, or is no TrueType or OpenType font with outlines.
  case unreadableFontFile(String)
  /// The file has more bytes than `limit`.
  case tooLargeFontFile(String, limit: Int)
  /// The font lacks the character at this offset (in UTF-8 bytes).
  case missingGlyph(Unicode.Scalar, offset: Int, family: String)
  /// The character is in none of several fonts; `others` are installed families that have it.
  case missingInFonts(Unicode.Scalar, fonts: [String], others: [String])
  /// The font draws this glyph neither by an outline nor in colours that can be read.
  case glyphWithoutOutline(offset: Int, family: String)
  /// The font draws this glyph in colours, where only outlines can be drawn.
  case coloredGlyph(offset: Int, family: String)
  /// More than 100,000 Unicode scalars.
  case tooLong(count: Int)

  public var exitStatus: ExitStatus { .wrongUsage }

  /// The letter that no font has.
  package var letter: Unicode.Scalar? {
    switch self {
    case .missingGlyph(let letter, _, _), .missingInFonts(let letter, _, _): letter
    default: nil
    }
  }
}

extension TextError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingFamily(let family, let suggestions):
      "no font family '\(family)'"
        + (suggestions.isEmpty ? "" : "; similar: \(suggestions.joined(separator: ", "))")
    case .unreadableFontFile(let path):
      "'\(path)' is no readable TrueType or OpenType font"
        + (GitLeftover(ofFile: path).map { ": it \($0.reason); \($0.remedy)" } ?? "")
    case .tooLargeFontFile(let path, let limit):
      "'\(path)' is larger than \(limit >> 20) MiB, the limit of a font"
    case .missingGlyph(let character, let offset, let family):
      "'\(family)' has no glyph for \(Self.name(character)) at byte \(offset)"
    case .missingInFonts(let character, let fonts, let others):
      fonts.map { "'\($0)'" }.joined(separator: " and ")
        + (fonts.count == 1 ? " has" : " have") + " no glyph for \(Self.name(character)); "
        + (others.isEmpty
          ? "no installed family has it" : "installed with it: \(others.joined(separator: ", "))")
    case .glyphWithoutOutline(let offset, let family):
      "'\(family)' draws the character at byte \(offset) in a way that cannot be read: "
        + "neither by an outline, nor by a coloured picture or flat coloured layers"
    case .coloredGlyph(let offset, let family):
      "'\(family)' draws the character at byte \(offset) in colours; only outlines can be used here"
    case .tooLong(let count):
      "the text has \(count) characters; at most 100000 can be laid out"
    }
  }

  private static func name(_ character: Unicode.Scalar) -> String {
    let code = "U+" + character.value.digits(4, radix: 16, uppercase: true)
    return character.properties.generalCategory == .control ? code : "'\(character)' (\(code))"
  }
}
