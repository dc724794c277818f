import RostrumGeometry

/// A picture's scanlines before compression: each row is its filter type, 0, and its straight
/// pixels. Rows are grouped in bands.
///
/// Filter type 0: rendered frames are flat, so prediction gains little, and costs the most of all
/// steps. The rows are kept for the next picture, so that only changes are converted; a change
/// without effect on the bytes is ignored.
struct PNGRows: ~Copyable {
  let width: Int
  let height: Int
  let rowsPerBand: Int
  private let pixels: StraightPixels
  private let bytesPerRow: Int
  /// The number of rows in the ring buffer; a new row overwrites the one `rowsKept` rows before.
  private let rowsKept: Int
  private let memory: Buffer<UInt8>
  /// Room for the pixels of one row.
  private let line: Buffer<UInt8>
  private var sums: [AdlerChecksum?]
  private(set) var hasChanged: [Bool]

  /// Black, or transparent; every band counts as changed. Where fewer bands are kept than there
  /// are, one has to be taken over as a whole, and used, before the next.
  init(
    width: Int, height: Int, pixels: StraightPixels, rowsPerBand: Int, bandsKept: Int
  ) throws(OutOfMemory) {
    let bytesPerRow = 1 + width * pixels.bytesPerPixel
    let (rows, isMore) = bandsKept.multipliedReportingOverflow(by: rowsPerBand)
    rowsKept = isMore ? height : min(rows, height)
    let memory = try Buffer<UInt8>(count: bytesPerRow * rowsKept)
    let line = try Buffer<UInt8>(count: bytesPerRow)
    (self.width, self.height, self.pixels) = (width, height, pixels)
    (self.rowsPerBand, self.bytesPerRow) = (rowsPerBand, bytesPerRow)
    (self.memory, self.line) = (memory, line)
    let bandCount = (height + rowsPerBand - 1) / rowsPerBand
    sums = Array(repeating: nil, count: bandCount)
    hasChanged = Array(repeating: true, count: bandCount)
  }

  private var bytes: UnsafeMutableRawBufferPointer { memory.bytes }

  /// The most bytes that a band has.
  var largestBand: Int { min(rowsPerBand, height) * bytesPerRow }

  func band(_ index: Int) -> UnsafeRawBufferPointer {
    let first = index * rowsPerBand
    let count = min(rowsPerBand, height - first)
    let start = first % rowsKept * bytesPerRow
    return UnsafeRawBufferPointer(rebasing: bytes[start..<start + count * bytesPerRow])
  }

  /// The checksum of a band's bytes. From now on it counts as unchanged.
  mutating func settle(_ index: Int) -> AdlerChecksum {
    hasChanged[index] = false
    let sum = sums[index] ?? AdlerChecksum(of: band(index))
    sums[index] = sum
    return sum
  }

  /// Takes over a part of the picture.
  ///
  /// - Precondition: `rect` lies in the picture.
  mutating func update(_ rect: PixelRect, from bitmap: Bitmap) {
    let isWide = rect.width * 2 > width
    for y in rect.y..<rect.maxY {
      let columns = rect.x..<rect.maxX
      if isWide { replace(y, columns, bitmap) } else { compare(y, columns, bitmap) }
    }
  }

  private mutating func replace(_ y: Int, _ columns: Range<Int>, _ bitmap: Bitmap) {
    guard let start = bytes.baseAddress else { return }
    pixels.write(bitmap, row: y, columns: columns, to: start + offset(y, columns))
    sums[y / rowsPerBand] = nil
    hasChanged[y / rowsPerBand] = true
  }

  /// A band without changed bytes keeps its checksum; otherwise the checksum is updated.
  private mutating func compare(_ y: Int, _ columns: Range<Int>, _ bitmap: Bitmap) {
    let offset = offset(y, columns)
    let count = columns.count * pixels.bytesPerPixel
    let old = UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + count])
    let new = UnsafeRawBufferPointer(start: line.start, count: count)
    pixels.write(bitmap, row: y, columns: columns, to: line.start)
    guard !UnsafeRawBufferPointer(old).hasSameBytes(as: new) else { return }
    let index = y / rowsPerBand
    let end = min((index + 1) * rowsPerBand, height) * bytesPerRow
    sums[index]?.replace(
      UnsafeRawBufferPointer(old), with: new, bytesAfter: end - offset - count)
    old.copyMemory(from: new)
    hasChanged[index] = true
  }

  private func offset(_ y: Int, _ columns: Range<Int>) -> Int {
    y % rowsKept * bytesPerRow + 1 + columns.lowerBound * pixels.bytesPerPixel
  }
}
