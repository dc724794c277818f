extension Bitmap {
  /// The picture at half its size (rounded up), each pixel the average of those that it covers.
  public var halved: Bitmap {
    let result = Bitmap(width: (width + 1) / 2, height: (height + 1) / 2)
    let columns = AreaWeights(from: width, to: result.width)
    let rows = AreaWeights(from: height, to: result.height)
    for y in 0..<result.height {
      for x in 0..<result.width { result[x, y] = average(columns[x], rows[y]) }
    }
    return result
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

/// Which of a row's pixels each pixel of a shorter row covers, and how much of it they make up.
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
