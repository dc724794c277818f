#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// One rule for all commands that write: however they end, a file under the requested name is
  /// complete, and unfinished files are removed at once, or by the next run.
  @Suite("What a command has not finished", .serialized)
  struct UnfinishedFileCommandTests {
    /// A command that writes, with `OUT` for the folder that it writes into.
    private static let writers = [
      "render a.yaml -o OUT/a.png --at 0 -q", "render a.yaml -o OUT/frames -q",
      "render a.yaml -o OUT/a.mp4 -q", "render a.yaml -o OUT/a.gif -q",
      "render a.yaml -o OUT/a.svg -q", "render a.yaml -o OUT/a.html -q",
      "render a.yaml -o OUT/a.m3u8 -q", "render a.yaml -o OUT/sprites --format sprites -q",
      "bake a.yaml -o OUT/b.yaml", "import m.svg -o OUT/m.yaml",
      "sheet a.yaml -o OUT/sheet.png", "timeline a.yaml -o OUT/timeline.svg",
      "strobe a.yaml --layer square -o OUT/strobe.png", "figure f.yaml -o OUT/f.svg",
      "init lower-third -o OUT/Titles", "farm a.yaml --engine slurm -o OUT/job.sh",
      "preview a.yaml --export OUT/site", "join film.mp4 -o OUT/joined.mp4 -q",
      "mux frames -o OUT/muxed.mp4 --fps 12 -q", "diff film.mp4 film.mp4 --report OUT/report",
      "verify a.yaml --baselines OUT/Baselines --at 0 --update missing",
      "render a.yaml -o OUT/a.apng -q", "render a.yaml -o OUT/a.webp -q",
      "render a.yaml -o OUT/a.mkv -q",
      "render a.yaml -o OUT/a.webm -q", "render a.yaml -o OUT/a.json -q",
      "render a.yaml -o OUT/jpg --format jpg --at 0 -q",
      "render a.yaml -o OUT/hls --format hls -q", "render a.yaml --at 0 -o OUT/a.webp -q",
      "render a.yaml --at 0 -o OUT/a.tiff -q", "expand a.yaml -o OUT/e.yaml",
      "export a.yaml -o OUT/e.ca", "check a.yaml --junit OUT/j.xml",
      "check a.yaml --sarif OUT/j.sarif",
      "check a.yaml --code-quality OUT/q.json", "diff film.mp4 film.mp4 --junit OUT/j.xml",
      "plot a.yaml --layer square --key-path position.x -o OUT/plot.svg",
      "sheet a.yaml -o OUT/sheet.pdf",
    ]

    private func command() async throws -> Command { try await Command(copying: Self.made.value) }

    /// What the commands read.
    private static let made = Task {
      let command = try Command([
        "a.yaml": Scenes.moving,
        "f.yaml": "type: functions\nfunctions: [linear, easeIn]\nwidth: 360\n",
      ])
      try command.folder.write(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"8\" height=\"8\"><path d=\"M0 0h4v4z\"/></svg>\n",
        to: "m.svg")
      try command.folder.write(Scenes.moving + "audio: click.wav\n", to: "s.yaml")
      for line in [
        "$ROSTRUM render a.yaml -o film.mp4 -q", "$ROSTRUM render a.yaml -o frames -q",
        "ffmpeg -v error -f lavfi -i sine=d=0.5 click.wav",
        "$ROSTRUM verify a.yaml --baselines B --at 0 --update missing || [ $? = 3 ]",
      ] {
        let made = try await command.shell(line)
        try #require(made.status == 0, "\(made.errors)")
      }
      return command
    }

    /// The paths of all files in a folder but the records of runs; hidden ones too.
    private func files(_ folder: String) -> [String] {
      let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      return found.filter { name in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder)
        let parts = name.split(separator: "/")
        return !parts.contains(".rostrum") && (!isFolder.boolValue || name.contains(".partial-"))
      }
    }

    @Test("A finished file is whole where nothing is in the way", arguments: writers)
    func undisturbed(_ line: String) async throws {
      let command = try await command()
      let made = try await command.shell(
        "mkdir out; $ROSTRUM \(line.replacing("OUT", with: "out"))")
      #expect([0, 3].contains(made.status), "\(made)")
      let files = files(command.folder.path("out"))
      #expect(!files.isEmpty && files.allSatisfy { !$0.contains(".partial-") }, "\(files)")
    }

    @Test(
      "An unfinished file is removed where files may not grow (ulimit -f), and 74 says so",
      arguments: writers)
    func fileSizes(_ line: String) async throws {
      let command = try await command()
      // The outputs of the run are files as well, so they go through a pipe.
      let made = try await command.shell(
        "mkdir out; (ulimit -f 0; $ROSTRUM \(line.replacing("OUT", with: "out")); echo status $?) 2>&1 | cat"
      )
      #expect(made.output.hasSuffix("status 74\n"), "\(made)")
      #expect(made.output.contains("File too large"), "\(made)")
      #expect(files(command.folder.path("out")) == [])
    }

    @Test(
      "An unfinished file is removed where the disk is full, and 74 says so", arguments: writers)
    func fullDisk(_ line: String) async throws {
      guard let disk = try SmallDisk(kibibytes: 64) else {
        return withKnownIssue("a small file system cannot be mounted here") {
          Issue.record("no disk")
        }
      }
      let command = try await command()
      let made = try await command.shell(
        "dd if=/dev/zero of=\(disk.path)/filler bs=1k 2>/dev/null; "
          + "$ROSTRUM \(line.replacing("OUT", with: disk.path))")
      #expect(made.status == 74, "\(made)")
      #expect(made.errors.contains("No space left on device"), "\(made)")
      #expect(files(disk.path) == ["filler"])
    }

    /// Outputs of several files, or made by several programs at a time, and what may be there of
    /// them where others found no room.
    private static let several: [(line: String, whole: String)] = [
      ("render s.yaml -o OUT/a.m3u8 -q", "^$"), ("render s.yaml -o OUT/hls --format hls -q", "^$"),
      ("render a.yaml -o OUT/p --format sprites -q", "^$"),
      ("render s.yaml -o OUT/a.webm -q", "^$"),
      ("render a.yaml --frames 2 -o OUT/x.png -q", "^$"), ("render s.yaml -o OUT/a.mkv -q", "^$"),
      ("render a.yaml --at 0 -o OUT/a.tiff --bit-depth 16 -q", "^$"),
      ("render a.yaml --at 0 -o OUT/a.png --bit-depth 16 -q", "^$"),
      // Too small a size, which is known while the sound is mixed.
      ("render s.yaml -o OUT/a.mp4 --target-size 5kB -q", "^$"),
      ("render s.yaml -o OUT/all --format mp4,webm,apng,png -q", "^all/(frame_|s\\.)[^/]*$"),
      ("render s.yaml -o OUT/all --format mp4,wav,gif --no-manifest -q", "^all/s\\.[^/]*$"),
      ("verify a.yaml --baselines B --report OUT/R --pictures", "^R/[^.].*$"),
      ("diff film.mp4 film.mp4 --report OUT/R --pictures --film", "^R/[^.].*$"),
    ]

    @Test(
      "Whatever room a disk has, each output is whole or not there", arguments: several.indices)
    func anyRoom(_ index: Int) async throws {
      let (line, whole) = Self.several[index]
      let command = try await command()
      let pattern = try Regex(whole)
      for size in [4, 8, 12, 20, 40, 80, 200] {
        guard let disk = try SmallDisk(kibibytes: size) else {
          return withKnownIssue("a small file system cannot be mounted here") {
            Issue.record("no disk")
          }
        }
        let made = try await command.shell("$ROSTRUM \(line.replacing("OUT", with: disk.path))")
        let files = files(disk.path)
        #expect(files.allSatisfy { !$0.contains(".partial-") }, "\(size): \(made): \(files)")
        #expect([0, 64, 65, 74].contains(made.status), "\(size): \(made)")
        guard made.status != 0 else { continue }
        #expect(
          made.status != 74 || made.errors.contains("No space left on device"), "\(size): \(made)")
        #expect(files.allSatisfy { $0.contains(pattern) }, "\(size): \(made): \(files)")
      }
    }

    @Test(
      "An unfinished file is removed by the next run of any command in the folder after a kill",
      arguments: ["render a.yaml -o out/a.mp4 -q", "mux frames -o out/a.mp4 --fps 12 -q"])
    func killed(_ line: String) async throws {
      var command = try await command()
      let environment = command.environment
      command.environment["ROSTRUM_FFMPEG"] = try command.folder.script(
        "ffmpeg", "for last; do :; done", "echo half > \"${last#file:}\"", "touch begun",
        "while kill -0 $PPID; do sleep 0.05; done 2> /dev/null")
      let run = try command.startShell("mkdir out; exec $ROSTRUM \(line)")
      let begun = command.folder.path("begun")
      #expect(await run.wait(thenSend: SIGKILL) { FileManager.default.fileExists(atPath: begun) })
      #expect(try await run.result().status == 128 + SIGKILL)
      #expect(command.folder.files.contains { $0.contains(".partial-") })
      command.environment = environment
      let next = try await command("bake", "a.yaml", "-o", "out/b.yaml", "--allow-path", ".")
      #expect(next.status == 0, "\(next)")
      #expect(command.folder.files.filter { $0.hasPrefix("out/") } == ["out/b.yaml"])
    }

    @Test("An unfinished file stays as long as its program lives")
    func alive() async throws {
      var command = try await command()
      let environment = command.environment
      command.environment["ROSTRUM_FFMPEG"] = try command.folder.script(
        "ffmpeg", "exec 3<&0", "touch begun", "while ! [ -e go ]; do sleep 0.05; done",
        "exec ffmpeg \"$@\" <&3")
      let run = try command.startShell(
        "mkdir out; exec $ROSTRUM mux frames -o out/a.mp4 --fps 12 -q")
      let begun = command.folder.path("begun")
      #expect(await run.wait { FileManager.default.fileExists(atPath: begun) })
      command.environment = environment
      let other = try await command("bake", "a.yaml", "-o", "out/b.yaml", "--allow-path", ".")
      #expect(other.status == 0, "\(other)")
      try command.folder.write("", to: "go")
      let result = try await run.result()
      #expect(result.status == 0, "\(result)")
      #expect(command.folder.data("out/a.mp4").count > 100)
    }

    @Test("An unfinished file is none where the folder vanishes meanwhile")
    func vanishingFolder() async throws {
      var command = try await command()
      command.environment["ROSTRUM_FFMPEG"] = try command.folder.script(
        "ffmpeg", "rm -rf out", "exec ffmpeg \"$@\"")
      let made = try await command.shell(
        "mkdir out; $ROSTRUM mux frames -o out/a.mp4 --fps 12 -q")
      #expect(made.status == 74 || made.status == 73, "\(made)")
      #expect(made.errors.contains("out/a.mp4") && made.errors.contains("No such file"), "\(made)")
      #expect(command.folder.files.allSatisfy { !$0.hasPrefix("out") })
    }
  }
#endif
