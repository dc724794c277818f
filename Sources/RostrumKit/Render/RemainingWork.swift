import Base

/// The part of a plan that is still to be made, and the frames that stand there already.
struct RemainingWork: Sendable {
  /// The plan without the files that are kept.
  private(set) var plan: OutputPlan
  var records: RenderRecords?
  /// The frames whose pictures are kept.
  private(set) var kept: Set<Int> = []

  init(plan: OutputPlan, records: RenderRecords? = nil) {
    self.plan = plan
    self.records = records
  }

  /// Keeps what shows what it should.
  mutating func keep(_ frames: [(number: Int, digest: Digest)]) throws {
    guard let records else { return }
    kept = try records.kept(frames)
    let numbers = frames.map(\.number)
    try plan.videos.removeAll { try records.keeps($0, frames: numbers) }
    if kept.count == frames.count { plan.sequence = nil }
  }

  /// How many frames have to be drawn: a video needs all of them.
  func drawnCount(of count: Int) -> Int {
    if !plan.videos.isEmpty { return count }
    return plan.sequence == nil && plan.image == nil ? 0 : count - kept.count
  }

  /// A video, if it is one, is written down.
  func finished(_ path: String, _ frames: [FramePipeline.Frame]) throws {
    for video in plan.videos where video.path == path {
      try records?.finish(video, frames: frames.map(\.number))
    }
  }
}
