import ImportTestSupport
import RostrumCanvas
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

  /// An operator, and the colours that it shows of a square of gold over or under a flood of blue:
  /// in the square, and beside it in the filter's region.
  private static let operators: [(String, UInt32, UInt32, UInt32, UInt32)] = [
    ("over", 0xFF00_66CC, 0xFF00_66CC, 0xFFFF_D700, 0xFF00_66CC),
    ("in", 0xFF00_66CC, 0, 0xFFFF_D700, 0),
    ("out", 0, 0xFF00_66CC, 0, 0), ("atop", 0xFF00_66CC, 0, 0xFFFF_D700, 0xFF00_66CC),
    ("xor", 0, 0xFF00_66CC, 0, 0xFF00_66CC),
  ]

  @Test("Operators of feComposite act in all of the region, in both orders", arguments: operators)
  func composites(_ row: (String, UInt32, UInt32, UInt32, UInt32)) throws {
    for (inputs, inside, beside) in [
      ("in='f' in2='SourceGraphic'", row.1, row.2), ("in='SourceGraphic' in2='f'", row.3, row.4),
    ] {
      let content = """
        <filter id='f'><feFlood flood-color='#06c' result='f'/><feComposite operator='\(row.0)' \(inputs)/></filter>
        <rect x='20' y='20' width='40' height='40' fill='gold' filter='url(#f)'/>
        """
      let frame = try frames(svg(content), at: [0])[0]
      #expect(frame[40, 40] == inside, "\(inputs)")
      #expect(frame[18, 40] == beside, "\(inputs)")
      #expect(frame[10, 40] == 0)
    }
  }

  /// Shapes that are cut by, or painted through, a box that grows from 20 to 80 points in two
  /// seconds.
  private static let growing = [
    "<filter id='f'><feOffset/></filter><circle cx='50' cy='50' r='10' filter='url(#f)'>\(grows("r", "10;40"))</circle>",
    "<filter id='f'><feOffset/></filter><path d='M40 40H60V60H40Z' filter='url(#f)'>\(grows("d", "M40 40H60V60H40Z;M10 10H90V90H10Z"))</path>",
    "<filter id='f'><feOffset/></filter><g filter='url(#f)'>\(scales)</g>",
    "<mask id='f'><rect width='100' height='100' fill='white'/></mask><g mask='url(#f)'>\(scales)</g>",
    "<mask id='f' maskContentUnits='objectBoundingBox'><rect width='1' height='1' fill='white'/></mask><g mask='url(#f)'>\(scales)</g>",
    "<clipPath id='f' clipPathUnits='objectBoundingBox'><rect width='1' height='1'/></clipPath><g clip-path='url(#f)'>\(scales)</g>",
    "<g clip-path='inset(1%)'>\(scales)</g>",
    "<linearGradient id='f'><stop stop-color='red'/><stop offset='1'/></linearGradient><circle cx='50' cy='50' r='10' fill='url(#f)'>\(grows("r", "10;40"))</circle>",
    "<linearGradient id='f' gradientUnits='userSpaceOnUse' x2='100'><stop stop-color='red'/><stop offset='1'/></linearGradient><circle cx='50' cy='50' r='10' fill='url(#f)'>\(grows("r", "10;40"))</circle>",
    "<pattern id='f' width='1' height='1'><rect width='99' height='99'/></pattern><circle cx='50' cy='50' r='10' fill='url(#f)'>\(grows("r", "10;40"))</circle>",
  ]

  private static func grows(_ name: String, _ values: String) -> String {
    "<animate attributeName='\(name)' values='\(values)' dur='2s' fill='freeze'/>"
  }

  private static let scales = """
    <g transform='translate(50 50)'><rect x='-10' y='-10' width='20' height='20'>
    <animateTransform attributeName='transform' type='scale' values='1;4' dur='2s' fill='freeze'/></rect></g>
    """

  @Test("What cuts and paints by the box of an element grows with it", arguments: growing)
  func boxes(_ content: String) throws {
    let all = try frames(svg(content), at: [0.01, 1, 3])
    #expect(all.map { $0[50, 50] >> 24 } == [255, 255, 255])
    #expect(all.map { $0[50, 30] >> 24 } == [0, 255, 255])
    #expect(all.map { $0[85, 50] >> 24 } == [0, 0, 255])
  }

  private static let regions: [(name: String, content: String, places: [Int], alphas: [UInt32])] = [
    (
      "a part of a flood beyond the filter's region is never there",
      """
      <filter id='f'><feFlood x='0' width='40'/><feOffset dx='20'/></filter>
      <rect x='20' y='20' width='60' height='60' filter='url(#f)'/>
      """, [28, 36, 58, 62], [0, 255, 255, 0]
    ),
    (
      "what lies beyond the region of a filter is cut off before it is moved",
      """
      <filter id='f' filterUnits='userSpaceOnUse' x='0' y='0' width='50' height='100'>
      <feOffset dx='-20'/></filter><rect width='100' height='100' filter='url(#f)'/>
      """, [10, 28, 32, 52], [255, 255, 0, 0]
    ),
    (
      "a clip's transform acts about a point of the picture, whatever its units",
      """
      <clipPath id='c' clipPathUnits='objectBoundingBox' transform='scale(2)' transform-origin='center'>
      <rect x='.4' y='.4' width='.2' height='.2'/></clipPath>
      <rect width='100' height='100' clip-path='url(#c)'/>
      """, [28, 32, 68, 72], [0, 255, 255, 0]
    ),
  ]

  @Test("Regions of filters and clips end where they should", arguments: regions)
  func region(_ name: String, _ content: String, _ places: [Int], _ alphas: [UInt32]) throws {
    let frame = try frames(svg(content), at: [0])[0]
    #expect(places.map { frame[$0, 50] >> 24 } == alphas, "\(name)")
  }

  @Test("A translucent flood over colours in linearRGB has a word")
  func translucent() {
    for (opacity, count) in [("1", 0), (".5", 1)] {
      let result = filtered(
        "<feFlood flood-color='blue' flood-opacity='\(opacity)'/><feComposite in2='SourceGraphic'/>"
      )
      #expect(result.diagnostics.map(\.id) == Array(repeating: "programs-differ", count: count))
    }
  }

  @Test("A flood fills the region of the box of each moment")
  func flood() throws {
    let content = """
      <filter id='f' x='0' y='0' width='1' height='1'><feFlood/></filter>
      <g filter='url(#f)'><rect width='10' height='10'/><rect y='90' width='10' height='10'>
      <animateMotion values='0,0;80,0' dur='2s' repeatCount='indefinite'/></rect></g>
      """
    let all = try frames(svg(content), at: [0.5, 1.5, 2.5])
    #expect(all.map { $0[20, 50] >> 24 } == [255, 255, 255])
    #expect(all.map { $0[40, 50] >> 24 } == [0, 255, 0])
    #expect(all.map { $0[80, 50] >> 24 } == [0, 0, 0])
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
