import RostrumGeometry
import Synchronization
import RostrumTiming

extension PresentationLayer {
  /// The layer in its transition: a layer in its place that shows nothing itself, and inside it
  /// both snapshots, from back to front. `nil` while no transition runs.
  ///
  /// Opacity, tint, what happens to the backdrop, and the transform belong to the layer in its
  /// place, everything else to the snapshots. Their anchor points coincide, so that a layer that
  /// scrolled or changed its size stays where it was seen. A fade shows both where they are; what
  /// moves is cut off at the layer's bounds.
  public var transitionGroup: PresentationLayer? {
    guard let transition, let oldSnapshot else { return nil }
    let moves = transition.moves(in: values[.bounds].size)
    let new = snapshot(placed: anchor + moves.new)
    let old = oldSnapshot.snapshot(placed: anchor + moves.old, isEarlier: true)
    return PresentationLayer(
      index: index, instance: instance, name: name, layerClass: .plain,
      values: frameValues(clips: transition.style != .fade), transition: transition,
      isOldSnapshot: isOldSnapshot,
      sublayers: transition.style == .reveal ? [new, old] : [old, new])
  }

  /// In the layer's coordinates.
  private var anchor: Point {
    let (bounds, unit) = (values[.bounds], values[.anchorPoint])
    return Point(
      x: bounds.minX + unit.x * bounds.width, y: bounds.minY + unit.y * bounds.height)
  }

  /// The properties of the transition group, which the snapshots give up.
  private static let transitionGroupProperties: [Property] = [
    .transform, .zPosition, .anchorPointZ, .doubleSided, .opacity, .instanceTint,
    .compositingFilter, .backgroundFilters,
  ]

  private func frameValues(clips: Bool) -> LayerValues {
    var result = LayerValues()
    var properties: [Property] =
      Self.transitionGroupProperties + [
        .bounds, .anchorPoint, .position, .allowsGroupOpacity, .allowsEdgeAntialiasing,
        .edgeAntialiasingMask,
      ]
    if clips, values[.masksToBounds] {
      properties += [.cornerRadius, .maskedCorners, .cornerCurve]
    }
    for property in properties where values.sets(property) {
      result[any: property] = values[any: property]
    }
    if clips { result[.masksToBounds] = true }
    return result
  }

  /// The old snapshot has another instance than the newer one, and a transition that was running
  /// then.
  private func snapshot(placed position: Point, isEarlier: Bool = false) -> PresentationLayer {
    var values = values
    for property in Self.transitionGroupProperties where values.sets(property) {
      values[any: property] = property.defaultValue
    }
    values[.position] = position
    return PresentationLayer(
      index: index, instance: isEarlier ? -1 - instance : instance, name: name,
      layerClass: layerClass, values: values, transition: isEarlier ? transition : nil,
      oldSnapshot: isEarlier ? oldSnapshot : nil, isOldSnapshot: isEarlier, mask: mask,
      sublayers: sublayers)
  }
}

extension TransitionState {
  /// How far both snapshots are from their place. With d for the layer's width or height and u for
  /// the direction of the motion, at progress p: a push has the old one at u d p and the new one at
  /// -u d (1 - p), a move in only the latter, a reveal only the former.
  fileprivate func moves(in size: Size) -> (old: Point, new: Point) {
    let way = direction.motion(in: size)
    let (old, new) = (way * progress, way * (progress - 1))
    switch style {
    case .fade: return (.zero, .zero)
    case .push: return (old, new)
    case .moveIn: return (.zero, new)
    case .reveal: return (old, .zero)
    }
  }
}

extension TransitionDirection {
  fileprivate func motion(in size: Size) -> Point {
    switch self {
    case .fromLeft: Point(x: size.width, y: 0)
    case .fromRight: Point(x: -size.width, y: 0)
    case .fromTop: Point(x: 0, y: -size.height)
    case .fromBottom: Point(x: 0, y: size.height)
    }
  }
}

/// How one layer looked just before each of its last transitions, so that motionless parts are the
/// same object in every frame.
///
/// Only a store: a snapshot follows from its moment, whether it is found here or made anew.
final class SnapshotCache: Sendable {
  private static let capacity = 8

  private let looks = Mutex<[Moment: PresentationLayer]>([:])

  func snapshot(at moment: Moment, _ make: () -> PresentationLayer) -> PresentationLayer {
    if let known = looks.withLock({ $0[moment] }) { return known }
    let new = make()
    return looks.withLock { looks in
      if let known = looks[moment] { return known }
      if looks.count >= Self.capacity { looks.removeAll() }
      looks[moment] = new
      return new
    }
  }
}

extension Layer {
  /// The layer as it was before a transition, at a moment at which that runs. `nil` when there was
  /// no moment before, because the layer's clock is paused, and when the snapshots in snapshots
  /// come to more layers than the limit for copies (`LayerClass.maximumReplicas`).
  ///
  /// `moment` is as the superlayer sees it.
  func snapshot(before transition: TransitionAnimation, _ clock: LayerClock, at moment: Moment)
    -> PresentationLayer?
  {
    let doubled = moment.multiplied(by: 2)
    let (shown, overflows) = layerCount.multipliedReportingOverflow(by: doubled.copies)
    guard !overflows, shown <= LayerClass.maximumReplicas else { return nil }
    if let addedAt = transition.addedAt {
      let before = addedAt.multiplied(by: doubled.copies).justBefore
      return oldSnapshots.snapshot(at: before) { presentation(at: before) }
    }
    guard let begin = clock.parentTime(localTime: transition.timing.beginTime) else { return nil }
    let before = doubled.delayed(by: moment.parentTime - begin).justBefore
    return presentation(at: before, showsTransition: false)
  }
}

extension Moment {
  /// A microsecond earlier: before what happens at this moment, and too close for anything else to
  /// differ. Nothing is left out: a layer that was wholly transparent appears with the opacity that
  /// it has now.
  fileprivate var justBefore: Moment {
    let step = 1e-6
    var result = moved(
      toSceneTime: sceneTime - step, parentTime: parentTime - step * rate, rate: rate)
    result.leavesOutUnseen = false
    return result
  }
}
