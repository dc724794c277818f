import RostrumGeometry
import RostrumLayerTree
import RostrumTiming

/// The box of a sequence, with the side from which a transition's new child comes.
struct StageBox {
  let size: Size
  let direction: TransitionDirection

  private var center: Point { Point(x: size.width / 2, y: size.height / 2) }
  private var isHorizontal: Bool { direction == .fromLeft || direction == .fromRight }

  /// A part of the box in the transition's direction: from the share `start` to `end` of the side.
  private func strip(_ start: Double, _ end: Double) -> Rect {
    let isReversed = direction == .fromRight || direction == .fromTop
    let (low, high) = isReversed ? (1 - end, 1 - start) : (start, end)
    return isHorizontal
      ? Rect(x: low * size.width, y: 0, width: (high - low) * size.width, height: size.height)
      : Rect(x: 0, y: low * size.height, width: size.width, height: (high - low) * size.height)
  }

  // MARK: Outlines of the revealed part, at a share of the transition

  func wipe(_ share: Double) -> Path { .rect(strip(0, share)) }

  func blinds(_ share: Double) -> Path {
    let count = 12.0
    let slats = stride(from: 0, to: count, by: 1).map { strip($0 / count, ($0 + share) / count) }
    return Path(slats.flatMap { Path.rect($0).elements })
  }

  /// A circle about the middle that covers the box at the end.
  func iris(_ share: Double) -> Path {
    let radius = (size.width * size.width + size.height * size.height).squareRoot() / 2
    return .circle(center: center, radius: radius * share)
  }

  /// A point three times as far from the middle.
  func enlarged(_ point: Point) -> Point {
    Point(x: 3 * point.x - 2 * center.x, y: 3 * point.y - 2 * center.y)
  }

  // MARK: Transforms about the middle

  static func scale(_ factor: Double) -> Transform3D { .scale(x: factor, y: factor) }

  /// A turn by quarters about the middle, or about the axis of a cube whose front face is the box.
  /// A turn from -1 to 0 leads from the transition's side to the front, which has no perspective.
  func turned(quarters: Double, isCube: Bool) -> Transform3D {
    guard quarters != 0 else { return Transform3D() }
    let isReversed = direction == .fromRight || direction == .fromTop
    let angle = quarters * .pi / 2 * (isReversed ? -1 : 1)
    let rotation = isHorizontal ? Transform3D.rotationY(angle) : Transform3D.rotationX(-angle)
    let depth = isCube ? (isHorizontal ? size.width : size.height) / 2 : 0
    return Transform3D.translation(x: 0, y: 0, z: depth).concatenating(rotation)
      .concatenating(.translation(x: 0, y: 0, z: -depth))
      .concatenating(.perspective(distance: 2 * max(size.width, size.height)))
  }

  /// The largest radius of a blur, in points.
  var blurRadius: Double { max(size.width, size.height) * 0.03 }
}

/// The change of one value of a layer in a transition, by its share from 0 to 1.
struct StageTrack {
  let keyPath: AnimationKeyPath
  /// The times at which it is sampled: 2 where it is linear.
  var sampleCount = 2
  let value: @Sendable (StageBox, Double) -> Value

  static func opacity(_ value: @escaping @Sendable (Double) -> Double) -> StageTrack {
    StageTrack(keyPath: AnimationKeyPath(.opacity)) { .number(value($1)) }
  }

  static func transform(
    samples: Int = 2, _ value: @escaping @Sendable (StageBox, Double) -> Transform3D
  ) -> StageTrack {
    StageTrack(keyPath: AnimationKeyPath(.transform), sampleCount: samples) {
      .transform(value($0, $1))
    }
  }

  static func blur(_ share: @escaping @Sendable (Double) -> Double) -> StageTrack {
    let filter = FilterComponent(
      filter: FilterKind.gaussianBlur.name, property: FilterKind.inputRadius)
    return StageTrack(keyPath: AnimationKeyPath(.filters, .filter(filter))) {
      .number($0.blurRadius * share($1))
    }
  }

  func animation(in box: StageBox, _ timing: MediaTiming, _ function: TimingFunction?)
    -> KeyframeAnimation
  {
    let last = Double(sampleCount - 1)
    return KeyframeAnimation(
      keyPath: keyPath, values: (0..<sampleCount).map { value(box, Double($0) / last) },
      timing: timing, timingFunction: function)
  }
}

/// The changes by which a child of a sequence comes in, and by which the one before goes out.
struct StageEffect {
  var incoming: [StageTrack] = []
  var outgoing: [StageTrack] = []
  /// The outline inside which the incoming child shows.
  var reveal: (@Sendable (StageBox, Double) -> Path)?

  /// The styles that need a layer around the child; the others move or fade the child itself.
  static let all: [SequenceTransition.Style: StageEffect] = [
    .wipe: StageEffect(reveal: { $0.wipe($1) }),
    .blinds: StageEffect(reveal: { $0.blinds($1) }),
    .iris: StageEffect(reveal: { $0.iris($1) }),
    .zoom: StageEffect(
      incoming: [.transform { StageBox.scale(0.5 + 0.5 * $1) }, .opacity(\.self)],
      outgoing: [.transform { StageBox.scale(1 + 0.5 * $1) }, .opacity { 1 - $0 }]),
    .flip: StageEffect(
      incoming: [
        .transform(samples: 61) { $0.turned(quarters: max(2 * $1 - 2, -1), isCube: false) }
      ],
      outgoing: [.transform(samples: 61) { $0.turned(quarters: min(2 * $1, 1), isCube: false) }]),
    .cube: StageEffect(
      incoming: [.transform(samples: 61) { $0.turned(quarters: $1 - 1, isCube: true) }],
      outgoing: [.transform(samples: 61) { $0.turned(quarters: $1, isCube: true) }]),
    .blur: StageEffect(
      incoming: [.blur { 1 - $0 }, .opacity(\.self)], outgoing: [.blur(\.self)]),
  ]
}

/// A layer around a child of a sequence, which a transition changes. Its box is the sequence's, and
/// its clock runs as the sequence's.
struct SequenceStage {
  private let size: Size
  private let place: SourcePlace
  private var tracks: [AttachedAnimation] = []
  private var reveal: (animation: AttachedAnimation, end: Path)?
  private var isBlurred = false

  init(size: Size, line: Int) {
    self.size = size
    place = SourcePlace(line: line)
  }

  /// Adds a transition of `child`, from `time` of the sequence on. Nothing is added for a style
  /// without an effect.
  mutating func add(_ transition: SequenceTransition?, at time: Double, isIncoming: Bool) {
    guard let transition, let effect = StageEffect.all[transition.style] else { return }
    let box = StageBox(size: size, direction: transition.direction)
    let timing = MediaTiming(
      beginTime: time, duration: transition.duration, fillMode: isIncoming ? .backwards : .forwards,
      isRemovedOnCompletion: isIncoming)
    func attached(_ track: StageTrack) -> AttachedAnimation {
      AttachedAnimation(
        track.animation(in: box, timing, transition.timingFunction), place: place)
    }
    let own = isIncoming ? effect.incoming : effect.outgoing
    tracks += own.map(attached)
    isBlurred = isBlurred || transition.style == .blur
    guard isIncoming, let outline = effect.reveal else { return }
    let track = StageTrack(keyPath: AnimationKeyPath(.path)) { .path(outline($0, $1)) }
    reveal = (attached(track), outline(box, 1).map(box.enlarged))
  }

  var isEmpty: Bool { tracks.isEmpty && reveal == nil }

  /// The layer around `child`, and the mask that reveals it, with indices from `enter`.
  func layer(around child: Layer, _ enter: (String) -> Int) -> Layer {
    var values = LayerValues()
    values[.bounds] = Rect(origin: .zero, size: size)
    values[.position] = Point(x: size.width / 2, y: size.height / 2)
    if isBlurred { values[.filters] = [LayerFilter(.gaussianBlur, values: Self.sharp)] }
    let name = child.name + ".transition"
    let index = enter(name)
    return Layer(
      index: index, name: name, layerClass: .plain,
      epochs: [Epoch(values: values, clock: LayerClock(), animations: tracks)],
      sublayers: [child], mask: reveal.map { mask($0, name + ".mask", enter) }, place: place)
  }

  private static var sharp: LayerValues {
    var values = LayerValues()
    values[FilterKind.inputRadius] = 0
    return values
  }

  /// After its animation the mask covers three times the box, for children that reach beyond it.
  private func mask(
    _ reveal: (animation: AttachedAnimation, end: Path), _ name: String, _ enter: (String) -> Int
  ) -> Layer {
    var values = LayerClass.shape.initialValues
    values[.path] = reveal.end
    return Layer(
      index: enter(name), name: name, layerClass: .shape,
      epochs: [Epoch(values: values, clock: LayerClock(), animations: [reveal.animation])],
      place: place)
  }
}
