import SceneFile

/// One thing that a batch renders: a scene, with a row of data or without.
public struct BatchItem: Hashable, Sendable, CustomStringConvertible {
  /// Of the scene file, as the user wrote it.
  public let path: String
  /// The row's number, from 1; `nil` without data.
  public let row: Int?
  /// The item's place in the batch, from 0.
  public let index: Int

  public var description: String { row.map { "\(path) row \($0)" } ?? path }
}

/// What happens during a batch, for progress displays and logs.
public enum BatchEvent: Sendable {
  /// These will be rendered: every scene with every row of data.
  case began([BatchItem])
  /// Something doubtful that is about no single scene: the file, and what is wrong.
  case warned(path: String, message: String)
  /// What happens to one of them.
  case rendering(BatchItem, RenderEvent)
  /// One could not be rendered; the others go on.
  case failed(BatchItem, any Error)
  case ended(BatchSummary)
  /// Nothing more happens until one of so many files changes: see `WatchJob`.
  case waiting(files: Int)
}

/// What became of a batch.
public struct BatchSummary: Sendable {
  public struct Failure: Sendable {
    public let item: BatchItem
    public let error: any Error
  }

  /// How many there were to render.
  public let count: Int
  public internal(set) var rendered = 0
  /// In the order of the batch.
  public internal(set) var failures: [Failure] = []
  /// How many frames were finished, also of what failed later.
  public internal(set) var frames = 0
  public internal(set) var seconds = 0.0

  /// What was not begun, as another had failed before.
  public var skipped: Int { count - rendered - failures.count }
}

/// What would be rendered.
public struct BatchListing: Sendable {
  public let item: BatchItem
  public let outputs: [String]
  /// How many frames there are; or why the item cannot be rendered.
  public let frames: Result<Int, any Error>
}
