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
      guard entry.verdict.isFailure, let path = entry.source, let line = entry.line else {
        continue
      }
      let place = "\(path):\(line)"
      if known[place] == nil, known.count < Self.most {
        known[place] = .some(sentence(path, line))
      }
      if let sentence = known[place] ?? nil {
        entries[index].sentences.append("\(path):\(sentence.line) \(sentence.text)")
      }
    }
  }

  private func sentence(_ path: String, _ line: Int) -> (line: Int, text: String)? {
    let file = URL(filePath: path)
    let folder = file.deletingLastPathComponent().path
    guard let lines = Self.extent(of: line, in: path),
      let text = git(
        folder,
        ["blame", "--porcelain", "-L", "\(lines.lowerBound),\(lines.upperBound)", "--"]
          + [file.lastPathComponent]),
      let newest = BlamedLine.newest(in: text)
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

  /// The line and those that belong to it, as they are further in: all lines of an animation.
  private static func extent(of line: Int, in path: String) -> ClosedRange<Int>? {
    guard let bytes = try? readWholeFile(path) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return nil }
    func indentation(_ line: Substring) -> Int { line.prefix { $0 == " " }.count }
    let own = indentation(lines[line - 1])
    let inner = lines[line...].prefix { $0.allSatisfy(\.isWhitespace) || indentation($0) > own }
    // The line after line `n` has the index `n`.
    let last = inner.lastIndex { !$0.allSatisfy(\.isWhitespace) }
    return line...((last ?? line - 1) + 1)
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
  static func newest(in text: String) -> BlamedLine? {
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
    return blamed.first { age($0) == newest }
  }
}
