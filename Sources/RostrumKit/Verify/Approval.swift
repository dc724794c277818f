public import Base
import Canvas
import Media

/// Makes the pictures of a report the baselines, as they are: nothing is rendered again.
public struct Approval: Sendable {
  /// A reason why nothing is approved.
  public enum Problem: ExitStatusError, Sendable, Equatable, CustomStringConvertible {
    case forbidden
    case baselineChanged(path: String)
    case nothingOf(scene: String, scenes: [String])
    case damagedRecord(path: String)

    public var description: String {
      switch self {
      case .forbidden:
        "nothing is approved where CI is set: fetch the report, approve it at home, and commit"
      case .baselineChanged(let path):
        "'\(path)' changed after the report was made: compare anew"
      case .nothingOf(let scene, let scenes):
        scenes.isEmpty
          ? "the report has nothing to approve"
          : "the report has nothing to approve of '\(scene)', only of \(scenes.joined(separator: ", "))"
      case .damagedRecord(let path): "'\(path)' is no record of a picture"
      }
    }

    public var exitStatus: ExitStatus { self == .forbidden ? .wrongUsage : .inputMissing }
  }

  private let report: String
  private let scenes: [String]

  /// `scenes` are names of scenes as the report has them; none stands for all.
  public init(report: String, scenes: [String] = []) {
    (self.report, self.scenes) = (report, scenes)
  }

  /// Writes the baselines, and returns their pairs. Everything is read and checked before anything
  /// is written. Throws `Problem`, `ReportFolder.Problem`, and `MediaError` for what cannot be
  /// written.
  public func run(
    isContinuousIntegration: Bool = VerifyOptions.runsOnServer
  ) throws -> [DiffReport.Entry] {
    guard !isContinuousIntegration else { throw Problem.forbidden }
    let folder = try ReportFolder(report)
    let failures = folder.report.failures
    if !failures.isEmpty, failures.allSatisfy({ $0.files == nil }) {
      throw ReportFolder.Problem.noPictures(report)
    }
    let open = failures.filter { $0.files?.actual != nil && $0.files?.record != nil }
    let chosen = try chosen(of: open)
    let baselines = try chosen.map { try baseline(of: $0, folder.pictures) }
    for (baseline, picture, record) in baselines { try baseline.write(picture, record) }
    return chosen
  }

  private func chosen(of entries: [DiffReport.Entry]) throws -> [DiffReport.Entry] {
    var known: [String] = []
    for entry in entries where !known.contains(entry.group) { known.append(entry.group) }
    for scene in scenes.isEmpty && known.isEmpty ? [""] : scenes where !known.contains(scene) {
      throw Problem.nothingOf(scene: scene, scenes: known)
    }
    return entries.filter { scenes.isEmpty || scenes.contains($0.group) }
  }

  private func baseline(
    of entry: DiffReport.Entry, _ pictures: PictureFolder
  ) throws -> (Baseline, Bitmap, BaselineRecord) {
    guard let files = entry.files, let actual = files.actual, let recorded = files.record,
      entry.expected.hasSuffix(".png")
    else { throw ReportFolder.Problem.notReadable(report) }
    let record = try pictures.bytes(of: recorded)
    guard let record = try? JSONDecoder().decode(BaselineRecord.self, from: Data(record)) else {
      throw Problem.damagedRecord(path: recorded.path)
    }
    _ = try pictures.bytes(of: actual)
    let picture = try readPicture(
      "\(pictures.path)/\(actual.path)", PNG.Limits(maximumPixels: DiffOptions.usualSize))
    // A run that was killed may have written this very picture: then it is written once more.
    let now = (try? readWholeFile(entry.expected)).map { Digest(of: $0) }
    guard try now == files.baseline || now == Digest(of: Baseline.smallest(picture)) else {
      throw Problem.baselineChanged(path: entry.expected)
    }
    return (Baseline(path: String(entry.expected.dropLast(4))), picture, record)
  }
}
