import Foundation
import TestSupport
import Testing

/// SVGs of strangers, which librsvg reads and draws in a process of its own.
@Suite("SVGs that crash, or take too much", .serialized)
struct HostileSVGTests {
  private static func scene(_ picture: String, _ size: Int = 40) -> String {
    """
    size: [\(size), \(size)]
    background: white
    layers:
      - name: picture
        contents: \(picture).svg
        frame: [0, 0, \(size), \(size)]
    """
  }

  private func command(_ svgs: [(name: String, text: String)]) throws -> Command {
    let command = try Command()
    for svg in svgs {
      try command.folder.write(svg.text, to: "\(svg.name).svg")
      try command.folder.write(Self.scene(svg.name), to: "\(svg.name).yaml")
    }
    return command
  }

  private static let good = ("good", HostileSVG.covered(40, "", ""))

  @Test("SVGs that crash end check in order, and name the file and the line")
  func check() async throws {
    let command = try command(HostileSVG.all.map { ($0.name, $0.text) } + [Self.good])
    let files = HostileSVG.all.map { "\($0.name).yaml" } + ["good.yaml"]
    let result = try await command.run(["check"] + files + ["--diagnostics", "short"])
    #expect(result.status == 65, "\(result.errors)")
    for svg in HostileSVG.all where svg.outcome == .refusal {
      let place = "\(svg.name).yaml:5:15: error: cannot show '\(svg.name).svg': "
      #expect(result.output.contains(place), "\(svg): \(result.output)")
    }
    #expect(!result.output.contains("good.yaml"))
  }

  @Test("SVGs that crash keep no other scene of a batch from being drawn, and have file and line")
  func render() async throws {
    let command = try command(HostileSVG.all.map { ($0.name, $0.text) } + [Self.good])
    let files = HostileSVG.all.map { "\($0.name).yaml" } + ["good.yaml"]
    let result = try await command.run(["render"] + files + ["--at", "0", "-o", "out", "-q"])
    #expect(result.status == 65, "\(result.errors)")
    for svg in HostileSVG.all {
      func isRefused(at place: String) -> Bool {
        result.errors.contains(
          "\(svg.name).yaml:\(place): error: cannot show '\(svg.name).svg': ")
      }
      let isUnreadable = isRefused(at: "5:15")
      if svg.outcome != .any { #expect(isUnreadable, "\(svg): \(result.errors)") }
      // At the picture where reading it fails, at the layer where only its drawing does.
      let fails = isUnreadable || svg.outcome == .any && isRefused(at: "4:5")
      let isThere = command.folder.files.contains { $0.hasPrefix("out/\(svg.name)") }
      #expect(isThere != fails, "\(svg): \(command.folder.files)")
    }
    #expect(command.folder.files.contains { $0.hasPrefix("out/good") })
  }

  @Test("An SVG of a few bytes that says it is large is read where --max-pixels allows it")
  func large() async throws {
    let command = try command([
      ("most", HostileSVG.drawing(5792, "")), ("more", HostileSVG.drawing(5793, "")),
    ])
    let most = try await command("check", "most.yaml")
    #expect(most.status == 0, "\(most)")
    let more = try await command("check", "more.yaml")
    #expect(more.status == 65 && more.output.contains("the limit is 33554432 pixels"), "\(more)")
    let allowed = try await command("check", "more.yaml", "--max-pixels", "300000000")
    #expect(allowed.status == 0, "\(allowed)")
  }

  @Test("What is too much only at the size of a frame has a place, too")
  func atDrawing() async throws {
    let filter = HostileSVG.endless.replacing("1000000000", with: "3000")
    let command = try command([
      ("small", HostileSVG.covered(9, "filter=\"url(#f)\"", filter)), Self.good,
    ])
    try command.folder.write(Self.scene("small", 2500), to: "small.yaml")
    let result = try await command(
      "render", "small.yaml", "good.yaml", "--format", "png", "-o", "out", "-q")
    #expect(result.status == 65, "\(result.errors)")
    let message = "small.yaml:4:5: error: cannot show 'small.svg': the SVG cannot be drawn: "
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(command.folder.files.contains { $0.hasPrefix("out/good/") })
  }

  @Test("The decoder's command is in no help, and is none for people")
  func hidden() async throws {
    let command = try Command()
    #expect(!(try await command("--help").output.contains("decode-pictures")))
    let result = try await command("decode-pictures")
    #expect(result.status == 64)
    #expect(result.errors.contains("There is no command 'decode-pictures'"), "\(result.errors)")
  }

  #if os(Linux)
    /// The decoders whose parent has that process ID, or the remaining ones of a list.
    private static func decoders(of parent: Int32) -> [Int32] {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return numbers.compactMap(Int32.init).filter { number in
        func text(_ name: String) -> String {
          (try? String(contentsOfFile: "/proc/\(number)/\(name)", encoding: .utf8)) ?? ""
        }
        return text("cmdline").contains("\0decode-pictures")
          && text("stat").split(separator: " ").dropFirst(3).first == "\(parent)"
      }
    }

    @Test(
      "A command that is stopped, or killed, takes its decoder along",
      arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGKILL, 137)] as [(Int32, Int32)])
    func stopped(_ signal: Int32, _ status: Int32) async throws {
      let command = try command([
        ("endless", HostileSVG.covered(40, "filter=\"url(#f)\"", HostileSVG.endless))
      ])
      let run = try command.start("render", "endless.yaml", "--at", "0", "-o", "a.png")
      let parent = run.process
      #expect(await run.wait { !Self.decoders(of: parent).isEmpty })
      let decoders = Self.decoders(of: parent)
      run.send(signal)
      #expect(try await run.result().status == status)
      let areGone = await run.wait { decoders.allSatisfy { kill($0, 0) != 0 } }
      #expect(areGone)
      #expect(!command.folder.names.contains("a.png"))
    }

    @Test("A decoder has one open file, and of the environment what fonts and languages need")
    func belongings() async throws {
      var command = try command([
        ("endless", HostileSVG.covered(40, "filter=\"url(#f)\"", HostileSVG.endless))
      ])
      command.environment = ["SECRET": "hush", "LC_ALL": "C.UTF-8"]
      let run = try command.start("render", "endless.yaml", "--at", "0", "-o", "a.png")
      let parent = run.process
      #expect(await run.wait { !Self.decoders(of: parent).isEmpty })
      let process = "/proc/\(try #require(Self.decoders(of: parent).first))"
      let variables = try String(contentsOfFile: "\(process)/environ", encoding: .utf8)
      #expect(!variables.contains("SECRET") && variables.contains("LC_ALL=C.UTF-8"))
      #expect(!variables.split(separator: "\0").contains { $0.hasPrefix("PATH=") })
      // The loader is done, and the libraries are open, when it greets.
      _ = await run.wait(after: 300_000) { true }
      let files = try FileManager.default.contentsOfDirectory(atPath: "\(process)/fd")
      let ends = files.sorted().map {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(process)/fd/\($0)")) ?? ""
      }
      #expect(ends.count == 3 && ends[0].hasPrefix("socket:"), "\(ends)")
      #expect(ends.dropFirst().allSatisfy { $0 == "/dev/null" }, "\(ends)")
      run.send(SIGKILL)
      _ = try await run.result()
    }
  #endif
}
