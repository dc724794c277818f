import RostrumBase
import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming

extension Key {
  static let camera = Field(
    "camera", Reader<[CameraMove]>.camera,
    "What is seen of the sublayers, or of a scene's layers."
  )
  static let cameraStart = DefaultedField(
    "at", .delay, default: 0, "When the move begins, in the layer's time.")
  static let cameraDuration = DefaultedField(
    "duration", .delay, default: 0, "How many seconds the move takes; 0 cuts.")
  static let cameraPosition = Field(
    "position", .point,
    "The point of the layer that comes to the middle of its bounds. Default: that middle.")
  static let cameraTarget = Field(
    "follow", .name,
    "The layer inside whose place stays in the middle, instead of a position, until the next move.")
  static let zoom = DefaultedField(
    "zoom", .number(.moreThanZero), default: 1, "How many times as large everything appears.")
}

extension Vocabulary {
  /// The keys of a camera's move.
  public static let cameraMove = Vocabulary(
    owner: "a camera", definition: "camera", rule: ["not": ["required": ["position", "follow"]]],
    [
      Key.cameraStart, Key.cameraDuration, Key.cameraPosition, Key.cameraTarget, Key.zoom,
      Key.timingFunction,
    ], listsKeys: true)
}

/// A camera's way to a new view.
struct CameraMove: Sendable {
  let start: Double
  let duration: Double
  let position: Point?
  /// The name of the sublayer that is followed.
  let target: String?
  let zoom: Double
  let timingFunction: TimingFunction?
  let node: YAMLNode

  var end: Double { start + duration }
}

extension Reader where Content == [CameraMove] {
  fileprivate static let camera: Reader = {
    let expectation = "a camera: {position: [x, y], zoom: 2}, {follow: NAME}, or a list of moves"
    let move = Reader<CameraMove>.mapping(.cameraMove, expectation) { $0.cameraMove() }
    let list = move.list(expectation)
    return Reader(
      expectation, example: "{zoom: 2}", schema: ["anyOf": [move.schema, list.schema]]
    ) { node, context in
      guard node.entries == nil else { return move.read(node, context).map { [$0] } }
      guard let moves = list.read(node, context) else { return nil }
      for (one, next) in zip(moves, moves.dropFirst()) where next.start < one.end {
        return context.failure(
          .outOfRange,
          "this move begins before the one before it has ended, at \(one.end.sceneText)",
          at: next.node)
      }
      return moves
    }
  }()
}

extension MappingReader {
  fileprivate func cameraMove() -> CameraMove? {
    let (position, target) = (ifGiven(Key.cameraPosition), ifGiven(Key.cameraTarget))
    guard let start = checked(Key.cameraStart), let duration = checked(Key.cameraDuration),
      let zoom = checked(Key.zoom), let function = ifGiven(Key.timingFunction), let position,
      let target
    else { return nil }
    if position != nil, let key = keyNode(Key.cameraTarget) {
      return context.failure(
        .conflict, "a camera has a position or follows a layer, not both", at: key)
    }
    return CameraMove(
      start: start, duration: duration, position: position, target: target, zoom: zoom,
      timingFunction: function, node: node)
  }
}

extension LoweringPass {
  /// A layer whose sublayers are seen through a camera.
  static let camera = LoweringPass(
    keys: { _ in [Key.camera] }, [.fitted: { $0.lookThroughCamera() }],
    checkReplayed: { layers, registry, context in
      for (_, camera) in registry.all(FollowingCamera.self) {
        context.checkFollowed(camera, in: layers)
      }
    })
}

extension YAMLNode.Entry {
  /// A layer as large as the scene that shows the scene's layers through this camera.
  func wholeScene(_ layers: [YAMLNode], _ size: Size) -> YAMLNode {
    func list(_ nodes: [YAMLNode]) -> YAMLNode { YAMLNode(.sequence(nodes), mark: key.mark) }
    let sides = [0, 0, size.width, size.height].map {
      YAMLNode(.scalar(.init(text: $0.sceneText, isPlain: true)), mark: key.mark)
    }
    return YAMLNode(
      .mapping([
        naming(Key.frame.name, list(sides)), self, naming(Key.sublayers.name, list(layers)),
      ]), mark: key.mark)
  }
}

// MARK: The way of a camera

/// The layers that a camera follows, and where it says so.
private struct FollowingCamera {
  let targets: [(index: Int, node: YAMLNode)]
}

/// A layer that a camera follows.
private struct FollowedLayer {
  /// The sublayer that it is, or that it lies in.
  let sublayer: Layer
  let index: Int

  /// Where its anchor point is seen, at a time of the layer with the camera.
  func place(at time: Double) -> Point? { sublayer.presentation(at: time).anchor(ofLayer: index) }
}

/// A camera's moves with the layers that they follow.
private struct CameraPath {
  /// A point of a layer in the middle of its bounds, with everything this many times as large.
  struct View {
    var center: Point
    var zoom: Double
  }

  let moves: [(move: CameraMove, target: FollowedLayer?)]
  let bounds: Rect
  let anchor: Point

  /// Seconds between two views on the way.
  private static let step = 1.0 / 60

  /// The most views of one camera.
  static let maximumCount = 100_000

  /// The view after the first moves, at a time.
  private func view(at time: Double, after count: Int) -> View {
    var view = View(center: bounds.center, zoom: 1)
    for (move, target) in moves.prefix(count) {
      let share = move.duration > 0 ? min(max((time - move.start) / move.duration, 0), 1) : 1
      let progress = move.timingFunction?.value(at: share) ?? share
      let center = target?.place(at: time) ?? move.position ?? bounds.center
      view.center = view.center.interpolated(to: center, progress: progress)
      view.zoom *= pow(move.zoom / view.zoom, progress)
    }
    return view
  }

  /// Every view with its time: at the beginning and the end of each move, and all along where it
  /// moves or follows.
  var views: [(time: Double, transform: Value)] {
    var result: [(time: Double, transform: Value)] = []
    func add(_ time: Double, _ count: Int) {
      guard result.count <= Self.maximumCount else { return }
      result.append((time, .transform(transform(view(at: time, after: count)))))
    }
    for (index, (move, target)) in moves.enumerated() {
      let next = index + 1 < moves.count ? moves[index + 1].move.start : .infinity
      let end = target.map { max(move.end, min(next, $0.sublayer.endTime)) } ?? move.end
      if index > 0 || move.start > 0 { add(move.start, index) }
      var time = move.start
      while time < end, result.count <= Self.maximumCount {
        add(time, index + 1)
        time += Self.step
      }
      add(end, index + 1)
      // Where its animations are gone, the layer may be somewhere else.
      if target != nil, end < next { add(end + Limit.minimumDuration, index + 1) }
    }
    return result
  }

  /// The transform about the anchor point with which a view's centre lies in the middle.
  private func transform(_ view: View) -> Transform3D {
    let offset = bounds.center - anchor + (anchor - view.center) * view.zoom
    return Transform3D.scale(x: view.zoom, y: view.zoom)
      .concatenating(.translation(x: offset.x, y: offset.y))
  }
}

extension Layer {
  /// Whether an animation moves the layer.
  fileprivate var isMoved: Bool {
    allAnimations.flatMap(\.keyPaths).contains { [.position, .transform].contains($0.property) }
  }
}

extension LayerDraft {
  fileprivate mutating func lookThroughCamera() {
    guard let key = fields.keyNode(Key.camera), let moves = fields[Key.camera] else { return }
    if let node = fields.keyNode(AnyField(Property.sublayerTransform)) {
      return context.error(
        .conflict, "camera sets sublayerTransform; give either", at: node, hint: "remove one")
    }
    guard !values[.bounds].isEmpty else {
      return context.error(
        .missingKey, "a camera needs to know how large its layer is", at: key,
        hint: "give the layer bounds or a frame")
    }
    guard let views = path(moves)?.views else { return }
    guard views.count <= CameraPath.maximumCount else {
      return context.error(
        .tooLarge, "the camera follows for too long", at: key, hint: "add a move that ends it")
    }
    look(views, line: key.mark.line)
  }

  /// `nil` after reporting a layer that cannot be followed.
  private mutating func path(_ moves: [CameraMove]) -> CameraPath? {
    let targets = moves.enumerated().map { index, move in
      move.target.flatMap { followedLayer($0, at: move.node, isLast: index == moves.count - 1) }
    }
    guard zip(moves, targets).allSatisfy({ $0.target == nil || $1 != nil }) else { return nil }
    let followed = zip(moves, targets).compactMap { move, layer in
      layer.map { ($0.index, move.node) }
    }
    registry[FollowingCamera.self, of: number] = FollowingCamera(targets: followed)
    let (bounds, anchor) = (values[.bounds], values[.anchorPoint])
    return CameraPath(
      moves: Array(zip(moves, targets)), bounds: bounds,
      anchor: Point(
        x: bounds.minX + anchor.x * bounds.width, y: bounds.minY + anchor.y * bounds.height))
  }

  /// The layer of a name; `nil` after reporting that there is none, or that it never rests. Warns
  /// where the layer does not move but its sublayers do.
  private func followedLayer(_ name: String, at node: YAMLNode, isLast: Bool) -> FollowedLayer? {
    func isMeant(_ layer: Layer) -> Bool { layer.name == name || layer.name.hasSuffix("/" + name) }
    let own = sublayers ?? []
    let sublayer =
      own.first(where: isMeant) ?? own.first { $0.subtreeOfScene.contains(where: isMeant) }
    guard let around = sublayer, let found = around.subtreeOfScene.first(where: isMeant) else {
      let all = own.flatMap(\.subtreeOfScene).map(\.name)
      return context.failure(
        .unknownName, "the layer has no sublayer \(name.quoted) to follow", at: node,
        hint: context.suggestion(for: name, among: all)
          ?? all.first.map { _ in "it has \(all.prefix(8).joined(separator: ", "))" })
    }
    let inner = found.subtreeOfScene.dropFirst()
    if !found.isMoved, !around.isMoved, let moving = inner.first(where: \.isMoved) {
      context.warning(
        .noEffect, "the layer \(name.quoted) stands still: what moves is in it", at: node,
        hint: "write follow: \(moving.name)")
    }
    guard isLast, around.endTime == .infinity else {
      return FollowedLayer(sublayer: around, index: found.index)
    }
    return context.failure(
      .endless, "the layer \(name.quoted) never rests, so the camera would follow for ever",
      at: node, hint: "end with another move, such as {at: 10, duration: 1}")
  }

  private mutating func look(_ views: [(time: Double, transform: Value)], line: Int) {
    guard let first = views.first, let last = views.last else { return }
    values[any: .sublayerTransform] = last.transform
    let follows = !(registry[FollowingCamera.self, of: number]?.targets.isEmpty ?? true)
    guard first.time < last.time,
      !follows || views.contains(where: { $0.transform != first.transform })
    else { return }
    let length = last.time - first.time
    animations.append(
      AttachedAnimation(
        KeyframeAnimation(
          keyPath: AnimationKeyPath(.sublayerTransform), values: views.map(\.transform),
          keyTimes: views.map { min(($0.time - first.time) / length, 1) },
          timing: MediaTiming(
            beginTime: first.time, duration: length, fillMode: .both,
            isRemovedOnCompletion: false)),
        place: SourcePlace(line: line)))
  }
}

extension SceneContext {
  /// Warns of a layer that events move, which a camera does not see.
  fileprivate func checkFollowed(_ camera: FollowingCamera, in layers: [Layer]) {
    for (index, node) in camera.targets {
      guard let layer = layers.flatMap(\.subtreeOfScene).first(where: { $0.index == index }),
        layer.epochs.contains(where: {
          $0.values[.position] != layer.values[.position]
            || $0.animations.count != layer.animations.count
        })
      else { continue }
      warning(
        .noEffect, "the camera follows the layer's own animations, not what events do with it",
        at: node, hint: "animate the layer instead")
    }
  }
}
