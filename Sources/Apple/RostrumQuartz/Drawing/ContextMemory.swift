import RostrumCanvas

/// Memory of the code's own, which has a context's pixels after each drawing.
struct ContextMemory {
  let start: UnsafeMutableRawPointer
  private let bytesPerRow: Int
  /// For each byte of a pixel, the place of its channel in a bitmap's.
  private let shifts: [UInt32]

  private static let orders: [CGImageAlphaInfo: [UInt32]] = [
    .premultipliedLast: [16, 8, 0, 24], .noneSkipLast: [16, 8, 0, 24],
    .premultipliedFirst: [24, 16, 8, 0], .noneSkipFirst: [24, 16, 8, 0], .alphaOnly: [24],
  ]

  /// `nil` for other pixels than red, green, blue and alpha, or alpha alone, of 8 bits each.
  init?(
    _ start: UnsafeMutableRawPointer, width: Int, bytesPerRow: Int, components: Int, info: UInt32
  ) {
    guard let alpha = CGImageAlphaInfo(rawValue: info & 31), let order = Self.orders[alpha],
      components == 3 || alpha == .alphaOnly
    else { return nil }
    let isLittle = info & CGBitmapInfo.byteOrder32Little.rawValue != 0
    (self.start, shifts) = (start, isLittle ? order.reversed() : order)
    self.bytesPerRow = bytesPerRow > 0 ? bytesPerRow : width * order.count
    guard self.bytesPerRow >= width * order.count else { return nil }
  }

  func write(_ bitmap: Bitmap) {
    for y in 0..<bitmap.height {
      var byte = start + y * bytesPerRow
      for x in 0..<bitmap.width {
        for shift in shifts {
          byte.storeBytes(of: UInt8(truncatingIfNeeded: bitmap[x, y] >> shift), as: UInt8.self)
          byte += 1
        }
      }
    }
  }
}
