import Foundation
import TestSupport
import Testing

@Suite("The command explains itself")
struct UsageTests {
  @Test("every command's help has an example, of which no line is broken")
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
    "three things to begin with stand in the help, and where no command is named",
    arguments: [["--help"], []])
  func beginning(_ arguments: [String]) async throws {
    let result = try await Command().run(arguments)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
    for name in ["demo", "init", "render"] {
      #expect(result.output.contains("\n  rostrum \(name)"), "\(result.output)")
    }
  }

  @Test("a demo needs no file, and leaves nothing but its film")
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
    "shells get their completions",
    arguments: [("bash", "complete"), ("zsh", "#compdef"), ("fish", "complete")])
  func completions(_ shell: String, _ word: String) async throws {
    let result = try await Command()("--generate-completion-script", shell)
    #expect(result.status == 0)
    #expect(result.output.contains(word))
    for name in ["render", "sample", "check", "mux", "strict-frames"] {
      #expect(result.output.contains(name))
    }
  }

  @Test("it has a version")
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

  @Test("without arguments it says in ten lines how to begin, and how to get its help")
  func nothing() async throws {
    let result = try await Command()()
    #expect(result.output.hasSuffix("\n\n'rostrum --help' lists all commands.\n"), "\(result)")
    #expect(result.lines.count <= 10 && !result.output.contains("SUBCOMMANDS"), "\(result)")
  }

  @Test(
    "wrong usage ends with 64, and a sentence",
    arguments: [
      (["render"], "Missing expected argument"),
      (["render", "a.yaml", "--colour"], "Unknown option '--colour'"),
      (["draw", "a.yaml"], "There is no command 'draw'; did you mean 'render'?"),
      (["sampel", "a.yaml"], "There is no command 'sampel'; did you mean 'sample'?"),
      (["validate", "a.yaml"], "There is no command 'validate'; did you mean 'check'?"),
      (["a.yaml"], "There is no command 'a.yaml'; did you mean 'rostrum render a.yaml'?"),
      (["frobnicate"], "There is no command 'frobnicate'. 'rostrum --help' lists all."),
      (["rendr", "--help"], "There is no command 'rendr'; did you mean 'render'?"),
      (["help", "inspekt"], "There is no command 'inspekt'; did you mean 'inspect'?"),
      (["help", "nothing"], "There is no command 'nothing'."),
      (["--help", "nothing"], "There is no command 'nothing'."),
      (["help", "render", "check"], "'help' takes the name of one command"),
      (["render", "a.yaml", "--frames", "9-1"], "the range '9-1' ends before it starts"),
      (["render", "a.yaml", "--frames", "x"], "'x' is not a frame"),
      (["render", "a.yaml", "--frames", "1", "--at", "1"], "--frames or --at, not both"),
      (["render", "a.yaml", "--at", "nan"], "'nan' is invalid"),
      (["render", "a.yaml", "--at=-1"], "--at takes times from 0 on"),
      (["render", "a.yaml", "--at", "101%"], "'101%' is invalid"),
      (["render", "a.yaml", "--at", "0,50%", "-o", "a.png"], "give a time with --at, one alone"),
      (["render", "a.yaml", "--at", "0", "--resume"], "go with frames, not with --at"),
      (["inspect", "a.yaml", "--at", "x"], "'x' is invalid"),
      (["render", "a.yaml", "--scale", "0"], "--scale is a number above 0"),
      (["render", "a.yaml", "--scale", "inf"], "--scale is a number above 0"),
      (["render", "a.yaml", "--jobs", "0"], "--jobs is at least 1"),
      (["render", "a.yaml", "--shutter", "361"], "--shutter is an angle from 0 to 360"),
      (["render", "a.yaml", "--shutter", "nan"], "--shutter is an angle from 0 to 360"),
      (["render", "a.yaml", "--samples", "8"], "--samples needs --shutter"),
      (["render", "a.yaml", "--shutter", "90", "--samples", "1"], "--samples is 2 to 256"),
      (["render", "a.yaml", "--shutter", "90", "--samples", "257"], "--samples is 2 to 256"),
      (["render", "a.yaml", "--supersample", "0"], "--supersample is 1 to 8"),
      (["render", "a.yaml", "--supersample", "9"], "--supersample is 1 to 8"),
      (["render", "a.yaml", "--fps", "0"], "'0' is not a frame rate"),
      (["render", "a.yaml", "--max-frames", "0"], "A limit is at least 1"),
      (["render", "a.yaml", "--format", "avi"], "'avi' is invalid"),
      (["render", "a.yaml", "--format", "png,"], "'png,' is invalid"),
      (["render", "a.yaml", "--progress", "loud"], "'loud' is invalid"),
      (["render", "a.yaml", "-o", ""], "--output needs a name"),
      (["render", "a.yaml", "-o", "a.avi"], "cannot write 'a.avi'"),
      (["render", "a.yaml", "-o", "a.png"], "give a time with --at"),
      (["render", "a.yaml", "a.yaml"], "'a.yaml' is given twice"),
      (["render", "a.yaml", "--frames", "6-9"], "none of the frames asked for exist"),
      (["render", "a.yaml", "--frames", "4-9", "--strict-frames"], "some of the frames asked for"),
      (["sample", "a.yaml", "--at", "0,x"], "'0,x' is invalid"),
      (["sample", "a.yaml", "--at", "inf"], "'inf' is invalid"),
      (["sample", "a.yaml", "--at", "1", "--fps", "2"], "--at or --fps, not both"),
      (["sample", "a.yaml", "--layer", "sqare"], "no layer 'sqare'; did you mean 'square'?"),
      (["sample", "a.yaml", "--key-path", "positon"], "did you mean 'position'?"),
      (["check"], "Missing expected argument"),
      (["check", "a.yaml", "--diagnostics", "long"], "'long' is invalid"),
      (["mux", "."], "--output"), (["mux", ".", "-o", ""], "--output needs the name of a file"),
      (["mux", ".", "-o", "a.png"], "does not end in mp4"),
      (["mux", ".", "-o", "a.mp4", "--pattern", "a.png"], "it has no counter"),
    ])
  func wrongUsage(_ arguments: [String], _ message: String) async throws {
    let command = try Command()
    try command.folder.write(Scenes.moving, to: "a.yaml")
    let result = try await command.run(arguments)
    #expect(result.status == 64, "\(arguments): \(result)")
    #expect(result.errors.contains(message), "\(arguments): \(result.errors)")
    #expect(result.output.isEmpty)
    #expect(command.folder.files == ["a.yaml"])
  }
}
