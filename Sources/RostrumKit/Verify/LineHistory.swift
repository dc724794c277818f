import Foundation
import Media

/// The commits that wrote the lines of scenes whose pictures differ, where there is a repository of
/// Git: `git blame` of the line that declares what changed.
struct LineHistory {
  /// Each question costs a program's run: more scenes than that differ for a common reason.
  private static let most = 20

  /// Adds a sentence to each pair that fails and whose line is known.
  func add(to entries: inout [DiffReport.Entry]) {
    var known: [String: String?] = [:]
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
        entries[index].sentences.append("\(place) \(sentence)")
      }
    }
  }

  private func sentence(_ path: String, _ line: Int) -> String? {
    let file = URL(filePath: path)
    let folder = file.deletingLastPathComponent().path
    let arguments = ["blame", "--porcelain", "-L", "\(line),\(line)", "--", file.lastPathComponent]
    guard let text = git(folder, arguments) else { return nil }
    let lines = text.split(separator: "\n").map(String.init)
    guard let commit = lines.first?.split(separator: " ").first else { return nil }
    if commit.allSatisfy({ $0 == "0" }) { return "was changed and is not committed" }
    if lines.contains("boundary"),
      git(folder, ["rev-parse", "--is-shallow-repository"])?.hasPrefix("true") == true
    {
      return "was changed before this shallow clone begins: fetch the whole history"
    }
    func value(_ key: String) -> String? {
      lines.first { $0.hasPrefix(key + " ") }.map { String($0.dropFirst(key.count + 1)) }
    }
    let date = value("author-time").flatMap { Double($0) }.map { seconds in
      Date(timeIntervalSince1970: seconds).formatted(.iso8601.year().month().day())
    }
    let facts = [String(commit.prefix(10)), date, value("author")].compactMap(\.self)
    return "was last changed by \(facts.joined(separator: ", ")): \(value("summary") ?? "")"
  }

  /// The output of git; `nil` where there is none, no repository, or a file that it does not know.
  private func git(_ folder: String, _ arguments: [String]) -> String? {
    let bytes = try? MediaTools.output(of: "git", ["-C", folder] + arguments)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }
}
