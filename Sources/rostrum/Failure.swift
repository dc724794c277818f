import ArgumentParser
import Foundation
import RostrumKit

/// Runs a command's work. When it fails, says why on the standard error output and ends with the
/// exit status that belongs to the reason. Ctrl-C and SIGTERM cancel the work; it ends when
/// everything half-written has been removed.
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
    if let status = interruption?.status { throw status.code }
    throw explain(error, formatter).code
  }
}

/// The failures of some of several things, while the others go on.
struct Failures {
  private let formatter: DiagnosticFormatter
  private var invalid: [LoadResult] = []
  private var first: ExitStatus?

  init(_ formatter: DiagnosticFormatter) { self.formatter = formatter }

  /// Does something; tells why where it fails, and returns `nil`. Throws `CancellationError` only.
  mutating func collect<Value>(_ work: () throws -> Value) throws -> Value? {
    do {
      try Task.checkCancellation()
      return try work()
    } catch let error as CancellationError {
      throw error
    } catch let error as InvalidScene {
      invalid.append(error.result)
      first = first ?? status(of: error)
    } catch {
      let status = explain(error, formatter)
      first = first ?? status
    }
    return nil
  }

  /// Shows all mistakes in scenes together, and ends with the status of the first failure if there
  /// was one.
  func end() throws {
    if !invalid.isEmpty { Terminal.note(formatter.text(for: invalid), terminator: "") }
    if let first { throw first.code }
  }
}

/// Prints what went wrong.
func explain(_ error: any Error, _ formatter: DiagnosticFormatter) -> ExitStatus {
  switch error {
  case let error as InvalidScene:
    Terminal.note(formatter.text(for: [error.result]), terminator: "")
  case BakeJob.Problem.unreadable(let result):
    Terminal.note("error: what was baked goes beyond what a scene file can say:")
    Terminal.note(formatter.text(for: [result]), terminator: "")
  case let error as SceneSampler.UnknownName:
    Terminal.note("error: \(error.description)")
  default:
    Terminal.note("error: \(error)")
  }
  return status(of: error)
}

/// The exit status that belongs to a failure.
func status(of error: any Error) -> ExitStatus {
  switch error {
  case let error where isShortage(error): .shortage
  case is InvalidScene: .wrongScene
  case is SceneSampler.UnknownName: .wrongUsage
  case is SceneFileError, is SceneFinder.NothingFound: .inputMissing
  case is OutputPlanner.PlanError, is FramesOutOfRange, is SupersamplingTooLarge: .wrongUsage
  case is FigureProblem, is UnknownFigureFormat, is TextError, is ArtworkError: .wrongUsage
  case let error as MediaError: status(of: error)
  case let error as BakeJob.Problem: status(of: error)
  case let error as DiffJob.Problem: status(of: error)
  case is VerifyJob.Problem, is FarmJob.Problem, is ValidationError: .wrongUsage
  case is FolderInUse: .cannotCreate
  case is JoinProblem: .inputMissing
  case is SceneWriter.Unwritable, is PicturesTooLarge: .wrongScene
  case is UnfitScene: .wrongScene
  default: .internalFailure
  }
}

/// Whether something failed only since the system gave too little for it.
private func isShortage(_ error: any Error) -> Bool {
  switch error {
  case is Shortage, is OutOfMemory, PNGError.outOfMemory, ArtworkError.outOfMemory,
    PictureError.outOfMemory:
    true
  case let error as DrawingError: error.isShortage
  case ArtworkError.drawing(let error): error.isShortage
  case ArtworkError.png(.outOfMemory): true
  case let error as MediaError: error.isShortage
  case let error as InvalidScene: error.result.isShortage
  case SceneFileError.shortage: true
  default: false
  }
}

private func status(of error: MediaError) -> ExitStatus {
  switch error {
  case .invalidPattern, .invalidSetting, .wrongFormat: .wrongUsage
  case .noFrames, .gapInFrames, .framesDiffer, .unreadableFrame: .inputMissing
  case .file(doing: "read", _, _), .notAFile, .tooLarge: .inputMissing
  case .toolMissing: .toolMissing
  case _ where error.isCreationFailure: .cannotCreate
  default: .cannotWrite
  }
}

private func status(of problem: BakeJob.Problem) -> ExitStatus {
  switch problem {
  case .overwritesInput, .outOfReach: .wrongUsage
  case .unreadable: .wrongScene
  }
}

private func status(of problem: DiffJob.Problem) -> ExitStatus {
  switch problem {
  case .kindsDiffer: .wrongUsage
  case .missing, .noPictures, .unreadableVideo: .inputMissing
  }
}
