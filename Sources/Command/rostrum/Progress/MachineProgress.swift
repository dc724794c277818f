import RostrumBase
import RostrumKit
import RostrumOutput
import Synchronization

/// One object a line, for scripts: `{"event": "frame", …}`. The names of events and fields do not
/// change; Batches.md lists them.
struct JSONProgress: ProgressDisplay {
  /// Warnings and errors only.
  let isQuiet: Bool

  func show(_ event: RenderEvent) { RenderEventLine.lines(event).forEach(say) }

  func show(_ error: any Error) -> ExitStatus {
    say(RenderEventLine(error))
    return ExitStatus(of: error)
  }

  private func say(_ line: RenderEventLine) {
    guard !isQuiet || ["warning", "error"].contains(line.event) else { return }
    if let text = line.text { Terminal.record(text) }
  }
}

/// Lines that a runner of the Open Job Description reads: `openjd_progress: 12` in percent,
/// `openjd_status: ` and `openjd_fail: `. They go to the standard output, each at the beginning of
/// a line. Source: the specification's "How Jobs Are Run", section "Stdout/Stderr Messages".
final class OpenJobProgress: ProgressDisplay {
  private struct State {
    /// All items together are a hundred percent.
    var count = 1
    /// How much of each item is done, 0...1.
    var shares: [RenderItem: Double] = [:]
    var percent = -1
  }

  private let silent: SilentProgress
  private let state = Mutex(State())

  init(silent: SilentProgress) { self.silent = silent }

  func show(_ event: RenderEvent) {
    switch event {
    case .began(let items): state.withLock { $0.count = max(items.count, 1) }
    case .started(let item, _, _, let frames):
      Terminal.say("openjd_status: \(item): \(frames) frame\(frames == 1 ? "" : "s")")
      advance(item, to: 0)
    case .progressed(let item, let finished, let total):
      // Whatever follows the last frame, such as checking a video, is the last hundredth.
      advance(item, to: 0.99 * Double(finished) / Double(max(total, 1)))
    case .finished(let item, _): advance(item, to: 1)
    case .failed(let item, let error):
      silent.show(event)
      fail(error is InvalidScene ? "the scene \(item) has mistakes" : "\(error)")
    case .kept: break
    case .diagnosed, .warned, .ended, .waiting: silent.show(event)
    }
  }

  func show(_ error: any Error) -> ExitStatus {
    fail(error is InvalidScene ? "the scene has mistakes" : "\(error)")
    return silent.show(error)
  }

  func fail(_ message: String) {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: "; ")
    Terminal.say("openjd_fail: \(line)")
  }

  /// Whole percent only, and never backwards.
  private func advance(_ item: RenderItem, to share: Double) {
    state.withLock { state in
      state.shares[item] = max(share, state.shares[item] ?? 0)
      let count = Double(max(state.count, state.shares.count))
      let percent = Int(state.shares.values.reduce(0, +) / count * 100)
      guard percent > state.percent else { return }
      state.percent = percent
      Terminal.say("openjd_progress: \(percent)")
    }
  }
}

extension ProgressDisplay {
  func fail(_ message: String) {}

  /// Reports a failure of the work to the display as well.
  func explainingFailures(_ work: () async throws -> Void) async throws {
    do {
      try await work()
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      fail(error is InvalidScene ? "the scene has mistakes" : "\(error)")
      throw error
    }
  }
}
