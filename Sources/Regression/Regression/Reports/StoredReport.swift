import RostrumBase
import RostrumImageDiff
import RostrumOutput

/// A report as `report.json` has it.
struct StoredReport: Decodable {
  private struct Entry: Decodable {
    let group, name, expected, actual: String
    let verdict: String
    let source: String?
    let line: Int?
    let changes: [LayerChange]
    let causes: [DifferenceCause]?
    let sentences: [String]
    let difference: PictureDifference?
    let files: ReportPictures?
    let seconds: Double?
  }

  private let title: String
  private let shard: String?
  private let run: RunIdentity?
  private let tolerance: Tolerance
  private let notes: [String]
  private let entries: [Entry]

  /// `nil` where a verdict is none that this build knows.
  var report: DiffReport? {
    let read = entries.compactMap { stored -> DiffReport.Entry? in
      guard let verdict = DiffReport.Verdict(rawValue: stored.verdict) else { return nil }
      var entry = DiffReport.Entry(
        group: stored.group, name: stored.name, verdict: verdict, difference: stored.difference,
        sentences: stored.sentences, expected: stored.expected, actual: stored.actual,
        source: stored.source)
      (entry.line, entry.causes) = (stored.line, stored.causes ?? [])
      (entry.changes, entry.files) = (stored.changes, stored.files)
      entry.seconds = stored.seconds
      return entry
    }
    guard read.count == entries.count else { return nil }
    var report = DiffReport(title: title, tolerance: tolerance, entries: read, notes: notes)
    report.shard = shard.flatMap { Shard($0) }
    report.run = run
    return report
  }
}
