import Geometry
import ImageDiff

/// Says in words which layers a difference belongs to, and what changed about them.
struct LayerChanges {
  private let old: [RecordedLayer]
  private let new: [RecordedLayer]
  private let oldByName: [String: RecordedLayer]
  private let newByName: [String: RecordedLayer]

  init(from old: [RecordedLayer], to new: [RecordedLayer]) {
    (self.old, self.new) = (old, new)
    oldByName = Dictionary(old.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    newByName = Dictionary(new.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// At most this many sentences: more are a new picture.
  private static let limit = 12

  /// For each layer whose bounds hold a part of the difference: what changed. When nothing did, the layers where the difference is.
  func sentences(for difference: PictureDifference) -> [String] {
    let touched = names.filter { touches($0, difference) }
    let changes = touched.flatMap { changesOfValues(of: $0) }
    if !changes.isEmpty { return shortened(changes) }
    let places = touched.filter { drawsIn($0, difference) }
    guard !places.isEmpty else { return [] }
    let list = places.suffix(4).joined(separator: ", ")
    return ["\(list): the recorded values are the same, so the drawing itself changed"]
  }

  /// Every change of value, whether or not it can be seen.
  func allChanges() -> [String] { shortened(names.flatMap { changesOfValues(of: $0) }) }

  private func shortened(_ sentences: [String]) -> [String] {
    guard sentences.count > Self.limit else { return sentences }
    return sentences.prefix(Self.limit) + ["and \(sentences.count - Self.limit) more changes"]
  }

  /// In the order of the scene; layers that are gone come last.
  private var names: [String] {
    new.map(\.name) + old.map(\.name).filter { newByName[$0] == nil }
  }

  private func touches(_ name: String, _ difference: PictureDifference) -> Bool {
    let boxes = [oldByName[name]?.pixels, newByName[name]?.pixels].compactMap(\.self)
    return difference.regions.contains { region in boxes.contains { $0.intersects(region.bounds) } }
  }

  private func drawsIn(_ name: String, _ difference: PictureDifference) -> Bool {
    let box = newByName[name]?.ownPixels ?? .empty
    return difference.regions.contains { box.intersects($0.bounds) }
  }

  private func changesOfValues(of name: String) -> [String] {
    guard let before = oldByName[name] else { return ["\(name): it is new"] }
    guard let after = newByName[name] else { return ["\(name): it is gone"] }
    return changedKeyPaths(before.values, after.values).map { keyPath in
      let (old, new) = (before.values[keyPath], after.values[keyPath])
      return "\(name): \(keyPath) \(old ?? "default") -> \(new ?? "default")"
    }
  }

  /// The most detailed ones: `position.x` says all that `position` would.
  private func changedKeyPaths(_ old: [String: String], _ new: [String: String]) -> [String] {
    let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    return changed.filter { keyPath in
      !changed.contains { $0.hasPrefix(keyPath + ".") }
        && !(keyPath.hasSuffix(".rotation") && changed.contains(keyPath + ".z"))
    }.sorted()
  }
}
