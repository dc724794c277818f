import RostrumBase
package import RostrumLayerTree
import RostrumSceneFile

/// A component that a scene may use, as an editor offers it.
package struct ComponentFact: Sendable {
  package struct Parameter: Sendable {
    package let name: String
    package let type: String
    /// On one line; `nil` for one that has to be given.
    package let standard: String?
    package let allowed: [String]
    package let summary: String
  }

  /// As `use` names it.
  package let name: String
  package let parameters: [Parameter]
}

extension ComponentFact {
  fileprivate init(_ entry: YAMLNode.Entry, prefix: String) {
    name = prefix + entry.name
    let declared = entry.value.value(at: [.key(Key.componentParameters.name)])
    parameters = (declared?.entries ?? []).map { parameter in
      func text(_ key: String) -> String? { parameter.value.value(at: [.key(key)])?.line }
      return Parameter(
        name: parameter.name, type: text("type") ?? "string", standard: text("default"),
        allowed: parameter.value.value(at: [.key("allowedValues")])?.items?.map(\.line) ?? [],
        summary: text("summary") ?? "")
    }
  }

  fileprivate static func all(in root: YAMLNode?, prefix: String) -> [ComponentFact] {
    let components = root?.entries?.first { $0.name == Key.components.name }?.value
    return (components?.entries ?? []).compactMap { entry in
      let isComponent = entry.value.entries?.contains { $0.name == Key.componentLayer.name }
      return isComponent == true ? ComponentFact(entry, prefix: prefix) : nil
    }
  }

  /// The built-in components.
  package static let library = all(
    in: SceneOutline.parsed(InnerScenes.libraryText), prefix: InnerScenes.library + "#")
}

extension EditableText {
  /// The components of the file, and the built-in ones.
  package var components: [ComponentFact] {
    ComponentFact.all(in: root, prefix: "") + ComponentFact.library
  }

  /// The component that the mapping at a place uses; `nil` for any other mapping.
  package func component(usedAt place: SourcePlace) -> ComponentFact? {
    let use = try? find(place).node.value(at: [.key(Key.use.name)])
    guard let name = use?.scalar?.text else { return nil }
    return components.first { $0.name == name }
  }

  /// The keys that the mapping at a place, or inside it, may have and does not have, with what they
  /// are for.
  package func missingKeys(
    in place: SourcePlace?, _ steps: [ValueStep] = []
  ) -> [(name: String, summary: String)] {
    guard var target = try? find(place) else { return [] }
    for step in steps {
      guard let next = target.next(step) else { return [] }
      target = next
    }
    var nodes = [root]
    for step in target.steps {
      guard let next = nodes[nodes.count - 1].value(at: [step]) else { return [] }
      nodes.append(next)
    }
    let path = target.steps.map { step -> OutlineStep in
      switch step {
      case .key(let name): .key(name)
      case .index(let index): .item(index)
      }
    }
    let given = Set(target.node.entries?.map(\.name) ?? [])
    return SchemaGuide.scene.keys(at: path, nodes).filter { !given.contains($0.name) }
      .map { ($0.name, $0.summary) }
  }
}
