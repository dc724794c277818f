public import Geometry

/// Where a frame can differ from an earlier one: what lets a sink do only the work that is new.
public struct FrameChanges: Sendable, Equatable {
  /// The number of the earlier frame, as the sink knows it.
  public let since: Int
  /// In pixels. Every pixel outside is the same in both frames.
  public let region: DamageRegion

  public init(since: Int, region: DamageRegion) {
    self.since = since
    self.region = region
  }
}

/// The changes between the latest frames of a video, so that memory which still holds an older
/// frame can be brought up to date.
struct ChangeHistory {
  /// More frames than are ever on the way.
  private static let length = 8

  /// What changed from the frame before to each of the latest frames, in their order without a gap.
  private var steps: [(index: Int, region: DamageRegion)] = []

  /// Notes what changed up to frame `index`; with changes that are unknown, or not since the frame
  /// before, nothing earlier counts.
  mutating func append(_ changes: FrameChanges?, at index: Int) {
    guard let changes, changes.since == index - 1 else { return steps = [] }
    steps.append((index, changes.region))
    if steps.count > Self.length { steps.removeFirst() }
  }

  /// All that may differ between frame `old` and frame `new`; `nil` for everything.
  func changes(from old: Int?, to new: Int) -> DamageRegion? {
    guard let old, old <= new else { return nil }
    let needed = steps.filter { $0.index > old && $0.index <= new }
    guard needed.count == new - old else { return nil }
    var region = DamageRegion()
    for step in needed { region.formUnion(step.region) }
    return region
  }
}
