import Foundation
import ImageDiff

extension DiffReport {
  /// For people and logs: a line for each pair that fails, its sentences below, and a line that
  /// counts all. Pairs that are the same are listed when `isVerbose` or when there are no more than
  /// four pairs.
  public func text(isVerbose: Bool = false) -> String {
    let shown = isVerbose || entries.count <= 4 ? entries : failures
    let unlisted = shown.count < entries.count ? leastAlike : ""
    return shown.map(\.text).joined() + unlisted + notes.map { "note: \($0)\n" }.joined()
      + summary + "\n"
  }

  /// The equal pair with the largest difference, so that bounds and counts are seen on success too.
  private var leastAlike: String {
    let same = entries.filter { !$0.verdict.isFailure && $0.difference != nil }
    let least = same.max { $0.largestDistance < $1.largestDistance }
    guard let least, let sentence = least.sentences.first else { return "" }
    return "the least alike of those that are the same: \(least.title)\n  \(sentence)\n"
  }

  /// Annotations for GitHub Actions, which shows them beside a pull request's files: one `::error`
  /// line for each failure.
  public var annotations: String {
    failures.map { entry in
      let file = entry.source.map { "file=\(escaped($0, isProperty: true))," } ?? ""
      let title = escaped("\(entry.title): \(entry.verdict.words)", isProperty: true)
      let text = escaped(entry.sentences.joined(separator: "\n"), isProperty: false)
      return "::error \(file)title=\(title)::\(text)\n"
    }.joined()
  }

  /// Workflow commands take one line; properties end at colons and commas.
  private func escaped(_ text: String, isProperty: Bool) -> String {
    let line = text.replacing("%", with: "%25").replacing("\r", with: "%0D")
      .replacing("\n", with: "%0A")
    return isProperty ? line.replacing(":", with: "%3A").replacing(",", with: "%2C") : line
  }
}

extension DiffReport.Entry {
  fileprivate var largestDistance: Double { difference?.largestDistance ?? 0 }

  fileprivate var text: String {
    "\(verdict.words): \(title)\n" + sentences.map { "  \($0)\n" }.joined()
  }
}
