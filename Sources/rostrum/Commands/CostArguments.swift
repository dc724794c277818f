import ArgumentParser
import Foundation
import RostrumKit

/// The limits of a render's cost, and reports of it.
struct CostArguments: ParsableArguments {
  @Flag(help: "Print where the time went: for each stage, for each layer, and how much was drawn.")
  var profile = false

  @Option(
    help: ArgumentHelp(
      "Write a trace of the render that Perfetto and chrome://tracing open; - for the standard output.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var profileTrace: String?

  @Option(
    help: ArgumentHelp(
      "How much memory finished shadows, filters and masks may take, in MB. 0 keeps none.",
      valueName: "MB"))
  var cacheMemory = 256

  @Flag(
    help: "Draw every frame once more, whole, and stop at the first pixel that differs. For tests.")
  var verifyDamage = false

  func validate() throws {
    if profileTrace?.isEmpty == true { throw ValidationError("--profile-trace needs a file.") }
    guard (0...1 << 20).contains(cacheMemory) else {
      throw ValidationError("--cache-memory is 0 to 1048576, in MB.")
    }
  }

  /// Whether the trace is all that may stand on the standard output.
  var printsTrace: Bool { profileTrace.map(isStandardOutput) ?? false }

  /// `nil` when nobody asks.
  var newProfile: Profile? {
    profile || profileTrace != nil ? Profile(keepsSpans: profileTrace != nil) : nil
  }

  /// After the render.
  func show(_ measured: Profile?) throws {
    guard let record = measured?.record else { return }
    if profile { try Terminal.output(record.text) }
    if let profileTrace { try writeWholeFile(Array(record.trace.utf8), to: profileTrace) }
  }
}
