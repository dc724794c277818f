public import ArgumentParser
public import RostrumBase
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumSceneFile
import RostrumSource

/// Runs a command's work. When it fails, says why on the standard error output and ends with the
/// exit status that belongs to the reason. Ctrl-C, SIGTERM, a closed terminal and the like cancel
/// the work; it ends when everything half-written has been removed.
func withFailuresExplained(
  _ formatter: DiagnosticFormatter, _ work: @escaping () async throws -> Void
) async throws {
  var interruption: Interruption?
  do {
    let listener = try Interruption()
    interruption = listener
    try await listener.cancelling(work)
    try Terminal.checkOutput()
  } catch let code as ExitCode {
    throw code
  } catch {
    Terminal.clear()
    if let status = interruption?.status { throw ExitCode(status) }
    throw explain(error, formatter).code
  }
}

/// The failures of some of several things, while the others go on.
struct Failures {
  private let formatter: DiagnosticFormatter
  private var invalid: [LoadResult] = []
  private var first: ExitStatus?

  init(_ formatter: DiagnosticFormatter) { self.formatter = formatter }

  /// Runs `work`; reports its error and returns `nil` if it fails. Throws `CancellationError`, and
  /// `OutputIsInput`, after which nothing may be written.
  mutating func collect<Value>(_ work: () throws -> Value) throws -> Value? {
    try record(Result { try work() })
  }

  /// The same of something that waits.
  mutating func collect<Value>(_ work: () async throws -> Value) async throws -> Value? {
    do {
      let value = try await work()
      return try record(.success(value))
    } catch {
      return try record(.failure(error))
    }
  }

  private mutating func record<Value>(_ result: Result<Value, any Error>) throws -> Value? {
    do {
      try Task.checkCancellation()
      return try result.get()
    } catch  where error is CancellationError || error is OutputIsInput {
      throw error
    } catch let error as InvalidScene {
      invalid.append(error.result)
      first = first ?? ExitStatus(of: error)
    } catch {
      let status = explain(error, formatter)
      first = first ?? status
    }
    return nil
  }

  /// Shows all mistakes in scenes together, and ends with the status of the first failure if there
  /// was one.
  func end() throws {
    if !invalid.isEmpty { Terminal.record(formatter.text(for: invalid), terminator: "") }
    if let first { throw first.code }
  }
}

/// Prints what went wrong.
func explain(_ error: any Error, _ formatter: DiagnosticFormatter) -> ExitStatus {
  switch error {
  case let error as InvalidScene:
    Terminal.record(formatter.text(for: [error.result]), terminator: "")
  case BakeJob.Problem.unreadable(let result):
    Terminal.note("error: what was baked goes beyond what a scene file can say:")
    Terminal.record(formatter.text(for: [result]), terminator: "")
  case let error as SceneSampler.UnknownName:
    Terminal.note("error: \(error.description)")
  default:
    Terminal.note("error: \(error)")
  }
  return ExitStatus(of: error)
}

/// A command line that makes no sense.
extension ValidationError: ExitStatusError {
  public var exitStatus: ExitStatus { .wrongUsage }
}

extension ExitStatus {
  var code: ExitCode { ExitCode(rawValue) }
}
