import RostrumBase
import RostrumGeometry
import RostrumImageDiff
import RostrumLayerTree

/// How the recorded values of layers count.
public struct ValueRules: Sendable, Equatable, Codable {
  /// Whether a value that changed fails though the pictures are the same.
  public var areStrict = false
  /// The largest change of a number that passes, by key path; that of `position` counts for
  /// `position.x` as well.
  public var tolerances: [String: Double] = [:]

  public init(areStrict: Bool = false, tolerances: [String: Double] = [:]) {
    (self.areStrict, self.tolerances) = (areStrict, tolerances)
  }

  /// Whether layers of some class have a property or a part of one of this name.
  public static func knows(_ keyPath: String) -> Bool {
    LayerClass.all.contains { layerClass in
      layerClass.keyPaths.contains { $0.name == keyPath }
        || layerClass.properties.contains { $0.name == keyPath }
    }
  }

  /// Whether a change from one recorded text to another counts.
  func counts(_ keyPath: String, from old: String?, to new: String?) -> Bool {
    guard old != new else { return false }
    guard let tolerance = tolerance(of: keyPath), let old, let new,
      old.replacing(Self.number, with: "") == new.replacing(Self.number, with: "")
    else { return true }
    let (before, after) = (Self.numbers(old), Self.numbers(new))
    // Parsing decimal digits leaves an error of a few units in the last place.
    return zip(before, after).contains { abs($0 - $1) > tolerance * (1 + 1e-12) + 1e-12 }
  }

  /// The longest key path counts.
  private func tolerance(of keyPath: String) -> Double? {
    let names = tolerances.keys.filter { keyPath == $0 || keyPath.hasPrefix($0 + ".") }
    return names.max { $0.count < $1.count }.flatMap { tolerances[$0] }
  }

  /// Whether a change of this key path may pass.
  func hasTolerance(of keyPath: String) -> Bool { tolerance(of: keyPath) != nil }

  nonisolated(unsafe) private static let number = /[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?/

  private static func numbers(_ text: String) -> [Double] {
    text.matches(of: number).compactMap { Double($0.output.0) }
  }
}

/// Says in words which layers a difference belongs to, and what changed about them.
struct LayerChanges {
  private let old: [RecordedLayer]
  private let new: [RecordedLayer]
  private let oldByName: [String: RecordedLayer]
  private let newByName: [String: RecordedLayer]
  private let rules: ValueRules

  init(from old: [RecordedLayer], to new: [RecordedLayer], rules: ValueRules = ValueRules()) {
    (self.old, self.new, self.rules) = (old, new, rules)
    oldByName = Dictionary(old.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    newByName = Dictionary(new.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// For each layer whose bounds hold a part of the difference: what changed.
  func changes(in difference: PictureDifference) -> [LayerChange] {
    names.filter { touches($0, difference) }.flatMap { changesOfValues(of: $0) }
  }

  /// The names of the layers whose bounds hold a part of the difference.
  func touched(by difference: PictureDifference) -> Set<String> {
    Set(names.filter { touches($0, difference) })
  }

  /// Whether the values of one of these layers name a file.
  func mention(_ file: String, in layers: Set<String>) -> Bool {
    let name = file.lastPathComponent
    return layers.contains { layer in
      [oldByName[layer], newByName[layer]].contains { recorded in
        recorded?.values.values.contains { $0.contains(name) } ?? false
      }
    }
  }

  /// A sentence with the layers that draw where the pictures differ though no value does; `nil`
  /// where none draws there.
  func sentenceOnEqualValues(in difference: PictureDifference) -> String? {
    let places = layers(drawingIn: difference).map(\.name)
    guard !places.isEmpty else { return nil }
    let list = places.suffix(4).joined(separator: ", ")
    return "\(list): the recorded values are the same, so the drawing itself changed"
  }

  /// The layers that themselves draw where the difference is.
  func layers(drawingIn difference: PictureDifference) -> [RecordedLayer] {
    new.filter { touches($0.name, difference) && drawsIn($0.name, difference) }
  }

  /// Every significant change of value, visible or not, except the changes of ignored layers.
  func all(but ignored: [String] = []) -> [LayerChange] {
    names.filter { !ignored.contains($0) }.flatMap { changesOfValues(of: $0) }
  }

  /// At most this many sentences: more are a new picture.
  private static let limit = 12

  static func shortened(_ changes: [LayerChange]) -> [String] {
    let sentences = changes.sentences
    guard sentences.count > limit else { return sentences }
    return sentences.prefix(limit) + ["and \(sentences.count - limit) more changes"]
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

  private func changesOfValues(of name: String) -> [LayerChange] {
    guard let before = oldByName[name] else { return [LayerChange(layer: name, text: "it is new")] }
    guard let after = newByName[name] else { return [LayerChange(layer: name, text: "it is gone")] }
    return changedKeyPaths(before.values, after.values).map { keyPath in
      let (old, new) = (before.values[keyPath] ?? "default", after.values[keyPath] ?? "default")
      return LayerChange(
        layer: name, keyPath: keyPath, text: "\(keyPath) \(Self.words(from: old, to: new))")
    }
  }

  private static func words(from old: String, to new: String) -> String {
    let (a, b) = (RecordedLayer.start(of: old), RecordedLayer.start(of: new))
    if a == b { return "changed after its first \(a.count) characters" }
    let parts = WrittenValue.differingParts(a, b)
    return "\(parts.old) -> \(parts.new)"
  }

  /// The most detailed ones: `position.x` says all that `position` would.
  private func changedKeyPaths(_ old: [String: String], _ new: [String: String]) -> [String] {
    let changed = Set(old.keys).union(new.keys).filter {
      rules.counts($0, from: old[$0], to: new[$0])
    }
    return changed.filter { keyPath in
      !changed.contains { $0.hasPrefix(keyPath + ".") }
        && !(keyPath.hasSuffix(".rotation") && changed.contains(keyPath + ".z"))
    }.sorted()
  }
}
