import Canvas
import Geometry
import LayerTree

extension DisplayNode {
  /// Adds the pixels that change because layers filter what lies behind them, in the order in which
  /// they do.
  func spreadThroughBackdrops(_ region: inout DamageRegion) {
    guard filtersBackdrop else { return }
    if let effects, !effects.backgroundFilters.isEmpty {
      for rect in region.rects {
        region.insert(effects.backgroundFilters.outputs(of: rect).intersection(bounds))
      }
    }
    guard effects?.needsPicture != true else { return }
    for sublayer in drawOrder { sublayer.spreadThroughBackdrops(&region) }
  }

  /// Adds the pixels that must be right so that layers which filter what lies behind them are right
  /// in `region`: from front to back.
  func addBackdrops(to region: inout DamageRegion) {
    guard filtersBackdrop else { return }
    if effects?.needsPicture != true {
      for sublayer in drawOrder.reversed() { sublayer.addBackdrops(to: &region) }
    }
    guard let effects, !effects.backgroundFilters.isEmpty else { return }
    for rect in region.clipped(to: bounds).rects {
      region.insert(effects.backgroundFilters.inputs(of: rect).intersection(area))
    }
  }

  /// With the pixels that must be right so that the layer is.
  var boundsWithBackdrop: PixelRect {
    guard filtersBackdrop else { return bounds }
    var region = DamageRegion(bounds)
    addBackdrops(to: &region)
    return region.bounds
  }

  /// What of that which lies behind it the layer is combined with, among planes in space.
  var backdrop: Piece.Backdrop {
    readsBackdrop ? filtersBackdrop ? .surroundings : .pixels : .unread
  }

  /// Whether the layer shows nothing beyond its bounds.
  var endsWithBounds: Bool {
    let isPlain = effects.map { $0.filters.isEmpty && $0.shadow == nil } ?? true
    return isPlain && layer.values[.bounds].union(extent) == layer.values[.bounds]
  }

  /// What changes inside two pictures of one layer changes around them as far as its effects reach.
  func collectDamage(
    _ effects: LayerEffects, inside inner: DamageRegion, to new: DisplayNode,
    into region: inout DamageRegion
  ) {
    var inner = inner
    for sublayer in new.drawOrder { sublayer.spreadThroughBackdrops(&inner) }
    let both = bounds.union(new.bounds)
    for rect in inner.rects {
      region.insert(effects.outputs(of: rect).intersection(both))
    }
    region.formUnion(
      DisplayNode.damage(from: self.effects?.mask, to: effects.mask).clipped(to: both))
  }
}
