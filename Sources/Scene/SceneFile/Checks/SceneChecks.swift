import RostrumBase
public import RostrumGeometry
import RostrumLayerTree
public import RostrumSource

/// A scene file's words about checks: the warnings that it allows, and its own demands.
public struct SceneChecks: Sendable {
  /// How its layers have to move, in the order of the file.
  public let expectations: [Expectation]
  /// How long the picture may stay unchanged; `nil` if the file sets no limit.
  public let stillness: StillnessLimit?
  private var allowances: [(ids: Set<String>, lines: Set<Int>?)] = []

  public init() { (expectations, stillness) = ([], nil) }

  init(_ allowances: [Allowance], _ requests: SceneRequests) {
    (expectations, stillness) = (requests.expectations, requests.stillness)
    self.allowances = allowances.map { one in
      (one.ids, one.isWhole ? nil : Set(one.marks.map(\.line)))
    }
  }

  /// The checks of an imported file. Programs that export such files leave animations without an
  /// effect and invisible layers in them, and the files are not edited by hand.
  static let ofImport: SceneChecks = {
    let ids: [DiagnosticID] = [.afterEnd, .noChange, .jumpBack, .offCanvas, .withoutSize, .covered]
    var checks = SceneChecks()
    checks.allowances = [(Set(ids.map(\.rawValue)), nil)]
    return checks
  }()

  /// Whether the file allows a warning on its line. Checks of a loaded scene know the line only,
  /// not the node.
  func allows(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.severity == .warning
      && allowances.contains { ids, lines in
        ids.contains(diagnostic.id) && lines?.contains(diagnostic.range.line) ?? true
      }
  }
}

/// A scene file's own demands on the scene.
struct SceneRequests: Sendable {
  var expectations: [Expectation] = []
  var stillness: StillnessLimit?
}

/// The longest time for which no pixel may change.
public struct StillnessLimit: Hashable, Sendable {
  /// In seconds, above 0.
  public let seconds: Double
  /// The place of the limit in the scene file.
  public let range: SourceRange
}

/// A statement in the scene file about one layer's motion, to be checked.
public struct Expectation: Hashable, Sendable {
  /// A part of the canvas.
  public enum Region: Hashable, Sendable {
    case canvas
    /// In points of the canvas.
    case rectangle(Rect)
    /// The bounds of a layer, by its name.
    case layer(String)
  }

  public enum Claim: Hashable, Sendable {
    /// At that time of the scene at the latest it is on the canvas, and no more than half
    /// transparent.
    case appearsBy(Double)
    /// Its bounds lie in a region whenever the layer shows.
    case staysInside(Region)
    /// It appears earlier than another layer.
    case before(String)
    /// From that time of the scene on, nothing of it changes.
    case atRest(Double)
  }

  /// The layer's name.
  public let layer: String
  public let claim: Claim
  /// The part of the scene's time for which it is stated; `nil` for all of it.
  public let period: ClosedRange<Double>?
  /// The place of the expectation in the scene file.
  public let range: SourceRange
}

// MARK: Keys

extension Key {
  static let allow = Field(
    "allow", .words(of: DiagnosticID.checks.map(\.rawValue)),
    "The warnings that rostrum check leaves out here and in all that lies inside, by their names.")
  static let expectations = Field(
    "expect",
    Reader<[YAMLNode]>.items("a list of expectations", of: Vocabulary.expectation.reference),
    "How layers have to move: rostrum check reports each expectation that is not met.")
  static let checkSettings = Field("checks", .checkSettings, "What rostrum check has to look at.")

  fileprivate static let expectedLayer = Field(
    "layer", .name, isRequired: true, "The name of the layer that it is about.")
  fileprivate static let appearsBy = Field(
    "appearsBy", .delay,
    "The layer is on the canvas, and no more than half transparent, at this time at the latest.")
  fileprivate static let staysInside = Field(
    "staysInside", .region,
    "Whenever the layer shows, its bounds lie in the canvas, another layer's bounds, or a rectangle of the canvas."
  )
  fileprivate static let before = Field(
    "before", .name, "The layer appears earlier than this other one.")
  fileprivate static let atRest = Field(
    "atRest", .delay, "From this time on, nothing of the layer changes.")
  fileprivate static let period = Field(
    "during", .period,
    "The part of the scene's time for which staysInside and atRest are meant. Default: all of it.")
  fileprivate static let maximumStill = Field(
    "maximumStill", .duration, "For how many seconds no pixel may change at most.")
}

extension Vocabulary {
  static let expectation = Vocabulary(
    owner: "an expectation", definition: "expectation",
    rule: [
      "anyOf": .array(
        claims.map { ["required": .array([.string($0.name)])] })
    ],
    [Key.expectedLayer] + claims + [Key.period], listsKeys: true)

  /// The keys of which an expectation needs one at least.
  private static let claims: [any DeclaredField] = [
    Key.appearsBy, Key.staysInside, Key.before, Key.atRest,
  ]

  static let checkSettings = Vocabulary(
    owner: "the checks of a scene", definition: "checks", [Key.maximumStill], listsKeys: true)
}

extension Reader where Content == Expectation.Region {
  fileprivate static let region: Reader = {
    let expectation = "scene, a layer's name, or [x, y, width, height]"
    return Reader(
      expectation, example: "scene",
      schema: ["anyOf": [["type": "string"], Reader<Rect>.frame.schema]]
    ) { node, context in
      if node.items != nil { return context.read(node, .frame).map(Content.rectangle) }
      guard let name = context.read(node, .text(expectation)) else { return nil }
      return name == "scene" ? .canvas : .layer(name)
    }
  }()
}

extension Reader where Content == ClosedRange<Double> {
  fileprivate static let period: Reader = {
    let numbers = Reader<[Double]>.numbers([2], "[from, to] in seconds")
    return Reader(
      numbers.expectation, example: "[0, 1]", schema: numbers.schema
    ) { node, context in
      guard let list = numbers.read(node, context) else { return nil }
      if list[0] <= list[1] { return list[0]...list[1] }
      return context.failure(
        .outOfRange, "the end \(list[1].sceneText) lies before the beginning", at: node)
    }
  }()
}

extension Reader where Content == StillnessLimit? {
  fileprivate static let checkSettings = Reader.mapping(
    .checkSettings, "a mapping with \(Key.maximumStill.name)"
  ) { fields in
    guard let seconds = fields[Key.maximumStill], let node = fields.keyNode(Key.maximumStill),
      let range = fields.context.range(of: node)
    else { return .some(nil) }
    return StillnessLimit(seconds: seconds, range: range)
  }
}

// MARK: Reading

extension SceneContext {
  /// Keeps in mind which warnings a mapping allows.
  func allowWarnings(_ fields: MappingReader, isWhole: Bool = false) {
    guard let ids = fields[Key.allow] else { return }
    collector.allow(ids, in: fields.node, isWhole: isWhole)
  }

  /// The expectations of a list, one for each of their claims. `names` are the names of all layers;
  /// `nil` when some are not known.
  func expectations(_ nodes: [YAMLNode], of names: Set<String>?) -> [Expectation] {
    nodes.flatMap { node -> [Expectation] in
      guard let fields = MappingReader(node, .expectation, self) else { return [] }
      fields.reportUnknownKeys()
      let layer = fields[Key.expectedLayer]
      let claims = claims(fields)
      if fields.entries.allSatisfy({ !Key.claimNames.contains($0.name) && isKnown($0) }) {
        error(
          .missingKey, "nothing is expected of the layer", at: node,
          hint: "give one of " + Key.claimNames.joined(separator: ", "))
      }
      for (name, place) in namedLayers(fields) { reportUnknown(name, among: names, at: place) }
      let period = fields[Key.period]
      return claims.compactMap { claim, place in
        guard let layer, let range = range(of: place) else { return nil }
        return Expectation(layer: layer, claim: claim, period: period, range: range)
      }
    }
  }

  private func isKnown(_ entry: YAMLNode.Entry) -> Bool {
    Vocabulary.expectation.key(named: entry.name) != nil
  }

  /// Each claim with its key.
  private func claims(_ fields: MappingReader) -> [(Expectation.Claim, YAMLNode)] {
    let all: [(Expectation.Claim?, YAMLNode?)] = [
      (fields[Key.appearsBy].map(Expectation.Claim.appearsBy), fields.keyNode(Key.appearsBy)),
      (fields[Key.staysInside].map(Expectation.Claim.staysInside), fields.keyNode(Key.staysInside)),
      (fields[Key.before].map(Expectation.Claim.before), fields.keyNode(Key.before)),
      (fields[Key.atRest].map(Expectation.Claim.atRest), fields.keyNode(Key.atRest)),
    ]
    return all.compactMap { claim, key in
      if let claim, let key { (claim, key) } else { nil }
    }
  }

  /// Every layer that an expectation names, with its place.
  private func namedLayers(_ fields: MappingReader) -> [(String, YAMLNode)] {
    var found: [(String?, YAMLNode?)] = [
      (fields.node(Key.expectedLayer)?.scalar?.text, fields.node(Key.expectedLayer)),
      (fields.node(Key.before)?.scalar?.text, fields.node(Key.before)),
    ]
    if let node = fields.node(Key.staysInside), let name = node.scalar?.text, name != "scene" {
      found.append((name, node))
    }
    return found.compactMap { name, node in if let name, let node { (name, node) } else { nil } }
  }

  private func reportUnknown(_ name: String, among names: Set<String>?, at node: YAMLNode) {
    if let names, !names.contains(name) { reportMissingLayer(name, among: names, at: node) }
  }

  /// Reports the name of a layer that is not there, with a similar one.
  func reportMissingLayer(_ name: String, among names: some Sequence<String>, at node: YAMLNode) {
    error(
      .unknownLayer, "there is no layer \(name.quoted)", at: node,
      hint: suggestion(for: name, among: names.sorted()))
  }
}

extension Key {
  fileprivate static let claimNames = [
    appearsBy.name, staysInside.name, before.name, atRest.name,
  ]
}
