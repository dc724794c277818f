import RostrumCPango

/// The horizontal alignment of lines (`CATextLayerAlignmentMode`).
public enum TextAlignment: String, Hashable, Sendable, CaseIterable {
  /// Left for left-to-right paragraphs, right for the others.
  case natural
  case left, right, center
  /// Wrapped lines fill the width; the last line of a paragraph is natural.
  case justified
}

/// Where a line that is too long loses its letters to an ellipsis (`CATextLayerTruncationMode`).
public enum TruncationMode: String, Hashable, Sendable, CaseIterable {
  case none, start, middle, end
}

/// The parts that a text is taken apart into.
public enum TextDivision: String, Hashable, Sendable, CaseIterable {
  /// Glyphs that the font draws as one: a letter with its marks, or a ligature.
  case letters
  /// Letters between blanks, on one line.
  case words
  case lines
}

/// A text and how to lay it out.
public struct TextRequest: Hashable, Sendable {
  /// Together the text. Line breaks in it always break. At most 100,000 Unicode scalars.
  public var runs: [TextRun]
  /// The distance of the sides between which lines wrap, align and are truncated, in points.
  /// `nil` (and no number): lines do not wrap, and align within the longest.
  public var width: Double?
  /// With wrapping and truncation: no more lines than fit into this height, in points, but at least
  /// one; the last one shows an ellipsis where text is missing.
  public var height: Double?
  /// Lines break between words when they reach the width.
  public var isWrapped: Bool
  /// Whether words that are wider than the width break inside; otherwise they reach beyond it.
  public var breaksWords = true
  public var alignment: TextAlignment
  /// Needs a width; and when wrapped, a height.
  public var truncation: TruncationMode
  /// The height of a line as a multiple of its largest type, above 0; `nil` for the font's own.
  public var lineHeight: Double?
  /// Whether glyphs may be coloured pictures; where they may not, they are errors.
  public var allowsColor = false
  /// The parts that the layout gives one by one too; `nil` for none.
  public var pieces: TextDivision?

  public init(
    runs: [TextRun], width: Double? = nil, height: Double? = nil, isWrapped: Bool = false,
    alignment: TextAlignment = .natural, truncation: TruncationMode = .none
  ) {
    self.runs = runs
    self.width = width
    self.height = height
    self.isWrapped = isWrapped
    self.alignment = alignment
    self.truncation = truncation
  }

  /// A text in one style.
  public init(
    _ string: String, font: FontDescription, size: Double, width: Double? = nil,
    height: Double? = nil, isWrapped: Bool = false, alignment: TextAlignment = .natural,
    truncation: TruncationMode = .none
  ) {
    self.init(
      runs: [TextRun(string, font: font, size: size)], width: width, height: height,
      isWrapped: isWrapped, alignment: alignment, truncation: truncation)
  }

  /// The sources of the fonts of all runs, in the order of the runs.
  var fontSources: [FontDescription.Source] {
    runs.flatMap { $0.font.withFallbacks.map(\.source) }
  }

  public var string: String { runs.map(\.string).joined() }

  /// The largest type, which all lengths are measured in while the text is laid out; `nil` when no
  /// run has a size.
  var unit: Double? { runs.map(\.size).filter { $0 > 0 && $0.isFinite }.max() }

  /// The same request with every length divided by `unit`: its layout is the layout at size 1.
  func inUnits(of unit: Double) -> TextRequest {
    var request = self
    // A run without a size keeps its place among the runs.
    request.runs = runs.map { run in
      guard run.size > 0, run.size.isFinite else {
        return TextRun("", font: run.font, size: 1)
      }
      return run.divided(by: unit)
    }
    request.width = width.flatMap { $0.isFinite ? max(0, $0) / unit : nil }
    request.height = height.flatMap { $0.isFinite ? max(0, $0) / unit : nil }
    return request
  }
}

/// The text with letters and their marks as one character where Unicode has one (form C), so that
/// equal texts have equal bytes. Unchanged where it holds a zero, with which C's texts end.
public func precomposed(_ text: String) -> String {
  guard !text.utf8.contains(0), let form = g_utf8_normalize(text, -1, G_NORMALIZE_NFC) else {
    return text
  }
  defer { g_free(form) }
  return String(cString: form)
}
