import Geometry
import LayerTree
import Timing

extension SceneContext {
  /// The layers of a list; what is wrong with one is reported and leaves it out.
  func layers(_ nodes: [YAMLNode], in place: LayerPlace) -> [Layer] {
    guard layerCount + nodes.count <= options.maximumLayers else {
      error(
        .tooManyLayers, "the scene has more than the limit of \(options.maximumLayers) layers",
        at: nodes.first ?? YAMLNode(.sequence([]), mark: .start))
      return []
    }
    return nodes.enumerated().compactMap {
      layer($0.element, named: place.name(ofLayer: $0.offset), in: place)
    }
  }

  /// `defaultName` says where the layer stands.
  func layer(_ node: YAMLNode, named defaultName: String, in place: LayerPlace) -> Layer? {
    guard isShallow(place, node), let draft = LayerDraft(node, self) else {
      missesLayers = true
      return nil
    }
    layerCount += 1
    let number = layerCount
    let name = name(draft.fields) ?? defaultName
    remember(name, draft.fields)
    let clock = clock(draft.fields, in: place, shows: draft.layerClass.showsTime)
    let inner = place.inside(defaultName, clock)
    let scene = draft.layerClass == .scene ? innerScene(draft.fields, name, inner) : nil
    let video = draft.layerClass == .video ? video(draft.fields) : nil
    let values = draft.values(over: scene?.values ?? video?.layerValues)
    latestTimes[number] = inner.latestTime
    let animationPlace = AnimationPlace(
      layerClass: draft.layerClass, latestTime: inner.latestTime, values: values)
    let animations = animations(draft.fields.list(.layerAnimations) ?? [], in: animationPlace)
    actions[number] = draft.fields.node(.actions).map { readActions($0, in: animationPlace) }
    let sublayers =
      scene?.layers
      ?? draft.fields.list(.sublayers).map { layers($0, in: inner.moved(by: animations)) } ?? []
    let mask = mask(
      of: draft.fields, named: defaultName + ".mask", in: inner.moved(by: animations))
    draft.reportUnknownKeys()
    let epoch = Epoch(values: values, clock: clock, animations: animations)
    let layer = Layer(
      index: number, name: name,
      layerClass: draft.layerClass == .scene ? .plain : draft.layerClass, epochs: [epoch],
      sublayers: sublayers, mask: mask, place: SourcePlace(line: node.mark.line),
      shownScene: scene?.shown, video: video)
    checkCopies(layer, draft.fields)
    return layer
  }

  private func isShallow(_ place: LayerPlace, _ node: YAMLNode) -> Bool {
    if place.depth < LayerPlace.maximumDepth { return true }
    error(
      .tooDeep,
      "layers lie more than \(LayerPlace.maximumDepth) deep in each other, with those of scenes inside",
      at: node)
    return false
  }

  // MARK: Names

  private func name(_ fields: MappingReader) -> String? {
    guard let node = fields.node(.layerName), let name = text(node, "a name") else { return nil }
    let isUsable = name.contains { !$0.isWhitespace } && name.allSatisfy(\.isPrintable)
    guard isUsable, name.count <= 200 else {
      error(
        .badName,
        "a name is one line of printable text, 200 characters at most; found \(name.quoted)",
        at: node)
      return nil
    }
    return name
  }

  private func remember(_ name: String, _ fields: MappingReader) {
    remember(name, at: fields.node(.layerName) ?? fields.node)
  }

  func remember(_ name: String, at node: YAMLNode) {
    if name == "scene" {
      error(.duplicateName, "'scene' is the name of the scene itself", at: node)
    }
    guard let first = names[name] else { return names[name] = node }
    let place = first.place()
    error(
      .duplicateName, "duplicate layer name \(name.quoted)", at: node,
      related: [.init(message: "first given here", place: place)])
  }

  // MARK: The layer's own clock

  /// `showsTime`: what the layer itself shows runs by its clock.
  private func clock(
    _ fields: MappingReader, in place: LayerPlace, shows showsTime: Bool
  ) -> LayerClock {
    let clock = LayerClock(
      beginTime: fields.number(.layerBeginTime) ?? 0, speed: fields.number(.layerSpeed) ?? 1,
      timeOffset: fields.number(.layerTimeOffset) ?? 0)
    if clock.beginTime > 0, !showsTime, let node = fields.keyNode(.layerBeginTime) {
      warning(
        .noEffect, "beginTime shifts the layer's clock; the layer itself shows from the start",
        at: node, hint: "to delay animations, give them the beginTime")
    }
    guard place.latestTime(inside: clock) <= LayerPlace.maximumLatestTime else {
      error(
        .outOfRange, "this layer's clock and those around it run too fast together",
        at: fields.keyNode(.layerSpeed) ?? fields.node)
      return LayerClock()
    }
    return clock
  }
}

extension LayerClass {
  /// Whether what such a layer shows is another time's: delaying it is what its clock is for.
  fileprivate var showsTime: Bool { self == .scene || self == .video }
}
