public import LayerTree

/// The words that one kind of mapping knows. The resolver, the suggestions and the documentation read it.
public struct Vocabulary: Sendable {
  /// What the mapping is, for messages: `a text layer`.
  public let owner: String
  public let keys: [Key]
  private let index: [String: Int]

  init(owner: String, _ keys: [Key]) {
    self.owner = owner
    self.keys = keys
    index = Dictionary(
      keys.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  public func key(named name: String) -> Key? { index[name].map { keys[$0] } }

  /// Every vocabulary of the scene language, in the order of the documentation.
  public static let all: [Vocabulary] =
    [.scene] + LayerClass.all.map(Vocabulary.layer) + AnimationType.all.map(\.vocabulary) + [
      .font, .textRun, .spring, .timingFunction, .event, .transaction, .viewAnimation, .physics,
      .physicsBody, .wall, .joint, .clock, .jitter, .followedValue,
      .emitterCell, .parameter,
    ] + FilterKind.all.map(Vocabulary.filter)
}

extension Vocabulary {
  /// The keys of a layer of that class: what every layer has, then the properties.
  public static func layer(_ layerClass: LayerClass) -> Vocabulary {
    LayerWords.of(layerClass).vocabulary
  }
}

/// What the resolver looks up for every layer of one class, prepared once.
struct LayerWords: Sendable {
  let vocabulary: Vocabulary
  let properties: [String: Property]
  let keyPaths: [String: AnimationKeyPath]
  /// Also those that cannot be animated.
  let settableKeyPaths: [String: AnimationKeyPath]

  private init(_ layerClass: LayerClass) {
    vocabulary = Vocabulary(
      owner: "a layer of class '\(layerClass.name)'",
      Key.layerKeys + Key.ownKeys(of: layerClass)
        + layerClass.properties.map { Key($0, of: layerClass) })
    properties = Dictionary(
      layerClass.properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    keyPaths = Dictionary(
      layerClass.animatableKeyPaths.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    settableKeyPaths = Dictionary(
      layerClass.keyPaths.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static let all = Dictionary(
    LayerClass.all.map { ($0.name, LayerWords($0)) }, uniquingKeysWith: { first, _ in first })

  static func of(_ layerClass: LayerClass) -> LayerWords {
    all[layerClass.name] ?? LayerWords(layerClass)
  }
}
