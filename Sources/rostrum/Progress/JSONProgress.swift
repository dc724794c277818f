import Foundation
import RostrumKit

/// One object a line, for scripts: `{"event": "frame", …}`. The names of events and fields do not change; Batches.md lists them.
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

  func show(_ event: BatchEvent) {
    switch event {
    case .began(let items): say(Line(event: "begin", renders: items.count))
    case .warned(let path, let message):
      say(Line(event: "warning", scene: path, message: message))
    case .rendering(let item, let event):
      for var line in lines(event) {
        (line.scene, line.row) = (item.path, item.row)
        say(line)
      }
    case .failed(let item, let error):
      var line = self.line(error)
      (line.scene, line.row) = (item.path, item.row)
      say(line)
    case .ended(let summary):
      say(
        Line(
          event: "end", frames: summary.frames, rendered: summary.rendered,
          failed: summary.failures.count, skipped: summary.skipped,
          seconds: (summary.seconds * 1000).rounded() / 1000))
    case .waiting(let files): say(Line(event: "watch", files: files))
    }
  }

  func show(_ event: RenderEvent) { lines(event).forEach(say) }

  func show(_ error: any Error) -> ExitStatus {
    say(line(error))
    return status(of: error)
  }

  private func say(_ line: Line) {
    guard !isQuiet || ["warning", "error"].contains(line.event) else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(line) else { return }
    Terminal.note(String(decoding: data, as: UTF8.self))
  }

  private func line(_ error: any Error) -> Line {
    var line = Line(event: "error", message: "\(error)", status: status(of: error).rawValue)
    guard let result = (error as? InvalidScene)?.result else { return line }
    let errors = result.diagnostics.filter { $0.severity == .error }
    line.message = errors.first?.message ?? "the same mistakes as before"
    line.scene = result.source.path
    line.diagnostics = result.diagnostics
    return line
  }

  private func lines(_ event: RenderEvent) -> [Line] {
    switch event {
    case .diagnosed(let result):
      result.diagnostics.map {
        Line(
          event: "warning", scene: result.source.path, message: $0.message, diagnostic: $0)
      }
    case .started(let scene, let width, let height, let frames):
      [Line(event: "start", scene: scene, width: width, height: height, frames: frames)]
    case .kept(let scene, let frames, let total):
      [Line(event: "kept", scene: scene, frames: total, finished: frames)]
    case .progressed(let scene, let finished, let total):
      [Line(event: "frame", scene: scene, frames: total, finished: finished)]
    case .warned(let scene, let message):
      [Line(event: "warning", scene: scene, message: message)]
    case .finished(let scene, let outputs):
      [Line(event: "done", scene: scene, outputs: outputs)]
    }
  }
}
