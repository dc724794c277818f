import RostrumBase
import RostrumLayerTree
import RostrumSource

extension Key {
  static let styles = Field(
    "styles", .styles,
    "Keys that layers and animations share unless they give them themselves, under the name of a class, a type or a `style`."
  )
  /// The styles of all layers of a class, and of all animations of a type.
  fileprivate static let stylesOfKinds: [Field<Styles.Entries>] =
    LayerClass.all.map { layerClass in
      Field(
        layerClass.name, .keys(of: .layer(layerClass), leavingOut: notForLayers),
        layerClass == .plain
          ? "Of layers of every class." : "Of layers of the class.")
    }
    + [
      Field(
        "animation", .keys(of: everyAnimation, leavingOut: notForAnimations),
        "Of animations of every type.")
    ]
    + AnimationType.all.map { type in
      Field(
        type.name, .keys(of: type.vocabulary, leavingOut: notForAnimations),
        "Of animations of the type.")
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
  /// The styles of classes and types.
  public static let styles = Vocabulary(
    owner: "the styles", definition: "styles", Key.stylesOfKinds)
}

extension Reader where Content == Styles {
  fileprivate static let styles = Reader(
    "a mapping from names, classes and types to keys", example: "{}",
    schema: Vocabulary.styles.reference
  ) { node, context in
    guard let fields = MappingReader(node, .styles, context) else { return nil }
    let ofKinds = Key.stylesOfKinds.compactMap { field in fields[field].map { (field.name, $0) } }
    let keys = Reader<Styles.Entries>.entries("a mapping from keys to values", of: [:])
    let named = fields.entries.filter { fields.vocabulary.key(named: $0.name) == nil }
      .map { ($0.name, context.read($0.value, keys) ?? []) }
    return Styles(
      ofKinds: Dictionary(ofKinds) { first, _ in first },
      named: Dictionary(named) { first, _ in first })
  }
}

extension Reader where Content == Styles.Entries {
  /// Keys of a vocabulary with their values.
  fileprivate static func keys(
    of vocabulary: @autoclosure @escaping @Sendable () -> Vocabulary,
    leavingOut others: Set<String>
  ) -> Reader {
    let expectation = "a mapping from keys to values"
    return Reader(expectation, example: "{}", schema: ["type": "object"]) { node, context in
      let vocabulary = vocabulary()
      let known = Vocabulary(
        owner: "the style of " + vocabulary.owner,
        vocabulary.keys.filter { !others.contains($0.name) })
      guard let fields = MappingReader(node, known, context) else { return nil }
      fields.reportUnknownKeys { entry in
        guard others.contains(entry.name) else { return false }
        context.error(
          .notAvailable, "\(entry.name.quoted) is no part of a style: it is each one's own",
          at: entry.key)
        return true
      }
      return fields.entries.filter { entry in
        known.key(named: entry.name).map { $0.accepts(entry.value, context) } ?? false
      }
    }
  }
}
