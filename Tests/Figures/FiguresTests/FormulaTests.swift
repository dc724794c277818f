import RostrumCanvas
import RostrumGeometry
import RostrumSceneFile
import RostrumSource
import TestSupport
import Testing

@testable import RostrumFigures

@Suite("Mathematics in labels")
struct FormulaTests {
  @Test(
    "A formula is read into letters, signs, scripts, fractions, roots and accents",
    arguments: [
      ("$x(t)/x_0$", "x(t)/x_0"), ("$e^{-\\zeta\\omega t}$", "e^\u{2212}ζωt"),
      ("$\\frac{a+1}{2}$", "(a + 1)/(2)"), ("$\\sqrt{k/m}$", "√(k/m)"),
      ("height $h$, m", "height h, m"), ("$v = \\dot x$", "v = x\u{307}"),
      ("$\\sin 2\\pi f$", "sin\u{2009}2πf"), ("$a\\cos(t)$", "a\u{2009}cos(t)"),
      ("$a_1^2 \\le b$", "a_1^2 ≤ b"),
      ("costs \\$5 and \\$6", "costs $5 and $6"), ("costs $5", "costs $5"),
      ("from $5 to $6", "from $5 to $6"), ("$5, and $6", "$5, and $6"),
      ("$ x $", "$ x $"),
      ("$\\Delta t\\,\\text{in ms}$", "Δt\u{2009}in ms"), ("$x'$", "x′"), ("$(-1)$", "(\u{2212}1)"),
    ])
  func reading(_ text: String, _ plain: String) throws {
    _ = try MathText(text)
    #expect(MathText.plain(text) == plain)
  }

  @Test(
    "A mistake in a formula is an error of the file, with its place",
    arguments: [
      ("$\\alpa$", "unknown command \\alpa", "did you mean \\alpha?"),
      ("$x$ and $y", "a dollar sign without its partner", nil),
      ("$\\frac{1}$", "something is missing", nil), ("$x_{1$", "an opening brace", nil),
      ("$x}$", "a closing brace", nil), ("$x_1_2$", "two subscripts", nil),
      ("$$", "nothing between", nil), ("$x^^2$", "a script of a script", nil),
      ("$\\text x$", "take a text in braces", nil),
    ])
  func mistakes(_ text: String, _ message: String, _ hint: String?) throws {
    let file = "type: functions\nfunctions: [linear]\nhorizontal: {label: '\(text)'}"
    let result = try FigureFileTests.load(file)
    let found = try #require(result.diagnostics.first, "\(text)")
    #expect(result.figure == nil && result.diagnostics.count == 1)
    #expect(found.message.contains(message), "\(found.message)")
    #expect(found.range.line == 3 && found.range.column == 21)
    if let hint { #expect(found.hint == hint) }
  }

  private func label(_ text: String) throws -> [Artwork.Lettering] {
    let label = try Typesetter(PlotTests.fonts, .light).label(text, size: 10)
    return PlotTests.texts([label.placed(at: Point(x: 0, y: 100), color: .black)])
  }

  @Test(
    "Letters are italic, digits and functions upright; scripts are 0.7 as large, above or below")
  func scripts() throws {
    let parts = try label("$2x_0 \\sin t^2$")
    #expect(parts.map(\.string) == ["2", "x", "0", "\u{2009}sin\u{2009}", "t", "2"])
    #expect(parts.map(\.isItalic) == [false, true, false, false, true, false])
    let sizes = parts.map { ($0.size * 1e6).rounded() / 1e6 }
    #expect(sizes == [10, 10, 7, 10, 10, 7])
    // 0.17 em below the baseline, and 0.38 em above it.
    #expect(abs(parts[2].origin.y - 101.7) < 1e-9 && abs(parts[5].origin.y - 96.2) < 1e-9)
    for (left, right) in zip(parts, parts.dropFirst()) {
      #expect(left.bounds.maxX <= right.bounds.minX + 1e-6, "\(left.string) \(right.string)")
    }
  }

  @Test("A fraction has its parts over each other, and a bar between them")
  func fraction() throws {
    let label = try Typesetter(PlotTests.fonts, .light).label("$\\frac{1}{2}$", size: 10)
    guard case .group(let marks, _, _) = label.placed(at: .zero, color: .black) else {
      Issue.record("no formula")
      return
    }
    let texts = PlotTests.texts(marks)
    #expect(texts.map(\.string) == ["1", "2"])
    // The bar is 0.3 em above the baseline, the parts 0.12 em from it: the upper one's baseline,
    // and the lower one's top, 0.72 of 7.5 above its baseline.
    #expect(abs(texts[0].origin.y + 4.2) < 1e-9 && abs(texts[1].origin.y - 3.6) < 1e-9)
    let bars = marks.compactMap { mark -> Double? in
      if case .stroke(let path, _, _) = mark { path.boundingBox?.minY } else { nil }
    }
    #expect(bars.count == 1 && abs((bars.first ?? 0) + 3) < 1e-9)
    #expect(label.width < 10)
  }

  @Test("A description has formulas as plain text, and a title is not broken inside of one")
  func words() throws {
    let text = """
      type: functions
      functions: [{function: linear, name: "$\\\\alpha + \\\\beta$"}]
      title: The sum $a + b$
      width: 90
      """
    let artwork = try EmbeddingTests.artwork(text)
    #expect(artwork.title == "The sum a + b")
    #expect(artwork.summary?.contains("α + β: 0.25 at a quarter") == true)
    #expect(MathText.words(of: "The sum $a + b$ of") == ["The", "sum", "$a + b$", "of"])
  }
}
