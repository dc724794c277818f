public import RostrumGeometry
public import RostrumTiming

/// A scene that is resolved completely: what `SceneFile` makes of a file, and all that the renderer
/// needs to know.
///
/// Guaranteed: every name, colour, path, unit and asset is resolved to a value of its property's
/// type; every number is finite and within its property's rule; the canvas has at least one pixel;
/// the clock has at least one frame; pictures exist and are measured, fonts exist and have every
/// glyph of their text; layer names are unique; durations are above 0.
public struct Scene: Sendable {
  /// The canvas, in points.
  public let size: Size
  /// The colour behind all layers; `nil` is transparent.
  public private(set) var background: Color?
  /// The frames that there are, and their times.
  public let clock: FrameClock
  /// The layer that holds the scene's layers. Its bounds are the canvas.
  public private(set) var root: Layer {
    didSet { connections = ConnectionTable(root) }
  }

  private var connections: ConnectionTable
  /// The events of the file, in its order. Their effects are part of the layers' lives already.
  public let events: [EventRecord]
  /// The sounds of the scene itself, without its layers'.
  public let audio: [AudioTrack]
  /// How loud the whole is to be, in LUFS (EBU R 128); `nil` for as it is.
  public let loudness: Double?
  /// The words that are said, as text; `nil` without captions.
  public let captions: CaptionTrack?
  /// The film's metadata.
  public let information: FilmInformation

  public init(
    size: Size, background: Color?, clock: FrameClock, layers: [Layer], events: [EventRecord] = [],
    audio: [AudioTrack] = [], loudness: Double? = nil, captions: CaptionTrack? = nil,
    information: FilmInformation = FilmInformation()
  ) {
    self.events = events
    self.audio = audio
    self.loudness = loudness
    self.captions = captions
    self.information = information
    self.size = size
    self.background = background
    self.clock = clock
    var values = LayerValues()
    values[.bounds] = Rect(origin: .zero, size: size)
    values[.position] = Point(x: size.width / 2, y: size.height / 2)
    root = Layer(index: 0, name: "scene", layerClass: .plain, values: values, sublayers: layers)
    connections = ConnectionTable(root)
  }

  /// Every layer of the scene in the order of the file, without the root.
  public var layers: [Layer] { Array(root.subtree.dropFirst()) }

  /// Every picture that a frame of the scene can show.
  public var images: [ImageReference] { layers.flatMap(\.images) }

  /// True when no pixel of a frame can be translucent: the background covers the canvas.
  public var isOpaque: Bool { (background?.alpha ?? 0) >= 1 }

  /// The same scene on another background; `nil` is transparent.
  public func onBackground(_ color: Color?) -> Scene {
    var scene = self
    scene.background = color
    return scene
  }

  /// The same scene without scenes that are a part of its file: their layers are its own.
  public var withoutEmbeddedScenes: Scene {
    var scene = self
    scene.root = root.withoutEmbeddedScenes
    return scene
  }

  /// The presentation at `time`, in seconds from the start of the scene. It depends on nothing
  /// else.
  ///
  /// With `leavingOutUnseen` it does without the contents of layers that are hidden or wholly
  /// transparent: a picture does not show it.
  public func presentation(at time: Double, leavingOutUnseen: Bool = false) -> PresentationLayer {
    var moment = Moment(sceneTime: time, parentTime: time)
    moment.leavesOutUnseen = leavingOutUnseen
    let tree = root.presentation(at: moment)
    return connections.isEmpty ? tree : connections.connecting(tree, at: moment)
  }
}

/// An event of a scene file, with when it happens.
public struct EventRecord: Hashable, Sendable {
  /// The end that an event follows, by the names of the file.
  public enum Cause: Hashable, Sendable {
    case event(String, finished: Bool?)
    case animation(key: String, layer: String, finished: Bool?)
  }

  public let name: String?
  /// `nil` for an event with a time of its own.
  public let cause: Cause?
  /// In seconds of the scene; `nil` for an event that never happens.
  public let time: Double?
  /// Where the scene file declares it.
  public let place: SourcePlace?

  public init(name: String?, cause: Cause?, time: Double?, place: SourcePlace? = nil) {
    (self.name, self.cause, self.time, self.place) = (name, cause, time, place)
  }
}

extension Scene {
  /// The time on another layer's clock when one layer's shows `time`, both in seconds
  /// (`convertTime:fromLayer:`).
  ///
  /// `nil` in place of a layer means the scene itself. Events change clocks: those count that
  /// hold at `sceneTime`. A clock is not clamped before its begin time. The result is `nil` when a
  /// layer on the way up is frozen: its one local time belongs to every moment outside. The layers
  /// must be this scene's.
  public func convert(
    time: Double, from source: Layer?, to target: Layer?, at sceneTime: Double = 0
  ) -> Double? {
    var absolute = time
    let (up, down) = (source.map(ancestry) ?? [], target.map(ancestry) ?? [])
    for chained in Explanation.Clock.chain(up, at: sceneTime).reversed() {
      let clock = chained.layer.epoch(at: chained.sceneTime).clock
      guard let parentTime = clock.parentTime(localTime: absolute) else { return nil }
      absolute = parentTime
    }
    return Explanation.Clock.chain(down, at: sceneTime).reduce(absolute) {
      $1.layer.epoch(at: $1.sceneTime).clock(at: $0).localTime(parentTime: $0)
    }
  }

  /// The time on the layer's own clock at a time of the scene, in seconds.
  public func localTime(of layer: Layer, at sceneTime: Double) -> Double {
    Explanation.Clock.chain(ancestry(of: layer), at: sceneTime).last?.localTime ?? sceneTime
  }

  /// The layer with all its superlayers, the outermost first: the scene's root is left out, its
  /// clock is the scene's.
  package func ancestry(of layer: Layer) -> [Layer] {
    var path: [Layer] = []
    var layers = root.sublayers
    while let next = layers.last(where: { $0.index <= layer.index }) {
      path.append(next)
      if next.index == layer.index { return path }
      layers = next.inner
    }
    // Masks and layers of transitions have numbers out of the order of the file.
    guard let path = root.sublayers.lazy.compactMap({ $0.path(to: layer.index) }).first else {
      preconditionFailure("the layer \(layer.name) is not in this scene")
    }
    return path
  }
}

extension Layer {
  /// The layer and those inside it that lead to the one with that number; `nil` where it is not
  /// inside.
  fileprivate func path(to index: Int) -> [Layer]? {
    if self.index == index { return [self] }
    return inner.lazy.compactMap { $0.path(to: index) }.first.map { [self] + $0 }
  }
}

extension Layer {
  /// The moment, in seconds of the scene, after which nothing in this subtree changes any more, for
  /// a layer of a scene's top level. Infinite when something never ends; `-infinity` when nothing
  /// ever changes.
  public var endTime: Double { endTime(inside: .scene) }

  private func endTime(inside parent: TimeMap) -> Double {
    if constantPresentation != nil, !containsSceneLayer, isSilent { return -.infinity }
    let map = parent.inside(self)
    let change = lastChange(map, inside: parent)
    return hidingTime(map).map { min($0, change) } ?? change
  }

  /// When the layer is hidden for good; `nil` when it is not, or when that is not plain to see.
  private func hidingTime(_ map: TimeMap) -> Double? {
    guard epochs.count == 1, map.pieces.count == 1, map.pieces[0].rate > 0 else { return nil }
    let animations = epochs[0].animations.map(\.animation).filter {
      $0.keyPaths.contains(AnimationKeyPath(.hidden))
    }
    guard animations.allSatisfy(\.isStep),
      let last = animations.max(by: { $0.timing.beginTime < $1.timing.beginTime })
        as? KeyframeAnimation, last.declaredValues.first == .boolean(true)
    else { return nil }
    return map.lastChange(of: last, from: -.infinity, to: .infinity)
  }

  private func lastChange(_ map: TimeMap, inside parent: TimeMap) -> Double {
    if changesWithoutAnimation { return .infinity }
    let ofSounds = audio.map(\.endTime).filter(\.isFinite).map { endTime(ofScene: $0, map) }
    let ofEpochs =
      (epochs.indices.map { endTime(ofEpoch: $0, map, parent) } + ofSounds).max()
      ?? -.infinity
    if let video {
      let end = endTime(ofScene: video.playedDuration, map)
      return inner.reduce(max(ofEpochs, end)) { max($0, $1.endTime(inside: map)) }
    }
    let own = mask.map { max(ofEpochs, $0.endTime(inside: map)) } ?? ofEpochs
    if let sceneReference { return max(own, endTime(ofScene: sceneReference.duration, map)) }
    let delay = layerClass == .replicator ? map.sceneSeconds(longestDelay) : 0
    return sublayers.reduce(own) { max($0, $1.endTime(inside: map) + delay) }
  }

  /// By how much a replicator's last copy is behind the first at most, in seconds of its own clock.
  private var longestDelay: (forwards: Double, backwards: Double) {
    func declared(_ property: TypedProperty<Double>) -> [Double] {
      let animations = allAnimations.compactMap { $0 as? any PropertyAnimation }
      return epochs.map { $0.values[property] }
        + animations.filter { $0.keyPath.property == property }
        .flatMap(\.declaredValues).map(\.number)
    }
    let copies = max((declared(.instanceCount).max() ?? 1) - 1, 0)
    let delays = declared(.instanceDelay)
    return (copies * max(delays.max() ?? 0, 0), copies * min(delays.min() ?? 0, 0))
  }

  /// When what this layer plays is over, by the layer's clock.
  private func endTime(ofScene duration: Double, _ map: TimeMap) -> Double {
    guard duration > 0 else { return -.infinity }
    let whole = BasicAnimation(
      keyPath: AnimationKeyPath(.opacity), ends: AnimationEnds(),
      timing: MediaTiming(duration: duration))
    return map.lastChange(of: whole, from: -.infinity, to: .infinity)
  }

  /// When the last change of one epoch happens: an animation's, or its own beginning.
  /// Animations of the clock run in the superlayer's time.
  private func endTime(ofEpoch index: Int, _ map: TimeMap, _ parent: TimeMap) -> Double {
    let start = epochs[index].startTime
    let end = index + 1 < epochs.count ? epochs[index + 1].startTime : .infinity
    return epochs[index].animations.reduce(start) { latest, attached in
      let clock = attached.animation.targetsClock ? parent : map
      return max(latest, clock.lastChange(of: attached.animation, from: start, to: end))
    }
  }
}

extension Animation {
  /// Whether it gives a flag one value, from its beginning on and for ever, as the times on stage
  /// of a scene file do.
  public var isStep: Bool {
    guard let animation = self as? KeyframeAnimation, timing.fillMode.fillsForwards,
      !timing.isRemovedOnCompletion, case .boolean = animation.declaredValues.first
    else { return false }
    return animation.declaredValues.allSatisfy { $0 == animation.declaredValues.first }
  }
}
