import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RostrumGeometry
import RostrumSVG
import RostrumLayerTree
import RostrumSource
import Testing
import RostrumTiming

/// An SVG of 100 by 50 points.
private func svg(_ content: String, _ attributes: String = "") -> String {
  "<svg width='100' height='50' \(attributes)>\(content)</svg>"
}

@Suite("SVG")
struct SVGTests {
  @Test(
    "An SVG is recognised by its root element",
    arguments: [
      ("<svg/>", true), ("\u{FEFF}<?xml version='1.0'?>\n<!-- <html> -->\n<svg ", true),
      ("<!DOCTYPE svg [<!ENTITY a \"b\">]><svg:svg>", true), ("<html><svg/></html>", false),
      ("<svgs/>", false), ("<", false), ("<!--", false), ("", false),
    ])
  func recognition(_ text: String, _ isSVG: Bool) {
    #expect(SVGImporter().recognizes(Array(text.utf8)) == isSVG)
  }

  @Test(
    "The canvas has the size that the file says",
    arguments: [
      ("width='120' height='40'", Size(width: 120, height: 40)),
      ("width='1in' height='36pt'", Size(width: 96, height: 48)),
      ("viewBox='0 0 30 20'", Size(width: 30, height: 20)),
      ("width='60' viewBox='0 0 30 20'", Size(width: 60, height: 40)),
      ("width='100%' height='100%' viewBox='0 0 3 2'", Size(width: 3, height: 2)),
    ])
  func size(_ attributes: String, _ size: Size) throws {
    let scene = try #require(load("<svg \(attributes)><rect width='1' height='1'/></svg>").scene)
    #expect(scene.size == size)
    #expect(scene.clock.frameCount == 30)
  }

  @Test("Ids are names, groups are layers, and transforms act as they are written")
  func groups() throws {
    let scene = try #require(
      load(
        svg(
          """
          <g id="outer" transform="translate(10 20) scale(2)" opacity=".5">
            <rect id="box" width="3" height="4"/><g><circle id="dot" r="1"/></g>
          </g>
          """)
      ).scene)
    #expect(scene.root.sublayers.map(\.name) == ["outer"])
    let outer = try #require(scene.layer("outer", at: 0))
    #expect(outer.values[.opacity] == 0.5)
    let transform = outer.values[.transform]
    #expect((transform.m11, transform.m22) == (2, 2) && (transform.m41, transform.m42) == (10, 20))
    // The group inside has no effect, and becomes no layer.
    #expect(scene.root.sublayers[0].sublayers.map(\.name) == ["box", "dot"])
    #expect(scene.layer("box", at: 0)?.values[.fillColor] == .black)
  }

  @Test(
    "Styles: what is nearer counts",
    arguments: [
      ("<rect fill='red' width='1' height='1' id='a'/>", "red"),
      ("<g fill='red'><rect width='1' height='1' id='a'/></g>", "red"),
      ("<style>rect{fill:red}</style><rect fill='blue' width='1' height='1' id='a'/>", "red"),
      (
        "<style>#a{fill:red} rect.b{fill:blue}</style><rect class='b' width='1' height='1' id='a'/>",
        "red"
      ),
      ("<style>rect{fill:blue}</style><rect style='fill:red' width='1' height='1' id='a'/>", "red"),
      ("<g color='red' fill='currentColor'><rect width='1' height='1' id='a'/></g>", "red"),
      ("<rect fill='url(#x) red' width='1' height='1' id='a'/>", "red"),
      ("<g fill='red'><rect fill='inherit' width='1' height='1' id='a'/></g>", "red"),
    ])
  func styles(_ content: String, _ color: String) throws {
    let scene = try #require(load(svg(content)).scene)
    #expect(scene.layer("a", at: 0)?.values[.fillColor] == Color(css: color))
  }

  @Test(
    "Nothing is drawn of shapes without extent or colour",
    arguments: [
      "<rect width='0' height='1'/>", "<circle r='0'/>", "<path/>", "<polygon points='1 2'/>",
      "<rect width='1' height='1' fill='none'/>", "<g display='none'><circle r='3'/></g>",
      "<rect width='1' height='1' visibility='hidden'/>", "<defs><circle r='3'/></defs>",
      "<line x2='3' stroke='red' stroke-width='0' fill='none'/>", "<g/>", "<title>a</title>",
    ])
  func nothing(_ content: String) throws {
    let result = load(svg(content))
    #expect(try #require(result.scene).layers.isEmpty)
    #expect(result.diagnostics.isEmpty)
  }

  @Test("Text is set from its place, by its anchor, and runs follow each other")
  func text() throws {
    let scene = try #require(
      load(
        svg(
          """
          <text x="50" y="20" font-size="10" text-anchor="middle">ab<tspan id="c" font-size="20"> c</tspan></text>
          """)
      ).scene)
    // Letters are squares of half their size: 5 + 5 + 10 + 10 wide, about 50.
    #expect(
      scene.layer("ab", at: 0)?.values[.path]?.boundingBox
        == Rect(x: 35, y: 15, width: 10, height: 5))
    #expect(
      scene.layer("c", at: 0)?.values[.path]?.boundingBox
        == Rect(x: 45, y: 10, width: 20, height: 10))
  }

  @Test(
    "What is not drawn is an error with its name, and a warning when it is ignored",
    arguments: [
      (UnsupportedFeature.animations, "<rect width='1' height='1'><animate/></rect>"),
      (.animations, "<set/>"),
      (.elements, "<foreignObject/>"),
      (.filters, "<filter id='f'><feTurbulence/></filter><circle r='1' filter='url(#f)'/>"),
      (.patterns, "<meshgradient id='p'/><circle r='1' fill='url(#p)'/>"),
      (
        .patterns,
        "<pattern id='p' width='1' height='1' patternUnits='userSpaceOnUse'><path d='M0 0H1V1Z'/></pattern><circle r='900' fill='url(#p)'/>"
      ),
      (
        .markers,
        "<marker id='m'/><path d='M0 0H9' stroke='red' marker-end='url(#m)'><animate attributeName='stroke-width' to='2' dur='1s'/></path>"
      ),
      (.styleSheets, "<style>@media (width: 3px) {}</style>"),
      (.styleSheets, "<style>g::before {}</style>"),
      (.textStyles, "<text font-variant='small-caps'>a</text>"),
      (.textStyles, "<text writing-mode='tb'>ab</text>"),
      (
        .textOnPath,
        "<path id='p' d='M0 0H9'/><text><textPath href='#p' side='right'>a</textPath></text>"
      ),
      (.properties, "<circle r='1' shape-rendering='crispEdges'/>"),
      (.vectorEffects, "<circle r='1' stroke='red' vector-effect='fixed-position'/>"),
      (.pictures, "<image href='a.png'/>"),
      (.blendModes, "<circle r='1' style='mix-blend-mode: new'/>"),
      (
        .repeatedGradients,
        "<radialGradient id='r' fr='0.1'><stop/><stop offset='1'/></radialGradient><circle r='1' fill='url(#r)'/>"
      ),
    ] as [(UnsupportedFeature, String)])
  func unsupported(_ feature: UnsupportedFeature, _ content: String) throws {
    let refused = load(svg(content))
    #expect(refused.scene == nil)
    let error = try #require(refused.diagnostics.first)
    #expect(error.id == feature.name && error.severity == .error, "\(error)")
    #expect(error.hint?.contains("--ignore \(feature.name)") == true)
    let ignored = load(svg(content), ignoring: [feature])
    #expect(ignored.scene != nil)
    #expect(ignored.diagnostics.map(\.severity) == [.warning])
  }

  @Test("Scripts are a warning, and the rest is drawn, as in pictures of pages")
  func scripts() throws {
    let result = load(svg("<script>a()</script><rect id='a' width='9' height='9'/>"))
    #expect(result.scene?.layer("a", at: 0) != nil)
    #expect(result.diagnostics.map(\.id) == ["scripts"])
    #expect(result.diagnostics.map(\.severity) == [.warning])
  }

  @Test(
    "A mistake is told at its place; where the standard says how to go on, as a warning",
    arguments: [
      ("<svg width='5' height='5'>\n  <rect width='1' height='x'/></svg>", 2, 19, true),
      ("<svg width='5' height='5'>\n<path d='M0 0 Q'/></svg>", 2, 7, true),
      ("<svg width='5' height='5'>\n<rect", 2, 1, false),
      ("<svg width='5' height='5'><g></svg>", 1, 32, false),
      ("<svg width='5' height='5'><use href='#no'/></svg>", 1, 32, true), ("<svg/>", 1, 1, true),
      ("<svg width='5' height='5'><circle r='1' fill='no colour'/></svg>", 1, 41, true),
      ("<svg width='5' height='5'><g id='a'><use href='#a'/></g></svg>", 1, 37, true),
      ("<svg width='99999' height='5'/>", 1, 1, false),
      ("<svg width='5' height='5'><text font-family='no'>a</text></svg>", 1, 27, false),
      ("<svg width='5' height='5'><g transform='turn(3)'><circle r='1'/></g></svg>", 1, 30, true),
    ] as [(String, Int, Int, Bool)])
  func places(_ text: String, _ line: Int, _ column: Int, _ isWarning: Bool) throws {
    let result = load(text)
    #expect((result.scene != nil) == isWarning)
    let range = try #require(result.diagnostics.first?.range)
    #expect((range.line, range.column) == (line, column), "\(result.diagnostics)")
  }

  @Test("Depth, numbers and references are bounded")
  func limits() throws {
    let deep = svg(String(repeating: "<g>", count: 300) + String(repeating: "</g>", count: 300))
    #expect(load(deep).diagnostics.map(\.id) == ["too-deep"])
    // Each shows the one before twice: 2 to the power of 40 circles.
    let bomb = (1...40).map {
      "<g id='a\($0)'><use href='#a\($0 - 1)'/><use href='#a\($0 - 1)'/></g>"
    }
    let uses = svg("<defs><circle id='a0' r='1'/>\(bomb.joined())</defs><use href='#a40'/>")
    #expect(load(uses).diagnostics.first?.id == "too-many-layers")
    let entities =
      "<!DOCTYPE svg [<!ENTITY a0 'aaaaaaaaaa'>"
      + (1...20).map { "<!ENTITY a\($0) '\(String(repeating: "&a\($0 - 1);", count: 10))'>" }
      .joined()
      + "]><svg width='5' height='5'><text>&a20;</text></svg>"
    #expect(load(entities).diagnostics.map(\.id) == ["bad-format"])
    #expect(load(svg("<rect width='1e308' height='1'/>")).diagnostics.map(\.id) == ["wrong-type"])
  }

  @Test("Text is bounded with what entities stand for")
  func amount() {
    func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
    // 1 MiB, and 32 KiB for each time that the entity is named.
    func titled(_ count: Int) -> String {
      let names = String(repeating: "&a;", count: count)
      return "<!DOCTYPE svg [<!ENTITY a '\(letters(32 << 10))'>]>"
        + svg("<title>\(letters(1 << 20))\(names)</title><circle r='1'/>")
    }
    #expect(load(titled(63 * 32)).diagnostics.isEmpty)
    #expect(load(titled(63 * 32 + 1)).diagnostics.map(\.id) == ["too-deep"])
  }

  @Test("A text of two million lines is read at once", .timeLimit(.minutes(20)))
  func lines() {
    let lines = String(repeating: "\n", count: 2_000_000)
    #expect(load(svg("<title>a\(lines)</title><circle r='1'/>")).diagnostics.isEmpty)
  }
}
