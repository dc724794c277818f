import Geometry

/// What a tiled layer adds. Defaults: Apple's `CATiledLayer.h`. Without a screen to wait for, all tiles are there at once: tiles and
/// their sizes have no effect on the picture.
extension Property {
  public static let levelsOfDetail = Property(
    "levelsOfDetail", .number(.wholeNumber), default: .number(1), isAnimatable: false,
    "How many sizes of the picture are kept, each half as large as the one before: shrunk, a smaller one is drawn."
  )
  public static let levelsOfDetailBias = Property(
    "levelsOfDetailBias", .number(.wholeNumber), default: .number(0), isAnimatable: false,
    "How many of the levels are for enlarging. A picture has no more detail than its pixels, so those show the full size."
  )
  public static let tileSize = Property(
    "tileSize", .size, default: .size(Size(width: 256, height: 256)), isAnimatable: false,
    "The size of the tiles, in pixels. It does not change what is drawn.")
}

extension LayerClass {
  public static let tiled = LayerClass(
    name: "tiled", coreAnimationName: "CATiledLayer",
    summary: "A layer with a huge picture, drawn from a smaller copy where it is shrunk.",
    ownProperties: [.tileSize, .levelsOfDetail, .levelsOfDetailBias])
}
