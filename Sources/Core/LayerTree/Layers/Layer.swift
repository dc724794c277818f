public import RostrumTiming

/// A layer as the scene declares it: its model, and what happens to it over time.
public final class Layer: Sendable {
  /// The place in the scene, counted in the order of the file, a layer before its sublayers, those
  /// before its mask. The root is 0.
  public let index: Int
  /// How people and scripts refer to the layer: its name, or its place, as in
  /// `layers[2].sublayers[0]`.
  public let name: String
  public let layerClass: LayerClass
  /// At least one, by ascending start time. A layer to which nothing happens has one.
  public let epochs: [Epoch]
  /// In the order of the file.
  public let sublayers: [Layer]
  /// Lets the layer show where it is opaque itself. It lies in this layer's coordinates and runs in
  /// its time.
  public let mask: Layer?
  /// Where the scene file declares it, for explanations.
  public let place: SourcePlace?
  /// For a layer that shows another scene: that scene. What happens to layers inside at times of a
  /// scene counts in this layer's time then.
  public let sceneReference: SceneReference?

  /// The layers that a shape layer connects by a line; `nil` for other layers.
  public let connection: Connection?
  /// Whether this layer or one below connects layers.
  let containsConnection: Bool

  /// Whether this layer or one below shows a scene, which takes its time even when nothing in it
  /// changes.
  let containsSceneLayer: Bool
  /// The video of a video layer: its contents at a time of its clock.
  public let video: VideoReference?
  /// The sounds of the layer, in its own time, that of its video among them.
  public let audio: [AudioTrack]
  /// Whether nothing is ever heard of the layer and those in it.
  let isSilent: Bool

  /// The presentation of a layer that nothing ever changes, nor anything inside it: the same object
  /// at every time, so that a comparison of two frames ends here.
  let constantPresentation: PresentationLayer?
  let oldSnapshots = SnapshotCache()
  /// The values that an emitter layer's particles are born with; `nil` for other layers.
  let emitterHistory: EmitterHistory?
  /// How many layers there are in the subtree, with this one.
  let layerCount: Int

  public init(
    index: Int, name: String, layerClass: LayerClass, epochs: [Epoch], sublayers: [Layer] = [],
    mask: Layer? = nil, place: SourcePlace? = nil, sceneReference: SceneReference? = nil,
    video: VideoReference? = nil, audio: [AudioTrack] = [], connection: Connection? = nil
  ) {
    precondition(!epochs.isEmpty, "a layer has at least one epoch")
    self.index = index
    self.name = name
    self.layerClass = layerClass
    self.epochs = epochs
    self.sublayers = sublayers
    self.mask = mask
    self.place = place
    self.sceneReference = sceneReference
    self.video = video
    self.audio = audio
    self.connection = connection
    isSilent =
      audio.isEmpty && sceneReference?.audio.isEmpty ?? true && sublayers.allSatisfy(\.isSilent)
    emitterHistory = layerClass == .emitter ? EmitterHistory(epochs) : nil
    let inner = sublayers + (mask.map { [$0] } ?? [])
    containsSceneLayer = sceneReference != nil || inner.contains(where: \.containsSceneLayer)
    containsConnection = connection != nil || inner.contains(where: \.containsConnection)
    layerCount = inner.reduce(1) { $0 + $1.layerCount }
    let constants = sublayers.compactMap(\.constantPresentation)
    let isConstant =
      video == nil && epochs.count == 1 && epochs[0].animations.isEmpty
      && constants.count == sublayers.count
      && (mask == nil || mask?.constantPresentation != nil)
      && !Self.changesWithoutAnimation(layerClass, epochs) && layerClass != .replicator
    constantPresentation =
      isConstant
      ? PresentationLayer(
        index: index, name: name, layerClass: layerClass, values: epochs[0].values,
        mask: mask?.constantPresentation, sublayers: constants)
      : nil
  }

  /// A layer to which nothing happens but its animations.
  public convenience init(
    index: Int, name: String, layerClass: LayerClass, values: LayerValues,
    clock: LayerClock = LayerClock(), animations: [any Animation] = [], sublayers: [Layer] = [],
    mask: Layer? = nil
  ) {
    let epoch = Epoch(
      values: values, clock: clock, animations: animations.map { AttachedAnimation($0) })
    self.init(
      index: index, name: name, layerClass: layerClass, epochs: [epoch], sublayers: sublayers,
      mask: mask)
  }

  /// The same layer with one more animation at the end, from the start of the scene on.
  public func adding(_ animation: AttachedAnimation) -> Layer {
    changed(
      epochs: epochs.map { epoch in
        Epoch(
          startTime: epoch.startTime, values: epoch.values, clock: epoch.clock,
          animations: epoch.animations + [animation])
      })
  }

  /// The model at the start of the scene.
  public var values: LayerValues { epochs[0].values }

  /// The animations that the layer has from the start.
  public var animations: [any Animation] { epochs[0].animations.map(\.animation) }

  /// Every animation that the layer ever has, in the order in which they are added.
  public var allAnimations: [any Animation] { epochs.flatMap { $0.animations.map(\.animation) } }

  /// Every picture that the layer itself can ever show.
  public var images: [ImageReference] {
    epochs.compactMap { $0.values[.contents] }
      + epochs.flatMap { $0.values[.emitterCells].flatMap(\.images) }
      + allAnimations.flatMap(\.images)
  }

  /// The epoch that holds at a time of the scene. The cost grows with the logarithm of the number
  /// of events, and not with time.
  public func epoch(at sceneTime: Double) -> Epoch { epochs.epoch(at: sceneTime) }

  /// True when the layer changes with time though nothing animates it.
  var changesWithoutAnimation: Bool { Self.changesWithoutAnimation(layerClass, epochs) }

  private static func changesWithoutAnimation(_ layerClass: LayerClass, _ epochs: [Epoch]) -> Bool {
    guard layerClass == .emitter else { return layerClass.changesWithoutAnimation }
    return epochs.contains { !$0.values[.emitterCells].isEmpty }
  }

  /// The layer and everything below it, in the order of the file.
  public var subtree: [Layer] { [self] + inner.flatMap(\.subtree) }

  /// The layers directly inside, by ascending index: its sublayers, then its mask.
  public var inner: [Layer] { sublayers + (mask.map { [$0] } ?? []) }

  /// The same layer with other parts; parts that are not given stay as they are.
  public func changed(
    index: Int? = nil, name: String? = nil, epochs: [Epoch]? = nil, sublayers: [Layer]? = nil,
    mask: Layer?? = nil, place: SourcePlace?? = nil, sceneReference: SceneReference?? = nil,
    video: VideoReference?? = nil, connection: Connection?? = nil
  ) -> Layer {
    Layer(
      index: index ?? self.index, name: name ?? self.name, layerClass: layerClass,
      epochs: epochs ?? self.epochs, sublayers: sublayers ?? self.sublayers,
      mask: mask ?? self.mask, place: place ?? self.place,
      sceneReference: sceneReference ?? self.sceneReference, video: video ?? self.video,
      audio: audio, connection: connection ?? self.connection)
  }

  /// The layer and everything below it that belongs to the same scene.
  public var subtreeOfScene: [Layer] {
    let inner = sceneReference == nil ? inner : mask.map { [$0] } ?? []
    return [self] + inner.flatMap(\.subtreeOfScene)
  }

  /// The same layer inside a scene that is a layer itself: everything below has that layer's name
  /// before its own.
  public func renamed(inside name: String) -> Layer { renamed { "\(name)/\($0)" } }

  /// The same layer in the scene of its own that a layer of that name shows: the inverse.
  public func renamed(outside name: String) -> Layer {
    renamed { $0.hasPrefix("\(name)/") ? String($0.dropFirst(name.count + 1)) : $0 }
  }

  private func renamed(_ change: (String) -> String) -> Layer {
    changed(
      name: change(name), sublayers: sublayers.map { $0.renamed(change) },
      mask: .some(mask?.renamed(change)), place: .some(nil),
      connection: .some(connection?.renamed(change)))
  }

  /// The same layer without scenes that are a part of its file: their layers are its own.
  var withoutEmbeddedScenes: Layer {
    changed(
      sublayers: sublayers.map(\.withoutEmbeddedScenes),
      mask: .some(mask?.withoutEmbeddedScenes),
      sceneReference: .some(sceneReference?.isEmbedded == true ? nil : sceneReference))
  }
}

extension Layer {
  /// Every key path of the layer: its class's, then the ones into its filters and emitter
  /// cells, by their names.
  public var keyPaths: [AnimationKeyPath] {
    var seen = Set<AnimationKeyPath>()
    let inner = layerClass.properties.flatMap { property in
      epochs.flatMap { AnimationKeyPath.inside($0.values[any: property], of: property) }
    }
    return layerClass.keyPaths + inner.filter { seen.insert($0).inserted }
  }
}

extension AnimationKeyPath {
  /// The key paths into filters and emitter cells; `[]` for other values.
  fileprivate static func inside(_ value: Value, of property: Property) -> [AnimationKeyPath] {
    switch value {
    case .filters(let filters):
      filters.flatMap { filter in
        filter.kind.inputs.map { input in
          AnimationKeyPath(property, .filter(FilterComponent(filter: filter.name, property: input)))
        }
      }
    case .emitterCells(let cells):
      cells.flatMap { $0.parts(inside: []) }.map { AnimationKeyPath(property, .emitterCell($0)) }
    default: []
    }
  }
}

extension EmitterCell {
  /// The properties of the cell and of the cells in it. A cell without a name has no key path, nor
  /// has what is in it.
  fileprivate func parts(inside outer: [String]) -> [EmitterCellComponent] {
    guard !name.isEmpty else { return [] }
    let names = outer + [name]
    return Self.properties.map { EmitterCellComponent(names: names, property: $0) }
      + cells.flatMap { $0.parts(inside: names) }
  }
}

extension Layer {
  /// Whether the layer is a picture of its own at some time, or may be: it has a mask, or one of
  /// the properties above is set or animated.
  public var hasEffects: Bool {
    mask != nil || epochs.contains { Property.effects.contains(where: $0.values.sets) }
      || allAnimations.contains { $0.keyPaths.contains { Property.effects.contains($0.property) } }
  }
}

extension Layer {
  /// The fonts of its text, at any time, each fallback by itself; none for a layer without text.
  public var fonts: [FontReference] {
    guard layerClass.properties.contains(.string) else { return [] }
    return epochs.flatMap { epoch in
      epoch.values[.string].runs.flatMap { ($0.font ?? epoch.values[.font]).withFallbacks }
    }
  }
}
