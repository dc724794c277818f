import Geometry
import LayerTree

/// Schemas of the kinds of value.
extension SceneSchema {
  /// Shared definitions of the larger ones.
  static let values: [String: JSONValue] = [
    "number": number(), "text": ["type": ["string", "number", "boolean"]],
    "color": color, "angle": angle, "transform": transform, "font": font,
    "timing-function": timingFunction, "point": list(of: 2), "rectangle": rectangle(.zeroOrMore),
    "none": ["enum": ["none", .null]],
  ]

  /// `isDifference`: such as what is added to a value, which may be negative where the value may not.
  static func schema(of type: ValueType, isDifference: Bool = false) -> JSONValue {
    switch type {
    case .number(let rule): isDifference ? reference("number") : number(rule)
    case .angle: reference("angle")
    case .boolean: ["type": "boolean"]
    case .point, .size: reference("point")
    case .rect: isDifference ? rectangle(.any) : reference("rectangle")
    case .color: reference("color")
    case .transform: reference("transform")
    case .path: path
    case .image: ["anyOf": [reference("none"), reference("text")]]
    case .font: reference("font")
    case .text: reference("text")
    case .attributedText:
      ["anyOf": [reference("text"), list(["anyOf": [reference("text"), reference(.textRun)]])]]
    case .colors: ["anyOf": [reference("none"), list(reference("color"))]]
    case .locations: ["anyOf": [reference("none"), list(number(isDifference ? .any : .unit))]]
    case .emitterCells: list(reference(.emitterCell))
    case .filters: ["anyOf": [reference("none"), list(reference("filter"))]]
    case .fixedNumbers(let count): list(of: count)
    case .word(let words): oneOf(words)
    case .words(let words): list(oneOf(words)).merging(["uniqueItems": true])
    case .numbers: ["anyOf": [reference("none"), list(number(isDifference ? .any : .zeroOrMore))]]
    }
  }

  static func oneOf(_ words: [String]) -> JSONValue { ["enum": .array(words.map { .string($0) })] }

  // MARK: Numbers

  static func number(
    _ rule: ValueType.NumberRule = .any, limit: Double = SceneContext.maximumNumber
  ) -> JSONValue {
    switch rule {
    case .any: ["type": "number", "minimum": .number(-limit), "maximum": .number(limit)]
    case .zeroOrMore: ["type": "number", "minimum": 0, "maximum": .number(limit)]
    case .moreThanZero: ["type": "number", "exclusiveMinimum": 0, "maximum": .number(limit)]
    case .unit: ["type": "number", "minimum": 0, "maximum": 1]
    case .wholeNumber: ["type": "integer", "minimum": 0, "maximum": .number(limit)]
    }
  }

  static func list(of count: Int, _ item: JSONValue = reference("number")) -> JSONValue {
    list(item).merging(["minItems": .number(Double(count)), "maxItems": .number(Double(count))])
  }

  static func rectangle(_ side: ValueType.NumberRule, counts: [Int] = [2, 4]) -> JSONValue {
    let forms = counts.map { count -> JSONValue in
      let sides = [JSONValue](repeating: number(side), count: 2)
      let origin = [JSONValue](repeating: reference("number"), count: count - 2)
      return list(of: count).merging(["items": .array(origin + sides)])
    }
    return forms.count == 1 ? forms[0] : ["anyOf": .array(forms)]
  }

  private static let decimal = "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?"

  private static let angle: JSONValue = {
    let units = "([dD][eE][gG]|[gG][rR][aA][dD]|[rR][aA][dD]|[tT][uU][rR][nN])"
    return [
      "anyOf": [
        reference("number"),
        ["type": "string", "pattern": .string("^\\s*" + decimal + units + "\\s*$")],
      ]
    ]
  }()

  // MARK: Colours and paths

  /// CSS does not mind the case of letters; completion offers lower case.
  private static let color: JSONValue = [
    "anyOf": [
      reference("none"), oneOf(Color.names),
      ["type": "string", "pattern": "^\\s*#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\\s*$"],
      [
        "type": "string",
        "pattern": "^\\s*([rR][gG][bB]|[hH][sS][lL]|[hH][wW][bB]|[cC][oO])\\w*\\(",
      ],
      ["type": "string", "pattern": "^[a-zA-Z]*[A-Z][a-zA-Z]*$"],
    ]
  ]

  private static let path: JSONValue = [
    "anyOf": [reference("none"), ["type": "string", "pattern": "^\\s*([mM]|$)"]]
  ]

  // MARK: Transforms and fonts

  private static let transform: JSONValue = {
    let parts: [(String, JSONValue)] = TransformComponent.allCases.map { component in
      let isAngle = component.rawValue.hasPrefix("rotation")
      return (component.rawValue, reference(isAngle ? "angle" : "number"))
    }
    let vector: JSONValue = list(reference("number")).merging(["minItems": 2, "maxItems": 3])
    var properties = Dictionary(parts) { first, _ in first }
    properties["translation"] = vector
    properties["perspective"] = number(.moreThanZero)
    properties["m34"] = reference("number")
    properties["scale"] = ["anyOf": [reference("number"), vector]]
    let step: JSONValue = [
      "type": "object", "additionalProperties": false, "properties": .object(properties),
    ]
    return [
      "anyOf": [
        reference("none"), oneOf(["identity"]), step, list(step), list(of: 6), list(of: 16),
      ]
    ]
  }()

  private static let font: JSONValue = ["anyOf": [reference("text"), reference(.font)]]

  // MARK: Timing functions

  private static let timingFunction: JSONValue = {
    let numbers =
      "\\( *" + Array(repeating: decimal, count: 4).joined(separator: " *, *") + " *\\)$"
    let unit = number(.unit)
    return [
      "anyOf": [
        oneOf(timingFunctionNames),
        list(of: 4).merging(["items": [unit, reference("number"), unit, reference("number")]]),
        ["type": "string", "pattern": .string("^(cubic-bezier|spring)" + numbers)],
        reference(.timingFunction),
      ]
    ]
  }()
}
