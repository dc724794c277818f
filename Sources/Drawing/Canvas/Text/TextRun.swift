/// A stretch of a text in one style.
public struct TextRun: Hashable, Sendable {
  /// A line below or through letters (`NSUnderlineStyle`).
  public enum LineStyle: String, Hashable, Sendable, CaseIterable {
    case none, single, thick, double
  }

  public var string: String
  public var font: FontDescription
  /// In points: the height of an em. A run whose size is zero, negative or not finite is left out.
  public var size: Double
  /// Added to each letter's advance, in points; negative draws letters together.
  public var kern: Double
  /// How far the letters are raised, in points.
  public var baselineOffset: Double
  public var underline: LineStyle
  public var strikethrough: LineStyle

  public init(
    _ string: String, font: FontDescription, size: Double, kern: Double = 0,
    baselineOffset: Double = 0, underline: LineStyle = .none, strikethrough: LineStyle = .none
  ) {
    self.string = string
    self.font = font
    self.size = size
    self.kern = kern
    self.baselineOffset = baselineOffset
    self.underline = underline
    self.strikethrough = strikethrough
  }

  /// The same run with every length divided by `unit`.
  func divided(by unit: Double) -> TextRun {
    var run = self
    run.size = size / unit
    run.kern = kern.isFinite ? kern / unit : 0
    run.baselineOffset = baselineOffset.isFinite ? baselineOffset / unit : 0
    return run
  }
}
