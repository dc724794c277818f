import LayerTree

/// The scene language as a JSON Schema, for editors that complete and check while one types.
///
/// It is written from the vocabulary, and draft 7, which editors know best. What it cannot say is left to `rostrum check`: names that
/// exist, files, lists that have to be of one length.
public enum SceneSchema {
  /// The schema's text, the same every time.
  public static func text() throws -> String { try schema.text() }

  static var schema: JSONValue {
    openToPlaceholders(closed)
  }

  private static var closed: JSONValue {
    mapping(.scene).merging([
      "$schema": "http://json-schema.org/draft-07/schema#",
      "title": "Rostrum scene",
      "definitions": .object(definitions),
    ])
  }

  private static var definitions: [String: JSONValue] {
    let parts = [
      values, layers, animations, keyPaths, others, [placeholder: placeholderDefinition],
    ]
    return parts.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }

  static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/definitions/" + name)]
  }

  /// A mapping with the keys of a vocabulary and no others.
  static func mapping(
    _ vocabulary: Vocabulary, replacing others: [String: JSONValue] = [:]
  ) -> JSONValue {
    let properties = vocabulary.keys.map { key in
      (key.name, documented(others[key.name] ?? schema(of: key), key))
    }
    let required = vocabulary.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
    var result: JSONValue = [
      "type": "object", "additionalProperties": false,
      "properties": .object(Dictionary(properties) { first, _ in first }),
    ]
    if !required.isEmpty { result = result.merging(["required": .array(required)]) }
    return result.merging(rules[vocabulary.owner] ?? [:])
  }

  /// With what the key means; editors show it.
  private static func documented(_ schema: JSONValue, _ key: Key) -> JSONValue {
    let text = key.defaultText.map { " Default: \($0)." } ?? ""
    return schema.merging(["description": .string(key.summary + text)])
  }

  /// A schema for each case of a key that names a class or a type. Draft 7 has no other way to give each its own keys.
  static func choice(
    _ key: String, _ names: [String], default defaultName: String? = nil,
    _ definition: (String) -> String
  ) -> JSONValue {
    let cases = names.map { name -> JSONValue in
      let isNamed: JSONValue = [
        "properties": .object([key: ["const": .string(name)]]), "required": [.string(key)],
      ]
      let isMeant: JSONValue =
        name == defaultName
        ? ["anyOf": [isNamed, ["not": ["required": [.string(key)]]]]] : isNamed
      return ["if": isMeant, "then": reference(definition(name))]
    }
    let words = JSONValue.array(names.map { .string($0) })
    return [
      "type": "object", "properties": .object([key: ["enum": words]]), "allOf": .array(cases),
    ]
  }
}
