import ArgumentParser
import RostrumKit

struct MuxFrames: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mux",
    abstract: "Make a video from an existing PNG sequence.",
    discussion: """
      The ending of the output gives the format: mp4, mov, webm, gif or apng.

      Examples:
        rostrum mux Output/10.6 -o ball.mp4 --fps 60
        rostrum mux Output/10.6 -o - --format webm | ffplay -
      """)

  @Argument(help: "The folder with the frames.", completion: .directory)
  var directory: String

  @Option(
    name: [.short, .long], help: "The video to write; - for the standard output.",
    completion: .file())
  var output: String

  @Option(help: "mp4, mov, webm, gif or apng, where the output's ending does not say it.")
  var format: MediaFormat?

  @Option(
    help: ArgumentHelp(
      "Frames per second, such as 30, 29.97 or 24000/1001.", valueName: "rate"),
    transform: frameRate)
  var fps = FrameRate.standard

  @Option(help: "How the frames are named: name_%05d.png or name_#####.png.")
  var pattern = "frame_%05d.png"

  @Flag(help: "Close up over missing numbers instead of failing.")
  var allowGaps = false

  @Option(help: "How progress is shown: auto, plain, json, none.")
  var progress: ProgressStyle = .auto

  @Flag(name: [.short, .long], help: "Say only what went wrong.")
  var quiet = false

  @OptionGroup var video: VideoArguments

  func validate() throws {
    if output.isEmpty { throw ValidationError("--output needs the name of a file.") }
  }

  func run() async throws {
    let display = (quiet ? .none : progress).display(DiagnosticFormatter())
    try await withFailuresExplained(DiagnosticFormatter()) {
      let job = try MuxJob(
        directory: directory, pattern: pattern, rate: fps, allowsGaps: allowGaps, output: output,
        format: format, settings: video.settings)
      try await job.run { display.show($0) }
    }
  }
}
