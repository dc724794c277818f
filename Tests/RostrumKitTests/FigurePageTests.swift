import Browser
import Canvas
import Foundation
import Geometry
import RostrumKit
import TestSupport
import Testing

/// Opens pages with figures in a real browser.
@Suite(
  "Figures in a browser's page", .enabled(if: Browser.path != nil, "\(Browser.advice)"),
  .serialized)
struct FigurePageTests {
  private let folder: TemporaryFolder
  private let page: Page

  init() async throws {
    folder = try TemporaryFolder()
    page = try Browser().page(width: 620, height: 2400)
  }

  /// Six figures of the book as SVGs.
  private func figures(_ change: (inout FigureJob.Options) -> Void) throws -> [String] {
    let names = ["10.2", "10.3", "10.6", "9.1-timeline", "fill-modes", "9.3-strobe"]
    return try names.map { name in
      let path = try #require(BookFigureTests.files.first { $0.hasSuffix("/\(name).yaml") })
      let (result, assets) = try SceneOpener().openFigure(path)
      var options = FigureJob.Options()
      options.width = result.style.width ?? 340
      change(&options)
      let figure = try #require(result.figure)
      return try FigureJob(figure, options: options, assets: assets).artwork().svg()
    }
  }

  private func shot(_ body: String, style: String = "") throws -> Bitmap {
    let html = """
      <!doctype html><meta charset="utf-8"><style>body{margin:0}svg,img{display:block}\(style)
      </style>\(body)
      """
    try page.open(folder.write(html, to: "page-\(UUID().uuidString).html"))
    return try PNG.decode(try page.screenshot())
  }

  @Test("Six figures inlined together look as each does alone, and none is empty")
  func together() throws {
    let height = 400
    let all = try figures { $0.followsPage = true }
      .map { "<div style='height:\(height)px;overflow:hidden'>\($0)</div>" }
    let together = try shot(all.joined())
    for (index, svg) in all.enumerated() {
      let alone = try shot(svg)
      let top = index * height
      // Elsewhere on a page the browser rounds edges otherwise, by some levels.
      let difference = (0..<height).flatMap { row -> [Int] in
        let (one, other) = (together.row(top + row), alone.row(row))
        if one.elementsEqual(other) { return [] }
        return zip(one, other).map { abs(Int($0) - Int($1)) }
      }
      #expect(difference.max() ?? 0 <= 64, "figure \(index)")
      #expect(difference.count { $0 > 2 } < 8000, "figure \(index)")
      let white = alone.row(height - 1)
      #expect((0..<height).contains { !alone.row($0).elementsEqual(white) }, "figure \(index)")
    }
  }

  @Test("A figure follows the page: its text colour, its variables, and prefers-color-scheme")
  func followsPage() throws {
    let svg = try figures { $0.followsPage = true }[1]
    func color(_ selector: String, _ name: String) throws -> String {
      try page.evaluate("getComputedStyle(document.querySelector('\(selector)')).\(name)")
    }
    try page.prefer(dark: false)
    _ = try shot(svg, style: "body{color:rgb(10,20,30)}")
    #expect(try color(".fill-ink", "fill") == "rgb(10, 20, 30)")
    #expect(try color(".stroke-curve-1", "stroke") == "rgb(0, 114, 178)")
    try page.prefer(dark: true)
    #expect(try color(".stroke-curve-1", "stroke") == "rgb(86, 180, 233)")
    _ = try shot(svg, style: "body{--figure-curve-1:rgb(1,2,3);--figure-ink:rgb(4,5,6)}")
    #expect(try color(".stroke-curve-1", "stroke") == "rgb(1, 2, 3)")
    #expect(try color(".fill-ink", "fill") == "rgb(4, 5, 6)")
    // By itself it has no page, and so a text colour of its own.
    try page.open(folder.write(svg, to: "alone.svg"))
    #expect(try color(".fill-ink", "fill") == "rgb(236, 236, 236)")
    try page.prefer(dark: false)
    #expect(try color(".fill-ink", "fill") == "rgb(26, 26, 26)")
  }

  @Test("A figure has a role, a name and a description, without identifiers")
  func accessible() throws {
    _ = try shot(try figures { _ in }[0])
    #expect(try page.evaluate("document.querySelector('svg').getAttribute('role')") == "img")
    let title: String = try page.evaluate("document.querySelector('svg > title').textContent")
    #expect(title == "Timing function (1, 1.3, 0.35, 0.75)")
    let text: String = try page.evaluate("document.querySelector('svg > desc').textContent")
    #expect(text.hasSuffix("The velocity is beneath."))
  }
}
