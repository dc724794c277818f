import ArgumentParser
import RostrumBase
import RostrumKit
import RostrumMedia
import RostrumOutput
import RostrumSource
import Synchronization

/// How progress is shown.
enum ProgressStyle: String, CaseIterable, ExpressibleByArgument {
  /// A bar on a terminal, plain lines elsewhere.
  case auto
  case plain
  /// One JSON object a line, on the standard error output.
  case json
  /// Lines for a runner of the Open Job Description, on the standard output.
  case openjd
  case none

  /// `formatter` formats the warnings of scene files. A quiet display shows only errors and
  /// warnings, in the same style.
  func display(_ formatter: DiagnosticFormatter, isQuiet: Bool = false) -> any ProgressDisplay {
    let silent = SilentProgress(formatter: formatter)
    if isQuiet, self != .json { return silent }
    return switch self {
    case .auto where Terminal.isInteractive: ProgressBar(plain: PlainProgress(silent: silent))
    case .auto, .plain: PlainProgress(silent: silent)
    case .json: JSONProgress(isQuiet: isQuiet)
    case .openjd: OpenJobProgress(silent: silent)
    case .none: silent
    }
  }
}

/// Shows what happens during a render. Called from several threads.
protocol ProgressDisplay: Sendable {
  func show(_ event: RenderEvent)
  /// Says why the work has failed, where that is not said by everybody who fails.
  func fail(_ message: String)
  /// Shows the error that has ended everything.
  func show(_ error: any Error) -> ExitStatus
}

/// Warnings only: what `--progress none` and `--quiet` leave.
struct SilentProgress: ProgressDisplay {
  let formatter: DiagnosticFormatter

  func show(_ event: RenderEvent) {
    switch event {
    case .diagnosed(_, let result): Terminal.record(formatter.text(for: [result]), terminator: "")
    case .warned(let item, let message): Terminal.note("\(item): warning: \(message)")
    case .failed(let item, let error): show(error, of: item)
    case .began, .kept, .started, .progressed, .finished, .ended, .waiting: break
    }
  }

  func show(_ error: any Error) -> ExitStatus { explain(error, formatter) }

  /// Mistakes in files name their place; other errors are shown with their scene.
  private func show(_ error: any Error, of item: RenderItem) {
    if error is MediaError || item.row != nil && !(error is InvalidScene) {
      Terminal.note("error: \(item): \(error)")
    } else {
      _ = explain(error, formatter)
    }
  }
}

/// A line when a scene begins and one when it is finished.
struct PlainProgress: ProgressDisplay {
  let silent: SilentProgress

  func show(_ event: RenderEvent) {
    switch event {
    case .started(let item, let width, let height, let frames):
      Terminal.note("\(item): \(frames) frame\(frames == 1 ? "" : "s") of \(width)x\(height)")
    case .kept(let item, let frames, let total):
      Terminal.note("\(item): \(total - frames) of \(total) frames are drawn, the others are kept")
    case .finished(let item, let outputs):
      for output in outputs { Terminal.note("\(item): wrote \(output)") }
    case .ended(let summary) where summary.count > 1: Terminal.note(summary.text)
    case .waiting(let files):
      Terminal.note("watching \(files) file\(files == 1 ? "" : "s"); ctrl-C ends it")
    case .began, .diagnosed, .progressed, .warned, .failed, .ended: silent.show(event)
    }
  }

  func show(_ error: any Error) -> ExitStatus { silent.show(error) }
}

/// One bar for the scene at hand, or for a whole job of several: how far it is, how fast it goes,
/// how long it will take.
final class ProgressBar: ProgressDisplay {
  private struct State {
    var start = ContinuousClock.now
    var lastDrawn = ContinuousClock.now
    /// How many renders there are and were in the whole job, and how many frames.
    var renders = 1
    var done = 0
    var frames = 0
  }

  private let plain: PlainProgress
  private let state = Mutex(State())

  init(plain: PlainProgress) { self.plain = plain }

  func show(_ event: RenderEvent) {
    switch event {
    case .began(let items): state.withLock { $0 = State(renders: items.count) }
    case .progressed where hasSeveral: count(frames: 1)
    case .started where hasSeveral: break
    case .finished(_, let outputs) where hasSeveral:
      if !outputs.isEmpty { count(renders: 1) }
    case .started: state.withLock { $0 = State() }
    case .progressed(let item, let finished, let total): draw("\(item)", finished, total)
    case .failed:
      Terminal.clear()
      plain.show(event)
      count(renders: 1)
    case .diagnosed, .kept: plain.show(event)
    case .warned, .finished, .ended, .waiting:
      Terminal.clear()
      plain.show(event)
    }
  }

  func show(_ error: any Error) -> ExitStatus { plain.show(error) }

  private var hasSeveral: Bool { state.withLock { $0.renders > 1 } }

  private func count(frames: Int = 0, renders: Int = 0) {
    state.withLock { state in
      state.frames += frames
      state.done += renders
      let now = ContinuousClock.now
      guard now - state.lastDrawn > .milliseconds(100) else { return }
      state.lastDrawn = now
      let seconds = (now - state.start) / .seconds(1)
      let line =
        "\(Self.bar(state.done, state.renders)) \(state.done)/\(state.renders)  \(state.frames) frames  \(Int(Double(state.frames) / max(seconds, 0.001))) frames/s"
      Terminal.draw(String(line.prefix(Terminal.width - 1)))
    }
  }

  private static func bar(_ done: Int, _ total: Int) -> String {
    let filled = 24 * min(done, total) / max(total, 1)
    return String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
  }

  private func draw(_ scene: String, _ finished: Int, _ total: Int) {
    state.withLock { state in
      let now = ContinuousClock.now
      guard finished == total || now - state.lastDrawn > .milliseconds(100) else { return }
      state.lastDrawn = now
      let line = line(scene, finished, total, seconds: (now - state.start) / .seconds(1))
      Terminal.draw(String(line.prefix(Terminal.width - 1)))
    }
  }

  private func line(_ scene: String, _ finished: Int, _ total: Int, seconds: Double) -> String {
    let rate = seconds > 0 ? Double(finished) / seconds : 0
    let left = rate > 0 ? Double(total - finished) / rate : 0
    return
      "\(scene) \(Self.bar(finished, total)) \(finished)/\(total)  \(Int(rate)) frames/s  \(Int(left.rounded(.up))) s left"
  }
}

extension RenderSummary {
  /// One line for people.
  fileprivate var text: String {
    var parts = ["\(rendered) rendered"]
    if !failures.isEmpty { parts.append("\(failures.count) failed") }
    if skipped > 0 { parts.append("\(skipped) not begun") }
    let time = seconds.fixed(1)
    return parts.joined(separator: ", ") + "; \(frames) frame\(frames == 1 ? "" : "s") in \(time) s"
  }
}
