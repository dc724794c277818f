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
      captions: {file: words.srt, allow: [caption-speed]}
      parameters: {rows: {type: table, default: rows.csv}}
      layers:
        - {name: pic, contents: pic.png, frame: [0, 0, 8, 8]}
        - {class: scene, scene: inner.yaml, frame: [8, 0, 8, 8]}
        - {forEach: row, in: '${rows}', do: {use: parts.yaml#dot, position: [4, 12]}}

      """,
      "inner.yaml": "size: [8, 8]\nlayers: [{backgroundColor: red, frame: [0, 0, 8, 8]}]\n",
      "parts.yaml": "components:\n  dot: {layer: {bounds: [2, 2], backgroundColor: blue}}\n",
      "rows.csv": "n\n1\n2\n",
      "words.srt": "1\n00:00:00,000 --> 00:00:00,100\nOne\n",
      "values.csv": "a\n1\n",
      "own.yaml":
        "size: [8, 8]\nlayers: [{contents: Seen/own/0s.png, frame: [0, 0, 8, 8], opacity: 0.5}]\n",
      "other.yaml": "size: [8, 8]\nlayers: [{contents: Seen/own/0s.png, frame: [0, 0, 4, 4]}]\n",
      "film.mp4": "0:00 One\n",
      "rostrum.yaml": "scenes: [scene.yaml]\n",
    ]
    for (name, text) in files { try command.folder.write(text, to: name) }
    let made = try await command.shell(
      """
      ffmpeg -v error -f lavfi -i sine=d=0.2 click.wav && "$ROSTRUM" render inner.yaml --at 0 -o pic.png
      mkdir frames && cp pic.png frames/frame_00000.png && cp pic.png frames/frame_00001.png
      mkdir diff && cp pic.png diff/a.png; mkdir -p Seen/own && cp pic.png Seen/own/0s.png; cp "$(fc-match -f '%{file}')" face.ttf
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
    ("render scene.yaml --profile-trace scene.yaml -o film.mov", "scene.yaml"),
    ("render scene.yaml --profile-trace inner.yaml -o film.mov", "inner.yaml"),
    ("render inner.yaml --data values.csv --profile-trace values.csv -o out/", "values.csv"),
    ("render scene.yaml --font-path face.ttf --profile-trace face.ttf -o film.mov", "face.ttf"),
    ("render scene.yaml --profile-trace rostrum.yaml -o film.mov", "rostrum.yaml"),
    ("bake scene.yaml -o scene.yaml", "scene.yaml"),
    ("bake scene.yaml -o inner.yaml", "inner.yaml"),
    ("bake scene.yaml -o rows.csv", "rows.csv"),
    ("bake inner.yaml --data values.csv -o values.csv", "values.csv"),
    ("expand scene.yaml -o parts.yaml", "parts.yaml"),
    ("sheet scene.yaml -o pic.png", "pic.png"),
    ("sheet scene.yaml inner.yaml -o pic.png", "pic.png"),
    ("strobe scene.yaml --layer pic --every 0.1 -o pic.png", "pic.png"),
    ("timeline scene.yaml -o pic.png", "pic.png"),
    ("farm scene.yaml -o scene.yaml", "scene.yaml"),
    ("farm scene.yaml -o inner.yaml", "inner.yaml"),
    ("check scene.yaml --sarif scene.yaml", "scene.yaml"),
    ("check scene.yaml --sarif rows.csv", "rows.csv"),
    ("check scene.yaml --junit words.srt", "words.srt"),
    ("check inner.yaml --data values.csv --code-quality values.csv", "values.csv"),
    ("mux frames -o film.mp4 --audio film.mp4", "film.mp4"),
    ("mux frames -o film.mp4 --chapters film.mp4", "film.mp4"),
    ("diff pic.png frames/frame_00000.png --junit pic.png", "pic.png"),
    ("diff frames frames --report frames --junit frames/frame_00001.png", "frame_00001.png"),
    ("diff diff frames --report . --pictures", "diff/a.png"),
    ("verify scene.yaml --baselines frames --sarif scene.yaml", "scene.yaml"),
    ("verify scene.yaml --baselines frames --sarif frames/frame_00000.png", "frame_00000.png"),
    ("verify own.yaml --baselines Seen --update all", "Seen/own/0s.png"),
    ("verify other.yaml own.yaml --baselines Seen --update changed", "Seen/own/0s.png"),
  ]

  /// What the checksums of all inputs are.
  private static let sums = "sha256sum *.* frames/* diff/* Seen/*/*"

  @Test("A command writes over no file that it reads, by whatever name")
  func table() async throws {
    let command = try await command()
    let before = try await command.shell(Self.sums).output
    for (arguments, input) in Self.attempts {
      let words = arguments.split(separator: " ").map(String.init)
      let result = try await command.run(words)
      #expect(result.status == 64, "\(arguments): \(result)")
      #expect(result.errors.contains("is read"), "\(arguments): \(result)")
      #expect(result.errors.contains(input), "\(arguments): \(result)")
      #expect(
        try await command.shell(Self.sums).output == before, "\(arguments)")
    }
  }

  @Test(
    "A folder that is mounted elsewhere as well is the same folder",
    .enabled(if: geteuid() == 0, "mounts need root"))
  func mounts() async throws {
    let command = try await command()
    try command.folder.write(Self.shown, to: "shown.yaml")
    let before = try await command.shell(Self.sums).output
    for (arguments, input) in [
      ("render scene.yaml --at 0 -o bound/pic.png", "pic.png"),
      ("render shown.yaml -o bound/frames/", "frame_00001.png"),
      ("render shown.yaml -o bound/frames/frame_%05d.png --no-manifest", "frame_00001.png"),
      ("render shown.yaml --at 0,0.1 --format png -o bound/frames/", "frame_00001.png"),
      ("render scene.yaml --profile-trace bound/inner.yaml -o film.mov", "inner.yaml"),
      ("diff diff frames --report bound --pictures", "diff/a.png"),
      ("verify own.yaml --baselines bound/Seen --update all", "Seen/own/0s.png"),
    ] {
      let result = try await command.shell(
        """
        mkdir -p bound; unshare -m sh -c 'mount --make-rprivate / && mount --bind . bound && exec "$ROSTRUM" \(arguments)'
        """)
      #expect(result.status == 64 && result.errors.contains("is read"), "\(arguments): \(result)")
      #expect(result.errors.contains(input), "\(arguments): \(result)")
      #expect(try await command.shell(Self.sums).output == before, "\(arguments)")
    }
  }

  private static let shown =
    "size: [8, 8]\nduration: 0.2\nlayers: [{contents: frames/frame_00001.png, frame: [0, 0, 8, 8]}]\n"

  @Test("A scene that shows a frame in the place of one that it would write is refused")
  func frames() async throws {
    let command = try await command()
    try command.folder.write(Self.shown, to: "shown.yaml")
    let before = try await command.shell("sha256sum frames/*").output
    let result = try await command.run(["render", "shown.yaml", "-o", "frames/"])
    #expect(result.status != 0 && result.errors.contains("frame_00001.png"), "\(result)")
    #expect(try await command.shell("sha256sum frames/*").output == before)
  }

  @Test("A batch writes over no file that another of its scenes reads, whichever comes first")
  func batch() async throws {
    let command = try Command()
    for (own, other) in [("a", "b"), ("b", "a")] {
      try command.folder.write(
        "size: [8, 8]\nlayers: [{backgroundColor: red, frame: [0, 0, 8, 8]}]\n", to: "\(own).yaml")
      try command.folder.write(
        "size: [8, 8]\nlayers: [{contents: out/\(own).png, frame: [0, 0, 8, 8]}]\n",
        to: "\(other).yaml")
      let line = """
        rm -rf out; mkdir out && "$ROSTRUM" render \(own).yaml --at 0 -o out/\(own).png -q
        echo >> out/\(own).png; sha256sum out/*
        "$ROSTRUM" render a.yaml b.yaml --at 0 -o "out/{scene}.png" --jobs 1 >&2
        status=$?; sha256sum out/*; exit $status
        """
      let result = try await command.shell(line)
      #expect(result.status == 64 && result.errors.contains("\(own).png"), "\(result)")
      #expect(result.lines.count == 2 && Set(result.lines).count == 1, "\(result)")
    }
  }
}
