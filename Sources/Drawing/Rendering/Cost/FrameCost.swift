import RostrumCanvas
public import RostrumGeometry
import RostrumLayerTree

/// The cost of drawing a whole frame, regardless of the frame before: its off-screen passes, and
/// how often its pixels are drawn.
public struct FrameCost: Sendable {
  /// The reasons for which a layer is drawn on a picture of its own first.
  public enum Cause: String, CaseIterable, Sendable {
    case mask, shadow
    /// Opacity or a colour that a layer and its sublayers share.
    case groupOpacity = "group opacity"
    /// Filters, background filters and compositing filters.
    case filter
    case rasterize
    /// Two looks that are mixed.
    case transition
  }

  /// One picture beside the frame.
  public struct Pass: Hashable, Sendable {
    public let cause: Cause
    /// The layer's name.
    public let layer: String
    /// The pixels of the frame that the layer can touch.
    public let area: PixelRect
  }

  /// In the order of the layer tree. A layer counts once for each of its causes.
  public internal(set) var passes: [Pass] = []
  /// The pixels of the frame.
  public let canvas: PixelRect
  /// For each pixel, row after row, how many layers put colour on it.
  public internal(set) var depths: [UInt16]
  /// For each pixel how many of these are translucent there, so that it has to be blended.
  public internal(set) var blends: [UInt16]

  init(canvas: PixelRect) {
    self.canvas = canvas
    depths = [UInt16](repeating: 0, count: canvas.area)
    blends = depths
  }

  /// How many passes there are for each cause that there is.
  public var passCounts: [Cause: Int] {
    passes.reduce(into: [:]) { $0[$1.cause, default: 0] += 1 }
  }

  /// The pixels that all layers put colour on, each counted for every layer.
  public var drawnPixels: Int { depths.reduce(0) { $0 + Int($1) } }
  /// The same of translucent ones.
  public var blendedPixels: Int { blends.reduce(0) { $0 + Int($1) } }
  /// The most layers on one pixel.
  public var deepest: Int { Int(depths.max() ?? 0) }
}

/// Measures the cost of a display tree.
///
/// Each layer is drawn by itself at its place on the canvas, and its pixels are counted, after
/// clipping, opacity and rounded corners; masks, filters and shadows do not reduce the count, as
/// they belong to passes.
struct CostCounter {
  private let painter: ScenePainter
  private var cost: FrameCost

  /// The cost of a frame that consists of a tree. Throws where the frame could not be drawn.
  static func cost(
    of tree: DisplayNode?, canvas: PixelRect, painter: ScenePainter
  ) throws -> FrameCost {
    var counter = CostCounter(painter: painter, cost: FrameCost(canvas: canvas))
    if let tree { try counter.count(tree, Surroundings()) }
    return counter.cost
  }

  /// The layers around one that matter to it.
  private struct Surroundings {
    /// As the painter hands it down: 1 inside of a group.
    var handedDown = 1.0
    /// The product of all opacities.
    var visible = 1.0
    /// Inside an offscreen picture, the map from the pixel space of the nodes to the canvas.
    var toCanvas: Homography?
    var clips: [Coverage] = []
    /// Inside of a mask, where nothing is drawn on the frame itself.
    var isMask = false
  }

  /// The alpha of a shape in the pixels of the canvas; 0 outside of the rectangle.
  private struct Coverage {
    let rect: PixelRect
    let alpha: [UInt8]

    func alpha(_ x: Int, _ y: Int) -> UInt8 {
      rect.contains(x: x, y: y) ? alpha[(y - rect.y) * rect.width + x - rect.x] : 0
    }
  }

  private mutating func count(_ node: DisplayNode, _ around: Surroundings) throws {
    try Task.checkCancellation()
    var inner = around
    inner.handedDown *= node.opacity
    inner.visible *= node.opacity
    notePasses(of: node, opacity: inner.handedDown, around)
    if let mask = node.effects?.mask, node.gradientFill == nil {
      var inside = around
      inside.isMask = true
      try count(mask, inside)
    }
    let isGroup = node.needsPicture || Self.isGroup(node, inner.handedDown)
    if isGroup, node.allowsGroupOpacity { inner.handedDown = 1 }
    if let raster = node.effects?.raster {
      inner.toCanvas = raster.toOuter.concatenating(around.toCanvas ?? .identity)
    }
    if node.clipsContent, !inner.isMask {
      let shape = try coverage(of: node.layer.values[.bounds], through: inner.toCanvas, node) {
        $0.transform = Self.transform(of: node, through: inner.toCanvas)
        try $0.fill(node.layer.values.roundedBounds, with: .black)
      }
      inner.clips.append(shape)
    }
    if node.fadeProgress == nil, !inner.isMask { try countOwnDrawing(of: node, inner) }
    for sublayer in node.sublayers { try count(sublayer, inner) }
  }

  private static func transform(of node: DisplayNode, through outer: Homography?) -> Homography {
    outer.map(node.transform.concatenating) ?? node.transform
  }

  /// Whether the painter makes one picture of the layer and its sublayers, for their opacity.
  private static func isGroup(_ node: DisplayNode, _ opacity: Double) -> Bool {
    node.tint != nil || opacity < 1 && node.isGroupIfFaded
  }

  // MARK: Passes

  private mutating func notePasses(
    of node: DisplayNode, opacity: Double, _ around: Surroundings
  ) {
    var causes: [FrameCost.Cause] = []
    let values = node.layer.values
    if let effects = node.effects {
      if effects.mask != nil, node.gradientFill == nil { causes.append(.mask) }
      if effects.shadow != nil { causes.append(.shadow) }
      if !effects.filters.isEmpty || effects.readsBackdrop { causes.append(.filter) }
      if values[.shouldRasterize] { causes.append(.rasterize) }
    }
    if !node.needsPicture, Self.isGroup(node, opacity) {
      causes.append(.groupOpacity)
    }
    if node.fadeProgress != nil { causes.append(.transition) }
    let area = around.toCanvas?.pixels(touchedBy: node.bounds) ?? node.bounds
    for cause in FrameCost.Cause.allCases where causes.contains(cause) {
      cost.passes.append(
        .init(cause: cause, layer: node.layer.name, area: area.intersection(cost.canvas)))
    }
  }

  // MARK: Pixels

  private mutating func countOwnDrawing(of node: DisplayNode, _ around: Surroundings) throws {
    guard node.drawing.passes > 0, around.visible > 0 else { return }
    let own = try coverage(of: node.drawing.paintBounds, through: around.toCanvas, node) {
      try painter.paintOwnDrawing(
        of: node, opacity: around.visible, through: around.toCanvas, on: $0)
    }
    let isBlended = node.effects?.operation.isPlain == false
    for y in own.rect.y..<own.rect.maxY {
      for x in own.rect.x..<own.rect.maxX {
        let alpha = own.alpha(x, y)
        guard alpha > 0 else { continue }
        let clip = around.clips.reduce(UInt8.max) { min($0, $1.alpha(x, y)) }
        guard clip > 0 else { continue }
        let index = y * cost.canvas.width + x
        cost.depths[index] = cost.depths[index].addingUpToLimit
        if alpha < 255 || clip < 255 || isBlended {
          cost.blends[index] = cost.blends[index].addingUpToLimit
        }
      }
    }
  }

  /// The pixels that a drawing within a rectangle of a layer covers.
  private func coverage(
    of rect: Rect, through outer: Homography?, _ node: DisplayNode,
    _ body: (Drawing) throws -> Void
  ) throws -> Coverage {
    let frame = Self.transform(of: node, through: outer)
      .pixels(holding: rect, within: cost.canvas)
    guard !frame.isEmpty else { return Coverage(rect: .empty, alpha: []) }
    let picture = try painter.pool.picture(frame: frame, clearing: frame)
    try painter.draw(on: picture, needed: frame, body)
    var alpha: [UInt8] = []
    alpha.reserveCapacity(frame.area)
    for y in 0..<frame.height {
      for x in 0..<frame.width { alpha.append(UInt8(picture.bitmap[x, y] >> 24)) }
    }
    painter.pool.recycle(picture)
    return Coverage(rect: frame, alpha: alpha)
  }
}

extension UInt16 {
  /// One more, unless that is too many.
  fileprivate var addingUpToLimit: UInt16 { self == .max ? self : self + 1 }
}
