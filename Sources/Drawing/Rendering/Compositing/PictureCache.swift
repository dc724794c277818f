import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree

/// Finished pictures of layers with effects and of masks, within a number of bytes: an unchanged
/// layer is blurred only once, however often layers above it move.
///
/// The key is the content, not the time: the values of the layer and of all layers inside, their
/// places, and the effects. A picture is kept when it is requested for the second time, and the
/// least recently used one is evicted first. Used by one thread at a time.
final class PictureCache {
  /// The part of a node that its picture shows.
  enum Kind: Hashable {
    /// With filters and shadow; before its mask, its opacity and its compositing filter.
    case finished
    case mask
    /// A shadow in its layer's own plane.
    case shadow
  }

  private struct Key: Hashable {
    let layer: PresentationLayer.Identity
    let kind: Kind
  }

  private struct Entry {
    let node: DisplayNode
    /// The opacity that a superlayer without group opacity passes on to the node.
    let opacity: Double
    /// `nil` until the same picture is requested again.
    var picture: Picture?
    var lastUse: Int
  }

  /// The most cached pictures of one layer.
  private static let maximumEntriesPerLayer = 16

  private let capacity: Int
  private var entries: [Key: [Entry]] = [:]
  private var clock = 0
  /// The bytes that all kept pictures take together.
  private(set) var byteCount = 0
  /// How many pictures have been kept so far, and how often one was found.
  private(set) var keptCount = 0
  private(set) var hitCount = 0

  /// `capacity` is in bytes; 0 keeps nothing.
  init(capacity: Int) { self.capacity = capacity }

  /// The picture of a node in all of its bounds, which `make` draws; `nil` when it is not worth
  /// keeping.
  func picture(
    _ kind: Kind, of node: DisplayNode, opacity: Double = 1,
    make: () throws -> Picture
  ) throws -> Picture? {
    guard node.bounds.area <= capacity / 4 else { return nil }
    clock += 1
    let key = Key(layer: node.layer.identity, kind: kind)
    guard let index = index(key, node, opacity) else {
      note(Entry(node: node, opacity: opacity, lastUse: clock), key)
      return nil
    }
    entries[key]?[index].lastUse = clock
    if let picture = entries[key]?[index].picture {
      hitCount += 1
      return picture
    }
    let picture = try make()
    // Drawing it may have kept and dropped others.
    guard let index = self.index(key, node, opacity) else { return picture }
    entries[key]?[index].picture = picture
    byteCount += picture.byteCount
    keptCount += 1
    makeRoom()
    return picture
  }

  private func index(_ key: Key, _ node: DisplayNode, _ opacity: Double) -> Int? {
    entries[key]?.firstIndex { entry in
      guard entry.opacity == opacity else { return false }
      switch key.kind {
      case .finished: return entry.node.finishesLike(node)
      case .mask: return entry.node.masksLike(node)
      case .shadow: return entry.node.castsLike(node)
      }
    }
  }

  private func note(_ entry: Entry, _ key: Key) {
    var all = entries[key, default: []]
    if all.count >= Self.maximumEntriesPerLayer,
      let oldest = all.indices.min(by: { all[$0].lastUse < all[$1].lastUse })
    {
      byteCount -= all.remove(at: oldest).picture?.byteCount ?? 0
    }
    all.append(entry)
    entries[key] = all
  }

  private func makeRoom() {
    while byteCount > capacity {
      let kept = entries.flatMap { key, all in
        all.indices.compactMap { index in
          all[index].picture.map { (key, index, all[index].lastUse, $0.byteCount) }
        }
      }
      guard let (key, index, _, bytes) = kept.min(by: { $0.2 < $1.2 }) else { return }
      entries[key]?.remove(at: index)
      byteCount -= bytes
    }
  }
}

extension Picture {
  fileprivate var byteCount: Int { bitmap.bytes.count }
}

extension DisplayNode {
  /// True when filters and shadow give the same result, whatever the opacity and the mask.
  fileprivate func finishesLike(_ other: DisplayNode) -> Bool {
    if self === other { return true }
    guard bounds == other.bounds, contentBounds == other.contentBounds, area == other.area,
      transform == other.transform, outerTransform == other.outerTransform,
      fadeProgress == other.fadeProgress, isFlipped == other.isFlipped,
      traits == other.traits, depth == nil,
      other.depth == nil, placings.isEmpty, other.placings.isEmpty,
      let effects, let others = other.effects, effects.isSame(as: others)
    else { return false }
    var values = layer.values
    values[.opacity] = other.layer.values[.opacity]
    return values == other.layer.values && sublayers.count == other.sublayers.count
      && zip(sublayers, other.sublayers).allSatisfy { DisplayNode.damage(from: $0, to: $1).isEmpty }
  }

  /// True when the shadow is the same in the layer's own plane.
  fileprivate func castsLike(_ other: DisplayNode) -> Bool {
    guard let effects, let others = other.effects, let shadow = effects.shadow,
      let its = others.shadow, shadow.plane == its.plane, shadow.path == its.path,
      shadow.blur.blur == its.blur.blur
    else { return false }
    guard let caster = effects.caster, let second = others.caster else {
      return effects.caster == nil && others.caster == nil
    }
    return caster.masksLike(second)
  }

  fileprivate func masksLike(_ other: DisplayNode) -> Bool {
    self === other
      || bounds == other.bounds && area == other.area
        && DisplayNode.damage(from: self, to: other).isEmpty
  }
}
