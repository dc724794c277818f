import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Elsewhere the desktop's program stands in a place of its own.
  @Suite("rostrum preview --open")
  struct PreviewOpeningTests {
    @Test("Hands its address to the desktop's program")
    func opens() async throws {
      var command = try Command()
      try command.folder.write(Scenes.moving, to: "a.yaml")
      _ = try command.folder.script("xdg-open", "echo \"$@\" >part && mv part opened")
      let places = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      command.environment["PATH"] = command.folder.path + ":" + places
      let run = try command.start("preview", "a.yaml", "--open")
      let opened = command.folder.path("opened")
      #expect(await run.wait { FileManager.default.fileExists(atPath: opened) }, "\(run.errors)")
      #expect(command.folder.data("opened") == Data(run.output.utf8))
      run.send(SIGINT)
      #expect(try await run.result().status == 130)
    }
  }
#endif
