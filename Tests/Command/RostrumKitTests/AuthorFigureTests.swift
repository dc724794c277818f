import Foundation
import RostrumCanvas
import RostrumFigures
import RostrumGeometry
import RostrumKit
import RostrumOutput
import RostrumSource
import TestSupport
import Testing

/// The figures of `Scenes/Papers/Figures`, as books and papers of this field have them.
@Suite("Figures of other books")
struct AuthorFigureTests {
  private static let folder = FileManager.root.appending(path: "Scenes/Papers/Figures")

  static let names: [String] = {
    let all = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (all ?? []).filter { $0.hasSuffix(".yaml") }.sorted()
  }()

  private static func artwork(_ name: String, _ width: Double, _ theme: Theme) throws -> Artwork {
    let (result, assets) = try SceneOpener().openFigure(folder.appending(path: name).path)
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
    var options = FigureJob.Options()
    (options.width, options.theme) = (width, theme)
    return try FigureJob(try #require(result.figure), options: options, assets: assets).artwork()
  }

  @Test("There are thirteen, each of at most 25 lines")
  func lines() throws {
    #expect(Self.names.count == 13)
    for name in Self.names {
      let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
      #expect(text.split(separator: "\n").count <= 25 && text.hasPrefix("# "), "\(name)")
    }
  }

  @Test("No text is cut or lies on another one, 60 and 120 mm wide", arguments: names, [60.0, 120])
  func texts(_ name: String, _ millimetres: Double) throws {
    for (_, theme) in Theme.named {
      let artwork = try Self.artwork(name, millimetres * 72 / 25.4, theme)
      let texts = BookFigureTests.texts(artwork.marks)
      for (index, text) in texts.enumerated() {
        let box = text.bounds
        #expect(box.minX >= 0 && box.maxX <= artwork.size.width, "'\(text.string)' is cut")
        #expect(box.minY >= 0 && box.maxY <= artwork.size.height + 1, "'\(text.string)' is cut")
        for other in texts[..<index] {
          let common = box.intersection(other.bounds)
          // The scripts of a formula are nearer to it than lines of text are.
          let isFormula = text.size < 8 || other.size < 8
          #expect(
            common.isEmpty || isFormula && common.height < 3,
            "'\(text.string)' lies on '\(other.string)'")
        }
      }
    }
  }

  @Test("The numbers of the envelope and of the step errors are those of their formulas")
  func data() throws {
    let envelope = try Self.columns("envelope.csv")
    for row in envelope.dropFirst() {
      // A e^(-1.5 t) with A = 1 / sqrt(1 - 0.15²), of a spring of mass 1, stiffness 100, damping 3.
      let part = exp(-1.5 * row[0]) / (1 - 0.0225).squareRoot()
      #expect(abs(row[2] - 1 - part) < 1e-4 && abs(1 - row[1] - part) < 1e-4)
    }
    for row in try Self.columns("step-error.csv") {
      let count = Int((1 / row[0]).rounded())
      var (x, v) = (1.0, 0.0)
      for _ in 0..<count { (x, v) = (x + row[0] * v, v - row[0] * x) }
      #expect(abs(row[1] / abs(x - cos(1)) - 1) < 1e-3, "Euler's method with \(count) steps")
    }
  }

  private static func columns(_ name: String) throws -> [[Double]] {
    let text = try String(
      contentsOf: folder.appending(path: "Data/\(name)"), encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
  }

  static let shown: [String] = {
    let page = FileManager.root.appending(
      path: "Sources/Command/RostrumKit/RostrumKit.docc/PlotsAndFigures.md")
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    return text.matches(of: /(?ms)^```yaml\n(.*?)^```$/).map { String($0.output.1) }
      .filter { $0.contains("type: ") }
  }()

  @Test("Every figure that the page of figures shows is without a mistake", arguments: shown)
  func shownFigure(_ text: String) throws {
    // The page's paths begin in Scenes/Book/Figures.
    let root = FileManager.root.appending(path: "Scenes").path
    let whole = text.replacing("../../Papers/", with: "\(root)/Papers/")
      .replacing("scene: ../", with: "scene: \(root)/Book/")
    let scratch = try TemporaryFolder()
    try scratch.write(whole, to: "shown.yaml")
    let (result, assets) = try SceneOpener().openFigure(scratch.path("shown.yaml"))
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
    let figure = try #require(result.figure)
    _ = try FigureJob(figure, assets: assets).artwork()
  }
}
