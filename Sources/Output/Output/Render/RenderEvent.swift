import RostrumBase
public import RostrumSceneFile

/// One thing that a job renders: a scene, with a row of data or without.
public struct RenderItem: Hashable, Sendable, CustomStringConvertible {
  private let file: FilePath
  /// The row's number, from 1; `nil` without data.
  public let row: Int?
  /// The item's place in the job, from 0.
  public let index: Int

  public init(path: String, row: Int? = nil, index: Int = 0) {
    (file, self.row, self.index) = (FilePath(path), row, index)
  }

  /// The path of the scene file, as the user wrote it.
  public var path: String { file.string }

  public var description: String { row.map { "\(path) row \($0)" } ?? path }
}

/// An event of a job, for progress displays and logs.
///
/// Items are rendered in parallel, so their events mix; the events of one item keep their order.
public enum RenderEvent: Sendable {
  /// These will be rendered: every scene with every row of data.
  case began([RenderItem])
  /// The scene can be rendered, but the file has doubtful places.
  case diagnosed(RenderItem, LoadResult)
  /// The number of an item's frames kept from an earlier run. The item has not started yet.
  case kept(RenderItem, frames: Int, of: Int)
  /// An item starts: its size in pixels, and how many frames will be made.
  case started(RenderItem, width: Int, height: Int, frames: Int)
  /// The number of an item's finished frames.
  case progressed(RenderItem, finished: Int, of: Int)
  /// A warning; the result is complete. For a warning about the data table, the item's path is the
  /// table's.
  case warned(RenderItem, message: String)
  /// An item is finished, checked, and in place at these paths.
  case finished(RenderItem, outputs: [String])
  /// An item could not be rendered; the others go on.
  case failed(RenderItem, any Error)
  /// Nothing more happens.
  case ended(RenderSummary)
  /// Idle until one of `files` files changes: see `WatchJob`.
  case waiting(files: Int)
}

/// The outcome of a job.
public struct RenderSummary: Sendable {
  /// An item that could not be rendered.
  public struct Failure: Sendable {
    public let item: RenderItem
    public let error: any Error
  }

  /// How many items there were to render.
  public let count: Int
  public internal(set) var rendered = 0
  /// In the order of the job.
  public internal(set) var failures: [Failure] = []
  /// How many frames were finished, also of items that failed later.
  public internal(set) var frames = 0
  public internal(set) var seconds = 0.0

  /// How many items were not begun, as another had failed before.
  public var skipped: Int { count - rendered - failures.count }
}

/// A job of which some items could not be rendered, after all others are finished. Each was
/// reported by `RenderEvent.failed`.
public struct IncompleteRender: Error, Sendable, CustomStringConvertible {
  /// With one failure at least.
  public let summary: RenderSummary

  public var description: String {
    let first = summary.failures.first.map { "\($0.item): \($0.error)" } ?? ""
    let count = summary.failures.count
    return count > 1 ? "\(count) of \(summary.count) renders failed; first \(first)" : first
  }
}

/// An item with its results, before it is rendered.
public struct RenderPreview: Sendable {
  public let item: RenderItem
  public let outputs: [String]
  /// How many frames there are; or why the item cannot be rendered.
  public let frames: Result<Int, any Error>
}
