import LayerTree

/// What animations and events may name of layers, and which values go with it.
extension SceneSchema {
  static var keyPaths: [String: JSONValue] {
    let everything = LayerClass.all.flatMap(\.keyPaths)
    let classes = LayerClass.all.map { ($0.name, $0.keyPaths) } + [("any-layer", everything)]
    var result = ["settings": settings(everything)]
    result["key-path-values"] = ["allOf": .array(values(everything))]
    for (name, keyPaths) in classes {
      result[keyPathDefinition(name)] = animation(of: keyPaths, keyPathDefinition(name))
    }
    return result
  }

  /// The values that an event sets. Which layer has which properties only the whole scene says.
  private static func settings(_ keyPaths: [AnimationKeyPath]) -> JSONValue {
    let properties = byName(keyPaths).mapValues { types in
      anyOf(types.map { $0.schema(as: .given) })
    }
    return [
      "type": "object", "additionalProperties": false, "properties": .object(properties),
      "patternProperties": .object([partOfNamedPattern: [:]]),
    ]
  }

  /// An animation whose key path is one of these, and so for those in a group.
  private static func animation(of keyPaths: [AnimationKeyPath], _ name: String) -> JSONValue {
    let names = Set(keyPaths.filter(\.property.isAnimatable).map(\.name)).sorted()
    return [
      "properties": ["animations": Schema.list(Schema.reference(name))],
      "allOf": [Schema.reference("key-path-values"), namedOneOf(names, followed(keyPaths))],
    ]
  }

  /// For each kind of value, what an animation of such key paths takes.
  private static func values(_ keyPaths: [AnimationKeyPath]) -> [JSONValue] {
    let kinds = byName(keyPaths.filter(\.property.isAnimatable))
    let names = Dictionary(grouping: kinds.keys.sorted()) { kinds[$0] ?? [] }
    return names.sorted { $0.value[0] < $1.value[0] }.map { values(of: $0.key, keyPaths: $0.value) }
  }

  /// `follow` also takes the text of a text layer.
  private static func namedOneOf(_ names: [String], _ followed: [String]) -> JSONValue {
    [
      "if": ["properties": ["type": ["const": .string(AnimationType.follow.name)]]],
      "then": ["properties": ["keyPath": Schema.oneOf(names + followed)]],
      "else": ["properties": ["keyPath": ["anyOf": [Schema.oneOf(names), partOfNamed]]]],
    ]
  }

  /// A part of something that the scene names itself; which there are only the whole scene says.
  private static let partOfNamed: JSONValue = [
    "type": "string", "pattern": .string(partOfNamedPattern),
  ]

  private static let partOfNamedPattern = "^(emitterCells|filters|backgroundFilters)\\.[^.]+\\."

  private static func followed(_ keyPaths: [AnimationKeyPath]) -> [String] {
    keyPaths.contains(AnimationKeyPath(.string)) ? [Property.string.name] : []
  }

  /// Values that are set follow the property's rule; those that are added, and differences, need not.
  private static func values(of kinds: [KeyPathKind], keyPaths: [String]) -> JSONValue {
    let given = anyOf(kinds.map { $0.schema(as: .given) })
    let difference = anyOf(kinds.map { $0.schema(as: .difference) })
    let isOne: JSONValue = [
      "properties": ["keyPath": Schema.oneOf(keyPaths)], "required": ["keyPath"],
      "not": ["required": ["valueFunction"]],
    ]
    return [
      "if": isOne,
      "then": [
        "properties": ["byValue": difference],
        "if": ["properties": ["additive": ["const": true]], "required": ["additive"]],
        "then": ends(difference), "else": ends(given),
      ],
    ]
  }

  private static func ends(_ value: JSONValue) -> JSONValue {
    ["properties": ["fromValue": value, "toValue": value, "values": ["items": value]]]
  }

  private static func byName(_ keyPaths: [AnimationKeyPath]) -> [String: [KeyPathKind]] {
    keyPaths.reduce(into: [:]) { result, keyPath in
      let kind = KeyPathKind(keyPath)
      if !result[keyPath.name, default: []].contains(kind) {
        result[keyPath.name, default: []].append(kind)
      }
    }
  }

  private static func anyOf(_ schemas: [JSONValue]) -> JSONValue {
    schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas)]
  }
}

/// The kind of value of a key path.
private struct KeyPathKind: Hashable {
  private let type: ValueType
  /// Whether it is the size of a rectangle, which has rules of its own.
  private let isSize: Bool
  private let keyPath: AnimationKeyPath

  init(_ keyPath: AnimationKeyPath) {
    switch keyPath.component {
    case .sizeWidth, .sizeHeight: (type, isSize) = (.number(.zeroOrMore), false)
    case .size: (type, isSize) = (.size, true)
    default: (type, isSize) = (keyPath.type, false)
    }
    self.keyPath = keyPath
  }

  static func == (a: KeyPathKind, b: KeyPathKind) -> Bool {
    a.type == b.type && a.isSize == b.isSize
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(isSize)
  }

  func schema(as use: ValueUse) -> JSONValue { keyPath.reader(as: use).schema }
}
