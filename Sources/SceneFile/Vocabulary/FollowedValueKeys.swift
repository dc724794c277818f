import LayerTree

extension Key {
  static let followedValues = Key(
    "values", .followedValues,
    "Numbers that change over time, by name, for animations to follow in the time of their layers.")
  static let followedFrom = Key(
    "fromValue", .value(.number()), isRequired: true, "Where the number starts.")
  static let followedTo = Key(
    "toValue", .value(.number()), isRequired: true, "Where the number ends.")

  static let followed = Key(
    "value", .reference, isRequired: true, "The number to follow, of the scene's values.")
  static let followScale = Key(
    "scale", .value(.number()), default: "1", "What the number is multiplied by.")
  static let followOffset = Key(
    "offset", .value(.number()), default: "0", "What is added to that.")
  static let format = Key(
    "format", .numberFormat, default: "\"%g\"",
    "How a text shows the number, as C's printf writes it: %d, %.2f, %e or %g, with text around it."
  )
}

extension Vocabulary {
  /// A number that animations follow.
  public static let followedValue = Vocabulary(
    owner: "a followed value",
    [.followedFrom, .followedTo]
      + Key.holding(Key.timingKeys).filter { $0 != .animationType && $0 != .animationKey })
}
