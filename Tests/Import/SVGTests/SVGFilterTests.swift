import ImportTestSupport
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneImport
import RostrumSource
import Testing

private func svg(_ content: String) -> String {
  "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'>\(content)</svg>"
}

private func filtered(_ primitives: String, _ attributes: String = "") -> ImportResult {
  load(
    svg(
      """
      <filter id='f' \(attributes)>\(primitives)</filter>
      <rect id='a' x='10' y='10' width='10' height='10' fill='red' filter='url(#f)'/>
      """))
}

extension ImportResult {
  /// The filters of all layers, from the outermost one on.
  fileprivate var filters: [LayerFilter] {
    scene?.presentation(at: 0).filters ?? []
  }
}

extension PresentationLayer {
  fileprivate var filters: [LayerFilter] { values[.filters] + inner.flatMap(\.filters) }
}

@Suite("Filters of SVG")
struct SVGFilterTests {
  @Test(
    "Functions of CSS are filters of layers",
    arguments: [
      ("blur(4px)", [FilterKind.gaussianBlur]), ("none", []), ("blur(0)", []),
      ("brightness(1.5) contrast(50%)", [.colorMatrix, .colorMatrix]),
      ("grayscale()", [.colorMatrix]), ("sepia(1)", [.colorMatrix]),
      ("invert(1) saturate(2)", [.colorMatrix, .colorMatrix]), ("opacity(.5)", [.colorMatrix]),
      ("hue-rotate(90deg)", [.colorMatrix]),
      ("drop-shadow(1px 2px 3px red)", [.gaussianBlur, .colorMatrix]),
      ("drop-shadow(1px 2px)", [.colorMatrix]),
    ])
  func functions(_ text: String, _ kinds: [FilterKind]) {
    let result = load(svg("<rect width='9' height='9' style='filter: \(text)'/>"))
    #expect(result.diagnostics.isEmpty)
    #expect(result.filters.map(\.kind) == kinds)
  }

  @Test("A blur has the standard deviation that the file says")
  func deviation() throws {
    let result = filtered("<feGaussianBlur stdDeviation='4'/>")
    let filter = try #require(result.filters.first)
    guard case .blur(let sigma) = filter.effect else {
      Issue.record("no blur")
      return
    }
    #expect(abs(sigma - 4) < 1e-9)
  }

  @Test(
    "Primitives that layers have are layers, without a word",
    arguments: [
      "<feOffset dx='2' dy='3'/>", "<feGaussianBlur stdDeviation='2 2'/>",
      "<feFlood flood-color='blue'/><feComposite in2='SourceGraphic' operator='in'/>",
      "<feDropShadow dx='1' dy='1' stdDeviation='1' flood-opacity='.5'/>",
      "<feOffset in='SourceAlpha' result='s'/><feMerge><feMergeNode in='s'/><feMergeNode in='SourceGraphic'/></feMerge>",
      "<feColorMatrix values='0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 .5 0'/>",
      "<feComponentTransfer><feFuncA type='linear' slope='.5'/></feComponentTransfer>",
      "<feBlend in2='SourceGraphic'/>",
      "<feColorMatrix type='saturate' values='0' color-interpolation-filters='sRGB'/>",
      "<feComposite in2='SourceAlpha' operator='arithmetic' k2='.5' k3='.5'/>",
    ])
  func primitives(_ text: String) {
    let result = filtered(text)
    #expect(result.diagnostics.isEmpty)
    #expect(result.scene?.layer("a", at: 0) != nil)
  }

  @Test(
    "Primitives that layers do not have are named",
    arguments: [
      ("<feTurbulence/>", "feTurbulence"), ("<feMorphology radius='2'/>", "feMorphology"),
      ("<feGaussianBlur stdDeviation='2 0'/>", "in one direction"),
      ("<feColorMatrix type='saturate' values='0'/>", "linearRGB"),
      (
        "<feComponentTransfer><feFuncR type='gamma' exponent='2'/></feComponentTransfer>",
        "curves"
      ),
      ("<feComposite in2='SourceAlpha' operator='arithmetic' k1='1'/>", "arithmetic"),
      ("<feOffset in='BackgroundImage'/>", "BackgroundImage"),
    ])
  func unsupported(_ text: String, _ word: String) {
    let result = filtered(text)
    #expect(result.scene == nil)
    #expect(result.diagnostics.first?.message.contains(word) == true)
  }

  @Test("A filter cuts at its region")
  func region() throws {
    let result = filtered(
      "<feOffset dx='2'/>", "filterUnits='userSpaceOnUse' x='1' y='2' width='30' height='40'")
    let layer = try #require(result.scene?.layer("a", at: 0))
    #expect(layer.values[.bounds] == Rect(x: 1, y: 2, width: 30, height: 40))
    #expect(layer.values[.masksToBounds])
  }

  @Test("Without its filter an element is drawn as it is, with a warning")
  func missing() {
    let result = load(svg("<rect id='a' width='9' height='9' filter='url(#none)'/>"))
    #expect(result.scene?.layer("a", at: 0)?.values[.path] != nil)
    #expect(result.diagnostics.map(\.severity) == [.warning])
  }

  @Test("An animated filter is drawn moment by moment")
  func moving() {
    let style = "<style>@keyframes k {to {filter: blur(9px)}} #a {animation: k 1s linear}</style>"
    let result = load(svg("\(style)<rect id='a' width='9' height='9'/>"))
    #expect(result.diagnostics.isEmpty)
    #expect(Set(result.filters.map(\.values)).count > 10)
  }
}
