import ArgumentParser
import RostrumKit

struct Sample: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample",
    abstract: "Print presentation values over time, without rendering.",
    discussion: """
      Without --layer and --key-path, every animated property; without --at, at every frame.

      Examples:
        rostrum sample ball.yaml --layer ball --key-path position.y --at 0,0.15,0.3
        rostrum sample ball.yaml --fps 10 --format json
      """)

  @Argument(help: "A scene file.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var sceneFile: String

  @Option(name: .customLong("layer"), help: "A layer's name. Repeat for several.")
  var layers: [String] = []

  @Option(name: .customLong("key-path"), help: "Such as transform.rotation.z. Repeat for several.")
  var keyPaths: [String] = []

  @Option(help: ArgumentHelp("Times in seconds, with commas.", valueName: "times"))
  var at: CommaSeparated<Double>?

  @Option(help: "csv or json.")
  var format: SampleFormat = .csv

  @OptionGroup var scene: SceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func validate() throws {
    guard at?.elements.allSatisfy(\.isFinite) ?? true else {
      throw ValidationError("--at takes times in seconds.")
    }
    if at != nil, scene.fps != nil { throw ValidationError("Give --at or --fps, not both.") }
  }

  func run() async throws {
    let formatter = diagnostics.formatter()
    try await withFailuresExplained(formatter) {
      let result = try SceneOpener(options: scene.options()).check(sceneFile)
      guard let scene = result.scene else { throw InvalidScene(result: result) }
      if !result.diagnostics.isEmpty {
        Terminal.note(formatter.text(for: [result]), terminator: "")
      }
      let times = at?.elements ?? (0..<scene.clock.frameCount).map(scene.clock.time(ofFrame:))
      let series = try Sampling(scene).series(
        Sampling.Choice(layers: layers, keyPaths: keyPaths), at: times)
      try Terminal.output(try format.text(series))
    }
  }
}
