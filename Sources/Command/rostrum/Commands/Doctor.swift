import ArgumentParser
import RostrumBase
import RostrumImporters
import RostrumKit
import RostrumSource

struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look at this machine: what is missing, and the command that mends it.",
    discussion: """
      Looks for ffmpeg and its encoders, libraries, fonts, cores, the memory limit of the container, and folders that \
      cannot be written. Exit status: 0 when scenes can be rendered, 69 when something is missing that no scene does \
      without.

      Example:
        rostrum doctor --json
      """)

  @Flag(help: "Print the findings as JSON.")
  var json = false

  func run() async throws {
    // The modules for AVIFs are looked for by this process.
    PortableBundle.prepare(decodesPictures: true)
    try await withFailuresExplained(DiagnosticFormatter()) {
      let starters = Rostrum.configuration.subcommands.compactMap { $0 as? any ProgramStarter.Type }
      let installation = Installation(
        previewProgram: starters.first?.program, libraries: ImporterService.all.map(\.systemLibrary)
      )
      let version = "ok       rostrum \(Rostrum.version)\n"
      try Terminal.output(json ? installation.json : version + installation.text)
      if !installation.isUsable { throw ExitStatus.toolMissing.code }
    }
  }
}

/// A command that goes on as a program of its own, which lies beside this one.
protocol ProgramStarter {
  /// Its path.
  static var program: String { get }
}
