import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RostrumGeometry
import RostrumSVG
import RostrumLayerTree
import RostrumSource
import Testing

/// An SVG of 100 by 100 points.
private func svg(_ content: String, _ attributes: String = "") -> String {
  """
  <svg xmlns='http://www.w3.org/2000/svg' xmlns:x='http://www.w3.org/1999/xlink' \
  xmlns:ink='http://www.inkscape.org/namespaces/inkscape' width='100' height='100' \
  \(attributes)>\(content)</svg>
  """
}

private let plain = "<rect id='a' width='10' height='10'/>"

/// Takes every picture: one as wide as it has bytes.
private struct AnyPicture: ImportResources {
  func image(in bytes: [UInt8]) -> ImageReference? {
    ImageReference(path: "/picture", width: bytes.count, height: 1)
  }

  func image(atPath path: String) -> ImageReference? { nil }

  func drawing(ofSVG bytes: [UInt8]) -> ImageReference? {
    ImageReference(path: "/drawing", width: 1, height: 1)
  }

  func outlines(of text: String, _ font: ImportFont) -> Result<ImportLine, ImportTextProblem> {
    NoPictures().outlines(of: text, font)
  }
}

/// A letter is a square as large as its font's place on an axis, and 1 without one; half as high in
/// any family but `serif`. The font of handwriting is another one.
private struct AxisLetters: ImportResources {
  func image(in bytes: [UInt8]) -> ImageReference? { nil }
  func image(atPath path: String) -> ImageReference? { nil }

  func outlines(of text: String, _ font: ImportFont) -> Result<ImportLine, ImportTextProblem> {
    let side = font.variations["wdth"] ?? font.variations["slnt"].map { -$0 } ?? 1
    let height = font.families == ["serif"] ? side : side / 2
    let outline = Path.rect(Rect(x: 0, y: -height, width: side, height: height))
    let substitute = font.families == ["cursive"] ? "DejaVu Sans" : nil
    return .success(ImportLine(outline: outline, width: side, substitute: substitute))
  }
}

private func loadWithPictures(_ text: String) -> ImportResult {
  SVGImporter().load(
    Array(text.utf8), path: "a", options: ImportOptions(), resources: AnyPicture())
}

@Suite("SVG by its standards")
struct SVGStandardTests {
  @Test(
    "CSS selects, cascades and inherits",
    arguments: [
      "<style>svg rect {fill: blue} g > rect {fill: red}</style><g class='c'>\(plain)</g>",
      "<style>[data-n='1'] rect {fill: red}</style><g data-n='1'>\(plain)</g>",
      "<style>rect:nth-child(2n) {fill: red}</style>\(plain)",
      "<style>rect:not(.no) {fill: red}</style>\(plain)",
      "<style>:root {fill: red}</style>\(plain)",
      "<style>circle + rect {fill: red}</style><circle/>\(plain)",
      "<style>rect {fill: red !important} #a {fill: blue}</style>\(plain)",
      "<style>/* { */ rect {/* fill: blue; */ fill: red}</style>\(plain)",
      "<style>rect {fill: red} rect:hover {fill: blue}</style>\(plain)",
      "<style>@media print {rect {fill: blue}} @media screen {rect {fill: red}}</style>\(plain)",
      "<style>rect {fill: red}</style><style media='print'>rect {fill: blue}</style>\(plain)",
      "<style>rect {fill: red}</style><style type='text/x'>rect {fill: blue}</style>\(plain)",
      "<style>:root {--c: red} rect {fill: var(--c)}</style>\(plain)",
      "<style>rect {fill: var(--none, red)}</style>\(plain)",
      "<style>g {--a: red; --b: var(--a)} rect {--a: blue; fill: var(--b)}</style><g>\(plain)</g>",
      "<style>g {--a: var(--b); --b: var(--a)} rect {fill: var(--b, red)}</style><g>\(plain)</g>",
      "<style>rect {fill: red; fill: strange(1)}</style>\(plain)",
      "<g fill='red'><rect id='a' width='1' height='1' fill='undefined'/></g>",
      "<g fill='currentColor' color='blue'><g color='red'>\(plain)</g></g>",
      "<g fill='red'><rect id='a' width='1' height='1' style='/* fill: blue */'/></g>",
      "<g fill='red'><rect id='a' width='1' height='1' style='fill: inherit'/></g>",
      "<style>#a {fill: blue} #a {fill: var(--none)}</style><g fill='red'>\(plain)</g>",
      #"<style>#\31 0 rect {fill: red}</style><g id="10">"# + plain + "</g>",
      // A used element is a tree of its own, inside of the element that uses it.
      "<style>rect {fill: red} .o rect {fill: blue}</style><defs><g class='o'>\(plain)</g></defs><use href='#a'/>",
      "<style>rect {fill: red} use rect {fill: blue}</style><defs>\(plain)</defs><use href='#a'/>",
      "<style>g rect {fill: red}</style><defs><g id='g'>\(plain)</g></defs><use href='#g'/>",
      "<style>rect:only-child {fill: red}</style><defs><circle/>\(plain)</defs><use href='#a'/>",
      "<style>@property --c {syntax: '&lt;color&gt;'; inherits: false; initial-value: red} svg {--c: blue} rect {fill: var(--c)}</style>\(plain)",
      "<style>:root {--c: blue} use {--c: red} rect {fill: var(--c)}</style><defs>\(plain)</defs><use href='#a'/>",
    ])
  func css(_ content: String) throws {
    let scene = try #require(load(svg(content)).scene)
    #expect(scene.layer("a", at: 0)?.values[.fillColor] == Color(css: "red"))
  }

  @Test(
    "Shapes have the extent that SVG 2 says",
    arguments: [
      // An em is the element's own size of letters.
      (
        "<rect id='a' font-size='10' width='2em' height='1ex'/>",
        Rect(x: 0, y: 0, width: 20, height: 5)
      ),
      (
        "<rect id='a' font-size='30' style='font: 10px serif' width='2em' height='1ex'/>",
        Rect(x: 0, y: 0, width: 20, height: 5)
      ),
      ("<rect id='a' width='calc(10px + 5%)' height='1'/>", Rect(x: 0, y: 0, width: 15, height: 1)),
      (
        "<style>#a {x: 1px; y: 2px; width: 3px; height: 4px}</style><rect id='a'/>",
        Rect(x: 1, y: 2, width: 3, height: 4)
      ),
      (
        "<style>#a {r: 2px; cx: 5px}</style><circle id='a'/>",
        Rect(x: 3, y: -2, width: 4, height: 4)
      ),
      ("<ellipse id='a' rx='-3' ry='4'/>", Rect(x: -4, y: -4, width: 8, height: 8)),
      ("<polygon id='a' points='0 0 5 0 5 6 9'/>", Rect(x: 0, y: 0, width: 5, height: 6)),
      ("<path id='a' d='M0 0H4V5 L'/>", Rect(x: 0, y: 0, width: 4, height: 5)),
      ("<path id='a' d='M0 0H4V5M90 90'/>", Rect(x: 0, y: 0, width: 4, height: 5)),
    ])
  func extents(_ content: String, _ box: Rect) throws {
    let scene = try #require(load(svg(content)).scene)
    #expect(scene.layer("a", at: 0)?.values[.path]?.boundingBox == box)
  }

  @Test("Keywords count in both letter cases", arguments: ["display: None", "display: none"])
  func keywords(_ style: String) throws {
    let scene = try #require(
      load(svg("\(plain)<g style='\(style)'><rect id='b' width='1' height='1'/></g>")).scene)
    #expect(scene.layer("b", at: 0) == nil)
  }

  @Test(
    "Transforms have units and an origin",
    arguments: [
      ("transform='rotate(0.25turn)'", Point(x: 0, y: 0)),
      ("transform='rotate(100grad)'", Point(x: 0, y: 0)),
      // Rotated about (10, 0), the origin moves to (10, -10).
      ("transform='rotate(90)' transform-origin='10 0'", Point(x: 10, y: -10)),
      ("transform='rotate(90)' transform-origin='10% top'", Point(x: 10, y: -10)),
      ("style='transform: rotate(90deg); transform-origin: center'", Point(x: 100, y: 0)),
      // The box is from 0 to 10.
      (
        "style='transform: rotate(90deg); transform-origin: center; transform-box: fill-box'",
        Point(x: 10, y: 0)
      ),
    ])
  func transforms(_ attributes: String, _ place: Point) throws {
    let scene = try #require(
      load(svg("<rect id='a' width='10' height='10' \(attributes)/>")).scene)
    let transform = try #require(scene.layer("a", at: 0)).values[.transform]
    #expect(abs(transform.m12 - 1) < 1e-9)
    #expect(abs(transform.m41 - place.x) < 1e-9 && abs(transform.m42 - place.y) < 1e-9)
  }

  @Test(
    "What is not there is not drawn, and said once",
    arguments: [
      "<use href='#none'/>\(plain)", "<g clip-path='url(#none)'>\(plain)</g>",
      "<g mask='url(#none)'>\(plain)</g>", "<g id='g'><use href='#g'/>\(plain)</g>",
      "<rect id='a' width='10' height='10' opacity='0.1mm'/>",
      "<rect id='a' width='10' height='10' newThing='1'/>",
    ])
  func nothing(_ content: String) throws {
    let result = load(svg(content))
    #expect(try #require(result.scene).layer("a", at: 0) != nil)
    #expect(result.diagnostics.map(\.severity) == [.warning])
  }

  @Test(
    "Conditions, references and switches choose",
    arguments: [
      ("<rect systemLanguage='tlh' width='1' height='1'/>", 0),
      ("<rect systemLanguage='de, en-GB' width='1' height='1'/>", 1),
      ("<switch><rect systemLanguage='de'/><rect id='b' width='1' height='1'/></switch>", 1),
      ("<defs>\(plain)</defs><use x:href='#none' href='#a'/>", 1),
      ("<defs>\(plain)</defs><use x:href='#a'/>", 1),
      // Only shapes, texts and `use` elements clip.
      (
        "<clipPath id='c'><g>\(plain)</g></clipPath>"
          + "<rect width='9' height='9' clip-path='url(#c)'/>",
        1
      ),
    ])
  func choices(_ content: String, _ count: Int) throws {
    let result = load(svg(content))
    #expect(try #require(result.scene).root.sublayers.count == count)
    #expect(result.diagnostics.isEmpty)
  }

  @Test("Layers have the names that their authors see")
  func names() throws {
    let content = """
      <g ink:label='Sky' id='g1'>\(plain)</g><g id='g2'><title>Sun</title><circle r='1'/></g>
      """
    let scene = try #require(load(svg(content)).scene)
    #expect(scene.root.sublayers.map(\.name) == ["Sky", "Sun"])
  }

  @Test("The outermost element has effects and a background too")
  func root() throws {
    let scene = try #require(
      load(svg(plain, "opacity='0.5' style='background: red'")).scene)
    #expect(scene.root.sublayers.map(\.name) == ["background", "canvas"])
    #expect(scene.layer("canvas", at: 0)?.values[.opacity] == 0.5)
  }

  @Test("An SVG without a size is as large as what it shows")
  func size() throws {
    let result = load("<svg><rect width='30' height='20'/></svg>")
    #expect(result.scene?.size == Size(width: 30, height: 20))
    #expect(result.diagnostics.map(\.id) == ["without-size"])
  }

  @Test("A text in UTF-16 is read", arguments: [true, false])
  func utf16(_ isBig: Bool) throws {
    let text = "\u{FEFF}<?xml version='1.0' encoding='UTF-16'?>" + svg(plain)
    let bytes = text.utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBig ? pair : pair.reversed()
    }
    #expect(SVGImporter().recognizes(bytes))
    #expect(SVGImporter().load(bytes).scene?.layer("a", at: 0) != nil)
  }

  @Test(
    "Data URLs are of all kinds",
    arguments: [
      ("data:image/png;base64,YWJj", 3), ("data:image/png; base64,YWJj", 3),
      ("data:image/png,ab%63d", 4), ("data:,a%2", 3),
    ])
  func dataURLs(_ url: String, _ count: Int) throws {
    let scene = try #require(loadWithPictures(svg("<image id='a' href='\(url)'/>")).scene)
    #expect(scene.layer("a", at: 0)?.values[.contents]?.width == count)
  }

  @Test("An SVG in an SVG is layers, and its frame cuts")
  func inner() throws {
    let url =
      "data:image/svg+xml,%3Csvg viewBox='0 0 2 1'%3E"
      + "%3Crect id='i' width='2' height='1'/%3E%3C/svg%3E"
    let scene = try #require(
      loadWithPictures(svg("<image id='a' width='10' height='10' href=\"\(url)\"/>")).scene)
    #expect(
      scene.layer("i", at: 0)?.values[.path]?.boundingBox == Rect(x: 0, y: 0, width: 2, height: 1))
  }

  @Test(
    "The tool librsvg draws the elements with parts that are not supported, each with a warning",
    arguments: [
      (
        "<filter id='f'><feTurbulence/></filter><circle r='9' filter='url(#f)'/>\(plain)",
        ["circle", "a"]
      ),
      ("\(plain)<text font-family='none'>a</text>", ["a", "text"]),
      ("<meshgradient id='p'/><circle id='b' r='1' fill='url(#p)'/>\(plain)", ["b", "a"]),
      // An element that is used elsewhere is drawn where it is used.
      (
        "<defs><text id='t' font-family='none'>a</text></defs><use id='u' href='#t'/>\(plain)",
        ["u", "a"]
      ),
    ])
  func elementFallback(_ content: String, _ names: [String]) throws {
    let result = loadWithPictures(svg(content))
    let layers = try #require(result.scene).root.sublayers
    #expect(layers.map(\.name) == names)
    #expect(result.diagnostics.map(\.severity) == [.warning])
    #expect(result.diagnostics[0].message.hasPrefix("librsvg draws the "))
  }

  @Test("The tool librsvg draws the whole of a file whose style sheet is not supported")
  func fallback() throws {
    let result = loadWithPictures(svg("<style>@import url(a.css);</style>\(plain)"))
    #expect(try #require(result.scene).root.sublayers.map(\.name) == ["picture"])
    #expect(result.diagnostics.map(\.severity) == [.warning])
    #expect(result.diagnostics[0].message.hasPrefix("librsvg draws the whole picture: "))
  }

  @Test(
    "Cascade layers lie below rules outside of them, and limits of the picture's size count",
    arguments: [
      ("@layer b {rect {fill: blue}} rect {fill: red}", true),
      ("rect {fill: red} @layer b {#a {fill: blue}}", true),
      ("@layer b, c; @layer c {rect {fill: red}} @layer b {rect {fill: blue}}", true),
      ("@media (min-width: 100px) {rect {fill: red}}", true),
      ("@media (max-width: 99px) {rect {fill: red}}", false),
      ("@media screen and (orientation: portrait) {rect {fill: red}}", true),
      ("@media (min-height: 2in) {rect {fill: red}}", false),
      ("@media (width >= 100px) and (50px&lt;height&lt;=10in) {rect {fill: red}}", true),
      ("@media (width &lt; 100px) {rect {fill: red}}", false),
      ("@media (300px > width > 200px) {rect {fill: red}}", false),
      ("@layer a {rect {fill: red !important}} rect {fill: blue !important}", true),
      (
        "@layer a, b; @layer b {#a {fill: blue !important}} @layer a {rect {fill: red !important}}",
        true
      ),
    ])
  func layersAndMedia(_ style: String, _ isRed: Bool) throws {
    let result = load(svg("<style>\(style)</style>\(plain)"))
    let color = try #require(result.scene?.layer("a", at: 0)).values[.fillColor]
    #expect((color == Color(red: 1, green: 0, blue: 0)) == isRed)
    #expect(result.diagnostics.isEmpty)
  }

  @Test(
    "What moves, and what is broken, stays an error",
    arguments: ["<circle r='1'><animate/></circle>", "<g>"])
  func noFallback(_ content: String) {
    #expect(loadWithPictures(svg(content)).scene == nil)
  }

  // Letters are squares of half their size.
  @Test(
    "Letters stand where the text says",
    arguments: [
      ("x='0 20' y='10'", "ab", Rect(x: 0, y: 5, width: 25, height: 5)),
      ("dx='0 3' y='10'", "ab", Rect(x: 0, y: 5, width: 13, height: 5)),
      ("y='10' letter-spacing='2'", "abc", Rect(x: 0, y: 5, width: 19, height: 5)),
      ("y='10' textLength='30'", "ab", Rect(x: 0, y: 5, width: 30, height: 5)),
      (
        "y='10' textLength='30' lengthAdjust='spacingAndGlyphs'", "ab",
        Rect(x: 0, y: 5, width: 30, height: 5)
      ),
      (
        "x='20' y='10' text-anchor='end' letter-spacing='2'", "ab",
        Rect(x: 8, y: 5, width: 12, height: 5)
      ),
      ("y='10'", "<tspan baseline-shift='3'>a</tspan>", Rect(x: 0, y: 2, width: 5, height: 5)),
      // Half of a small letter's height, which is 5.
      ("y='10' dominant-baseline='middle'", "a", Rect(x: 0, y: 7.5, width: 5, height: 5)),
      ("y='10' xml:space='preserve'", "a  b", Rect(x: 0, y: 5, width: 20, height: 5)),
      ("y='10'", "a\n  b", Rect(x: 0, y: 5, width: 15, height: 5)),
    ])
  func letters(_ attributes: String, _ text: String, _ box: Rect) throws {
    let scene = try #require(
      load(svg("<text id='a' font-size='10' \(attributes)>\(text)</text>")).scene)
    let paths = scene.presentation(at: 0).all.compactMap { $0.values[.path]?.boundingBox }
    let whole = try #require(paths.dropFirst().reduce(paths.first) { $0?.union($1) })
    #expect(
      abs(whole.minX - box.minX) < 1e-6 && abs(whole.maxX - box.maxX) < 1e-6
        && abs(whole.minY - box.minY) < 1e-6 && abs(whole.maxY - box.maxY) < 1e-6, "\(whole)")
  }

  @Test(
    "Fonts have the family and the places on axes that CSS gives",
    arguments: [
      ("", 1.0, 1.0, 0), ("font-family: sans-serif", 1, 0.5, 0),
      ("font-family: cursive", 1, 0.5, 1),
      ("font-style: oblique", 14, 14, 0), ("font-style: italic", 14, 14, 0),
      ("font-style: oblique 5deg", 5, 5, 0), ("font: oblique 5deg 16px serif", 5, 5, 0),
      ("font: italic bold 16px serif", 14, 14, 0), ("font: 16px serif", 1, 1, 0),
      ("font-variation-settings: 'wdth' 25, \"GRAD\" -200", 25, 25, 0),
      ("font-variation-settings: normal", 1, 1, 0),
      // Tags are in quotes and have four letters; a declaration with a mistake does not count.
      ("font-variation-settings: wdth 25", 1, 1, 1),
      ("font-variation-settings: 'wdt' 25", 1, 1, 1),
      ("font-variation-settings: 'wd,=' 25", 1, 1, 1),
    ])
  func fonts(_ style: String, _ width: Double, _ height: Double, _ warnings: Int) throws {
    let style = style.replacing("\"", with: "&quot;").replacing("'", with: "&apos;")
    let result = SVGImporter().load(
      Array(svg("<text id='a' style='\(style)'>x</text>").utf8), path: "a",
      options: ImportOptions(), resources: AxisLetters())
    let box = try #require(result.scene?.layer("a", at: 0)?.values[.path]?.boundingBox)
    #expect(box == Rect(x: 0, y: -height, width: width, height: height))
    #expect(result.diagnostics.count == warnings)
  }

  @Test(
    "Effects of a part of a text are ignored, and said once",
    arguments: [
      ("opacity='0.5'", 1), ("opacity='1'", 0), ("filter='url(#f)'", 1), ("filter='none'", 0),
      ("mask='url(#m)'", 1), ("style='clip-path: circle(2px)'", 1), ("newThing='1'", 1),
      ("dx='1' rotate='0' fill='red'", 0),
    ])
  func partsOfTexts(_ attributes: String, _ warnings: Int) throws {
    let result = load(svg("<text y='10'>a<tspan id='a' \(attributes)>b</tspan></text>"))
    #expect(result.scene?.layer("a", at: 0)?.values[.opacity] == 1)
    #expect(result.diagnostics.map(\.severity) == Array(repeating: .warning, count: warnings))
  }

  @Test("Letters follow a path")
  func textPath() throws {
    let content = """
      <path id='p' d='M50 0V90' fill='none'/>
      <text id='a' font-size='10'><textPath href='#p' startOffset='20'>a</textPath></text>
      """
    let scene = try #require(load(svg(content)).scene)
    // Downwards, the letter lies to the right of the path.
    let boxes = scene.presentation(at: 0).all.compactMap { $0.values[.path]?.boundingBox }
    let box = try #require(boxes.first)
    #expect(abs(box.minX - 50) < 1e-6 && abs(box.minY - 20) < 1e-6 && abs(box.maxY - 25) < 1e-6)
  }

  @Test("Dashes are measured as the author has measured the path")
  func pathLength() throws {
    let scene = try #require(
      load(svg("<path id='a' pathLength='1' d='M0 0H80' stroke='red' stroke-dasharray='0.5'/>"))
        .scene)
    #expect(scene.layer("a", at: 0)?.values[.lineDashPattern] == [40])
  }

  @Test(
    "Three thousand rules are no work for elements that they do not name", .timeLimit(.minutes(20)))
  func manyRules() throws {
    let rules = (0..<3000).map { ".c\($0) {fill: red}" }.joined(separator: "\n")
    let shapes = (0..<3000).map { "<rect id='r\($0)' class='c\($0)' width='1' height='1'/>" }
      .joined()
    let scene = try #require(load(svg("<style>\(rules)</style>\(shapes)")).scene)
    #expect(scene.layer("r2999", at: 0)?.values[.fillColor] == Color(css: "red"))
  }

  @Test(
    "Gradients repeat to the end of what they paint",
    arguments: [
      // 0 to 100 is four times 25; two colours each.
      ("repeat", 16), ("reflect", 16), ("pad", 2),
    ])
  func spread(_ method: String, _ count: Int) throws {
    let content = """
      <linearGradient id='g' gradientUnits='userSpaceOnUse' x2='25' spreadMethod='\(method)'>
      <stop stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient>
      <rect id='a' width='90' height='1' fill='url(#g)'/>
      """
    let scene = try #require(load(svg(content)).scene)
    let layer = try #require(scene.layer("a gradient", at: 0))
    #expect(layer.values[.colors].count >= count)
    #expect(layer.values[.colors].first == Color(css: "red") || method != "pad")
  }
}

extension PresentationLayer {
  /// The layer with all layers in it.
  fileprivate var all: [PresentationLayer] { [self] + inner.flatMap(\.all) }
}
