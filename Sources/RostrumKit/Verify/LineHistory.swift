import Base
import Media

/// The commits that wrote the lines of scenes whose pictures differ, where there is a repository of
/// Git: `git blame` of the line that declares what changed.
struct LineHistory {
  /// Each question costs a program's run: more scenes than that differ for a common reason.
  private static let most = 20

  /// Adds a sentence to each pair that fails and whose line is known.
  func add(to entries: inout [DiffReport.Entry]) {
    var known: [String: (line: Int, text: String)?] = [:]
    for index in entries.indices {
      let entry = entries[index]
      guard entry.verdict.isFailure, let path = entry.source, !entry.lines.isEmpty else {
        continue
      }
      let place = "\(path):\(entry.lines)"
      if known[place] == nil, known.count < Self.most {
        known[place] = .some(sentence(path, entry.lines))
      }
      if let sentence = known[place] ?? nil {
        entries[index].line = sentence.line
        entries[index].sentences.append("\(path):\(sentence.line) \(sentence.text)")
      }
    }
  }

  /// About the line that changed last of those that may be the cause.
  private func sentence(_ path: String, _ lines: [Int]) -> (line: Int, text: String)? {
    let file = URL(filePath: path)
    let folder = file.deletingLastPathComponent().path
    let ranges = lines.prefix(20).flatMap { ["-L", "\($0),\($0)"] }
    guard
      let text = git(
        folder, ["blame", "--porcelain"] + ranges + ["--", file.lastPathComponent]),
      let newest = BlamedLine.newest(
        in: text,
        order: { commits in
          git(folder, ["rev-list", "--topo-order", "--max-count=1"] + commits)
        })
    else { return nil }
    let commit = newest.commit
    if commit.isOpen { return (newest.line, "was changed and is not committed") }
    if commit.isBoundary,
      git(folder, ["rev-parse", "--is-shallow-repository"])?.hasPrefix("true") == true
    {
      return (
        newest.line, "was changed before this shallow clone begins: fetch the whole history"
      )
    }
    let day = Date(timeIntervalSince1970: commit.time).formatted(.iso8601.year().month().day())
    let facts = [String(commit.name.prefix(10)), day, commit.author].joined(separator: ", ")
    return (newest.line, "was last changed by \(facts): \(commit.summary)")
  }

  /// The output of git; `nil` where there is none, no repository, or a file that it does not know.
  private func git(_ folder: String, _ arguments: [String]) -> String? {
    let bytes = try? MediaTools.output(of: "git", ["-C", folder] + arguments)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A line as `git blame --porcelain` tells of it.
private struct BlamedLine {
  struct Commit {
    let name: String
    var author = ""
    /// In seconds since 1970.
    var time = 0.0
    var summary = ""
    var isBoundary = false

    /// Whether the change is not committed.
    var isOpen: Bool { name.allSatisfy { $0 == "0" } }
  }

  let line: Int
  let commit: Commit

  /// The first of the lines that changed last: what is not committed is newer than any commit.
  /// `order` tells which of some commits of one second comes after the others.
  static func newest(in text: String, order: ([String]) -> String?) -> BlamedLine? {
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
    let blamed = lines.compactMap { line, name in
      commits[name].map { BlamedLine(line: line, commit: $0) }
    }
    func age(_ line: BlamedLine) -> Double { line.commit.isOpen ? .infinity : line.commit.time }
    let newest = blamed.map(age).max()
    let last = blamed.filter { age($0) == newest }
    let names = Set(last.map(\.commit.name)).sorted()
    guard names.count > 1, let latest = order(names)?.trimmed else { return last.first }
    return last.first { $0.commit.name == latest } ?? last.first
  }
}
