import RostrumBase
import RostrumMedia

/// The commits that wrote the lines of scenes whose pictures differ, where there is a repository of
/// Git: `git blame` of the line that declares what changed. What Git is asked, `GitRepository`
/// says.
struct LineHistory {
  /// Each question costs a program's run: more scenes than that differ for a common reason.
  private static let most = 20

  /// Adds a sentence to each pair that fails and whose line is known.
  func add(to entries: inout [DiffReport.Entry]) {
    var known: [FilePath: (line: Int, text: String)?] = [:]
    for index in entries.indices {
      let entry = entries[index]
      guard entry.verdict.isFailure, let path = entry.source, !entry.lines.isEmpty else {
        continue
      }
      let place = FilePath("\(path):\(entry.lines)")
      if known[place] == nil, known.count < Self.most {
        known[place] = .some(sentence(path, entry.lines))
      }
      if let sentence = known[place] ?? nil {
        entries[index].line = sentence.line
        entries[index].sentences.append("\(path):\(sentence.line) \(sentence.text)")
      }
    }
  }

  /// A sentence about the most recently changed line among the possible causes.
  private func sentence(_ path: String, _ lines: [Int]) -> (line: Int, text: String)? {
    let repository = GitRepository(folder: path.folderOfPath)
    let lines = lines.prefix(20)
    guard let bytes = try? readWholeFile(path),
      let committed = repository.committedText(of: path.lastPathComponent)
    else { return nil }
    let origins = LineOrigins(of: bytes, in: committed)
    if let open = lines.first(where: { origins[$0] == nil }) {
      return (open, "was changed and is not committed")
    }
    let numbers = lines.compactMap { origins[$0] }
    guard let first = numbers.min(), let last = numbers.max(),
      let text = repository.blame(path.lastPathComponent, lines: first...last),
      let newest = BlamedLine.newest(in: text, among: numbers, order: repository.latest),
      let shown = lines.first(where: { origins[$0] == newest.line })
    else { return nil }
    let commit = newest.commit
    if commit.isBoundary, repository.isShallow {
      return (shown, "was changed before this shallow clone begins: fetch the whole history")
    }
    let day = Date(timeIntervalSince1970: commit.time).formatted(.iso8601.year().month().day())
    let facts = [String(commit.name.prefix(10)), day, commit.author].joined(separator: ", ")
    return (shown, "was last changed by \(facts): \(commit.summary)")
  }
}

/// A line of the output of `git blame --porcelain`.
private struct BlamedLine {
  struct Commit {
    let name: String
    var author = ""
    /// In seconds since 1970.
    var time = 0.0
    var summary = ""
    var isBoundary = false
  }

  let line: Int
  let commit: Commit

  /// The first of the most recently changed lines. `order` is the order of commits within the same
  /// second.
  static func newest(
    in text: String, among numbers: [Int], order: ([String]) -> String?
  ) -> BlamedLine? {
    var commits: [String: Commit] = [:]
    var lines: [(line: Int, commit: String)] = []
    var name = ""
    for row in text.split(separator: "\n") {
      let words = row.split(separator: " ", maxSplits: 1).map(String.init)
      let value = words.count > 1 ? words[1] : ""
      switch words[0] {
      case _ where row.hasPrefix("\t"): continue
      case "author": commits[name]?.author = value
      case "author-time": commits[name]?.time = Double(value) ?? 0
      case "summary": commits[name]?.summary = value
      case "boundary": commits[name]?.isBoundary = true
      case let word where word.count >= 40 && word.allSatisfy(\.isHexDigit):
        name = word
        if commits[name] == nil { commits[name] = Commit(name: name) }
        let numbers = value.split(separator: " ").compactMap { Int($0) }
        if numbers.count > 1 { lines.append((numbers[1], name)) }
      default: continue
      }
    }
    let wanted = Set(numbers)
    let blamed = lines.filter { wanted.contains($0.line) }.compactMap { line, name in
      commits[name].map { BlamedLine(line: line, commit: $0) }
    }
    let newest = blamed.map(\.commit.time).max()
    let last = blamed.filter { $0.commit.time == newest }
    let names = Set(last.map(\.commit.name)).sorted()
    guard names.count > 1, let latest = order(names) else { return last.first }
    return last.first { $0.commit.name == latest } ?? last.first
  }
}
