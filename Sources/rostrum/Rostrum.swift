import ArgumentParser
import RostrumKit

@main
struct Rostrum: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rostrum",
    abstract: "Renders Core Animation's layers and animations to frames and video, without a Mac.",
    discussion: """
      A scene file declares layers and animations in Core Animation's own terms. \
      Rostrum evaluates them at every frame, draws with Cairo, and writes PNG sequences and videos.

      Example: rostrum render Scenes/Book/10.6.yaml --format png,mp4
      """,
    version: RenderingStamp.rendererVersion,
    subcommands: [
      Render.self, Sample.self, Check.self, MuxFrames.self, Inspect.self, Explain.self, Bake.self,
      Schema.self,
      Diff.self, Verify.self,
      Plot.self, TimelineCommand.self, StrobeCommand.self, SheetCommand.self, FigureCommand.self,
    ])
}
