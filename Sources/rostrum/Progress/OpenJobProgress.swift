import Foundation
import RostrumKit
import Synchronization

/// Lines that a runner of the Open Job Description reads: `openjd_progress: 12` in percent,
/// `openjd_status: ` and `openjd_fail: `. They go to the standard output, each at the beginning of
/// a line. Source: the specification's "How Jobs Are Run", section "Stdout/Stderr Messages".
final class OpenJobProgress: ProgressDisplay {
  private struct State {
    /// All scenes together are a hundred percent.
    var sceneCount = 1
    /// How much of each scene is done, 0...1.
    var shares: [String: Double] = [:]
    var percent = -1
  }

  private let silent: SilentProgress
  private let state = Mutex(State())

  init(silent: SilentProgress) { self.silent = silent }

  func show(_ event: BatchEvent) {
    switch event {
    case .began(let items): state.withLock { $0.sceneCount = max(items.count, 1) }
    case .rendering(_, let event): show(event)
    case .failed(let item, let error):
      silent.show(event)
      fail(reason(error, of: item))
    case .warned, .ended, .waiting: silent.show(event)
    }
  }

  func show(_ error: any Error) -> ExitStatus {
    fail(error is InvalidScene || error is InvalidScenes ? "the scene has mistakes" : "\(error)")
    return silent.show(error)
  }

  private func reason(_ error: any Error, of item: BatchItem) -> String {
    error is InvalidScene ? "the scene \(item) has mistakes" : "\(error)"
  }

  func show(_ event: RenderEvent) {
    switch event {
    case .started(let scene, _, _, let frames):
      Terminal.say("openjd_status: \(scene): \(frames) frame\(frames == 1 ? "" : "s")")
      advance(scene, to: 0)
    case .progressed(let scene, let finished, let total):
      // What is left after the last frame, such as checking a video, is the last hundredth.
      advance(scene, to: 0.99 * Double(finished) / Double(max(total, 1)))
    case .finished(let scene, _): advance(scene, to: 1)
    case .kept: break
    case .diagnosed, .warned: silent.show(event)
    }
  }

  func fail(_ message: String) {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: "; ")
    Terminal.say("openjd_fail: \(line)")
  }

  /// Whole percent only, and never backwards.
  private func advance(_ scene: String, to share: Double) {
    state.withLock { state in
      state.shares[scene] = max(share, state.shares[scene] ?? 0)
      let count = Double(max(state.sceneCount, state.shares.count))
      let percent = Int(state.shares.values.reduce(0, +) / count * 100)
      guard percent > state.percent else { return }
      state.percent = percent
      Terminal.say("openjd_progress: \(percent)")
    }
  }

}

extension ProgressDisplay {
  func fail(_ message: String) {}

  /// Tells the display why the work failed as well.
  func explainingFailures(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      fail(error is InvalidScenes || error is InvalidScene ? "the scene has mistakes" : "\(error)")
      throw error
    }
  }
}
