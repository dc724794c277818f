import Browser
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Untrusted scenes: names of files, layers, titles, chapters, captions and values that each
/// output's format would misread. Every output is read by a parser of its target, no part of a name
/// is executed, and no file appears outside of the working folder.
@Suite("Hostile names through every command")
struct HostileNameTests {
  /// Names of files: no slash, no NUL.
  static let names = [
    "##[add-matcher]x \u{D4E}$(touch spoilt)`touch spoilt`\u{D4E}'; touch spoilt; \u{600}'&amp; ~",
    "-x \u{D4E}<img src=x onerror=document.documentElement.dataset.spoilt=1>\u{D4E}\"",
    "::set-output name=x::y %0A ${{ x }} {{Param.Frames}} $$ [x]\nb\r\u{1B}[2J\u{3}\\ :=;,|#%d\u{2028}",
  ]

  private static let title =
    "\u{D4E}</title>\u{D4E}<script>document.documentElement.dataset.spoilt=1</script>\u{D4E}\"'&lt;"
  private static let layer =
    "\u{D4E}</script>\u{D4E}<script>document.documentElement.dataset.spoilt=2</script>-->]]>,\""
  private static let part = "\u{D4E}</button>\u{D4E}<script>document.write(1)</script>\u{D4E}\\"
  private static let fact = "a;b=c#d\n[CHAPTER]\r\n\0tail\r\\"
  private static let caption = "\(title)\n\n1\n00:00:00,000 --> 00:00:01,000\nx"

  private static func json(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  static func scene(color: String = "red") -> String {
    """
    size: [64, 64]
    fps: 10
    duration: 0.6
    title: \(json(title))
    language: en
    metadata: {artist: \(json(layer)), comment: \(json(fact)), copyright: "${word}"}
    chapters: [{at: 0, title: \(json(title))}, {at: 0.3, title: \(json(part))}]
    captions:
      cues: [{start: 0, end: 0.6, text: \(json(caption))}]
      as: [track, file]
      allow: [caption-speed]
    audio: click.wav
    background: white
    parameters: {word: {default: x}}
    layers:
      - name: \(json(layer))
        backgroundColor: \(color)
        bounds: [8, 8]
        position: [4, 12]
        animations: [{type: basic, keyPath: position.x, fromValue: 4, toValue: 60, duration: 0.6}]
      - {backgroundColor: green, bounds: [8, 8], position: [50, 50]}

    """
  }

  /// A folder with a scene in a folder of its own, `work`.
  struct Work {
    var command: Command
    let name: String
    var scene: String { "work/\(name).yaml" }
    var output: String { "work/out \(name)" }

    init(_ name: String) async throws {
      command = try Command()
      self.name = name
      try command.folder.write(HostileNameTests.scene(), to: scene)
      let sound = "ffmpeg -v error -f lavfi -i sine=d=0.6 work/click.wav"
      try #require(try await command.shell(sound).status == 0)
    }

    /// Runs a command as on a plain machine: not on a build server, not in a terminal.
    @discardableResult
    func callAsFunction(
      _ arguments: String..., status: Int32 = 0, isData: Bool = false
    ) async throws -> Command.Result {
      let result = try await command.run(arguments)
      #expect(result.status == status, "\(arguments): \(result)")
      for text in isData ? [result.errors] : [result.errors, result.output] {
        for line in text.unicodeScalars.split(separator: "\n") {
          let isCommand = line.drop { $0.properties.isWhitespace }.starts(with: "::".unicodeScalars)
          #expect(!isCommand || line.starts(with: "::error ".unicodeScalars), "\(arguments)")
          #expect(!line.contains { $0.value < 0x20 && $0 != "\t" } || isCommand, "\(arguments)")
        }
        #expect(!text.contains("##[") || text.contains("::error"), "\(arguments)")
      }
      return result
    }

    func data(_ path: String) throws -> Data {
      let data = command.folder.data(path)
      try #require(!data.isEmpty, "\(path.debugDescription)")
      return data
    }

    /// Nothing of a name was executed, and everything lies in the folder of the work.
    func expectNothingElse(beside others: [String] = []) {
      let names = command.folder.names.filter { !others.contains($0) }
      #expect(names == ["work"], "\(names)")
      let spoilt = command.folder.files.filter { $0.hasSuffix("spoilt") }
      #expect(spoilt.isEmpty, "\(spoilt)")
    }
  }

  // MARK: Films

  private struct Probed: Decodable {
    struct Part: Decodable { let tags: [String: String]? }
    let format: Part
    let chapters: [Part]
  }

  @Test("Films hold the title, the facts and the chapters as they were", arguments: names)
  func films(_ name: String) async throws {
    let work = try await Work(name)
    let output = work.output
    for ending in ["mp4", "mkv", "webm"] {
      try await work("render", work.scene, "-o", "\(output).\(ending)", "--no-fields")
    }
    for (ending, frames) in [("a.mp4", "0-2"), ("b.mp4", "3-5")] {
      try await work(
        "render", work.scene, "-o", "\(output).\(ending)", "--no-fields", "--frames", frames, "-q")
    }
    try await work(
      "join", "\(output).a.mp4", "\(output).b.mp4", "--scene", work.scene, "-o",
      "\(output).joined.mp4")
    for ending in ["mp4", "mkv", "webm", "joined.mp4"] {
      let text = try InstalledTool.run(
        "ffprobe",
        ["-v", "error", "-show_format", "-show_chapters", "-of", "json"]
          + ["file:\(output).\(ending)"], in: work.command.folder.path)
      let found = try JSONDecoder().decode(Probed.self, from: Data(text.utf8))
      let tags = Dictionary(
        (found.format.tags ?? [:]).map { ($0.key.lowercased(), $0.value) }, uniquingKeysWith: { $1 }
      )
      #expect(tags["title"] == Self.title, "\(ending)")
      #expect(tags["artist"] == Self.layer, "\(ending)")
      let fact = Self.fact.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : String($0) }.joined()
      #expect(tags["comment"].map { Array($0.utf8) } == Array(fact.utf8), "\(ending)")
      #expect(found.chapters.map { $0.tags?["title"] } == [Self.title, Self.part], "\(ending)")
      let captions = try InstalledTool.run(
        "ffprobe",
        ["-v", "error", "-select_streams", "s:0", "-count_packets", "-show_entries"]
          + ["stream=nb_read_packets", "-of", "csv=p=0", "file:\(output).\(ending)"],
        in: work.command.folder.path)
      #expect((1...3).contains(Int(captions.filter(\.isNumber)) ?? 0), "\(ending): \(captions)")
    }
    work.expectNothingElse()
  }

  @Test(
    "Two passes, streams and animated pictures are written where they were asked for",
    arguments: names)
  func passes(_ name: String) async throws {
    let work = try await Work(name)
    let output = work.output
    for arguments in [
      ["x264.mp4", "--target-size", "100kB"],
      ["x265.mp4", "--codec", "hevc", "--target-size", "100kB"],
      ["vp9.webm", "--target-size", "100kB"], ["gif"], ["m3u8"], ["wav"], ["apng"],
    ] {
      let path = "\(output).\(arguments[0])"
      let result = try await work.command.run(
        ["render", work.scene, "-q", "--no-fields", "-o", path] + arguments.dropFirst())
      #expect(result.status == 0, "\(arguments): \(result)")
      _ = try work.data(path)
    }
    let list = String(decoding: try work.data("\(output).m3u8"), as: UTF8.self)
    let lines = list.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let segments = "\(output).m4s".split(separator: "/").last.map(String.init) ?? ""
    #expect(!lines.isEmpty)
    for line in lines {
      #expect(line.removingPercentEncoding.map { Array($0.utf8) } == Array(segments.utf8))
    }
    work.expectNothingElse()
  }

  // MARK: Pages and pictures

  @Test(
    "Pages and vectors run no script and show the names",
    .enabled(if: Browser.path != nil, "\(Browser.advice)"), arguments: names)
  func pages(_ name: String) async throws {
    let work = try await Work(name)
    let output = work.output
    for ending in ["html", "svg", "json"] {
      try await work("render", work.scene, "-o", "\(output).\(ending)", "--no-fields")
    }
    try await work("preview", work.scene, "--export", "\(output).site")
    try await work("verify", work.scene, "--baselines", "work/B", "--update", "missing", status: 3)
    try work.command.folder.write(Self.scene(color: "blue"), to: work.scene)
    try await work(
      "verify", work.scene, "--baselines", "work/B", "--report", "\(output).report", status: 1)
    let page = try Browser().page(width: 300, height: 200)
    for file in ["html", "svg", "site/index.html", "report/index.html"] {
      try page.open(work.command.folder.path("\(output).\(file)"))
      let spoilt: String = try page.evaluate("document.documentElement.dataset.spoilt ?? 'whole'")
      #expect(spoilt == "whole", "\(file)")
      let foreign: Int = try page.evaluate(
        "document.querySelectorAll('[onerror], img[src=x]').length")
      #expect(foreign == 0, "\(file)")
    }
    for file in ["html", "svg"] {
      try page.open(work.command.folder.path("\(output).\(file)"))
      let title: String = try page.evaluate("document.querySelector('title').textContent")
      #expect(title == Self.title, "\(file)")
    }
    try page.open(work.command.folder.path("\(output).html"))
    let buttons: [String] = try page.evaluate(
      "[...document.querySelectorAll('button')].map((one) => one.textContent)")
    #expect(buttons == [Self.title, Self.part])
    let svg = XMLParser(data: try work.data("\(output).svg"))
    #expect(svg.parse())
    let lottie = try JSONSerialization.jsonObject(with: try work.data("\(output).json"))
    let layers = (lottie as? [String: Any])?["layers"] as? [[String: Any]]
    #expect(layers?.contains { $0["nm"] as? String == Self.layer } == true)
    work.expectNothingElse()
  }

  @Test("Figures are XML, whatever is called how", arguments: names)
  func figures(_ name: String) async throws {
    let work = try await Work(name)
    let plain = Self.scene().unicodeScalars.split(separator: "\n").map(String.init)
      .map { $0.hasPrefix("  - name:") ? "  - name: \(Self.json("</text>&<script>]]>\"'"))" : $0 }
    try work.command.folder.write(plain.joined(separator: "\n"), to: work.scene)
    for kind in ["timeline", "sheet"] {
      try await work(kind, work.scene, "-o", "\(work.output).\(kind).svg")
    }
    try await work(
      "plot", work.scene, "--layer", "</text>&<script>]]>\"'", "--key-path", "position.x", "-o",
      "\(work.output).plot.svg")
    for kind in ["timeline", "sheet", "plot"] {
      #expect(XMLParser(data: try work.data("\(work.output).\(kind).svg")).parse(), "\(kind)")
    }
    work.expectNothingElse()
  }

  // MARK: Values, texts and reports

  @Test("Values, scenes and reports are read back", arguments: names)
  func texts(_ name: String) async throws {
    var work = try await Work(name)
    let output = work.output
    let series = ["--layer", Self.layer, "--key-path", "position.x", "--at", "0,0.5"]
    let json = try await work.command.run(["sample", work.scene, "--format", "json"] + series)
    let rows = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(rows?.first?["layer"] as? String == Self.layer)
    let csv = try await work.command.run(["sample", work.scene, "--format", "csv"] + series)
    let quoted = Self.layer.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
    #expect(csv.output.utf8.starts(with: "time,\"\(quoted).position.x\"\n".utf8), "\(csv)")
    for arguments in [
      ["inspect", work.scene], ["explain", work.scene] + series, ["check", work.scene],
    ] {
      #expect(try await work.command.run(arguments).status == 0)
    }
    try await work("bake", work.scene, "-o", "\(output).baked.yaml")
    try await work("render", work.scene, "-o", "\(output).json", "--no-fields", "-q")
    try await work("import", "\(output).json", "-o", "\(output).imported.yaml")
    for made in ["baked", "imported"] {
      let tree = try await work(
        "inspect", "\(output).\(made).yaml", "--format", "json", isData: true)
      let object = try JSONSerialization.jsonObject(with: Data(tree.output.utf8))
      #expect(holds(object, Self.layer), "\(made): \(tree.output)")
    }
    try await work("verify", work.scene, "--baselines", "work/B", "--update", "missing", status: 3)
    try work.command.folder.write(Self.scene(color: "blue"), to: work.scene)
    work.command.environment = [
      "GITHUB_ACTIONS": "true",
      "GITHUB_STEP_SUMMARY": work.command.folder.path("work/summary.md"),
    ]
    let result = try await work(
      "verify", work.scene, "--baselines", "work/B", "--report", "work/report", "--code-quality",
      "work/quality.json", status: 1)
    #expect(result.errorLines.count { $0.hasPrefix("::error ") } == 1)
    #expect(XMLParser(data: try work.data("work/report/junit.xml")).parse())
    for file in ["work/report/report.json", "work/quality.json"] {
      _ = try JSONSerialization.jsonObject(with: try work.data(file))
    }
    let summary = String(decoding: try work.data("work/summary.md"), as: UTF8.self)
    #expect(summary.split(separator: "\n").filter { $0.hasPrefix("| ") }.count == 3, "\(summary)")
    #expect(!summary.contains("<script") && !summary.contains("<img"))
    work.expectNothingElse()
  }

  /// Whether a text is among the values of JSON.
  private func holds(_ object: Any, _ text: String) -> Bool {
    switch object {
    case let list as [Any]: list.contains { holds($0, text) }
    case let values as [String: Any]: values.values.contains { holds($0, text) }
    default: (object as? String)?.utf8.elementsEqual(text.utf8) == true
    }
  }

  // MARK: Other names

  @Test("A name of the longest kind, or of bytes that are no UTF-8, is no crash")
  func oddBytes() async throws {
    let command = try Command()
    let long = String(HostileText.longest.unicodeScalars.prefix(120).map(Character.init)) + ".yaml"
    try command.folder.write(Scenes.moving, to: long)
    for arguments in [["check", long], ["render", long, "-o", "frames/", "--at", "0"]] {
      let result = try await command.run(arguments)
      #expect(result.status == 0, "\(result)")
    }
    let bytes = try await command.shell(
      "name=$(printf 'a\\377\\355\\240\\200.yaml'); cp ./\(Self.shell(long)) \"$name\" || exit 70;"
        + " \"$ROSTRUM\" check \"$name\"; \"$ROSTRUM\" farm \"$name\" -o job")
    #expect((64...78).contains(bytes.status), "\(bytes)")
  }

  private static func shell(_ text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}
