import RostrumBase
import RostrumLayerTree

extension Key {
  static let actions = Field(
    "actions",
    Reader<[YAMLNode.Entry]>.entries(
      "what runs when a key path is set: {KEYPATH: {type: ...}} or {KEYPATH: none}",
      example: "{opacity: none}",
      of: [
        "anyOf": [SchemaPart.oneOf(["none"]), ["type": "null"], SchemaPart.ofAnyLayer("action")]
      ]),
    "What runs instead of the usual animation when an event sets a key path."
  )
}

extension LoweringPass {
  /// The animations that run when an event sets a key path of the layer.
  static let actions = LoweringPass(
    keys: { _ in [Key.actions] },
    [
      .opened: { draft in
        guard let actions = draft.fields[Key.actions] else { return }
        draft.registry[ActionTable.self, of: draft.number] = ActionTable(
          actions, in: draft.animationPlace, draft.context)
      }
    ])
}

/// The animations that a layer runs when its key paths are set.
final class ActionTable {
  /// By the names of key paths; `nil` for nothing.
  private var nodes: [String: YAMLNode?] = [:]
  /// The animations of actions, each read once for every place; `nil` for one with errors.
  private var known: [ActionPlace: Event.Addition?] = [:]

  /// Leaves out actions with mistakes, after reporting them.
  init(_ entries: [YAMLNode.Entry], in place: AnimationPlace, _ context: SceneContext) {
    for entry in entries {
      guard let keyPath = context.settable(entry.name, place.layerClass, at: entry.key) else {
        continue
      }
      if entry.value.isNull || entry.value.scalar?.text == "none" {
        nodes[entry.name] = .some(nil)
      } else {
        // Read the action once now, so that mistakes are reported even if no event triggers it.
        var place = place
        (place.setKeyPath, place.transaction) = (keyPath.implicit, Transaction())
        if animation(entry.value, in: place, context) != nil { nodes[entry.name] = entry.value }
      }
    }
  }

  /// The node of an action, `.some(nil)` for nothing to run; `nil` where the usual action runs.
  subscript(keyPath: AnimationKeyPath) -> YAMLNode?? {
    nodes[keyPath.name] ?? nodes[keyPath.property.name]
  }

  func animation(
    _ node: YAMLNode, in place: AnimationPlace, _ context: SceneContext
  ) -> Event.Addition? {
    let place = ActionPlace(node: ObjectIdentifier(node), place: place)
    if let found = known[place] { return found }
    let made = newAnimation(node, in: place.place, context)
    known[place] = .some(made)
    return made
  }

  /// An animation without a key is stored on the layer under the name of the property it sets.
  private func newAnimation(
    _ node: YAMLNode, in place: AnimationPlace, _ context: SceneContext
  ) -> Event.Addition? {
    guard let found = context.additions([node], in: place).first else { return nil }
    let animation = found.animation
    let key = animation.key ?? place.setKeyPath?.name
    return Event.Addition(
      AttachedAnimation(animation.animation, key: key, place: animation.place),
      begin: found.begin)
  }
}

/// An action, and everything that its animation depends on.
private struct ActionPlace: Hashable {
  let node: ObjectIdentifier
  let place: AnimationPlace
}
