import Canvas
import Foundation
import Geometry
import Testing
import Timing

@testable import Figures

@Suite("Plots")
struct PlotTests {
  static let fonts = FontBook()
  /// Liberation has neither Hebrew nor Arabic letters.
  private static let manyScripts = FontBook(fontFiles: [
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Scenes/Layers/Fonts/DejaVuSans-subset.ttf").standardized.path
  ])

  static func plot(_ names: String...) throws -> Plot {
    var plot = Plot(
      try names.map { Series($0, Curve(try #require(TimingFunction(name: $0)))) })
    plot.atLeast = 0...1
    plot.aspect = nil
    return plot
  }

  static func texts(_ marks: [Artwork.Mark]) -> [Artwork.Lettering] {
    marks.flatMap { mark -> [Artwork.Lettering] in
      switch mark {
      case .text(let text): [text]
      case .group(let inner, _, _): texts(inner)
      default: []
      }
    }
  }

  @Test("A curve's segment stands where the axes' numbers say")
  func placement() throws {
    var plot = try Self.plot("easeIn")
    plot.horizontalLabel = "time"
    let setter = Typesetter(Self.fonts, .light)
    let figure = try plot.drawn(width: 300, setter)
    let area = try plot.valueArea(width: 300, setter)
    var found = false
    for case .stroke(let path, _, let style) in figure.marks
    where style.lineWidth == Theme.light.curveWidth {
      guard case .cubic(let a, let b, let end) = path.elements.last else { continue }
      #expect(abs(end.x - area.maxX) < 1e-9 && abs(end.y - area.minY) < 1e-9)
      #expect(abs(a.x - (area.minX + 0.42 * area.width)) < 1e-9 && abs(a.y - area.maxY) < 1e-9)
      #expect(abs(b.x - area.maxX) < 1e-9 && abs(b.y - area.minY) < 1e-9)
      found = true
    }
    #expect(found)
    let one = try #require(
      Self.texts(figure.marks).first { $0.string == "1.0" && $0.anchor == 0.5 })
    #expect(abs(one.origin.x - area.maxX) < 1e-9)
  }

  @Test("What overshoots is inside the area", arguments: ["backEaseIn", "elasticEaseInOut"])
  func overshoot(_ name: String) throws {
    let plot = try Self.plot(name)
    let range = plot.range
    for index in 0...1000 {
      let value = plot.series[0].curve.value(Double(index) / 1000)
      #expect(range.lowerBound < value || value == 0)
      #expect(range.upperBound > value || value == 1)
    }
  }

  @Test(
    "No two texts overlap and none leaves the figure, at any width",
    arguments: [180.0, 240, 300, 420, 600])
  func overlaps(_ width: Double) throws {
    var plot = try Self.plot("easeInEaseOut", "bounceEaseOut", "elasticEaseOut", "backEaseIn")
    plot.derivatives = [.velocity, .acceleration]
    let figure = try plot.drawn(width: width, Typesetter(Self.fonts, .light))
    let texts = Self.texts(figure.marks)
    for (index, text) in texts.enumerated() {
      let box = text.bounds
      #expect(box.minX > -4 && box.maxX < width + 4, "\(text.string)")
      #expect(box.minY > -1 && box.maxY < figure.size.height + 2, "\(text.string)")
      for other in texts[..<index] {
        #expect(
          box.intersection(other.bounds).isEmpty, "'\(text.string)' lies on '\(other.string)'")
      }
    }
  }

  @Test(
    "Every format is the same on every run, and without a date", arguments: ArtworkFormat.allCases)
  func determinism(_ format: ArtworkFormat) throws {
    let plot = try Self.plot("easeInEaseOut", "bounceEaseOut")
    let first = try plot.artwork(width: 300, theme: .light, fonts: FontBook()).encoded(as: format)
    let second = try plot.artwork(width: 300, theme: .light, fonts: FontBook()).encoded(as: format)
    #expect(first == second)
    #expect(!String(decoding: first, as: UTF8.self).contains("CreationDate"))
  }

  @Test("An SVG of two curves is small")
  func size() throws {
    let plot = try Self.plot("easeInEaseOut", "bounceEaseOut")
    let svg = try plot.artwork(width: 300, theme: .light, fonts: Self.fonts).svg()
    #expect(svg.utf8.count < 6000)
  }

  @Test(
    "Labels can be in any script that a font has",
    arguments: ["שלום", "Время", "χρόνος", "سلام", "a < b & \"c\"", "Zeit √t ≤ ∞"])
  func scripts(_ label: String) throws {
    var plot = try Self.plot("linear")
    plot.horizontalLabel = label
    let artwork = try plot.artwork(width: 200, theme: .dark, fonts: Self.manyScripts)
    #expect(Self.texts(artwork.marks).contains { $0.string == label && $0.width > 0 })
  }
}
