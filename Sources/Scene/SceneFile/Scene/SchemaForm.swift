import RostrumBase

/// Extends a schema so that every value may also be a text with placeholders.
///
/// Editors should underline a mistake inside a list or a mapping exactly. With `anyOf` they
/// underline the whole value if all alternatives fail, so lists and mappings are separated from
/// placeholders by type (`if`), and `anyOf` is used for plain values only. There it is needed,
/// because editors complete words inside `anyOf` alone.
struct PlaceholderOpening {
  static let placeholder: JSONValue = [
    "type": "string", "pattern": "\\$\\{|^calc\\(.*\\)$",
  ]

  /// `array` or `object` for the definitions with one of these types.
  private let types: [String: String]

  init(_ definitions: [String: JSONValue]) {
    types = definitions.compactMapValues { Self.ownType($0) }
  }

  /// The schema with placeholders beside every value. Conditions that only select another schema
  /// stay as they are.
  func opened(_ schema: JSONValue) -> JSONValue {
    guard let members = schema.dictionary else { return schema }
    return Self.countingItems(
      Dictionary(uniqueKeysWithValues: members.map { ($0, openedMember($0, $1)) }))
  }

  /// The counts of a list hold where no item is repeated.
  private static func countingItems(_ members: [String: JSONValue]) -> JSONValue {
    let counts = members.filter { $0.key == "minItems" || $0.key == "maxItems" }
    guard members["items"]?.members != nil, !counts.isEmpty, members["if"] == nil else {
      return .object(members)
    }
    return .object(members.filter { counts[$0.key] == nil }).merging([
      "if": ["contains": isRepetition], "else": .object(counts),
    ])
  }

  private static let isRepetition: JSONValue = [
    "type": "object",
    "anyOf": [
      ["required": [.string(Key.forEach.name)]], ["required": [.string(Key.itemCondition.name)]],
    ],
  ]

  private func openedMember(_ name: String, _ member: JSONValue) -> JSONValue {
    switch (name, member.content) {
    case ("properties", .object): member.mappingMembers(orPlaceholder)
    case ("definitions", .object): member.mappingMembers(opened)
    case ("items", .array(let items)): .array(items.map(orPlaceholder))
    case ("items", _): orRepetition(orPlaceholder(member))
    case ("additionalProperties", .object): orPlaceholder(member)
    case ("allOf", .array(let schemas)), ("anyOf", .array(let schemas)):
      .array(schemas.map(opened))
    case ("then", _), ("else", _): opened(member)
    default: member
    }
  }

  /// Allows a repetition in the place of an item.
  private func orRepetition(_ schema: JSONValue) -> JSONValue {
    guard schema.members != nil else { return schema }
    return ["if": Self.isRepetition, "then": Vocabulary.forEach.reference, "else": schema]
  }

  /// The schema with a definition for each kind of item, in which the `do` of a repetition is such
  /// an item, or a list of them.
  func namingItems(_ schema: JSONValue) -> JSONValue {
    var names: [JSONValue: String] = [:]
    guard var members = named(schema, &names).dictionary,
      var definitions = members["definitions"]?.dictionary
    else { return schema }
    for (item, name) in names { definitions[name] = repeated(item, name) }
    definitions["mapping-" + Vocabulary.forEach.definition] = nil
    members["definitions"] = .object(definitions)
    return .object(members)
  }

  private func named(_ schema: JSONValue, _ names: inout [JSONValue: String]) -> JSONValue {
    switch schema.content {
    case .array(let items): return .array(items.map { named($0, &names) })
    case .object:
      let inner = schema.mappingMembers { named($0, &names) }
      guard schema["then"] == Vocabulary.forEach.reference, let item = inner["else"] else {
        return inner
      }
      let name = names[item] ?? "item-\(names.count + 1)"
      names[item] = name
      return SchemaPart.reference(name)
    default: return schema
    }
  }

  private func repeated(_ item: JSONValue, _ name: String) -> JSONValue {
    let itself = SchemaPart.reference(name)
    let body: JSONValue = [
      "if": ["type": "array"], "then": ["items": itself], "else": itself,
    ]
    let own = opened(SceneSchema.mapping(.forEach, replacing: [Key.forEachBody.name: [:]]))
    guard var members = own.dictionary, var keys = members["properties"]?.dictionary else {
      return item
    }
    keys[Key.forEachBody.name] = body.merging(["description": .string(Key.forEachBody.row.summary)])
    members["properties"] = .object(keys)
    return ["if": Self.isRepetition, "then": .object(members), "else": item]
  }

  private func orPlaceholder(_ schema: JSONValue) -> JSONValue {
    guard var members = opened(schema).dictionary else { return schema }
    let notes = ["description", "default"].reduce(into: [String: JSONValue]()) {
      $0[$1] = members.removeValue(forKey: $1)
    }
    return chosen(among: Self.alternatives(.object(members))).merging(.object(notes))
  }

  /// The alternatives and a placeholder.
  private func chosen(among alternatives: [JSONValue]) -> JSONValue {
    let placeholder = SchemaPart.reference("placeholder")
    let plain = alternatives.filter { type(of: $0) == nil }
    var result = Self.anyOf(plain + [placeholder])
    for type in ["object", "array"] {
      let ofType = alternatives.filter { self.type(of: $0) == type }
      guard !ofType.isEmpty else { continue }
      result =
        result == placeholder
        ? ["if": placeholder, "else": Self.anyOf(ofType)]
        : ["if": ["type": .string(type)], "then": Self.anyOf(ofType), "else": result]
    }
    return result
  }

  private static func anyOf(_ schemas: [JSONValue]) -> JSONValue {
    schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas)]
  }

  /// The schemas of an `anyOf` that is all there is; the schema alone otherwise.
  private static func alternatives(_ schema: JSONValue) -> [JSONValue] {
    guard let members = schema.dictionary, members.count == 1,
      let all = members["anyOf"]?.array
    else { return [schema] }
    return all.flatMap(alternatives)
  }

  /// `array` or `object`; `nil` for plain values, and for schemas of several types.
  private func type(of schema: JSONValue) -> String? {
    guard let members = schema.dictionary else { return nil }
    if let path = members["$ref"]?.string {
      return types[String(path.dropFirst("#/definitions/".count))]
    }
    if let all = members["allOf"]?.array, members["type"] == nil {
      return all.lazy.compactMap { type(of: $0) }.first
    }
    return Self.ownType(schema)
  }

  private static func ownType(_ schema: JSONValue) -> String? {
    guard let members = schema.dictionary, let type = members["type"]?.string,
      type == "array" || type == "object"
    else { return nil }
    return type
  }
}

// MARK: Sharing

extension JSONValue {
  /// The schema with mapping entries that occur several times written once, as a definition.
  var sharingEntries: JSONValue {
    var counts: [JSONValue: Int] = [:]
    visitEntries { _, entry in counts[entry, default: 0] += 1 }
    var names: [JSONValue: String] = [:]
    var taken: Set<String> = []
    visitEntries { key, entry in
      guard counts[entry, default: 0] > 1, names[entry] == nil else { return }
      let base = "key-" + key.replacing(".", with: "-")
      let number = (1...).first { !taken.contains($0 == 1 ? base : "\(base)-\($0)") } ?? 1
      let name = number == 1 ? base : "\(base)-\(number)"
      taken.insert(name)
      names[entry] = name
    }
    guard var members = replacingEntries(names).dictionary,
      let definitions = members["definitions"]?.dictionary
    else { return self }
    let shared = Dictionary(
      uniqueKeysWithValues: names.map { ($1, $0.replacingMembers(names)) })
    members["definitions"] = .object(definitions.merging(shared) { first, _ in first })
    return .object(members)
  }

  /// Goes through the described entries of all mappings, in an order that is always the same.
  private func visitEntries(_ visit: (String, JSONValue) -> Void) {
    for item in array ?? [] { item.visitEntries(visit) }
    for member in members ?? [] {
      if member.name == "properties" {
        for entry in member.value.members ?? [] where entry.value.isDescribed {
          visit(entry.name, entry.value)
        }
      }
      member.value.visitEntries(visit)
    }
  }

  private func replacingEntries(_ names: [JSONValue: String]) -> JSONValue {
    if isDescribed, let name = names[self] { return SchemaPart.reference(name) }
    return replacingMembers(names)
  }

  private func replacingMembers(_ names: [JSONValue: String]) -> JSONValue {
    array.map { .array($0.map { $0.replacingEntries(names) }) }
      ?? mappingMembers { $0.replacingEntries(names) }
  }

  private var isDescribed: Bool { self["description"]?.string != nil }

  /// The text of a schema: a line for each member and each definition, so that it is small and
  /// changes can be seen.
  var schemaText: String {
    func line(_ member: Member) -> String {
      jsonString(member.name) + ": " + member.value.line(isCompact: true)
    }
    let lines = (members ?? []).map { member in
      guard member.name == "definitions", let definitions = member.value.members else {
        return line(member)
      }
      return "\"definitions\": {\n" + definitions.map(line).joined(separator: ",\n") + "\n}"
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }
}

// MARK: Defaults

extension AnyField {
  /// The default as JSON; `nil` where it is no value, but follows from others.
  var defaultValue: JSONValue? {
    guard let text = defaultText, !text.isEmpty else { return nil }
    if let value = JSONValue(json: text) { return value }
    let isWord = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "#" }
    return isWord ? .string(text) : nil
  }
}

extension JSONValue {
  /// Numbers, flags, texts in quotes, and lists of these.
  fileprivate init?(json text: String) {
    guard let value = try? JSONParser.parse(Array(text.utf8), isStrict: true), !value.isNull,
      value.members == nil
    else { return nil }
    self = value
  }
}
