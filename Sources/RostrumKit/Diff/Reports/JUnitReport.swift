import Foundation
import ImageDiff

extension DiffReport {
  /// JUnit's XML, as most continuous integration servers read it: a suite for each group, a case for each pair, a failure for each pair
  /// that is not the same.
  public var junit: String {
    var groups: [String] = []
    for entry in entries where !groups.contains(entry.group) { groups.append(entry.group) }
    let byGroup = Dictionary(grouping: entries, by: \.group)
    let suites = groups.map { suite($0, byGroup[$0] ?? []) }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="rostrum" tests="\(entries.count)" failures="\(failures.count)">
      \(suites)</testsuites>

      """
  }

  private func suite(_ name: String, _ entries: [Entry]) -> String {
    let failures = entries.count { $0.verdict.isFailure }
    return
      "  <testsuite name=\"\(xml(name))\" tests=\"\(entries.count)\" failures=\"\(failures)\">\n"
      + entries.map(testCase).joined() + "  </testsuite>\n"
  }

  private func testCase(_ entry: Entry) -> String {
    let name = entry.name.isEmpty ? entry.group : entry.name
    let start = "    <testcase name=\"\(xml(name))\" classname=\"\(xml(entry.group))\""
    let text = xml(entry.sentences.joined(separator: "\n"))
    guard entry.verdict.isFailure else {
      return start + ">\n      <system-out>\(text)</system-out>\n    </testcase>\n"
    }
    let message = xml("\(entry.verdict.words): \(entry.sentences.first ?? "")")
    return start + ">\n      <failure type=\"\(entry.verdict.rawValue)\" message=\"\(message)\">"
      + "\(text)</failure>\n    </testcase>\n"
  }

  /// Characters that XML 1.0 does not know at all become question marks.
  private func xml(_ text: String) -> String {
    String(
      text.unicodeScalars.map { scalar -> String in
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "\n", "\t", "\r": "&#\(scalar.value);"
        case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: "?"
        default: String(scalar)
        }
      }.joined())
  }
}
