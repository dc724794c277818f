import RostrumCPixels

/// Numbers in rows, for blurring: for each sample one number (alpha) or four (blue, green, red,
/// alpha), 0...255.
final class SampleField {
  let columns: Range<Int>
  let rows: Range<Int>
  let channels: Int
  let numbersPerRow: Int
  private let numbers: Buffer<Float>

  /// All 0 at first.
  init(columns: Range<Int>, rows: Range<Int>, channels: Int) throws(OutOfMemory) {
    self.columns = columns
    self.rows = rows
    self.channels = channels
    numbersPerRow = columns.count * channels
    numbers = try Buffer(count: numbersPerRow * rows.count)
  }

  func row(_ row: Int) -> UnsafeMutablePointer<Float> {
    numbers.start + (row - rows.lowerBound) * numbersPerRow
  }

  /// Each number is the weighed sum of `weights.count` numbers of `source`, the first of which lies
  /// `firstColumn` columns and `firstRow` rows away; the others follow in the same row, or below
  /// it.
  func convolve(
    _ source: SampleField, weights: [Float], firstColumn: Int = 0, firstRow: Int = 0,
    isVertical: Bool
  ) {
    let spacing = isVertical ? source.numbersPerRow : channels
    let start = (columns.lowerBound + firstColumn - source.columns.lowerBound) * channels
    for row in rows {
      cpixels_convolve(
        source.row(row + firstRow) + start, spacing, weights, weights.count, numbersPerRow,
        self.row(row))
    }
  }
}
