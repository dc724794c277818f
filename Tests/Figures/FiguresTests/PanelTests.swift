import Foundation
import RostrumCanvas
import RostrumGeometry
import RostrumSceneFile
import RostrumSource
import Testing

@testable import RostrumFigures

/// Columns and rows of plots.
extension PlotKeyTests {
  static let two = """
    figures:
      - {type: functions, functions: [linear, easeIn], seconds: 2, legend: none}
      - {type: functions, title: Second, functions: [easeIn, easeOut], seconds: 1}

    """

  @Test("Figures inside are counted in front of their titles")
  func letters() throws {
    for (letters, titles) in [
      ("a", ["a", "b  Second"]), ("(a)", ["(a)", "(b)  Second"]), ("A", ["A", "B  Second"]),
      ("(A)", ["(A)", "(B)  Second"]),
    ] {
      let stack = try Self.stack("type: column\nletters: \(letters)\n" + Self.two)
      #expect(stack.figures.map { ($0 as? TitledFigure)?.title } == titles)
    }
    let counts = [0, 25, 26, 701, 702].map(FigureDeclaration.PanelLetters.small.text)
    #expect(counts == ["a", "z", "aa", "zz", "aaa"])
  }

  @Test("A name keeps its colour in all plots of a figure, and no plot has one twice")
  func colors() throws {
    let plots = Self.plots(try Self.stack("type: column\n" + Self.two))
    #expect(plots.map { $0.series.map(\.colorIndex) } == [[0, 1], [1, 2]])
  }

  @Test("Shared axes have one range, and numbers at the outer plot alone; areas are aligned")
  func shared() throws {
    let column = try Self.stack("type: column\nshare: [horizontal, vertical]\n" + Self.two)
    let plots = Self.plots(column)
    #expect(plots.map(\.domain) == [0...2, 0...2])
    #expect(plots.map(\.showsHorizontalNumbers) == [false, true])
    let row = Self.plots(try Self.stack("type: row\nshare: vertical\n" + Self.two))
    #expect(row[0].range == row[1].range && row.map(\.showsVerticalNumbers) == [true, false])
    #expect(row.map(\.domain) == [0...2, 0...1])
    let text = """
      type: column
      figures:
        - {type: functions, functions: [linear]}
        - {type: functions, functions: [linear], vertical: {format: "%.5f"}}
      """
    let drawn = try Self.stack(text).drawn(width: 300, Typesetter(PlotTests.fonts, .light))
    let zeros = PlotTests.texts(drawn.marks).filter { $0.string == "0" && $0.anchor == 0.5 }
    #expect(zeros.count == 2 && Set(zeros.map(\.origin.x)).count == 1)
  }

  @Test("Plots that share a vertical axis are level, and parts of one plot have one legend")
  func level() throws {
    let text = """
      type: row
      share: vertical
      figures:
        - {type: functions, functions: [linear, easeIn], seconds: 1, legend: ends}
        - {type: functions, functions: [linear], seconds: 1}
      """
    let setter = Typesetter(PlotTests.fonts, .light)
    let marks = try Self.stack(text).drawn(width: 400, setter).marks
    let numbers = PlotTests.texts(marks).filter { $0.string == "0" && $0.anchor == 0.5 }
    #expect(numbers.count == 2 && abs(numbers[0].origin.y - numbers[1].origin.y) < 1e-6)
    let beside = try Self.stack(
      "type: functions\nfunctions: [linear, easeIn]\nvelocity: true\nbeside: true")
    let texts = PlotTests.texts(try beside.drawn(width: 400, setter).marks).map(\.string)
    #expect(texts.count { $0 == "easeIn" } == 1)
  }

  @Test(
    "What cannot share an axis is an error",
    arguments: [
      ("{type: timeline, scene: rows.yaml}", "only plots share axes"),
      (
        "{type: data, data: [{file: n.csv, values: ms}], horizontal: {scale: logarithmic}}",
        "a linear and a logarithmic axis"
      ),
    ])
  func unshared(_ other: String, _ message: String) throws {
    let result = try AuthorKeyTests.load(
      "type: column\nshare: horizontal\nfigures:\n"
        + "  - {type: functions, functions: [linear]}\n  - \(other)", Self.files)
    #expect(result.diagnostics.count == 1)
    let found = try #require(result.diagnostics.first)
    #expect(found.message.contains(message) && found.range.line == 2 && found.range.column == 8)
  }

  /// The left and right edges of the frames that are stroked, from the first drawn to the last.
  private func frames(_ text: String) throws -> [ClosedRange<Double>] {
    let files = Self.files.merging(["ball.yaml": Self.ball]) { $1 }
    let result = try AuthorKeyTests.load(text, files)
    let figure = try #require(result.figure, "\(result.diagnostics.map(\.message))")
    let drawn = try FigureJob(figure).builder.figure(figure)
      .drawn(width: 500, Typesetter(PlotTests.fonts, .light))
    return drawn.marks.compactMap { mark in
      guard case .stroke(let path, _, _) = mark, let box = path.boundingBox, box.width > 40,
        box.height > 20
      else { return nil }
      return box.minX.rounded(toPlaces: 3)...box.maxX.rounded(toPlaces: 3)
    }
  }

  private static let ball = """
    size: [200, 80]
    duration: 1
    layers: [{name: ball, bounds: [9, 9], position: [9, 9], backgroundColor: black, animations: {position.x: {toValue: 99}}}]
    """

  @Test("Plots of a row with one vertical axis are equally wide, and a row beneath lines up")
  func framed() throws {
    let strobes = try frames(
      """
      type: column
      figures:
        - type: row
          share: vertical
          figures:
            - {type: functions, functions: [linear], handles: false, legend: none}
            - {type: functions, functions: [easeIn], handles: false, legend: none}
        - type: row
          figures:
            - forEach: part
              in: 2
              do: {type: strobe, scene: ball.yaml, layers: ball, from: "calc(${part} * 0.5)"}
      """)
    let (plots, beneath) = (Set(strobes.dropLast(2)), strobes.suffix(2))
    let widths = Set(beneath.map { ($0.upperBound - $0.lowerBound).rounded(toPlaces: 1) })
    #expect(Set(beneath).count == 2 && widths.count == 1, "\(strobes)")
    #expect(plots.isSuperset(of: beneath), "each strobe lies beneath its plot's frame")
  }

  @Test("A shared axis reaches the plots in columns of a row")
  func sharedColumns() throws {
    var row: [Plot] = []
    _ = try Self.stack(
      """
      type: row
      share: vertical
      figures:
        - {type: column, figures: [{type: functions, functions: [linear]}, {type: functions, functions: [easeIn]}]}
        - {type: functions, functions: [bounceEaseOut, {spring: {damping: 3}}]}
      """
    ).changingPlots { row.append($0) }
    #expect(row.count == 3 && Set(row.map(\.range)).count == 1)
  }

  @Test("A figure file has names for values, calculations and repetitions")
  func repeated() throws {
    let stack = try Self.stack(
      """
      let: {curves: [linear, easeIn, easeOut]}
      type: row
      figures:
        - forEach: curve
          in: ${curves}
          index: i
          do: {type: functions, title: "calc(${i} + 1). ${curve}", functions: ["${curve}"]}
      """)
    let titles = stack.figures.map { ($0 as? TitledFigure)?.title }
    #expect(titles == ["1. linear", "2. easeIn", "3. easeOut"])
    let unknown = try AuthorKeyTests.load("type: functions\nfunctions: [\"${curve}\"]")
    #expect(unknown.diagnostics.map(\.range.line) == [2])
  }
}

extension Double {
  fileprivate func rounded(toPlaces places: Int) -> Double {
    let factor = pow(10, Double(places))
    return (self * factor).rounded() / factor
  }
}
