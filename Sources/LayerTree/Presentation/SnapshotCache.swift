import Synchronization
import Timing

/// How one layer looked just before each of its last transitions, so that what stands still is the same object in every frame.
///
/// Only a store: a look follows from its moment, whether it is found here or made anew.
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
  /// The layer as it was before a transition, at a moment at which that runs. `nil` when there was no moment before, because the layer's
  /// clock stands still, and when the looks in looks come to more layers than the limit for copies (`LayerClass.maximumReplicas`).
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
  /// A microsecond earlier: before what happens at this moment, and too close for anything else to differ.
  fileprivate var justBefore: Moment {
    let step = 1e-6
    return Moment(
      sceneTime: sceneTime - step, parentTime: parentTime - step * rate, rate: rate, copies: copies)
  }
}
