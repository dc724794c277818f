import RostrumBase
import RostrumCanvas
import RostrumImageDiff
import RostrumMedia
import RostrumTiming

/// Compares two folders of pictures and films by the names of their files, several pairs side by
/// side. A file that is neither is named, unless both folders have the same.
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
  func run(titled title: String) async throws -> DiffReport {
    let (old, new) = (Self.names(in: expected), Self.names(in: actual))
    let all = old.union(new).map(\.string).sorted { isOrderedByNumbers($0, $1) }
    var contents: [FilePath: FileContent] = [:]
    for name in all { contents[FilePath(name)] = content(of: name) }
    let names = all.filter { contents[FilePath($0)] != .other }
    guard !names.isEmpty else { throw DiffJob.Problem.noPictures(path: expected) }
    var report = DiffReport(title: title, tolerance: options.tolerance, entries: [])
    report.entries = try await pictures(names.filter { contents[FilePath($0)] != .film }, old, new)
    for name in names where contents[FilePath(name)] == .film {
      let file = FilePath(name)
      try await addFilm(name, old.contains(file), new.contains(file), to: &report)
    }
    report.entries.sort { isOrderedByNumbers($0.name, $1.name) }
    report.notes += notes(of: all.filter { contents[FilePath($0)] == .other })
    return report
  }

  private static func names(in folder: String) -> Set<FilePath> {
    Set(files(below: folder).map { FilePath($0) })
  }

  /// The kind of the files of this name in both folders.
  private func content(of name: String) -> FileContent {
    let found = [expected, actual].map { FileContent("\($0)/\(name)") }
    return found.max() ?? .other
  }

  /// Names the files that nothing can compare, unless they are equal byte by byte.
  private func notes(of names: [String]) -> [String] {
    let unlike = names.filter { name in
      let files = [expected, actual].map { try? readWholeFile("\($0)/\(name)") }
      return files[0] == nil || files[0] != files[1]
    }
    guard !unlike.isEmpty else { return [] }
    let named = list(unlike.map { "'\($0)'" }, most: 8)
    return ["not compared, since neither pictures nor films: \(named)"]
  }

  private func addFilm(
    _ name: String, _ isExpected: Bool, _ isActual: Bool, to report: inout DiffReport
  ) async throws {
    guard isExpected, isActual else {
      report.entries.append(
        try await entry(name, 0, isExpected, isActual, PictureSelection(limit: 0)))
      return
    }
    do {
      var film = try await FilmComparison("\(expected)/\(name)", "\(actual)/\(name)", options)
        .run(titled: name)
      for index in film.entries.indices {
        film.entries[index].group = group
        film.entries[index].name = "\(name), \(film.entries[index].name)"
      }
      report.entries += film.entries
      report.notes += film.notes.map { "\(name): \($0)" }
    } catch let error as any ExitStatusError where error.exitStatus != .shortage {
      report.entries.append(
        DiffReport.Entry(
          group: group, name: name, verdict: .unreadable, sentences: ["\(error)"],
          expected: "\(expected)/\(name)", actual: "\(actual)/\(name)"))
    }
  }

  private var group: String { actual.lastPathComponent }

  private func pictures(
    _ names: [String], _ old: Set<FilePath>, _ new: Set<FilePath>
  ) async throws -> [DiffReport.Entry] {
    var collection = EntryCollection(keptPictures: options.keptPictures)
    let selection = PictureSelection(limit: options.keptPictures)
    try await concurrently(Array(names.enumerated()), jobs: options.jobs) { index, name in
      let (isOld, isNew) = (old.contains(FilePath(name)), new.contains(FilePath(name)))
      return (index, try await entry(name, index, isOld, isNew, selection))
    } take: { index, entry in
      try Task.checkCancellation()
      collection.add(entry, at: index)
    }
    return collection.inOrder
  }

  private func entry(
    _ name: String, _ index: Int, _ isExpected: Bool, _ isActual: Bool,
    _ selection: PictureSelection
  ) async throws -> DiffReport.Entry {
    let pair = PicturePair(
      group: group, name: name,
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
}

/// The paths of all files in a folder and below, or of a file itself.
package func filesBelow(_ path: String) -> [String] {
  isFolder(path) ? files(below: path).map { "\(path)/\($0)" } : [path]
}

/// The paths of all files in a folder and below, relative to it, in no order; hidden ones are left
/// out, and links to folders are not followed, since they may lead back up. Empty for a folder that
/// is not there. (Foundation's own enumerator drops the folder's path wherever it occurs, also in
/// the middle of a file's.)
func files(below folder: String) -> [String] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return names.filter { !$0.hasBeginning(".") }.flatMap { name -> [String] in
    let path = "\(folder)/\(name)"
    guard isThere(path) else { return [] }
    return isFolder(path) && !isLink(path) ? files(below: path).map { "\(name)/\($0)" } : [name]
  }
}
