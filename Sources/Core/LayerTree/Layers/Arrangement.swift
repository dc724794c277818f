package import RostrumGeometry

/// A layer's layout with the sublayers that it places, so that an event can work it out again.
package struct Arrangement: Sendable {
  /// A sublayer that the layout places.
  package struct Item: Sendable {
    package let layer: Int
    package let name: String
    let layerClass: LayerClass
    /// The share of the room that is left, by which the layer grows; 0 keeps its size.
    let share: Double
    /// The size before it grows.
    let size: Size
    /// The width for a height of 1, by which one side follows the other when it grows.
    let aspectRatio: Double?
    /// Whether it takes its room while it is hidden, because it comes on stage at a time.
    let keepsRoom: Bool
    /// Where its baseline is, as a share of its height.
    let baseline: Double

    package init(
      _ layer: Layer, share: Double, aspectRatio: Double?, keepsRoom: Bool, baseline: Double = 1
    ) {
      self.layer = layer.index
      name = layer.name
      layerClass = layer.layerClass
      self.share = share
      size = layer.values[.bounds].size
      self.aspectRatio = aspectRatio
      self.keepsRoom = keepsRoom
      self.baseline = baseline
    }
  }

  package var layout: Layout
  /// The layer around.
  let container: Int
  package let items: [Item]
  /// The sides of the container that are given; the others are as long as the items need.
  private let hasWidth: Bool
  private let hasHeight: Bool
  /// Puts a container that is pinned back to its edges when its size has changed.
  private let pin: @Sendable (inout LayerValues) -> Void

  package init(
    _ layout: Layout, of container: Int, with bounds: Rect, _ items: [Item],
    pin: @escaping @Sendable (inout LayerValues) -> Void
  ) {
    self.layout = layout
    self.container = container
    self.items = items
    hasWidth = bounds.width > 0
    hasHeight = bounds.height > 0
    self.pin = pin
  }

  /// The values of the container and of the items that take room, with their bounds and
  /// positions by the layout. `current` gives what the values of a layer are so far. `showsAll`:
  /// hidden items take room too.
  package func values(
    _ current: (Int) -> LayerValues, showsAll: Bool = false
  ) -> [Int: LayerValues] {
    var own = current(container)
    let shown = inOrder.filter { showsAll || $0.keepsRoom || !current($0.layer)[.hidden] }
    let padding = layout.padding
    let bounds = own[.bounds]
    let width = hasWidth ? max(bounds.width - padding.left - padding.right, 0) : nil
    let height = hasHeight ? max(bounds.height - padding.top - padding.bottom, 0) : nil
    var values = shown.map { current($0.layer) }
    grow(shown, &values, width, height)
    let boxes = zip(values, shown).map { $0.boxAroundPosition(of: $1.layerClass) }
    let (corners, size) = layout.corners(
      of: boxes.map(\.size), baselines: zip(boxes, shown).map { $0.height * $1.baseline },
      width: width, height: height)
    for (index, (box, corner)) in zip(boxes, corners).enumerated() {
      values[index][.position] = Point(
        x: bounds.minX + padding.left + corner.x - box.minX,
        y: bounds.minY + padding.top + corner.y - box.minY)
    }
    if !hasWidth { own[.bounds].size.width = size.width + padding.left + padding.right }
    if !hasHeight { own[.bounds].size.height = size.height + padding.top + padding.bottom }
    if own[.bounds] != bounds { pin(&own) }
    let layers = [container] + shown.map(\.layer)
    return Dictionary(zip(layers, [own] + values)) { first, _ in first }
  }

  /// The items as the layout's order says.
  private var inOrder: [Item] {
    guard !layout.order.isEmpty else { return items }
    let ranks = Dictionary(layout.order.enumerated().map { ($1, $0) }) { first, _ in first }
    let ranked = items.enumerated().map { place, item in
      (item, ranks[item.name] ?? ranks["\(place)"] ?? ranks.count, place)
    }
    return ranked.sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0)
  }

  /// Shares out the room that is left. Source: CSS Flexible Box Layout, 9.7, of which shares that
  /// sum to less than 1 take that part of the room.
  private func grow(
    _ items: [Item], _ values: inout [LayerValues], _ width: Double?, _ height: Double?
  ) {
    let isRow = layout.kind == .row
    let total = items.reduce(0) { $0 + $1.share }
    guard total > 0 else { return }
    for (index, item) in items.enumerated() where item.share > 0 {
      values[index][.bounds].size = item.size
    }
    guard isRow || layout.kind == .column, !layout.wraps, let room = isRow ? width : height else {
      return
    }
    let side: WritableKeyPath<Size, Double> = isRow ? \.width : \.height
    let other: WritableKeyPath<Size, Double> = isRow ? \.height : \.width
    let used = zip(values, items).reduce(layout.gap * Double(items.count - 1)) {
      $0 + $1.0.boxAroundPosition(of: $1.1.layerClass).size[keyPath: side]
    }
    let unit = max(room - used, 0) / max(total, 1)
    for (index, item) in items.enumerated() where item.share > 0 {
      let length = item.size[keyPath: side] + unit * item.share
      values[index][.bounds].size[keyPath: side] = length
      guard let ratio = item.aspectRatio else { continue }
      values[index][.bounds].size[keyPath: other] = isRow ? length / ratio : length * ratio
    }
  }
}

extension LayerValues {
  /// The box that a layer takes, about its position: its bounds, or its path where a shape has no
  /// bounds.
  package func boxAroundPosition(of layerClass: LayerClass) -> Rect {
    let (bounds, anchor) = (self[.bounds], self[.anchorPoint])
    var own = Rect(
      x: -anchor.x * bounds.width, y: -anchor.y * bounds.height, width: bounds.width,
      height: bounds.height)
    if bounds.isEmpty, layerClass == .shape, let path = self[.path]?.boundingBox { own = path }
    return self[.transform].flattened?.boundingBox(of: own) ?? own
  }
}
