public import Foundation
import RostrumGeometry
import RostrumLayerTree

/// Copies of its sublayers, each moved, delayed and coloured a little more.
open class CAReplicatorLayer: CALayer {
  override class var modelClass: LayerClass { .replicator }
  @LayerProperty(.instanceCount) open var instanceCount: Int
  @LayerProperty(.preservesDepth) open var preservesDepth: Bool
  @LayerProperty(.instanceDelay) open var instanceDelay: CFTimeInterval
  @LayerProperty(.instanceTransform) open var instanceTransform: CATransform3D
  @LayerProperty(.instanceColor) open var instanceColor: CGColor?
  @LayerProperty(.instanceRedOffset) open var instanceRedOffset: Float
  @LayerProperty(.instanceGreenOffset) open var instanceGreenOffset: Float
  @LayerProperty(.instanceBlueOffset) open var instanceBlueOffset: Float
  @LayerProperty(.instanceAlphaOffset) open var instanceAlphaOffset: Float
}

/// A window on its sublayers: the origin of the bounds is the point at its corner.
open class CAScrollLayer: CALayer {
  override class var modelClass: LayerClass { .scroll }
  @LayerProperty(.scrollMode) open var scrollMode: CAScrollLayerScrollMode

  /// Moves the origin of the bounds, as far as the mode allows.
  open func scroll(to p: CGPoint) {
    var origin = bounds.origin
    if scrollMode == .both || scrollMode == .horizontally { origin.x = p.x }
    if scrollMode == .both || scrollMode == .vertically { origin.y = p.y }
    bounds = CGRect(origin: origin, size: bounds.size)
  }

  open func scroll(to r: CGRect) { scroll(to: bounds.origin(showing: r)) }
}

extension CGRect {
  /// The origin of bounds of this size that show all of a rectangle with the shortest way there, or
  /// its corner where it is too large.
  package func origin(showing rect: CGRect) -> CGPoint {
    func origin(_ first: CGFloat, _ last: CGFloat, _ start: CGFloat, _ length: CGFloat) -> CGFloat {
      if first < start || last - first > length { return first }
      return last > start + length ? last - length : start
    }
    return CGPoint(
      x: origin(rect.minX, rect.maxX, minX, width), y: origin(rect.minY, rect.maxY, minY, height))
  }
}

extension CALayer {
  /// The part of the layer that is seen through the scroll layers and clipping layers around it.
  public var visibleRect: CGRect {
    ancestry.dropFirst().filter(\.masksToBounds).reduce(bounds) { rect, layer in
      rect.intersection(convert(layer.bounds, from: layer))
    }
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
    ancestry.lazy.compactMap { $0 as? CAScrollLayer }.first
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
  @LayerProperty(.levelsOfDetail) open var levelsOfDetail: Int
  @LayerProperty(.levelsOfDetailBias) open var levelsOfDetailBias: Int
  @LayerProperty(.tileSize) open var tileSize: CGSize

  /// Without an effect: nothing has to be waited for.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }
}
