import RostrumBase
import RostrumSceneFile
import RostrumSource

/// An event of a job as an object for programs: `{"event": "frame", …}`. The names of events and
/// fields do not change; Batches.md lists them.
public struct RenderEventLine: Encodable, Sendable {
  public let event: String
  private var scene: String?
  private var row: Int?
  private var width: Int?
  private var height: Int?
  private var frames: Int?
  private var finished: Int?
  private var message: String?
  private var outputs: [String]?
  private var diagnostic: Diagnostic?
  private var diagnostics: [Diagnostic]?
  private var status: Int32?
  private var renders: Int?
  private var rendered: Int?
  private var failed: Int?
  private var skipped: Int?
  private var seconds: Double?
  private var files: Int?

  private init(event: String) { self.event = event }

  /// A failure of the whole job, or of one item.
  public init(_ error: any Error) {
    event = "error"
    (message, status) = ("\(error)", ExitStatus(of: error).rawValue)
    guard let result = (error as? InvalidScene)?.result else { return }
    let errors = result.diagnostics.filter { $0.severity == .error }
    message = errors.first?.message ?? "the same mistakes as before"
    scene = result.source.path
    diagnostics = result.diagnostics
  }

  /// One for each event, or for each warning of a scene.
  public static func lines(_ event: RenderEvent) -> [RenderEventLine] {
    switch event {
    case .diagnosed(let item, let result):
      result.diagnostics.map { diagnostic in
        line("warning", item) {
          ($0.message, $0.diagnostic) = (diagnostic.message, diagnostic)
        }
      }
    case .began(let items): [line("begin") { $0.renders = items.count }]
    case .kept(let item, let frames, let total):
      [line("kept", item) { ($0.frames, $0.finished) = (total, frames) }]
    case .started(let item, let width, let height, let frames):
      [line("start", item) { ($0.width, $0.height, $0.frames) = (width, height, frames) }]
    case .progressed(let item, let finished, let total):
      [line("frame", item) { ($0.frames, $0.finished) = (total, finished) }]
    case .warned(let item, let message): [line("warning", item) { $0.message = message }]
    case .finished(let item, let outputs): [line("done", item) { $0.outputs = outputs }]
    case .failed(let item, let error):
      [placed(RenderEventLine(error), item)]
    case .ended(let summary): [line("end") { $0.count(summary) }]
    case .waiting(let files): [line("watch") { $0.files = files }]
    }
  }

  private static func line(
    _ event: String, _ item: RenderItem? = nil, _ fill: (inout RenderEventLine) -> Void
  ) -> RenderEventLine {
    var line = RenderEventLine(event: event)
    fill(&line)
    return item.map { placed(line, $0) } ?? line
  }

  private static func placed(_ line: RenderEventLine, _ item: RenderItem) -> RenderEventLine {
    var line = line
    (line.scene, line.row) = (item.path, item.row)
    return line
  }

  private mutating func count(_ summary: RenderSummary) {
    (frames, rendered, skipped) = (summary.frames, summary.rendered, summary.skipped)
    failed = summary.failures.count
    seconds = (summary.seconds * 1000).rounded() / 1000
  }

  /// One line of JSON, the keys sorted.
  public var text: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }
}
