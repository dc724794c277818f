import LayerTree

/// What the vocabulary's tables do not say: keys that exclude each other, and limits of single keys. The resolver checks the same.
extension SceneSchema {
  /// By the vocabulary's owner.
  static let rules: [String: JSONValue] = {
    var rules: [String: JSONValue] = [
      Vocabulary.font.owner: exactlyOne("family", "file"),
      Vocabulary.clock.owner: ["not": ["required": ["rate", "interval"]]],
      Vocabulary.joint.owner: exactlyOne("point", "other"),
      AnimationType.keyframe.vocabulary.owner: exactlyOne("values", "path"),
    ]
    for layerClass in LayerClass.all { rules[Vocabulary.layer(layerClass).owner] = frameAlone }
    for type in AnimationType.all where type.vocabulary.key(named: Key.byValue.name) != nil {
      rules[type.vocabulary.owner] = oneOrTwoEnds
    }
    for vocabulary in [Vocabulary.spring, AnimationType.spring.vocabulary] {
      let whole: JSONValue = ["dependencies": ["bounce": ["perceptualDuration"]]]
      rules[vocabulary.owner] = whole.merging(rules[vocabulary.owner] ?? [:])
    }
    return rules
  }()

  static let limits: [Key: JSONValue] = [
    .bounce: ["exclusiveMinimum": -1, "maximum": 1],
    .bounciness: ["maximum": 20],
    .springSpeed: ["maximum": 20],
    .tickInterval: ["minimum": 0.001],
    .physicsStep: ["minimum": 0.0001, "maximum": 0.1],
    .bodyMass: ["minimum": 0.001, "maximum": 1_000_000],
    .duration: ["minimum": 0],
  ]

  private static let frameAlone: JSONValue = [
    "not": [
      "required": ["frame"], "anyOf": [["required": ["bounds"]], ["required": ["position"]]],
    ]
  ]

  private static let oneOrTwoEnds: JSONValue = [
    "anyOf": [
      ["required": ["fromValue"]], ["required": ["toValue"]], ["required": ["byValue"]],
    ],
    "not": ["required": ["fromValue", "toValue", "byValue"]],
  ]

  private static func exactlyOne(_ first: String, _ second: String) -> JSONValue {
    ["oneOf": [["required": [.string(first)]], ["required": [.string(second)]]]]
  }
}
