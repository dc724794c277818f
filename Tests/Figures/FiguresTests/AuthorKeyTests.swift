import Foundation
import RostrumCanvas
import RostrumGeometry
import RostrumSceneFile
import RostrumSource
import TestSupport
import Testing

@testable import RostrumFigures

@Suite("An author's keys")
struct AuthorKeyTests {
  static let scene = """
    size: [100, 100]
    duration: 2
    layers:
      - name: panel
        bounds: [90, 90]
        sublayers:
          - bounds: [10, 10]
            animations: [{type: basic, key: fade, keyPath: opacity, toValue: 0}]
          - bounds: [10, 10]
            animations: [{type: basic, key: rise, keyPath: opacity, toValue: 0}]
          - class: text
            bounds: [80, 10]
            string: a caption that is longer than a name
            animations: [{type: basic, keyPath: opacity, toValue: 0}]
    """

  static func load(_ text: String, _ files: [String: String] = [:]) throws -> FigureLoadResult {
    let folder = try TemporaryFolder(["rows.yaml": scene])
    for (name, content) in files { try folder.write(content, to: name) }
    return FigureLoader(assets: NoAssets()).load(
      text: text, path: folder.path + "/figure.yaml")
  }

  static func plot(_ text: String, _ files: [String: String] = [:]) throws -> Plot {
    let result = try load(text, files)
    let figure = try #require(result.figure, "\(result.diagnostics.map(\.message))")
    let builder = FigureJob(figure).builder
    return try #require(try builder.figure(figure) as? Plot)
  }

  @Test(
    "A row has its layer's name, or what it shows, or the figure's name",
    arguments: [
      ("", ["panel", "layer 1", "layer 2", "a caption that is longe\u{2026}"], "opacity"),
      (
        "\nnames: {panel: Panel, 'layers[0].sublayers[1]': below}",
        ["Panel", "layer 1", "below", "a caption that is longe\u{2026}"], "opacity"
      ),
      (
        "\nnames: {'layers[0].sublayers[0]/fade': {en: fades, zh: 淡出}}",
        ["panel", "layer 1", "layer 2", "a caption that is longe\u{2026}"], "fades"
      ),
    ])
  func rows(_ names: String, _ rows: [String], _ note: String) throws {
    let result = try Self.load("type: timeline\nscene: rows.yaml" + names)
    guard case .timeline(let declared)? = result.figure?.content else {
      Issue.record("\(result.diagnostics.map(\.message))")
      return
    }
    let timeline = try declared.figure()
    #expect(timeline.rows.map(\.name) == rows)
    #expect(timeline.rows[1].note == note)
  }

  @Test(
    "A key that cannot be meant is an error with its place",
    arguments: [
      (
        "type: timeline\nscene: rows.yaml\nnames: {panle: x}", 3, 9, "no layer",
        "did you mean 'panel'?"
      ),
      ("type: timeline\nscene: rows.yaml\nnames: {}", 3, 8, "names of rows", nil),
      ("type: functions\nfunctions: [linear]\nlegend: belo", 3, 9, "automatic", nil),
      (
        "type: functions\nfunctions: [linear]\nlegend: {place: ends, columns: 2}", 3, 23,
        "several columns stands below", "leave out 'columns'"
      ),
      ("type: functions\nfunctions: [linear]\nlegend: {colums: 2}", 3, 10, "unknown key", nil),
      ("type: functions\nfunctions: [linear]\ntheme: pink", 3, 8, "light, dark", nil),
      ("type: functions\nfunctions: [linear]\ntheme: a.yaml", 3, 8, "a.yaml", nil),
      (
        "type: functions\nfunctions: [linear]\ntheme: wrong.yaml", 3, 8,
        "the theme 'wrong.yaml' has a mistake, line 1: unknown key", nil
      ),
      (
        "type: functions\nfunctions: [linear]\ntheme: {base: light, ikn: red}", 3, 22,
        "unknown key 'ikn'", "did you mean 'ink'?"
      ),
      ("type: functions\nfunctions: [linear]\ndistinguish: dots", 3, 14, "colors, dashes", nil),
      (
        "type: functions\nfunctions: [linear]\nannotations: [{at: 0, text: a, textAt: 1}]", 3, 40,
        "a time and a value", nil
      ),
    ])
  func mistakes(
    _ text: String, _ line: Int, _ column: Int, _ message: String, _ hint: String?
  ) throws {
    let found = try Self.mistake(
      in: text, ["wrong.yaml": "inkk: red"], line: line, column: column, message)
    if let hint { #expect(found.hint == hint) }
  }

  /// The one mistake of a text, with the place and the message that are expected.
  @discardableResult
  static func mistake(
    in text: String, _ files: [String: String], line: Int, column: Int, _ message: String
  ) throws -> Diagnostic {
    let result = try load(text, files)
    let found = try #require(result.diagnostics.first, "\(text)")
    #expect(result.diagnostics.count == 1, "\(result.diagnostics.map(\.message))")
    #expect(found.message.contains(message), "\(found.message)")
    #expect(found.range.line == line && found.range.column == column, "\(found.range)")
    return found
  }

  @Test("A legend below has as many columns as asked")
  func columns() throws {
    for (columns, rows) in [(1, 4), (2, 2), (3, 2), (4, 1)] {
      let plot = try Self.plot(
        "type: functions\nfunctions: [linear, easeIn, easeOut, default]\n"
          + "legend: {columns: \(columns)}")
      let setter = Typesetter(PlotTests.fonts, .light)
      let texts = PlotTests.texts(try plot.drawn(width: 400, setter).marks)
      let names = texts.filter { ["linear", "easeIn", "easeOut", "default"].contains($0.string) }
      #expect(Set(names.map(\.origin.y)).count == rows)
      #expect(Set(names.map(\.origin.x)).count == min(columns, 4))
    }
  }

  @Test("A figure has the theme that it names, that a file has, or that is in it")
  func themes() throws {
    let text = "type: functions\nfunctions: [linear]\ntheme: "
    #expect(try Self.load(text + "grey").style.theme == "grey")
    let own = try Self.load(text + "{base: dark, curveWidth: 3}").style.ownTheme
    #expect(own?.base == "dark" && own?.lengths["curveWidth"] == 3)
    let file = try Self.load(text + "mine.yaml", ["mine.yaml": "ink: red\ndistinguish: both"])
    #expect(file.diagnostics.isEmpty)
    #expect(file.style.ownTheme.map(Theme.init)?.distinction == .both)
    #expect(file.style.ownTheme.map(Theme.init)?.ink == Color(hex: 0xFF0000))
  }

  private func strokes(_ marks: [Artwork.Mark]) -> [StrokeStyle] {
    marks.flatMap { mark -> [StrokeStyle] in
      switch mark {
      case .stroke(_, _, let style): [style]
      case .group(let inner, _, _): strokes(inner)
      default: []
      }
    }
  }

  @Test("In grey print curves differ by dashes, in the legend too; an author's dashes stay")
  func grey() throws {
    let plot = try Self.plot(
      "type: functions\nfunctions: [linear, easeIn, {function: easeOut, dashes: [1, 9]}]")
    for (theme, kinds) in [(Theme.light, 2), (.grey, 3)] {
      let setter = Typesetter(PlotTests.fonts, theme)
      let lines = strokes(try plot.drawn(width: 400, setter).marks).filter {
        $0.lineWidth == theme.curveWidth
      }
      #expect(lines.count == 6)
      #expect(Set(lines.map(\.dashPattern)).count == kinds)
      #expect(lines.count { $0.dashPattern == [1, 9] } == 2)
    }
  }

  @Test("Markers tell curves apart: another one on each, eleven times")
  func markers() throws {
    let plot = try Self.plot(
      "type: functions\nfunctions: [linear, quadraticEaseIn]\ndistinguish: markers\n"
        + "legend: none\nhandles: false")
    let marks = try plot.drawn(width: 400, Typesetter(PlotTests.fonts, .light)).marks
    let fills = marks.compactMap { if case .fill(let path, _) = $0 { path } else { nil } }
    #expect(fills.count == 22)
    #expect(fills.count { $0.elements.count == 5 } == 11, "squares")
  }

  @Test("Each colour of the palettes has a contrast of 3:1 to its paper")
  func contrast() {
    func light(_ color: Color) -> Double {
      func linear(_ part: Double) -> Double {
        part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
        + 0.0722 * linear(color.blue)
    }
    for (name, theme) in Theme.named {
      for color in theme.palette {
        let both = [light(color), light(theme.paper)].sorted()
        #expect((both[1] + 0.05) / (both[0] + 0.05) >= 3, "\(name): \(color)")
      }
    }
  }

  @Test("An arrow leads from a text, where its author puts it, to the curve's point")
  func arrows() throws {
    let plot = try Self.plot(
      "type: functions\nfunctions: [linear]\nannotations: "
        + "[{at: 0.5, text: half, textAt: [0.8, 0.2]}, {at: 0.1, text: early, arrow: true}]")
    let setter = Typesetter(PlotTests.fonts, .light)
    let marks = try plot.drawn(width: 400, setter).marks
    let area = try plot.valueArea(width: 400, setter)
    let half = try #require(PlotTests.texts(marks).first { $0.string == "half" })
    #expect(abs(half.bounds.center.x - (area.minX + 0.8 * area.width)) < 0.01)
    #expect(abs(half.bounds.center.y - (area.maxY - 0.2 * area.height)) < 1.5)
    let tips = marks.compactMap { mark -> Point? in
      guard case .fill(let path, _) = mark, path.elements.count == 4,
        case .move(let tip)? = path.elements.first
      else { return nil }
      return tip
    }
    let points = [0.5, 0.1].map {
      Point(x: area.minX + $0 * area.width, y: area.maxY - $0 * area.height)
    }
    #expect(tips.count == 2)
    for (tip, point) in zip(tips, points) { #expect(abs((tip - point).length - 1.5) < 1e-6) }
  }

  @Test(
    "A strobe's path is seen on the scene's own ground, in every theme",
    arguments: ["", "background: white", "background: black", "background: '#16181C'"])
  func path(_ background: String) throws {
    let scene = """
      size: [100, 100]
      duration: 1
      \(background)
      layers:
        - name: ball
          bounds: [10, 10]
          backgroundColor: red
          animations: [{type: basic, keyPath: position.x, fromValue: 0, toValue: 50}]
      """
    let text = "type: strobe\nscene: path.yaml\nlayers: ball\npath: true"
    let result = try Self.load(text, ["path.yaml": scene])
    let figure = try #require(result.figure, "\(result.diagnostics.map(\.message))")
    for (name, theme) in Theme.named {
      var options = FigureJob.Options()
      options.theme = theme
      let marks = try FigureJob(figure, options: options).artwork().marks
      let paths = marks.flatMap { mark -> [Color] in
        guard case .group(let inner, _, _) = mark else { return [] }
        return inner.compactMap {
          if case .stroke(_, let color, let style) = $0, style.dashPattern == [3, 2] {
            color
          } else {
            nil
          }
        }
      }
      var path = try #require(paths.first, "\(name)")
      path.alpha = 1
      let ground: Color =
        background.contains("black")
        ? .black : background.contains("16") ? Color(hex: 0x16181C) : .white
      #expect(path.contrast(to: ground) >= 4.5, "\(name)")
    }
  }

  @Test("Times under a strobe are all, or every second, third: never uneven")
  func times() throws {
    for width in [80.0, 160, 400] {
      let text = "type: strobe\nscene: moving.yaml\nlayers: ball\nspread: 200\nevery: 0.1"
      let scene = """
        size: [100, 100]
        duration: 1
        layers: [{name: ball, bounds: [10, 10], position: [50, 50], backgroundColor: red}]
        """
      let result = try Self.load(text, ["moving.yaml": scene])
      let figure = try #require(result.figure, "\(result.diagnostics.map(\.message))")
      var options = FigureJob.Options()
      options.width = width
      let texts = PlotTests.texts(try FigureJob(figure, options: options).artwork().marks)
      let times = texts.compactMap { Double($0.string) }
      let steps = Set(zip(times, times.dropFirst()).map { (($1 - $0) * 100).rounded() })
      #expect(times.count > 1 && steps.count == 1, "\(times)")
    }
  }
}
