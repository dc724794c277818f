import LayerTree

extension Key {
  static let canvasSize = Key(
    "size", .canvasSize, isRequired: true,
    "The canvas, in points: [width, height]. y grows downwards.")
  static let background = Key(
    "background", .value(.color), default: "none",
    "What lies behind all layers; none is transparent.")
  static let framesPerSecond = Key(
    "fps", .frameRate, default: "60", "Frames per second: a number or a fraction, 1 to 1000.")
  static let sceneDuration = Key(
    "duration", .duration, "The length in seconds. Without it, until the last animation has ended.")
  static let layers = Key("layers", .layers, "The layers, from back to front.")
  static let events = Key("events", .events, "What happens to layers at certain times.")
}

extension Vocabulary {
  /// The keys of the file as a whole.
  public static let scene = Vocabulary(
    owner: "a scene",
    [
      .canvasSize, .background, .framesPerSecond, .sceneDuration, .layers, .events, .clocks,
      .followedValues, .physics, .parameters,
    ])
}
