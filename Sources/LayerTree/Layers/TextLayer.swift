import Geometry

/// What a text layer adds. Defaults: Apple's `CATextLayer.h`, but for the family of the font (see `FontReference.standard`).
extension Property {
  public static let string = Property(
    "string", .attributedText, default: .text(""), isAnimatable: false,
    "The text, in one style or as a list of runs.")
  public static let font = Property(
    "font", .font, default: .font(.standard), isAnimatable: false, "The typeface.")
  public static let fontSize = Property(
    "fontSize", .number(.moreThanZero), default: .number(36), "The size of the type, in points.")
  public static let foregroundColor = Property(
    "foregroundColor", .color, default: .color(.white), "The colour of the text.")
  public static let wrapped = Property(
    "wrapped", .boolean, default: .boolean(false), isAnimatable: false,
    "Whether lines break at the width of the bounds.")
  public static let truncationMode = Property(
    "truncationMode", .word(TextTruncationMode.allCases.map(\.rawValue)), default: .text("none"),
    isAnimatable: false, "Where a line that is too long is shortened.")
  public static let alignmentMode = Property(
    "alignmentMode", .word(AlignmentMode.allCases.map(\.rawValue)), default: .text("natural"),
    isAnimatable: false, "How lines lie in the width of the bounds.")
}

extension LayerClass {
  public static let text = LayerClass(
    name: "text", coreAnimationName: "CATextLayer",
    summary: "Text in one style or in several, its first line at the top of the bounds.",
    ownProperties: [
      .string, .font, .fontSize, .foregroundColor, .wrapped, .truncationMode, .alignmentMode,
    ])
}

/// Where a line that is too long for the bounds is shortened, with an ellipsis.
public enum TextTruncationMode: String, CaseIterable, Hashable, Sendable {
  case none, start, middle, end
}

/// How the lines of a text lie in the width of the bounds.
public enum AlignmentMode: String, CaseIterable, Hashable, Sendable {
  /// At the side where the text's script begins.
  case natural
  case left, right, center, justified
}

extension Layer {
  /// The fonts of its text, at any time; none for a layer without text.
  public var fonts: [FontReference] {
    guard layerClass.properties.contains(.string) else { return [] }
    return epochs.flatMap { epoch -> [FontReference] in
      guard case .attributedText(let text) = epoch.values[.string] else {
        return [epoch.values[.font].font]
      }
      return text.runs.map { $0.font ?? epoch.values[.font].font }
    }
  }
}
