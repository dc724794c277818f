import LayerTree

extension Key {
  static let fontFamily = Key("family", .value(.text), "The name of an installed family.")
  static let fontFile = Key(
    "file", .value(.text), "The path of a font file, relative to the scene file.")
  static let fontWeight = Key(
    "weight", .fontWeight, default: "normal", "How heavy the strokes are, as in CSS.")
  static let fontStyle = Key(
    "style", .value(.word(["normal", "italic"])), default: "normal", "Upright or slanted.")
  static let spring = Key(
    "spring", .spring, isRequired: true, "The spring whose motion eases the progress.")
}

extension Vocabulary {
  /// A font that is more than a family name.
  public static let font = Vocabulary(
    owner: "a font", [.fontFamily, .fontFile, .fontWeight, .fontStyle])

  /// A spring as a timing function.
  public static let spring = Vocabulary(owner: "a spring", Key.springKeys)

  /// A timing function written as a mapping.
  public static let timingFunction = Vocabulary(owner: "a timing function", [.spring])
}
