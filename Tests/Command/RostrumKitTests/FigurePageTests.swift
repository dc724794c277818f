import Browser
import Foundation
import RostrumCanvas
import RostrumFigures
import RostrumGeometry
import RostrumKit
import RostrumOutput
import RostrumTiming
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

  @Test("In an animated SVG the ball is on the curve at every time, and stands for who wants that")
  func animated() throws {
    let plot = FigureDeclaration.FunctionPlot([.init("easeIn", try TimingFunction(text: "easeIn"))])
    var options = FigureJob.Options()
    options.isAnimated = true
    _ = try shot(
      try FigureJob(FigureDeclaration(.functions(plot)), options: options).artwork().svg())
    func place(_ time: Double) throws -> [Double] {
      try page.evaluate(
        """
        (() => {
          const all = document.getAnimations();
          for (const one of all) { one.pause(); one.currentTime = \(time * 1000); }
          const box = document.querySelectorAll('g[class^=move]')[1].getBoundingClientRect();
          return [all.length, box.x + box.width / 2, box.y + box.height / 2];
        })()
        """)
    }
    let (start, end) = (try place(0), try place(1.5))
    #expect(start[0] == 3, "the line, the ball, and the ball beside")
    for part in [0.2, 0.5, 0.8] {
      let found = try place(part * 1.5)
      let expected = try TimingFunction(text: "easeIn").value(at: part)
      #expect(abs((found[1] - start[1]) / (end[1] - start[1]) - part) < 0.005)
      #expect(abs((found[2] - start[2]) / (end[2] - start[2]) - expected) < 0.005)
    }
  }
}

/// Figures in print: six as pages of one PDF, joined by poppler's pdfunite, and six on a page
/// typeset by LaTeX.
@Suite(
  "Figures on PDF pages",
  .enabled(
    if: ["pdfunite", "pdfinfo", "pdftotext", "pdftocairo"].allSatisfy {
      InstalledTool.path($0) != nil
    },
    "needs pdfunite, pdftotext and pdftocairo: poppler-utils"))
struct FigurePDFTests {
  @Test(
    "Six figures joined into one PDF keep their sizes, their words and their lines")
  func pages() throws {
    let folder = try TemporaryFolder()
    let (artworks, files) = try figures(in: folder)
    let joined = folder.path("page.pdf")
    _ = try InstalledTool.run("pdfunite", files + [joined])
    let facts = try InstalledTool.run("pdfinfo", ["-f", "1", "-l", "6", joined])
    for (index, artwork) in artworks.enumerated() {
      let number = index + 1
      let size = try #require(
        facts.firstMatch(of: try Regex("Page +\(number) size: +([0-9.]+) x ([0-9.]+)")))
      let sides = size.output.dropFirst().compactMap { Double($0.substring ?? "") }
      #expect(abs(sides[0] - artwork.size.width) < 0.1)
      #expect(abs(sides[1] - artwork.size.height) < 0.1)
      let text = try InstalledTool.run(
        "pdftotext", ["-f", "\(number)", "-l", "\(number)", "-layout", joined, "-"])
      let words = BookFigureTests.texts(artwork.marks).flatMap { $0.string.split(separator: " ") }
      for word in words { #expect(text.contains(word), "page \(number): \(word) of \(text)") }
      try check(joined, page: number, artwork, folder)
    }
  }

  @Test(
    "LaTeX sets six figures on one page, and their words can be found there",
    .enabled(if: InstalledTool.path("pdflatex") != nil, "needs pdflatex: texlive-latex-base"))
  func latex() throws {
    let folder = try TemporaryFolder()
    let (artworks, files) = try figures(in: folder)
    let lines = try files.enumerated().map { index, file in
      try FileManager.default.copyItem(atPath: file, toPath: folder.path("figure\(index).pdf"))
      return #"\includegraphics[width=0.46\textwidth,height=80mm,keepaspectratio]"#
        + "{figure\(index)}" + (index % 2 == 0 ? #"\hfill"# : #"\par\vfill"#)
    }
    try folder.write(
      #"""
      \documentclass{article}
      \usepackage[a4paper,margin=15mm]{geometry}
      \usepackage{graphicx}
      \pagestyle{empty}
      \setlength{\parindent}{0pt}
      \begin{document}
      \#(lines.joined(separator: "\n"))
      \end{document}
      """#, to: "page.tex")
    _ = try InstalledTool.run(
      "pdflatex", ["-interaction=nonstopmode", "-halt-on-error", "page.tex"], in: folder.path)
    let page = folder.path("page.pdf")
    #expect(try InstalledTool.run("pdfinfo", [page]).contains(/Pages: +1\n/))
    let text = try InstalledTool.run("pdftotext", ["-layout", page, "-"])
    let words = artworks.flatMap { BookFigureTests.texts($0.marks) }
      .flatMap { $0.string.split(separator: " ") }
    #expect(words.count > 50)
    for word in words { #expect(text.contains(word), "\(word) of \(text)") }
  }

  /// Six figures of the book, and the files that were written of them.
  private func figures(
    in folder: TemporaryFolder
  ) throws -> (artworks: [Artwork], files: [String]) {
    let names = ["10.2", "10.3", "10.1-interrupted", "9.1-timeline", "11-clocks", "9.3-strobe"]
    var artworks: [Artwork] = []
    let files = try names.map { name in
      let path = try #require(BookFigureTests.files.first { $0.hasSuffix("/\(name).yaml") })
      let (result, assets) = try SceneOpener().openFigure(path)
      var options = FigureJob.Options()
      options.width = result.style.width ?? 340
      let job = FigureJob(try #require(result.figure), options: options, assets: assets)
      artworks.append(try job.artwork())
      let file = folder.path("\(name).pdf")
      try job.run(output: file)
      return file
    }
    return (artworks, files)
  }

  /// Poppler's picture of a page looks as our own.
  private func check(
    _ file: String, page: Int, _ artwork: Artwork, _ folder: TemporaryFolder
  ) throws {
    let picture = folder.path("page\(page)")
    _ = try InstalledTool.run(
      "pdftocairo",
      ["-png", "-singlefile", "-r", "72", "-f", "\(page)", "-l", "\(page)", file, picture])
    let shown = try PNG.decode(contentsOfFile: picture + ".png")
    let own = try artwork.bitmap(scale: 1)
    #expect(abs(shown.width - own.width) <= 1 && abs(shown.height - own.height) <= 1)
    let (width, height) = (min(shown.width, own.width), min(shown.height, own.height))
    // Thin lines fall on other parts of a pixel, so only the average over the page is compared.
    var (sum, ink) = (0, 0)
    for y in 0..<height {
      let (a, b) = (shown.row(y), own.row(y))
      for x in 0..<width * 4 {
        sum += abs(Int(a[x]) - Int(b[x]))
        ink += 255 - Int(b[x])
      }
    }
    let difference = Double(sum) / Double(width * height * 4)
    #expect(difference < 4, "page \(page) differs by \(difference) of 255 on average")
    #expect(ink > width * height, "page \(page) is not empty")
  }
}
