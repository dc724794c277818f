import Browser
import Foundation
import TestSupport
import Testing

@testable import RostrumCanvas

/// SVGs in all places for a scene or a picture. The import is compared with librsvg.
@Suite("SVGs")
struct SVGCommandTests {
  static let names = [
    "shapes", "groups", "gradients", "cuts", "letters", "picture", "markers", "patterns",
  ]

  private static func fixture(_ name: String) throws -> String {
    let folder = repository.appending(path: "Tests")
    return try String(
      contentsOf: folder.appending(path: "Fixtures/SVG/\(name).svg"), encoding: .utf8)
  }

  /// A scene that shows `a.svg` in a layer of its size, for a canvas of that size.
  private static func scene(_ width: Int, _ height: Int) -> String {
    """
    size: [\(width), \(height)]
    fps: 30
    duration: 1
    background: none
    layers:
      - contents: a.svg
        bounds: [\(width), \(height)]
        position: [\(width / 2), \(height / 2)]
    """
  }

  @Test("An imported SVG has the bytes of the SVG, and librsvg's pixels", arguments: names)
  func pixels(_ name: String) async throws {
    let command = try Command(["a.svg": try Self.fixture(name)])
    let imported = try await command("import", "a.svg", "-o", "b.yaml")
    #expect(imported.status == 0, "\(imported.errors)")
    func render(_ file: String, _ output: String) async throws -> Bitmap {
      let result = try await command(
        "render", file, "--at", "0.5", "--scale", "3", "-o", output, "-q")
      #expect(result.status == 0, "\(result.errors)")
      return try PictureFile.decode(contentsOfFile: command.folder.path + "/" + output)
    }
    let direct = try await render("a.svg", "a.png")
    let later = try await render("b.yaml", "b.png")
    #expect(direct.width > 100 && direct.share(differingFrom: later, by: 0) == 0)
    try command.folder.write(Self.scene(direct.width / 3, direct.height / 3), to: "c.yaml")
    let drawn = try await render("c.yaml", "c.png")
    // Edges of letters and of clips are drawn in other ways.
    #expect(direct.share(differingFrom: drawn, by: 40) < 0.001)
    #expect(direct.share(differingFrom: drawn, by: 16) < 0.01)
  }

  @Test("A picture is as sharp as its layer is large, wherever the size comes from")
  func sharpness() async throws {
    let command = try Command()
    let circle = """
      <svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">
        <circle cx="5" cy="5" r="4"/></svg>
      """
    try command.folder.write(circle, to: "a.svg")
    func edge(_ layer: String, _ options: [String] = []) async throws -> Int {
      try command.folder.write(
        "size: [200, 200]\nbackground: white\nduration: 1\nfps: 30\nlayers:\n  - {contents: a.svg, \(layer), position: [100, 100]}\n",
        to: "a.yaml")
      let arguments = ["render", "a.yaml", "--at", "0", "-o", "a.png", "-q"] + options
      let result = try await command.run(arguments)
      #expect(result.status == 0, "\(result.errors)")
      let picture = try PictureFile.decode(contentsOfFile: command.folder.path + "/a.png")
      let row = picture.row(picture.height / 2)
      // Neither black nor white: the edge of the circle, on both sides.
      return (0..<picture.width).count { (10...245).contains(row[4 * $0]) }
    }
    #expect(try await edge("bounds: [200, 200]") <= 4)
    #expect(try await edge("bounds: [10, 10], transform: {scale: 20}") <= 4)
    #expect(try await edge("bounds: [100, 100]", ["--scale", "2"]) <= 4)
    // The same circle as pixels would be a blur of 20.
    #expect(try await edge("bounds: [200, 200], contentsRect: [0.25, 0.25, 0.75, 0.5]") <= 4)
  }

  @Test("An archive of Core Animation's renders, as a bundle too, and imports to the same bytes")
  func archive() async throws {
    let command = try Command()
    let fixture = repository.appending(path: "Tests/Fixtures/CAML")
    let bundle = command.folder.path + "/a.ca"
    try FileManager.default.copyItem(at: fixture, to: URL(filePath: bundle))
    try command.folder.write("<caml/>", to: "a.ca/assetManifest.caml")
    let state = ["--set", "state=Locked, Unlock 0.2, Sleep 1"]
    let imported = try await command.run(["import", "a.ca/main.caml", "-o", "b.yaml"] + state)
    #expect(imported.status == 0, "\(imported.errors)")
    for time in ["0", "0.35", "0.9", "1.5"] {
      for (file, more) in [("a.ca", state), ("b.yaml", [])] {
        let result = try await command.run(
          ["render", file, "--at", time, "-o", "\(file).png", "-q"] + more)
        #expect(result.status == 0, "\(result.errors)")
      }
      let folder = URL(filePath: command.folder.path)
      let direct = try Data(contentsOf: folder.appending(path: "a.ca.png"))
      #expect(try direct == Data(contentsOf: folder.appending(path: "b.yaml.png")))
      #expect(direct.count > 200)
    }
    let wrong = try await command("check", "a.ca", "--set", "state=Open")
    #expect(wrong.status == 65 && wrong.output.contains("Locked, Unlock, Sleep"))
  }
}
