public import RostrumBase

/// The font that a text is set in.
public struct FontDescription: Hashable, Sendable {
  /// Where the font is found.
  public enum Source: Hashable, Sendable {
    /// The name of a family that is installed, or in one of the font book's files. Upper and lower
    /// case do not matter. Generic names such as "sans-serif" are no families.
    case family(String)
    /// The path of a font file, which is used alone: nothing on the system can take its place.
    case file(FilePath)
  }

  public var source: Source
  /// 100 (thin) to 1000, with 400 for regular and 700 for bold; limited to that. A family that does
  /// not have the weight gives the nearest that it has.
  public var weight: Int
  /// A family without an italic has its upright letters slanted if fontconfig says so.
  public var isItalic: Bool
  /// The places on the axes of a variable font, by the axes' tags.
  package var variations: [String: Double] = [:]
  /// The fonts for letters that this one lacks, in order. Fallbacks of a fallback are ignored.
  public var fallbacks: [FontDescription]

  public init(
    _ source: Source, weight: Int = 400, isItalic: Bool = false, fallbacks: [FontDescription] = []
  ) {
    self.source = source
    self.weight = weight
    self.isItalic = isItalic
    self.fallbacks = fallbacks
  }

  public init(family: String, weight: Int = 400, isItalic: Bool = false) {
    self.init(.family(family), weight: weight, isItalic: isItalic)
  }

  public init(file: String, weight: Int = 400, isItalic: Bool = false) {
    self.init(.file(FilePath(file)), weight: weight, isItalic: isItalic)
  }

  /// The font itself, then its fallbacks.
  var withFallbacks: [FontDescription] { [self] + fallbacks }
}
