public import Geometry

/// A text turned into outlines, in points. The origin is the top left corner of the first line, or
/// of the space of the requested width; y grows downwards.
public struct TextLayout: Hashable, Sendable {
  /// One line of the text.
  public struct Line: Hashable, Sendable {
    /// Where the line begins on the left.
    public var x: Double
    /// The y coordinate on which letters stand.
    public var baseline: Double
    /// From the first letter's origin to the end of the last one's advance.
    public var width: Double
    /// How far the font reaches above the baseline.
    public var ascent: Double
    /// How far the font reaches below the baseline.
    public var descent: Double
  }

  /// The shapes that are drawn for one run of the request, to be filled by the non-zero rule.
  public struct Run: Hashable, Sendable {
    /// The outlines of the letters.
    public var glyphs = Path()
    public var underline = Path()
    public var strikethrough = Path()
    /// The boxes of the run's letters, as high as their lines.
    public var boxes = Path()

    func scaled(by k: Double) -> Run {
      Run(
        glyphs: glyphs.map { $0 * k }, underline: underline.map { $0 * k },
        strikethrough: strikethrough.map { $0 * k }, boxes: boxes.map { $0 * k })
    }

    /// The run with every point moved.
    public func moved(by offset: Point) -> Run {
      Run(
        glyphs: glyphs.map { $0 + offset }, underline: underline.map { $0 + offset },
        strikethrough: strikethrough.map { $0 + offset }, boxes: boxes.map { $0 + offset })
    }
  }

  /// As many as the request has, in its order.
  public var runs: [Run]
  /// The width of the longest line, and the height of all lines together.
  public var size: Size
  public var lines: [Line]
  /// A box around all outlines; `zero` when there are none.
  public var inkBounds: Rect

  /// The outlines of all letters, to be filled by the non-zero rule.
  public var path: Path {
    runs.count == 1 ? runs[0].glyphs : Path(runs.flatMap(\.glyphs.elements))
  }

  static let empty = TextLayout(runs: [], size: .zero, lines: [], inkBounds: .zero)

  /// The layout with every length multiplied.
  func scaled(by k: Double) -> TextLayout {
    TextLayout(
      runs: runs.map { $0.scaled(by: k) },
      size: Size(width: size.width * k, height: size.height * k),
      lines: lines.map {
        Line(
          x: $0.x * k, baseline: $0.baseline * k, width: $0.width * k, ascent: $0.ascent * k,
          descent: $0.descent * k)
      },
      inkBounds: Rect(
        x: inkBounds.minX * k, y: inkBounds.minY * k, width: inkBounds.width * k,
        height: inkBounds.height * k))
  }
}
