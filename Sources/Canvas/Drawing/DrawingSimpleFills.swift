import CCairo
import Geometry

// The commonest shapes of layers are filled here: their edges are exact, and it takes a fraction of Cairo's time.
extension Drawing {
  /// Fills what can be reached and is looked at.
  func fill(_ outline: SimpleOutline, with color: Color) {
    guard let surface = cairo_get_group_target(context), let pixels = SurfacePixels(surface) else {
      return
    }
    let color = SolidColor(color)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: CoverageRow.cellCount(outline)) {
      cells in
      cells.initialize(repeating: 0)
      guard let start = cells.baseAddress else { return }
      for area in areas(of: outline.frame.intersection(pixels.frame)) {
        pixels.fill(area, of: outline, with: color, cells: start)
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  /// What of a box can be reached and is looked at. Where that is most of what lies between, too, it is one area: then no row is begun twice.
  private func areas(of box: PixelRect) -> [PixelRect] {
    let parts = visibleParts(of: box.rect).map(PixelRect.init(enclosing:))
    let whole = parts.dropFirst().reduce(parts.first ?? .empty) { $0.union($1) }
    let sum = parts.reduce(0) { $0 + $1.area }
    return parts.count > 1 && whole.area <= 2 * sum ? [whole] : parts
  }
}

extension SurfacePixels {
  /// A row is asked for while so many before it are still filled: rows lie too far apart for the processor to guess the next one.
  private static let rowsAhead = 3

  private func prefetch(_ pixels: UnsafePointer<UInt32>, count: Int) {
    for pixel in stride(from: 0, to: count, by: 16) { prefetch_for_writing(pixels + pixel) }
  }

  /// Fills those pixels of an outline that lie in `area`.
  fileprivate func fill(
    _ area: PixelRect, of outline: SimpleOutline, with color: SolidColor,
    cells: UnsafeMutablePointer<Int32>
  ) {
    outline.sides.withUnsafeBufferPointer { sides in
      var coverage = CoverageRow(outline, sides: sides, cells: cells)
      let columns = area.x - outline.frame.x..<area.maxX - outline.frame.x
      for y in area.y..<area.maxY {
        let row = address(area.x, y) - columns.lowerBound
        if y + Self.rowsAhead < area.maxY {
          prefetch(address(area.x, y + Self.rowsAhead), count: area.width)
        }
        coverage.visit(row: y - outline.frame.y) { pixel, level in
          guard columns.contains(pixel) else { return }
          row[pixel] = color.cover(row[pixel], level)
        } run: { run, level in
          let run = run.clamped(to: columns)
          color.cover(row + run.lowerBound, count: run.count, level)
        }
      }
    }
  }
}
