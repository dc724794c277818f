public import RostrumCanvas

extension Page {
  /// Opens a file in a window of `width` x `height` CSS pixels, and returns a picture of it as
  /// `picture(samples:)` does; the page stays open.
  ///
  /// The file is opened with that many samples. A page that is enlarged later keeps planes in
  /// perspective at their first resolution, and its layout rounds to the earlier pixels. No font
  /// may be larger than 10,000 samples: the browser limits it to that.
  public func picture(
    ofFile file: String, width: Int, height: Int, samples: Int
  ) throws -> Bitmap {
    try resize(width: width, height: height, scale: Double(samples))
    try open(file)
    return try PNG.decode(screenshot(transparent: true)).averaged(by: samples)
  }

  /// The picture of the window on a transparent page, each of its pixels the average of `samples` x
  /// `samples`: the coverage of edges is then exact, however the browser antialiases.
  public func picture(samples: Int) throws -> Bitmap {
    try setScale(scale * Double(samples))
    defer { try? setScale(scale) }
    return try PNG.decode(screenshot(transparent: true)).averaged(by: samples)
  }
}

extension Bitmap {
  /// Each pixel is the average of `count` x `count`; incomplete blocks at the right and at the
  /// bottom are dropped, as are rows beyond `rows`.
  public func averaged(by count: Int, rows: Int = .max) throws(OutOfMemory) -> Bitmap {
    guard count > 1 else { return self }
    let result = try Bitmap(width: width / count, height: min(height / count, rows))
    for y in 0..<result.height {
      for x in 0..<result.width { result[x, y] = average(x * count, y * count, count) }
    }
    return result
  }

  /// The mean of the alphas of each square of `side` x `side` pixels, 0 to 255, row by row.
  public func meanAlphas(ofSquares side: Int) -> [Double] {
    var sums = [Int](repeating: 0, count: width / side * (height / side))
    for y in 0..<height / side * side {
      for x in 0..<width / side * side {
        sums[y / side * (width / side) + x / side] += Int(self[x, y] >> 24)
      }
    }
    return sums.map { Double($0) / Double(side * side) }
  }

  private func average(_ left: Int, _ top: Int, _ count: Int) -> UInt32 {
    var sum = SIMD4<UInt32>(repeating: UInt32(count * count / 2))
    for y in top..<top + count {
      for x in left..<left + count {
        let pixel = self[x, y]
        sum &+= SIMD4(pixel, pixel >> 8, pixel >> 16, pixel >> 24) & 255
      }
    }
    let mean = sum / UInt32(count * count)
    return mean.x | mean.y << 8 | mean.z << 16 | mean.w << 24
  }
}
