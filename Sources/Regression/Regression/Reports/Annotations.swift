import RostrumBase
import RostrumMedia

extension DiffReport {
  /// The failures of one scene, folder or video.
  private struct Failures {
    let group: String
    let entries: [Entry]
    /// How many pairs the group has.
    let count: Int

    /// The first that knows its line, else the first.
    var shown: Entry? { entries.first { $0.line != nil } ?? entries.first }

    var title: String {
      let words = shown?.verdict.words ?? ""
      guard entries.count > 1 else { return "\(shown?.title ?? group): \(words)" }
      return "\(group): \(entries.count) of \(count), \(words)"
    }
  }

  /// In the order of the first failures, each group once.
  private var failedGroups: [Failures] {
    let counts = Dictionary(entries.map { (FilePath($0.group), 1) }, uniquingKeysWith: +)
    return failures.groups.map { name, failures in
      Failures(group: name, entries: failures, count: counts[FilePath(name)] ?? 0)
    }
  }

  /// A finding for each group with failures, with the file and the line that say what changed.
  public var findings: FindingReport {
    FindingReport(
      failedGroups.compactMap { group in
        group.shown.map { entry in
          Finding(
            level: .error, rule: entry.verdict.rawValue, path: entry.source ?? entry.actual,
            line: entry.line, title: group.title,
            text: entry.sentences.joined(separator: "\n"),
            identity: "\(group.group) \(entry.name)")
        }
      })
  }

  /// A line for each group with failures.
  public func annotations(_ form: AnnotationForm) -> String { findings.annotations(form) }

  /// GitLab's Code Quality report: an issue for each group with failures.
  public var codeQuality: String { findings.codeQuality }

  /// The maximum number of table rows in a comment on a pull request.
  private static let mostRows = 100

  /// Markdown for the summary of a job: the counts, and a row for each group with failures, at
  /// most a hundred.
  public var markdown: String {
    let groups = failedGroups
    let rows = groups.prefix(Self.mostRows).map { group in
      let entry = group.shown
      let finding = entry?.changes.first?.sentence ?? entry?.sentences.first ?? ""
      let place = (entry?.source ?? group.group) + (entry?.line.map { ":\($0)" } ?? "")
      let words = "\(entry?.verdict.words ?? "") (\(group.entries.count) of \(group.count))"
      return "| " + [place, words, finding].map(Escaping.markdown).joined(separator: " | ")
        + " |\n"
    }
    let table = rows.isEmpty ? "" : "\n| scene | result | what changed |\n| --- | --- | --- |\n"
    let more = groups.count - rows.count
    let heading = "### \(Escaping.markdown(title))\n\n\(Escaping.markdown(summary))\n"
    return heading + table + rows.joined()
      + (more > 0 ? "\n\(more) more are in the report.\n" : "")
  }

  /// Adds the Markdown to the end of a file. Throws `MediaError`.
  public func appendMarkdown(to path: String) throws {
    let old = FileManager.default.fileExists(atPath: path) ? try readWholeFile(path) : []
    try writeWholeFile(old + Array(markdown.utf8), to: path)
  }
}
