import RostrumImportedDocument
import RostrumGeometry
import RostrumLayerTree
import RealModule
import RostrumTiming

extension LottieTransform {
  /// The matrix at a frame.
  func matrix(at frame: Double) -> AffineTransform {
    let (anchor, position) = (anchor.point(at: frame), self.position(at: frame))
    return AffineTransform.translation(x: -anchor.x, y: -anchor.y)
      .concatenating(linear(at: frame))
      .concatenating(.translation(x: position.x, y: position.y))
  }

  func position(at frame: Double) -> Point {
    position?.point(at: frame)
      ?? Point(x: positionX.number(at: frame), y: positionY.number(at: frame))
  }

  /// Scale, skew and turn, in this order.
  func linear(at frame: Double) -> AffineTransform {
    let scale = scale.point(at: frame)
    return AffineTransform.scale(x: scale.x / 100, y: scale.y / 100)
      .concatenating(skewMatrix(at: frame))
      .concatenating(.rotation(rotation.number(at: frame) * .pi / 180))
  }

  private func skewMatrix(at frame: Double) -> AffineTransform {
    // The tangent repeats every 180 degrees, and has no value at 90.
    let given = skew.number(at: frame).remainder(dividingBy: 180)
    let skew = min(max(given, -89.9), 89.9)
    guard skew != 0 else { return .identity }
    let axis = skewAxis.number(at: frame) * .pi / 180
    let shear = AffineTransform(
      a: 1, b: 0, c: -(Double.tan(skew * .pi / 180)), d: 1, tx: 0, ty: 0)
    return AffineTransform.rotation(-axis).concatenating(shear).concatenating(.rotation(axis))
  }

  /// Every track that moves something.
  var tracks: [Track<[Double]>] {
    [anchor, position ?? positionX, position == nil ? positionY : Track([0, 0])] + linearTracks
  }

  private var linearTracks: [Track<[Double]>] { [scale, rotation, skew, skewAxis] + turns }

  private var turns: [Track<[Double]>] { [turnX, turnY, orientation] }

  /// Whether something turns out of the plane.
  var hasDepth: Bool { turns.contains { $0.values.joined().contains { $0 != 0 } } }

  mutating func flatten() {
    (turnX, turnY, orientation) = (Track([0]), Track([0]), Track([0, 0, 0]))
    depth = Track([0])
  }

  var isAnimated: Bool { tracks.contains(where: \.isAnimated) || turnsWithPath }

  /// Whether the transform never changes anything, opacity included.
  var isIdentity: Bool {
    !isAnimated && !opacity.isAnimated && opacity.initial.first == 100
      && matrix(at: 0) == .identity
  }
}

extension Motion {
  /// Places a layer: its anchor is the origin of its bounds, which have no size.
  func apply(_ transform: LottieTransform, to draft: inout ImportedLayer) {
    apply(transform.anchor, to: AnimationKeyPath(.bounds, .origin), of: &draft) { .point($0.point) }
    applyPosition(transform, to: &draft)
    applyLinear(transform, to: &draft)
  }

  private func applyPosition(_ transform: LottieTransform, to draft: inout ImportedLayer) {
    guard let position = transform.position else {
      apply(transform.positionX, to: AnimationKeyPath(.position, .x), of: &draft) {
        .number($0[0])
      }
      apply(transform.positionY, to: AnimationKeyPath(.position, .y), of: &draft) {
        .number($0[0])
      }
      return
    }
    if position.isCurved || transform.turnsWithPath && position.isAnimated {
      draft.values[.position] = position.initial.point
      let moves = pathAnimation(
        position, AnimationKeyPath(.position), turnsWithPath: transform.turnsWithPath)
      if let moves { draft.animations.append(moves) }
    } else if position.isEasedByComponent {
      draft.values[.position] = position.initial.point
      for (index, component) in [ValueComponent.x, .y].enumerated() {
        apply(
          position.component(index), to: AnimationKeyPath(.position, component), of: &draft
        ) { .number($0[0]) }
      }
    } else {
      apply(position, to: AnimationKeyPath(.position), of: &draft) { .point($0.point) }
    }
  }

  /// Scale acts first, then skew, then the turn: each animation adds a transform that acts before
  /// those so far.
  private func applyLinear(_ transform: LottieTransform, to draft: inout ImportedLayer) {
    guard !transform.hasDepth else { return applyTurns(transform, to: &draft) }
    let tracks = [transform.scale, transform.rotation, transform.skew, transform.skewAxis]
    guard tracks.contains(where: \.isAnimated) else {
      let matrix = transform.linear(at: 0)
      if matrix != .identity { draft.values[.transform] = Transform3D(matrix) }
      return
    }
    let keyPath = AnimationKeyPath(.transform)
    if transform.skew.isAnimated || transform.skewAxis.isAnimated
      || transform.skew.initial.first != 0
    {
      let sampled = animation(keyPath, of: tracks.map(\.timings), isEven: false, isAdditive: true) {
        .transform(Transform3D(transform.linear(at: $0)))
      }
      if let sampled { draft.animations.append(sampled) }
      return
    }
    applyRotation(transform.rotation, to: &draft)
    applyScale(transform.scale, to: &draft)
  }

  /// The same out of the plane, seen from the front without perspective: scale, turns about z, y
  /// and x, then the orientation's about z, y and x (lottie-web's order).
  private func applyTurns(_ transform: LottieTransform, to draft: inout ImportedLayer) {
    let orientation = transform.orientation
    let turns: [(Track<[Double]>, ValueFunction)] = [
      (orientation.component(0), .rotateX), (orientation.component(1), .rotateY),
      (orientation.component(2), .rotateZ), (transform.turnX, .rotateX),
      (transform.turnY, .rotateY), (transform.rotation, .rotateZ),
    ]
    for (track, function) in turns {
      let angles = track.map { Value.number(($0.first ?? 0) * .pi / 180) }
      let keyPath = AnimationKeyPath(.transform)
      if let turn = animation(angles, keyPath, valueFunction: function, isAdditive: true) {
        draft.animations.append(turn)
      } else if angles.initial.number != 0 {
        draft.animations.append(.fixed(angles.initial, function))
      }
    }
    guard !transform.scale.isAnimated else { return applyScale(transform.scale, to: &draft) }
    let factors = transform.scale.initial.point * 0.01
    draft.animations.append(.fixed(.numbers([factors.x, factors.y, 1]), .scale))
  }

  private func applyRotation(_ rotation: Track<[Double]>, to draft: inout ImportedLayer) {
    let angles = rotation.map { Value.number(($0.first ?? 0) * .pi / 180) }
    if let turns = animation(
      angles, AnimationKeyPath(.transform), valueFunction: .rotateZ, isAdditive: true)
    {
      draft.animations.append(turns)
    } else {
      draft.set(.transform, .rotationZ(angles.initial.number))
    }
  }

  private func applyScale(_ scale: Track<[Double]>, to draft: inout ImportedLayer) {
    let keyPath = AnimationKeyPath(.transform)
    guard scale.isAnimated else {
      let factors = scale.initial.point * 0.01
      guard factors != Point(x: 1, y: 1) else { return }
      // Before a turn that is animated, a scale that is not has to be added too.
      draft.animations.append(.fixed(.numbers([factors.x, factors.y, 1]), .scale))
      return
    }
    if scale.isEasedByComponent {
      for (index, function) in [ValueFunction.scaleX, .scaleY].enumerated() {
        let factors = scale.component(index).map { Value.number($0[0] / 100) }
        if let scales = animation(factors, keyPath, valueFunction: function, isAdditive: true) {
          draft.animations.append(scales)
        }
      }
      return
    }
    let factors = scale.map { Value.numbers([$0.point.x / 100, $0.point.y / 100, 1]) }
    if let scales = animation(factors, keyPath, valueFunction: .scale, isAdditive: true) {
      draft.animations.append(scales)
    }
  }

  /// Opacity in per cent.
  func applyOpacity(_ opacity: Track<[Double]>, to draft: inout ImportedLayer) {
    guard opacity.isAnimated || opacity.initial.first != 100 else { return }
    apply(opacity, to: AnimationKeyPath(.opacity), of: &draft) {
      .number(min(max(($0.first ?? 100) / 100, 0), 1))
    }
  }
}

extension Animation where Self == KeyframeAnimation {
  /// A part of the transform that never changes, before others that do.
  fileprivate static func fixed(_ value: Value, _ function: ValueFunction) -> KeyframeAnimation {
    KeyframeAnimation(
      keyPath: AnimationKeyPath(.transform), values: [value, value], valueFunction: function,
      timing: .init(duration: 1, fillMode: .both, isRemovedOnCompletion: false), isAdditive: true)
  }
}
