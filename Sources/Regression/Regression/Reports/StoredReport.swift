import RostrumBase
import RostrumImageDiff
import RostrumOutput

/// A report as `report.json` has it.
struct StoredReport: Decodable {
  private struct Entry: Decodable {
    let group, name, expected, actual: String
    let verdict: DiffReport.Verdict
    let source: String?
    let line: Int?
    let changes: [LayerChange]
    let causes: [DifferenceCause]?
    let sentences: [String]
    let difference: PictureDifference?
    let files: ReportPictures?
    let levels: SoundLevels?
    let seconds: Double?
  }

  private let title: String
  private let shard: String?
  private let run: RunIdentity?
  private let tolerance: Tolerance
  private let notes: [String]
  private let films: [ReportPicture]?
  private let entries: [Entry]

  var report: DiffReport {
    let read = entries.map { stored in
      var entry = DiffReport.Entry(
        group: stored.group, name: stored.name, verdict: stored.verdict,
        difference: stored.difference,
        sentences: stored.sentences, expected: stored.expected, actual: stored.actual,
        source: stored.source)
      (entry.line, entry.causes) = (stored.line, stored.causes ?? [])
      (entry.changes, entry.files) = (stored.changes, stored.files)
      (entry.levels, entry.seconds) = (stored.levels, stored.seconds)
      return entry
    }
    var report = DiffReport(title: title, tolerance: tolerance, entries: read, notes: notes)
    report.shard = shard.flatMap { Shard($0) }
    report.run = run
    report.films = films ?? []
    return report
  }
}
