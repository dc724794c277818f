import RostrumBase
import RostrumLayerTree

/// An animation that people write every minute, by a word in the place of its key path: `fadeIn:
/// 0.5` is an animation of `opacity` from 0 that takes half a second.
package struct AnimationWord: Sendable {
  package let name: String
  /// The keys of the animation that it is, as a scene file writes them.
  let keys: [(name: String, value: String)]
  package let summary: String

  /// Entrances fill backwards, exits forwards.
  package static let all: [AnimationWord] = [
    coming("fadeIn", "opacity", 0, "The layer becomes visible."),
    going("fadeOut", "opacity", 0, "The layer becomes invisible, and stays so."),
    coming("scaleIn", "transform.scale", 0.001, "The layer grows from a point."),
    going("scaleOut", "transform.scale", 0.001, "The layer shrinks to a point, and stays so."),
    coming("drawOn", "strokeEnd", 0, "A shape's line is drawn from its beginning on."),
    sliding("slideFromLeft", "position.x", -200, "left"),
    sliding("slideFromRight", "position.x", 200, "right"),
    sliding("slideFromTop", "position.y", -200, "above"),
    sliding("slideFromBottom", "position.y", 200, "below"),
  ]

  private static func coming(
    _ name: String, _ keyPath: String, _ from: Double, _ summary: String
  ) -> AnimationWord {
    AnimationWord(
      name: name,
      keys: [("keyPath", keyPath), ("fromValue", from.sceneText), ("fillMode", "backwards")],
      summary: summary)
  }

  private static func going(
    _ name: String, _ keyPath: String, _ to: Double, _ summary: String
  ) -> AnimationWord {
    AnimationWord(
      name: name,
      keys: [
        ("keyPath", keyPath), ("toValue", to.sceneText), ("fillMode", "forwards"),
        ("removedOnCompletion", "false"),
      ], summary: summary)
  }

  private static func sliding(
    _ name: String, _ keyPath: String, _ from: Double, _ side: String
  ) -> AnimationWord {
    AnimationWord(
      name: name,
      keys: [
        ("keyPath", keyPath), ("fromValue", from.sceneText), ("toValue", "0"),
        ("additive", "true"), ("fillMode", "backwards"),
      ], summary: "The layer comes from \(side), 200 points away or as fromValue says.")
  }

  static func named(_ name: String) -> AnimationWord? { all.first { $0.name == name } }

  /// Words of other programs, with ours.
  private static let others = [
    "slidein": "slideFromLeft", "slideinleft": "slideFromLeft", "slideleft": "slideFromLeft",
    "slideinright": "slideFromRight", "slideright": "slideFromRight",
    "slideintop": "slideFromTop", "slideindown": "slideFromTop", "slidedown": "slideFromTop",
    "slideinbottom": "slideFromBottom", "slideinup": "slideFromBottom",
    "slideup": "slideFromBottom", "popin": "scaleIn", "pop": "scaleIn", "zoomin": "scaleIn",
    "growin": "scaleIn", "grow": "scaleIn", "zoomout": "scaleOut", "popout": "scaleOut",
    "shrink": "scaleOut", "draw": "drawOn", "drawin": "drawOn", "create": "drawOn",
    "write": "drawOn", "appear": "fadeIn", "show": "fadeIn", "disappear": "fadeOut",
    "hide": "fadeOut", "fade": "fadeIn",
  ]

  /// The way out of a name that is neither a word nor a key path; `nil` for a key path.
  static func advice(for name: String) -> String? {
    let names = all.map(\.name)
    switch ForeignNames.normalized(name) {
    case "spin", "turn", "roll":
      return "write transform.rotation: {byValue: 1turn, duration: 1}"
    case "typewriter", "typing", "type", "typein":
      return "write split: {by: letters, stagger: 0.08, cursor: orange} for the text"
    case let word:
      if let own = others[word] ?? closest(to: name, among: names) {
        return "did you mean '\(own)'?"
      }
    }
    let isKeyPath = LayerClass.all.contains { layerClass in
      layerClass.property(named: String(name.prefix { $0 != "." })) != nil
    }
    return isKeyPath ? nil : "the words are " + names.joined(separator: ", ")
  }

  /// How a mapping of animations has the words, for editors: seconds, or further keys.
  static let schema: [String: JSONValue] = Dictionary(
    all.map { word -> (String, JSONValue) in
      (word.name, ["type": ["number", "string", "object"], "description": .string(word.summary)])
    }
  ) { first, _ in first }
}

extension YAMLNode {
  /// How animations are written by words and key paths, for an item of a list that is one of those
  /// alone; `nil` for another value.
  var hintOnWord: String? {
    if let text = scalar?.text {
      return AnimationWord.named(text).map { "write animations: {\($0.name): 0.5}" }
    }
    guard let first = entries?.first, first.wordKeys != nil || first.value.entries != nil else {
      return nil
    }
    let value = first.value.scalar?.text ?? "{...}"
    return "write it without the dash: animations: {\(first.name): \(value)}"
  }
}

extension YAMLNode.Entry {
  /// The keys that a word means, besides the ones that its own value gives; `nil` for an entry
  /// of another name, or whose value is neither a scalar nor a mapping.
  var wordKeys: [YAMLNode.Entry]? {
    guard let word = AnimationWord.named(name) else { return nil }
    let own: [YAMLNode.Entry]
    if let entries = value.entries {
      own = entries
    } else if value.scalar != nil, !value.isNull {
      own = [naming("duration", value)]
    } else {
      return nil
    }
    var names = Set(own.map(\.name))
    if names.contains("hold") { names.formUnion(["fillMode", "removedOnCompletion"]) }
    return word.keys.filter { !names.contains($0.name) }.map { key in
      naming(
        key.name, YAMLNode(.scalar(.init(text: key.value, isPlain: true)), mark: self.key.mark))
    } + own
  }
}
