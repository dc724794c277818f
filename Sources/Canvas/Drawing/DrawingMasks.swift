import CCairo
import Geometry

// A pixel at an edge depends on the shape alone, and not on how much of it can be seen. Cairo's
// rasteriser looks at a row of pixels in another way
// when a line has been cut in it, or when lines before it have been, so no shape may be cut where
// what it is drawn on ends.
extension Drawing {
  /// Larger shapes are cut into tiles, which count from the shape's corner.
  private static let tileSide = 4096

  /// False when a shape within `hull` (pixels) would be cut.
  private func holds(_ hull: Rect) -> Bool {
    let touched = hull.pixelsTouched
    return limits.holds(touched) && max(touched.width, touched.height) <= Double(Self.tileSide)
  }

  /// Fills what `draw` covers within `hull` (pixels), when it draws with Cairo in the drawing's
  /// pixels.
  func fill(_ hull: Rect, with color: Color, _ draw: (OpaquePointer) -> Void) {
    if holds(hull) {
      setSource(color)
      draw(context)
    } else {
      let color = SolidColor(color)
      trace(hull, draw) { fill($0, with: color) }
    }
  }

  /// Lays the present source over what a shape covers of an area.
  func cover(_ shape: ExactShape, within area: Rect) {
    let area = PixelRect(enclosing: area).intersection(shape.frame)
    guard !area.isEmpty else { return }
    let mask = CoverMask(frame: area)
    mask.cover(shape)
    paint(through: mask)
  }

  /// Calls `paint` with masks of what `draw` covers, which are cut nowhere but where they are on
  /// any other drawing too.
  func trace(_ hull: Rect, _ draw: (OpaquePointer) -> Void, paint: (CoverMask) -> Void) {
    let area = PixelRect(enclosing: visiblePart(of: hull))
    guard !area.isEmpty, hull.isFinite else { return }
    let shape = PixelRect(enclosing: hull.pixelsTouched)
    for y in Self.tiles(shape.y..<shape.maxY, touching: area.y..<area.maxY) {
      for x in Self.tiles(shape.x..<shape.maxX, touching: area.x..<area.maxX) {
        let mask = CoverMask(
          frame: PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count))
        mask.cover(draw)
        report(mask.status)
        paint(mask)
      }
    }
  }

  private static func tiles(_ all: Range<Int>, touching part: Range<Int>) -> [Range<Int>] {
    let first = (part.lowerBound - all.lowerBound) / tileSide
    let last = (part.upperBound - 1 - all.lowerBound) / tileSide
    return (first...last).map { tile in
      let start = all.lowerBound + tile * tileSide
      return start..<min(start + tileSide, all.upperBound)
    }
  }

  /// Lays the present source over what a mask covers.
  func paint(through mask: CoverMask) {
    report(mask.status)
    limitedToDirt { cairo_mask_surface(context, mask.surface, 0, 0) }
  }

  /// Fills what a mask covers with the pixels that Cairo would give when it drew that.
  private func fill(_ mask: CoverMask, with color: SolidColor) {
    withPixelsOfGroup { pixels in
      for part in visibleParts(of: mask.frame.rect).map(PixelRect.init(enclosing:)) {
        let area = part.intersection(pixels.frame)
        for y in area.y..<area.maxY {
          guard let levels = mask.row(y) else { return }
          let row = pixels.address(area.x, y)
          for x in 0..<area.width {
            let level = levels[area.x - mask.frame.x + x]
            if level > 0 { row[x] = color.coverAsCairo(row[x], UInt32(level)) }
          }
        }
      }
    }
  }
}
