import RostrumBase

/// Paths as other machines and servers understand them: relative to a folder that both have.
struct ReportPaths: Sendable {
  /// The working folder, with a slash at its end.
  private let here: String
  /// The repository's folder, with a slash at its end; the working folder where there is none.
  private let root: String

  init(
    here: String = FileManager.default.currentDirectoryPath,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let here = here.hasSuffix("/") ? here : here + "/"
    self.here = here
    let named = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].compactMap { environment[$0] }
      .map { $0.hasSuffix("/") ? $0 : $0 + "/" }
      .first { here.hasPrefix($0) }
    root = named ?? Self.repository(around: here) ?? here
  }

  private static func repository(around folder: String) -> String? {
    var parts = folder.split(separator: "/")
    while !parts.isEmpty {
      let path = "/" + parts.joined(separator: "/") + "/"
      if FileManager.default.fileExists(atPath: path + ".git") { return path }
      parts.removeLast()
    }
    return nil
  }

  /// Relative to the working folder, where the path leads into it.
  func inWorkingFolder(_ path: String) -> String {
    path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }

  /// The same for every path in a sentence.
  func sentenceInWorkingFolder(_ sentence: String) -> String {
    ["'", " ", "("].reduce(inWorkingFolder(sentence)) { text, mark in
      text.replacing(mark + here, with: mark)
    }
  }

  /// Relative to the repository, where the path leads into it: as servers name files.
  func inRepository(_ path: String) -> String {
    let plain = "/" + Self.names(of: path, in: here).joined(separator: "/")
    return plain.hasPrefix(root) ? String(plain.dropFirst(root.count)) : path
  }

  /// The names from the root to a file, by their spelling alone.
  private static func names(of path: String, in here: String) -> [String] {
    var names: [String] = []
    for name in (path.isAbsolutePath ? path : "\(here)/\(path)").pathComponents where name != "." {
      if name == "..", !names.isEmpty { names.removeLast() } else { names.append(name) }
    }
    return names
  }

  /// The way from a folder to a file.
  static func way(to file: String, from folder: String) -> String {
    let here = FileManager.default.currentDirectoryPath
    let (target, start) = (names(of: file, in: here), names(of: folder, in: here))
    let common = zip(target, start).prefix { FilePath($0) == FilePath($1) }.count
    let up = Array(repeating: "..", count: start.count - common)
    return (up + target[common...]).joined(separator: "/")
  }
}

extension DiffReport {
  /// A path as records and reports name it: relative to the working folder, where it leads into it.
  public static func pathInWorkingFolder(_ path: String) -> String {
    ReportPaths().inWorkingFolder(path)
  }

  /// The same report without absolute paths into the working folder: it is read on other machines.
  public func withRelativePaths() -> DiffReport {
    let paths = ReportPaths()
    var report = self
    report.title = paths.sentenceInWorkingFolder(title)
    for index in entries.indices {
      let entry = entries[index]
      report.entries[index].group = paths.inWorkingFolder(entry.group)
      report.entries[index].expected = paths.inWorkingFolder(entry.expected)
      report.entries[index].actual = paths.inWorkingFolder(entry.actual)
      report.entries[index].source = entry.source.map(paths.inWorkingFolder)
      report.entries[index].sentences = entry.sentences.map(paths.sentenceInWorkingFolder)
    }
    report.notes = notes.map(paths.sentenceInWorkingFolder)
    return report
  }
}
