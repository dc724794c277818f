import Foundation
import RostrumCanvas
import RostrumGeometry
import RostrumSceneFile
import RostrumSource
import TestSupport
import Testing

@testable import RostrumFigures

@Suite("An author's own words")
struct OwnWordTests {
  /// A font with Chinese letters; the tests that need one are left out without.
  static let chinese = ["WenQuanYi Micro Hei", "Noto Sans CJK SC", "Droid Sans Fallback"].first {
    (try? FontBook().families().contains($0)) == true
  }
  static let advice = "needs a Chinese font: fonts-wqy-microhei or fonts-noto-cjk"

  static let plot = """
    type: properties
    scene: ball.yaml
    curves: [{layer: ball, keyPath: position.x, name: way}]
    horizontal: {label: t, unit: min, ticks: [0, [1, one], 2]}
    vertical: {label: height, unit: m, range: [-10, 80], ticks: [0, 50]}
    annotations: [{at: 0.125, text: half}, {at: [1, 20], text: free}]
    phases: {before: early, active: busy, after: late}
    """

  @Test("Labels, units, ranges, numbers, phases and annotations are the author's")
  func own() throws {
    let artwork = try EmbeddingTests.artwork(Self.plot)
    let texts = PlotTests.texts(artwork.marks).map(\.string)
    for word in ["t, min", "height, m", "one", "50", "half", "free", "late"] {
      #expect(texts.contains(word), "\(word) of \(texts)")
    }
    #expect(!texts.contains("time, s") && !texts.contains("20") && !texts.contains("after"))
  }

  @Test("An annotation's point lies on the curve at its time, or where it says")
  func annotations() throws {
    guard
      case .properties(let plot)? = try FigureFileTests.load(Self.plot).figure?.content,
      let figure = try plot.figure(width: 340, FigureWords()) as? Plot
    else {
      Issue.record("no plot")
      return
    }
    #expect(figure.annotations[0].point.x == 0.125)
    #expect(abs(figure.annotations[0].point.y - 25) < 20 && figure.annotations[0].point.y > 5)
    #expect(figure.annotations[1].point == Point(x: 1, y: 20))
    #expect(figure.range == -10...80)
  }

  @Test("The value of each curve is marked at the times that are asked for, inside the plot")
  func marked() throws {
    let text = "type: functions\nfunctions: [linear, quadraticEaseIn]\nat: [0.3, 0.7, 5]"
    guard case .functions(let plot)? = try FigureFileTests.load(text).figure?.content,
      let figure = plot.figure(FigureWords()) as? Plot
    else {
      Issue.record("no plot")
      return
    }
    #expect(figure.annotations.map(\.text) == ["0.3", "0.09", "0.7", "0.49"])
    #expect(figure.rules == [0.3, 0.7])
    #expect(
      figure.annotations[1].point.x == 0.3 && abs(figure.annotations[1].point.y - 0.09) < 1e-9)
  }

  @Test("Small multiples of timing functions name the axis of time beneath each column")
  func multiples() throws {
    let text = "type: functions\nfunctions: [easeIn, easeOut, linear]\ncolumns: 3"
    let words = PlotTests.texts(try EmbeddingTests.artwork(text).marks).map(\.string)
    #expect(words.count { $0 == "time" } == 3)
  }

  @Test("Control points have their coordinates beside them where asked")
  func coordinates() throws {
    let text = "type: functions\nfunctions: [linear, [0.42, 0, 1, 0.5], easeOut]\n"
    let shown = try EmbeddingTests.artwork(text + "coordinates: true")
    let words = PlotTests.texts(shown.marks).map(\.string).filter { $0.hasPrefix("(") }
    let expected = ["(0, 0)", "(0.42, 0)", "(0.42, 0, 1, 0.5)", "(0.58, 1)", "(1, 0.5)"]
    #expect(words.sorted() == expected)
    let plain = PlotTests.texts(try EmbeddingTests.artwork(text).marks).map(\.string)
    #expect(plain.filter { $0.hasPrefix("(") } == ["(0.42, 0, 1, 0.5)"])
  }

  @Test("No annotation lies on another text, nor outside", arguments: [160.0, 240, 420])
  func places(_ width: Double) throws {
    let text = """
      type: functions
      functions: [easeIn, easeOut, bounceEaseOut]
      annotations:
        - {at: 0, text: start}
        - {at: 0.3, text: early, curve: bounceEaseOut}
        - {at: 0.5, text: middle}
        - {at: 1, text: the end}
      """
    let artwork = try EmbeddingTests.artwork(text) { $0.width = width }
    let labels = PlotTests.texts(artwork.marks)
    for (index, label) in labels.enumerated() {
      #expect(label.bounds.minX >= 0 && label.bounds.maxX <= width, "\(label.string)")
      for other in labels[..<index] {
        #expect(
          label.bounds.intersection(other.bounds).isEmpty, "\(label.string), \(other.string)")
      }
    }
  }

  @Test(
    "Heights grow downwards as on the screen, unless the layers around flip them or the author says",
    arguments: [
      ("position.y", "", "", true), ("position.x", "", "", false),
      ("bounds.origin.y", "", "", true),
      ("transform.scale.y", "", "", false), ("position.y", "vertical: {direction: up}", "", false),
      ("position.x", "vertical: {direction: down}", "", true),
      ("position.y", "", "geometryFlipped: true", false),
    ])
  func downwards(_ keyPath: String, _ look: String, _ layer: String, _ isDown: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      size: [100, 100]
      duration: 1
      layers:
        - bounds: [9, 9]
          \(layer)
          sublayers: [{name: ball, bounds: [10, 10]}]
      """, to: "a.yaml")
    let text =
      "type: properties\nscene: a.yaml\ncurves: [{layer: ball, keyPath: \(keyPath)}]\n\(look)"
    let result = FigureLoader(assets: NoAssets()).load(
      text: text, path: folder.path + "/figure.yaml")
    guard case .properties(let plot)? = result.figure?.content,
      let figure = try plot.figure(width: 340, FigureWords()) as? Plot
    else {
      Issue.record("\(result.diagnostics.map(\.message))")
      return
    }
    #expect(figure.isDownwards == isDown)
    let area = Rect(x: 0, y: 0, width: 100, height: 100)
    let frame = PlotFrame(
      area: area, domain: 0...1, range: 0...1, isDownwards: isDown,
      setter: Typesetter(PlotTests.fonts, .light))
    #expect((frame.y(1) > frame.y(0)) == isDown)
  }

  @Test("A letter that none of the author's fonts has is an error that names fonts that have it")
  func missing() throws {
    let text = "type: functions\nfunctions: [linear]\nfont: [Liberation Sans, Liberation Serif]\n"
    do {
      _ = try EmbeddingTests.artwork(text + "title: \"\u{1D538}\"")
      Issue.record("Liberation has it?")
    } catch let error as TextError {
      guard case .missingInFonts(let letter, let fonts, let others) = error else { throw error }
      #expect(letter == "\u{1D538}" && fonts == ["Liberation Sans", "Liberation Serif"])
      #expect(!others.contains("Liberation Sans"))
      #expect(error.description.contains("'Liberation Sans' and 'Liberation Serif' have no glyph"))
    }
    let serif = try EmbeddingTests.artwork(text.replacing("Sans, Liberation ", with: ""))
    #expect(PlotTests.texts(serif.marks).allSatisfy { $0.family == "Liberation Serif" })
  }

  @Test("The built-in words are Chinese where asked", .enabled(if: chinese != nil, "\(advice)"))
  func chineseWords() throws {
    let artwork = try EmbeddingTests.artwork(
      Self.plot.split(separator: "\n").prefix(3).joined(separator: "\n")
        + "\nlanguage: zh\nvelocity: true")
    let labels = PlotTests.texts(artwork.marks)
    for word in ["时间（秒）", "速度（每秒）", "之后"] {
      #expect(labels.contains { $0.string == word && $0.width > 0 }, "\(word)")
    }
    let functions = try EmbeddingTests.artwork(EmbeddingTests.plots[0] + "\nlanguage: zh")
    #expect(functions.title == "缓动函数 easeIn、easeOut")
    #expect(functions.summary?.contains("easeIn：时间四分之一处 0.093") == true)
    let timeline = try EmbeddingTests.artwork("type: timeline\nscene: ball.yaml\nlanguage: zh")
    #expect(PlotTests.texts(timeline.marks).contains { $0.string == "0.25 秒" })
  }

  private static let languageTable: [(String, FigureLanguage?, String)] = [
    ("", nil, "time of day"), ("language: zh", nil, "Zeit"),
    ("language: zh", .english, "time of day"), ("", .chinese, "Zeit"),
  ]

  @Test(
    "A text in several languages is the one that is asked for, or else the file's, or English",
    arguments: languageTable)
  func languages(_ line: String, _ language: FigureLanguage?, _ label: String) throws {
    let text = """
      type: functions
      functions: [{function: linear, name: {zh: eins}}]
      horizontal: {label: {en: time of day, zh: Zeit}}
      \(line)
      """
    let result = FigureLoader(assets: NoAssets(), language: language).load(
      text: text, path: "a.yaml")
    guard case .functions(let plot)? = result.figure?.content else {
      Issue.record("\(result.diagnostics.map(\.message))")
      return
    }
    #expect(plot.look.horizontal.label == label)
    #expect(plot.curves.map(\.name) == ["eins"], "the only one there is")
  }

  @Test("The name that an author gives a single curve is shown, and its unit is the velocity's")
  func singleName() throws {
    let curve = "type: properties\nscene: ball.yaml\nvelocity: true\nvertical: {unit: px}\n"
    let named = try EmbeddingTests.artwork(
      curve + "curves: [{layer: ball, keyPath: position.x, name: the ball}]")
    let texts = PlotTests.texts(named.marks).map(\.string)
    #expect(texts.contains("the ball") && texts.contains("velocity, px/s"), "\(texts)")
    let unnamed = try EmbeddingTests.artwork(
      curve + "curves: [{layer: ball, keyPath: position.x}]")
    #expect(!PlotTests.texts(unnamed.marks).contains { $0.string.hasPrefix("ball") })
  }

  @Test("A curve has its author's colour, width, dashes and marker, also in the legend")
  func curveStyle() throws {
    let text = """
      type: functions
      functions:
        - {function: easeIn, name: a, color: "#dc143c", lineWidth: 3, marker: square, samples: 5}
        - {function: easeOut, name: b, dashes: [6, 2]}
      """
    let marks = try EmbeddingTests.artwork(text).marks
    let (crimson, second) = (Color(hex: 0xDC143C), Theme.light.color(1))
    let lines = marks.compactMap { mark -> StrokeStyle? in
      if case .stroke(_, crimson, let style) = mark { style } else { nil }
    }
    // The curve and its line in the legend; rings around control points have a width of 1.
    #expect(lines.map(\.lineWidth).filter { $0 != 1 } == [3, 3])
    let signs = marks.filter { if case .fill(_, crimson) = $0 { true } else { false } }
    #expect(signs.count == 5 + 1 + 2, "samples, the legend's, and the ends of its handles")
    let dashed = marks.filter {
      if case .stroke(_, second, let style) = $0 { style.dashPattern == [6, 2] } else { false }
    }
    #expect(dashed.count == 2)
  }

  @Test("Names at the ends of curves stand apart; none leaves them out", arguments: [2, 9])
  func legendAtEnds(_ count: Int) throws {
    let list = (0..<count).map { "{function: easeIn, name: curve \($0)}" }.joined(separator: ", ")
    let text = "type: functions\nfunctions: [\(list)]\nlegend: "
    let names = PlotTests.texts(try EmbeddingTests.artwork(text + "ends").marks)
      .filter { $0.string.hasPrefix("curve") }
    #expect(names.count == count && Set(names.map(\.origin.x)).count == 1)
    let heights = names.map(\.origin.y).sorted()
    #expect(zip(heights, heights.dropFirst()).allSatisfy { $1 - $0 >= 9.9 })
    let without = PlotTests.texts(try EmbeddingTests.artwork(text + "none").marks)
    #expect(!without.contains { $0.string.hasPrefix("curve") })
  }

  @Test("The numbers of an axis are written as its format says")
  func axisFormat() throws {
    let artwork = try EmbeddingTests.artwork(
      "type: functions\nfunctions: [linear]\nvertical: {format: \"%.2f\"}")
    let texts = PlotTests.texts(artwork.marks).map(\.string)
    #expect(texts.contains("0.00") && texts.contains("1.00") && texts.contains("0.2"))
  }

  @Test("The description has the values at parts of the axis, of a spring in seconds too")
  func describedSpring() throws {
    let artwork = try EmbeddingTests.artwork(
      "type: functions\nfunctions: [{spring: {damping: 20}}]\nseconds: 2")
    // 1 - (1 + 10 t) exp(-10 t) at 0.5, 1 and 1.5 s.
    let text = try #require(artwork.summary)
    #expect(text.contains("0.96 at a quarter of the time, 1 at half the time"), "\(text)")
  }

  @Test("A letter that the first font lacks changes the font of that letter alone")
  func letterByLetter() throws {
    let artwork = try EmbeddingTests.artwork(
      "type: functions\nfunctions: [linear]\nfont: [Liberation Serif, DejaVu Serif]\n"
        + "vertical: {label: x(t)/x₀}")
    let label = try #require(PlotTests.texts(artwork.marks).first { $0.string == "x(t)/x₀" })
    #expect(
      label.pieces == [
        .init("x(t)/x", family: "Liberation Serif"), .init("₀", family: "DejaVu Serif"),
      ])
  }

  @Test("A control point's coordinates stand beside its handle where there is room")
  func besideHandles() throws {
    let text = "type: functions\nfunctions: [[0.68, -0.55, 0.27, 1.55]]\ncoordinates: true"
    for width in ["60mm", "85mm", "150mm"] {
      let artwork = try EmbeddingTests.artwork(text + "\nwidth: \(width)")
      let labels = PlotTests.texts(artwork.marks).filter { $0.string.hasPrefix("(") }
      #expect(labels.count == 2)
      let lines = artwork.marks.compactMap { mark -> Path? in
        if case .stroke(let path, _, let style) = mark, style.lineWidth == 0.75 {
          path
        } else {
          nil
        }
      }
      #expect(lines.count == 2)
      for (label, line) in labels.flatMap({ label in lines.map { (label, $0) } }) {
        let box = try #require(label.outlines.boundingBox)
        let ends = line.elements.compactMap { element -> Point? in
          switch element {
          case .move(let point), .line(let point): point
          default: nil
          }
        }
        let places = (0...50).map { ends[0] + (ends[1] - ends[0]) * (Double($0) / 50) }
        #expect(
          !places.contains {
            box.minX < $0.x && $0.x < box.maxX && box.minY < $0.y && $0.y < box.maxY
          })
      }
    }
  }

  @Test(
    "A wrong word has its place and a hint",
    arguments: [
      ("horizontal: {lable: x}", "unknown key 'lable'", "did you mean 'label'?"),
      ("zzzzzz: 1", "unknown key 'zzzzzz'", "its keys: type, title, note"),
      ("horizontal: {direction: down}", "only the vertical axis has a direction", "time goes"),
      ("vertical: {range: [1, 0]}", "the range is empty", nil),
      ("vertical: {ticks: [[1, one, 2]]}", "expected a number and its text", nil),
      (
        "annotations: [{at: 1, text: a, curve: b}]", "the plot has no curve 'b'",
        "its curves: linear"
      ),
      ("annotations: [{text: a}]", "an annotation needs 'at'", nil),
      (
        "horizontal: {range: [0, 1]}\nannotations: [{at: 2, text: a}]",
        "stands outside of the axes' ranges", nil
      ),
      ("legend: left", "expected one of automatic, right, below, ends, none", nil),
      ("vertical: {format: x}", "the format shows no number", "write %.2f"),
      ("language: de", "found 'de'", nil), ("height: 1", "a figure is 40 to 4000 points high", nil),
      ("title: {en: a, de: b}", "expected a string, or one for each language", nil),
      ("background: reed", "reed", "red"), ("font: []", "expected the name of a family", nil),
    ])
  func mistakes(_ line: String, _ message: String, _ hint: String?) throws {
    let result = try FigureFileTests.load("type: functions\nfunctions: [linear]\n\(line)\n")
    let found = result.diagnostics.first { $0.message.contains(message) }
    let diagnostic = try #require(found, "\(result.diagnostics.map(\.message))")
    if let hint { #expect(diagnostic.hint?.contains(hint) == true, "\(diagnostic.hint ?? "")") }
  }
}
