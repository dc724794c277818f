import ImportTestSupport
import RostrumImportedDocument
import RostrumSceneImport
import RostrumSVG
import RostrumSource
import Testing

/// Small SVGs that expand to something large.
@Suite("Limits of SVGs that are imported")
struct SVGLimitTests {
  private static func svg(_ content: String) -> String {
    "<svg width='100' height='50'>\(content)</svg>"
  }

  private static func many(_ count: Int, _ part: (Int) -> String) -> String {
    (0..<count).map(part).joined()
  }

  /// Shows an element ten times, to the power of `levels`.
  private static func shown(_ element: String, levels: Int) -> String {
    let groups = many(levels) { level in
      "<g id='a\(level + 1)'>\(many(10) { _ in "<use href='#a\(level)'/>" })</g>"
    }
    return svg("<defs>\(element)\(groups)</defs><use href='#a\(levels)'/>")
  }

  private static let stops = many(1000) { "<stop offset='\(Double($0) / 1000)'/>" }

  private static func rules(_ count: Int, _ selector: (Int) -> String) -> String {
    "<style>\(many(count) { "\(selector($0)){fill:red}\n" })</style>"
  }

  @Test(
    "What a small file comes to is bounded, and an ordinary file is far from it",
    arguments: [
      ("a path", shown("<path id='a0' d='M0 0\(many(5000) { _ in "h1" })'/>", levels: 2), nil),
      (
        "a path, a thousand times",
        shown("<path id='a0' d='M0 0\(many(5000) { _ in "h1" })'/>", levels: 3),
        "the file comes to more than 4000000 elements of paths"
      ),
      (
        "a wide element, ten thousand times",
        shown("<rect id='a0' data-x='\(many(40_000) { _ in "x" })'/>", levels: 4),
        "the file comes to more than 134217728 bytes of elements that are shown"
      ),
      (
        "a gradient of 1000 colours, 999 times",
        svg(
          "<linearGradient id='g'>\(stops)</linearGradient>"
            + many(999) { _ in "<rect width='1' height='1' fill='url(#g)'/>" }), nil
      ),
      (
        "a gradient of 1000 colours, 1000 times",
        svg(
          "<linearGradient id='g'>\(stops)</linearGradient>"
            + many(1000) { _ in "<rect width='1' height='1' fill='url(#g)'/>" }),
        "the file comes to more than 1000000 colours of gradients"
      ),
      (
        "gradients in a chain",
        svg(
          many(20_000) { "<linearGradient id='g\($0)' href='#g\($0 + 1)'/>" }
            + "<linearGradient id='g20000'>\(stops)</linearGradient>"
            + "<rect width='1' height='1' fill='url(#g0)'/>"), nil
      ),
      (
        "rules for other elements",
        svg(
          rules(20_000) { ".b\($0)" }
            + many(500) { _ in "<rect class='a b9' width='1' height='1'/>" }),
        nil
      ),
      (
        "rules for every element",
        svg(rules(20_000) { _ in "rect" } + many(2000) { _ in "<rect width='1' height='1'/>" }),
        "the file comes to more than 20000000 comparisons of style rules with elements"
      ),
      (
        "comments and style elements",
        svg(
          "<style>\(many(30_000) { _ in "/* a */" }).a{fill:red}</style>"
            + many(1000) { "<style>.b\($0){fill:red}</style>" }
            + "<rect class='a' width='1' height='1'/>"), nil
      ),
    ] as [(String, String, String?)])
  func limits(_ name: String, _ text: String, _ message: String?) {
    let result = load(text)
    #expect((result.scene == nil) == (message != nil), "\(result.diagnostics)")
    #expect(result.diagnostics.first?.message == message)
    #expect(result.diagnostics.count == (message == nil ? 0 : 1))
  }

  private static func set(_ id: Int, _ begin: String) -> String {
    "<set id='s\(id)' attributeName='opacity' to='.5' begin='\(begin)' dur='.01s'/>"
  }

  @Test(
    "What is there very often is no work for each other",
    arguments: [
      ("attributes", svg("<rect \(many(40_000) { "a\($0)='1' " })width='1' height='1'/>")),
      (
        "classes",
        svg(
          rules(10_000) { ".c\($0)" }
            + "<rect class='\(many(10_000) { "c\($0) " })' width='1' height='1'/>")
      ),
      (
        "animations that begin one after the other",
        svg(
          "<rect width='9' height='9'>"
            + many(5000) { set($0, $0 == 0 ? "0" : "s\($0 - 1).begin+.002s") } + "</rect>")
      ),
      (
        "animations that begin with all others' ends",
        svg(
          "<rect width='9' height='9'>"
            + many(50) { own in
              set(own, "0;" + many(50) { $0 == own ? "" : "s\($0).end;" })
            } + "</rect>")
      ),
      (
        "values that are set one after the other",
        svg("<rect width='9' height='9'>\(many(6000) { set($0, "\($0)s") })</rect>")
      ),
    ])
  func often(_ name: String, _ text: String) {
    let seconds = ContinuousClock().measure { _ = load(text) }
    #expect(seconds < .seconds(20))
  }
}
