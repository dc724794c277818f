public import RostrumGeometry

/// The properties that a text layer adds. Defaults: Apple's `CATextLayer.h`, but for the family of
/// the font (see `FontReference.standard`).
extension Property {
  public static let string = TypedProperty(
    "string", .attributedText, default: AttributedText(""), isAnimatable: false,
    "The text, in one style or as a list of runs.")
  public static let font = TypedProperty(
    "font", .font, default: .standard, isAnimatable: false, "The typeface.")
  public static let fontSize = TypedProperty(
    "fontSize", .number(.moreThanZero), default: 36, "The size of the type, in points.")
  public static let foregroundColor = TypedProperty(
    "foregroundColor", .color, default: .white, "The colour of the text.")
  public static let wrapped = TypedProperty(
    "wrapped", .boolean, default: false, isAnimatable: false,
    "Whether lines break at the width of the bounds.")
  public static let truncationMode = TypedProperty(
    "truncationMode", .word, default: TextTruncationMode.none,
    isAnimatable: false, "Where a line that is too long is shortened.")
  public static let alignmentMode = TypedProperty(
    "alignmentMode", .word, default: AlignmentMode.natural,
    isAnimatable: false, "How lines lie in the width of the bounds.")
  public static let verticalAlignment = TypedProperty(
    "verticalAlignment", .word, default: VerticalAlignment.top,
    isAnimatable: false, "How the lines as a whole lie in the height of the bounds.")
  public static let lineHeight = TypedProperty(
    "lineHeight", .number(.zeroOrMore), default: 0,
    "The height of a line as a multiple of its largest type, as in CSS; 0 is the font's own.")
  public static let letterSpacing = TypedProperty(
    "letterSpacing", .number(), default: 0,
    "Added between all letters, in points; a run's own kern comes on top.")
  public static let fit = TypedProperty(
    "fit", .word, default: TextFit.none, isAnimatable: false,
    "Whether the type becomes smaller until the text fits into the bounds; wrap breaks lines first."
  )
  public static let minimumFontSize = TypedProperty(
    "minimumFontSize", .number(.moreThanZero), default: 8,
    "The least size of the type that fit may choose, in points.")
  public static let textPath = TypedProperty(
    "textPath", .path, default: nil, action: .none,
    "The baseline of the letters, in place of the bounds. Letters beyond its ends are left out; a closed line goes round."
  )
  public static let pathOffset = TypedProperty(
    "pathOffset", .number(), default: 0,
    "How far along textPath the text is moved, in points.")
}

extension LayerClass {
  public static let text = LayerClass(
    name: "text", coreAnimationName: "CATextLayer",
    summary: "Text in one style or in several. Its lines begin at the top of the bounds.",
    ownProperties: [
      .string, .font, .fontSize, .foregroundColor, .wrapped, .truncationMode, .alignmentMode,
      .verticalAlignment, .lineHeight, .letterSpacing, .fit, .minimumFontSize, .textPath,
      .pathOffset, .strokeColor, .lineWidth, .lineJoin, .miterLimit,
    ])
}

/// Where a line that is too long for the bounds is shortened, with an ellipsis.
public enum TextTruncationMode: String, PropertyWord {
  case none, start, middle, end
}

/// How the lines of a text lie in the width of the bounds.
public enum AlignmentMode: String, PropertyWord {
  /// At the side where the text's script begins.
  case natural
  case left, right, center, justified
}

/// How the lines of a text lie in the height of the bounds.
public enum VerticalAlignment: String, PropertyWord {
  case top, center, bottom
}

/// The ways to fit a text that is too large for the bounds.
public enum TextFit: String, PropertyWord {
  /// It reaches beyond them.
  case none
  /// The type becomes smaller, but not smaller than the least size.
  case shrink
  /// Lines break at the width of the bounds; the type becomes smaller where they are too high.
  case wrap
}

// MARK: Pieces

/// The parts that a text layer is taken apart into before the first frame.
public enum TextSplit: String, CaseIterable, Hashable, Sendable {
  /// Glyphs that the font draws as one: a letter with its marks, or a ligature.
  case letters
  /// Letters between blanks, on one line.
  case words
  case lines
}

/// A part of a text as shapes, in the coordinates of the text's layer.
public struct TextPiece: Hashable, Sendable {
  /// The part of a piece that one shape layer draws.
  public struct Shape: Hashable, Sendable {
    public let path: Path
    public let color: Color
    /// How the path is drawn as a line; `nil` for one that is filled.
    public let stroke: StrokeStyle?

    public init(path: Path, color: Color, stroke: StrokeStyle?) {
      self.path = path
      self.color = color
      self.stroke = stroke
    }
  }

  /// As wide as the letters' advances, as high as their line.
  public let box: Rect
  /// From back to front.
  public let shapes: [Shape]

  public init(box: Rect, shapes: [Shape]) {
    self.box = box
    self.shapes = shapes
  }
}
