package import RostrumBase
import RostrumLayerTree

/// The scene language as a JSON Schema, for editors that complete and check while one types.
///
/// It is generated from the vocabulary for draft 7, which editors support best. Rules that a schema
/// cannot express are left to `rostrum check`: names that exist, files, lists of equal length.
public enum SceneSchema {
  /// The schema's text, the same every time.
  public static func text() throws -> String { schema.schemaText }

  package static var schema: JSONValue {
    let definitions = definitions
    let closed = mapping(.scene).merging(head("scene", "Rostrum scene", definitions))
    let opening = PlaceholderOpening(definitions)
    return opening.namingItems(opening.opened(closed)).sharingEntries
  }

  /// The members that every schema has at its root. Its name is no address: nothing is to be loaded
  /// from it.
  private static func head(
    _ name: String, _ title: String, _ definitions: [String: JSONValue]
  ) -> JSONValue {
    [
      "$schema": "http://json-schema.org/draft-07/schema#",
      "$id": .string("https://rostrum.invalid/schema/1/\(name).json"),
      "title": .string(title), "definitions": .object(definitions),
    ]
  }

  private static var definitions: [String: JSONValue] {
    let parts = [
      values, layers, animations, keyPaths, standaloneMappings,
      ["placeholder": PlaceholderOpening.placeholder],
    ]
    return parts.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }

  /// The kinds of value that the schema refers to.
  private static var values: [String: JSONValue] {
    [
      Reader.coordinate.definitions, Reader.text().definitions, Reader.color.definitions,
      Reader.angle.definitions, Reader.transform.definitions, Reader.font.definitions,
      Reader.timingFunction.definitions, Reader.runLoopMode.definitions, Reader.point.definitions,
      Reader.rectangle.definitions,
      ["none": ["enum": ["none", .null]]],
    ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }

  // MARK: Other kinds of file

  /// The schema of another kind of file, with the definitions that it refers to; where it takes
  /// placeholders, it takes repetitions and calculations too.
  package static func document(
    _ title: String, _ root: JSONValue, _ definitions: [String: JSONValue], mappings: [Vocabulary],
    takesPlaceholders: Bool = false
  ) throws -> String {
    let own = Dictionary(
      mappings.map { ("mapping-" + $0.definition, mapping($0)) },
      uniquingKeysWith: { first, _ in first })
    let all = definitions.merging(own) { first, _ in first }
      .merging(Self.definitions) { first, _ in first }
    var used: [String: JSONValue] = [:]
    var open = root.references
    if takesPlaceholders { open += ["placeholder", "mapping-forEach", "mapping-range"] }
    while let name = open.popLast() {
      guard used[name] == nil, let definition = all[name] else { continue }
      used[name] = definition
      open += definition.references
    }
    let name = title.split(separator: " ").last.map(String.init) ?? title
    let closed = root.merging(head(name, title, used))
    guard takesPlaceholders else { return closed.sharingEntries.schemaText }
    let opening = PlaceholderOpening(used)
    return opening.namingItems(opening.opened(closed)).sharingEntries.schemaText
  }

  // MARK: Mappings

  /// A mapping with the keys of a vocabulary and no others.
  package static func mapping(
    _ vocabulary: Vocabulary, replacing others: [String: JSONValue] = [:]
  ) -> JSONValue {
    let properties = vocabulary.keys.map { key in
      (key.name, documented(others[key.name] ?? key.schema, key))
    }
    let required = vocabulary.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
    var result: JSONValue = [
      "type": "object", "additionalProperties": false,
      "properties": .object(Dictionary(properties) { first, _ in first }),
    ]
    if !required.isEmpty { result = result.merging(["required": .array(required)]) }
    return result.merging(vocabulary.rule)
  }

  /// With a description of the key, which editors show.
  private static func documented(_ schema: JSONValue, _ key: AnyField) -> JSONValue {
    let text = key.defaultText.map { " Default: \($0)." } ?? ""
    let described = schema.merging(["description": .string(key.summary + text)])
    return key.defaultValue.map { described.merging(["default": $0]) } ?? described
  }

  /// The schema of project files.
  public static func projectText() throws -> String {
    try document("Rostrum project", mapping(.project), [:], mappings: [])
  }

  /// A schema for each case of a key that names a class or a type: in draft 7 this is the only way
  /// to give each case its own keys. `other` are keys that a mapping may have instead of this one.
  package static func choice(
    _ key: String, _ names: [String], default defaultName: String? = nil, other: [String] = [],
    _ reference: (String) -> JSONValue
  ) -> JSONValue {
    let keys = [key] + other
    let hasNone: JSONValue = [
      "not": ["anyOf": .array(keys.map { ["required": [.string($0)]] })]
    ]
    let cases = names.map { name -> JSONValue in
      let isNamed: JSONValue = [
        "properties": .object([key: ["const": .string(name)]]), "required": [.string(key)],
      ]
      let isMeant: JSONValue =
        name == defaultName
        ? ["anyOf": [isNamed, hasNone]] : isNamed
      return ["if": isMeant, "then": reference(name)]
    }
    return [
      "type": "object", "properties": .object([key: SchemaPart.oneOf(names)]),
      "allOf": .array(cases),
    ]
  }

  /// The mappings that have a definition of their own.
  private static var standaloneMappings: [String: JSONValue] {
    let alone = Vocabulary.all.filter { !$0.definition.isEmpty }
    return Dictionary(alone.map { ("mapping-" + $0.definition, mapping($0)) }) { first, _ in first }
      .merging(["filter": filter]) { first, _ in first }
      .merging(["mapping-" + Vocabulary.styles.definition: styles]) { $1 }
  }

  /// Keys of classes and types, without the keys that each has for itself, and keys by other names.
  private static var styles: JSONValue {
    func values(_ keys: [AnyField]) -> JSONValue {
      mapping(Vocabulary(owner: "", keys)).merging(["required": []])
    }
    func shared(_ keys: [AnyField]) -> JSONValue {
      values(keys.filter { !Key.notForAnimations.contains($0.name) })
    }
    var own = ["animation": shared(Key.everyAnimation.keys)]
    for type in AnimationType.all {
      own[type.name] = shared(type.vocabulary.keys)
    }
    for layerClass in LayerClass.all {
      own[layerClass.name] = values(
        Vocabulary.layer(layerClass).keys.filter { !Key.notForLayers.contains($0.name) })
    }
    return mapping(.styles, replacing: own)
      .merging(["additionalProperties": ["type": "object"]])
  }

  private static var filter: JSONValue {
    let kinds = Dictionary(FilterKind.all.map { ($0.name, $0) }) { first, _ in first }
    return choice(Key.filterType.name, FilterKind.all.map(\.name)) { name in
      kinds[name].map { Vocabulary.filter($0).reference } ?? [:]
    }.merging(["required": [.string(Key.filterType.name)]])
  }

  // MARK: Layers

  private static var layers: [String: JSONValue] {
    var choice = choice(
      Key.layerClass.name, LayerClass.all.map(\.name), default: LayerClass.plain.name,
      other: [Key.use.name, Key.shownText.name, Key.layerStyle.name]
    ) { SchemaPart.reference("layer-" + $0) }
    // The open keys of a component are only known from the whole scene.
    let use = mapping(.use).merging(["additionalProperties": true])
    if let members = choice.dictionary, let cases = members["allOf"]?.array {
      let isUse: JSONValue = ["if": ["required": [.string(Key.use.name)]], "then": use]
      let isText: JSONValue = [
        "if": [
          "required": [.string(Key.shownText.name)],
          "not": [
            "anyOf": [
              ["required": [.string(Key.layerClass.name)]], ["required": [.string(Key.use.name)]],
            ]
          ],
        ], "then": SchemaPart.reference("layer-" + LayerClass.text.name),
      ]
      choice = choice.merging(["allOf": .array(cases + [isUse, isText])])
    }
    var result: [String: JSONValue] = ["layer": choice]
    for layerClass in LayerClass.all {
      let animations = SchemaPart.animations([
        "allOf": [
          SchemaPart.reference("animation"),
          SchemaPart.reference(SchemaPart.keyPaths(layerClass.name)),
        ]
      ])
      result["layer-" + layerClass.name] = mapping(
        .layer(layerClass), replacing: [Key.layerAnimations.name: animations])
    }
    return result
  }

  // MARK: Animations

  /// Animations of layers; animations that events add, which may begin `now`; and animations of
  /// actions, which may also omit the target.
  private static var animations: [String: JSONValue] {
    let added = [Key.beginTime.name: Reader.addedBeginTime.schema]
    return animations("animation") { mapping($0) }
      .merging(["animation-of-key-path": ofKeyPath]) { $1 }
      .merging(animations("added-animation") { mapping($0, replacing: added) }) { $1 }
      .merging(animations("action") { needingLess(mapping($0, replacing: added)) }) { $1 }
  }

  private static func animations(
    _ name: String, _ definition: (Vocabulary) -> JSONValue
  ) -> [String: JSONValue] {
    let types = AnimationType.all
    let typed = choice(Key.animationType.name, types.map(\.name)) {
      SchemaPart.reference("\(name)-\($0)")
    }
    var result = [name: typed.merging(["required": [.string(Key.animationType.name)]])]
    for type in types { result["\(name)-\(type.name)"] = definition(type.vocabulary) }
    return result
  }

  /// The schema of an animation without the need for a key path, and for one of the ends.
  static func needingLess(_ schema: JSONValue) -> JSONValue {
    guard var members = schema.dictionary else { return schema }
    if let required = members["required"]?.array {
      members["required"] = .array(required.filter { $0 != .string(Key.keyPath.name) })
    }
    members["anyOf"] = nil
    return .object(members)
  }
}

extension JSONValue {
  /// The names of the definitions that the schema refers to.
  fileprivate var references: [String] {
    switch content {
    case .object(let members):
      members.flatMap { member -> [String] in
        guard member.name == "$ref", let path = member.value.string else {
          return member.value.references
        }
        return [String(path.dropFirst("#/definitions/".count))]
      }
    case .array(let items): items.flatMap(\.references)
    default: []
    }
  }
}

/// The key paths that animations and events may name, and the values that go with them.
extension SceneSchema {
  static var keyPaths: [String: JSONValue] {
    let everything = LayerClass.all.flatMap(\.keyPaths)
    let classes = LayerClass.all.map { ($0.name, $0.keyPaths) } + [("any-layer", everything)]
    var result = ["settings": settings(everything)]
    let names = Set(everything.filter(\.property.isAnimatable).map(\.name)).sorted()
    result["key-path-name"] = [
      "anyOf": [SchemaPart.oneOf(names + followed(everything) + LayoutKeyPath.names), partOfNamed]
    ]
    result["key-path-values"] = ["allOf": .array(values(everything) + layoutValues)]
    for (name, keyPaths) in classes {
      result[SchemaPart.keyPaths(name)] = animation(of: keyPaths, SchemaPart.keyPaths(name))
    }
    return result
  }

  /// The values that an event sets. Each layer's properties are only known from the whole scene.
  private static func settings(_ keyPaths: [AnimationKeyPath]) -> JSONValue {
    let summaries = Dictionary(keyPaths.map { ($0.name, $0.property.summary) }) { first, _ in first
    }
    let properties = Dictionary(
      uniqueKeysWithValues: byName(keyPaths).map { name, types in
        let schema = anyOf(types.map { $0.schema(as: .absolute) })
        return (name, schema.merging(["description": .string(summaries[name] ?? name)]))
      })
    return [
      "type": "object", "additionalProperties": false,
      "properties": .object(properties.merging(LayoutKeyPath.schemas) { first, _ in first }),
      "patternProperties": .object([partOfNamedPattern: [:]]),
    ]
  }

  /// An animation whose key path is one of these; groups contain only such animations.
  private static func animation(of keyPaths: [AnimationKeyPath], _ name: String) -> JSONValue {
    let names = Set(keyPaths.filter(\.property.isAnimatable).map(\.name)).sorted()
    return [
      "properties": ["animations": SchemaPart.animations(SchemaPart.reference(name))],
      "allOf": [SchemaPart.reference("key-path-values"), namedOneOf(names, followed(keyPaths))],
    ]
  }

  /// For each kind of value, the rules for an animation of such key paths.
  private static func values(_ keyPaths: [AnimationKeyPath]) -> [JSONValue] {
    let kinds = byName(keyPaths.filter(\.property.isAnimatable))
    let names = Dictionary(grouping: kinds.keys.sorted()) { kinds[$0] ?? [] }
    return names.sorted { $0.value[0] < $1.value[0] }.map { values(of: $0.key, keyPaths: $0.value) }
  }

  /// The rules for an animation of a layout, by its key path.
  private static var layoutValues: [JSONValue] {
    LayoutKeyPath.schemas.sorted { $0.key < $1.key }.map { name, value in
      [
        "if": ["properties": ["keyPath": ["const": .string(name)]], "required": ["keyPath"]],
        "then": ends(value),
      ]
    }
  }

  /// `follow` and `scramble` also take the text of a text layer.
  private static func namedOneOf(_ names: [String], _ followed: [String]) -> JSONValue {
    [
      "if": [
        "properties": [
          "type": SchemaPart.oneOf([AnimationType.follow.name, AnimationType.scramble.name])
        ]
      ],
      "then": ["properties": ["keyPath": SchemaPart.oneOf(names + followed)]],
      "else": [
        "properties": [
          "keyPath": ["anyOf": [SchemaPart.oneOf(names), partOfNamed, ofLayout]]
        ]
      ],
    ]
  }

  /// A part of something that the scene names itself; the valid names are only known from the whole
  /// scene.
  private static let partOfNamed: JSONValue = [
    "type": "string", "pattern": .string(partOfNamedPattern),
  ]

  /// A layout or a setting of it.
  private static let ofLayout: JSONValue = ["type": "string", "pattern": "^layout(\\.[a-z]+)?$"]

  private static let partOfNamedPattern = "^(emitterCells|filters|backgroundFilters)\\.[^.]+\\."

  private static func followed(_ keyPaths: [AnimationKeyPath]) -> [String] {
    keyPaths.contains(AnimationKeyPath(.string)) ? [Property.string.name] : []
  }

  /// Absolute values must satisfy the property's rule; values that are added, and differences, need
  /// not.
  private static func values(of kinds: [KeyPathKind], keyPaths: [String]) -> JSONValue {
    let given = anyOf(kinds.map { $0.schema(as: .absolute) })
    let difference = anyOf(kinds.map { $0.schema(as: .delta) })
    let isOne: JSONValue = [
      "properties": ["keyPath": SchemaPart.oneOf(keyPaths)], "required": ["keyPath"],
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

  func schema(as use: ValueRole) -> JSONValue { keyPath.reader(as: use).schema }
}
