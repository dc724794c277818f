public import Foundation
import RostrumGeometry
import RostrumLayerTree

/// Copies of its sublayers, each moved, delayed and coloured a little more.
open class CAReplicatorLayer: CALayer {
  override class var modelClass: LayerClass { .replicator }
  open var instanceCount: Int {
    get { Int(self[.instanceCount]) }
    set { self[.instanceCount] = Double(max(newValue, 0)) }
  }
  open var preservesDepth: Bool {
    get { self[.preservesDepth] }
    set { self[.preservesDepth] = newValue }
  }
  open var instanceDelay: CFTimeInterval {
    get { self[.instanceDelay] }
    set { self[.instanceDelay] = newValue }
  }
  open var instanceTransform: CATransform3D {
    get { CATransform3D(self[.instanceTransform]) }
    set { self[.instanceTransform] = newValue.model }
  }
  open var instanceColor: CGColor? {
    get { self[.instanceColor].map { CGColor($0) } }
    set { self[.instanceColor] = newValue?.model }
  }
  open var instanceRedOffset: Float {
    get { Float(self[.instanceRedOffset]) }
    set { self[.instanceRedOffset] = newValue.shortest }
  }
  open var instanceGreenOffset: Float {
    get { Float(self[.instanceGreenOffset]) }
    set { self[.instanceGreenOffset] = newValue.shortest }
  }
  open var instanceBlueOffset: Float {
    get { Float(self[.instanceBlueOffset]) }
    set { self[.instanceBlueOffset] = newValue.shortest }
  }
  open var instanceAlphaOffset: Float {
    get { Float(self[.instanceAlphaOffset]) }
    set { self[.instanceAlphaOffset] = newValue.shortest }
  }
}

/// A window on its sublayers: the origin of the bounds is the point at its corner.
open class CAScrollLayer: CALayer {
  override class var modelClass: LayerClass { .scroll }
  open var scrollMode: CAScrollLayerScrollMode {
    get { word(Property.scrollMode) }
    set { set(Property.scrollMode, word: newValue) }
  }

  /// Moves the origin of the bounds, as far as the mode allows.
  open func scroll(to p: CGPoint) {
    var origin = bounds.origin
    if scrollMode == .both || scrollMode == .horizontally { origin.x = p.x }
    if scrollMode == .both || scrollMode == .vertically { origin.y = p.y }
    bounds = CGRect(origin: origin, size: bounds.size)
  }

  /// The shortest way to a rectangle that is wholly seen, or its corner where it is too large.
  open func scroll(to r: CGRect) {
    func origin(_ first: CGFloat, _ last: CGFloat, _ start: CGFloat, _ length: CGFloat) -> CGFloat {
      if first < start || last - first > length { return first }
      return last > start + length ? last - length : start
    }
    scroll(
      to: CGPoint(
        x: origin(r.minX, r.maxX, bounds.minX, bounds.width),
        y: origin(r.minY, r.maxY, bounds.minY, bounds.height)))
  }
}

extension CALayer {
  /// The part of the layer that is seen through the scroll layers and clipping layers around it.
  public var visibleRect: CGRect {
    var rect = bounds
    var next = superlayer
    while let layer = next {
      if layer.masksToBounds { rect = rect.intersection(convert(layer.bounds, from: layer)) }
      next = layer.superlayer
    }
    return rect
  }

  /// Scrolls the closest scroll layer around to a point of this layer.
  public func scroll(_ p: CGPoint) {
    closestScrollLayer.map { $0.scroll(to: $0.convert(p, from: self)) }
  }

  /// Scrolls the closest scroll layer around to a rectangle of this layer.
  public func scrollRectToVisible(_ r: CGRect) {
    closestScrollLayer.map { $0.scroll(to: $0.convert(r, from: self)) }
  }

  private var closestScrollLayer: CAScrollLayer? {
    var next: CALayer? = self
    while let layer = next {
      if let layer = layer as? CAScrollLayer { return layer }
      next = layer.superlayer
    }
    return nil
  }
}

/// A space for its sublayers, which keep their depth. It draws nothing itself.
open class CATransformLayer: CALayer {
  override class var modelClass: LayerClass { .transform }

  /// A space has no area.
  open override func hitTest(_ p: CGPoint) -> CALayer? { nil }
}

/// A layer with a huge picture. Offline all tiles are there at once.
open class CATiledLayer: CALayer {
  override class var modelClass: LayerClass { .tiled }
  open var levelsOfDetail: Int {
    get { Int(self[.levelsOfDetail]) }
    set { self[.levelsOfDetail] = Double(max(newValue, 0)) }
  }
  open var levelsOfDetailBias: Int {
    get { Int(self[.levelsOfDetailBias]) }
    set { self[.levelsOfDetailBias] = Double(max(newValue, 0)) }
  }
  open var tileSize: CGSize {
    get { self[.tileSize].cgSize }
    set { self[.tileSize] = Size(newValue) }
  }

  /// Without an effect: nothing has to be waited for.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }
}
