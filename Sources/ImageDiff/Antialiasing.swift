/// Tells whether two pixels differ only in how an edge was antialiased.
///
/// An antialiased pixel is a mixture of the colours beside it. So both pixels must lie within the colours that surround the other one
/// (an element that is gone leaves nothing to mix), at least one must be a mixture in its own picture (hard edges are no
/// antialiasing) or both nearly the same shade (strokes of a pixel have no colour beyond their own to be mixed of), and the colour that came or went in the 3 x 3 pixels around must be less than a row of an edge one pixel further (an
/// edge that moved by a pixel moves as much ink as that). At the border, the pixels that exist are the surroundings.
///
/// pixelmatch asks instead whether the pixel has few equal neighbours and extremes with many (Vyšniauskas 2009); that also forgives
/// rings and lines of one pixel that are gone.
struct Antialiasing {
  let expected: PixelGrid
  let actual: PixelGrid
  /// The pixels that both pictures have.
  let width: Int
  let height: Int

  /// How much of a one-pixel move is forgiven, in quarters. A straight edge that is drawn half a pixel further moves 2; a diagonal one 3.
  private static let movedQuarters: Int16 = 3
  /// A sixth of the contrast around a pixel: how far a mixture may lie beyond its surroundings, and what is nearly the same shade.
  private static let slackDivisor: Int16 = 6

  /// What surrounds a pixel, and the pixel: four channels each.
  private struct Surroundings {
    var least = SIMD4<Int16>(repeating: 255)
    var most = SIMD4<Int16>(repeating: 0)
    var sum = SIMD4<Int16>(repeating: 0)
    var center = SIMD4<Int16>(repeating: 0)

    var contrast: SIMD4<Int16> { most &- least }

    func holds(_ value: SIMD4<Int16>) -> Bool {
      let slack = contrast / Antialiasing.slackDivisor
      return all(value .>= least &- slack) && all(value .<= most &+ slack)
    }

    func isNearlySame(as other: Surroundings) -> Bool {
      let change = pointwiseMax(center, other.center) &- pointwiseMin(center, other.center)
      let least = pointwiseMin(contrast, other.contrast)
      return all(change .<= least / Antialiasing.slackDivisor)
    }

    /// Some channel lies clearly between others.
    var isMixture: Bool {
      any((center .> least &+ 1) .& (center .< most &- 1))
    }
  }

  func explains(x: Int, y: Int) -> Bool {
    let columns = max(0, x - 1)...min(width - 1, x + 1)
    let rows = max(0, y - 1)...min(height - 1, y + 1)
    let old = surroundings(expected, x, y, columns, rows)
    let new = surroundings(actual, x, y, columns, rows)
    guard new.holds(old.center), old.holds(new.center),
      old.isMixture || new.isMixture || old.isNearlySame(as: new)
    else { return false }
    let most = pointwiseMax(old.most, new.most)
    let contrast = most &- pointwiseMin(old.least, new.least)
    let edge = contrast &* Int16(min(columns.count, rows.count)) &* Self.movedQuarters
    let moved = old.sum &- new.sum
    return all(pointwiseMax(moved, 0 &- moved) &* 4 .<= edge)
  }

  private func surroundings(
    _ grid: PixelGrid, _ x: Int, _ y: Int, _ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>
  ) -> Surroundings {
    var result = Surroundings()
    for row in rows {
      for column in columns {
        let pixel = channels(grid.row(row)[column])
        result.least = pointwiseMin(result.least, pixel)
        result.most = pointwiseMax(result.most, pixel)
        result.sum &+= pixel
      }
    }
    result.center = channels(grid.row(y)[x])
    return result
  }

  @inline(__always)
  private func channels(_ pixel: UInt32) -> SIMD4<Int16> {
    SIMD4<Int16>(truncatingIfNeeded: unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
  }
}
