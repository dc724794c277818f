import Foundation
import RostrumBase
import RostrumLayerTree
import RostrumSource
import Testing

@testable import RostrumSceneFile

@Suite("Vocabulary")
struct VocabularyTests {
  /// No key takes a list of lists of mappings.
  private static let wrongValue = "[[{}]]"

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

  private static func text(_ key: AnyField, _ value: String, in owner: Vocabulary) -> String {
    let line = "\(key.name): \(value)"
    if owner.owner == Vocabulary.scene.owner {
      return key.name == Key.canvasSize.name ? line : "size: [10, 10]\n\(line)"
    }
    if let layerClass = LayerClass.all.first(where: { owner.owner == Vocabulary.layer($0).owner }) {
      let isClass = key.name == Key.layerClass.name
      let start = isClass && value == key.example ? "class: \(layerClass.name)" : line
      // A text of no class is a layer of class text.
      let isBare = isClass || layerClass == .plain && key.name == Key.shownText.name
      let classLine = isBare ? "" : "class: \(layerClass.name), "
      return "size: [10, 10]\nlayers: [{\(classLine)\(start)}]"
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
      return animation("type: basic, keyPath: opacity, toValue: 1, timingFunction: {\(line)}")
    }
    if let text = physicsText(line, in: owner) { return text }
    if owner.owner == Vocabulary.followedValue.owner, key.name == Key.followedTimes.name {
      return follow("{values: [0, 1], \(line)}")
    }
    if owner.owner == Vocabulary.followedValue.owner { return follow("{\(line)}") }
    if let place = namedThings[owner.owner] {
      return "size: [1, 1]\n"
        + place.replacing("*", with: line + repetitionKeys(but: key, in: owner))
    }
    if let kind = FilterKind.all.first(where: { Vocabulary.filter($0).owner == owner.owner }) {
      let isType = key.name == Key.filterType.name
      let type = isType && value != key.example ? value : kind.name
      let rest = isType ? "" : ", \(line)"
      return "size: [1, 1]\nlayers: [{filters: [{type: \(type)\(rest)}]}]"
    }
    if let event = event(line, companions(key, in: owner), in: owner) {
      return "size: [10, 10]\nevents: [{\(event)}]"
    }
    let type = AnimationType.all.first { $0.vocabulary.owner == owner.owner }?.name ?? ""
    guard key.name == Key.animationType.name else {
      return animation("type: \(type), \(line)\(companions(key, in: owner))")
    }
    return animation(value == key.example ? "type: \(type)" : line)
  }

  /// The places of mappings outside of layers.
  private static let namedThings = [
    Vocabulary.clock.owner: "clocks: {n: {*}}",
    Vocabulary.jitter.owner: "clocks: {n: {jitter: {*}}}",
    Vocabulary.parameter.owner: "parameters: {n: {*}}",
    Vocabulary.emitterCell.owner: "layers: [{class: emitter, emitterCells: [{*}]}]",
    Vocabulary.forEach.owner: "layers: [{*}]",
    Vocabulary.sizeToFit.owner: "layers: [{sizeToFit: {*}}]",
    Vocabulary.layout.owner: "layers: [{layout: {*}, sublayers: [{}]}]",
    Vocabulary.layoutChange.owner:
      "layers: [{name: n, layout: row, sublayers: [{}]}]\nevents: [{at: 0, set: {n: {layout: {*}}}}]",
    Vocabulary.pin.owner: "layers: [{position: {*}}]",
    Vocabulary.cameraMove.owner: "layers: [{bounds: [9, 9], camera: {*}}]",
    Vocabulary.waveform.owner: "layers: [{class: shape, bounds: [9, 9], waveform: {*}}]",
    Vocabulary.connection.owner: "layers: [{class: shape, connect: {*}}]",
    Vocabulary.split.owner: "layers: [{class: text, string: ab, split: {*}}]",
    Vocabulary.expectation.owner: "layers: [{name: n}]\nexpect: [{*}]",
    Vocabulary.checkSettings.owner: "checks: {*}",
    Vocabulary.range.owner: "layers: [{forEach: k, do: {}, in: {*}}]",
    Vocabulary.stagger.owner: "layers: [{stagger: {*}}]",
    Vocabulary.component.owner:
      "components: {badge: {*}}\nlayers: [{use: badge}]",
    Vocabulary.use.owner: "components: {badge: {layer: {}}}\nlayers: [{*}]",
    Vocabulary.styles.owner: "styles: {*}",
    Vocabulary.sequenceTransition.owner: "layers: [{class: sequence, transition: {*}}]",
    Vocabulary.audio.owner: "audio: [{*}]", Vocabulary.gain.owner: "audio: {gain: {*}}",
    Vocabulary.pan.owner: "audio: {pan: {*}}", Vocabulary.ducking.owner: "audio: {duck: {*}}",
    Vocabulary.captions.owner: "captions: {*}", Vocabulary.caption.owner: "captions: [{*}]",
    Vocabulary.chapter.owner: "chapters: [{*}]",
    Vocabulary.turn.owner: "layers: [{transform: {rotation: {*}}}]",
  ]

  /// Without these, no item is a repetition, no mapping a range, and no text is taken apart.
  private static func repetitionKeys(but key: AnyField, in owner: Vocabulary) -> String {
    if owner.owner == Vocabulary.split.owner, key.name != Key.splitBy.name {
      return ", by: letters"
    }
    if owner.owner == Vocabulary.layout.owner, key.name != Key.layoutType.name {
      return ", type: " + (key.name == Key.layoutColumns.name ? "grid" : "row")
    }
    let needed = [
      "forEach: k", "in: [1]", "do: {}", "from: 0", "to: 1", "use: badge", "layer: {}",
    ]
    let owners: [Vocabulary] = [.forEach, .range, .use, .component]
    guard owners.map(\.owner).contains(owner.owner) else { return "" }
    return needed.filter { text in
      let name = String(text.prefix { $0 != ":" })
      return name != key.name && owner.key(named: name) != nil
    }.map { ", " + $0 }.joined()
  }

  /// Keys without which others mean nothing.
  private static func companions(_ key: AnyField, in owner: Vocabulary) -> String {
    let known = [
      "keyPath: " + (key.name == "path" ? "position" : "opacity"), "duration: 1", "layers: {}",
      "usingSpringWithDamping: 0.5",
    ]
    // A band is one of a track's, and only what follows one says how it holds.
    return (["band", Key.followHold.name].contains(key.name) ? known + ["audio: n"] : known).filter
    { text in
      let name = String(text.prefix { $0 != ":" })
      return name != key.name && owner.key(named: name) != nil
    }.map { ", " + $0 }.joined()
  }

  private static func event(
    _ line: String, _ companions: String, in owner: Vocabulary
  ) -> String? {
    switch owner.owner {
    case Vocabulary.event.owner: line
    case Vocabulary.completion.owner: "after: {\(line)\(completion(line))}"
    case Vocabulary.transaction.owner: "at: 0, transaction: {\(line)}"
    case Vocabulary.viewAnimation.owner: "at: 0, animate: {\(line)\(companions)}"
    default: nil
    }
  }

  /// The keys that a completion with one of them needs.
  private static func completion(_ line: String) -> String {
    if line.hasPrefix("layer") { return ", animation: k" }
    return line.hasPrefix("event") ? "" : ", layer: n"
  }

  private static func follow(_ value: String) -> String {
    animation("type: follow, keyPath: opacity, value: \(value)")
  }

  private static func animation(_ body: String) -> String {
    "size: [10, 10]\nlayers: [{animations: [{\(body)}]}]"
  }

  @Test("Every key of every vocabulary takes its example", arguments: Vocabulary.all.indices)
  func keysAreAccepted(_ index: Int) {
    let vocabulary = Vocabulary.all[index]
    for key in vocabulary.keys {
      let result = load(Self.text(key, key.example, in: vocabulary))
      let refused = ["unknown-key", "not-available", "bad-yaml", "unknown-type", "unknown-class"]
      let problems = result.diagnostics.filter { refused.contains($0.id) }
      #expect(problems.isEmpty, "\(key.name): \(problems)")
    }
  }

  @Test(
    "Every key of every vocabulary is read: a wrong value of it is reported",
    arguments: Vocabulary.all.indices)
  func keysAreRead(_ index: Int) {
    let vocabulary = Vocabulary.all[index]
    for key in vocabulary.keys {
      let usual = load(Self.text(key, key.example, in: vocabulary)).diagnostics.map(\.message)
      let value = Self.takesAnyList(key, vocabulary) ? "{}" : Self.wrongValue
      let wrong = load(Self.text(key, value, in: vocabulary)).diagnostics.map(\.message)
      let isReported =
        Self.isRefused(key, vocabulary)
        ? wrong == usual && !wrong.isEmpty : !Set(wrong).isSubset(of: usual)
      #expect(isReported, "\(vocabulary.owner): \(key.name)")
    }
  }

  /// The contents of a video layer are its video's frames, so any value is refused alike.
  private static func isRefused(_ key: AnyField, _ owner: Vocabulary) -> Bool {
    owner.owner == Vocabulary.layer(.video).owner && key.name == Property.contents.name
  }

  /// Values may be of any kind where they are used as plain data.
  private static func takesAnyList(_ key: AnyField, _ owner: Vocabulary) -> Bool {
    owner.owner == Vocabulary.forEach.owner && key.name == Key.forEachValues.name
  }

  /// Defaults that follow from other values, and the emitter's cells: `none` means that there are
  /// no cells, which a scene writes as `[]`.
  private static func isDescribed(_ key: AnyField) -> Bool {
    ["0 for each", "1/60 s"].contains(key.defaultText)
      || key == AnyField(Property.emitterCells)
  }

  @Test(
    "A default in the reference is a value that the key takes", arguments: Vocabulary.all.indices)
  func defaultsAreValues(_ index: Int) throws {
    let vocabulary = Vocabulary.all[index]
    let refused = ["wrong-type", "wrong-count", "unknown-word", "bad-color", "bad-timing-function"]
    for key in vocabulary.keys {
      guard let text = key.defaultText, !Self.isDescribed(key) else { continue }
      let problems = load(Self.text(key, text, in: vocabulary)).diagnostics.filter {
        refused.contains($0.id)
      }
      #expect(problems.isEmpty, "\(vocabulary.owner): \(key.name): \(text): \(problems)")
    }
  }

  @Test(
    "A property that is set arrives in the layer's values",
    arguments: LayerClass.all.filter { $0 != .scene && $0 != .video })
  func propertiesArrive(_ layerClass: LayerClass) throws {
    for property in layerClass.properties {
      let key = AnyField(property)
      guard property.type != .image, property.type != .font else { continue }
      let body = "class: \(layerClass.name), \(key.name): \(key.example)"
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
        #expect(!key.expectation.isEmpty)
      }
    }
  }

  @Test("Entries of a schema that are shared have a definition each, also under one key")
  func sharedEntries() throws {
    func entry(_ text: String) -> JSONValue { ["type": "number", "description": .string(text)] }
    func mapping(_ text: String) -> JSONValue { ["properties": ["a.b": entry(text)]] }
    let schema: JSONValue = [
      "definitions": [:],
      "allOf": [mapping("one"), mapping("one"), mapping("two"), mapping("two"), mapping("three")],
    ]
    func reference(_ name: String) -> JSONValue {
      ["properties": ["a.b": ["$ref": .string("#/definitions/" + name)]]]
    }
    #expect(
      schema.sharingEntries == [
        "definitions": ["key-a-b": entry("one"), "key-a-b-2": entry("two")],
        "allOf": .array(
          ["key-a-b", "key-a-b", "key-a-b-2", "key-a-b-2"].map(reference) + [mapping("three")]),
      ])
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
}
