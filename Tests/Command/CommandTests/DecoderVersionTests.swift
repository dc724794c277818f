import Foundation
import TestSupport
import Testing

/// Videos are decoded by ffmpeg, whose versions may decide about a pixel here and there.
@Suite("Another ffmpeg")
struct DecoderVersionTests {
  private let command: Command
  /// The same with an ffmpeg that gives itself another version.
  private let other: Command

  init() async throws {
    var command = try Command()
    try command.folder.write(Scenes.moving, to: "plain.yaml")
    _ = try await command("render", "plain.yaml", "-o", "film.mp4", "-q")
    try command.folder.write(Self.cinema, to: "cinema.yaml")
    // A video inside of a scene counts as well.
    try command.folder.write(
      "size: [48, 32]\nlayers: [{class: scene, scene: cinema.yaml, position: [24, 16]}]\n",
      to: "town.yaml")
    self.command = command
    let script = try command.folder.script(
      "ffmpeg", "[ \"$1\" = -version ] && echo 'ffmpeg version 0.1-other Copyright' && exit",
      "exec ffmpeg \"$@\"")
    command.environment["ROSTRUM_FFMPEG"] = script
    other = command
  }

  private static let cinema = """
    size: [48, 32]
    fps: 12
    duration: 0.5
    layers:
      - {class: video, video: film.mp4, bounds: [48, 32], position: [24, 16]}
      - {name: seat, backgroundColor: black, bounds: [8, 8], position: [8, 28]}

    """

  @Test("is told of by a baseline where the scene shows a video, and only there")
  func baselines() async throws {
    let verify = [
      "verify", "plain.yaml", "cinema.yaml", "town.yaml", "--baselines", "B", "--at", "0",
    ]
    #expect(try await command.run(verify + ["--update", "missing"]).status == 3)
    let records = ["plain", "cinema", "town"].map { scene in
      String(decoding: command.folder.data("B/\(scene)/0s.json"), as: UTF8.self)
    }
    #expect(records.map { $0.contains("\"ffmpeg\":") } == [false, true, true])
    let same = try await other.run(verify)
    #expect(same.status == 0, "\(same)")
    #expect(same.output.matches(of: /ffmpeg was \S+ and is 0.1-other\n/).count == 2, "\(same)")
    try command.folder.write(Self.cinema.replacing("black", with: "red"), to: "cinema.yaml")
    #expect(try await command.run(verify).status == 1)
    let different = try await other.run(verify)
    #expect(different.status == 5, "\(different)")
    // An older baseline does not record the version.
    let old = records[1].replacing(/, *\n? *"ffmpeg": "[^"]*"/, with: "")
    #expect(old != records[1])
    try command.folder.write(old, to: "B/cinema/0s.json")
    #expect(
      try await other.run(["verify", "cinema.yaml", "--baselines", "B", "--at", "0"]).status == 1)
  }

  @Test("draws the frames of a scene with a video anew, and no others")
  func resume() async throws {
    for (scene, areKept) in [("plain", true), ("cinema", false)] {
      let render = ["render", "\(scene).yaml", "-o", "out-\(scene)", "--resume"]
      _ = try await command.run(render)
      let again = try await command.run(render)
      #expect(again.errors.contains("0 of 6 frames are drawn, the others are kept"), "\(again)")
      let result = try await other.run(render)
      #expect(result.errors.contains("0 of 6 frames are drawn") == areKept, "\(result)")
      #expect(result.errors.contains(" 6 frames of 48x32") != areKept, "\(result)")
    }
  }

  @Test("is named when its shards are to be joined with others")
  func join() async throws {
    _ = try await command("render", "cinema.yaml", "-o", "a", "--shard", "1/2", "-q")
    _ = try await other("render", "cinema.yaml", "-o", "b", "--shard", "2/2", "-q")
    let joined = try await command("join", "a", "b", "-q")
    #expect(joined.status == 66, "\(joined)")
    #expect(joined.errors.contains(/made with .*ffmpeg/), "\(joined)")
  }
}
