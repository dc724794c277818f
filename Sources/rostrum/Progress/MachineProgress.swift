import Base
import Foundation
import RostrumKit
import Synchronization

/// One object a line, for scripts: `{"event": "frame", …}`. The names of events and fields do not
/// change; Batches.md lists them.
struct JSONProgress: ProgressDisplay {
  /// Warnings and errors only.
  let isQuiet: Bool

  private struct Line: Encodable {
    var event: String
    var scene: String?
    var row: Int?
    var width: Int?
    var height: Int?
    var frames: Int?
    var finished: Int?
    var message: String?
    var outputs: [String]?
    var diagnostic: Diagnostic?
    var diagnostics: [Diagnostic]?
    var status: Int32?
    var renders: Int?
    var rendered: Int?
    var failed: Int?
    var skipped: Int?
    var seconds: Double?
    var files: Int?
  }

  func show(_ event: RenderEvent) {
    switch event {
    case .began(let items): say(Line(event: "begin", renders: items.count))
    case .diagnosed(let item, let result):
      for diagnostic in result.diagnostics {
        let message = diagnostic.message
        say(Line(event: "warning", message: message, diagnostic: diagnostic), of: item)
      }
    case .kept(let item, let frames, let total):
      say(Line(event: "kept", frames: total, finished: frames), of: item)
    case .started(let item, let width, let height, let frames):
      say(Line(event: "start", width: width, height: height, frames: frames), of: item)
    case .progressed(let item, let finished, let total):
      say(Line(event: "frame", frames: total, finished: finished), of: item)
    case .warned(let item, let message): say(Line(event: "warning", message: message), of: item)
    case .finished(let item, let outputs): say(Line(event: "done", outputs: outputs), of: item)
    case .failed(let item, let error): say(line(error), of: item)
    case .ended(let summary):
      say(
        Line(
          event: "end", frames: summary.frames, rendered: summary.rendered,
          failed: summary.failures.count, skipped: summary.skipped,
          seconds: (summary.seconds * 1000).rounded() / 1000))
    case .waiting(let files): say(Line(event: "watch", files: files))
    }
  }

  private func say(_ line: Line, of item: RenderItem) {
    var line = line
    (line.scene, line.row) = (item.path, item.row)
    say(line)
  }

  func show(_ error: any Error) -> ExitStatus {
    say(line(error))
    return ExitStatus(of: error)
  }

  private func say(_ line: Line) {
    guard !isQuiet || ["warning", "error"].contains(line.event) else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(line) else { return }
    Terminal.note(String(decoding: data, as: UTF8.self))
  }

  private func line(_ error: any Error) -> Line {
    var line = Line(event: "error", message: "\(error)", status: ExitStatus(of: error).rawValue)
    guard let result = (error as? InvalidScene)?.result else { return line }
    let errors = result.diagnostics.filter { $0.severity == .error }
    line.message = errors.first?.message ?? "the same mistakes as before"
    line.scene = result.source.path
    line.diagnostics = result.diagnostics
    return line
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

  /// Tells the display why the work failed as well.
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
