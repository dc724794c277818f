import ArgumentParser
import RostrumBase
import RostrumKit
import RostrumMedia
import RostrumRegression

/// The results in the formats of continuous integration servers, the same in every command that
/// judges scenes or pictures.
struct ServerReportArguments: ParsableArguments {
  @Option(
    help: "Write JUnit's XML to this file; - for the standard output.",
    completion: .file(extensions: ["xml"]))
  var junit: String?

  @Option(
    help: "Write GitLab's Code Quality report to this file.",
    completion: .file(extensions: ["json"]))
  var codeQuality: String?

  @Option(
    help: "Write a SARIF log, for code scanning and editors, to this file.",
    completion: .file(extensions: ["sarif", "json"]))
  var sarif: String?

  @Option(
    help:
      "Report failures on the standard error: none, github (ten at most) or plain. Default: github in its runs."
  )
  var annotations: AnnotationForm?

  func validate() throws {
    if junit?.isEmpty == true { throw ValidationError("--junit needs the name of a file.") }
    for (name, path) in [("--code-quality", codeQuality), ("--sarif", sarif)] {
      if let path, path.isEmpty || path == "-" {
        throw ValidationError("\(name) needs the name of a file.")
      }
    }
  }

  var printsJUnit: Bool { junit.map(isStandardOutput) ?? false }

  static var isGitHub: Bool {
    ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true"
  }

  /// The files that were asked for, and the summary of a run of GitHub's.
  var outputs: InputFiles { InputFiles([junit, codeQuality, sarif, summary].compactMap(\.self)) }

  var summary: String? {
    let summary = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"]
    return Self.isGitHub && summary != "" ? summary : nil
  }

  /// Writes the files that were asked for.
  func write(_ findings: FindingReport, _ results: JUnitDocument) throws {
    if let junit { try results.write(to: junit) }
    if let codeQuality { try findings.writeCodeQuality(to: codeQuality) }
    if let sarif { try findings.writeSARIF(to: sarif) }
  }

  /// Prints annotations. A part of a run, whose whole reports again, prints none unless asked.
  func annotate(_ findings: FindingReport, isPart: Bool = false) {
    let form = annotations ?? (Self.isGitHub && !isPart ? .github : .none)
    Terminal.record(findings.annotations(form), terminator: "")
  }
}
