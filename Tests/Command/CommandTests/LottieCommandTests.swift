import RostrumCanvas
import Foundation
import TestSupport
import Testing

/// A Lottie wherever a scene is taken.
@Suite("Lotties")
struct LottieCommandTests {
  /// A red square that turns and grows, half of it masked, behind a line that is drawn, 20 by 20
  /// points.
  static let lottie = """
    {"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 20, "h": 20, "layers": [
      {"ty": 4, "nm": "line", "ip": 2, "op": 8, "ks": {"p": {"k": [10, 10]}}, "shapes": [
        {"ty": "gr", "it": [
          {"ty": "el", "p": {"k": [0, 0]}, "s": {"k": [12, 12]}},
          {"ty": "st", "nm": "edge", "c": {"k": [0, 0, 1]}, "o": {"k": 80}, "w": {"k": 2}},
          {"ty": "tr"}]},
        {"ty": "tm", "s": {"k": 0}, "o": {"k": 90}, "e": {"a": 1, "k": [
          {"t": 2, "s": [0], "o": {"x": [0.4], "y": [0]}, "i": {"x": [0.6], "y": [1]}},
          {"t": 8, "s": [100]}]}}]},
      {"ty": 4, "nm": "square", "ip": 0, "op": 10,
       "ks": {
         "p": {"a": 1, "k": [{"t": 0, "s": [5, 10], "to": [0, 3], "ti": [0, 3]},
                             {"t": 9, "s": [15, 10]}]},
         "r": {"a": 1, "k": [{"t": 0, "s": [0], "h": 1}, {"t": 5, "s": [30]}]},
         "s": {"a": 1, "k": [{"t": 0, "s": [100, 100]}, {"t": 9, "s": [150, 50]}]}},
       "masksProperties": [{"mode": "s", "inv": false, "o": {"k": 100}, "pt": {"k": {
         "c": true, "v": [[0, 0], [9, 0], [9, 9], [0, 9]], "i": [[0, 0], [0, 0], [0, 0], [0, 0]],
         "o": [[0, 0], [0, 0], [0, 0], [0, 0]]}}}],
       "shapes": [
         {"ty": "rc", "p": {"k": [0, 0]}, "s": {"k": [10, 10]}},
         {"ty": "gf", "nm": "red", "t": 2, "o": {"k": 100}, "s": {"k": [0, 0]}, "e": {"k": [5, 0]},
          "g": {"p": 2, "k": {"k": [0, 1, 0, 0, 1, 1, 1, 0]}}}]}]}
    """

  @Test("An imported Lottie renders the same bytes", arguments: ["0", "0.25", "0.5", "0.73", "1"])
  func sameBytes(_ time: String) async throws {
    let command = try Command()
    try command.folder.write(Self.lottie, to: "a.json")
    let imported = try await command("import", "a.json", "-o", "b.yaml")
    #expect(imported.status == 0, "\(imported.errors)")
    for file in ["a.json", "b.yaml"] {
      let result = try await command(
        "render", file, "--at", time, "--scale", "3", "-o", "\(file).png", "-q")
      #expect(result.status == 0, "\(result.errors)")
    }
    let folder = URL(filePath: command.folder.path)
    let (direct, later) = (
      try Data(contentsOf: folder.appending(path: "a.json.png")),
      try Data(contentsOf: folder.appending(path: "b.yaml.png"))
    )
    #expect(direct == later)
    #expect(direct.count > 200)
  }

  @Test("One Lottie is summarised by check, but not many, nor for programs")
  func summary() async throws {
    let command = try Command()
    try command.folder.write(Self.lottie, to: "l/a.json")
    let one = try await command("check", "l/a.json")
    #expect(one.output.contains("canvas"), "\(one.output)")
    #expect(one.output.contains("20 x 20 points, 10 frames a second, 10 frames, 1 s"))
    #expect(try await command("check", "l").output == one.output)
    #expect(try await command("check", "l/a.json", "--diagnostics", "short").output == "")
    let hostile = Self.lottie.replacing("5.7.0", with: "5\\u001b[31m\\nx")
    try command.folder.write(hostile, to: "h.json")
    let lines = try await command("check", "h.json").output
    #expect(!lines.contains("\u{1B}") && lines.split(separator: "\n").count == 6, "\(lines)")
    try command.folder.write(Self.lottie, to: "l/b.json")
    #expect(try await command("check", "l").output == "")
  }

  @Test("A background stands behind all layers, of a Lottie and of a scene")
  func background() async throws {
    let command = try Command()
    try command.folder.write(Self.lottie, to: "a.json")
    try command.folder.write(
      "size: [2, 2]\nbackground: red\nduration: 1\nlayers: []\n", to: "b.yaml")
    for (file, color, corner) in [
      ("a.json", "#102030", 0xFF10_2030), ("b.yaml", "white", 0xFFFF_FFFF), ("b.yaml", "none", 0),
    ] as [(String, String, UInt32)] {
      let result = try await command(
        "render", file, "--background", color, "--at", "0", "-o", "a.png")
      #expect(result.status == 0, "\(result.errors)")
      let picture = try PNG.decode(contentsOfFile: command.folder.path("a.png"))
      #expect(picture[0, 0] == corner, "\(file) on \(color)")
    }
    let film = try await command(
      "render", "a.json", "--background", "white", "-o", "a.mp4", "--preset", "ultrafast")
    #expect(film.status == 0 && !film.errors.contains("alpha"), "\(film.errors)")
    let wrong = try await command("render", "a.json", "--background", "whit", "-o", "c.png")
    #expect(wrong.status == 64 && wrong.errors.contains("'whit' is not a colour"))
  }

  @Test("Slots are parameters: of commands, of rows, and of a layer that shows the Lottie")
  func slots() async throws {
    let command = try Command()
    let slotted = Self.lottie.replacing(
      "\"c\": {\"k\": [0, 0, 1]}", with: "\"c\": {\"sid\": \"edge\"}"
    ).replacing(
      "\"layers\"", with: "\"slots\": {\"edge\": {\"p\": {\"k\": [0, 0, 1]}}}, \"layers\"",
      maxReplacements: 1)
    try command.folder.write(slotted, to: "a.json")
    try command.folder.write(
      Self.lottie.replacing("[0, 0, 1]}, \"o\"", with: "[0, 1, 0]}, \"o\""), to: "green.json")
    try command.folder.write("edge,name\nblue,one\nlime,two\n", to: "rows.csv")
    try command.folder.write(
      """
      size: [20, 20]
      layers:
        - {class: scene, scene: a.json, parameters: {edge: lime}, position: [10, 10]}

      """, to: "outer.yaml")
    let lines = [
      "render green.json --at 0.6 -o green.png", "render a.json --at 0.6 -o blue.png",
      "render a.json --set edge=lime --at 0.6 -o set.png",
      "render a.json --data rows.csv --at 0.6 -o 'row-{name}.png'",
      "render outer.yaml --at 0.6 -o outer.png",
    ]
    for line in lines {
      let result = try await command.shell("$ROSTRUM \(line) -q")
      #expect(result.status == 0, "\(line): \(result.errors)")
    }
    let green = command.folder.data("green.png")
    #expect(command.folder.data("blue.png") != green)
    for name in ["set", "row-two", "outer"] {
      #expect(command.folder.data("\(name).png") == green, "\(name)")
    }
    #expect(command.folder.data("row-one.png") == command.folder.data("blue.png"))
    let mistakes: [(String, String)] = [
      ("--set edge=12", "expected an opaque colour for 'edge'"),
      ("--set egde=red", "the scene has no parameter 'egde'"),
    ]
    for (option, message) in mistakes {
      let result = try await command.shell("$ROSTRUM render a.json \(option) --at 0 -o x.png")
      #expect(result.status == 65)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
    #expect(try await command.shell("$ROSTRUM render green.json --set a=1 -o x.mp4").status == 65)
  }

  @Test("What its program left still or unseen in a Lottie is no warning")
  func leftovers() async throws {
    let command = try Command()
    let still = """
      {"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 20, "h": 20, "layers": [
        {"ty": 4, "nm": "square", "ip": 0, "op": 10,
         "ks": {"p": {"a": 1, "k": [{"t": 0, "s": [5, 10]}, {"t": 9, "s": [5, 10]}]}}, "shapes": [
           {"ty": "rc", "p": {"k": [0, 0]}, "s": {"k": [10, 10]}},
           {"ty": "fl", "c": {"k": [1, 0, 0]}, "o": {"k": 100}}]}]}
      """
    try command.folder.write(still, to: "a.json")
    let result = try await command("check", "a.json", "--strict")
    #expect(result.status == 0, "\(result.output)")
    #expect(!result.output.contains("warning"))
    let imported = try await command("import", "a.json", "-o", "b.yaml")
    #expect(imported.status == 0)
    // In a scene that people write it is one.
    let checked = try await command("check", "b.yaml")
    #expect((checked.output + checked.errors).contains("never changes anything"))
  }

  @Test("A layer of a scene shows a Lottie, with its mistakes")
  func inside() async throws {
    let command = try Command()
    try command.folder.write(Self.lottie, to: "a.json")
    try command.folder.write(
      """
      size: [20, 20]
      duration: 1
      layers:
        - { name: logo, class: scene, scene: a.json, position: [10, 10] }
      """, to: "s.yaml")
    for file in ["a.json", "s.yaml"] {
      let result = try await command("render", file, "--at", "0.5", "-o", "\(file).png", "-q")
      #expect(result.status == 0, "\(result.errors)")
    }
    let same = try await command("diff", "a.json.png", "s.yaml.png")
    #expect(same.status == 0, "\(same.output)\(same.errors)")
    try command.folder.write(
      Self.lottie.replacing("\"ty\": 4, \"nm\": \"line\"", with: "\"ty\": 99, \"nm\": \"line\""),
      to: "a.json")
    let wrong = try await command("check", "s.yaml")
    #expect(wrong.status != 0)
    #expect(wrong.output.contains("a.json:2:") || wrong.errors.contains("a.json:2:"))
  }

  @Test("What a Lottie has that is not drawn can be ignored by its name")
  func ignoring() async throws {
    let command = try Command()
    let text = Self.lottie.replacing(
      "\"p\": {\"k\": [10, 10]}", with: "\"p\": {\"k\": [10, 10], \"x\": \"footage(1)\"}")
    try command.folder.write(text, to: "a.json")
    let refused = try await command("check", "a.json")
    #expect(refused.status != 0)
    let message = refused.output + refused.errors
    #expect(message.contains("a.json:2:") && message.contains("--ignore expressions"))
    let accepted = try await command("check", "a.json", "--ignore", "expressions")
    #expect(accepted.status == 0, "\(accepted.errors)")
    let misspelt = try await command("check", "a.json", "--ignore", "expression")
    #expect(misspelt.status == 64)
  }

  @Test("Other commands take a Lottie", arguments: ["sample", "inspect", "check"])
  func commands(_ name: String) async throws {
    let command = try Command()
    try command.folder.write(Self.lottie, to: "a.json")
    let result = try await command(name, "a.json")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(
    "A Lottie in gzip that is cut off, or too large, is a mistake that says so",
    arguments: ["head -c 60", "cat - /dev/zero | head -c 68000000 | gzip"])
  func damagedGzip(_ change: String) async throws {
    let command = try Command()
    try command.folder.write(Self.lottie, to: "a.json")
    let made = try await command.shell("gzip -c a.json | \(change) > a.tgs")
    try #require(made.status == 0)
    let result = try await command("check", "a.tgs")
    #expect(result.status == 65, "\(result.errors)")
    #expect((result.output + result.errors).contains("the gzip file is damaged, or holds more"))
  }
}
