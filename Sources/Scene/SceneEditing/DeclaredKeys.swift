import RostrumBase
package import RostrumLayerTree
import RostrumSource
import RostrumSceneFile

/// A key of a scene file as it is written, with its value.
package struct DeclaredKey: Sendable {
  /// The layer that it belongs to; `nil` for the scene's own.
  package let owner: String?
  /// Such as `animations[0].duration`.
  package let path: String
  /// The value as one line: a scalar, or a list of scalars in brackets.
  package let text: String
  /// The line of the value, counted from 1.
  package let line: Int
}

extension EditableText {
  /// All keys of the file with their values, regardless of order and comments. `layers` are the
  /// names of layers by the places where they begin.
  package func declaredKeys(of layers: [SourcePlace: String]) -> [DeclaredKey] {
    var keys: [DeclaredKey] = []
    collect(root, owner: nil, path: "", layers, into: &keys)
    return keys
  }

  private func collect(
    _ node: YAMLNode, owner: String?, path: String, _ layers: [SourcePlace: String],
    into keys: inout [DeclaredKey]
  ) {
    // An alias is listed at each use, and nested aliases could multiply without end.
    guard keys.count < 20_000 else { return }
    func add(_ text: String) {
      keys.append(DeclaredKey(owner: owner, path: path, text: text, line: node.mark.line))
    }
    switch node.content {
    case .scalar(let scalar): add(scalar.text)
    case .sequence(let items):
      let texts = items.compactMap(\.scalar?.text)
      if texts.count == items.count { return add("[" + texts.joined(separator: ", ") + "]") }
      for (index, item) in items.enumerated() {
        collect(item, owner: owner, path: "\(path)[\(index)]", layers, into: &keys)
      }
    case .mapping(let entries):
      let place = SourcePlace(line: node.mark.line, column: node.mark.column)
      let layer = path.isEmpty ? nil : layers[place]
      let (owner, path) = layer.map { ($0, "") } ?? (owner, path)
      for entry in entries {
        collect(
          entry.value, owner: owner, path: path.isEmpty ? entry.name : "\(path).\(entry.name)",
          layers, into: &keys)
      }
    }
  }
}
