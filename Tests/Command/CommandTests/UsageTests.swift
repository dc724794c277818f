import Foundation
import TestSupport
import Testing

@Suite("The command explains itself")
struct UsageTests {
  @Test("Every command's help has an example, of which no line is broken")
  func help() async throws {
    let command = try Command()
    let names = try await command.subcommands()
    #expect(names.count >= 17)
    for name in names {
      let result = try await command(name, "--help")
      #expect(result.status == 0 && result.errors.isEmpty, "\(name)")
      let examples = result.output.components(separatedBy: "\n\n").filter {
        $0.hasPrefix("Example")
      }
      #expect(examples.first?.contains("rostrum \(name) ") == true, "\(name)")
      // A line that is too long would be continued at the left margin and look like a separate
      // command.
      for line in examples.joined().split(separator: "\n").dropFirst() {
        #expect(line.hasPrefix("  "), "rostrum \(name) --help: \(line)")
      }
    }
  }

  @Test(
    "Three things to begin with stand in the help, and where no command is named",
    arguments: [["--help"], []])
  func beginning(_ arguments: [String]) async throws {
    let result = try await Command().run(arguments)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    for name in ["demo", "init", "render"] {
      #expect(result.output.contains("\n  rostrum \(name)"), "\(result.output)")
    }
  }

  @Test("A demo needs no file, and leaves nothing but its film")
  func demo() async throws {
    let command = try Command()
    let result = try await command("demo", "-o", "a.gif")
    #expect(result.status == 0 && result.output.hasPrefix("wrote a.gif\n"), "\(result.errors)")
    let files = try FileManager.default.contentsOfDirectory(atPath: command.folder.path)
    #expect(files.contains("a.gif") && !files.contains { $0.hasPrefix("demo") }, "\(files)")
    try command.folder.write(try await command("demo", "--scene").output, to: "ball.yaml")
    #expect(try await command("check", "ball.yaml").output == "")
    var poor = command
    poor.environment["ROSTRUM_FFMPEG"] = "/nonexistent/ffmpeg"
    let missing = try await poor("demo", "-o", "b.mp4")
    #expect(missing.errors.hasPrefix("error: cannot find ffmpeg"), "\(missing.errors)")
    let refused = try await command("demo", "-o", "ball.yaml/a.gif")
    #expect(refused.status != 0 && refused.output.isEmpty, "\(refused)")
  }

  @Test(
    "Shells get their completions",
    arguments: [("bash", "complete"), ("zsh", "#compdef"), ("fish", "complete")])
  func completions(_ shell: String, _ word: String) async throws {
    let result = try await Command()("--generate-completion-script", shell)
    #expect(result.status == 0)
    #expect(result.output.contains(word))
    for name in ["render", "sample", "check", "mux", "strict-frames"] {
      #expect(result.output.contains(name))
    }
  }

  @Test("The command has a version")
  func version() async throws {
    let result = try await Command()("--version")
    #expect(result.status == 0)
    #expect(
      result.output.wholeMatch(
        of:
          /\d+\.\d+\.\d+( \([\w.-]+\))?\nCairo [\d.]+, Pango [\d.]+, FreeType [\d.]+; the system's\n/
      )
        != nil, "\(result.output)")
  }

  @Test("The command without arguments says in ten lines how to begin, and how to get its help")
  func nothing() async throws {
    let result = try await Command()()
    #expect(result.output.hasSuffix("\n\n'rostrum --help' lists all commands.\n"), "\(result)")
    #expect(result.lines.count <= 10 && !result.output.contains("SUBCOMMANDS"), "\(result)")
  }

  #if os(Linux)
    @Test("Arguments count, and SVGs are drawn, where a preloaded library moves the environment")
    func preloaded() async throws {
      var command = try Command([
        "move.c": "#include <stdlib.h>\n__attribute__((constructor)) static void move(void) "
          + "{ setenv(\"MOVED\", \"1\", 1); }\n"
      ])
      let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='4'/>"
      try command.folder.write(svg, to: "mark.svg")
      try command.folder.write(
        "size: [8, 8]\nlayers: [{contents: mark.svg, frame: [0, 0, 4, 4]}]\n", to: "a.yaml")
      let made = try await command.shell("cc -shared -fPIC -o move.so move.c")
      try #require(made.status == 0, "\(made)")
      command.environment["LD_PRELOAD"] = command.folder.path("move.so")
      let result = try await command("render", "a.yaml", "--at", "0", "-o", "a.png")
      #expect(result.status == 0 && result.errors.contains("a.png"), "\(result)")
    }
  #endif
}
