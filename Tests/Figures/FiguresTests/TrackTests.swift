import Foundation
import RostrumBase
import RostrumCanvas
import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import RostrumSource
import RostrumTiming
import TestSupport
import Testing

@testable import RostrumFigures

@Suite("Strips of figures")
struct TrackTests {
  private static let scene = """
    parameters:
      distance: {type: number, default: 50}
    size: [100, 100]
    duration: 2
    clocks:
      bad: {rate: 10, late: [[3, 0.25]], dropped: [9], tracking: [[1.2, 1.5]]}
    layers:
      - name: ball
        bounds: [10, 10]
        backgroundColor: red
        position: [0, 0]
        animations:
          - {type: basic, keyPath: position.x, fromValue: 0, toValue: "${distance}", duration: 1}
          - {type: basic, keyPath: backgroundColor, fromValue: red, toValue: blue, duration: 1}
      - name: timed
        bounds: [10, 10]
        animations:
          - {type: timer, clock: bad, keyPath: position.x, fromValue: 0, toValue: 50, duration: 1}
      - {name: label, class: text, string: one, bounds: [40, 20]}
    events:
      - {at: 0.5, set: {ball: {hidden: true}}}
      - {at: 1.25, set: {ball: {hidden: false}, label: {string: two}}}
    """

  private static func load(_ text: String) throws -> FigureLoadResult {
    let folder = try TemporaryFolder(["a.yaml": scene])
    return FigureLoader(assets: NoAssets()).load(text: text, path: folder.path + "/figure.yaml")
  }

  private static func plot(_ curves: String, _ more: String = "") throws -> Plot {
    let result = try load("type: properties\nscene: a.yaml\ncurves: [\(curves)]\n\(more)")
    guard case .properties(let plot)? = result.figure?.content else {
      throw Failure(message: "\(result.diagnostics.map(\.message))")
    }
    return try #require(try plot.figure(width: 340, FigureWords()) as? Plot)
  }

  private struct Failure: Error { let message: String }

  private static func values(_ plot: Plot, _ name: String) throws -> PlotTrack.ValueTrack {
    let track = try #require(plot.tracks.first { $0.name == name }, "\(plot.tracks.map(\.name))")
    guard case .values(let values) = track.content else { throw Failure(message: "no values") }
    return values
  }

  @Test("A colour is a strip of the colours that the layer has at each time")
  func colors() throws {
    let plot = try Self.plot("{layer: ball, keyPath: backgroundColor}")
    #expect(plot.series.isEmpty)
    let track = try Self.values(plot, "backgroundColor")
    #expect(track.isColor && track.breaks.contains { abs($0 - 1) < 1e-9 })
    guard case .color(let middle) = track.value(0.5) else { throw Failure(message: "no colour") }
    #expect(abs(middle.red - 0.5) < 0.01 && abs(middle.blue - 0.5) < 0.01)
    let setter = Typesetter(PlotTests.fonts, .light)
    let marks = try plot.drawn(width: 200, setter).marks
    let fills = marks.flatMap { mark -> [Color] in
      guard case .fixedColors(let inner) = mark else { return [] }
      return inner.compactMap { if case .fill(_, let color) = $0 { color } else { nil } }
    }
    #expect(fills.count > 40, "one for each cell of the second in which it changes")
    #expect(fills.contains { $0.red < 0.05 && $0.blue > 0.95 })
  }

  @Test("A flag and a word stand still from change to change")
  func steps() throws {
    let plot = try Self.plot("{layer: ball, keyPath: hidden}, {layer: label, keyPath: string}")
    let flag = try Self.values(plot, "ball hidden").spans
    #expect(flag.map(\.value) == [.boolean(false), .boolean(true), .boolean(false)])
    let changes = flag.dropFirst().map(\.range.lowerBound)
    for (found, time) in zip(changes, [0.5, 1.25]) { #expect(abs(found - time) < 1e-6) }
    let words = try Self.values(plot, "label string").spans
    #expect(words.map { $0.value.shortText(FigureWords()) } == ["one", "two"])
  }

  @Test("A point is two numbers, each with its curve and its velocity")
  func points() throws {
    let plot = try Self.plot("{layer: ball, keyPath: position}", "velocity: true")
    #expect(plot.series.map(\.name) == ["position.x", "position.y"])
    #expect(abs(plot.series[0].curve.differentiated().value(0.25) - 50) < 30)
  }

  @Test("A graph has 400 points, shared among its stretches by their length")
  func graph() throws {
    struct Graph: Decodable { let pieces: [[[Double]]] }
    let keyPath = try #require(LayerClass.plain.keyPaths.first { $0.name == "opacity" })
    let fade = BasicAnimation(
      keyPath: keyPath, ends: AnimationEnds(from: .number(0), to: .number(0.5)),
      timing: MediaTiming(duration: 1))
    let layer = Layer(
      index: 1, name: "a", layerClass: .plain, values: LayerValues(), animations: [fade])
    let scene = Scene(
      size: Size(width: 100, height: 100), background: nil,
      clock: FrameClock(rate: .standard, duration: 4), layers: [layer])
    let text = scene.graph(of: [FigureTarget(layer: layer, keyPath: keyPath)], over: 0...4)
      .line(isCompact: true)
    let graph = try #require(JSONDecoder().decode([Graph].self, from: Data(text.utf8)).first)
    // Up to the jump at the animation's end, and from there on.
    #expect(graph.pieces.map(\.count) == [101, 301])
    for (piece, range) in zip(graph.pieces, [0.0...1, 1...4]) {
      for point in piece {
        #expect(abs(point[1] - (range.upperBound == 1 ? point[0] / 2 : 1)) < 1e-6, "\(point)")
      }
      #expect(abs(piece[0][0] - range.lowerBound) < 1e-6)
      #expect(abs(piece[piece.count - 1][0] - range.upperBound) < 1e-6)
    }
  }

  @Test("Several values of a scene's parameters, and other scenes, stand in one plot")
  func variants() throws {
    let curve = "layer: ball, keyPath: position.x"
    let plot = try Self.plot("{\(curve)}, {\(curve), set: {distance: 20}}")
    #expect(plot.series.map(\.name) == ["a", "a, distance 20"])
    #expect(abs(plot.series[0].curve.value(0.9999) - 50) < 0.1)
    #expect(abs(plot.series[1].curve.value(0.9999) - 20) < 0.1)
  }

  @Test("A number less another one is the difference of both")
  func difference() throws {
    let plot = try Self.plot(
      "{layer: ball, keyPath: position.x, minus: {layer: timed}, name: error}")
    let error = plot.series[0].curve
    // The third tick, due at 0.3, comes at 0.55; until then two tenths have passed for the timer.
    #expect(abs(error.value(0.5) - (25 - 10)) < 5, "the ball eases, the other has 0.2 of 50")
  }

  @Test("The number that is taken away may be another scene's")
  func otherScene() throws {
    let plot = try Self.plot(
      "{layer: ball, keyPath: position.x, set: {distance: 20}, minus: {scene: a.yaml}}")
    // The ball has come 20 points here and 50 there, so 30 less.
    #expect(abs(plot.series[0].curve.value(0.9999) + 30) < 0.1)
    let same = try Self.plot("{layer: ball, keyPath: position.x, minus: {layer: ball}}")
    #expect(same.series[0].curve.value(0.6) == 0)
  }

  @Test("Ticks are on time, late, dropped, or missed while another one waits")
  func ticks() throws {
    let schedule = TickSchedule(
      pace: .interval(0.1), lateTicks: [3: 0.25], droppedTicks: [9],
      tracking: [.init(start: 1.2, end: 1.5)])
    let timer = FireTimes(schedule, mode: .default, missed: .deferred).ticks(
      through: 1.75, missed: .deferred, 100)
    func numbers(_ test: (PlotTrack.ClockTick) -> Bool) -> [Int] {
      timer.indices.filter { test(timer[$0]) }.map { $0 + 1 }
    }
    #expect(timer.count == 17)
    #expect(numbers { $0.fired == nil && !$0.isLost } == [9])
    // 4 and 5 fall due while 3 waits until 0.55, 13 to 15 while 12 waits for the end of tracking.
    #expect(numbers(\.isLost) == [4, 5, 13, 14, 15])
    #expect(numbers(\.isLate) == [3, 12])
    #expect(abs((timer[11].fired ?? 0) - 1.5) < 1e-9 && abs((timer[2].fired ?? 0) - 0.55) < 1e-9)
    let link = FireTimes(schedule, mode: .default, missed: .dropped).ticks(
      through: 1.75, missed: .dropped, 100)
    #expect(link.indices.filter { link[$0].isLost }.map { $0 + 1 } == [4, 5, 12, 13, 14])
  }

  @Test("Events, ticks and lives of animations stand beneath plots and timelines")
  func time() throws {
    let plot = try Self.plot(
      "{layer: ball, keyPath: position.x}, {layer: timed, keyPath: position.x}",
      "tracks: [animations, ticks, events]")
    guard case .events(let times)? = plot.tracks.first?.content else {
      throw Failure(message: "no events")
    }
    #expect(times == [0.5, 1.25])
    #expect(plot.tracks[1].name == "ticks: timer (2 late, 1 dropped, 5 missed meanwhile)")
    let lives = [
      "ball position.x, 1 s", "ball backgroundColor, 1 s", "ball transition, 0.25 s",
      "ball transition, 0.25 s", "timed position.x, 1 s",
    ]
    #expect(plot.tracks.dropFirst(2).map(\.name) == lives)
    let text = "type: timeline\nscene: a.yaml\ntracks: [events, ticks]"
    let artwork = try FigureJob(try #require(Self.load(text).figure)).artwork()
    let words = PlotTests.texts(artwork.marks).map(\.string)
    #expect(words.contains("events") && words.contains { $0.hasPrefix("ticks: timer") })
  }

  @Test(
    "A strip that is not there, and a number less a colour, are mistakes",
    arguments: [
      ("{layer: ball, keyPath: position.x}", "tracks: [event]", "found 'event'"),
      (
        "{layer: ball, keyPath: position.x, minus: {keyPath: backgroundColor}}", "",
        "only a number can be taken away"
      ),
      ("{layer: ball, keyPath: position.x, set: {way: 2}}", "", "has a mistake"),
      (
        "{layer: ball, keyPath: position.x, minus: {scene: b.yaml}}", "",
        "there is no scene file"
      ),
      ("{layer: ball, keyPath: position.x, minus: {layer: bal}}", "", "no layer 'bal'"),
      ("{layer: ball, keyPath: position.x, set: 2}", "", "values of parameters"),
      ("{layer: ball, keyPath: transform}", "", "a transform is not a number"),
    ])
  func mistakes(_ curves: String, _ more: String, _ message: String) throws {
    let result = try Self.load("type: properties\nscene: a.yaml\ncurves: [\(curves)]\n\(more)")
    let messages = result.diagnostics.map(\.message)
    #expect(messages.contains { $0.contains(message) }, "\(messages)")
  }
}

@Suite("Timing functions in CSS's words")
struct CSSFunctionTests {
  private static let third = 1.0 / 3
  /// At 0, 0.1, 0.25, 0.5, 0.75 and 1.
  private static let table: [(String, [Double])] = [
    ("steps(4)", [0, 0, 0.25, 0.5, 0.75, 1]),
    ("steps(4, jump-start)", [0.25, 0.25, 0.5, 0.75, 1, 1]),
    ("steps(4, start)", [0.25, 0.25, 0.5, 0.75, 1, 1]),
    ("steps(3, jump-none)", [0, 0, 0, 0.5, 1, 1]),
    ("steps(4, jump-both)", [0.2, 0.2, 0.4, 0.6, 0.8, 1]),
    ("linear(0, 0.5, 1)", [0, 0.1, 0.25, 0.5, 0.75, 1]),
    ("linear(0, 0.5 25% 75%, 1)", [0, 0.2, 0.5, 0.5, 0.5, 1]),
    ("linear(1, 0)", [1, 0.9, 0.75, 0.5, 0.25, 0]),
    ("linear(0, 2 50%, 1)", [0, 0.4, 1, 2, 1.5, 1]),
    ("linear(0 20%, 1 80%)", [-third, -third / 2, third / 4, 0.5, 2.75 * third, 4 * third]),
  ]

  @Test("The functions steps() and linear() have CSS's values", arguments: table)
  func values(_ text: String, _ values: [Double]) throws {
    let function = try TimingFunction(text: text)
    for (x, value) in zip([0, 0.1, 0.25, 0.5, 0.75, 1], values) {
      #expect(abs(function.value(at: x) - value) < 1e-12, "\(text) at \(x)")
    }
  }

  @Test(
    "What CSS does not allow is refused with what it does",
    arguments: [
      ("steps(0)", "steps(COUNT, JUMP)"), ("steps(1, jump-none)", "2 at least"),
      ("steps(2, middle)", "jump-start, jump-end, jump-none, jump-both"),
      ("linear(1)", "linear(STOP, STOP, ...)"), ("linear(0, a)", "linear(STOP, STOP, ...)"),
      ("stepps(2)", "unknown timing function"),
    ])
  func mistakes(_ text: String, _ part: String) {
    #expect(throws: FigureProblem.self) { _ = try TimingFunction(text: text) }
    do { _ = try TimingFunction(text: text) } catch {
      #expect(error.description.contains(part), "\(error)")
    }
  }

  @Test("A staircase jumps where it does, and is level between")
  func drawn() throws {
    let curve = Curve(try TimingFunction(text: "steps(4)"))
    #expect(curve.breaks == [0.25, 0.5, 0.75])
    let trace = curve.traced(tolerance: 1e-4)
    // The last one is at the end, where a staircase is at 1.
    #expect(trace.jumps.count == 4)
    #expect(curve.differentiated().value(0.3) == 0)
  }
}
