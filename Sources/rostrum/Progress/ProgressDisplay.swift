import ArgumentParser
import Foundation
import RostrumKit
import Synchronization

/// How progress is shown.
enum ProgressStyle: String, CaseIterable, ExpressibleByArgument {
  /// A bar on a terminal, plain lines elsewhere.
  case auto
  case plain
  /// One JSON object a line, on the standard error output.
  case json
  case none

  /// `formatter` shows what is doubtful in scene files.
  func display(_ formatter: DiagnosticFormatter) -> any ProgressDisplay {
    let silent = SilentProgress(formatter: formatter)
    return switch self {
    case .auto where Terminal.isInteractive: ProgressBar(plain: PlainProgress(silent: silent))
    case .auto, .plain: PlainProgress(silent: silent)
    case .json: JSONProgress()
    case .none: silent
    }
  }
}

/// Shows what happens during a render. Called from several threads.
protocol ProgressDisplay: Sendable {
  func show(_ event: RenderEvent)
}

/// Warnings only: what `--progress none` and `--quiet` leave.
struct SilentProgress: ProgressDisplay {
  let formatter: DiagnosticFormatter

  func show(_ event: RenderEvent) {
    switch event {
    case .diagnosed(let result): Terminal.note(formatter.text(for: [result]), terminator: "")
    case .warned(let scene, let message): Terminal.note("\(scene): warning: \(message)")
    case .started, .progressed, .finished: break
    }
  }
}

/// A line when a scene begins and one when it is finished.
struct PlainProgress: ProgressDisplay {
  let silent: SilentProgress

  func show(_ event: RenderEvent) {
    switch event {
    case .started(let scene, let width, let height, let frames):
      Terminal.note("\(scene): \(frames) frame\(frames == 1 ? "" : "s") of \(width)x\(height)")
    case .progressed: break
    case .diagnosed, .warned: silent.show(event)
    case .finished(let scene, let outputs):
      for output in outputs { Terminal.note("\(scene): wrote \(output)") }
    }
  }
}

/// One bar for the scene at hand: how far it is, how fast it goes, how long it will take.
final class ProgressBar: ProgressDisplay {
  private struct State {
    var start = ContinuousClock.now
    var lastDrawn = ContinuousClock.now
  }

  private let plain: PlainProgress
  private let state = Mutex(State())

  init(plain: PlainProgress) { self.plain = plain }

  func show(_ event: RenderEvent) {
    switch event {
    case .started: state.withLock { $0 = State() }
    case .progressed(let scene, let finished, let total): draw(scene, finished, total)
    case .finished:
      Terminal.clear()
      plain.show(event)
    case .diagnosed, .warned: plain.show(event)
    }
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
    let filled = 24 * finished / max(total, 1)
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
    return
      "\(scene) \(bar) \(finished)/\(total)  \(Int(rate)) frames/s  \(Int(left.rounded(.up))) s left"
  }
}

/// One object a line, for scripts: `{"event": "frame", …}`.
struct JSONProgress: ProgressDisplay {
  private struct Line: Encodable {
    var event: String
    var scene: String
    var width: Int?
    var height: Int?
    var frames: Int?
    var finished: Int?
    var message: String?
    var outputs: [String]?
  }

  func show(_ event: RenderEvent) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for line in lines(event) {
      guard let data = try? encoder.encode(line) else { continue }
      Terminal.note(String(decoding: data, as: UTF8.self))
    }
  }

  private func lines(_ event: RenderEvent) -> [Line] {
    guard case .diagnosed(let result) = event else { return [line(event)] }
    let formatter = DiagnosticFormatter(style: .short)
    return result.diagnostics.map {
      Line(event: "warning", scene: $0.range.file, message: formatter.shortText(for: $0))
    }
  }

  private func line(_ event: RenderEvent) -> Line {
    switch event {
    case .diagnosed(let result): Line(event: "warning", scene: result.source.path)
    case .started(let scene, let width, let height, let frames):
      Line(event: "start", scene: scene, width: width, height: height, frames: frames)
    case .progressed(let scene, let finished, let total):
      Line(event: "frame", scene: scene, frames: total, finished: finished)
    case .warned(let scene, let message): Line(event: "warning", scene: scene, message: message)
    case .finished(let scene, let outputs): Line(event: "done", scene: scene, outputs: outputs)
    }
  }
}
