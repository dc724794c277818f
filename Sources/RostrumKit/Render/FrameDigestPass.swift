import Base
import LayerTree
import Rendering

/// Works out what frames will look like, without drawing them.
struct FrameDigestPass: Sendable {
  let scene: Scene
  let scale: Double
  let assets: SceneAssets
  let exposure: Exposure
  let jobs: Int
  let digests: FrameDigests

  /// In the order of the frames.
  func run(_ frames: [FramePipeline.Frame]) async throws -> [(number: Int, digest: Digest)] {
    let parts = min(max(jobs, 1), max(frames.count, 1))
    return try await withThrowingTaskGroup { group in
      for number in 1...parts {
        guard let part = Shard(number: number, count: parts)?.part(of: frames) else { continue }
        group.addTask { (number, try digests(of: part)) }
      }
      var found: [Int: [(Int, Digest)]] = [:]
      for try await (number, part) in group { found[number] = part }
      return (1...parts).flatMap { found[$0] ?? [] }
    }
  }

  /// Neighbours, since they have most in common.
  private func digests(
    of frames: ArraySlice<FramePipeline.Frame>
  ) throws -> [(number: Int, digest: Digest)] {
    let trees = FrameTrees(scene: scene, scale: scale, assets: assets, exposure: exposure)
    return try frames.map { frame in
      try Task.checkCancellation()
      return (frame.number, digests.digest(of: trees.trees(at: frame.time)))
    }
  }
}
