/// How a path, a fill rule and a transform become coverage: how much of each pixel is inside.
public enum Rasterizer: String, Hashable, Sendable, CaseIterable, Codable {
  /// Cairo's, with its default antialiasing: fifteen lines in each row of pixels, and chords of at
  /// most a tenth of a pixel from their curves.
  case cairo
  /// The area that is covered, to 1/255 of a pixel, and chords of at most a 64th of a pixel from
  /// their curves. Cairo composites it, as a mask of eight bits.
  case exact
}
