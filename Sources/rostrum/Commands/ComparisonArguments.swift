import ArgumentParser
import Foundation
import RostrumKit

/// The difference that pictures may have.
struct ToleranceArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The colour distance from which on pixels differ: 0 (any difference) to 1.",
      valueName: "0...1"))
  var threshold = Tolerance.standard.threshold

  @Option(help: "How many pixels may differ: a number, or a share such as 0.1%.")
  var maxPixels = "0"

  @Option(help: "How many pixels may hang together in one difference.")
  var maxRegion: Int?

  @Flag(help: "Do not forgive pixels that are only antialiased otherwise.")
  var strictAntialiasing = false

  func validate() throws {
    guard (0...1).contains(threshold) else {
      throw ValidationError("--threshold is a number from 0 to 1.")
    }
    if let maxRegion, maxRegion < 0 { throw ValidationError("--max-region is 0 or more.") }
    guard share != nil || count != nil else {
      throw ValidationError("--max-pixels is a number such as 20, or a share such as 0.1%.")
    }
  }

  private var count: Int? { Int(maxPixels).flatMap { $0 >= 0 ? $0 : nil } }

  private var share: Double? {
    guard maxPixels.hasSuffix("%"), let number = Double(maxPixels.dropLast()) else { return nil }
    return (0...100).contains(number) ? number / 100 : nil
  }

  var tolerance: Tolerance {
    Tolerance(
      threshold: threshold, maximumPixels: count ?? 0, maximumShare: share ?? 0,
      maximumRegion: maxRegion, forgivesAntialiasing: !strictAntialiasing)
  }
}

/// The reports of a comparison.
struct ReportArguments: ParsableArguments {
  @Option(
    help: "Write index.html (opens from disk, holds everything), report.json and junit.xml here.",
    completion: .directory)
  var report: String?

  @Option(
    help: "Write JUnit's XML to this file; - for the standard output.",
    completion: .file(extensions: ["xml"]))
  var junit: String?

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: [.short, .long], help: "List the pairs that are the same too.")
  var verbose = false

  /// For how many pairs the report shows pictures.
  var keptPictures: Int { report == nil ? 0 : 60 }

  func validate() throws {
    if report?.isEmpty == true { throw ValidationError("--report needs the name of a folder.") }
    if junit?.isEmpty == true { throw ValidationError("--junit needs the name of a file.") }
    if report == "-" { throw ValidationError("--report makes a folder, and needs its name.") }
    if json, printsJUnit {
      throw ValidationError("--json and --junit would both write to the standard output.")
    }
  }

  private var printsJUnit: Bool { junit.map(isStandardOutput) ?? false }

  /// Writes and prints everything, then ends with the status of the result.
  func deliver(_ result: DiffReport) throws {
    if let report { try result.write(toFolder: report) }
    if let junit { try result.writeJUnit(to: junit) }
    if !printsJUnit {
      try Terminal.output(json ? result.json : result.text(isVerbose: verbose))
    }
    if ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true" {
      Terminal.note(result.annotations, terminator: "")
    }
    if let report, !result.failures.isEmpty { Terminal.note("see \(report)/index.html") }
    if result.exitStatus != 0 { throw ExitCode(result.exitStatus) }
  }
}
