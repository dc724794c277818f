import ArgumentParser
import RostrumKit

struct Bake: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bake",
    abstract: "Write a scene whose every animation is keyframes, a value for each frame.",
    discussion: """
      The new scene renders the same pixels at those frames. Clocks, springs, groups and timing functions \
      are worked out; layers, pictures and texts stay as they are. What key frames cannot say stays as it is \
      too, and a note names it: layers in a transition, copies that lag behind, and videos and particles \
      with a time of their own.

      Examples:
        rostrum bake ball.yaml -o ball-baked.yaml
        rostrum bake ball.yaml -o ball-30.yaml --fps 30
        rostrum bake ball.yaml -o - | less
      """)

  @Argument(help: "A scene file.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var sceneFile: String

  @Option(
    name: [.short, .long],
    help: "The scene file to write, - for the standard output. It may not be the scene itself.",
    completion: .file(extensions: ["yaml", "yml"]))
  var output: String

  @OptionGroup var scene: SceneArguments
  @OptionGroup var diagnostics: DiagnosticArguments

  func run() async throws {
    let formatter = diagnostics.formatter()
    try await withFailuresExplained(formatter) {
      let job = BakeJob(scene: sceneFile, output: output, options: scene.options())
      let result = try job.run()
      guard !result.diagnostics.isEmpty else { return }
      Terminal.note(formatter.text(for: [result]), terminator: "")
    }
  }
}
