public import Geometry
import LayerTree

extension DisplayNode {
  /// The pixels that can differ between two frames of one scene.
  ///
  /// Sound: a pixel outside is the same in both. The comparison walks only where the trees differ, so it costs what changed; the two
  /// frames may be any two, in any order.
  public static func damage(from old: DisplayNode?, to new: DisplayNode?) -> Region {
    var region = Region()
    collectDamage(from: old, to: new, into: &region)
    return region
  }

  private static func collectDamage(
    from old: DisplayNode?, to new: DisplayNode?, into region: inout Region
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
    if !old.hasSameOwnPixels(as: new) {
      region.insert(old.ownBounds)
      region.insert(new.ownBounds)
    }
    collectDamage(from: old.sublayers, to: new.sublayers, into: &region)
  }

  /// True when sublayers are combined with what lies behind in the same way.
  private func hasSameComposition(as other: DisplayNode) -> Bool {
    guard opacity == other.opacity, isGroupIfFaded == other.isGroupIfFaded,
      clipsToBounds == other.clipsToBounds, tint == other.tint,
      layer.values[.allowsGroupOpacity] == other.layer.values[.allowsGroupOpacity]
    else { return false }
    return !clipsToBounds
      || transform == other.transform
        && layer.values[.bounds] == other.layer.values[.bounds]
        && layer.values[.cornerRadius] == other.layer.values[.cornerRadius]
  }

  private func hasSameOwnPixels(as other: DisplayNode) -> Bool {
    transform == other.transform
      && (layer === other.layer || layer.values == other.layer.values)
  }

  private static func collectDamage(
    from old: [DisplayNode], to new: [DisplayNode], into region: inout Region
  ) {
    if old.elementsEqual(new, by: { $0.layer.identity == $1.layer.identity }) {
      for (a, b) in zip(old, new) { collectDamage(from: a, to: b, into: &region) }
      return
    }
    // Some came, went or changed places: whoever covers whom may have changed anywhere inside them.
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
