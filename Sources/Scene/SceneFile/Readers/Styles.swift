import RostrumLayerTree

/// The default values of a scene's layers and animations.
struct Defaults {
  /// Keys with their values, by name.
  typealias Entries = [YAMLNode.Entry]

  /// By the names of classes and types.
  private var entries: [String: Entries] = [:]

  init(_ entries: [String: Entries] = [:]) { self.entries = entries }

  /// Keys that exclude each other: if a mapping gives a key of one side, defaults of the other side
  /// are not applied.
  private static let alternatives: [(Set<String>, Set<String>)] = [
    (["frame"], ["bounds", "position"]), (["hold"], ["fillMode", "removedOnCompletion"]),
    (["repeatCount"], ["repeatDuration"]), (["sizeToFit"], ["frame"]),
  ]

  /// The layer with the defaults of its class and of all classes.
  func completing(_ node: YAMLNode, ofClass layerClass: LayerClass) -> YAMLNode {
    completing(node, [layerClass.name, LayerClass.plain.name])
  }

  /// Earlier names win.
  func completing(
    _ node: YAMLNode, _ names: [String], isKnown: (String) -> Bool = { _ in true }
  ) -> YAMLNode {
    guard !entries.isEmpty, var own = node.entries else { return node }
    for name in names {
      let given = Set(own.map(\.name))
      own += (entries[name] ?? []).filter {
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
