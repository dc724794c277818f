import Foundation
import RostrumCanvas
import RostrumGeometry
import RostrumSceneFile
import RostrumSource
import TestSupport
import Testing

@testable import RostrumFigures

@Suite("Data, logarithms and panels of plots")
struct PlotKeyTests {
  static let files = [
    "a.csv": "t,x,low,high,word\n0,1,0.5,1.5,a\n1,2,1.5,2.5,b\n2,,1,3,c\n3,10,9,12,d\n",
    "n.csv": "ms\n1\n2\n2.5\n3\n9\n", "broken.csv": "t,x\n0,1,2\n",
    "huge.csv": "t,x\n0,1e300\n",
  ]

  static func plot(_ text: String) throws -> Plot {
    try AuthorKeyTests.plot(text, files)
  }

  static func stack(_ text: String) throws -> FigureStack {
    let result = try AuthorKeyTests.load(text, files)
    let figure = try #require(result.figure, "\(result.diagnostics.map(\.message))")
    return try #require(try FigureJob(figure).builder.figure(figure) as? FigureStack)
  }

  static func plots(_ stack: FigureStack) -> [Plot] {
    stack.figures.compactMap { figure in
      figure as? Plot ?? (figure as? TitledFigure)?.figure as? Plot
    }
  }

  // MARK: Data

  @Test("Columns of a file are points, with ranges around them, a line or a band")
  func columns() throws {
    let text = "type: data\ndata: [{file: a.csv, x: t, y: x, "
    guard
      case .points(let points)? = try Self.plot(text + "low: low, high: high}]").series[0].data,
      case .points(let line)? = try Self.plot(text + "line: true}]").series[0].data,
      case .band(let band)? = try Self.plot(
        "type: data\ndata: [{file: a.csv, x: t, low: low, high: high}]"
      ).series[0].data
    else {
      Issue.record("no data")
      return
    }
    let whole = points.points.filter(\.isFinite)
    #expect(whole == [Point(x: 0, y: 1), Point(x: 1, y: 2), Point(x: 3, y: 10)])
    #expect(points.points.count == 4 && !points.isJoined && points.marked.count == 4)
    #expect(points.errors.map(\.low) == [0.5, 1.5, 1, 9])
    #expect(line.isJoined && line.marked.isEmpty)
    #expect(band.map(\.high) == [1.5, 2.5, 3, 12])
  }

  @Test("A line is cut where a number is missing, and goes through the others")
  func gaps() throws {
    let plot = try Self.plot(
      "type: data\ndata: [{file: a.csv, x: t, y: x, line: true, color: red}]\n"
        + "horizontal: {range: [0, 4]}\nvertical: {range: [0, 10]}")
    let setter = Typesetter(PlotTests.fonts, .light)
    let area = try plot.valueArea(width: 300, setter)
    let marks = try plot.drawn(width: 300, setter).marks
    func paths(_ marks: [Artwork.Mark]) -> [Path] {
      marks.flatMap { mark -> [Path] in
        switch mark {
        case .stroke(let path, let color, _) where color == Color(hex: 0xFF0000): [path]
        case .group(let inner, _, _): paths(inner)
        default: []
        }
      }
    }
    let path = try #require(paths(marks).first)
    #expect(path.elements.count == 3, "two points joined, one alone")
    guard case .line(let second) = Array(path.elements)[1] else {
      Issue.record("\(path.elements)")
      return
    }
    #expect(abs(second.x - (area.minX + area.width / 4)) < 1e-9)
    #expect(abs(second.y - (area.maxY - area.height * 0.2)) < 1e-9)
  }

  // From 1 to 9 in two and in four; about twenty ranges between round numbers are 0.5 wide.
  static let histograms: [(String, [Double], Double, Double)] = [
    ("bins: 2, ", [4, 1], 1, 5), ("bins: 4, ", [3, 1, 0, 1], 1, 3),
    ("", [1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 1, 1.5),
  ]

  @Test("A histogram counts numbers in ranges", arguments: histograms)
  func histogram(_ bins: String, _ counts: [Double], _ start: Double, _ end: Double) throws {
    let plot = try Self.plot("type: data\ndata: [{file: n.csv, \(bins)values: ms}]")
    guard case .bars(let bars)? = plot.series[0].data else {
      Issue.record("no bars")
      return
    }
    #expect(bars.map(\.count) == counts)
    #expect(bars[0].range == start...end)
    #expect(plot.verticalLabel == "count" && plot.horizontalLabel == "ms")
    #expect(plot.range.lowerBound == 0)
  }

  @Test("Data stands beside curves, with a colour and a name after theirs")
  func beside() throws {
    let plot = try Self.plot(
      "type: functions\nfunctions: [linear, easeIn]\nvelocity: true\nseconds: 3\n"
        + "data: [{file: a.csv, x: t, y: x, name: measured}]")
    #expect(plot.series.map(\.name) == ["linear", "easeIn", "measured"])
    #expect(plot.range.upperBound > 10)
    let texts = PlotTests.texts(
      try plot.drawn(width: 400, Typesetter(PlotTests.fonts, .light)).marks)
    #expect(texts.contains { $0.string == "measured" })
  }

  @Test(
    "Data that cannot be shown is an error with its place",
    arguments: [
      ("[{file: b.csv, x: t, y: x}]", 2, 15, "b.csv"),
      ("[{file: a.csv, x: tt, y: x}]", 2, 25, "no column 'tt'"),
      (
        "[{file: a.csv, x: t, y: word}]", 2, 31,
        "row 1 of column 'word' is not a number that can be shown: 'a'"
      ),
      ("[{file: a.csv, x: t}]", 2, 8, "needs 'x' with 'y'"),
      ("[{file: a.csv, x: t, low: low}]", 2, 8, "'low' and 'high' go together"),
      ("[{file: a.csv, values: x, y: x}]", 2, 33, "has no 'y'"),
      ("[{file: a.csv, x: t, y: x, bins: 3}]", 2, 34, "only a histogram has 'bins'"),
      ("[{file: broken.csv, x: t, y: x}]", 2, 15, "has a mistake, line 2: row 1 has 3 cells"),
      ("[{file: huge.csv, x: t, y: x}]", 2, 34, "row 1 of column 'x' is not a number that"),
      ("[]", 2, 7, "an empty list"),
    ])
  func mistakes(_ data: String, _ line: Int, _ column: Int, _ message: String) throws {
    try AuthorKeyTests.mistake(
      in: "type: data\ndata: \(data)", Self.files, line: line, column: column, message)
  }

  // MARK: Axes

  /// Decimal logarithms of both ends, and the numbers.
  static let decades: [(Double, Double, [String])] = [
    (-2, 1, ["0.01", "0.1", "1", "10"]), (0, 1, ["1", "2", "5", "10"]),
    (-6, -1, (1...6).reversed().map { "10^\u{2212}\($0)" }), (0.4, 0.8, ["3", "4", "5", "6"]),
  ]

  @Test(
    "A logarithmic axis has powers of ten at equal distances, or their multiples where few fit",
    arguments: decades)
  func logarithms(_ low: Double, _ high: Double, _ texts: [String]) {
    let scale = LinearScale(domain: low...high, start: 300, end: 0)
    let ticks = scale.logarithmicTicks(spacing: 16, fontSize: 8)
    #expect(ticks.map { MathText.plain($0.text) } == texts)
    for tick in ticks { #expect(low - 1e-9 <= tick.value && tick.value <= high + 1e-9) }
  }

  @Test("Data on logarithmic axes stands at its logarithms, a curve too")
  func logarithmicPlaces() throws {
    let data = try Self.plot(
      "type: data\ndata: [{file: a.csv, x: x, y: high}]\n"
        + "horizontal: {scale: logarithmic}\nvertical: {scale: logarithmic}")
    guard case .points(let points)? = data.series[0].data else {
      Issue.record("no points")
      return
    }
    // (1, 1.5), (2, 2.5), (10, 12).
    let found = points.points.filter(\.isFinite)
    for (point, right) in zip(found, [(0, 0.1760913), (0.30103, 0.39794), (1, 1.0791812)]) {
      #expect(abs(point.x - right.0) < 1e-6 && abs(point.y - right.1) < 1e-6)
    }
    let curve = try Self.plot(
      "type: functions\nfunctions: [quadraticEaseIn]\n"
        + "horizontal: {scale: logarithmic, range: [0.01, 1]}\n"
        + "vertical: {scale: logarithmic, range: [0.0001, 1]}\nannotations: [{at: 0.1, text: a}]")
    // A power of two is a straight line with slope two.
    #expect(curve.domain == -2...0 && curve.range == -4...0)
    #expect(abs(curve.series[0].curve.value(-1.5) + 3) < 1e-9)
    #expect(abs(curve.annotations[0].point.x + 1) < 1e-9)
    #expect(abs(curve.annotations[0].point.y + 2) < 1e-9)
  }

  static let steps: [(Double, [String])] = [
    (0.25, ["0", "0.25", "0.5", "0.75", "1"]), (0.4, ["0", "0.4", "0.8"]), (2, ["0"]),
  ]

  @Test("Bars stand on a logarithmic axis too: one thing is as high as from 0.5 to 1")
  func logarithmicBars() throws {
    let plot = try Self.plot(
      "type: data\ndata: [{file: n.csv, bins: 2, values: ms, color: red}]\n"
        + "vertical: {scale: logarithmic}")
    // Four and one in the two ranges: the axis goes from 0.5 to 4.
    #expect(abs(plot.range.lowerBound + 0.30103) < 1e-5)
    #expect(abs(plot.range.upperBound - 0.60206) < 1e-5)
    let setter = Typesetter(PlotTests.fonts, .light)
    let area = try plot.valueArea(width: 300, setter)
    func fills(_ marks: [Artwork.Mark]) -> [Rect] {
      marks.flatMap { mark -> [Rect] in
        switch mark {
        case .fill(let path, let color) where color.red == 1 && color.green == 0:
          [path.boundingBox].compactMap(\.self)
        case .group(let inner, _, _): fills(inner)
        default: []
        }
      }
    }
    let bars = fills(try plot.drawn(width: 300, setter).marks)
    #expect(bars.count == 2)
    for (bar, part) in zip(bars, [1, 1 / 3.0]) {
      #expect(abs(bar.maxY - area.maxY) < 1e-6 && abs(bar.height - part * area.height) < 1e-6)
    }
  }

  @Test("Numbers at an axis are a step apart", arguments: steps)
  func step(_ step: Double, _ texts: [String]) throws {
    let plot = try Self.plot(
      "type: functions\nfunctions: [linear]\nhorizontal: {step: \(step)}")
    let scale = LinearScale(domain: 0...1, start: 0, end: 300)
    #expect(scale.ticks(every: step).map(\.text) == texts)
    #expect(plot.horizontalStep == step)
  }

  @Test(
    "Keys that exclude each other are an error",
    arguments: [
      ("horizontal: {scale: logarithmic}", 3, 13, "time begins at 0"),
      ("horizontal: {scale: logarithmic, range: [0, 1]}", 3, 13, "begins above 0"),
      ("vertical: {step: 1, ticks: [1]}", 3, 11, "'ticks' or a 'step'"),
      ("vertical: {scale: logarithmic, step: 1}", 3, 11, "has no 'step'"),
      ("vertical: {scale: logarithmic, ticks: [0, 1]}", 3, 11, "only numbers above 0"),
      ("shows: velocity\nvelocity: true", 4, 1, "not both"),
      ("shows: [values, phase]", 3, 8, "stands alone"),
      ("shows: [values, speed]", 3, 17, "velocity"),
      ("shows: velocity\nvertical: {scale: logarithmic}", 3, 8, "need linear axes"),
      ("columns: 2\nbeside: true", 4, 1, "small multiples"),
      ("data: [{file: a.csv, x: t, y: x}]\nvertical: {scale: log}", 4, 19, "logarithmic"),
    ])
  func conflicts(_ keys: String, _ line: Int, _ column: Int, _ message: String) throws {
    try AuthorKeyTests.mistake(
      in: "type: functions\nfunctions: [linear]\n" + keys, Self.files, line: line,
      column: column, message)
  }

  // MARK: Parts

  @Test("The velocity stands alone, and over the value: 2t of a square, from (0, 0) to (1, 2)")
  func parts() throws {
    let text = "type: functions\nfunctions: [quadraticEaseIn]\n"
    let alone = try Self.plot(text + "shows: velocity\nannotations: [{at: 0.5, text: a}]")
    #expect(abs(alone.series[0].curve.value(0.75) - 1.5) < 1e-6)
    #expect(abs(alone.annotations[0].point.y - 1) < 1e-6)
    #expect(alone.verticalLabel == "velocity")
    let phase = try Self.plot(text + "shows: phase\nannotations: [{at: 0.5, text: a}]")
    guard case .points(let points)? = phase.series[0].data else {
      Issue.record("no phase")
      return
    }
    // v = 2 sqrt(x).
    for point in points.points { #expect(abs(point.y - 2 * max(point.x, 0).squareRoot()) < 1e-3) }
    let place = phase.annotations[0].point
    #expect(abs(place.x - 0.25) < 1e-6 && abs(place.y - 1) < 1e-6)
  }

  @Test(
    "The description says what is shown: 2t and t² of a square",
    arguments: [
      ("shows: velocity", "quadraticEaseIn, velocity: 0.5 at a quarter of the time, 1 at half"),
      ("shows: [values, velocity]", "0.063 at a quarter of the time, 0.25 at half the time"),
      ("velocity: true", "The velocity is beneath."),
      ("velocity: true\nbeside: true", "The velocity is beside."),
      ("shows: phase", "values between 0 and 1, velocity between 0 and 2"),
      ("data: [{file: n.csv, values: ms}]", "ms: 5 numbers from 1 to 9, between 0 and 1"),
    ])
  func description(_ keys: String, _ words: String) throws {
    let result = try AuthorKeyTests.load(
      "type: functions\nfunctions: [quadraticEaseIn]\n" + keys, Self.files)
    let figure = try #require(result.figure)
    let text = FigureSummary(words: FigureWords()).text(of: figure)
    #expect(text.contains(words), "\(text)")
  }

  @Test(
    "Nothing moves in a plot that is not over time",
    arguments: [
      "type: functions\nfunctions: [linear]\nshows: phase",
      "type: data\ndata: [{file: a.csv, x: t, y: x}]",
    ])
  func unmoved(_ text: String) throws {
    #expect(try Self.plot(text).running.run == nil)
    #expect(try Self.plot("type: functions\nfunctions: [linear]").running.run != nil)
  }

  @Test("Values and derivatives stand beneath each other, or beside")
  func beneath() throws {
    let text = "type: functions\nfunctions: [quadraticEaseIn]\n"
    #expect(try Self.plot(text + "shows: [values, velocity]").derivatives == [.velocity])
    for keys in ["shows: [values, velocity]\nbeside: true", "velocity: true\nbeside: true"] {
      let stack = try Self.stack(text + keys)
      #expect(stack.isRow && Self.plots(stack).map(\.verticalLabel) == ["progress", "velocity"])
    }
    let column = try Self.stack(text + "shows: [velocity, acceleration]")
    #expect(!column.isRow)
    #expect(Self.plots(column).map(\.showsHorizontalNumbers) == [false, true])
    #expect(abs(Self.plots(column)[1].series[0].curve.value(0.5) - 2) < 1e-3)
  }

  @Test("The difference of two functions: t - t² is 0.25 at half the time")
  func minus() throws {
    let plot = try Self.plot(
      "type: functions\nfunctions: [{function: linear, minus: quadraticEaseIn}]")
    #expect(abs(plot.series[0].curve.value(0.5) - 0.25) < 1e-12)
    #expect(plot.series[0].name == "linear \u{2212} quadraticEaseIn")
  }
}
