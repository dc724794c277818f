import ArgumentParser
import Foundation
import RostrumKit

@main
enum Main {
  static func main() async {
    keepHomeClean()
    await Rostrum.main()
  }

  /// Fontconfig would write its cache below the home folder where it cannot write into the system's. On a farm nobody wants that.
  private static func keepHomeClean() {
    guard (ProcessInfo.processInfo.environment["XDG_CACHE_HOME"] ?? "").isEmpty else { return }
    setenv("XDG_CACHE_HOME", NSTemporaryDirectory() + "rostrum-cache-\(getuid())", 1)
  }
}

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
      Join.self, Farm.self,
      Schema.self,
      Diff.self, Verify.self,
      Plot.self, TimelineCommand.self, StrobeCommand.self, SheetCommand.self, FigureCommand.self,
    ])
}
