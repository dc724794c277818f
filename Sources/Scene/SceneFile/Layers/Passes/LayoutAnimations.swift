import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

/// The names by which animations and events call a layout and its settings: `layout`, and
/// `layout.gap`.
enum LayoutKeyPath {
  static let names =
    [Key.layout.name]
    + Vocabulary.layoutChange.keys.map { "\(Key.layout.name).\($0.name)" }

  static func matches(_ name: String) -> Bool {
    name == Key.layout.name || name.hasPrefix(Key.layout.name + ".")
  }
}

extension SceneContext {
  /// The change that a key path of a layout and its value mean; `nil` after reporting.
  func layoutChange(
    _ name: String, at key: YAMLNode, to value: YAMLNode, of arrangement: Arrangement
  ) -> LayoutChange? {
    var node = value
    if name != Key.layout.name {
      let setting = String(name.dropFirst(Key.layout.name.count + 1))
      let entry = YAMLNode.Entry(name: setting, key: key, value: value)
      node = YAMLNode(.mapping([entry]), mark: value.mark)
    }
    guard let change = read(node, Reader<LayoutChange>.layoutChange) else { return nil }
    let order = node.value(of: Key.layoutOrder)
    guard order.map({ checkOrder($0, of: arrangement.items) }) ?? true else { return nil }
    return change
  }

  func reportMissingLayout(at key: YAMLNode) {
    error(
      .conflict, "the layer has no layout that could change", at: key,
      hint: "give the layer a layout, such as layout: row")
  }
}

/// The animations of a layer's layout.
private struct LayoutAnimations {
  let nodes: [YAMLNode]
}

extension LayerDraft {
  /// Takes the animations of the layout out of the layer's own: they move other layers.
  mutating func takeLayoutAnimations() {
    guard layerClass != .scene, fields.keyNode(Key.layout) != nil else { return }
    attachments[LayoutAnimations.self] = .init(nodes: animationNodes.filter(\.movesLayout))
    animationNodes.removeAll(where: \.movesLayout)
  }

  /// The sublayers with their animations, and the layer's own, when animations change its layout.
  func moved(
    _ layers: [Layer], by arrangement: Arrangement
  ) -> (layers: [Layer], own: [AttachedAnimation]) {
    let nodes = attachments[LayoutAnimations.self]?.nodes ?? []
    guard !nodes.isEmpty else { return (layers, []) }
    return LayoutMover(
      context: context, registry: registry, arrangement: arrangement, container: number,
      values: values,
      place: AnimationPlace(
        layerClass: layerClass, latestTime: inside.latestTime, values: values)
    ).moved(layers, by: nodes)
  }
}

extension YAMLNode {
  func value(of field: some DeclaredField) -> YAMLNode? {
    entries?.first { $0.name == field.name }?.value
  }

  fileprivate var movesLayout: Bool {
    (value(of: Key.keyPath)?.scalar?.text).map(LayoutKeyPath.matches) ?? false
  }

  /// The animation with other values in the place of its own.
  fileprivate func giving(_ values: [String: YAMLNode]) -> YAMLNode {
    let entries = (entries ?? []).map { entry in
      YAMLNode.Entry(name: entry.name, key: entry.key, value: values[entry.name] ?? entry.value)
    }
    return YAMLNode(.mapping(entries), mark: mark, origins: origins, folder: folder)
  }
}

/// Turns animations of a layout into animations of the layers that it places: for each value of the
/// layout, each layer has its bounds and its position.
private struct LayoutMover {
  let context: SceneContext
  let registry: LayerRegistry
  let arrangement: Arrangement
  let container: Int
  /// The container's.
  let values: LayerValues
  let place: AnimationPlace

  /// The layers with their animations, and the container's animations.
  func moved(
    _ layers: [Layer], by nodes: [YAMLNode]
  ) -> (layers: [Layer], own: [AttachedAnimation]) {
    var added: [Int: [AttachedAnimation]] = [:]
    for node in nodes {
      for (layer, animations) in animations(node, of: layers) {
        added[layer, default: []] += animations
      }
    }
    let moved = layers.map { layer in
      guard let animations = added[layer.index] else { return layer }
      warnAboutClock(of: layer, nodes[0])
      return layer.changed(
        epochs: layer.epochs.map { epoch in
          Epoch(
            startTime: epoch.startTime, values: epoch.values, clock: epoch.clock,
            animations: animations.compactMap { $0.running(in: epoch.clock) } + epoch.animations)
        })
    }
    return (moved, added[container] ?? [])
  }

  private func warnAboutClock(of layer: Layer, _ node: YAMLNode) {
    guard layer.epochs[0].clock.speed <= 0 else { return }
    context.warning(
      .noEffect,
      "the clock of layer \(layer.name.quoted) does not run forwards, so the layout does not move it",
      at: node, hint: "put the layer into another one without a clock of its own")
  }

  private typealias Places = [Int: LayerValues]

  /// The animations that one of the layout's becomes, by layer.
  private func animations(_ node: YAMLNode, of layers: [Layer]) -> [Int: [AttachedAnimation]] {
    guard let keyPath = node.value(of: Key.keyPath), let name = keyPath.scalar?.text,
      isMovable(node), let given = places(node, name, at: keyPath, layers)
    else { return [:] }
    var model = Dictionary(layers.map { ($0.index, $0.values) }) { first, _ in first }
    model[container] = values
    var result: [Int: [AttachedAnimation]] = [:]
    let hadErrors = context.collector.hasErrors
    var isFirst = true
    for layer in [container] + layers.map(\.index) {
      guard let own = model[layer] else { continue }
      for property in [Property.bounds, .position] {
        let values = given.mapValues { $0.map { ($0[layer] ?? own)[any: property] } }
        guard values.values.joined().contains(where: { $0 != own[any: property] }) else {
          continue
        }
        guard isFirst || !context.collector.hasErrors else { return result }
        let nodes = values.mapValues { $0.map { $0.node(at: node.mark) } }
        let reader = isFirst || hadErrors ? context : context.withoutWarnings
        result[layer, default: []] += reader.animations(
          [node.moving(property, nodes, at: keyPath)], in: place(of: layer, own, layers))
        isFirst = false
      }
    }
    if result.isEmpty, isFirst, !context.collector.hasErrors {
      context.warning(
        .noEffect, "this animation of the layout moves no layer", at: keyPath)
    }
    return result
  }

  private func place(of layer: Int, _ values: LayerValues, _ layers: [Layer]) -> AnimationPlace {
    guard let found = layers.first(where: { $0.index == layer }) else { return place }
    return AnimationPlace(
      layerClass: found.layerClass, latestTime: registry.latestTimes[layer] ?? Limit.seconds,
      values: values)
  }

  /// Reports what only values of numbers can have.
  private func isMovable(_ node: YAMLNode) -> Bool {
    let types = [AnimationType.basic, .spring, .keyframe].map(\.name)
    if let type = node.value(of: Key.animationType), let name = type.scalar?.text,
      AnimationType.named(name) != nil, !types.contains(name)
    {
      return context.failure(
        .conflict, "a layout moves by an animation of type \(types.joined(separator: ", "))",
        at: type)
    }
    let refused = [
      Key.byValue.row, Key.path.row, Key.additive.row, Key.cumulative.row, Key.valueFunction.row,
    ]
    for entry in node.entries ?? [] where refused.contains(where: { $0.name == entry.name }) {
      return context.failure(
        .conflict, "an animation of a layout has no \(entry.name)", at: entry.key,
        hint: "give fromValue, toValue or values")
    }
    return true
  }

  /// The values of all layers for each value of the layout, by the key of the animation; `nil`
  /// after reporting.
  private func places(
    _ node: YAMLNode, _ name: String, at key: YAMLNode, _ layers: [Layer]
  ) -> [String: [Places]]? {
    var model = Dictionary(layers.map { ($0.index, $0.values) }) { first, _ in first }
    model[container] = values
    func place(_ node: YAMLNode) -> Places? {
      context.layoutChange(name, at: key, to: node, of: arrangement).map { change in
        var changed = arrangement
        changed.layout = change.applied(to: arrangement.layout)
        return changed.values { model[$0] ?? LayerValues() }
      }
    }
    var result: [String: [Places]] = [:]
    for field in [Key.fromValue, Key.toValue] {
      guard let value = node.value(of: field) else { continue }
      guard let found = place(value) else { return nil }
      result[field.name] = [found]
    }
    guard let list = node.value(of: Key.values) else { return result }
    guard let items = list.items else {
      return context.mismatched(Key.values.expectation, at: list)
    }
    let found = items.map(place)
    guard found.allSatisfy({ $0 != nil }) else { return nil }
    result[Key.values.name] = found.compactMap(\.self)
    return result
  }
}

extension YAMLNode {
  /// The animation of one layer's property, with its values in the places of the layout's.
  fileprivate func moving(
    _ property: Property, _ values: [String: [YAMLNode]], at keyPath: YAMLNode
  ) -> YAMLNode {
    let name = YAMLNode(.scalar(.init(text: property.name, isPlain: true)), mark: keyPath.mark)
    var new = [Key.keyPath.name: name]
    for (key, nodes) in values {
      let list = YAMLNode(.sequence(nodes), mark: value(of: Key.values)?.mark ?? mark)
      new[key] = key == Key.values.name ? list : nodes[0]
    }
    return giving(new)
  }
}

extension Value {
  /// A point or a rectangle as a scene file writes it.
  fileprivate func node(at mark: YAMLMark) -> YAMLNode {
    let numbers: [Double] =
      switch self {
      case .point(let point): [point.x, point.y]
      case .rect(let rect): [rect.minX, rect.minY, rect.width, rect.height]
      default: []
      }
    return YAMLNode(
      .sequence(
        numbers.map { YAMLNode(.scalar(.init(text: "\($0)", isPlain: true)), mark: mark) }),
      mark: mark)
  }
}

extension AttachedAnimation {
  /// The animation in the time of a layer with that clock, instead of its superlayer's; `nil`
  /// where that time does not run forwards.
  fileprivate func running(in clock: LayerClock) -> AttachedAnimation? {
    guard clock != LayerClock() else { return self }
    guard clock.speed > 0 else { return nil }
    var animation = animation
    animation.timing.beginTime = clock.localTime(parentTime: animation.timing.beginTime)
    animation.timing.speed /= clock.speed
    return AttachedAnimation(animation, key: key, place: place)
  }
}
