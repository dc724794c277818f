import Synchronization

extension Bitmap {
  /// The picture, and after it each at half the size of the one before, down to a single pixel.
  public func levels() throws(OutOfMemory) -> [Bitmap] {
    var levels = [self]
    while let last = levels.last, max(last.width, last.height) > 1 {
      levels.append(try last.half())
    }
    return levels
  }

  /// The picture halved in size `count` times; at least a single pixel.
  public func halved(times count: Int) throws(OutOfMemory) -> Bitmap {
    var picture = self
    for _ in 0..<count where max(picture.width, picture.height) > 1 { picture = try picture.half() }
    return picture
  }

  /// The picture at half its size, computed lazily and cached: the picture must not change any
  /// more.
  private func half() throws(OutOfMemory) -> Bitmap {
    try knownHalf.withLock { known throws(OutOfMemory) in
      let half = if let known { known } else { try halved() }
      known = half
      return half
    }
  }

  /// The picture at half its size (rounded up); each pixel is the average of up to four.
  func halved() throws(OutOfMemory) -> Bitmap {
    let result = try Bitmap(width: (width + 1) / 2, height: (height + 1) / 2)
    if width.isMultiple(of: 2), height.isMultiple(of: 2) {
      fillWithSquares(result)
      return result
    }
    let columns = AreaWeights(from: width, to: result.width)
    let rows = AreaWeights(from: height, to: result.height)
    for y in 0..<result.height {
      for x in 0..<result.width { result[x, y] = average(columns[x], rows[y]) }
    }
    return result
  }

  /// Each pixel covers four whole ones: the same numbers as by weights, but sooner.
  private func fillWithSquares(_ result: Bitmap) {
    for y in 0..<result.height {
      let upper = row(2 * y).assumingMemoryBound(to: UInt32.self)
      let lower = row(2 * y + 1).assumingMemoryBound(to: UInt32.self)
      let target = result.row(y).assumingMemoryBound(to: UInt32.self)
      for x in 0..<result.width {
        // Two channels at a time, sixteen bits apart.
        var (even, odd): (UInt32, UInt32) = (0x20002, 0x20002)
        for row in [upper, lower] {
          even += (row[2 * x] & 0xFF00FF) + (row[2 * x + 1] & 0xFF00FF)
          odd += (row[2 * x] >> 8 & 0xFF00FF) + (row[2 * x + 1] >> 8 & 0xFF00FF)
        }
        even = even >> 2 & 0xFF00FF
        odd = odd >> 2 & 0xFF00FF
        target[x] = even | odd << 8
      }
    }
  }

  private func average(
    _ columns: [(index: Int, weight: Float)], _ rows: [(index: Int, weight: Float)]
  ) -> UInt32 {
    var sum = SIMD4<Float>(repeating: 0.5)
    for row in rows {
      for column in columns {
        let word = bytes.load(
          fromByteOffset: row.index * bytesPerRow + column.index * 4, as: UInt32.self)
        let parts = SIMD4<UInt32>(word, word >> 8, word >> 16, word >> 24) & 0xFF
        sum += SIMD4<Float>(parts) * (row.weight * column.weight)
      }
    }
    return UInt32(sum.x) | UInt32(sum.y) << 8 | UInt32(sum.z) << 16 | UInt32(sum.w) << 24
  }
}

/// The pixels of a row that each pixel of a shorter row covers, and how much of it (0...1) each of
/// them makes up.
private struct AreaWeights {
  private let ratio: Double
  private let count: Int

  init(from count: Int, to shorter: Int) {
    self.count = count
    ratio = Double(count) / Double(shorter)
  }

  subscript(pixel: Int) -> [(index: Int, weight: Float)] {
    let (start, end) = (Double(pixel) * ratio, Double(pixel + 1) * ratio)
    let last = min(Int(end.rounded(.up)), count)
    return (Int(start)..<max(last, Int(start) + 1)).map { index in
      let covered = min(end, Double(index + 1)) - max(start, Double(index))
      return (index, Float(covered / ratio))
    }
  }
}
