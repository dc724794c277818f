import RostrumBase

/// The orientation of a picture's rows, as cameras store it. Source: Exif 2.32, tag 274; Apple's
/// `CGImagePropertyOrientation` has the same numbers.
enum Orientation: UInt16 {
  case up = 1
  case upMirrored, down, downMirrored
  case leftMirrored, right, rightMirrored, left

  /// True when rows are the columns of the upright picture.
  var isTurned: Bool { rawValue >= Self.leftMirrored.rawValue }

  /// The orientation that an Exif block (TIFF's header and its first directory) states; up when it
  /// states none that makes sense.
  init(exif: UnsafePointer<UInt8>?, count: Int) {
    let bytes = UnsafeBufferPointer(start: exif, count: exif == nil ? 0 : count)
    self = ExifReader(bytes)?.orientation ?? .up
  }

  /// Where the pixel at (`x`, `y`) of the upright picture is stored, in a file of `width` by
  /// `height` pixels.
  func stored(_ x: Int, _ y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch self {
    case .up: (x, y)
    case .upMirrored: (width - 1 - x, y)
    case .down: (width - 1 - x, height - 1 - y)
    case .downMirrored: (x, height - 1 - y)
    case .leftMirrored: (y, x)
    case .right: (y, height - 1 - x)
    case .rightMirrored: (width - 1 - y, height - 1 - x)
    case .left: (width - 1 - y, x)
    }
  }
}

/// Reads numbers of either byte order, and never beyond the block. Source: TIFF 6.0, section 2.
private struct ExifReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let order: ByteOrder

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x4D, 0x4D): order = .bigEndian
    case (0x49, 0x49): order = .littleEndian
    default: return nil
    }
    guard number(at: 2, size: 2) == 42 else { return nil }
  }

  var orientation: Orientation? {
    guard let directory = number(at: 4, size: 4), let count = number(at: directory, size: 2)
    else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = number(at: entry, size: 2) else { return nil }
      if tag == 274 {
        return number(at: entry + 8, size: 2).flatMap { Orientation(rawValue: UInt16($0)) }
      }
    }
    return nil
  }

  private func number(at offset: Int, size: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    return bytes.number(at: offset, count: size, order)
  }
}

extension Bitmap {
  /// The picture as it is meant to be seen.
  func upright(from orientation: Orientation) throws(OutOfMemory) -> Bitmap {
    guard orientation != .up else { return self }
    let result =
      orientation.isTurned
      ? try Bitmap(width: height, height: width) : try Bitmap(width: width, height: height)
    for y in 0..<result.height {
      let row = result.row(y).bindMemory(to: UInt32.self)
      for x in 0..<result.width {
        let place = orientation.stored(x, y, width: width, height: height)
        row[x] = bytes.load(fromByteOffset: place.y * bytesPerRow + place.x * 4, as: UInt32.self)
      }
    }
    return result
  }
}
