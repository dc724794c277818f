import RostrumCanvas
import RostrumGeometry
import RostrumSource
import Testing

@testable import RostrumFigures

@Suite("Scales")
struct ScaleTests {
  @Test(
    "Ticks are round numbers, each with as many digits as it needs",
    arguments: [
      (0.0, 1.0, 46.0, 230.0, ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
      (0, 1.25, 46, 230, ["0", "0.5", "1"]),
      (32, 268, 26, 130, ["50", "100", "150", "200", "250"]),
      (-0.3, 0.3, 40, 160, ["\u{2212}0.2", "0", "0.2"]),
      (17, 83, 24, 56, ["20", "40", "60", "80"]),
      (0, 7, 50, 350, ["0", "1", "2", "3", "4", "5", "6", "7"]),
    ])
  func texts(low: Double, high: Double, spacing: Double, length: Double, texts: [String]) {
    let scale = LinearScale(domain: low...high, start: 0, end: length)
    #expect(scale.ticks(spacing: spacing, fontSize: 8).map(\.text) == texts)
  }

  @Test(
    "An axis has as many numbers as have room beside each other",
    arguments: [
      (0.0, 3.0, 113.0, ["0", "0.5", "1", "1.5", "2", "2.5", "3"]),
      (0, 3e6, 100, ["0", "2000000"]),
      (0, 3e6, 160, ["0", "1000000", "2000000", "3000000"]),
      (0, 18.5, 300, ["0", "2", "4", "6", "8", "10", "12", "14", "16", "18"]),
      (0, 1, 40, ["0", "0.5", "1"]), (0, 1, 10, ["0", "1"]),
    ])
  func room(low: Double, high: Double, length: Double, texts: [String]) {
    let scale = LinearScale(domain: low...high, start: 0, end: length)
    let ticks = scale.ticks(spacing: 14, fontSize: 8)
    #expect(ticks.map(\.text) == texts)
  }

  @Test(
    "Ticks in degrees divide a turn, and say so",
    arguments: [
      (0.0, 360.0, 4.0, ["0°", "90°", "180°", "270°", "360°"]),
      (-20, 200, 8, ["0°", "30°", "60°", "90°", "120°", "150°", "180°"]),
      (0, 10, 5, ["0°", "2°", "4°", "6°", "8°", "10°"]),
      (0, 3600, 5, ["0°", "720°", "1440°", "2160°", "2880°", "3600°"]),
      (-95, 95, 2, ["\u{2212}90°", "0°", "90°"]),
    ])
  func degrees(low: Double, high: Double, count: Double, texts: [String]) {
    let scale = LinearScale(domain: low...high, start: 0, end: 100)
    #expect(scale.ticks(spacing: 100 / count, fontSize: 2, inDegrees: true).map(\.text) == texts)
  }

  @Test(
    "A number is rounded to the step's digits, and nothing is never less than nothing",
    arguments: [
      (1.0, -0.04, "0"), (1, -0.05, "\u{2212}0.1"), (1, -0.06, "\u{2212}0.1"), (1, 0.04, "0"),
      (1, -1.26, "\u{2212}1.3"), (1, -0.0, "0"), (10, -0.4, "0"), (10, -2, "\u{2212}2"),
      (0.1, -0.004, "0"), (0.1, -0.006, "\u{2212}0.01"), (0.1, 1.5, "1.5"),
    ])
  func rounded(span: Double, value: Double, text: String) {
    #expect(NiceStep(span: span, count: 5).text(of: value) == text)
  }

  @Test("The labels of frames are as large as the theme's text where there is room, and no larger")
  func frameLabels() throws {
    let setter = Typesetter(PlotTests.fonts, .light)
    let bitmap = try Bitmap(width: 10, height: 10)
    func size(_ label: String) throws -> Double {
      let grid = FrameGrid([.init(bitmap, label: label), .init(bitmap, label: "b")], columns: 2)
      let texts = PlotTests.texts(try grid.drawn(width: 300, setter).marks)
      return try #require(texts.first).size
    }
    #expect(try size("a") == setter.theme.fontSize)
    #expect(try size(String(repeating: "wide ", count: 30)) < setter.theme.fontSize / 2)
  }

  @Test("A plot of one function leaves more than a strip for its velocity")
  func derivativeHeight() throws {
    var plot = try PlotTests.plot("easeInEaseOut")
    let setter = Typesetter(PlotTests.fonts, .light)
    let alone = try plot.drawn(width: 600, setter).size.height
    plot.derivatives = [.velocity]
    let both = try plot.drawn(width: 600, setter).size.height
    #expect(both - alone > 120, "0.6 * 0.55 of about 500 points, with the parts around")
  }

  @Test("A theme's unknown key is a mistake with a suggestion")
  func theme() {
    let loader = FigureLoader(assets: NoAssets())
    #expect(loader.loadTheme(text: "base: dark\n", path: "t.yaml").diagnostics.isEmpty)
    let found = loader.loadTheme(text: "base: dark\nfontSiz: 3\n", path: "t.yaml").diagnostics
    #expect(found.map(\.message) == ["unknown key 'fontSiz' for a theme"])
  }

  @Test("A number stands where the scale says, and back")
  func places() {
    let scale = LinearScale(domain: 10...20, start: 200, end: 100)
    #expect(scale(10) == 200)
    #expect(scale(20) == 100)
    #expect(scale(12.5) == 175)
    #expect(scale.value(at: 175) == 12.5)
  }

  @Test("A domain without extent still has a place for its number")
  func flat() {
    for value in [0.0, 3, -250, 1e300] {
      let scale = LinearScale(domain: value...value, start: 0, end: 100)
      #expect(scale(value).isFinite)
      #expect(!scale.ticks(spacing: 20, fontSize: 8).isEmpty)
    }
  }
}
