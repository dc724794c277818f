import RostrumCanvas
public import RostrumGeometry
public import RostrumLayerTree

/// The layers that can be seen in one frame.
public struct FrameSight: Sendable {
  /// The pixels of the canvas that each layer can touch, by its index: without its sublayers,
  /// unless an effect makes one picture of all. Layers beside the canvas have none.
  public fileprivate(set) var pixels: [Int: PixelRect] = [:]
  /// The layers among them that lie wholly behind an opaque one.
  public fileprivate(set) var covered: Set<Int> = []
}

/// Analyses the frames of one scene without drawing them. One thread uses it at a time.
public final class FrameSurvey {
  private let context: RenderContext
  private var tree: DisplayNode?
  /// With more layers, layers that hide each other are not searched for.
  private static let maximumLayers = 2000

  public init(_ context: RenderContext) { self.context = context }

  /// Advances to a time in seconds. Returns whether a pixel may differ from the time before.
  @discardableResult
  public func move(to time: Double) -> Bool {
    let last = tree
    tree = context.displayTree(at: time, reusing: last)
    return !DisplayNode.damage(from: last, to: tree).clipped(to: context.canvas).isEmpty
  }

  /// The one opaque colour behind all that each layer paints now, by its index; none where there
  /// are several, or where it is not known.
  public func grounds() -> [Int: Color] {
    var search = SightSearch()
    if let tree { search.add(tree, PlainPlace(clip: context.canvas)) }
    guard search.count <= Self.maximumLayers else { return [:] }
    let background = context.scene.isOpaque ? context.scene.background : nil
    return search.grounds(on: background, of: context.canvas)
  }

  /// The layers that can be seen now.
  public func sight() -> FrameSight {
    var search = SightSearch()
    if let tree { search.add(tree, PlainPlace(clip: context.canvas)) }
    return search.sight(coverage: search.count <= Self.maximumLayers)
  }
}

/// The surroundings of a layer that decide whether it hides others.
private struct PlainPlace {
  /// The pixels that are not clipped by superlayers; `nil` if they are no rectangle.
  var clip: PixelRect?
  var isOpaque = true
}

/// A traversal of a display tree in the order of painting.
private struct SightSearch {
  private struct Item {
    let index: Int
    let pixels: PixelRect
    /// The pixels that it hides wholly.
    let hidden: PixelRect?
    /// The colour of its background.
    var color: Color?
    /// Where the layers inside it end.
    var end = 0
  }

  private var items: [Item] = []
  var count: Int { items.count }

  mutating func add(_ node: DisplayNode, _ place: PlainPlace) {
    guard node.effects == nil, node.fadeProgress == nil, node.depth == nil else {
      return addPicture(node)
    }
    var inside = place
    inside.isOpaque = place.isOpaque && node.opacity == 1 && node.tint == nil
    let position = items.count
    items.append(
      Item(
        index: node.layer.index, pixels: node.ownBounds,
        hidden: inside.isOpaque ? inside.clip.flatMap(node.opaquePixels) : nil,
        color: node.layer.values[.backgroundColor]))
    if node.clipsToBounds {
      inside.clip = inside.clip.flatMap { clip in node.boundsPixels.map(clip.intersection) }
    }
    for sublayer in node.sublayers { add(sublayer, inside) }
    items[position].end = items.count
  }

  /// Layers of which an effect makes one picture: each may be anywhere in it.
  private mutating func addPicture(_ node: DisplayNode) {
    var open = [(node, node.bounds)]
    while let (next, pixels) = open.popLast() {
      items.append(Item(index: next.layer.index, pixels: pixels, hidden: nil, end: items.count + 1))
      open += next.sublayers.map { ($0, pixels) }
    }
  }

  func grounds(on background: Color?, of canvas: PixelRect) -> [Int: Color] {
    var found: [Int: Color] = [:]
    for (place, item) in items.enumerated() where !item.pixels.isEmpty {
      let behind = items[..<place].last { !$0.pixels.intersection(item.pixels).isEmpty }
      let hidden = behind == nil ? canvas : behind?.hidden
      let isWhole = hidden?.contains(item.pixels.intersection(canvas)) == true
      found[item.index] = isWhole ? behind?.color ?? background : nil
    }
    return found
  }

  func sight(coverage: Bool) -> FrameSight {
    var sight = FrameSight()
    var seen: Set<Int> = []
    let covers = coverage ? items.indices.filter { items[$0].hidden != nil } : []
    for item in items where !item.pixels.isEmpty {
      sight.pixels[item.index] = (sight.pixels[item.index] ?? .empty).union(item.pixels)
      let isCovered = covers.contains { position in
        position >= item.end && items[position].hidden?.contains(item.pixels) == true
      }
      if isCovered { sight.covered.insert(item.index) } else { seen.insert(item.index) }
    }
    sight.covered.subtract(seen)
    return sight
  }
}

extension PixelRect {
  fileprivate func contains(_ other: PixelRect) -> Bool {
    x <= other.x && y <= other.y && other.maxX <= maxX && other.maxY <= maxY
  }
}

extension DisplayNode {
  /// The whole pixels inside the layer's bounds; `nil` when these are no upright rectangle on the
  /// canvas.
  fileprivate var boundsPixels: PixelRect? {
    guard let map = transform.affine, map.b == 0 && map.c == 0 || map.a == 0 && map.d == 0,
      layer.values[.cornerRadius] == 0
    else { return nil }
    let box = map.boundingBox(of: layer.values[.bounds])
    let (x, y) = ((box.minX - 1e-6).rounded(.up), (box.minY - 1e-6).rounded(.up))
    let (right, bottom) = ((box.maxX + 1e-6).rounded(.down), (box.maxY + 1e-6).rounded(.down))
    guard right > x, bottom > y, max(abs(x), abs(y), right, bottom) < 1e6 else { return nil }
    return PixelRect(x: Int(x), y: Int(y), width: Int(right - x), height: Int(bottom - y))
  }

  /// The pixels that the layer's background hides.
  fileprivate func opaquePixels(in clip: PixelRect) -> PixelRect? {
    guard let color = layer.values[.backgroundColor], color.alpha == 1,
      layer.layerClass != .transform
    else { return nil }
    return boundsPixels.map(clip.intersection).flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The place of a layer at one moment, also beside the canvas.
public struct LayerStanding: Sendable {
  public let layer: PresentationLayer
  /// From the layer's coordinates to points of the canvas.
  public let transform: Homography
  /// With that of all layers around it, 0 to 1; 0 for one that is hidden or turned away.
  public let opacity: Double
  /// Around the layer's bounds, or around all that it draws where it has none, in points of the
  /// canvas.
  public let box: Rect
}

extension RenderContext {
  /// The places of all layers at a time in seconds, by their indices. Of a replicator's copies the
  /// first counts; masks are left out.
  public func standings(at time: Double) -> [Int: LayerStanding] {
    var result: [Int: LayerStanding] = [:]
    place(scene.presentation(at: time), in: .identity, opacity: 1, into: &result)
    return result
  }

  private func place(
    _ layer: PresentationLayer, in plane: Homography, _ space: Placing? = nil,
    through sublayerTransform: Transform3D? = nil, opacity: Double,
    into result: inout [Int: LayerStanding]
  ) {
    guard layer.instance < 2 else { return }
    let placement = LayerPlacement(layer.values)
    let placing = placement.toSuperlayer(through: sublayerTransform).concatenating(space)
    let transform = placing.projection.concatenating(plane)
    let isTransform = layer.layerClass == .transform
    let isTurned =
      !isTransform && !layer.values[.doubleSided] && !placing.showsFront
    let shown =
      layer.values[.hidden] || isTurned || !transform.isFinite
      ? 0 : opacity * min(max(layer.values[.opacity], 0), 1)
    if layer.instance == 0 {
      result[layer.index] = LayerStanding(
        layer: layer, transform: transform, opacity: shown,
        box: transform.isFinite ? transform.boundingBox(of: ownBox(of: layer)) : .zero)
    }
    for sublayer in layer.sublayers {
      place(
        sublayer, in: isTransform ? plane : transform, isTransform ? placing : nil,
        through: placement.sublayerTransform, opacity: shown, into: &result)
    }
  }

  private func ownBox(of layer: PresentationLayer) -> Rect {
    let bounds = layer.values[.bounds]
    return bounds.isEmpty ? painters.drawing(of: layer).paintBounds : bounds
  }
}
