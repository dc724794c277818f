/// Numbers in rows, for blurring: for each sample one number (alpha) or four (blue, green, red,
/// alpha), 0...255.
///
/// Plain loops over plain memory: the compiler makes them wide ones.
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
      Self.convolve(
        source.row(row + firstRow) + start, spacing, weights, into: self.row(row), numbersPerRow)
    }
  }

  private static func convolve(
    _ source: UnsafePointer<Float>, _ spacing: Int, _ weights: [Float],
    into result: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    // In pieces that stay in the first cache.
    let piece = 1024
    var start = 0
    while start < count {
      add(source + start, spacing, weights, to: result + start, min(piece, count - start))
      start &+= piece
    }
  }

  private static func add(
    _ source: UnsafePointer<Float>, _ spacing: Int, _ weights: [Float],
    to result: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var tap = 0
    while tap &+ 4 <= weights.count {
      let (a, b, c, d) = (weights[tap], weights[tap + 1], weights[tap + 2], weights[tap + 3])
      let (p, q) = (source + tap * spacing, source + (tap + 1) * spacing)
      let (r, s) = (source + (tap + 2) * spacing, source + (tap + 3) * spacing)
      var i = 0
      while i < count {
        result[i] = result[i] + ((a * p[i] + b * q[i]) + (c * r[i] + d * s[i]))
        i &+= 1
      }
      tap &+= 4
    }
    while tap < weights.count {
      let (a, p) = (weights[tap], source + tap * spacing)
      var i = 0
      while i < count {
        result[i] = result[i] + a * p[i]
        i &+= 1
      }
      tap &+= 1
    }
  }
}
