import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// Draws a text layer's glyphs as outlines: placed exactly, at any scale. Coloured glyphs are
/// pictures. Text outside of the bounds is clipped, because Core Animation draws a text into a
/// bitmap of that size.
struct TextPainter: LayerPainter {
  let assets: SceneAssets

  func paintBounds(of values: LayerValues) -> Rect? {
    guard let whole = wholeBounds(of: values) else { return nil }
    let paintBounds = room(in: values, for: whole).map(whole.intersection) ?? whole
    return paintBounds.isEmpty ? nil : paintBounds
  }

  /// The bounds of the text before it is clipped.
  private func wholeBounds(of values: LayerValues) -> Rect? {
    let boxes = assets.parts(ofTextIn: values).compactMap(\.paintBounds)
    return boxes.reduce(nil) { $0?.union($1) ?? $1 }
  }

  /// The bounds, where they cut a text off; a side of 0 does not, nor is a text along a path cut.
  private func room(in values: LayerValues, for text: Rect) -> Rect? {
    guard values[.textPath] == nil else { return nil }
    var room = values[.bounds]
    if room.width <= 0 { (room.origin.x, room.size.width) = (text.minX, text.width) }
    if room.height <= 0 { (room.origin.y, room.size.height) = (text.minY, text.height) }
    return room.union(text) == room ? nil : room
  }

  /// The bounds that cut the text off; `nil` for a text that fits.
  func clip(of values: LayerValues) -> Rect? {
    wholeBounds(of: values).flatMap { room(in: values, for: $0) }
  }

  func paint(_ values: LayerValues, opacity: Double, on drawing: Drawing) throws {
    guard let room = clip(of: values) else {
      return try paintParts(of: values, opacity: opacity, on: drawing)
    }
    try drawing.clip(to: .rect(room)) {
      try paintParts(of: values, opacity: opacity, on: drawing)
    }
  }

  private func paintParts(
    of values: LayerValues, opacity: Double, on drawing: Drawing
  ) throws {
    for part in assets.parts(ofTextIn: values) {
      switch part {
      case .fill(let path, let color):
        if let color = color.faded(by: opacity) { try drawing.fill(path, with: color) }
      case .stroke(let path, let color, let style):
        if let color = color.faded(by: opacity) {
          try drawing.stroke(path, with: color, style: style)
        }
      case .colorGlyphs(let glyphs, let alpha):
        for glyph in glyphs { try paint(glyph, opacity: opacity * alpha, on: drawing) }
      }
    }
  }

  /// A glyph is mostly shown smaller than its picture, so it is read from copies of reduced size.
  private func paint(_ glyph: ColorGlyph, opacity: Double, on drawing: Drawing) throws {
    let (width, height) = (Double(glyph.image.width), Double(glyph.image.height))
    let frame = glyph.frame
    var placement = ImagePlacement(
      try glyph.image.levels(), from: Rect(x: 0, y: 0, width: width, height: height), in: frame,
      columns: ImageAxis([
        .init(place: frame.minX, pixel: 0), .init(place: frame.maxX, pixel: width),
      ]),
      rows: ImageAxis([
        .init(place: frame.minY, pixel: 0), .init(place: frame.maxY, pixel: height),
      ]))
    placement.minification = .trilinear
    try drawing.group(opacity: opacity, bounds: glyph.bounds) {
      try drawing.withTransform(glyph.place) { try drawing.draw(placement) }
    }
  }

  func uprightMiddle(of values: LayerValues) -> Double? { values[.bounds].center.y }

  func passes(_ values: LayerValues) -> Int { assets.parts(ofTextIn: values).count }
}
