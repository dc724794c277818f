import RostrumGeometry

/// The layouts of texts that were used last.
///
/// A cache of two generations: a used layout moves to the recent one. When that is full, or at
/// `dropEarlier`, the earlier generation is dropped and the recent one becomes the earlier. So
/// layouts in use stay, however many others are added.
struct TextLayoutCache {
  private var recent: [TextRequest: TextLayout] = [:]
  private var earlier: [TextRequest: TextLayout] = [:]
  /// The elements of all paths of the recent half together.
  private var elementCount = 0

  /// About 15 MB in each half.
  private static let limit = (layouts: 500, elements: 250_000)

  var count: Int { recent.count + earlier.count }

  mutating func find(_ request: TextRequest) -> TextLayout? {
    if let layout = recent[request] { return layout }
    guard let layout = earlier.removeValue(forKey: request) else { return nil }
    insert(layout, for: request)
    return layout
  }

  mutating func insert(_ layout: TextLayout, for request: TextRequest) {
    let size = layout.elementCount
    if recent.count >= Self.limit.layouts || elementCount + size > Self.limit.elements {
      dropEarlier()
    }
    elementCount += size
    recent[request] = layout
  }

  mutating func dropEarlier() {
    earlier = recent
    recent = [:]
    elementCount = 0
  }
}

extension TextLayout {
  fileprivate var elementCount: Int { runs.reduce(0) { $0 + $1.glyphs.elements.count } }
}
