import RostrumCPixels
import RostrumGeometry

/// Draws shrunk images as Cairo does, to the bit, in a fraction of its time: it asks for every
/// pixel whether it lies inside, one channel at a time.
struct ShrunkImage {
  /// The image, or the part of it that is read.
  let picture: cpixels_level
  /// Maps the drawing's pixels to the picture's, in multiples of 1/65536 also between them.
  let map: AffineTransform

  private let across: AreaKernel
  private let down: AreaKernel

  /// `nil` where the map shrinks too little for Cairo to take means of areas.
  init?(_ picture: cpixels_level, _ map: AffineTransform) {
    let across = AreaKernel(shrinking: Point(x: map.a, y: map.c).length)
    let down = AreaKernel(shrinking: Point(x: map.b, y: map.d).length)
    guard across.isMean || down.isMean else { return nil }
    (self.picture, self.map, self.across, self.down) = (picture, map, across, down)
  }

  /// The pixels of a part of the drawing.
  func pixels(in area: PixelRect) throws(OutOfMemory) -> Bitmap {
    let result = try Bitmap(width: area.width, height: area.height)
    func fixed(_ number: Double) -> Int32 { Int32(number * 65_536) }
    var picture = picture
    across.weights.withUnsafeBufferPointer { columns in
      down.weights.withUnsafeBufferPointer { rows in
        var (x, y) = (across.kernel(columns), down.kernel(rows))
        for row in 0..<area.height {
          let start = map.apply(
            to: Point(x: Double(area.x) + 0.5, y: Double(area.y + row) + 0.5))
          cpixels_shrink(
            &picture, &x, &y, fixed(start.x), fixed(start.y), fixed(map.a), fixed(map.b),
            area.width, result.row(row).assumingMemoryBound(to: UInt32.self).baseAddress)
        }
      }
    }
    return result
  }
}
