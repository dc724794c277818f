import RostrumBase
import RostrumSceneFile
import Synchronization

/// A scene that is to be verified, or why it cannot be.
enum OpenOutcome: Sendable {
  case opened(OpenedScene)
  case failed(DiffReport.Entry)

  /// Throws `CancellationError` only.
  init(path: String, _ opener: SceneOpener, _ report: (LoadResult) -> Void) throws {
    try Task.checkCancellation()
    do {
      self = .opened(try opener.open(path))
    } catch {
      self.init(path: path, error, report)
    }
  }

  /// For rows of data that cannot be had.
  init(path: String, _ problem: any Error, _ report: (LoadResult) -> Void) {
    if let error = problem as? InvalidScene {
      report(error.result)
      let lines = DiagnosticFormatter(style: .short).text(for: [error.result])
      self = .failed(Self.entry(path, .wrong, lines.split(separator: "\n").map(String.init)))
    } else {
      self = .failed(Self.entry(path, .unreadable, ["\(problem)"]))
    }
  }

  var opened: OpenedScene? { if case .opened(let opened) = self { opened } else { nil } }

  static func entry(
    _ path: String, _ verdict: DiffReport.Verdict, _ sentences: [String]
  ) -> DiffReport.Entry {
    DiffReport.Entry(
      group: path, name: "", verdict: verdict, sentences: sentences, expected: "", actual: path,
      source: path)
  }
}

/// The files of rows that a run reads, each once.
final class DataTables: Sendable {
  private let known = Mutex<[FilePath: Result<DataTable, any Error>]>([:])

  /// Throws `SceneFileError`, and `InvalidScene` for a file with mistakes.
  func table(_ path: String) throws -> DataTable {
    let file = FilePath(path)
    return try known.withLock { known in
      if let result = known[file] { return result }
      let result = Result<DataTable, any Error> {
        let table = try DataTable.load(path: path)
        if table.hasErrors { throw InvalidScene(result: table.withoutRows) }
        return table
      }
      known[file] = result
      return result
    }.get()
  }
}
