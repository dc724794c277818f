import LayerTree
import Timing

/// Schemas of what may stand after a key.
extension SceneSchema {
  static let timingFunctionNames = TimingFunction.names

  /// With the limits that this key has beyond its kind.
  static func schema(of key: Key) -> JSONValue {
    schema(of: key.grammar).merging(limits[key] ?? [:])
  }

  static func schema(of grammar: Grammar) -> JSONValue {
    switch grammar {
    case .value(let type): schema(of: type)
    case .signedNumbers: list(reference("number"))
    case .canvasSize: list(of: 2, number(.moreThanZero))
    case .frame: rectangle(.zeroOrMore, counts: [4])
    case .fontWeight: ["anyOf": [oneOf(["normal", "bold"]), whole(1, 1000)]]
    case .frameRate: frameRate
    case .time: number(limit: SceneContext.maximumSeconds)
    case .duration: number(.moreThanZero, limit: SceneContext.maximumSeconds)
    case .delay: number(.zeroOrMore, limit: SceneContext.maximumSeconds)
    case .repeatTime, .count: count
    case .layerName, .reference: reference("text")
    case .layerClass: oneOf(LayerClass.all.map(\.name))
    case .animationType: oneOf(AnimationType.all.map(\.name))
    case .filterType: oneOf(FilterKind.all.map(\.name))
    case .keyPath: ["type": "string"]
    case .keyPathValue: [:]
    case .keyPathValues: ["type": "array", "minItems": 2]
    case .keyTimes: list(number(.unit))
    case .timingFunction: reference("timing-function")
    case .timingFunctions: list(reference("timing-function"))
    case .seed: whole(0, SceneContext.maximumNumber)
    case .tickNumbers: list(tick)
    case .lateTicks:
      list(list(of: 2).merging(["items": [tick, number(.zeroOrMore)]]))
    case .spans: list(list(of: 2))
    case .sceneFile, .videoFile: ["type": "string"]
    case .numberFormat: ["type": "string", "pattern": "%"]
    case .viewOptions: oneOrMore(oneOf(ViewOption.names))
    default: mappings(of: grammar)
    }
  }

  /// What refers to other mappings.
  private static func mappings(of grammar: Grammar) -> JSONValue {
    switch grammar {
    case .spring: reference(.spring)
    case .layers: list(reference("layer"))
    case .layer: reference("layer")
    case .animations: list(reference("animation"))
    case .actions: named(["anyOf": [oneOf(["none"]), ["type": "null"], action]])
    case .physics: reference(.physics)
    case .physicsList(let items): list(reference("mapping-" + (singulars[items] ?? items)))
    case .events: list(reference(.event))
    case .transaction: reference(.transaction)
    case .viewAnimation: reference(.viewAnimation)
    case .layerValues: named(reference("settings"))
    case .layerAnimations: named(oneOrMore(addedAnimation))
    case .layerAnimationKeys: named(oneOrMore(reference("text")))
    case .layerSpeeds: named(reference("number"))
    case .layerNames: oneOrMore(reference("text"))
    case .clocks: named(reference(.clock))
    case .followedValues: named(reference(.followedValue))
    case .jitter: reference(.jitter)
    case .parameters: named(reference(.parameter))
    case .givenParameters: named(anyValue)
    case .parameterValue: anyValue
    case .parameterValues: list(anyValue).merging(["minItems": 1])
    default: [:]
    }
  }

  private static let anyValue: JSONValue = [
    "type": ["string", "number", "boolean", "array", "object", "null"]
  ]

  private static let singulars = ["walls": "wall", "bodies": "body", "joints": "joint"]

  private static let addedAnimation = ofAnyLayer("added-animation")
  private static let action = ofAnyLayer("action")

  private static func ofAnyLayer(_ animation: String) -> JSONValue {
    ["allOf": [reference(animation), reference(keyPathDefinition("any-layer"))]]
  }

  // MARK: Numbers

  private static func whole(_ least: Double, _ most: Double) -> JSONValue {
    ["type": "integer", "minimum": .number(least), "maximum": .number(most)]
  }

  private static let tick = whole(1, SceneContext.maximumNumber)

  private static let frameRate: JSONValue = [
    "anyOf": [
      ["type": "number", "minimum": 1, "maximum": 1000],
      ["type": "string", "pattern": "^[0-9]+(\\.[0-9]+|/[0-9]+)?$"],
    ]
  ]

  /// A number, or one of the ways to say for ever: scenes for Apple's platforms write FLT_MAX.
  private static let count: JSONValue = [
    "anyOf": [
      number(.zeroOrMore, limit: SceneContext.maximumCount), ["type": "number", "minimum": 3.4e38],
      ["type": "string", "pattern": "^\\+?\\.?[iI][nN][fF]([iI][nN][iI][tT][eEyY])?$"],
    ]
  ]
}
