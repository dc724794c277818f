import RostrumGeometry

/// A cache of gradients' pictures, within a number of bytes: an unchanged gradient is computed
/// once, whatever moves below or above it.
///
/// The key holds all inputs of a gradient's pixels, without the filled shape. A picture is kept
/// when it is requested for the second time; the least recently used one is evicted first. Used by
/// one thread at a time.
public final class GradientCache {
  struct Key: Hashable {
    let gradient: Gradient
    /// From pixels to the gradient's space.
    let toUser: Homography
    let opacity: Double
  }

  private struct Entry {
    /// `nil` until the same gradient is requested again.
    var picture: Picture?
    /// The union of the pixels requested so far.
    var area: PixelRect
    var lastUse: Int
  }

  /// In bytes.
  public let capacity: Int
  /// How many pictures have been kept so far, and how often one was found.
  public private(set) var keptCount = 0
  public private(set) var hitCount = 0
  /// The bytes of all cached pictures.
  public private(set) var byteCount = 0
  private var entries: [Key: Entry] = [:]
  private var clock = 0

  /// The most entries, with and without a picture.
  private static let maximumEntries = 256

  /// `capacity` is in bytes; 0 keeps nothing.
  public init(capacity: Int) { self.capacity = capacity }

  /// The margin that is added when a shape has outgrown its gradient's picture, as it probably
  /// keeps growing.
  private static let room = 64

  /// A picture that holds a part of a gradient, made by `make`, which draws any part of `whole`;
  /// `nil` when it is not worth keeping.
  func picture(
    _ key: Key, holding area: PixelRect, of whole: PixelRect,
    make: (PixelRect) throws(OutOfMemory) -> Picture
  ) throws(OutOfMemory) -> Picture? {
    guard area.area <= capacity / 8 else { return nil }
    clock += 1
    guard var entry = entries[key] else {
      if entries.count >= Self.maximumEntries { removeOldest { _ in true } }
      entries[key] = Entry(area: area, lastUse: clock)
      return nil
    }
    entry.lastUse = clock
    if entry.picture?.frame.contains(area) == true {
      hitCount += 1
    } else {
      try renew(&entry, holding: area, of: whole, make)
    }
    entries[key] = entry
    while byteCount > capacity { removeOldest { $0.picture != nil } }
    return entry.picture
  }

  private func renew(
    _ entry: inout Entry, holding area: PixelRect, of whole: PixelRect,
    _ make: (PixelRect) throws(OutOfMemory) -> Picture
  ) throws(OutOfMemory) {
    let all = entry.area.union(area)
    let large = entry.picture == nil ? all : all.grown(by: Self.room).intersection(whole)
    entry.area = large.area <= capacity / 8 ? large : area
    let picture = try make(entry.area)
    byteCount += picture.bitmap.bytes.count - (entry.picture?.bitmap.bytes.count ?? 0)
    entry.picture = picture
    keptCount += 1
  }

  private func removeOldest(where isCandidate: (Entry) -> Bool) {
    let candidates = entries.filter { isCandidate($0.value) }
    guard let oldest = candidates.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
    byteCount -= oldest.value.picture?.bitmap.bytes.count ?? 0
    entries[oldest.key] = nil
  }
}
