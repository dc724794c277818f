import CCairo
import Geometry

// The commonest shapes of layers are filled here: their edges are exact, and it takes a fraction of
// Cairo's time.
extension Drawing {
  /// Fills what can be reached and is looked at.
  func fill(_ outline: SimpleOutline, with color: Color) {
    withPixelsOfGroup { pixels in
      let color = SolidColor(color)
      outline.withRows { rows in
        for area in areas(of: outline.frame.intersection(pixels.frame)) {
          rows.rewind()
          pixels.fill(area, of: outline, with: color, &rows)
        }
      }
    }
  }

  /// Fills what can be reached and is looked at.
  func fill(_ ring: Ring, with color: Color) {
    withPixelsOfGroup { pixels in
      let color = SolidColor(color)
      for area in areas(of: ring.frame.intersection(pixels.frame)) {
        pixels.fill(area, of: ring, with: color)
      }
    }
  }

  /// The parts of a box that can be reached and are looked at, in pixels. Parts that make up at
  /// least half of the box around them become that one box: then no row is begun twice.
  private func areas(of box: PixelRect) -> [PixelRect] {
    let parts = visibleParts(of: box.rect).map(PixelRect.init(enclosing:))
    let whole = parts.dropFirst().reduce(parts.first ?? .empty) { $0.union($1) }
    let sum = parts.reduce(0) { $0 + $1.area }
    return parts.count > 1 && whole.area <= 2 * sum ? [whole] : parts
  }
}

extension SurfacePixels {
  /// A row is asked for while so many before it are still filled: rows lie too far apart for the
  /// processor to guess the next one.
  private static let rowsAhead = 3

  private func prefetch(_ pixels: UnsafePointer<UInt32>, count: Int) {
    for pixel in stride(from: 0, to: count, by: 16) { prefetch_for_writing(pixels + pixel) }
  }

  /// Fills those pixels of an outline that lie in `area`.
  fileprivate func fill(
    _ area: PixelRect, of outline: SimpleOutline, with color: SolidColor, _ rows: inout CoverageRow
  ) {
    let columns = area.x - outline.frame.x..<area.maxX - outline.frame.x
    for y in area.y..<area.maxY {
      let row = address(area.x, y) - columns.lowerBound
      if y + Self.rowsAhead < area.maxY {
        prefetch(address(area.x, y + Self.rowsAhead), count: area.width)
      }
      rows.visit(row: y - outline.frame.y) { pixel, level in
        guard columns.contains(pixel) else { return }
        row[pixel] = color.cover(row[pixel], level)
      } run: { run, level in
        let run = run.clamped(to: columns)
        color.cover(row + run.lowerBound, count: run.count, level)
      }
    }
  }

  /// Fills those pixels of a ring that lie in `area`.
  fileprivate func fill(_ area: PixelRect, of ring: Ring, with color: SolidColor) {
    var row = address(area.x, area.y)
    ExactShape.ring(ring).visit(area) { y in
      row = address(area.x, y)
    } pixel: { x, level in
      if level > 0 { row[x - area.x] = color.cover(row[x - area.x], level) }
    } run: { run, level in
      color.cover(row + (run.lowerBound - area.x), count: run.count, level)
    }
  }
}
