import RostrumBase
import RostrumLayerTree

/// The parts that schemas of values are made of.
enum SchemaPart {
  /// A definition of the whole schema.
  static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/definitions/" + name)]
  }

  static let none = reference("none")

  static func oneOf(_ words: [String]) -> JSONValue { ["enum": .array(words.map { .string($0) })] }

  static let anyValue: JSONValue = [
    "type": ["string", "number", "boolean", "array", "object", "null"]
  ]

  /// Exactly one of two keys.
  static func exactlyOne(_ first: String, _ second: String) -> JSONValue {
    ["oneOf": [["required": [.string(first)]], ["required": [.string(second)]]]]
  }

  /// The definition of the key paths of a class of layers.
  static func keyPaths(_ layerClass: String) -> String { "key-paths-of-" + layerClass }

  /// An animation of a layer whose class the schema cannot know.
  static func ofAnyLayer(_ animation: String) -> JSONValue {
    ["allOf": [reference(animation), reference(keyPaths("any-layer"))]]
  }

  // MARK: Numbers

  /// The pattern of a decimal number in a text.
  static let decimal = "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?"

  static func number(
    _ rule: ValueType.NumberRule = .any, limit: Double = Limit.number
  ) -> JSONValue {
    switch rule {
    case .any: ["type": "number", "minimum": .number(-limit), "maximum": .number(limit)]
    case .zeroOrMore: ["type": "number", "minimum": 0, "maximum": .number(limit)]
    case .moreThanZero: ["type": "number", "exclusiveMinimum": 0, "maximum": .number(limit)]
    case .unit: ["type": "number", "minimum": 0, "maximum": 1]
    case .wholeNumber: ["type": "integer", "minimum": 0, "maximum": .number(limit)]
    }
  }

  static func whole(_ least: Double, _ most: Double) -> JSONValue {
    ["type": "integer", "minimum": .number(least), "maximum": .number(most)]
  }

  // MARK: Lists and mappings

  static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }

  /// A list of exactly `count` items, numbers unless another kind is given.
  static func list(of count: Int, _ item: JSONValue = reference("number")) -> JSONValue {
    list(item).merging(["minItems": .number(Double(count)), "maxItems": .number(Double(count))])
  }

  static func rectangle(_ side: ValueType.NumberRule, counts: [Int]) -> JSONValue {
    let forms = counts.map { count -> JSONValue in
      let sides = [JSONValue](repeating: number(side), count: 2)
      let origin = [JSONValue](repeating: reference("number"), count: count - 2)
      return list(of: count).merging(["items": .array(origin + sides)])
    }
    return forms.count == 1 ? forms[0] : ["anyOf": .array(forms)]
  }

  /// From any name to such a value.
  static func named(_ values: JSONValue) -> JSONValue {
    ["type": "object", "additionalProperties": values]
  }

  static func oneOrMore(_ value: JSONValue) -> JSONValue { ["anyOf": [value, list(value)]] }
}
