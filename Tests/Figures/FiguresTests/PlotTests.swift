import RostrumBase
import RostrumCanvas
import Foundation
import RostrumGeometry
import TestSupport
import Testing
import RostrumTiming

@testable import RostrumFigures

@Suite("Plots")
struct PlotTests {
  static let fonts = FontBook()
  /// Liberation has neither Hebrew nor Arabic letters.
  private static let manyScripts = FontBook(fontFiles: [
    repository.appending(path: "Scenes/Layers/Fonts/DejaVuSans-subset.ttf").path
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
      Self.texts(figure.marks).first { $0.string == "1" && $0.anchor == 0.5 })
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

  /// How high each curve of the velocity is in a grid, in points, from left to right and from top
  /// to bottom.
  private func velocityHeights(_ names: [String], columns: Int) throws -> [Double] {
    let plots = try names.map { name in
      var plot = try Self.plot(name)
      plot.derivatives = [.velocity]
      return plot
    }
    let figure = try PlotGrid(plots, columns: columns).drawn(
      width: 400, Typesetter(Self.fonts, .light))
    return figure.marks.compactMap { mark in
      guard case .group(let curves, _, _) = mark, case .stroke(let path, _, _)? = curves.last
      else { return nil }
      return path.boundingBox?.height
    }
  }

  @Test(
    "Small multiples have one scale for their velocities, beside each other and beneath",
    arguments: [1, 2, 3])
  func oneScale(_ columns: Int) throws {
    let heights = try velocityHeights(
      ["quadraticEaseIn", "quadraticEaseOut", "cubicEaseIn"], columns: columns)
    // The velocities span 2, 2 and 3.
    #expect(heights.count == 3)
    #expect(abs(heights[0] - heights[1]) < 0.1)
    #expect(abs(heights[2] / heights[0] - 1.5) < 0.02)
  }

  @Test("Every column of small multiples has numbers beneath its lowest plot")
  func numbersBeneath() throws {
    let plots = try ["easeIn", "easeOut", "linear"].map { try Self.plot($0) }
    let figure = try PlotGrid(plots, columns: 2).drawn(
      width: 300, Typesetter(Self.fonts, .light))
    let zeros = Self.texts(figure.marks).filter { $0.string == "0" && $0.anchor == 0.5 }
    #expect(Set(zeros.map { ($0.origin.x / 10).rounded() }).count == 2)
  }

  private static let longTitle =
    "The position of a ball that bounces, with the velocity that it has on the way down and up again"

  @Test(
    "A title takes as many lines as it needs, and none is cut off",
    arguments: [
      (longTitle, 180.0), (longTitle, 420.0),
      ("Donaudampfschifffahrtsgesellschaftskapitän", 90.0),
      ("превысокомногорассмотрительствующий", 90.0), ("one\ntwo", 300.0), ("", 100.0),
    ])
  func titles(_ title: String, _ width: Double) throws {
    let setter = Typesetter(Self.fonts, .light)
    var plot = try Self.plot("linear")
    let bare = try plot.drawn(width: width, setter)
    let titled = try TitledFigure(title, plot).drawn(width: width, setter)
    plot.title = title
    for figure in [titled, try plot.drawn(width: width, setter)] {
      let lines = Self.texts(figure.marks).filter { $0.weight == 700 }
      let letters = title.filter { !$0.isWhitespace }
      #expect(lines.map(\.string).joined().filter { !$0.isWhitespace } == letters)
      for (index, line) in lines.enumerated() {
        #expect(line.bounds.minX >= 0 && line.bounds.maxX <= width, "\(line.string)")
        for other in lines[..<index] {
          #expect(line.bounds.intersection(other.bounds).isEmpty, "\(line.string)")
        }
      }
      #expect(figure.size.height >= bare.size.height + Double(lines.count) * setter.theme.titleSize)
    }
  }

  @Test("Titles of small multiples stand apart from each other and from the plots")
  func titlesOfGrid() throws {
    let names = [Self.longTitle, "short", "linear", Self.longTitle]
    let plots = try names.map { name in
      var plot = try Self.plot("linear")
      plot.title = name
      return plot
    }
    let figure = try PlotGrid(plots, columns: 3).drawn(
      width: 400, Typesetter(Self.fonts, .light))
    let texts = Self.texts(figure.marks)
    #expect(texts.filter { $0.weight == 700 }.count > 6)
    for (index, text) in texts.enumerated() {
      #expect(text.bounds.minX >= 0 && text.bounds.maxX <= 400)
      for other in texts[..<index] {
        #expect(
          text.bounds.intersection(other.bounds).isEmpty, "'\(text.string)', '\(other.string)'")
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
