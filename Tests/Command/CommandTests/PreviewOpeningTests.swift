import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// On other systems the desktop's program has a fixed path.
  @Suite("rostrum preview --open")
  struct PreviewOpeningTests {
    @Test(
      "Hands a file that leads to its address to the desktop's program, and no program its token",
      arguments: [[], ["--token-file", "token"]])
    func opens(_ arguments: [String]) async throws {
      var command = try Command(["a.yaml": Scenes.moving, "token": "0123456789abcdef\n"])
      _ = try command.folder.script(
        "xdg-open", "cp \"$1\" page; stat -c '%a %u' \"$1\" \"$(dirname \"$1\")\" >modes",
        "echo \"$@\" >part && mv part opened")
      let places = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      command.environment["PATH"] = command.folder.path + ":" + places
      let line = ["exec $ROSTRUM preview a.yaml --open"] + arguments
      let run = try command.startShell(line.joined(separator: " "))
      let opened = command.folder.path("opened")
      #expect(await run.wait { FileManager.default.fileExists(atPath: opened) }, "\(run.errors)")
      let address = run.output.trimmingCharacters(in: .newlines)
      let token = try #require(address.components(separatedBy: "token=").last)
      let page = String(decoding: command.folder.data("page"), as: UTF8.self)
      #expect(page.contains("content=\"0;url=\(address)\""))
      // No other user may read it.
      let modes = String(decoding: command.folder.data("modes"), as: UTF8.self)
      #expect(modes == "600 \(getuid())\n700 \(getuid())\n")
      for file in ["cmdline", "environ"] {
        let text = try String(contentsOfFile: "/proc/\(run.process)/\(file)", encoding: .utf8)
        #expect(!text.contains(token), "\(file)")
      }
      let given = String(decoding: command.folder.data("opened"), as: UTF8.self)
      #expect(!given.contains(token))
      run.send(SIGINT)
      #expect(try await run.result().status == 130)
      let file = given.trimmingCharacters(in: .newlines)
      #expect(!FileManager.default.fileExists(atPath: file))
    }
  }
#endif
