import Foundation
import RostrumCanvas
import RostrumGeometry
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumRendering
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import TestSupport
import Testing

@Suite("Text layers that follow their box, or that are taken apart")
struct TextLayerTests {
  private func opened(_ layers: String) throws -> OpenedScene {
    let text = "size: [200, 100]\nbackground: white\nfps: 4\nduration: 1\nlayers:\n\(layers)\n"
    return try opened(text: text)
  }

  private func opened(text: String) throws -> OpenedScene {
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) {
      try SceneOpener().open(folder.write(text, to: "text.yaml"))
    }
  }

  /// The rectangle of pixels that are not white.
  private func ink(_ layers: String) throws -> Rect? {
    let renderer = try FrameRenderer(opened(layers).context())
    try renderer.render(at: 0)
    var ink: Rect?
    for y in 0..<renderer.bitmap.height {
      let row = UnsafeRawBufferPointer(renderer.bitmap.row(y))
      for x in 0..<renderer.bitmap.width where row[4 * x] < 128 {
        let pixel = Rect(x: Double(x), y: Double(y), width: 1, height: 1)
        ink = ink?.union(pixel) ?? pixel
      }
    }
    return ink
  }

  private static let text = "class: text, foregroundColor: black, font: Liberation Sans"

  @Test(
    "A text that is taken apart has the same pixels as before",
    arguments: [
      // Where two pieces share a pixel, that is rounded twice.
      ("letters", "kern: 0", "opacity: 1", 64), ("words", "kern: 0", "opacity: 1", 4),
      ("lines", "underlineStyle: single, backgroundColor: yellow", "strokeColor: red", 2),
      ("letters", "underlineStyle: single", "opacity: 1", 64),
      ("words", "backgroundColor: yellow", "opacity: 1", 64),
    ])
  func split(by: String, run: String, more: String, limit: Int) throws {
    let style =
      "\(Self.text), frame: [10.3, 5, 180, 90], fontSize: 20, wrapped: true, lineWidth: 3, "
      + "alignmentMode: center, \(more)"
    let string = "string: [AVATAR office, {text: ' one two', foregroundColor: blue, \(run)}]"
    let whole = try picture(of: opened("  - {\(style), \(string)}"), at: 0)
    let pieces = try picture(of: opened("  - {\(style), \(string), split: \(by)}"), at: 0)
    #expect(whole.contains { $0 < 100 })
    let difference = zip(whole, pieces).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(difference <= limit)
  }

  @Test("A coloured glyph has its own colours, and fades with the text's; its text is not split")
  func emoji() throws {
    let text = "class: text, frame: [20, 10, 100, 80], fontSize: 50, font: Noto Color Emoji"
    func darkest(_ color: String) throws -> UInt8 {
      let layer = "  - {\(text), string: \u{1F534}, foregroundColor: \"\(color)\"}"
      let renderer = try FrameRenderer(opened(layer).context())
      try renderer.render(at: 0)
      return (0..<100).compactMap { renderer.bitmap.row($0).min() }.min() ?? 255
    }
    let (full, half) = (try darkest("blue"), try darkest("#00000080"))
    #expect(full < 80)
    let middle = (255 + Int(full)) / 2
    #expect(abs(Int(half) - middle) <= 4)
    let layer = "size: [200, 100]\nlayers:\n  - {\(text), string: \u{1F534}, split: letters}"
    let split = SceneOpener().check(text: layer, path: "/tmp/none.yaml")
    #expect(split.diagnostics.map(\.id) == ["conflict"])
    #expect(split.diagnostics.first?.message.contains("taken apart") == true)
  }

  @Test("A shrunken text fills the width of its box and not more; a small one stays")
  func shrink() throws {
    let box = "frame: [20, 10, 100, 80], fit: shrink"
    let long = try #require(try ink("  - {\(Self.text), \(box), fontSize: 60, string: HHHHHHH}"))
    #expect(long.minX >= 20 && long.maxX <= 120 && long.width > 90)
    let small = "\(Self.text), fontSize: 20, string: H, frame: [20, 10, 100, 80]"
    #expect(try ink("  - {\(small), fit: shrink}") == ink("  - {\(small)}"))
  }

  @Test("Type does not become smaller than the least size")
  func least() throws {
    let long = "\(Self.text), fontSize: 60, string: HHHHHHH, frame: [20, 10, 30, 80], fit: shrink"
    let ink = try #require(try ink("  - {\(long), minimumFontSize: 20}"))
    let plain = try #require(
      try self.ink("  - {\(Self.text), fontSize: 20, string: HHHHHHH, frame: [20, 10, 30, 80]}"))
    #expect(ink == plain)
  }

  @Test("A text that breaks and shrinks fits both sides of its box")
  func wrap() throws {
    let ink = try #require(
      try ink(
        "  - {\(Self.text), fontSize: 60, string: one two three four five six seven, "
          + "frame: [20, 10, 120, 50], fit: wrap}"))
    #expect(ink.minX >= 20 && ink.maxX <= 140 && ink.minY >= 10 && ink.maxY <= 60)
    #expect(ink.height > 25)
  }

  @Test("Lines lie at the top, in the middle or at the bottom of the bounds")
  func vertical() throws {
    let text = "\(Self.text), fontSize: 20, string: H, frame: [20, 10, 100, 80]"
    let tops = try ["top", "center", "bottom"].map {
      try #require(try ink("  - {\(text), verticalAlignment: \($0)}")).minY
    }
    // A line is 22.3 points high.
    #expect(abs(tops[1] - tops[0] - 28.8) <= 1 && abs(tops[2] - tops[0] - 57.6) <= 1)
  }

  @Test("Letters stand upright on a path, and those beyond its ends are left out")
  func path() throws {
    let text = "\(Self.text), fontSize: 20, string: HHH"
    let down = try #require(try ink("  - {\(text), position: [50, 10], textPath: M 0 0 V 80}"))
    // Rotated to the right: the letters are on the line, with their lower ends to the left.
    #expect(down.minX >= 49 && down.width < 18 && down.height > 35)
    let part = try #require(try ink("  - {\(text), position: [50, 10], textPath: M 0 0 V 20}"))
    #expect(part.height < 20)
    #expect(try ink("  - {\(text), textPath: M 0 0 V 80, pathOffset: 100}") == nil)
  }

  @Test("A baked scene with all of these shows the same pixels")
  func baked() throws {
    let root = repository.appending(path: "Scenes/Layers")
    let scene = try SceneOpener().open(root.appending(path: "text-boxes.yaml").path)
    let text = try SceneWriter().text(BakedScene(scene.scene).scene)
    let baked = try opened(text: text)
    for frame in [0, 15, 39] {
      let time = scene.scene.clock.time(ofFrame: frame)
      #expect(try picture(of: scene, at: time) == picture(of: baked, at: time))
    }
  }
}
