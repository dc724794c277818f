import Foundation
import TestSupport
import Testing

/// Outputs that name a file which the command reads.
@Suite("Inputs as outputs")
struct InputFileTests {
  /// A folder with a scene that reads one file of each kind.
  private func command() async throws -> Command {
    let command = try Command()
    let files = [
      "scene.yaml": """
      size: [16, 16]
      duration: 0.2
      fps: 10
      audio: click.wav
      parameters: {rows: {type: table, default: rows.csv}}
      layers:
        - {contents: pic.png, frame: [0, 0, 8, 8]}
        - {class: scene, scene: inner.yaml, frame: [8, 0, 8, 8]}

      """,
      "inner.yaml": "size: [8, 8]\nlayers: [{backgroundColor: red, frame: [0, 0, 8, 8]}]\n",
      "rows.csv": "n\n1\n2\n",
    ]
    for (name, text) in files { try command.folder.write(text, to: name) }
    let made = try await command.shell(
      """
      ffmpeg -v error -f lavfi -i sine=d=0.2 click.wav && "$ROSTRUM" render inner.yaml --at 0 -o pic.png
      mkdir frames && cp pic.png frames/frame_00000.png && cp pic.png frames/frame_00001.png
      ln -s pic.png link.png && ln pic.png hard.png && mkdir sub
      """)
    try #require(made.status == 0, "\(made)")
    return command
  }

  /// Each command with an output that is an input, and the input that it must name.
  private static let attempts: [(arguments: String, input: String)] = [
    ("render scene.yaml --at 0 -o pic.png", "pic.png"),
    ("render scene.yaml --at 0 -o ./sub/../pic.png", "pic.png"),
    ("render scene.yaml --at 0 -o link.png", "pic.png"),
    ("render scene.yaml --at 0 -o hard.png", "pic.png"),
    ("render scene.yaml -o click.wav", "click.wav"),
    ("bake scene.yaml -o inner.yaml", "inner.yaml"),
    ("sheet scene.yaml -o pic.png", "pic.png"),
    ("timeline scene.yaml -o pic.png", "pic.png"),
  ]

  @Test("A command writes over no file that it reads, by whatever name")
  func table() async throws {
    let command = try await command()
    let before = try await command.shell("sha256sum *.* frames/*").output
    for (arguments, input) in Self.attempts {
      let words = arguments.split(separator: " ").map(String.init)
      let result = try await command.run(words)
      #expect(result.status != 0, "\(arguments): \(result)")
      #expect(result.errors.contains("is read"), "\(arguments): \(result)")
      #expect(result.errors.contains(input), "\(arguments): \(result)")
      #expect(try await command.shell("sha256sum *.* frames/*").output == before, "\(arguments)")
    }
  }

  @Test("A scene that shows a frame in the place of one that it would write is refused")
  func frames() async throws {
    let command = try await command()
    try command.folder.write(
      "size: [8, 8]\nduration: 0.2\nlayers: [{contents: frames/frame_00001.png, frame: [0, 0, 8, 8]}]\n",
      to: "shown.yaml")
    let before = try await command.shell("sha256sum frames/*").output
    let result = try await command.run(["render", "shown.yaml", "-o", "frames/"])
    #expect(result.status != 0 && result.errors.contains("frame_00001.png"), "\(result)")
    #expect(try await command.shell("sha256sum frames/*").output == before)
  }

  @Test("A batch writes over no file that another of its scenes reads")
  func batch() async throws {
    let command = try Command()
    try command.folder.write(
      "size: [8, 8]\nlayers: [{contents: out/b.png, frame: [0, 0, 8, 8]}]\n", to: "a.yaml")
    try command.folder.write(
      "size: [8, 8]\nlayers: [{backgroundColor: red, frame: [0, 0, 8, 8]}]\n", to: "b.yaml")
    let line = """
      mkdir out && "$ROSTRUM" render b.yaml --at 0 -o out/b.png
      "$ROSTRUM" render a.yaml b.yaml --at 0 -o "out/{scene}.png" --jobs 1
      """
    let result = try await command.shell(line)
    #expect(result.status != 0 && result.errors.contains("b.png"), "\(result)")
  }
}
