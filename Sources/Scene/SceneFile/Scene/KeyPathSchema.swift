import RostrumBase
import RostrumLayerTree

extension SceneSchema {
  /// The animation of a key path, in a mapping from key paths: its type may be left out.
  static var ofKeyPath: JSONValue {
    let types = AnimationType.all.map(\.name)
    let hasValues: JSONValue = [
      "anyOf": [["required": ["values"]], ["required": ["path"]]]
    ]
    let isUntyped: JSONValue = ["not": ["required": [.string(Key.animationType.name)]]]
    let untyped: JSONValue = [
      "if": isUntyped,
      "then": [
        "if": hasValues, "then": untyped(.keyframe), "else": untyped(.basic),
      ],
    ]
    guard
      var members = choice(
        Key.animationType.name, types, { SchemaPart.reference("action-\($0)") }
      ).dictionary,
      let cases = members["allOf"]?.array
    else { return [:] }
    members["allOf"] = .array(cases + [untyped])
    if let keys = members["properties"]?.dictionary, let type = keys[Key.animationType.name] {
      let summary = JSONValue.string(Key.animationType.row.summary)
      members["properties"] = [Key.animationType.name: type.merging(["description": summary])]
    }
    return .object(members)
  }

  /// The schema of an animation of a key path whose type is left out.
  private static func untyped(_ type: AnimationType) -> JSONValue {
    guard var members = needingLess(mapping(type.vocabulary)).dictionary else { return [:] }
    if let required = members["required"]?.array {
      members["required"] = .array(required.filter { $0 != .string(Key.animationType.name) })
    }
    return .object(members)
  }
}

extension LayoutKeyPath {
  /// The schema of each name's value: the same as of the key in a change of a layout.
  static var schemas: [String: JSONValue] {
    let keys = SceneSchema.mapping(.layoutChange)["properties"]?.dictionary ?? [:]
    let whole = Reader<LayoutChange>.layoutChange.schema.merging([
      "description": .string("Another layout of the sublayers, or other settings of it.")
    ])
    let settings = keys.map { ("\(Key.layout.name).\($0.key)", $0.value) }
    return Dictionary(settings + [(Key.layout.name, whole)]) { first, _ in first }
  }
}
