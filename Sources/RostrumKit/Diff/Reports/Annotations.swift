import Base
public import Media

/// The form in which failures are told to the server that runs a comparison.
public enum AnnotationForm: String, Sendable, CaseIterable {
  case none
  /// Workflow commands of GitHub Actions, which shows them beside a pull request's files.
  case github
  /// A line each, as compilers write them: `scene.yaml:12: error: text`.
  case plain
}

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

  /// In the order of the entries, each group once.
  private var failedGroups: [Failures] {
    var names: [String] = []
    var seen = Set<String>()
    for entry in failures where seen.insert(entry.group).inserted { names.append(entry.group) }
    let all = Dictionary(grouping: entries, by: \.group)
    return names.map { name in
      let group = all[name] ?? []
      return Failures(
        group: name, entries: group.filter(\.verdict.isFailure), count: group.count)
    }
  }

  /// A line for each group with failures, with the file and the line that say what changed.
  public func annotations(_ form: AnnotationForm) -> String {
    failedGroups.compactMap { group in
      guard let entry = group.shown else { return nil }
      switch form {
      case .none: return nil
      case .github:
        let file = entry.source.map { "file=\(workflowText($0, isProperty: true))," } ?? ""
        let line = entry.line.map { "line=\($0)," } ?? ""
        let title = workflowText(group.title, isProperty: true)
        let text = workflowText(entry.sentences.joined(separator: "\n"), isProperty: false)
        return "::error \(file)\(line)title=\(title)::\(text)\n"
      case .plain:
        let place = (entry.source ?? entry.actual) + (entry.line.map { ":\($0)" } ?? "")
        return "\(place): error: \(([group.title] + entry.sentences).joined(separator: "; "))\n"
      }
    }.joined()
  }

  /// Workflow commands take one line; properties end at colons and commas.
  private func workflowText(_ text: String, isProperty: Bool) -> String {
    let line = text.replacing("%", with: "%25").replacing("\r", with: "%0D")
      .replacing("\n", with: "%0A")
    return isProperty ? line.replacing(":", with: "%3A").replacing(",", with: "%2C") : line
  }

  /// Markdown for the summary of a job: the counts, and a row for each group with failures.
  public var markdown: String {
    let rows = failedGroups.map { group in
      let entry = group.shown
      let finding = entry?.changes.first?.sentence ?? entry?.sentences.first ?? ""
      let place = (entry?.source ?? group.group) + (entry?.line.map { ":\($0)" } ?? "")
      let words = "\(entry?.verdict.words ?? "") (\(group.entries.count) of \(group.count))"
      return "| " + [place, words, finding].map(cell).joined(separator: " | ") + " |\n"
    }
    let table = rows.isEmpty ? "" : "\n| scene | result | what changed |\n| --- | --- | --- |\n"
    return "### \(title)\n\n\(summary)\n" + table + rows.joined()
  }

  private func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("\n", with: " ").replacing("<", with: "&lt;")
  }

  /// GitLab's Code Quality report: an issue for each group with failures.
  public var codeQuality: String {
    let issues = failedGroups.compactMap { group -> JSONText? in
      guard let entry = group.shown else { return nil }
      var digester = Digester()
      digester.combine("\(group.group) \(entry.name) \(entry.verdict)")
      let text = ([group.title] + entry.sentences).joined(separator: "; ")
      return .object([
        ("description", .string(text)), ("check_name", .string("rostrum-\(entry.verdict)")),
        ("fingerprint", .string("\(digester.digest)")), ("severity", .string("major")),
        (
          "location",
          .object([
            ("path", .string(entry.source ?? entry.actual)),
            ("lines", .object([("begin", .integer(entry.line ?? 1))])),
          ])
        ),
      ])
    }
    return JSONText.array(issues).text() + "\n"
  }

  /// Adds the Markdown to the end of a file. Throws `MediaError`.
  public func appendMarkdown(to path: String) throws {
    let old = FileManager.default.fileExists(atPath: path) ? try readWholeFile(path) : []
    try writeWholeFile(old + Array(markdown.utf8), to: path)
  }

  /// Writes the Code Quality report to a file. Throws `MediaError`.
  public func writeCodeQuality(to path: String) throws(MediaError) {
    try createFolder(ofOutput: path)
    try writeWholeFile(Array(codeQuality.utf8), to: path)
  }
}
