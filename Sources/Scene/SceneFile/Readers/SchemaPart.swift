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

/// A JSON value that is put together in code, as a schema is.
package enum JSONValue: Hashable, Sendable {
  case string(String)
  case number(Double)
  case boolean(Bool)
  case null
  case array([JSONValue])
  case object([String: JSONValue])

  /// The members of both; where both have a key, `other` wins. A value other than an object has no
  /// members.
  package func merging(_ other: JSONValue) -> JSONValue {
    guard case .object(let mine) = self, case .object(let others) = other else { return self }
    return .object(mine.merging(others) { _, last in last })
  }
}

extension JSONValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .boolean(let flag): try container.encode(flag)
    case .null: try container.encodeNil()
    case .array(let items): try container.encode(items)
    case .object(let members): try container.encode(members)
    }
  }
}

extension JSONValue: Decodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Name.self) {
      var result: [String: JSONValue] = [:]
      for name in members.allKeys {
        result[name.stringValue] = try members.decode(JSONValue.self, forKey: name)
      }
      self = .object(result)
      return
    }
    if var list = try? decoder.unkeyedContainer() {
      var items: [JSONValue] = []
      while !list.isAtEnd { items.append(try list.decode(JSONValue.self)) }
      self = .array(items)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let flag = try? single.decode(Bool.self) {
      self = .boolean(flag)
    } else if let number = try? single.decode(Double.self) {
      self = .number(number)
    } else {
      self = .string(try single.decode(String.self))
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
