import Foundation
import Media

/// Compares two folders of frames by the names of their files, several pairs side by side.
struct FolderComparison: Sendable {
  private let expected: String
  private let actual: String
  private let options: DiffOptions

  init(_ expected: String, _ actual: String, _ options: DiffOptions) {
    self.expected = expected
    self.actual = actual
    self.options = options
  }

  /// Memory is that of `jobs` pairs and of the kept pictures, however many frames there are.
  func run() async throws -> [DiffReport.Entry] {
    let (old, new) = (Set(Self.pictures(in: expected)), Set(Self.pictures(in: actual)))
    let names = old.union(new).sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    guard !names.isEmpty else { throw DiffJob.Problem.noPictures(path: expected) }
    var collection = EntryCollection(keptPictures: options.keptPictures)
    let selection = PictureSelection(limit: options.keptPictures)
    var next = 0
    try await withThrowingTaskGroup(of: (Int, DiffReport.Entry).self) { group in
      func start() {
        guard next < names.count else { return }
        let (index, name) = (next, names[next])
        let (isOld, isNew) = (old.contains(name), new.contains(name))
        group.addTask { (index, try await entry(name, index, isOld, isNew, selection)) }
        next += 1
      }
      for _ in 0..<max(1, options.jobs) { start() }
      while let (index, entry) = try await group.next() {
        try Task.checkCancellation()
        collection.add(entry, at: index)
        start()
      }
    }
    return collection.inOrder
  }

  private func entry(
    _ name: String, _ index: Int, _ isExpected: Bool, _ isActual: Bool,
    _ selection: PictureSelection
  ) async throws -> DiffReport.Entry {
    let pair = PicturePair(
      group: URL(filePath: actual).lastPathComponent, name: name,
      expected: "\(expected)/\(name)", actual: "\(actual)/\(name)", index: index)
    guard isExpected, isActual else {
      let (folder, other) = isExpected ? (actual, expected) : (expected, actual)
      return DiffReport.Entry(
        group: pair.group, name: name, verdict: .missing,
        sentences: ["'\(name)' is in '\(other)', but not in '\(folder)'"],
        expected: pair.expected, actual: pair.actual)
    }
    do {
      return try await pair.compared(options, selection)
    } catch let error as MediaError where !error.isShortage {
      return DiffReport.Entry(
        group: pair.group, name: name, verdict: .unreadable, sentences: ["\(error)"],
        expected: pair.expected, actual: pair.actual)
    }
  }

  /// PNG files in the folder and below, by their paths inside it.
  private static func pictures(in folder: String) -> [String] {
    files(below: folder).filter { $0.lowercased().hasSuffix(".png") }
  }
}
