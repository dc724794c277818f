/// Parameters may stand wherever a value does; the schema of each value says so here, once for all.
extension SceneSchema {
  static let placeholder = "placeholder"
  static let placeholderDefinition: JSONValue = ["type": "string", "pattern": "\\$\\{"]

  /// The schema with placeholders beside every value. What only decides which other schema holds stays as it is.
  static func openToPlaceholders(_ schema: JSONValue) -> JSONValue {
    guard case .object(let members) = schema else { return schema }
    return .object(
      Dictionary(uniqueKeysWithValues: members.map { ($0, openMember($0, $1)) }))
  }

  private static func openMember(_ name: String, _ member: JSONValue) -> JSONValue {
    switch (name, member) {
    case ("properties", .object(let properties)):
      .object(properties.mapValues(orPlaceholder))
    case ("definitions", .object(let definitions)):
      .object(definitions.mapValues(openToPlaceholders))
    case ("items", .array(let items)): .array(items.map(orPlaceholder))
    case ("items", _), ("additionalProperties", .object): orPlaceholder(member)
    case ("allOf", .array(let schemas)), ("anyOf", .array(let schemas)):
      .array(schemas.map(openToPlaceholders))
    case ("then", _), ("else", _): openToPlaceholders(member)
    default: member
    }
  }

  private static func orPlaceholder(_ schema: JSONValue) -> JSONValue {
    guard case .object(var members) = openToPlaceholders(schema) else { return schema }
    let description = members.removeValue(forKey: "description")
    let either: JSONValue = ["anyOf": [.object(members), reference(placeholder)]]
    return description.map { either.merging(["description": $0]) } ?? either
  }
}
