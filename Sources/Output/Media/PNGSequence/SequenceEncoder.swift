import RostrumBase
public import RostrumCanvas
import RostrumGeometry
import Synchronization

/// Encodes the frames of a sequence, only the changed parts where these are known.
final class SequenceEncoder: Sendable {
  private let compression: PNGCompression
  private let pixels: StraightPixels
  private let profile: Profile?
  /// Whether there is one frame: then nothing is kept for the next.
  private let isForOne: Bool
  private let banded = Mutex<[ObjectIdentifier: Slot]>([:])

  /// The encoder for one bitmap, and the number of the frame that it encoded last.
  private struct Slot: Sendable {
    let encoder: BandedPNGEncoder
    var index: Int
  }

  /// A caller that draws into new bitmaps all the time does not benefit from the kept ones.
  private static let maximumSlots = 256

  init(_ compression: PNGCompression, _ frames: FrameFormat, _ profile: Profile?) {
    self.compression = compression
    self.profile = profile
    pixels = frames.pixels
    isForOne = frames.frameCount == 1
  }

  /// Lends the frame's file to `body`, which writes it.
  func encode(
    _ frame: Bitmap, index: Int, changes: FrameChanges?,
    _ body: (UnsafeRawBufferPointer) throws(MediaError) -> Void
  ) throws(MediaError) {
    try profile.measure(.compress) { () throws(MediaError) in
      try compress(frame, index, changes) { bytes throws(MediaError) in
        try profile.measure(.write) { () throws(MediaError) in try body(bytes) }
      }
    }
  }

  private func compress(
    _ frame: Bitmap, _ index: Int, _ changes: FrameChanges?,
    _ body: (UnsafeRawBufferPointer) throws(MediaError) -> Void
  ) throws(MediaError) {
    guard compression == .fast else {
      let bytes = try encodable(index) { () throws(PNGError) in
        try compression.encode(frame, pixels)
      }
      return try lend(bytes, body)
    }
    if isForOne {
      let encoder = try encodable(index) { () throws(PNGError) in
        try BandedPNGEncoder(
          width: frame.width, height: frame.height, pixels: pixels, onlyOne: true)
      }
      return try encoder.encode(frame, body)
    }
    let (slot, isCurrent) = try take(frame, index, changes)
    try slot.encoder.encode(frame, changes: isCurrent ? changes?.region : nil, body)
    banded.withLock { $0[ObjectIdentifier(frame)] = Slot(encoder: slot.encoder, index: index) }
  }

  /// Notes that the frame which was encoded at `earlier` is shown again at `index`.
  func repeated(_ earlier: Int, at index: Int) {
    banded.withLock { slots in
      for (key, slot) in slots where slot.index == earlier { slots[key]?.index = index }
    }
  }

  /// The encoder for the bitmap, and whether it holds the frame that the changes are relative to.
  /// The caller has exclusive use of it.
  private func take(
    _ frame: Bitmap, _ index: Int, _ changes: FrameChanges?
  ) throws(MediaError) -> (Slot, isCurrent: Bool) {
    let found = banded.withLock { slots in
      if slots.count > Self.maximumSlots { slots = [:] }
      return slots.removeValue(forKey: ObjectIdentifier(frame))
    }
    if let found { return (found, found.index == changes?.since) }
    let encoder = try encodable(index) { () throws(PNGError) in
      try BandedPNGEncoder(width: frame.width, height: frame.height, pixels: pixels)
    }
    return (Slot(encoder: encoder, index: index), false)
  }

  private func encodable<Value>(
    _ index: Int, _ body: () throws(PNGError) -> Value
  ) throws(MediaError) -> Value {
    do throws(PNGError) {
      return try body()
    } catch {
      throw .unencodableFrame(index: index, error)
    }
  }

  private func lend(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) throws(MediaError) -> Void
  ) throws(MediaError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(MediaError) in try body(bytes) }
    }
    try result.get()
  }
}

/// How PNG files are made smaller: time against size. The pixels are the same.
public enum PNGCompression: Sendable, Equatable, CustomStringConvertible {
  /// Row bands through ISA-L, reused while they do not change: of all ways by far the fastest, for
  /// files somewhat larger than level 1's.
  case fast
  /// zlib's levels, 0 (stored) to 9.
  case level(Int)
  /// The smaller of zlib's level 9 with adaptive filters and without any.
  case best

  /// The bytes of a file. For `fast` a `BandedPNGEncoder` that is kept does better.
  public func encode(_ bitmap: Bitmap, _ pixels: StraightPixels) throws(PNGError) -> [UInt8] {
    switch self {
    case .fast:
      try BandedPNGEncoder(
        width: bitmap.width, height: bitmap.height, pixels: pixels, onlyOne: true
      ).encode(bitmap) { Array($0) }
    case .level(let level):
      try PNGEncoder(pixels: pixels, compressionLevel: level).encode(bitmap)
    case .best: try smallest(bitmap, pixels)
    }
  }

  /// As the option says it.
  public var description: String {
    switch self {
    case .fast: "fast"
    case .level(let level): "\(level)"
    case .best: "best"
    }
  }

  private func smallest(
    _ bitmap: Bitmap, _ pixels: StraightPixels
  ) throws(PNGError) -> [UInt8] {
    let filters: [PNGEncoder.Filter] = [.adaptive, .none]
    var files: [[UInt8]] = []
    for filter in filters {
      files.append(
        try PNGEncoder(pixels: pixels, compressionLevel: 9, filter: filter).encode(bitmap))
    }
    return files[0].count <= files[1].count ? files[0] : files[1]
  }
}
