import RostrumBase
import RostrumSceneFile

/// One step into a scene file: to the value of a key, or to an item of a list.
enum OutlineStep: Hashable {
  case key(String)
  case item(Int)
}

/// Finds what the schema says about a place in a scene file: the keys that a mapping may have, and
/// the words that a value may be.
struct SchemaGuide: Sendable {
  struct Key: Hashable {
    let name: String
    let summary: String
  }

  static let scene = SchemaGuide(SceneSchema.schema)

  private let root: JSONValue
  private let definitions: [String: JSONValue]

  init(_ schema: JSONValue) {
    root = schema
    definitions = schema["definitions"]?.dictionary ?? [:]
  }

  /// The keys of the mapping at the end of a path. `nodes` are the values along the path, the
  /// file's root first.
  func keys(at path: [OutlineStep], _ nodes: [YAMLNode]) -> [Key] {
    let found = schemas(at: path, nodes).flatMap { schema -> [Key] in
      var names: [Key] = []
      if let properties = schema["properties"]?.dictionary {
        names = properties.map { Key(name: $0, summary: summary(of: $1)) }
      }
      if let rule = schema["propertyNames"], let node = nodes.last {
        names += flat(rule, node).flatMap(words).map { Key(name: $0, summary: "A key path.") }
      }
      return names
    }
    let named = Dictionary(found.map { ($0.name, $0) }) { $0.summary.isEmpty ? $1 : $0 }
    return named.values.sorted { $0.name < $1.name }
  }

  /// The words that the value at the end of a path may be.
  func words(at path: [OutlineStep], _ nodes: [YAMLNode]) -> [String] {
    Set(schemas(at: path, nodes).flatMap(words)).sorted()
  }

  /// The schemas that hold at the end of a path, without references and conditions.
  private func schemas(at path: [OutlineStep], _ nodes: [YAMLNode]) -> [JSONValue] {
    guard var node = nodes.first else { return [] }
    var found = flat(root, node)
    for (step, next) in zip(path, nodes.dropFirst()) {
      found = found.flatMap { inner(step, $0) }.flatMap { flat($0, next) }
      node = next
    }
    return found
  }

  private func inner(_ step: OutlineStep, _ schema: JSONValue) -> [JSONValue] {
    switch step {
    case .key(let name):
      if let own = schema["properties"]?[name] { return [own] }
      if let others = schema["additionalProperties"], others.members != nil { return [others] }
    case .item(let index):
      guard let rule = schema["items"] else { break }
      if let items = rule.array { return items.indices.contains(index) ? [items[index]] : [] }
      if rule.members != nil { return [rule] }
    }
    return []
  }

  private func words(_ schema: JSONValue) -> [String] {
    var words = schema["enum"]?.array?.compactMap(\.string) ?? []
    if let word = schema["const"]?.string { words.append(word) }
    if schema["type"] == .string("boolean") { words += ["true", "false"] }
    return words
  }

  private func summary(of schema: JSONValue) -> String {
    if let text = schema["description"]?.string { return text }
    return reference(schema).map(summary) ?? ""
  }

  // MARK: Composition

  private func reference(_ schema: JSONValue) -> JSONValue? {
    guard let path = schema["$ref"]?.string else { return nil }
    return definitions[String(path.dropFirst("#/definitions/".count))]
  }

  /// The schema and all that it is made of, as far as it holds for the value.
  private func flat(_ schema: JSONValue, _ node: YAMLNode, _ depth: Int = 0) -> [JSONValue] {
    guard depth < 40, let members = schema.dictionary else { return [] }
    if let target = reference(schema) { return flat(target, node, depth + 1) }
    var result = [schema]
    for name in ["allOf", "anyOf", "oneOf"] {
      guard let parts = members[name]?.array else { continue }
      result += parts.filter { name == "allOf" || hasType($0, node) }
        .flatMap { flat($0, node, depth + 1) }
    }
    if let condition = members["if"] {
      let branch = matches(condition, node) ? members["then"] : members["else"]
      result += branch.map { flat($0, node, depth + 1) } ?? []
    }
    return result
  }

  /// Whether the value may be of the schema's type; anything where it names none.
  private func hasType(_ schema: JSONValue, _ node: YAMLNode) -> Bool {
    if let target = reference(schema) { return hasType(target, node) }
    guard let type = schema["type"] else { return true }
    let types = type.array ?? [type]
    switch node.content {
    case .mapping: return types.contains("object")
    case .sequence: return types.contains("array")
    case .scalar: return types.contains { $0 != "object" && $0 != "array" }
    }
  }

  /// Whether a value meets a condition of the schema, as far as conditions there go.
  private func matches(_ schema: JSONValue, _ node: YAMLNode) -> Bool {
    guard let members = schema.dictionary else { return true }
    if let target = reference(schema) { return matches(target, node) }
    return hasType(schema, node)
      && members.allSatisfy { name, rule in meets(name, rule, node) }
  }

  private func meets(_ name: String, _ rule: JSONValue, _ node: YAMLNode) -> Bool {
    switch (name, rule.content) {
    case ("const", _):
      return node.scalar.map { .string($0.text) == rule || $0.text == "true" && rule == true }
        ?? false
    case ("enum", .array(let all)):
      return node.scalar.map { all.contains(.string($0.text)) } ?? false
    case ("pattern", _):
      guard let text = node.scalar?.text else { return true }
      return text.contains("${") || text.hasPrefix("calc(")
    case ("required", .array(let names)):
      guard let entries = node.entries else { return true }
      return names.allSatisfy { name in entries.contains { .string($0.name) == name } }
    case ("properties", .object):
      return (node.entries ?? []).allSatisfy { entry in
        rule[entry.name].map { matches($0, entry.value) } ?? true
      }
    case ("not", _): return !matches(rule, node)
    case ("anyOf", .array(let parts)): return parts.contains { matches($0, node) }
    case ("allOf", .array(let parts)): return parts.allSatisfy { matches($0, node) }
    case ("contains", _): return (node.items ?? []).contains { matches(rule, $0) }
    default: return true
    }
  }
}
