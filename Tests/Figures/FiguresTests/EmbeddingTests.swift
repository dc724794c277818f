import Foundation
import RostrumCanvas
import RostrumGeometry
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import TestSupport
import Testing

@testable import RostrumFigures

/// Figures embedded in a page: their size, their colours, their words.
@Suite("Figures in pages")
struct EmbeddingTests {
  static func artwork(
    _ text: String, _ change: (inout FigureJob.Options) -> Void = { _ in }
  ) throws -> Artwork {
    let result = try FigureFileTests.load(text)
    let figure = try #require(result.figure, "\(result.diagnostics.map(\.message))")
    var options = FigureJob.Options()
    options.width = result.style.width ?? 340
    options.height = result.style.height
    options.fonts = result.style.fonts
    options.language = result.style.language ?? .english
    change(&options)
    return try FigureJob(figure, options: options).artwork()
  }

  static let plots = [
    "type: functions\nfunctions: [easeIn, easeOut]", "type: timeline\nscene: ball.yaml",
    "type: functions\nfunctions: [easeIn, easeOut]\nvelocity: true\ntitle: Two\nnote: Words.",
    "type: functions\nfunctions: [easeIn, easeOut, linear]\ncolumns: 2",
    "type: properties\nscene: ball.yaml\ncurves: [{layer: ball, keyPath: position.x}]",
    "type: sheet\nscene: ball.yaml\ncount: 3", "type: strobe\nscene: ball.yaml\nlayers: ball",
    "type: row\nfigures:\n  - {type: functions, functions: [linear]}\n"
      + "  - {type: sheet, scene: ball.yaml, count: 1}",
  ]

  @Test("A figure is exactly as high as asked, and nothing leaves it", arguments: plots)
  func height(_ text: String) throws {
    let natural = try Self.artwork(text).size.height
    for height in [natural + 60, natural * 0.9 + 12] {
      let artwork = try Self.artwork(text) { $0.height = height }
      #expect(artwork.size == Size(width: 340, height: height))
      for label in PlotTests.texts(artwork.marks) {
        #expect(label.bounds.minY > -1 && label.bounds.maxY < height + 2, "\(label.string)")
      }
    }
  }

  @Test("A height that is too little says how much there has to be")
  func tooLow() throws {
    do {
      _ = try Self.artwork("type: functions\nfunctions: [easeIn]\nvelocity: true") {
        $0.height = 41
      }
      Issue.record("41 points are enough?")
    } catch let error as UnfitHeight {
      #expect(error.least > 60 && error.least < 140)
      #expect(error.description.contains("needs a height of about"))
    }
  }

  @Test("An SVG that follows its page has classes, no background, and the light colours without")
  func page() throws {
    let fixed = try Self.artwork(Self.plots[0]).svg()
    #expect(fixed.contains(##"fill="#ffffff""##) && !fixed.contains("<style>"))
    let svg = try Self.artwork(Self.plots[0]) { $0.followsPage = true }.svg()
    #expect(!svg.contains(#"d="M0 0l340"#))
    #expect(svg.contains(##"class="stroke-curve-1" stroke="#0072b2""##))
    #expect(svg.contains(".stroke-curve-1{stroke:var(--figure-curve-1,#0072b2)}"))
    #expect(svg.contains(".stroke-curve-1{stroke:var(--figure-curve-1,#56b4e9)}"))
    #expect(svg.contains(".fill-ink{fill:var(--figure-ink,currentColor)}"))
    #expect(svg.contains("color-mix(in srgb,currentColor 72%,transparent)"))
    let white = try Self.artwork(Self.plots[0]) {
      ($0.followsPage, $0.background) = (true, Color(red: 1, green: 0, blue: 0))
    }.svg()
    #expect(white.contains(##"fill="#ff0000""##))
  }

  @Test("No two roles of a page have one colour, so each mark has one role")
  func roles() {
    let lights = Theme.pageColors.roles.map(\.light)
    #expect(Set(lights.map { "\($0.red) \($0.green) \($0.blue)" }).count == lights.count)
    #expect(lights.count > 40)
  }

  @Test(
    "A page and a dark theme leave a scene's colours alone, on white paper where it has none",
    arguments: ["type: strobe\nscene: ball.yaml\nlayers: ball", "type: sheet\nscene: ball.yaml"])
  func sceneColors(_ text: String) throws {
    let svg = try Self.artwork(text) { $0.followsPage = true }.svg()
    #expect(!svg.contains("fill-background") && svg.contains(##"fill="#ffffff"/>"##))
    let dark = try Self.artwork(text) { $0.theme = .dark }
    let pixels = try dark.bitmap(scale: 1)
    let middle = pixels.row(20).bindMemory(to: UInt32.self)[20]
    #expect(middle == 0xFFFF_FFFF)
  }

  @Test("Colours do not repeat before forty curves", arguments: [Theme.light, .dark])
  func colors(_ theme: Theme) {
    let colors = (0..<40).map { theme.color($0) }
    for (index, color) in colors.enumerated() {
      for other in colors[..<index] {
        let distance =
          abs(color.red - other.red) + abs(color.green - other.green)
          + abs(color.blue - other.blue)
        #expect(distance > 0.02, "\(index): \(color), \(other)")
      }
    }
  }

  @Test(
    "Every figure says in words what it shows",
    arguments: [
      (plots[0], "Timing functions easeIn, easeOut", "easeIn: 0.093 at a quarter of the time"),
      (plots[1], "Animations from 0 to 2 s", "ball position.x from 0 to 0.25 s, 0.25 s."),
      (plots[2], "Two", "The velocity is beneath. Words."),
      (
        plots[4], "position.x from 0 to 2 s",
        "position.x: 0 at the start, 0 at the end, between 0 and"
      ),
      (plots[5], "3 frames from 0 to 1.983 s", ""),
      (plots[6], "ball at 21 times from 0 to 2 s", ""),
    ])
  func words(_ text: String, _ title: String, _ part: String) throws {
    let artwork = try Self.artwork(text)
    #expect(artwork.title == title)
    #expect(artwork.summary?.contains(part) ?? part.isEmpty, "\(artwork.summary ?? "")")
    let svg = try artwork.svg()
    #expect(svg.contains("<title>\(title)</title>") && svg.contains("role=\"img\""))
  }

  @Test("A PDF has its words as text in embedded fonts, and a title; outlines have neither text")
  func pdf() throws {
    let artwork = try Self.artwork(Self.plots[0] + "\ntitle: Größe")
    let folder = try TemporaryFolder()
    let text = try folder.write("", to: "text.pdf")
    try Data(try artwork.pdf()).write(to: URL(filePath: text))
    let letters = String(decoding: try Data(contentsOf: URL(filePath: text)), as: UTF8.self)
    #expect(letters.contains("/FontFile") && letters.contains("LiberationSans"))
    #expect(letters.contains("/ToUnicode") && letters.contains("/Title"))
    // pdfTeX warns of pages that include several pictures with groups.
    #expect(!letters.contains("/Group") && !letters.contains("/Transparency"))
    let shapes = String(decoding: try artwork.pdf(drawsOutlines: true), as: UTF8.self)
    #expect(!shapes.contains("/FontFile"))
  }

  @Test(
    "The tool pdftotext finds every word of a PDF",
    .enabled(if: InstalledTool.path("pdftotext") != nil, "needs pdftotext: poppler-utils"))
  func searchable() throws {
    let artwork = try Self.artwork(Self.plots[0] + "\ntitle: Größe \nnote: first, office, √2")
    let folder = try TemporaryFolder()
    let file = try folder.write("", to: "text.pdf")
    try Data(try artwork.pdf()).write(to: URL(filePath: file))
    let text = try InstalledTool.run("pdftotext", ["-layout", file, "-"])
    for label in PlotTests.texts(artwork.marks) { #expect(text.contains(label.string)) }
    #expect(try InstalledTool.run("pdfinfo", [file]).contains("Größe"))
  }
}
