public import RostrumBase

/// Draws figures, and draws each again whenever a file changes that it was made of.
public struct FigureWatch: Sendable {
  private let figures: [String]

  /// `figures` are the paths of their files.
  public init(_ figures: [String]) { self.figures = figures }

  /// Never returns. `draw` draws the figure of a file, reports its mistakes, and says which files
  /// it has read; `waiting` gets their number when nothing is left to draw. Throws
  /// `CancellationError`.
  public func run(
    draw: (String) async throws -> Set<FilePath>, waiting: (Int) -> Void
  ) async throws -> Never {
    let (files, events) = (WatchedFiles(), FolderEvents())
    var read: [String: Set<FilePath>] = [:]
    var next = figures
    while true {
      for figure in next {
        try Task.checkCancellation()
        let start = Date()
        let found = try await draw(figure).union([FilePath.resolved(figure)])
        read[figure] = found
        files.add(found, readSince: start)
      }
      if files.changed.isEmpty { waiting(files.count) }
      let changed = try await files.settled(events)
      next = figures.filter { read[$0].map { !$0.isDisjoint(with: changed) } ?? true }
    }
  }
}
