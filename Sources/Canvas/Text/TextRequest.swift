/// How lines stand between the left and the right side (`CATextLayerAlignmentMode`).
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

/// A text and how to lay it out.
public struct TextRequest: Hashable, Sendable {
  /// Line breaks in it always break. At most 100,000 Unicode scalars.
  public var string: String
  public var font: FontDescription
  /// In points: the height of an em. Zero, negative and non-finite sizes give an empty layout.
  public var size: Double
  /// The distance of the sides between which lines wrap, align and are truncated, in points.
  /// `nil` (and no number): lines do not wrap, and align within the longest.
  public var width: Double?
  /// With wrapping and truncation: no more lines than fit into this height, in points, but at least
  /// one of each paragraph; the last one shows an ellipsis where text is missing.
  public var height: Double?
  /// Lines break between words when they reach the width; words that are too long break inside.
  public var isWrapped: Bool
  public var alignment: TextAlignment
  /// Needs a width; and when wrapped, a height.
  public var truncation: TruncationMode

  public init(
    _ string: String, font: FontDescription, size: Double, width: Double? = nil,
    height: Double? = nil, isWrapped: Bool = false, alignment: TextAlignment = .natural,
    truncation: TruncationMode = .none
  ) {
    self.string = string
    self.font = font
    self.size = size
    self.width = width
    self.height = height
    self.isWrapped = isWrapped
    self.alignment = alignment
    self.truncation = truncation
  }

  /// The same request with every length in ems: its layout is the layout at size 1.
  var inEms: TextRequest {
    var request = self
    request.size = 1
    request.width = width.flatMap { $0.isFinite ? max(0, $0) / size : nil }
    request.height = height.flatMap { $0.isFinite ? max(0, $0) / size : nil }
    return request
  }
}
