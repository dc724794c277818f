import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import Testing

@testable import RostrumSceneFile

/// Places before and after are worked out by CSS Flexible Box Layout, by hand; in between they lie
/// on the straight line, as all changes here are linear and take a second from 1 s on.
@Suite("Layouts that change")
struct LayoutChangeTests {
  private static func load(_ text: String) -> LoadResult {
    SceneLoader(assets: InMemoryAssets()).load(
      text: "size: [200, 100]\nduration: 5\n" + text + "\n", path: "a.yaml")
  }

  private static func scene(_ text: String) throws -> Scene {
    let result = load(text)
    let scene = try #require(result.scene, "\(result.diagnostics)")
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    return scene
  }

  /// x and y of a layer, and its size, at a time.
  private static func box(_ name: String, _ scene: Scene, _ time: Double) throws -> [Double] {
    let layer = try #require(
      scene.presentation(at: time).sublayers.flatMap(\.subtree).first {
        $0.name == name || $0.name.hasSuffix("/" + name)
      })
    let (place, bounds) = (layer.values[.position], layer.values[.bounds])
    return [place.x, place.y, bounds.width, bounds.height].map { ($0 * 1e6).rounded() / 1e6 }
  }

  private static let linear =
    "transaction: {animationDuration: 1, animationTimingFunction: linear}"

  /// A row with two layers of 20 by 10.
  private static func row(_ keys: String, _ a: String = "", _ b: String = "") -> String {
    "layers:\n  - {name: r, position: [100, 50], \(keys), sublayers: [{name: a, bounds: [20, 10]\(a)}, {name: b, bounds: [20, 10]\(b)}]}\n"
  }

  private static func event(_ set: String, at time: Double = 1) -> String {
    "  - {at: \(time), \(linear), set: \(set)}\n"
  }

  private static let start = "bounds: [100, 10], layout: row"

  /// Layers, what an event sets, a layer, and its box before, half way and after.
  private typealias Case = (String, String, String, [Double], [Double], [Double])

  private static let growing = row("bounds: [100, 60], layout: row", ", grow: 1, aspectRatio: 2")
    .replacing("bounds: [20, 10], grow", with: "bounds: [20, 0], grow")
  private static let pinned = row("layout: row").replacing(
    "position: [100, 50]", with: "position: right")
  private static let pair = "sublayers: [{name: a, bounds: [20, 10]}, {name: b, bounds: [20, 10]}]"
  private static let nested =
    "layers:\n  - {position: [100, 50], bounds: [200, 20], layout: row, sublayers: "
    + "[{name: r, layout: row, \(pair)}, {name: c, bounds: [20, 10]}]}\n"
  private static let repeated =
    "layers:\n  - {name: r, position: [100, 50], \(start), sublayers: "
    + "[{forEach: i, in: 3, do: {name: \"n${i}\", bounds: [20, 10]}}]}\n"
  private static let component =
    "components: {pair: {layer: {name: r, \(start), \(pair)}}}\n"
    + "layers:\n  - {use: pair, name: r, position: [100, 50]}\n"

  private static let cases: [Case] = [
    (row(start), "{r: {layout.gap: 20}}", "b", [30, 5], [40, 5], [50, 5]),
    (row(start), "{r: {layout: {gap: 20}}}", "b", [30, 5], [40, 5], [50, 5]),
    (row(start), "{r: {layout.gap: 0}}", "b", [30, 5], [30, 5], [30, 5]),
    (row(start), "{r: {layout: {gap: 10, justify: end}}}", "a", [10, 5], [35, 5], [60, 5]),
    (row(start), "{r: {layout.padding: [0, 10]}}", "a", [10, 5], [15, 5], [20, 5]),
    (
      row("bounds: [100, 100], layout: {type: row, align: start}"), "{r: {layout: column}}", "b",
      [30, 5], [20, 10], [10, 15]
    ),
    (row(start), "{r: {layout.order: [b, a]}}", "a", [10, 5], [20, 5], [30, 5]),
    (row(start), "{r: {layout.order: [1]}}", "b", [30, 5], [20, 5], [10, 5]),
    (row(start), "{a: {hidden: true}}", "b", [30, 5], [20, 5], [10, 5]),
    (row(start), "{a: {hidden: true}}", "a", [10, 5], [10, 5], [10, 5]),
    (row(start, ", hidden: true"), "{a: {hidden: false}}", "b", [10, 5], [20, 5], [30, 5]),
    // A layer that comes on stage at a time keeps its room.
    (row(start, ", in: 4"), "{r: {layout.gap: 20}}", "b", [30, 5], [40, 5], [50, 5]),
    (
      row(start, ", grow: 1"), "{b: {hidden: true}}", "a", [40, 5, 80, 10], [45, 5, 90, 10],
      [50, 5, 100, 10]
    ),
    (
      growing,
      "{b: {bounds: [40, 10]}}", "a", [40, 30, 80, 40], [35, 30, 70, 35], [30, 30, 60, 30]
    ),
    // Without bounds the layer around grows from its middle.
    (
      row("layout: row"), "{r: {layout.gap: 20}}", "r", [100, 50, 40, 10], [100, 50, 50, 10],
      [100, 50, 60, 10]
    ),
    (
      pinned,
      "{r: {layout.gap: 20}}", "r", [180, 50, 40, 10], [175, 50, 50, 10], [170, 50, 60, 10]
    ),
    // In another layout, the others move too.
    (
      nested,
      "{r: {layout.gap: 20}}", "c", [50, 10], [60, 10], [70, 10]
    ),
    // Of a repetition, by places.
    (
      repeated,
      "{r: {layout.order: [2, 1, 0]}}", "n0", [10, 5], [30, 5], [50, 5]
    ),
    // Of a component.
    (
      component,
      "{r: {layout.gap: 20}}", "b", [30, 5], [40, 5], [50, 5]
    ),
  ]

  @Test(
    "Layouts that change move their layers with the event's animation", arguments: cases.indices)
  func events(_ index: Int) throws {
    let (layers, set, name, before, between, after) = Self.cases[index]
    let scene = try Self.scene(layers + "events:\n" + Self.event(set))
    for (time, expected) in [(0.0, before), (1, before), (1.5, between), (2, after), (3, after)] {
      let found = try Self.box(name, scene, time)
      #expect(Array(found.prefix(expected.count)) == expected, "at \(time)")
    }
  }

  @Test("Layouts that change start the next change where the one before has come to")
  func interrupted() throws {
    let scene = try Self.scene(
      Self.row(Self.start) + "events:\n" + Self.event("{r: {layout.gap: 20}}")
        + Self.event("{r: {layout.gap: 0}}", at: 1.5))
    #expect(try Self.box("b", scene, 1.5)[0] == 40)
    #expect(try Self.box("b", scene, 2)[0] == 35)
    #expect(try Self.box("b", scene, 2.5)[0] == 30)
  }

  @Test(
    "Layouts that change move in other ways of an event",
    arguments: [
      (
        "animate: {duration: 1, options: curveLinear, layers: {r: {layout.gap: 20}}}",
        [30.0, 40, 50]
      ),
      ("transaction: {disableActions: true}, set: {r: {layout.gap: 20}}", [50, 50, 50]),
      ("\(linear), set: {a: {hidden: true}, r: {layout.gap: 20}}", [30, 20, 10]),
    ])
  func ways(_ keys: String, _ expected: [Double]) throws {
    let scene = try Self.scene(Self.row(Self.start) + "events:\n  - {at: 1, \(keys)}")
    for (time, place) in zip([1.0, 1.5, 2], expected) {
      #expect(try Self.box("b", scene, time)[0] == place, "at \(time)")
    }
  }

  @Test("Layouts that change let other events follow them")
  func completion() throws {
    let scene = try Self.scene(
      Self.row(Self.start) + "events:\n  - {at: 1, name: wide, \(Self.linear), "
        + "set: {r: {layout.gap: 20}}}\n  - {after: {event: wide}, \(Self.linear), "
        + "set: {r: {layout.gap: 40}}}")
    #expect(try Self.box("b", scene, 2)[0] == 50)
    #expect(try Self.box("b", scene, 2.5)[0] == 60)
  }

  @Test(
    "Layouts that change move their layers with an animation of their own",
    arguments: [
      ("layout.gap: {fromValue: 0, toValue: 20, duration: 2}", "", [30.0, 40, 30]),
      ("layout.gap: {toValue: 20, duration: 2, hold: true}", "", [30, 40, 50]),
      ("layout.gap: {values: [0, 20, 0], duration: 2}", "", [30, 50, 30]),
      ("layout.order: {values: [[0, 1], [1, 0]], duration: 2, hold: true}", "", [30, 20, 10]),
      ("layout: {toValue: {gap: 10, justify: end}, duration: 2}", "", [30, 60, 30]),
      // The clock of a layer does not change when it moves.
      ("layout.gap: {toValue: 20, duration: 2, hold: true}", ", beginTime: 1", [30, 40, 50]),
      ("layout.gap: {toValue: 20, duration: 2, hold: true}", ", speed: 2", [30, 40, 50]),
      ("layout.gap: {toValue: 20, duration: 2, hold: true}", ", in: 0.5", [30, 40, 50]),
      ("layout.gap: {toValue: 20, duration: 2, hold: true, timeOffset: 0}", "", [30, 40, 50]),
      (
        "layout.gap: {toValue: 20, duration: 2}", ", animations: {position.x: {toValue: 0}}",
        [0, 40, 30]
      ),
    ])
  func animations(_ animation: String, _ keys: String, _ expected: [Double]) throws {
    let allowed = keys.contains("beginTime") ? ", allow: [no-effect]" : ""
    let text = Self.row(Self.start, "", keys + allowed).replacing(
      "layout: row,", with: "layout: row, animations: {\(animation)},")
    let scene = try Self.scene(text)
    for (time, place) in zip([0.0, 1, 2.5], expected) {
      if keys.contains("position"), time == 0 { continue }
      #expect(try Self.box("b", scene, time)[0] == place, "at \(time)")
    }
  }

  @Test("Layouts that change are the same alone and in sequence")
  func alone() throws {
    let text =
      Self.row("layout: row, animations: {layout.gap: {toValue: 9, duration: 2}}", ", in: 0.5")
      + "events:\n" + Self.event("{r: {layout: {type: column, gap: 4}}}")
      + Self.event("{a: {hidden: true}}", at: 1.25) + Self.event("{a: {hidden: false}}", at: 2)
    let times = (0...30).map { Double($0) / 10 }
    let scene = try Self.scene(text)
    let inOrder = times.map { scene.presentation(at: $0).subtree.map(\.values) }
    for (time, expected) in zip(times, inOrder).reversed() {
      #expect(try Self.scene(text).presentation(at: time).subtree.map(\.values) == expected)
    }
  }

  private static let wrong: [(String, String)] = [
    (row(start) + "events:\n" + event("{a: {layout.gap: 2}}"), "no layout that could change"),
    (row(start) + "events:\n" + event("{r: {layout.gap: -2}}"), "0 or more"),
    (row(start) + "events:\n" + event("{r: {layout.gab: 2}}"), "unknown key 'gab'"),
    (row(start) + "events:\n" + event("{r: {layout: rows}}"), "expected one of row"),
    (row(start) + "events:\n" + event("{r: {layout.order: [a, c]}}"), "no sublayer 'c'"),
    (row(start) + "events:\n" + event("{r: {layout.order: [a, 0]}}"), "twice"),
    (row("bounds: [9, 9], layout: {type: row, order: [2]}"), "no sublayer '2'"),
    (row("layout: {type: row, align: middle}"), "found 'middle'"),
    (row("layout: {type: row, justify: baseline}"), "found 'baseline'"),
    (row(start) + "events:\n" + event("{r: {layout.align: baseline}}"), "from the beginning on"),
    (row("layout: {type: row, justify: space-between}"), "found 'space-between'"),
    (row("layout: rows"), "found 'rows'"),
    (row("layout: {type: rows}"), "found 'rows'"),
    (row("layout: [row]"), "expected a layout"),
    (row("\(start), animations: {layout.gap: {byValue: 2}}"), "has no byValue"),
    (row("\(start), animations: {layout.gap: {toValue: 2, duration: x}}"), "a number of seconds"),
    (row("\(start), animations: {layout.gap: {toValue: x}}"), "a number, 0 or more"),
    (
      row("\(start), animations: {layout.gap: {type: follow, value: {toValue: 2}}}"),
      "by an animation of type"
    ),
    (row("bounds: [9, 9], animations: {layout.gap: {toValue: 2}}"), "of a layer with a layout"),
    (
      row(start)
        + "events:\n  - {at: 1, add: {r: {type: basic, keyPath: layout.gap, toValue: 3}}}",
      "of a layer with a layout"
    ),
    (row("\(start), animations: {layout.gap: {toValue: 0}}"), "moves no layer"),
    (
      row("\(start), animations: {layout.gap: {toValue: 5}}", "", ", speed: -1"),
      "does not run forwards"
    ),
  ]

  @Test("Layouts that change refuse what they cannot do", arguments: wrong.indices)
  func mistakes(_ index: Int) {
    let (text, message) = Self.wrong[index]
    let diagnostics = Self.load(text).diagnostics
    #expect(diagnostics.count == 1, "\(diagnostics)")
    let first = diagnostics.first.map { "\($0.message) \($0.hint ?? "")" } ?? ""
    #expect(first.contains(message), "\(diagnostics)")
  }
}

extension PresentationLayer {
  var subtree: [PresentationLayer] { [self] + sublayers.flatMap(\.subtree) }
}
