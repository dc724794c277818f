import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// One row of the table of animation classes: a value of `type:`.
///
/// To add a class, write a row beside its reader, and a line in `all`.
public struct AnimationType: Sendable {
  /// As in a scene file: `CABasicAnimation` is `basic`.
  public let name: String
  /// Core Animation's own name.
  public let coreAnimationName: String
  /// One line for the documentation.
  public let summary: String
  public let vocabulary: Vocabulary
  /// The key under which all animations of the type hang on a layer; `nil` when they may choose.
  public let fixedKey: String?
  /// The animation of a mapping; `nil` after reporting an error.
  let read: @Sendable (AnimationReader) -> (any Animation)?

  init(
    _ name: String, _ coreAnimationName: String, _ summary: String, keys: [any DeclaredField],
    rule: JSONValue = [:], fixedKey: String? = nil,
    read: @escaping @Sendable (AnimationReader) -> (any Animation)?
  ) {
    self.name = name
    self.coreAnimationName = coreAnimationName
    self.summary = summary
    vocabulary = Vocabulary(owner: "an animation of type '\(name)'", rule: rule, keys)
    self.fixedKey = fixedKey
    self.read = read
  }

  /// In the order of the documentation.
  public static let all: [AnimationType] = [
    .basic, .keyframe, .spring, .group, .transition, .timer, .displayLink, .follow, .scramble,
  ]

  public static func named(_ name: String) -> AnimationType? { all.first { $0.name == name } }
}

// MARK: Keys of every animation

extension Key {
  static let animationType = Field(
    "type", Reader<String>.term(AnimationType.all.map(\.name), example: "basic"), isRequired: true,
    "The kind of animation.")
  static let animationKey = Field("key", .name, "A name for the animation, unique in its layer.")

  static let duration = Field(
    "duration", .seconds, shownDefault: "0.25", limits: ["minimum": 0],
    "Seconds of one pass; 0 is the default. In a group the default is the group's duration, for a spring the time until it rests."
  )
  static let beginTime = DefaultedField(
    "beginTime", .seconds, default: 0, "When it begins, in the layer's or group's time.")
  static let speed = DefaultedField(
    "speed", .number(), default: 1, "How fast it runs; negative runs backwards.")
  static let timeOffset = DefaultedField(
    "timeOffset", .seconds, default: 0,
    "How far into the animation it begins; the skipped part follows at the end.")
  static let repeatCount = DefaultedField(
    "repeatCount", .count(), default: 0, "How often it runs, also fractions; 0 is once.")
  static let repeatDuration = DefaultedField(
    "repeatDuration", .count("a number of seconds, 0 or more, or infinite"), default: 0,
    "For how long it repeats, instead of repeatCount.")
  static let autoreverses = DefaultedField(
    "autoreverses", .boolean, default: false, "Whether each pass runs back again.")
  static let fillMode = DefaultedField(
    "fillMode", .word, default: FillMode.removed,
    "Whether it shows before its beginning or after its end.")
  static let removedOnCompletion = DefaultedField(
    "removedOnCompletion", .boolean, default: true,
    "Whether it is gone once it has ended; filling forwards needs false.")
  static let hold = DefaultedField(
    "hold", .boolean, default: false,
    "Whether it shows before its beginning and stays after its end."
  )
  static let timingFunction = Field(
    "timingFunction", .timingFunction, shownDefault: "linear",
    "Eases each pass: easeOut, bounceEaseOut, cubic-bezier(0.85, 0, 0.15, 1) and the like.")

  /// A timer or a display link leaves the value where it is, as chapter 11's code does.
  static let heldFillMode = DefaultedField(
    "fillMode", .word, default: FillMode.both,
    "Whether it shows before its beginning or after its end.")
  static let heldRemovedOnCompletion = DefaultedField(
    "removedOnCompletion", .boolean, default: false,
    "Whether it is gone once it has ended; filling forwards needs false.")
}

extension Vocabulary {
  /// The timing keys of an animation. `holds`: by default its values stay before and after it.
  static func timing(holds: Bool = false) -> [any DeclaredField] {
    [
      Key.duration, Key.beginTime, Key.speed, Key.timeOffset, Key.repeatCount, Key.repeatDuration,
      Key.autoreverses, holds ? Key.heldFillMode : Key.fillMode,
      holds ? Key.heldRemovedOnCompletion : Key.removedOnCompletion, Key.timingFunction,
    ] + (holds ? [] : [Key.hold])
  }

  static func animation(holds: Bool = false) -> [any DeclaredField] {
    [Key.animationType, Key.animationKey, Key.allow] + timing(holds: holds)
  }

  static func propertyAnimation(holds: Bool = false) -> [any DeclaredField] {
    animation(holds: holds) + [Key.keyPath, Key.additive, Key.cumulative, Key.valueFunction]
  }

  static let ends: [any DeclaredField] = [
    Key.fromValue, Key.toValue, Key.byValue, Key.flagSwitch,
  ]

  /// One end at least, and not all three.
  static let endsRule: JSONValue = [
    "anyOf": [
      ["required": ["fromValue"]], ["required": ["toValue"]], ["required": ["byValue"]],
    ],
    "not": ["required": ["fromValue", "toValue", "byValue"]],
  ]
}

// MARK: Keys of property animations

extension Key {
  static let keyPath = Field(
    "keyPath", Reader<String>.keyPath, isRequired: true,
    "What changes: a property, or a component of one.")
  static let additive = DefaultedField(
    "additive", .boolean, default: false, "Adds to the value instead of replacing it.")
  static let cumulative = DefaultedField(
    "cumulative", .boolean, default: false, "Each pass starts where the one before ended.")
  static let valueFunction = Field<ValueFunction>(
    "valueFunction", .word,
    "Makes a transform of numbers, so that it can turn further than half a circle. scale and translate take [x, y, z]."
  )

  static let fromValue = Field("fromValue", .keyPathValue, "Where it starts.")
  static let toValue = Field("toValue", .keyPathValue, "Where it ends.")
  static let byValue = Field("byValue", .keyPathValue, "The difference between start and end.")
  static let flagSwitch = DefaultedField<AnimationEnds.FlagSwitch>(
    "flagSwitch", .word, default: .half,
    "When a flag changes; visible is Core Animation's way.")
}

extension Reader where Content == String {
  package static let keyPath = text(
    "a key path, such as position or transform.rotation.z", example: "opacity"
  ).describing(["type": "string"])
}

extension Reader where Content == YAMLNode {
  /// A value whose kind follows from the animation's key path.
  fileprivate static let keyPathValue = anything(
    "a value of the key path", example: "0.5", schema: [:])
}

extension Reader where Content == [YAMLNode] {
  /// Animations of a layer or a group: a list, or one for each key path by its name.
  static let animations = Reader(
    expectationOfAnimations, example: "[]",
    schema: SchemaPart.animations(SchemaPart.reference("animation"))
  ) { node, context in
    guard let items = node.animationItems else {
      let entries = node.entries ?? []
      let isOne = entries.contains { ["type", "keyPath"].contains($0.name) }
      if isOne || entries.isEmpty {
        let hint = isOne ? "start each with '- '" : node.hintOnWord
        context.mismatch(expectationOfAnimations, at: node, hint: hint)
      }
      for entry in entries where !isOne && entry.wordKeys == nil && entry.value.entries == nil {
        context.mismatch(
          "an animation: a mapping with keys", at: entry.value,
          hint: AnimationWord.advice(for: entry.name)
            ?? entry.value.scalar.map { "write \(entry.name): {toValue: \($0.text)}" }
            ?? entry.value.items.map { _ in "write \(entry.name): {values: [...], duration: 1}" })
      }
      return nil
    }
    for (key, animation) in zip(node.entries ?? [], items) where animation.hasOwnKeyPath {
      return context.failure(
        .conflict, "a key path within the animation of '\(key.name)'", at: key.key,
        hint: "the name before the colon is the key path")
    }
    return items
  }

  private static let expectationOfAnimations =
    "a list of animations, or a mapping from key paths to them"
}

extension SchemaPart {
  /// A list of animations, or a mapping from key paths to them.
  static func animations(_ animation: JSONValue) -> JSONValue {
    [
      "anyOf": [
        list(animation),
        [
          "type": "object", "properties": .object(AnimationWord.schema),
          "propertyNames": [
            "anyOf": [
              reference("key-path-name"), oneOf(AnimationWord.all.map(\.name)),
            ]
          ],
          "additionalProperties": reference("animation-of-key-path"),
        ],
      ]
    ]
  }
}

extension YAMLNode {
  /// The animations of a list, or of a mapping from key paths; `nil` for any other value.
  ///
  /// In a mapping an animation has its key path from its name, or is what a word such as `fadeIn`
  /// stands for, and may leave out its type: it is `keyframe` with `values` or a `path`, else
  /// `basic`.
  var animationItems: [YAMLNode]? {
    guard let entries else { return items }
    let all = entries.map { ($0, own: $0.wordKeys ?? $0.value.entries) }
    guard all.allSatisfy({ $0.own != nil }) else { return nil }
    return all.map { entry, own in
      let own = own ?? []
      let names = Set(own.map(\.name))
      let isWord = AnimationWord.named(entry.name) != nil
      var added = isWord ? [] : [entry.naming(Key.keyPath.name, entry.key)]
      if !names.contains(Key.animationType.name) {
        let isKeyframe = !names.isDisjoint(with: ["values", "path"])
        let type = isKeyframe ? AnimationType.keyframe : .basic
        added.append(
          entry.naming(
            Key.animationType.name,
            YAMLNode(.scalar(.init(text: type.name, isPlain: false)), mark: entry.key.mark)))
      }
      return YAMLNode(
        .mapping(added + own), mark: entry.key.mark, origins: entry.value.origins,
        folder: entry.value.folder)
    }
  }

  /// Whether an animation of a mapping names a key path once more.
  fileprivate var hasOwnKeyPath: Bool {
    (entries ?? []).count { $0.name == Key.keyPath.name } > 1
  }
}

extension YAMLNode.Entry {
  /// The entry with another name and value, at the same place in the file.
  func naming(_ name: String, _ value: YAMLNode) -> YAMLNode.Entry {
    YAMLNode.Entry(
      name: name, key: YAMLNode(.scalar(.init(text: name, isPlain: true)), mark: key.mark),
      value: value)
  }
}

extension Styles {
  /// The animation with the keys of its type and of all types that have them.
  func completing(_ node: YAMLNode, ofType type: AnimationType) -> YAMLNode {
    // A value that is followed says itself how long it holds.
    let isFollowed = type.name == AnimationType.follow.name
    return completing(node, [type.name, "animation"]) {
      type.vocabulary.key(named: $0) != nil && !(isFollowed && $0 == Key.hold.name)
    }
  }
}
