import RostrumBase

/// The mistake of a picture at which a decoder ended.
struct DecoderFailures {
  let program: String

  /// The exit status of the dynamic loader, which found no room for the program.
  private static let notLoaded: Int32 = 127

  var otherVersion: PictureError {
    .withoutDecoder(
      "'\(program)', which is to decode pictures, is not rostrum of this version",
      isShortage: false)
  }

  static func isTime(_ ending: ProgramEnding) -> Bool {
    ending == .killed(signal: SIGXCPU)
  }

  /// Why a decoder did not get ready.
  func startError(_ failure: WorkerProcess.Failure) -> PictureError {
    switch failure {
    case .outOfMemory: return .outOfMemory
    case .otherVersion, .ended(.exited(0)): return otherVersion
    case .system(let number):
      return notStarted(
        errnoText(number), isShortage: [EAGAIN, ENOMEM, EMFILE, ENFILE].contains(number))
    case .late: return notStarted("it does not get ready", isShortage: true)
    case .ended(.exited(let status)):
      let isShortage = [WorkerService.shortage, Self.notLoaded].contains(status)
      return notStarted("exit status \(status)", isShortage: isShortage)
    case .ended(.killed(let signal)):
      return notStarted(ProgramEnding.name(signal), isShortage: true)
    case .ended(.unknown): return notStarted("it ended", isShortage: true)
    }
  }

  private func notStarted(_ reason: String, isShortage: Bool) -> PictureError {
    .withoutDecoder(
      "cannot start '\(program)', which is to decode pictures: \(reason)", isShortage: isShortage)
  }

  /// Why there is no answer to a request for a picture.
  func error(
    _ failure: WorkerProcess.Failure, _ format: PictureFormat, _ budget: DecoderBudget
  ) -> PictureError {
    switch failure {
    case .outOfMemory, .ended(.exited(WorkerService.shortage)): return .outOfMemory
    case .otherVersion: return otherVersion
    case .system(let number):
      return .withoutDecoder(
        "cannot talk to the process that decodes pictures: \(errnoText(number))",
        isShortage: true)
    case .late: return .undrawable(format, "it takes more than \(budget.patience) s")
    case .ended(.exited(WorkerService.overBudget)):
      return .undrawable(format, "it takes more than \(budget.memory >> 20) MiB of memory")
    case .ended(let ending) where Self.isTime(ending):
      return .undrawable(
        format, "it takes more than \(budget.processorSeconds) s of a processor's time")
    case .ended(.killed(let signal)) where ProgramEnding.isCrash(signal):
      return .undrawable(format, "\(Self.library(format)) ended with \(ProgramEnding.name(signal))")
    case .ended(.killed(let signal)):
      return .withoutDecoder(
        "the process that decodes pictures was ended by \(ProgramEnding.name(signal))",
        isShortage: true)
    case .ended(.exited(let status)):
      return .undrawable(format, "\(Self.library(format)) ended with status \(status)")
    case .ended(.unknown): return .undrawable(format, "\(Self.library(format)) ended")
    }
  }

  private static func library(_ format: PictureFormat) -> String {
    format == .svg ? "librsvg" : "gdk-pixbuf"
  }
}
