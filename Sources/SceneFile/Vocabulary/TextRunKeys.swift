import LayerTree

extension Key {
  private static let lineStyles = ValueType.word(
    AttributedText.UnderlineStyle.allCases.map(\.rawValue))

  static let runText = Key("text", .value(.text), isRequired: true, "The letters of the run.")
  static let runFont = Key("font", .value(.font), "The typeface. Default: the layer's.")
  static let runFontSize = Key(
    "fontSize", .value(.number(.moreThanZero)),
    "The size of the type, in points. Default: the layer's.")
  static let runColor = Key(
    "foregroundColor", .value(.color), "The colour of the letters. Default: the layer's.")
  static let runBackground = Key(
    "backgroundColor", .value(.color), default: "none", "Fills the boxes of the letters.")
  static let runKern = Key(
    "kern", .value(.number()), default: "0", "Added between letters, in points.")
  static let runBaselineOffset = Key(
    "baselineOffset", .value(.number()), default: "0", "How far the letters are raised, in points.")
  static let underlineStyle = Key(
    "underlineStyle", .value(lineStyles), default: "none", "A line below the letters.")
  static let underlineColor = Key(
    "underlineColor", .value(.color), "Of that line. Default: the colour of the letters.")
  static let strikethroughStyle = Key(
    "strikethroughStyle", .value(lineStyles), default: "none", "A line through the letters.")
  static let strikethroughColor = Key(
    "strikethroughColor", .value(.color), "Of that line. Default: the colour of the letters.")
}

extension Vocabulary {
  /// A stretch of a text layer's string in a style of its own.
  public static let textRun = Vocabulary(
    owner: "a run of text",
    [
      .runText, .runFont, .runFontSize, .runColor, .runBackground, .runKern, .runBaselineOffset,
      .underlineStyle, .underlineColor, .strikethroughStyle, .strikethroughColor,
    ])
}
