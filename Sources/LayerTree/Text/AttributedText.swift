public import Geometry

/// A text made of runs, each in a style of its own (`NSAttributedString`).
///
/// What a run leaves open is the layer's: its font, its size, its colour. Core Animation would take the system's defaults there; this
/// way one animation of `foregroundColor` reaches every run that has no colour of its own.
public struct AttributedText: Hashable, Sendable {
  /// A line below or through letters (`NSUnderlineStyle`).
  public enum UnderlineStyle: String, CaseIterable, Hashable, Sendable {
    case none, single, thick, double
  }

  /// A stretch of text in one style. Attributes have the names of `NSAttributedString.Key`.
  public struct StyleRun: Hashable, Sendable {
    public var text: String
    public var font: FontReference?
    /// In points, above 0.
    public var fontSize: Double?
    public var foregroundColor: Color?
    /// What the letters' boxes are filled with.
    public var backgroundColor: Color?
    /// Added between letters, in points.
    public var kern = 0.0
    /// How far the letters are raised, in points.
    public var baselineOffset = 0.0
    public var underlineStyle = UnderlineStyle.none
    /// `nil` for the colour of the letters.
    public var underlineColor: Color?
    public var strikethroughStyle = UnderlineStyle.none
    /// `nil` for the colour of the letters.
    public var strikethroughColor: Color?

    public init(_ text: String) { self.text = text }
  }

  public var runs: [StyleRun]

  public init(_ runs: [StyleRun]) { self.runs = runs }

  /// The letters alone.
  public var string: String { runs.map(\.text).joined() }
}
