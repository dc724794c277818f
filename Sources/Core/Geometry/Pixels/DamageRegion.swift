/// A few rectangles of pixels that share none: the area to draw anew.
///
/// A region covers all that was inserted, and may cover more: two rectangles become their bounding
/// box when at most a fifth of the box lies outside both (`mergesAtWaste`), and when there would be
/// more than 16, the two that waste the fewest pixels do.
public struct DamageRegion: Hashable, Sendable {
  /// The most rectangles that a region keeps.
  public static let maximumRects = 16
  private static let mergesAtWaste = 0.2

  /// Disjoint, none empty, at most `maximumRects`.
  public private(set) var rects: [PixelRect] = []

  public init() {}

  public init(_ rect: PixelRect) { insert(rect) }

  public var isEmpty: Bool { rects.isEmpty }

  /// The number of pixels, at most `Int.max`.
  public var area: Int {
    rects.reduce(0) { sum, rect in
      let (total, overflows) = sum.addingReportingOverflow(rect.area)
      return overflows ? .max : total
    }
  }

  /// The smallest rectangle that holds the region; `empty` for an empty region.
  public var bounds: PixelRect { rects.reduce(.empty) { $0.union($1) } }

  public func intersects(_ rect: PixelRect) -> Bool { rects.contains { $0.intersects(rect) } }

  /// The part of the region inside `clip`.
  public func clipped(to clip: PixelRect) -> DamageRegion {
    var result = DamageRegion()
    result.rects = rects.map { $0.intersection(clip) }.filter { !$0.isEmpty }
    return result
  }

  /// Adds the pixels of `rect`; an empty one changes nothing.
  public mutating func insert(_ rect: PixelRect) {
    if rect.isEmpty || rects.contains(where: { $0.contains(rect) }) { return }
    let merged = takingMergeable(with: rect)
    var pieces = [merged]
    for other in rects { pieces = pieces.flatMap { $0.subtracting(other) } }
    rects += pieces
    while rects.count > DamageRegion.maximumRects { mergeCheapestPair() }
  }

  /// Adds all pixels of `other`.
  public mutating func formUnion(_ other: DamageRegion) {
    for rect in other.rects { insert(rect) }
  }

  /// Takes out every rectangle that is worth merging with `rect`, and returns the box of all.
  private mutating func takingMergeable(with rect: PixelRect) -> PixelRect {
    var box = rect
    while let index = rects.firstIndex(where: { DamageRegion.isWorthMerging($0, box) }) {
      box = box.union(rects.remove(at: index))
    }
    return box
  }

  private static func isWorthMerging(_ a: PixelRect, _ b: PixelRect) -> Bool {
    waste(a, b) <= mergesAtWaste * pixels(a.union(b))
  }

  /// The pixels of the bounding box that lie in neither rectangle. As numbers with a fraction, so
  /// that nothing overflows; exact up to 2^53.
  private static func waste(_ a: PixelRect, _ b: PixelRect) -> Double {
    pixels(a.union(b)) - pixels(a) - pixels(b) + pixels(a.intersection(b))
  }

  private static func pixels(_ rect: PixelRect) -> Double {
    Double(rect.width) * Double(rect.height)
  }

  /// Replaces the two rectangles that waste least by their box, and with them all that touch it.
  private mutating func mergeCheapestPair() {
    var best = (waste: Double.infinity, first: 0, second: 1)
    for first in rects.indices {
      for second in rects.indices.dropFirst(first + 1) {
        let waste = DamageRegion.waste(rects[first], rects[second])
        if waste < best.waste { best = (waste, first, second) }
      }
    }
    var box = rects.remove(at: best.second).union(rects.remove(at: best.first))
    while let index = rects.firstIndex(where: { $0.intersects(box) }) {
      box = box.union(rects.remove(at: index))
    }
    rects.append(box)
  }
}
