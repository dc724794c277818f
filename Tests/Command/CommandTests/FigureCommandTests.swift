import Foundation
import TestSupport
import Testing

@Suite("rostrum plot, timeline, strobe, sheet, figure")
struct FigureCommandTests {
  private func command() throws -> Command {
    let command = try Command()
    try command.folder.write(Scenes.moving, to: "a.yaml")
    return command
  }

  @Test(
    "A figure is written in the format of its ending, the same on every run",
    arguments: ["svg", "pdf", "png"])
  func formats(_ ending: String) async throws {
    let command = try command()
    for name in ["1", "2"] {
      let result = try await command(
        "plot", "easeInEaseOut", "cubic-bezier(1, 0, 0.75, 1)", "bounceEaseOut",
        "spring(1, 100, 10, 0)", "-o", "\(name).\(ending)")
      #expect(result.status == 0, "\(result.errors)")
    }
    let files = try ["1", "2"].map {
      try Data(contentsOf: URL(filePath: command.folder.path + "/\($0).\(ending)"))
    }
    #expect(files[0] == files[1])
    let beginnings = ["svg": "<svg", "pdf": "%PDF", "png": "\u{FFFD}PNG"]
    #expect(
      String(decoding: files[0].prefix(4), as: UTF8.self).hasPrefix(beginnings[ending] ?? "?"))
  }

  @Test(
    "Every kind of figure of a scene is drawn",
    arguments: [
      ["plot", "a.yaml", "--layer", "square", "--key-path", "position.x", "--velocity"],
      ["timeline", "a.yaml"],
      ["strobe", "a.yaml", "--layer", "square", "--every", "0.1", "--path"],
      ["sheet", "a.yaml", "--columns", "3"],
    ])
  func kinds(_ arguments: [String]) async throws {
    let command = try command()
    let result = try await command.run(arguments + ["-o", "out.svg"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(command.folder.files.sorted() == ["a.yaml", "out.svg"])
  }

  @Test(
    "A mistake on the command line is said, with a suggestion, and nothing is written",
    arguments: [
      (
        ["plot", "bounceEaseOt"],
        "unknown timing function 'bounceEaseOt'; did you mean 'bounceEaseOut'?"
      ),
      (["plot", "cubic-bezier(2, 0, 1, 1)"], "must lie in 0...1"),
      (
        ["plot", "a.yaml", "--layer", "squar", "--key-path", "position.x"], "did you mean 'square'?"
      ),
      (
        ["plot", "a.yaml", "--layer", "square", "--key-path", "transform"],
        "a transform is not a number, so 'transform' has no curve; its numbers: transform"
      ),
      (["plot", "a.yaml", "--layer", "square"], "needs --layer and --key-path"),
      (["timeline", "a.yaml", "--range", "1-1"], "is empty"),
      (["strobe", "a.yaml", "--layer", "no such"], "has no layer 'no such'"),
      (["sheet", "a.yaml", "--columns", "0"], "from 1 to 50"),
      (["sheet", "a.yaml", "a.yaml", "--count", "2"], "Several scenes show one frame each"),
      (["plot", "linear", "--font", "Liberation Sens"], "no font family 'Liberation Sens'"),
      (["plot", "linear", "--width", "2mm"], "60 to 4000 points"),
    ])
  func mistakes(arguments: [String], message: String) async throws {
    let command = try command()
    let result = try await command.run(arguments + ["-o", "out.svg"])
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(command.folder.files == ["a.yaml"])
  }

  @Test("Control points are printed as numbers, beside a figure in a file")
  func printed() async throws {
    let command = try command()
    let names = ["easeIn", "linear", "bounceEaseOut", "cubic-bezier(1, 0, 0.75, 1)"]
    let result = try await command.run(["plot"] + names + ["--print", "-o", "out.svg"])
    #expect(
      result.output == """
        easeIn: (0, 0) (0.42, 0) (1, 1) (1, 1)
        linear: (0, 0) (0, 0) (1, 1) (1, 1)
        bounceEaseOut: no control points
        cubic-bezier(1, 0, 0.75, 1): (0, 0) (1, 0) (0.75, 1) (1, 1)

        """)
    #expect(try await command("plot", "easeIn", "--print", "-o", "-").status == 64)
  }

  @Test("A timeline of a scene without animations, and a plot over no time, are errors")
  func unfit() async throws {
    let command = try command()
    let still = "size: [10, 10]\nlayers: [{name: box, bounds: [5, 5]}]\n"
    try command.folder.write(still, to: "still.yaml")
    try command.folder.write("type: timeline\nscene: still.yaml\n", to: "f.yaml")
    let nothing = "nothing is animated in "
    let cases: [([String], String)] = [
      (["timeline", "still.yaml"], nothing + "'still.yaml', so"),
      (["figure", "f.yaml"], nothing + "'still.yaml', so"),
      (["timeline", "a.yaml", "--range", "50-60"], nothing + "'a.yaml' from 50 to 60 s, so"),
      (["timeline", "still.yaml", "--layer", "box"], nothing + "'still.yaml' on 'box', so"),
      (
        ["plot", "still.yaml", "--layer", "box", "--key-path", "opacity"],
        "'still.yaml' has no duration"
      ),
    ]
    for (arguments, message) in cases {
      let result = try await command.run(arguments + ["-o", "out.svg"])
      #expect(result.status == 65, "\(arguments)")
      #expect(result.errors.contains("error: " + message), "\(result.errors)")
    }
    #expect(!command.folder.files.contains("out.svg"))
    let part = try await command(
      "plot", "still.yaml", "--layer", "box", "--key-path", "opacity", "--range", "0-1", "-o",
      "out.svg")
    #expect(part.status == 0, "\(part.errors)")
  }

  @Test("A figure file's mistakes are shown as a scene's are")
  func figureFile() async throws {
    let command = try command()
    try command.folder.write("type: strobe\nscene: a.yaml\nlayers: squar\n", to: "f.yaml")
    let wrong = try await command("figure", "f.yaml", "-o", "f.png")
    #expect(wrong.status == 65)
    #expect(
      wrong.errors == """
        f.yaml:3:9: error: the scene has no layer 'squar'
        layers: squar
                ^~~~~
        hint: did you mean 'square'?

        """)
    try command.folder.write("type: strobe\nscene: a.yaml\nlayers: square\n", to: "f.yaml")
    let right = try await command("figure", "f.yaml", "-o", "out", "--format", "svg,png")
    #expect(right.status == 0, "\(right.errors)")
    #expect(
      Set(command.folder.files).isSuperset(of: ["out/f.svg", "out/f.png"])
        || FileManager.default.fileExists(atPath: command.folder.path + "/out/f.svg"))
    #expect(try await command("figure", "none.yaml", "-o", "f.png").status == 66)
    #expect(try await command("figure", "f.yaml", "-o", "f.jpeg").status == 64)
  }

  @Test(
    "A sheet of several scenes shows one frame of each with its name; what cannot be shown is told")
  func gallery() async throws {
    let command = try command()
    try command.folder.write(Scenes.moving, to: "more/b.yaml")
    let right = try await command("sheet", "a.yaml", "more/b.yaml", "-o", "g.svg")
    #expect(right.status == 0, "\(right.errors)")
    let svg = String(decoding: command.folder.data("g.svg"), as: UTF8.self)
    #expect(svg.components(separatedBy: "<image ").count == 3)
    #expect(svg.contains(">a</text>") && svg.contains(">more/b</text>"))
    try command.folder.write(Scenes.wrong, to: "more/c.yaml")
    let wrong = try await command("sheet", "none.yaml", "a.yaml", "more", "-o", "h.svg")
    #expect(wrong.status == 66 && wrong.errors.contains("more/c.yaml:3:1: error"))
    #expect(wrong.errors.contains("error: there is no scene file 'none.yaml'"))
    let rest = String(decoding: command.folder.data("h.svg"), as: UTF8.self)
    #expect(rest.components(separatedBy: "<image ").count == 3)
    let none = try await command("sheet", "more/c.yaml", "none.yaml", "-o", "i.svg")
    #expect(none.status == 65 && !command.folder.files.contains("i.svg"))
    let count = try await command("sheet", "more/*.yaml", "--count", "2", "-o", "i.svg")
    #expect(count.status == 64 && count.errors.contains("Several scenes show one frame each"))
  }

  @Test("What is wrong with one figure file stops no other")
  func figures() async throws {
    let command = try command()
    try command.folder.write("type: strobe\nscene: a.yaml\nlayers: square\n", to: "f.yaml")
    try command.folder.write("type: strobe\nscene: a.yaml\nlayers: squar\n", to: "g.yaml")
    let result = try await command(
      "figure", "none.yaml", "g.yaml", "f.yaml", "-o", "out", "--format", "svg")
    #expect(result.status == 66, "\(result)")
    #expect(result.errors.contains("none.yaml") && result.errors.contains("g.yaml:3:9: "))
    #expect(command.folder.files.filter { $0.hasPrefix("out/") } == ["out/f.svg"])
  }

  @Test("A theme file changes colours and lengths; its mistakes are shown")
  func theme() async throws {
    let command = try command()
    try command.folder.write(
      "base: dark\npalette: [\"#123456\"]\nbackground: none\ncurveWidth: 3\n", to: "t.yaml")
    let right = try await command("plot", "linear", "--theme", "t.yaml", "-o", "a.svg")
    #expect(right.status == 0, "\(right.errors)")
    let svg = try String(contentsOfFile: command.folder.path + "/a.svg", encoding: .utf8)
    #expect(svg.contains("stroke=\"#123456\" stroke-width=\"3\""))
    #expect(!svg.contains("#16181c"))
    try command.folder.write("palete: [red]\nfontSize: -1\n", to: "t.yaml")
    let wrong = try await command("plot", "linear", "--theme", "t.yaml", "-o", "a.svg")
    #expect(wrong.status == 65)
    #expect(wrong.errors.contains("t.yaml:1:1: error: unknown key 'palete' for a theme"))
    #expect(wrong.errors.contains("did you mean 'palette'?"))
    #expect(wrong.errors.contains("t.yaml:2:11: error"))
    #expect(try await command("plot", "linear", "--theme", "no", "-o", "a.svg").status == 66)
  }

  @Test(
    "A plot that moves is written as a video, or as an SVG that moves by itself",
    arguments: [("gif", "GIF89a"), ("apng", "PNG"), ("svg", "<svg")])
  func animated(_ ending: String, _ beginning: String) async throws {
    let command = try command()
    let result = try await command(
      "plot", "easeIn", "-o", "out.\(ending)", "--animate", "--width", "100", "--scale", "1")
    #expect(result.status == 0, "\(result.errors)")
    let bytes = try Data(contentsOf: URL(filePath: command.folder.path("out.\(ending)")))
    #expect(String(decoding: bytes.prefix(8), as: UTF8.self).contains(beginning))
    #expect(ending != "svg" || String(decoding: bytes, as: UTF8.self).contains("@keyframes"))
  }

  @Test("Strips and several scenes are asked for on the command line")
  func strips() async throws {
    let command = try command()
    try command.folder.write(Scenes.moving, to: "b.yaml")
    let both = try await command(
      "plot", "a.yaml", "b.yaml", "--layer", "square", "--key-path", "position.x", "--tracks",
      "events,animations", "-o", "out.svg")
    #expect(both.status == 0, "\(both.errors)")
    let svg = try String(contentsOfFile: command.folder.path("out.svg"), encoding: .utf8)
    #expect(svg.contains(">a</text>") && svg.contains(">b</text>") && svg.contains(">events<"))
    let wrong = try await command("plot", "easeIn", "--tracks", "events", "-o", "c.svg")
    #expect(wrong.status == 64 && wrong.errors.contains("--tracks goes with a scene"))
  }

  @Test("Without a font that has Chinese letters, --language zh says so once")
  func missingFont() async throws {
    var command = try command()
    let fonts = try command.folder.write(
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>/usr/share/fonts/truetype/liberation</dir>
      <dir>/usr/share/fonts/truetype/liberation2</dir></fontconfig>

      """, to: "fonts.conf")
    command.environment = ["FONTCONFIG_FILE": fonts]
    for name in ["1", "2"] {
      try command.folder.write("type: functions\nfunctions: [linear]\n", to: "\(name).yaml")
    }
    let result = try await command(
      "figure", "1.yaml", "2.yaml", "-o", "out", "--format", "svg", "--language", "zh")
    #expect(result.status == 66, "\(result.errors)")
    let words = "no installed font has Chinese letters"
    #expect(result.errors.components(separatedBy: words).count == 2, "\(result.errors)")
  }

  @Test("a letter that no font has is a mistake of its figure, with the line")
  func missingLetter() async throws {
    let command = try command()
    for name in ["1", "2", "3"] {
      let label = name == "2" ? "a \u{E123}" : "a"
      try command.folder.write(
        "type: functions\nfunctions:\n  - linear\ntitle: \(label)\n", to: "\(name).yaml")
    }
    let result = try await command(
      "figure", "1.yaml", "2.yaml", "3.yaml", "-o", "out", "--format", "svg")
    #expect(result.status == 65, "\(result.errors)")
    #expect(result.errors.contains("2.yaml:4:1: error: "), "\(result.errors)")
    #expect(command.folder.files.filter { $0.hasSuffix("svg") }.count == 2)
  }

  @Test("the strip of a sound is loud where it is, in plots and timelines")
  func waveform() async throws {
    let command = try Command()
    try command.folder.write(
      """
      size: [100, 100]
      duration: 4
      audio: {file: tone.wav, name: tone, beginTime: 1}
      layers:
        - name: ball
          bounds: [10, 10]
          animations: {position.x: {toValue: 50, duration: 4}}

      """, to: "scene.yaml")
    let made = try await command.shell(
      "ffmpeg -v error -f lavfi -i 'sine=f=440:d=1' tone.wav && for k in plot timeline; do \"$ROSTRUM\" $k scene.yaml $(test $k = plot && echo --layer ball --key-path position.x) --tracks audio -o $k.svg || exit 1; done"
    )
    #expect(made.status == 0, "\(made.errors)")
    for name in ["plot.svg", "timeline.svg"] {
      let svg = String(decoding: command.folder.data(name), as: UTF8.self)
      #expect(svg.contains(">tone<"), "\(name)")
      // The filled columns: silence is flat, the tone is as high as the strip allows.
      let paths = svg.matches(of: /<path d="([^"]+)"[^>]*fill-opacity="0?\.7"/)
      let data = try #require(paths.map { String($0.output.1) }.max { $0.count < $1.count })
      let numbers = data.matches(of: /-?[0-9]*\.?[0-9]+/).compactMap { Double($0.output) }
      #expect((numbers.map(abs).max() ?? 0) > 4, "\(name): \(data.prefix(200))")
    }
  }

  @Test("--watch draws again when the figure or its data changes, after a mistake too")
  func watch() async throws {
    let command = try Command()
    let folder = command.folder
    try folder.write("t,x\n0,1\n1,2\n", to: "a.csv")
    let text = "type: data\ndata: [{file: a.csv, x: t, y: x}]\n"
    try folder.write(text, to: "a.yaml")
    let run = try command.start("figure", "a.yaml", "-o", "a.svg", "--watch")
    func changed(from before: [UInt8]?) async throws -> [UInt8]? {
      for _ in 0..<1500 {
        let now = (try? Data(contentsOf: URL(filePath: folder.path("a.svg")))).map(Array.init)
        if let now, now != before { return now }
        try await Task.sleep(for: .milliseconds(20))
      }
      return nil
    }
    let first = try #require(try await changed(from: nil))
    try await Task.sleep(for: .milliseconds(200))
    try folder.write("t,x\n0,1\n1,9\n", to: "a.csv")
    let second = try #require(try await changed(from: first))
    try folder.write(text + "titel: a\n", to: "a.yaml")
    try await Task.sleep(for: .milliseconds(500))
    try folder.write(text + "title: Fresh\n", to: "a.yaml")
    let third = try #require(try await changed(from: second))
    #expect(String(decoding: third, as: UTF8.self).contains("Fresh"))
    run.send(SIGINT)
    let result = try await run.result()
    #expect(result.status == 130 && result.errors.contains("unknown key 'titel'"), "\(result)")
  }
}
