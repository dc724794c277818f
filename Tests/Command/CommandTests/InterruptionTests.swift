import Foundation
import TestSupport
import Testing

@Suite("An interrupted command")
struct InterruptionTests {
  private func command() throws -> Command {
    try Command(["a.yaml": Scenes.endless])
  }

  @Test(
    "An interrupted command ends with 128 and the signal's number, keeps whole frames and leaves nothing else",
    arguments: [
      (SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129), (SIGQUIT, 131), (SIGXCPU, 128 + SIGXCPU),
      (SIGUSR1, 128 + SIGUSR1), (SIGUSR2, 128 + SIGUSR2), (SIGALRM, 142), (SIGVTALRM, 154),
    ] as [(Int32, Int32)])
  func render(_ signal: Int32, _ status: Int32) async throws {
    var command = try command()
    // An encoder that takes nothing: however fast the machine is, the frames are never all done.
    command.environment["ROSTRUM_FFMPEG"] = try command.folder.script("ffmpeg", "exec sleep 1000")
    let run = try command.start("render", "a.yaml", "--format", "png,mp4", "--jobs", "3")
    let twelfth = command.folder.path("Output/a/frame_00012.png")
    let hasBegun = await run.wait { FileManager.default.fileExists(atPath: twelfth) }
    #expect(hasBegun)
    run.send(signal)
    let result = try await run.result()
    #expect(result.status == status, "\(result)")
    let left = command.folder.files
    #expect(left.count > 12)
    for path in left where !["a.yaml", "ffmpeg"].contains(path) {
      #expect(path.wholeMatch(of: /Output\/a\/frame_\d{5}\.png/) != nil, "\(path)")
      #expect(isWholePNG(command.folder.data(path)), "\(path)")
    }
  }

  @Test(
    "A command goes on when the terminal is closed, where it was started to do so",
    arguments: [SIGHUP, SIGQUIT])
  func ignored(_ signal: Int32) async throws {
    var command = try Command(["a.yaml": Scenes.moving])
    command.environment["ROSTRUM_FFMPEG"] = try command.folder.script(
      "ffmpeg", "exec 3<&0", "touch begun", "while ! [ -e go ]; do sleep 0.05; done",
      "exec ffmpeg \"$@\" <&3")
    let name = signal == SIGHUP ? "HUP" : "QUIT"
    let run = try command.startShell("trap '' \(name); exec $ROSTRUM render a.yaml -o a.mp4 -q")
    let begun = command.folder.path("begun")
    #expect(await run.wait(thenSend: signal) { FileManager.default.fileExists(atPath: begun) })
    try await Task.sleep(for: .milliseconds(300))
    try command.folder.write("", to: "go")
    let result = try await run.result()
    #expect(result.status == 0, "\(result)")
    #expect(!command.folder.data("a.mp4").isEmpty)
  }

  @Test(
    "An interrupted command leaves no program running that it has started",
    arguments: [SIGHUP, SIGTERM, SIGXCPU])
  func children(_ signal: Int32) async throws {
    var command = try command()
    command.environment["ROSTRUM_FFMPEG"] = try command.folder.script(
      "ffmpeg", "echo $$ >number; mv number begun", "sleep 1000 & wait")
    let run = try command.start("render", "a.yaml", "-o", "x.mp4")
    let begun = command.folder.path("begun")
    #expect(await run.wait(thenSend: signal) { FileManager.default.fileExists(atPath: begun) })
    #expect(try await run.result().status == 128 + signal)
    let text = String(decoding: command.folder.data("begun"), as: UTF8.self)
    let number = try #require(Int32(text.trimmingCharacters(in: .newlines)))
    for _ in 0..<100 where kill(-number, 0) == 0 { try await Task.sleep(for: .milliseconds(20)) }
    #expect(kill(-number, 0) != 0 && errno == ESRCH)
    #expect(command.folder.names == [".rostrum", "a.yaml", "begun", "ffmpeg"])
  }

  /// Every PNG ends in the same twelve bytes; a file that was cut off does not.
  private func isWholePNG(_ data: Data) -> Bool {
    data.starts(with: [0x89, 0x50, 0x4E, 0x47])
      && data.suffix(12) == Data([0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
  }

  @Test(
    "An interrupted command ends while ffmpeg is slow, or while the finished video is checked",
    arguments: ["ffmpeg", "ffprobe"])
  func tools(_ name: String) async throws {
    var command = try Command(["a.yaml": Scenes.moving])
    let script = try command.folder.script(name, "touch \"$0.started\"", "exec sleep 1000")
    command.environment["ROSTRUM_" + name.uppercased()] = script
    let run = try command.start("render", "a.yaml", "-o", "x.mp4")
    let hasBegun = await run.wait {
      FileManager.default.fileExists(atPath: script + ".started")
    }
    #expect(hasBegun)
    run.send(SIGINT)
    #expect(try await run.result().status == 130)
    #expect(command.folder.names == [".rostrum", "a.yaml", name, name + ".started"])
  }

  /// Thousands of gradients, no two the same, each over the whole of a large canvas.
  private static let heavy =
    "size: [4000, 4000]\nlayers:\n"
    + (0..<2000).map {
      "  - {name: g\($0), class: gradient, type: conic, frame: [0, 0, 4000, 4000], "
        + "startPoint: [0.5, \(Double($0) / 2000)], colors: [red, blue]}\n"
    }.joined()

  @Test(
    "An interrupted command ends in the middle of a frame that takes minutes, and leaves nothing",
    arguments: [1, 2])
  func heavyFrame(_ signals: Int) async throws {
    let command = try Command(["a.yaml": Self.heavy])
    let run = try command.start("render", "a.yaml", "-o", "x.mp4")
    let hasBegun = await run.wait {
      command.folder.names.contains { $0.contains(".partial-") }
    }
    #expect(hasBegun)
    for _ in 0..<signals { run.send(SIGTERM) }
    #expect(try await run.result().status == 143)
    #expect(command.folder.names == [".rostrum", "a.yaml"])
  }

  @Test("An interrupted command also ends while it samples")
  func sample() async throws {
    let command = try Command()
    // Hours of work, so that the render is still running when this test continues late.
    let layer = "  - animations: [{type: basic, keyPath: opacity, byValue: 1, duration: 9}]\n"
    let layers = String(repeating: layer, count: 2000)
    try command.folder.write("size: [9, 9]\nduration: 9999\nlayers:\n" + layers, to: "a.yaml")
    let run = try command.start("sample", "a.yaml", "--max-frames", "10000000", "--fps", "1000")
    try await Task.sleep(for: .milliseconds(300))
    run.send(SIGINT)
    let result = try await run.result()
    #expect(result.status == 130)
    #expect(result.output.isEmpty)
  }
}
