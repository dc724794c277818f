import LayerTree

/// The mappings of the language, each a definition that the others refer to.
extension SceneSchema {
  // MARK: Layers

  static var layers: [String: JSONValue] {
    var result = [
      "layer": choice(
        Key.layerClass.name, LayerClass.all.map(\.name), default: LayerClass.plain.name,
        layerDefinition)
    ]
    for layerClass in LayerClass.all {
      result[layerDefinition(layerClass.name)] = mapping(
        .layer(layerClass),
        replacing: [
          Key.layerAnimations.name: list([
            "allOf": [reference("animation"), reference(keyPathDefinition(layerClass.name))]
          ])
        ])
    }
    return result
  }

  private static func layerDefinition(_ name: String) -> String { "layer-" + name }

  static func keyPathDefinition(_ name: String) -> String { "key-paths-of-" + name }

  // MARK: Animations

  /// Those of layers; those that events add, which may begin `now`; and those of actions, which may also leave out what they animate.
  static var animations: [String: JSONValue] {
    let added = [Key.beginTime.name: addedBeginTime]
    return animations("animation") { mapping($0) }
      .merging(animations("added-animation") { mapping($0, replacing: added) }) { $1 }
      .merging(animations("action") { needingLess(mapping($0, replacing: added)) }) { $1 }
  }

  private static func animations(
    _ name: String, _ definition: (Vocabulary) -> JSONValue
  ) -> [String: JSONValue] {
    let types = AnimationType.all
    let typed = choice(Key.animationType.name, types.map(\.name)) { "\(name)-\($0)" }
    var result = [name: typed.merging(["required": [.string(Key.animationType.name)]])]
    for type in types { result["\(name)-\(type.name)"] = definition(type.vocabulary) }
    return result
  }

  /// The schema of an animation without the need for a key path, and for one of the ends.
  private static func needingLess(_ schema: JSONValue) -> JSONValue {
    guard case .object(var members) = schema else { return schema }
    if case .array(let required)? = members["required"] {
      members["required"] = .array(required.filter { $0 != .string(Key.keyPath.name) })
    }
    members["anyOf"] = nil
    return .object(members)
  }

  private static let addedBeginTime: JSONValue = [
    "anyOf": [
      schema(of: Key.beginTime), ["type": "string", "pattern": "^now *([+-] *[0-9.]+ *)?$"],
    ]
  ]

  // MARK: Other mappings

  /// The vocabularies that stand alone, by their owner's name: `a wall` is `wall`.
  static var others: [String: JSONValue] {
    let owners = Set(
      LayerClass.all.map { Vocabulary.layer($0).owner } + AnimationType.all.map(\.vocabulary.owner))
    let alone = Vocabulary.all.filter { !owners.contains($0.owner) && $0.owner != "a scene" }
    return Dictionary(alone.map { (definition($0), mapping($0)) }) { first, _ in first }
      .merging(["filter": filter]) { first, _ in first }
  }

  private static var filter: JSONValue {
    let kinds = Dictionary(FilterKind.all.map { ($0.name, $0) }) { first, _ in first }
    return choice(Key.filterType.name, FilterKind.all.map(\.name)) { name in
      kinds[name].map { definition(.filter($0)) } ?? name
    }.merging(["required": [.string(Key.filterType.name)]])
  }

  static func definition(_ vocabulary: Vocabulary) -> String {
    let name = vocabulary.owner.split(separator: " ").filter { !["a", "an", "the"].contains($0) }
    return "mapping-" + name.joined(separator: "-")
  }

  static func reference(_ vocabulary: Vocabulary) -> JSONValue {
    reference(definition(vocabulary))
  }

  static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

  /// From any name to such a thing.
  static func named(_ things: JSONValue) -> JSONValue {
    ["type": "object", "additionalProperties": things]
  }

  static func oneOrMore(_ thing: JSONValue) -> JSONValue { ["anyOf": [thing, list(thing)]] }
}
