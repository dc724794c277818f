import Foundation
import TestSupport
import Testing

/// The files left by a killed render, and how --resume continues from them.
@Suite("Renders that are struck down", .serialized)
struct FaultTests {
  /// Enough different frames that the short runs do not finish them.
  private static let many = Scenes.moving.replacing("duration: 0.5}", with: "duration: 40}")
    .replacing("duration: 0.5\n", with: "duration: 40\n")

  private func isWholePNG(_ data: Data) -> Bool {
    data.starts(with: [0x89, 0x50, 0x4E, 0x47])
      && data.suffix(8) == Data([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
  }

  /// How many frames there are.
  private func progress(_ command: Command, _ output: String) -> Int {
    let names = try? FileManager.default.contentsOfDirectory(atPath: command.folder.path(output))
    return names?.count { $0.hasPrefix("frame_") } ?? 0
  }

  @Test(
    "Renders that are struck down twenty-five times, and resumed each time, make what one run makes"
  )
  func kills() async throws {
    let command = try Command(["a.yaml": Self.many])
    var random = RandomSource(seed: 50)
    var struck = 0
    for _ in 0..<200 where struck < 25 {
      // A fast machine finishes all frames at some time: then the render starts again.
      if progress(command, "out") > 400 {
        try FileManager.default.removeItem(atPath: command.folder.path("out"))
      }
      let before = progress(command, "out")
      let run = try command.start("render", "a.yaml", "-o", "out", "--resume", "--jobs", "2", "-q")
      // At any moment: while it starts, while it takes over, or some frames later.
      let wanted = Int.random(in: 0..<12, using: &random)
      let delay = UInt32.random(in: 0..<20_000, using: &random)
      _ = await run.wait(thenSend: SIGKILL, after: delay) {
        wanted < 3 || progress(command, "out") >= min(before + wanted, 480)
      }
      if try await run.result().status == 128 + SIGKILL { struck += 1 }
      for path in command.folder.files where path.hasSuffix(".png") && !path.contains("/.") {
        #expect(isWholePNG(command.folder.data(path)), "\(path)")
      }
    }
    #expect(struck == 25)
    let last = try await command("render", "a.yaml", "-o", "out", "--resume")
    #expect(last.status == 0, "\(last)")
    let fresh = try await command("render", "a.yaml", "-o", "fresh", "-q")
    #expect(fresh.status == 0)
    try expectSame(command, "out", "fresh")
    #expect(try await command("join", "out", "-q").status == 0)
  }

  private func expectSame(_ command: Command, _ a: String, _ b: String) throws {
    func names(_ folder: String) -> [String] {
      command.folder.files.filter { $0.hasPrefix(folder + "/") && !$0.contains("/.rostrum/") }
        .map { String($0.dropFirst(folder.count + 1)) }
    }
    #expect(names(a) == names(b))
    for name in names(b) {
      #expect(command.folder.data("\(a)/\(name)") == command.folder.data("\(b)/\(name)"), "\(name)")
    }
  }

  @Test("Batches in one folder that are struck down make what is left, and nothing twice")
  func batch() async throws {
    let command = try Command()
    try command.folder.write(
      "size: [8, 8]\nparameters: {n: {default: 0}}\nlayers: [{backgroundColor: red, frame: [0, 0, 8, 8]}]\n",
      to: "a.yaml")
    let rows = (0..<300).map { "\($0)\n" }.joined()
    try command.folder.write("n\n" + rows, to: "rows.csv")
    let arguments = [
      "render", "a.yaml", "--data", "rows.csv", "-o", "out/{index}_%d.png", "--frames", "0",
      "--resume", "--jobs", "8", "-q",
    ]
    func inodes() async throws -> Set<Substring> {
      Set(try await command.shell("cd out && stat -c '%i %n' *.png").lines)
    }
    for count in [20, 90, 200] {
      _ = try await command.shell("rm -rf out")
      let run = try command.startShell("exec \"$ROSTRUM\" " + arguments.joined(separator: " "))
      _ = await run.wait(thenSend: SIGKILL, after: 0) {
        command.folder.files.count { $0.hasSuffix(".png") } >= count
      }
      _ = try await run.result()
      let before = try await inodes()
      let next = try await command.run(arguments)
      #expect(next.status == 0, "\(next)")
      #expect(before.subtracting(try await inodes()).count <= 8, "what was not recorded yet")
    }
    let all = try await inodes()
    #expect(all.count == 300)
    for _ in 0..<5 {
      #expect(try await command.run(arguments).status == 0)
      #expect(try await inodes() == all)
    }
  }

  @Test(
    "Renders that are struck down while they make a video leave no half of one, and begin it anew")
  func killedVideo() async throws {
    var command = try Command(["a.yaml": Self.many])
    // A run must not be over before it is struck down, so its ffmpeg waits at the end.
    let waiting = try command.folder.script(
      "ffmpeg", "ffmpeg \"$@\"", "while kill -0 $PPID; do sleep 0.05; done 2> /dev/null")
    let environment = command.environment
    for _ in 0..<3 {
      command.environment["ROSTRUM_FFMPEG"] = waiting
      let run = try command.start(
        "render", "a.yaml", "-o", "out", "--format", "png,mp4", "--resume", "-q")
      let tenth = command.folder.path("out/frame_00010.png")
      _ = await run.wait(thenSend: SIGKILL) { FileManager.default.fileExists(atPath: tenth) }
      _ = try await run.result()
      #expect(!FileManager.default.fileExists(atPath: command.folder.path("out/a.mp4")))
      try? FileManager.default.removeItem(atPath: tenth)
    }
    command.environment = environment
    let last = try await command(
      "render", "a.yaml", "-o", "out", "--format", "png,mp4", "--resume", "-q")
    #expect(last.status == 0, "\(last)")
    _ = try await command("render", "a.yaml", "-o", "fresh", "--format", "png,mp4", "-q")
    try expectSame(command, "out", "fresh")
  }

  @Test(
    "Renders leave a live run alone that has the process number of a run that ended, as in containers"
  )
  func sameProcess() async throws {
    var command = try Command(["a.yaml": Self.many])
    command.environment["ROSTRUM_FFMPEG"] = try command.folder.script(
      "ffmpeg", "exec 3<&0", "while ! [ -e go ]; do sleep 0.05; done", "exec ffmpeg \"$@\" <&3")
    let live = try command.start("render", "a.yaml", "-o", "out/a.mp4", "-q", "--frames", "0-9")
    let output = command.folder.path("out")
    @Sendable func unfinished() -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: output)) ?? []
      return names.filter { $0.contains(".partial-") }
    }
    let hasBegun = await live.wait { !unfinished().isEmpty }
    #expect(hasBegun)
    // The files of a killed run of that number.
    let journals = try FileManager.default.contentsOfDirectory(atPath: output + "/.rostrum")
    let journal = try #require(journals.first { $0.hasSuffix(".jsonl") })
    for name in ["1-\(live.process)-1.jsonl", "1-run-0123456789abcdef.jsonl"] {
      try FileManager.default.copyItem(
        atPath: "\(output)/.rostrum/\(journal)", toPath: "\(output)/.rostrum/\(name)")
    }
    let other = try await command("render", "a.yaml", "-o", "out", "-q", "--frames", "0-3")
    #expect(other.status == 0, "\(other)")
    #expect(unfinished().count == 1)
    try command.folder.write("", to: "go")
    let result = try await live.result()
    #expect(result.status == 0, "\(result)")
    #expect(unfinished() == [])
    #expect(!command.folder.data("out/a.mp4").isEmpty)
  }

  @Test("A film for which the disk has no room says so, wherever it ends", arguments: [8, 40, 80])
  func fullDiskOfFilm(_ size: Int) async throws {
    guard let disk = try SmallDisk(kibibytes: size) else { return noDisk() }
    let command = try Command(["a.yaml": Self.many])
    for ending in ["mp4", "gif", "webm"] {
      let full = try await command(
        "render", "a.yaml", "-o", "\(disk.path)/a.\(ending)", "-q", "--frames", "0-99")
      #expect(full.status == 0 || full.errors.contains("No space left on device"), "\(full)")
      #expect(full.status == 0 || !disk.files.contains("a.\(ending)"), "\(full)")
    }
  }

  @Test("A render that found the disk full is resumed once there is room")
  func fullDisk() async throws {
    guard let disk = try SmallDisk(kibibytes: 200) else { return noDisk() }
    let command = try Command(["a.yaml": Self.many])
    let full = try await command("render", "a.yaml", "-o", disk.path + "/out", "-q")
    #expect(full.status == 74, "\(full)")
    #expect(full.errors.contains("No space left on device"))
    #expect(disk.files.allSatisfy { $0.wholeMatch(of: /out\/frame_\d{5}\.png/) != nil })
    disk.remount("size=20m")
    let rest = try await command("render", "a.yaml", "-o", disk.path + "/out", "--resume")
    #expect(rest.status == 0, "\(rest)")
    #expect(rest.errors.contains("of 480 frames are drawn, the others are kept"))
    _ = try await command("render", "a.yaml", "-o", "fresh", "-q")
    for name in disk.files {
      let copy = command.folder.data("fresh" + name.dropFirst(3))
      #expect(FileManager.default.contents(atPath: disk.path + "/" + name) == copy, "\(name)")
    }
  }

  @Test("A render into a folder that nobody may write into ends in order")
  func unwritable() async throws {
    guard let disk = try SmallDisk(kibibytes: 200) else { return noDisk() }
    let command = try Command(["a.yaml": Scenes.moving])
    disk.remount("ro")
    for output in ["/out", "/out.mp4"] {
      let result = try await command("render", "a.yaml", "-o", disk.path + output, "-q")
      #expect(result.status == 73, "\(result)")
      #expect(result.errors.contains("Read-only file system"))
    }
    #expect(disk.files.isEmpty)
  }

  private func noDisk() {
    withKnownIssue("a small file system cannot be mounted here") { Issue.record("no disk") }
  }

  @Test("A render whose video vanishes while it is shown ends in order")
  func vanishingVideo() async throws {
    var command = try Command(["film.yaml": Scenes.moving])
    _ = try await command("render", "film.yaml", "-o", "film.mp4", "-q")
    try command.folder.write(
      """
      size: [48, 32]
      fps: 12
      duration: 0.5
      layers: [{class: video, video: film.mp4, bounds: [48, 32], position: [24, 16]}]

      """, to: "a.yaml")
    let film = command.folder.path("film.mp4")
    command.environment["ROSTRUM_FFMPEG"] = try command.folder.script(
      "ffmpeg", "rm -f '\(film)'", "exec ffmpeg \"$@\"")
    let result = try await command("render", "a.yaml", "-o", "out", "-q")
    #expect(result.status != 0)
    #expect(result.errors.contains("film.mp4"), "\(result)")
    #expect(command.folder.files.allSatisfy { !$0.hasPrefix("out/") })
  }

  @Test("A render that loses a picture which is loaded already misses nothing")
  func vanishingPicture() async throws {
    let command = try Command(["film.yaml": Scenes.moving])
    _ = try await command("render", "film.yaml", "-o", "picture.png", "--at", "0", "-q")
    let scene = Self.many.replacing(
      "layers:\n",
      with: "layers:\n  - {contents: picture.png, bounds: [9, 9], position: [9, 9]}\n")
    try command.folder.write(scene, to: "a.yaml")
    let run = try command.start("render", "a.yaml", "-o", "out", "-q")
    let first = command.folder.path("out/frame_00000.png")
    _ = await run.wait { FileManager.default.fileExists(atPath: first) }
    try FileManager.default.removeItem(atPath: command.folder.path("picture.png"))
    #expect(try await run.result().status == 0)
    let again = try await command("render", "a.yaml", "-o", "out", "--resume", "-q")
    #expect(again.status == 65)
    #expect(again.errors.contains("picture.png"))
  }

  @Test("A render whose ffmpeg is killed in the middle ends in order")
  func killedEncoder() async throws {
    var command = try Command(["a.yaml": Scenes.endless])
    // The real one, struck down once some of the video is there.
    command.environment["ROSTRUM_FFMPEG"] = try command.folder.script(
      "ffmpeg", "exec 3<&0", "ffmpeg \"$@\" <&3 & child=$!", "for last; do :; done",
      "while kill -0 $child && ! [ -s \"${last#file:}\" ]; do sleep 0.01; done",
      "kill -9 $child $$")
    let result = try await command("render", "a.yaml", "-o", "a.mp4", "-q")
    #expect(result.status == 74)
    #expect(result.errors.contains("ffmpeg failed to write 'a.mp4': killed by signal 9"))
    #expect(command.folder.files == ["a.yaml", "ffmpeg"])
    command.environment = [:]
    try command.folder.write(Scenes.moving, to: "a.yaml")
    let again = try await command("render", "a.yaml", "-o", "a.mp4", "--resume", "-q")
    #expect(again.status == 0)
  }

  @Test(
    "A render that is ended in the middle of a single drawing that takes long ends soon, its parts removed"
  )
  func heavyFrame() async throws {
    let command = try Command()
    // One stroke of a long and winding path with millions of dashes: a single call, which nothing
    // interrupts.
    let turns = (0..<4000).map { "L \($0 * 7919 % 6000) \($0 * 104_729 % 6000)" }
    try command.folder.write(
      """
      size: [6000, 6000]
      duration: 1
      fps: 2
      layers:
        - {class: shape, path: "M 0 0 \(turns.joined(separator: " "))", strokeColor: black, lineWidth: 2, lineDashPattern: [1, 1], lineCap: round, bounds: [6000, 6000], position: [3000, 3000]}

      """, to: "a.yaml")
    let run = try command.start("render", "a.yaml", "-o", "out", "--format", "png,mp4")
    let hasBegun = await run.wait(thenSend: SIGTERM, after: 300_000) {
      run.errors.contains("2 frames of 6000x6000")
    }
    #expect(hasBegun)
    let start = ContinuousClock.now
    let result = try await run.result()
    #expect(result.status == 143, "\(result)")
    #expect(ContinuousClock.now - start < .seconds(60), "it was a minute's work at least")
    #expect(command.folder.files == ["a.yaml"])
  }
}
