import RostrumSceneImport
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// The states of an archive, and how it goes from one to another.
struct CAMLStates {
  private struct State {
    let element: XMLElement
    var parent: String? { element["basedOn"] }
    var changes: [CAMLChange] = []
  }

  private struct Transition {
    let from: String
    let to: String
    let elements: [(target: String, keyPath: String?, animations: [CAMLAnimations.Read])]
  }

  private(set) var names: [String] = []
  private var states: [String: State] = [:]
  private var transitions: [Transition] = []
  /// The layers' classes by their ids, and the values that the tree gives them.
  private let classes: [String: LayerClass]
  /// The elements that others may refer to, by their ids.
  private let elements: [String: XMLElement]

  init(_ root: XMLElement, _ context: ImportContext, _ values: CAMLValues) {
    var classes: [String: LayerClass] = [:]
    var elements: [String: XMLElement] = [:]
    var holders: [XMLElement] = []
    var rest = [root]
    while let element = rest.popLast() {
      if let layerClass = CAMLLayers.layerClass(of: element), let id = element["id"] {
        classes[id] = layerClass
      }
      if let id = element["id"] { elements[id] = element }
      holders += element.children.filter { ["states", "stateTransitions"].contains($0.name) }
      rest += element.children
    }
    (self.classes, self.elements) = (classes, elements)
    for holder in holders {
      for element in holder.children {
        if holder.name == "states" {
          add(state: element, context, values)
        } else {
          add(transition: element, context, values)
        }
      }
    }
    checkParents(context)
  }

  /// Warns of states that are based on none, or on themselves.
  private func checkParents(_ context: ImportContext) {
    for name in names {
      guard let state = states[name], let parent = state.parent else { continue }
      let place = context.place(of: "basedOn", in: state.element)
      guard states[parent] != nil else {
        context.warning(.unknownName, "there is no state \(parent.quoted)", at: place)
        continue
      }
      if bases(of: parent).contains(name) {
        context.warning(
          .conflict, "the state \(name.quoted) is based on itself through \(parent.quoted)",
          at: place)
      }
    }
  }

  /// A state and the states that it is based on, each once.
  private func bases(of name: String?) -> [String] {
    var (chain, seen, next) = ([String](), Set<String>(), name)
    while let name = next, let state = states[name], seen.insert(name).inserted {
      chain.append(name)
      next = state.parent
    }
    return chain
  }

  private func layerClass(
    _ element: XMLElement, _ context: ImportContext
  ) -> (target: String, layerClass: LayerClass)? {
    guard let target = element["targetId"], let layerClass = classes[target] else {
      return context.failure(
        .unknownLayer, "there is no layer with the id \((element["targetId"] ?? "").quoted)",
        at: context.place(of: "targetId", in: element))
    }
    return (target, layerClass)
  }

  private mutating func add(
    state element: XMLElement, _ context: ImportContext, _ values: CAMLValues
  ) {
    guard element.name.hasSuffix("State"), let name = element["name"] else { return }
    var state = State(element: element)
    for item in element.first("elements")?.children ?? [] {
      guard item.name.hasSuffix("StateSetValue") else {
        context.unsupported(.elements, item.name, at: item.bytes)
        continue
      }
      guard let (target, layerClass) = layerClass(item, context), let path = item["keyPath"],
        let holder = item.first("value")
      else { continue }
      for keyPath in values.keyPaths(path, of: layerClass, in: item) {
        guard let value = values.value(of: holder, keyPath.type) else { continue }
        state.changes.append(CAMLChange(target: target, keyPath: keyPath, value: value))
      }
    }
    if states[name] == nil { names.append(name) }
    states[name] = state
  }

  private mutating func add(
    transition element: XMLElement, _ context: ImportContext, _ values: CAMLValues
  ) {
    guard element.name.hasSuffix("StateTransition") else { return }
    let reader = CAMLAnimations(context: context, values: values)
    let items = (element.first("elements")?.children ?? []).compactMap {
      child -> (target: String, keyPath: String?, animations: [CAMLAnimations.Read])? in
      let item = child["object"].flatMap { elements[$0] } ?? child
      // Many transitions may refer to one element, whose animations are read for each; one counts
      // as eight key frames.
      guard context.spend(8 * item.children.count, .keyframes, at: child.bytes),
        let (target, layerClass) = layerClass(item, context)
      else { return nil }
      return (
        target: target, keyPath: item["keyPath"] ?? item["key"],
        animations: item.children.flatMap { reader.animations($0, of: layerClass) }
      )
    }
    transitions.append(
      Transition(
        from: element["fromState"] ?? "*", to: element["toState"] ?? "*", elements: items))
  }

  // MARK: Going through states

  /// Every value of a state, with the values of the states that it is based on.
  func changes(of name: String?) -> [CAMLChange] {
    var latest: [CAMLChange] = []
    for change in bases(of: name).reversed().flatMap({ states[$0]?.changes ?? [] }) {
      latest.removeAll { $0.target == change.target && $0.keyPath == change.keyPath }
      latest.append(change)
    }
    return latest
  }

  /// The animations for going from one state to another, the most specific first.
  private func elements(from: String?, to: String) -> [Transition] {
    func weight(_ transition: Transition) -> Int? {
      guard transition.to == to || transition.to == "*",
        transition.from == from || transition.from == "*"
      else { return nil }
      return (transition.from == "*" ? 0 : 1) + (transition.to == "*" ? 0 : 2)
    }
    return transitions.enumerated().compactMap { index, transition in
      weight(transition).map { (weight: $0, index: index, transition: transition) }
    }.sorted { ($1.weight, $0.index) < ($0.weight, $1.index) }.map(\.transition)
  }

  /// The event of going from one state to another. `layers` has the numbers of layers by their ids,
  /// and `base` the values that the tree gives.
  func event(
    from: String?, to: String, at time: Double, _ layers: [String: Int],
    base: (String, AnimationKeyPath) -> Value?
  ) -> Event {
    let (before, after) = (changes(of: from), changes(of: to))
    var goals = after
    for change in before
    where !after.contains(where: { $0.target == change.target && $0.keyPath == change.keyPath }) {
      guard let value = base(change.target, change.keyPath) else { continue }
      goals.append(CAMLChange(target: change.target, keyPath: change.keyPath, value: value))
    }
    let known = elements(from: from, to: to).flatMap(\.elements)
    var used: Set<String> = []
    var actions: [Event.Action] = []
    func addition(_ read: CAMLAnimations.Read) -> Event.Addition {
      Event.Addition(
        AttachedAnimation(read.animation, key: read.key),
        begin: .now(delay: read.animation.timing.beginTime))
    }
    for goal in goals {
      guard let layer = layers[goal.target] else { continue }
      let read = known.lazy.filter { $0.target == goal.target }.flatMap(\.animations)
        .first { $0.animation.keyPath == goal.keyPath }
      used.insert("\(goal.target)\0\(goal.keyPath.name)")
      actions.append(
        Event.Action(
          layer: layer, .setWithAction(goal.keyPath, goal.value, action: read.map(addition))))
    }
    // Animations of values that no state gives.
    for element in known {
      guard let layer = layers[element.target] else { continue }
      for read in element.animations
      where used.insert("\(element.target)\0\(read.animation.keyPath.name)").inserted {
        let addition = addition(read)
        actions.append(
          Event.Action(layer: layer, .add(addition.animation, begin: addition.begin)))
      }
    }
    return Event(at: time, transaction: Transaction(disableActions: true), actions)
  }
}
