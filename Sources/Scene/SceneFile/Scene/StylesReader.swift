import RostrumBase
import RostrumLayerTree
import RostrumSource

extension Key {
  static let defaults = Field(
    "defaults", .defaults,
    "Values of keys for all layers of a class, and for all animations of a type, that do not say otherwise."
  )
  /// The keys of layers and animations that a scene gives defaults for.
  fileprivate static let ofDefaults: [Field<Defaults.Entries>] =
    LayerClass.all.map { layerClass in
      Field(
        layerClass.name, .defaults(of: .layer(layerClass), leavingOut: notForLayers),
        layerClass == .plain
          ? "Properties of layers of every class." : "Properties of layers of the class.")
    }
    + [
      Field(
        "animation", .defaults(of: everyAnimation, leavingOut: notForAnimations),
        "Keys of animations of every type.")
    ]
    + AnimationType.all.map { type in
      Field(
        type.name, .defaults(of: type.vocabulary, leavingOut: notForAnimations),
        "Keys of animations of the type.")
    }

  /// The keys by which one layer differs from all others.
  static let notForLayers: Set<String> = [
    "name", "class", "text", "style", "frame", "in", "out", "duration", "beginTime", "timeOffset",
    "sublayers",
    "mask", "animations", "actions", "transition", "overlap", "scene", "parameters", "video",
  ]
  /// The keys by which one animation differs from all others.
  static let notForAnimations: Set<String> = [
    "type", "key", "keyPath", "beginTime", "timeOffset", "fromValue", "toValue", "byValue",
    "values", "path", "keyTimes", "timingFunctions", "animations",
  ]

  /// The timing that animations of all types share.
  static let everyAnimation = Vocabulary(
    owner: "an animation",
    Vocabulary.propertyAnimation() + Vocabulary.ends)
}

extension Vocabulary {
  /// The keys of a scene's defaults.
  public static let defaults = Vocabulary(
    owner: "the defaults", definition: "defaults", Key.ofDefaults, listsKeys: true)
}

extension Reader where Content == Defaults {
  static let defaults = mapping(
    .defaults, "defaults: a mapping from classes and types to values of their keys"
  ) { fields in
    let pairs = Key.ofDefaults.compactMap { field in fields[field].map { (field.name, $0) } }
    return Defaults(Dictionary(pairs) { first, _ in first })
  }
}

extension Reader where Content == Defaults.Entries {
  /// Keys of a vocabulary with their values.
  fileprivate static func defaults(
    of vocabulary: @autoclosure @escaping @Sendable () -> Vocabulary,
    leavingOut others: Set<String>
  ) -> Reader {
    let expectation = "a mapping from keys to values"
    return Reader(expectation, example: "{}", schema: ["type": "object"]) { node, context in
      let vocabulary = vocabulary()
      let known = Vocabulary(
        owner: "the defaults of " + vocabulary.owner,
        vocabulary.keys.filter { !others.contains($0.name) })
      guard let fields = MappingReader(node, known, context) else { return nil }
      fields.reportUnknownKeys { entry in
        guard others.contains(entry.name) else { return false }
        context.error(
          .notAvailable, "\(entry.name.quoted) has no default: it is each one's own",
          at: entry.key)
        return true
      }
      return fields.entries.filter { entry in
        known.key(named: entry.name).map { $0.accepts(entry.value, context) } ?? false
      }
    }
  }
}
