import RostrumBase
import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RealModule
import RostrumSource

extension ShapeConversion {
  /// The most copies that a repeater makes.
  static let maximumCopies = 1000

  /// The outlines and layers of all copies.
  func repeated(
    _ outlines: [Outline], _ layers: [ImportedLayer], _ repeater: LottieRepeater, _ item: ShapeItem
  ) -> (outlines: [Outline], layers: [ImportedLayer]) {
    let count = repeater.copies.values.map { $0[0] }.max() ?? 0
    let copies = min(max(Int(count.rounded(.up)), 0), Self.maximumCopies)
    guard copies * max(layers.reduce(0) { $0 + $1.count }, outlines.count, 1) <= 50_000 else {
      context.error(.tooManyLayers, "the repeater makes more than 50000 layers", at: item.source)
      return ([], [])
    }
    var result: (outlines: [Outline], layers: [ImportedLayer]) = ([], [])
    let replicator = replicator(copies, layers, repeater, item.name)
    let made = replicator == nil ? copies * layers.reduce(1) { $0 + $1.count } : 1
    guard context.spend(made, .layers, at: item.source.bytes) else { return ([], []) }
    if let replicator { result.layers = [replicator] }
    for number in 0..<copies {
      let place = repeater.place(ofCopy: number)
      result.outlines += outlines.map { outline in
        var outline = outline
        outline.places.append(.copy(place))
        return outline
      }
      guard !layers.isEmpty, replicator == nil else { continue }
      let draft = copy(number, of: copies, layers, repeater, place, item.name)
      result.layers = repeater.isBelow ? [draft] + result.layers : result.layers + [draft]
    }
    return result
  }

  /// The copies as a replicator layer, where each relates to the next as the first to the second.
  /// A replicator fades each layer by itself, so several that fade are copied one by one.
  private func replicator(
    _ copies: Int, _ layers: [ImportedLayer], _ repeater: LottieRepeater, _ name: String
  ) -> ImportedLayer? {
    let fades = repeater.startOpacity.initial != [100] || repeater.endOpacity.initial != [100]
    let isOne = layers.count == 1 && layers[0].count == 1
    guard copies >= 3, !layers.isEmpty, repeater.isStill, !fades || isOne, let step = repeater.step
    else {
      return nil
    }
    var draft = ImportedLayer("\(name) copies", layers)
    draft.layerClass = .replicator
    draft.values[.instanceCount] = Double(copies)
    // Later copies are drawn in front of earlier ones.
    let first = repeater.isBelow ? copies - 1 : 0
    let own = repeater.place(ofCopy: first).matrix(at: 0)
    draft.set(.transform, Transform3D(own))
    draft.set(.instanceTransform, Transform3D(step))
    guard fades else { return draft }
    let (from, to) = (repeater.startOpacity.initial[0] / 100, repeater.endOpacity.initial[0] / 100)
    let change = (to - from) / Double(copies - 1)
    var color = Color.white
    color.alpha = from + change * Double(first)
    draft.set(.instanceColor, color)
    draft.values[.instanceAlphaOffset] = repeater.isBelow ? -change : change
    return draft
  }

  private func copy(
    _ number: Int, of copies: Int, _ layers: [ImportedLayer], _ repeater: LottieRepeater,
    _ place: CopyPlace, _ name: String
  ) -> ImportedLayer {
    var draft = ImportedLayer("\(name) copy \(number + 1)", layers)
    draft.set(.transform, Transform3D(place.matrix(at: place.firstFrame - 1)))
    let moves = motion.animation(
      AnimationKeyPath(.transform), of: place.timings, isEven: false
    ) { .transform(Transform3D(place.matrix(at: $0))) }
    if let moves { draft.animations.append(moves) }
    setOpacity(number, repeater, &draft)
    if repeater.copies.isAnimated {
      let shown = motion.animation(
        AnimationKeyPath(.hidden), of: [repeater.copies.timings], isEven: false
      ) { .boolean(Double(number) >= repeater.copies.number(at: $0).rounded(.up)) }
      if let shown { draft.animations.append(shown) }
    }
    return draft
  }

  /// From the start's opacity at the first copy to the end's at the last, evenly.
  private func setOpacity(_ number: Int, _ repeater: LottieRepeater, _ draft: inout ImportedLayer) {
    let (from, to) = (repeater.startOpacity, repeater.endOpacity)
    func opacity(_ frame: Double) -> Value {
      let last = repeater.copies.number(at: frame).rounded(.up) - 1
      let share = last > 0 ? min(Double(number) / last, 1) : 0
      let (a, b) = (from.number(at: frame) / 100, to.number(at: frame) / 100)
      return .number(min(max(a + (b - a) * share, 0), 1))
    }
    let tracks = [from, to, repeater.copies]
    let first = tracks.flatMap(\.segments).map(\.start).min() ?? 0
    let initial = opacity(first - 1)
    if initial != .number(1) { draft.values[.opacity] = initial.number }
    let fades = motion.animation(
      AnimationKeyPath(.opacity), of: tracks.map(\.timings),
      isEven: !repeater.copies.isAnimated, opacity)
    if let fades { draft.animations.append(fades) }
  }
}

/// The place of one copy of a repeater.
struct CopyPlace {
  let transform: LottieTransform
  /// How often the transform is applied, without the offset.
  let number: Double
  let offset: Track<[Double]>

  func matrix(at frame: Double) -> AffineTransform {
    let times = number + offset.number(at: frame)
    let (anchor, position) = (transform.anchor.point(at: frame), transform.position(at: frame))
    let scale = transform.scale.point(at: frame) * 0.01
    let turn = transform.rotation.number(at: frame) * .pi / 180 * times
    return AffineTransform.translation(x: -anchor.x, y: -anchor.y)
      .concatenating(.scale(x: scale.x.power(times), y: scale.y.power(times)))
      .concatenating(.rotation(turn))
      .concatenating(
        .translation(x: anchor.x + position.x * times, y: anchor.y + position.y * times))
  }

  var timings: [[Track<Value>.SegmentTiming]] {
    transform.tracks.map(\.timings) + [offset.timings]
  }

  var firstFrame: Double { timings.compactMap { $0.first?.start }.min() ?? 0 }
}

extension Double {
  /// A factor to the power of a number; one that mirrors does so each whole time.
  fileprivate func power(_ times: Double) -> Double {
    if self < 0 { return .pow(-self, times) * (Int(times).isMultiple(of: 2) ? 1 : -1) }
    return self == 0 ? (times == 0 ? 1 : 0) : .pow(self, times)
  }
}

extension LottieRepeater {
  /// Whether no part of it ever moves.
  fileprivate var isStill: Bool {
    !copies.isAnimated && !offset.isAnimated && !transform.isAnimated && !startOpacity.isAnimated
      && !endOpacity.isAnimated
  }

  /// The transform from each copy to the one in front, where it is the same for all: for those
  /// that are only moved, or that turn and grow about one point. `nil` for others.
  fileprivate var step: AffineTransform? {
    let scale = transform.scale.point(at: 0)
    let (turns, grows) = (transform.rotation.number(at: 0) != 0, scale != Point(x: 100, y: 100))
    guard transform.position(at: 0) == .zero || !turns && !grows, !turns || scale.x == scale.y,
      scale.x > 0, scale.y > 0
    else { return nil }
    let place = CopyPlace(transform: transform, number: isBelow ? -1 : 1, offset: Track([0]))
    let m = place.matrix(at: 0)
    // Without negative zeros.
    return AffineTransform(
      a: m.a + 0, b: m.b + 0, c: m.c + 0, d: m.d + 0, tx: m.tx + 0, ty: m.ty + 0)
  }

  func place(ofCopy number: Int) -> CopyPlace {
    CopyPlace(transform: transform, number: Double(number), offset: offset)
  }
}
