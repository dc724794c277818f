import RostrumCanvas
public import RostrumGeometry
import RostrumLayerTree

extension DisplayNode {
  /// The pixels that can differ between two frames of one scene.
  ///
  /// Conservative: a pixel outside is equal in both. The comparison walks only where the trees
  /// differ, so its cost depends on the changes; the two frames may be any two, in any order.
  public static func damage(from old: DisplayNode?, to new: DisplayNode?) -> DamageRegion {
    var region = DamageRegion()
    collectDamage(from: old, to: new, into: &region)
    if !region.isEmpty { new?.spreadThroughBackdrops(&region) }
    return region
  }

  private static func collectDamage(
    from old: DisplayNode?, to new: DisplayNode?, into region: inout DamageRegion
  ) {
    if old === new { return }
    guard let old, let new, old.layer.identity == new.layer.identity else {
      region.insert(old?.bounds ?? .empty)
      region.insert(new?.bounds ?? .empty)
      return
    }
    guard old.hasSameComposition(as: new) else {
      region.insert(old.bounds)
      region.insert(new.bounds)
      return
    }
    guard let effects = new.effects else {
      return collectContentDamage(from: old, to: new, into: &region)
    }
    var inner = DamageRegion()
    collectContentDamage(from: old, to: new, into: &inner)
    old.collectDamage(effects, inside: inner, to: new, into: &region)
  }

  private static func collectContentDamage(
    from old: DisplayNode, to new: DisplayNode, into region: inout DamageRegion
  ) {
    collectDamage(from: old.depth, to: new.depth, into: &region)
    if !old.hasSameOwnPixels(as: new) {
      region.insert(old.ownBounds)
      region.insert(new.ownBounds)
    }
    collectDamage(from: old.sublayers, to: new.sublayers, into: &region)
  }

  /// True when sublayers are composited with the backdrop in the same way.
  private func hasSameComposition(as other: DisplayNode) -> Bool {
    guard opacity == other.opacity, fadeProgress == other.fadeProgress,
      (depth == nil) == (other.depth == nil),
      isGroupIfFaded == other.isGroupIfFaded,
      clipsToBounds == other.clipsToBounds, clipsContent == other.clipsContent,
      clipsOverBackdrop == other.clipsOverBackdrop, tint == other.tint,
      allowsGroupOpacity == other.allowsGroupOpacity,
      hasSameEffects(as: other)
    else { return false }
    return !clipsToBounds && effects == nil
      || transform == other.transform
        && layer.values.hasSameSilhouette(as: other.layer.values)
  }

  private func hasSameEffects(as other: DisplayNode) -> Bool {
    guard let effects, let others = other.effects else {
      return effects == nil && other.effects == nil
    }
    return effects.isSame(as: others)
  }

  private func hasSameOwnPixels(as other: DisplayNode) -> Bool {
    transform == other.transform && isFlipped == other.isFlipped
      && (layer === other.layer || layer.values == other.layer.values)
  }

  /// If planes hide or cut each other differently, all of their pixels may have changed.
  private static func collectDamage(
    from old: Depth?, to new: Depth?, into region: inout DamageRegion
  ) {
    let (before, after) = (old?.clusters ?? [], new?.clusters ?? [])
    for cluster in before where !after.contains(cluster) { region.insert(cluster.bounds) }
    for cluster in after where !before.contains(cluster) { region.insert(cluster.bounds) }
  }

  private static func collectDamage(
    from old: [DisplayNode], to new: [DisplayNode], into region: inout DamageRegion
  ) {
    if old.elementsEqual(new, by: { $0.layer.identity == $1.layer.identity }) {
      for (a, b) in zip(old, new) { collectDamage(from: a, to: b, into: &region) }
      return
    }
    // Layers were added, removed or reordered: which layer covers which may have changed anywhere
    // inside them.
    let remaining = Dictionary(
      new.map { ($0.layer.identity, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = old.filter { remaining[$0.layer.identity] != nil }.map(\.layer.identity)
    let keepsOrder =
      kept == new.map(\.layer.identity).filter(Set(kept).contains)
    for node in old {
      guard keepsOrder, let match = remaining[node.layer.identity] else {
        region.insert(node.bounds)
        continue
      }
      collectDamage(from: node, to: match, into: &region)
    }
    let known = Set(kept)
    for node in new where !keepsOrder || !known.contains(node.layer.identity) {
      region.insert(node.bounds)
    }
  }
}

extension DisplayNode {
  /// Adds the pixels that change because layers filter their backdrop, from back to front.
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

  /// Adds the pixels that must be correct so that layers which filter their backdrop are correct in
  /// `region`: from front to back.
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

  /// The pixels of the backdrop that the layer reads, among planes in space: none, the same pixels,
  /// or also the pixels around them.
  var backdrop: PlaneFragment.Backdrop {
    readsBackdrop ? filtersBackdrop ? .surroundings : .pixels : .unread
  }

  /// Whether the layer shows nothing beyond its bounds.
  var endsWithBounds: Bool {
    let isPlain = effects.map { $0.filters.isEmpty && $0.shadow == nil } ?? true
    return isPlain && layer.values[.bounds].union(extent) == layer.values[.bounds]
  }

  /// Adds the damage from changes inside two pictures of one layer, with the margins of its
  /// effects, and from changes of its mask.
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
