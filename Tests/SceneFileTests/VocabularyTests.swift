import Foundation
import LayerTree
import Testing

@testable import SceneFile

@Suite("Vocabulary")
struct VocabularyTests {
  /// A value that the grammar accepts. Key paths and their values agree: opacity.
  private static func sample(_ key: Key) -> String {
    switch key.grammar {
    case .value(.number(.wholeNumber)): "1"
    case .value(.colors): "[red, blue]"
    case .value(.locations): "[0, 1]"
    case .value(.emitterCells): "[]"
    case .value(.filters): "[{type: colorInvert}]"
    case .value(.fixedNumbers(let count)):
      "[" + Array(repeating: "1", count: count).joined(separator: ", ") + "]"
    case .value(.number(.unit)), .value(.number): "0.5"
    case .value(.angle): "90deg"
    case .value(.boolean): "false"
    case .value(.point), .value(.size), .canvasSize: "[10, 10]"
    case .value(.rect): "[1, 2, 10, 10]"
    case .value(.color): "red"
    case .value(.transform): "identity"
    case .value(.path): "M 0 0 L 1 1"
    case .value(.image), .value(.font), .value(.text), .value(.attributedText): "none"
    case .value(.word(let words)): words[0]
    case .value(.words(let words)): "[" + words[0] + "]"
    case .value(.numbers): "[1, 2]"
    case .frame: "[1, 2, 10, 10]"
    case .fontWeight: "bold"
    case .spring: "{}"
    case .frameRate: "30"
    case .time, .duration, .repeatTime: "1"
    case .count: "0"
    case .layerName: "n"
    case .layerClass, .animationType: "?"
    case .layers, .animations: "[]"
    case .layer: "{}"
    case .actions: "{opacity: none}"
    case .filterType: "?"
    case .keyPath: "opacity"
    case .keyPathValue: "0.5"
    case .keyPathValues: "[0, 1]"
    case .keyTimes: "[0, 1]"
    case .timingFunction: "easeIn"
    case .timingFunctions: "[easeIn]"
    case .physics: "{bodies: []}"
    case .physicsList: "[]"
    case .clocks, .followedValues: "{}"
    case .reference: "n"
    case .lateTicks: "[[1, 0.5]]"
    case .tickNumbers: "[1]"
    case .jitter: "{amount: 0.001}"
    case .seed: "1"
    case .spans: "[[0, 1]]"
    case .numberFormat: "\"%d\""
    case .parameters, .givenParameters: "{}"
    case .parameterValue: "1"
    case .parameterValues: "[1]"
    case .signedNumbers: "[1, -2]"
    case .sceneFile: "nowhere.yaml"
    case .figure: "1"
    case .videoFile: "nowhere.mp4"
    case .delay: "1"
    case .events, .layerNames: "[]"
    case .transaction: "{}"
    case .viewAnimation: "{duration: 1, layers: {}}"
    case .viewOptions: "repeat"
    case .layerValues, .layerAnimations, .layerAnimationKeys, .layerSpeeds: "{}"
    }
  }

  private static func physicsText(_ line: String, in owner: Vocabulary) -> String? {
    let entry: String? =
      switch owner.owner {
      case Vocabulary.physics.owner: line
      case Vocabulary.physicsBody.owner: "bodies: [{\(line)}]"
      case Vocabulary.wall.owner: "walls: [{\(line)}]"
      case Vocabulary.joint.owner: "joints: [{\(line)}]"
      default: nil
      }
    return entry.map { "size: [10, 10]\nduration: 1\nphysics: {\($0)}" }
  }

  private static func text(_ key: Key, in owner: Vocabulary) -> String {
    let line = "\(key.name): \(sample(key))"
    if owner.owner == Vocabulary.scene.owner {
      return key == .canvasSize ? line : "size: [10, 10]\n\(line)"
    }
    if let layerClass = LayerClass.all.first(where: { owner.owner == Vocabulary.layer($0).owner }) {
      let value = key == .layerClass ? "class: \(layerClass.name)" : line
      let classLine = key == .layerClass ? "" : "class: \(layerClass.name), "
      return "size: [10, 10]\nlayers: [{\(classLine)\(value)}]"
    }
    if owner.owner == Vocabulary.font.owner {
      return "size: [1, 1]\nlayers: [{class: text, font: {\(line)}}]"
    }
    if owner.owner == Vocabulary.textRun.owner {
      return "size: [1, 1]\nlayers: [{class: text, string: [{\(line)}]}]"
    }
    if owner.owner == Vocabulary.spring.owner {
      return animation(
        "type: basic, keyPath: opacity, toValue: 1, timingFunction: {spring: {\(line)}}")
    }
    if owner.owner == Vocabulary.timingFunction.owner {
      return animation("type: basic, keyPath: opacity, toValue: 1, timingFunction: {spring: {}}")
    }
    if let text = physicsText(line, in: owner) { return text }
    if let place = namedThings[owner.owner] {
      return "size: [1, 1]\n" + place.replacing("*", with: line)
    }
    if let kind = FilterKind.all.first(where: { Vocabulary.filter($0).owner == owner.owner }) {
      let rest = key == .filterType ? "" : ", \(line)"
      return "size: [1, 1]\nlayers: [{filters: [{type: \(kind.name)\(rest)}]}]"
    }
    if let event = event(line, in: owner) {
      return "size: [10, 10]\nevents: [{\(event)}]"
    }
    let type = AnimationType.all.first { $0.vocabulary.owner == owner.owner }?.name ?? ""
    return animation(key == .animationType ? "type: \(type)" : "type: \(type), \(line)")
  }

  /// Where mappings outside of layers stand.
  private static let namedThings = [
    Vocabulary.clock.owner: "clocks: {n: {*}}",
    Vocabulary.jitter.owner: "clocks: {n: {jitter: {*}}}",
    Vocabulary.followedValue.owner: "values: {n: {*}}",
    Vocabulary.parameter.owner: "parameters: {n: {*}}",
    Vocabulary.emitterCell.owner: "layers: [{class: emitter, emitterCells: [{*}]}]",
  ]

  private static func event(_ line: String, in owner: Vocabulary) -> String? {
    switch owner.owner {
    case Vocabulary.event.owner: line
    case Vocabulary.transaction.owner: "at: 0, transaction: {\(line)}"
    case Vocabulary.viewAnimation.owner: "at: 0, animate: {\(line)}"
    default: nil
    }
  }

  private static func animation(_ body: String) -> String {
    "size: [10, 10]\nlayers: [{animations: [{\(body)}]}]"
  }

  private static let loader: SceneLoader = {
    var options = SceneOptions()
    options.recordsKeys = true
    return SceneLoader(options: options, assets: InMemoryAssets())
  }()

  @Test("Every key of every vocabulary is known to the resolver", arguments: Vocabulary.all.indices)
  func keysAreAccepted(_ index: Int) {
    let vocabulary = Vocabulary.all[index]
    for key in vocabulary.keys {
      let source = SourceText(Self.text(key, in: vocabulary), path: "test.yaml")
      let (result, _) = Self.loader.loadRecursively(source)
      let refused = ["unknown-key", "not-available", "bad-yaml", "unknown-type", "unknown-class"]
      let problems = result.diagnostics.filter { refused.contains($0.id) }
      #expect(problems.isEmpty, "\(key.name): \(problems)")
    }
  }

  @Test(
    "Every key of every vocabulary is asked for by the resolver", arguments: Vocabulary.all.indices)
  func keysAreAsked(_ index: Int) {
    let vocabulary = Vocabulary.all[index]
    var asked: Set<Key> = []
    for key in vocabulary.keys {
      let source = SourceText(Self.text(key, in: vocabulary), path: "test.yaml")
      asked.formUnion(Self.loader.loadRecursively(source).askedKeys)
    }
    let properties = Set(LayerClass.all.flatMap(\.properties).map(\.name))
    for key in vocabulary.keys where !properties.contains(key.name) {
      #expect(asked.contains(key), "\(vocabulary.owner): \(key.name)")
    }
  }

  @Test(
    "A property that is set arrives in the layer's values",
    arguments: LayerClass.all.filter { $0 != .scene && $0 != .video })
  func propertiesArrive(_ layerClass: LayerClass) throws {
    for property in layerClass.properties {
      let key = Key(property)
      guard property.type != .image, property.type != .font else { continue }
      let body = "class: \(layerClass.name), \(key.name): \(Self.sample(key))"
      let result = load("size: [10, 10]\nlayers: [{\(body)}]")
      let layer = try #require(result.scene?.layers.first, "\(result.diagnostics)")
      #expect(layer.values.sets(property), "\(property.name)")
    }
  }

  @Test("No vocabulary has a key twice, and every key says what it is")
  func keysAreUnique() {
    for vocabulary in Vocabulary.all {
      #expect(Set(vocabulary.keys.map(\.name)).count == vocabulary.keys.count)
      for key in vocabulary.keys {
        #expect(key.summary.count > 5)
        #expect(!key.grammar.expectation.isEmpty)
      }
    }
  }

  @Test(
    "Words from elsewhere find ours",
    arguments: [
      ("easeOutBounce", "bounceEaseOut"), ("ease-in", "easeIn"), ("easeInOut", "easeInEaseOut"),
      ("ease", "default"), ("easeInQuad", "quadraticEaseIn"), ("ease-in-out", "easeInEaseOut"),
      ("easeInOutCirc", "circularEaseInOut"), ("expo.out", "exponentialEaseOut"),
      ("easeInSine", "sineEaseIn"), ("Linear", "linear"), ("elasticOut", "elasticEaseOut"),
    ])
  func foreignTimingFunctions(word: String, ours: String) {
    let result = load(
      Self.animation("type: basic, keyPath: opacity, toValue: 1, timingFunction: \(word)"))
    #expect(result.diagnostics.map(\.hint) == ["did you mean '\(ours)'?"])
  }

  @Test(
    "The distance between words counts swaps as one",
    arguments: [("abc", "abc", 0), ("abc", "acb", 1), ("abc", "", 3), ("kitten", "sitting", 3)])
  func distance(a: String, b: String, expected: Int) {
    #expect(editDistance(Array(a), Array(b)) == expected)
    #expect(editDistance(Array(b), Array(a)) == expected)
  }

  @Test("Words too far off suggest nothing")
  func noSuggestion() {
    #expect(closest(to: "qwertz", among: ["opacity", "hidden"]) == nil)
    #expect(closest(to: String(repeating: "a", count: 5000), among: ["a"]) == nil)
  }
}
