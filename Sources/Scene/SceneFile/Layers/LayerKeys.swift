import RostrumBase
public import RostrumLayerTree

extension Key {
  package static let layerName = Field(
    "name",
    .printable("a name is one line of printable text, 200 characters at most"),
    "How scripts and messages call the layer; unique in the scene. Default: its place, as in layers[2]."
  )
  static let layerClass = Field(
    "class", Reader<String>.term(LayerClass.all.map(\.name), example: "layer"),
    shownDefault: "layer",
    "The kind of layer.")
  static let frame = Field(
    "frame", .frame, "Where the layer lies in its superlayer: sets bounds and position.")
  static let layerBeginTime = DefaultedField(
    "beginTime", .seconds, default: 0,
    "When the layer's own clock starts, in its superlayer's time.")
  static let layerSpeed = DefaultedField(
    "speed", .number(), default: 1, "How fast the layer's own clock runs.")
  static let layerTimeOffset = DefaultedField(
    "timeOffset", .seconds, default: 0,
    "What the layer's own clock shows at its start. With speed 0 it is the layer's time; animate it to scrub."
  )
  package static let sublayers = Field(
    "sublayers", .layers, "Layers inside this one, from back to front.")
  package static let mask = Field(
    "mask",
    Reader.anything(
      "a layer: a mapping with keys", example: "{}", schema: SchemaPart.reference("layer")),
    "A layer in this one's coordinates and time: this one shows where the mask is opaque.")
  static let layerAnimations = Field(
    "animations", .animations, "The layer's animations, in the order in which they apply.")

  /// The keys of every layer that no pass owns, before the passes' keys and after them.
  fileprivate static let first: [any DeclaredField] = [layerName, layerClass, layerStyle, frame]
  fileprivate static let last: [any DeclaredField] = [
    layerBeginTime, layerSpeed, layerTimeOffset, sublayers, mask, layerAnimations, allow,
  ]
}

extension Reader where Content == [YAMLNode] {
  static let layers = items("a list of layers", of: SchemaPart.reference("layer"))
}

extension Vocabulary {
  /// The keys of a layer of that class: the common keys, then the properties.
  public static func layer(_ layerClass: LayerClass) -> Vocabulary {
    LayerWords.of(layerClass).vocabulary
  }
}

/// The keys and properties of one class, computed once.
struct LayerWords: Sendable {
  let vocabulary: Vocabulary
  /// The properties with the readers of their values, by name.
  let properties: [String: (property: Property, reader: Reader<Value>)]

  private init(_ layerClass: LayerClass) {
    let rule: JSONValue = [
      "not": [
        "required": ["frame"], "anyOf": [["required": ["bounds"]], ["required": ["position"]]],
      ]
    ]
    vocabulary = Vocabulary(
      owner: "a layer of class '\(layerClass.name)'", rule: rule,
      Key.first + ([.plain, .text].contains(layerClass) ? [Key.shownText] : [])
        + LoweringPass.all.flatMap { $0.keys(layerClass) } + Key.last
        + layerClass.properties.map {
          $0 == .position ? Key.position : AnyField($0, of: layerClass)
        })
    properties = Dictionary(
      layerClass.properties.map { ($0.name, ($0, $0.type.reader())) },
      uniquingKeysWith: { first, _ in first })
  }

  private static let all = Dictionary(
    LayerClass.all.map { ($0.name, LayerWords($0)) }, uniquingKeysWith: { first, _ in first })

  static func of(_ layerClass: LayerClass) -> LayerWords {
    all[layerClass.name] ?? LayerWords(layerClass)
  }
}
