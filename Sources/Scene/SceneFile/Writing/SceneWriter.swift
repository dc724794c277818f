public import RostrumBase
import RostrumGeometry
public import RostrumLayerTree
import RostrumTiming

/// Writes a scene in the scene language: the inverse of `SceneLoader`.
///
/// Numbers read back to exactly the same values. A resolved value (a frame, a unit, an alias) is
/// written as the result. A layer that shows another scene names that scene's file.
public struct SceneWriter: Sendable {
  /// Something that the scene language has no words for.
  public struct Unwritable: ExitStatusError, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public var exitStatus: ExitStatus { .wrongScene }
  }

  private let values: ValueWriter

  /// `name` gives the path that the new file names for the absolute path of a picture or a font. It
  /// may throw when there is none.
  public init(namingAssets name: @escaping @Sendable (_ path: String) throws -> String = { $0 }) {
    values = ValueWriter(name: name)
  }

  /// The whole file. Throws `Unwritable`, or what the naming of assets throws.
  public func text(_ original: Scene) throws -> String {
    let layers = original.root.sublayers.map(\.showingTextsByEpochs)
    let scene = Scene(
      size: original.size, background: original.background, clock: original.clock, layers: layers,
      audio: original.audio, loudness: original.loudness, captions: original.captions,
      information: original.information)
    let names = NameTable(layers.flatMap(\.subtreeOfScene))
    let animations = AnimationWriter(values: values, names: names)
    var mapping = try canvas(scene)
    mapping.add(names.mapping)
    if let loudness = scene.loudness { mapping.add(Key.loudness, .number(loudness)) }
    mapping.add(Key.audio, try values.audio(scene.audio))
    mapping.add(scene.information, scene.captions)
    if !layers.isEmpty { mapping.add(Key.layers, try list(layers, in: "layers", animations)) }
    let events = try EventWriter(scene: scene, animations: animations).events()
    if !events.isEmpty { mapping.add(Key.events, .items(events)) }
    return mapping.block.text()
  }

  private func canvas(_ scene: Scene) throws -> YAMLMapping {
    var mapping = YAMLMapping()
    mapping.add(Key.canvasSize, try values.node(.size(scene.size)))
    mapping.add(Key.background, try values.node(scene.background.map(Value.color) ?? .none))
    mapping.add(Key.framesPerSecond, .plain(scene.clock.rate.description))
    if scene.clock.duration != 0 { mapping.add(Key.sceneDuration, .number(scene.clock.duration)) }
    return mapping
  }

  private func list(
    _ layers: [Layer], in place: String, _ animations: AnimationWriter
  ) throws -> WrittenNode {
    .items(
      try layers.enumerated().map {
        try layer($0.element, at: "\(place)[\($0.offset)]", animations)
      })
  }

  /// A layer as it is at the start. `place` is the name of a layer without one.
  private func layer(
    _ layer: Layer, at place: String, _ animations: AnimationWriter
  ) throws -> WrittenNode {
    let epoch = layer.epochs[0]
    let layerClass = layer.sceneReference == nil ? layer.layerClass : .scene
    var mapping = YAMLMapping()
    if layer.name != place { mapping.add(Key.layerName, .text(layer.name)) }
    if layerClass != .plain { mapping.add(Key.layerClass, .plain(layerClass.name)) }
    mapping.add(Key.layerBeginTime, epoch.clock.beginTime)
    mapping.add(Key.layerSpeed, epoch.clock.speed)
    mapping.add(Key.layerTimeOffset, epoch.clock.timeOffset)
    mapping.add(try source(of: layer))
    mapping.add(Key.connect, layer.connection.map(node))
    mapping.add(Key.audio, try values.audio(layer.audio.filter { !$0.isOfVideo }))
    mapping.add(try values.mapping(epoch.values, of: layer.layerClass.properties))
    let parts = epoch.animations.flatMap(\.writableParts)
    if !parts.isEmpty {
      mapping.add(Key.layerAnimations, .items(try parts.map { try animations.node($0) }))
    }
    if !layer.sublayers.isEmpty, layer.sceneReference == nil {
      mapping.add(Key.sublayers, try list(layer.sublayers, in: place + ".sublayers", animations))
    }
    if let mask = layer.mask {
      mapping.add(Key.mask, try self.layer(mask, at: place + ".mask", animations))
    }
    return mapping.block
  }

  private func node(_ connection: Connection) -> WrittenNode {
    var mapping = YAMLMapping()
    let connector = connection.connector
    mapping.add(Key.connectFrom, .text(connection.from))
    mapping.add(Key.connectTo, .text(connection.to))
    mapping.add(Key.connectFromSide, connector.fromSide.map { .plain($0.rawValue) })
    mapping.add(Key.connectToSide, connector.toSide.map { .plain($0.rawValue) })
    mapping.add(Key.connectGap, connector.gap)
    if connector.route != .straight {
      mapping.add(Key.connectRoute, .plain(connector.route.rawValue))
    }
    if connector.heads != .none {
      mapping.add(Key.connectHeads, .plain(connector.heads.rawValue))
    }
    mapping.add(Key.connectHeadLength, connector.headLength)
    mapping.add(Key.connectBendRadius, connector.bendRadius)
    return mapping.flow
  }

  /// The file that the layer shows, with the values of that scene's parameters.
  private func source(of layer: Layer) throws -> YAMLMapping {
    var mapping = YAMLMapping()
    mapping.add(Key.videoFile, try layer.video.map { .text(try values.name($0.path)) })
    if let video = layer.video {
      if video.partStart > 0 || video.partEnd < video.duration {
        mapping.add(Key.trim, .numbers([video.partStart, video.partEnd]))
      }
      mapping.add(Key.videoLoop, video.loops)
    }
    if layer.video?.audio != nil {
      let own = layer.audio.first(where: \.isOfVideo)
      mapping.add(Key.muted, own == nil)
      if let own, own.gain != Envelope(1) { mapping.add(Key.videoGain, values.envelope(own.gain)) }
    }
    guard let scene = layer.sceneReference else { return mapping }
    mapping.add(Key.sceneFile, .text(try values.name(scene.path)))
    var parameters = YAMLMapping()
    for parameter in scene.parameters {
      parameters.add(parameter.name, try values.node(parameter.value))
    }
    if !parameters.isEmpty { mapping.add(Key.givenParameters, parameters.block) }
    return mapping
  }
}

// MARK: Texts that follow each other

extension Layer {
  /// The layer with an epoch for each text that its key frames show, such as captions: a scene file
  /// has no key frames of texts. Other layers stay as they are.
  fileprivate var showingTextsByEpochs: Layer {
    let isText: (AttachedAnimation) -> Bool = { attached in
      guard let animation = attached.animation as? KeyframeAnimation else { return false }
      return animation.keyPath.property == .string && animation.calculationMode == .discrete
    }
    guard let attached = epochs[0].animations.first(where: isText),
      let texts = attached.animation as? KeyframeAnimation,
      epochs.allSatisfy({ $0.clock == LayerClock() })
    else { return self }
    let starts = Set(texts.changes.dropFirst().map(\.time) + epochs.dropFirst().map(\.startTime))
    return changed(
      epochs: ([-.infinity] + starts.sorted()).map { start in
        let epoch = epoch(at: start)
        var values = epoch.values
        values[any: .string] = (texts.changes.last { $0.time <= start } ?? texts.changes[0]).text
        return Epoch(
          startTime: start, values: values, clock: epoch.clock,
          animations: epoch.animations.filter { !isText($0) })
      })
  }
}

extension KeyframeAnimation {
  /// The values with the first time at which each shows.
  fileprivate var changes: [(time: Double, text: Value)] {
    zip(keyTimes, values).map { share, value in
      var time = share * timing.duration
      while time / timing.duration < share { time = time.nextUp }
      while time.nextDown / timing.duration >= share { time = time.nextDown }
      return (time, value)
    }
  }
}

// MARK: Events

/// Writes events. A resolved scene has none any more but the epochs of its layers: at the beginning
/// of each epoch but a layer's first, an event says how it differs from the one before.
private struct EventWriter {
  let scene: Scene
  let animations: AnimationWriter

  /// In the order of their times; at one time in the order of the layers.
  func events() throws -> [WrittenNode] {
    let events = try scene.root.sublayers.flatMap { try self.events(of: $0, inside: nil) }
    return events.enumerated().sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }.map(\.1.node)
  }

  /// The events of a layer and of all that lies in it.
  private func events(
    of layer: Layer, inside parent: Layer?
  ) throws -> [(time: Double, node: WrittenNode)] {
    var events: [(time: Double, node: WrittenNode)] = []
    for (before, after) in zip(layer.epochs, layer.epochs.dropFirst()) {
      let time = after.startTime
      let parentTime = parent.map { scene.localTime(of: $0, at: time) } ?? time
      let changes = try changes(of: layer, from: before, to: after, parentTime)
      guard !changes.isEmpty else { continue }
      var (event, transaction) = (YAMLMapping(), YAMLMapping())
      transaction.add(Key.disableActions, .flag(true))
      event.add(Key.eventTime, time)
      event.add(Key.transaction, transaction.flow)
      for (key, node) in changes {
        var byLayer = YAMLMapping()
        byLayer.add(layer.name, node)
        event.add(key, node == nil ? .list([.text(layer.name)]) : byLayer.block)
      }
      events.append((time, event.block))
    }
    let inner = layer.sceneReference == nil ? layer.inner : layer.mask.map { [$0] } ?? []
    return try inner.reduce(into: events) { $0 += try self.events(of: $1, inside: layer) }
  }

  /// The changes of one layer in an event, by the event's keys; the node is `nil` for a key that
  /// only names layers.
  private typealias Changes = [(key: any DeclaredField, node: WrittenNode?)]

  private func changes(
    of layer: Layer, from before: Epoch, to after: Epoch, _ parentTime: Double
  ) throws -> Changes {
    let now = after.clock.localTime(parentTime: parentTime)
    var changes = try exchange(before.animations, for: after.animations)
    if before.clock != after.clock {
      let jump = abs(now - before.clock.localTime(parentTime: parentTime))
      guard jump <= 1e-9 * max(1, abs(now)) else {
        let time = after.startTime.exactText
        throw SceneWriter.Unwritable(
          description: "what happens to layer '\(layer.name)' at \(time) seconds cannot be written")
      }
      changes.append((Key.layerSpeeds, .number(after.clock.speed)))
    }
    var values = YAMLMapping()
    for property in layer.layerClass.properties
    where before.values[any: property] != after.values[any: property] {
      values.add(
        property.name, try animations.values.node(after.values[any: property], of: property.type))
    }
    if !values.isEmpty { changes.append((Key.setValues, values.block)) }
    return changes
  }

  /// The changes of a layer's animations. An animation without a key is removed when it has ended,
  /// which needs no entry in the file, or together with all others. A simulation is never removed,
  /// and applies last.
  private func exchange(
    _ old: [AttachedAnimation], for new: [AttachedAnimation]
  ) throws -> Changes {
    let kept = new.filter { $0.isCopied(in: old) }
    var added = new.filter { !$0.isCopied(in: old) }
    let replaced = added.flatMap(\.writableParts).compactMap(\.key)
    let gone = old.filter { !$0.isCopied(in: new) }.flatMap(\.writableParts)
      .filter { part in !replaced.contains { $0 == part.key } }
    let simulations = kept.filter { $0.animation is SimulatedAnimation }
    var changes: Changes = []
    if gone.contains(where: { $0.key == nil }), kept.count == simulations.count {
      changes.append((Key.removeAllAnimations, nil))
      added = new
    } else {
      let keys = gone.compactMap(\.key)
      if !keys.isEmpty {
        changes.append((Key.removedAnimations, .list(keys.map(WrittenNode.text))))
      }
      if !added.isEmpty { added += simulations }
    }
    let nodes = try added.flatMap(\.writableParts).map {
      try animations.node($0, isAdded: true, beginTime: beginTime(of: $0.animation))
    }
    if !nodes.isEmpty { changes.append((Key.addedAnimations, .items(nodes))) }
    return changes
  }

  /// A time of the layer's clock; `nil` for an animation that begins when its followed value does.
  private func beginTime(of animation: any Animation) -> WrittenNode? {
    if animation is FollowAnimation { return nil }
    var mapping = YAMLMapping()
    mapping.add(Reader.layerTimeName, .number(animation.timing.beginTime))
    return mapping.flow
  }
}

extension AttachedAnimation {
  fileprivate func isCopied(in list: [AttachedAnimation]) -> Bool { list.contains(where: isCopy) }
}
