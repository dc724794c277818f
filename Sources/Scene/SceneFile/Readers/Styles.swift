import RostrumLayerTree

/// The keys that layers and animations of a scene share: by their class or type, or by a name that
/// layers ask for.
struct Styles {
  /// Keys with their values, by name.
  typealias Entries = [YAMLNode.Entry]

  /// By the names of classes and types.
  private var ofKinds: [String: Entries] = [:]
  /// By the names that layers give as their style.
  private(set) var named: [String: Entries] = [:]

  init(ofKinds: [String: Entries] = [:], named: [String: Entries] = [:]) {
    (self.ofKinds, self.named) = (ofKinds, named)
  }

  /// Keys that exclude each other: if a mapping gives a key of one side, styles' keys of the other
  /// side are not applied.
  private static let alternatives: [(Set<String>, Set<String>)] = [
    (["frame"], ["bounds", "position"]), (["hold"], ["fillMode", "removedOnCompletion"]),
    (["repeatCount"], ["repeatDuration"]), (["sizeToFit"], ["frame"]),
  ]

  /// The layer with the keys of its class and of all classes.
  func completing(_ node: YAMLNode, ofClass layerClass: LayerClass) -> YAMLNode {
    completing(node, [layerClass.name, LayerClass.plain.name])
  }

  /// Earlier names win.
  func completing(
    _ node: YAMLNode, _ names: [String], isKnown: (String) -> Bool = { _ in true }
  ) -> YAMLNode {
    guard !ofKinds.isEmpty, var own = node.entries else { return node }
    for name in names {
      let given = Set(own.map(\.name))
      own += (ofKinds[name] ?? []).filter {
        isKnown($0.name) && !given.contains($0.name) && !Self.excludes($0.name, given)
      }
    }
    return YAMLNode(.mapping(own), mark: node.mark, origins: node.origins, folder: node.folder)
  }

  private static func excludes(_ name: String, _ given: Set<String>) -> Bool {
    alternatives.contains { first, second in
      first.contains(name) && !given.isDisjoint(with: second)
        || second.contains(name) && !given.isDisjoint(with: first)
    }
  }
}
