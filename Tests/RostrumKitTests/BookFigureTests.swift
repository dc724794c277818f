import Canvas
import Foundation
import Geometry
import RostrumKit
import Testing

@Suite("The book's figures")
struct BookFigureTests {
  static let files: [String] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appending(path: "Scenes/Book/Figures")
    let all = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (all ?? []).filter { $0.hasSuffix(".yaml") }.sorted().map {
      folder.appending(path: $0).path
    }
  }()

  @Test("There are figures of chapters 9, 10 and 11")
  func chapters() {
    for chapter in ["9.1", "9.2", "9.3", "10.1", "10.2", "10.3", "10.4", "10.5", "10.6", "11"] {
      #expect(Self.files.contains { $0.contains("Figures/" + chapter) }, "\(chapter)")
    }
  }

  @Test(
    "Chapter 9's figures are there as timelines and as strobes", arguments: ["9.1", "9.2", "9.3"])
  func chapter9(_ name: String) throws {
    for type in ["timeline", "strobe"] {
      #expect(Self.files.contains { $0.hasSuffix("Figures/\(name)-\(type).yaml") }, "\(name)")
    }
  }

  @Test("Every figure file is without a mistake, and its texts do not overlap", arguments: files)
  func figure(_ path: String) throws {
    let (result, assets) = try SceneOpener().openFigure(path)
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
    let figure = try #require(result.figure)
    var options = FigureJob.Options()
    options.width = result.style.width ?? 340
    let artwork = try FigureJob(figure, options: options, assets: assets).artwork()
    let texts = Self.texts(artwork.marks)
    for (index, text) in texts.enumerated() {
      let box = text.bounds
      #expect(box.minX >= 0 && box.maxX <= artwork.size.width, "'\(text.string)' is cut")
      #expect(box.minY >= 0 && box.maxY <= artwork.size.height + 1, "'\(text.string)' is cut")
      for other in texts[..<index] {
        #expect(
          box.intersection(other.bounds).isEmpty, "'\(text.string)' lies on '\(other.string)'")
      }
    }
  }

  private func path(_ name: String) throws -> String {
    try #require(Self.files.first { $0.hasSuffix("Figures/\(name).yaml") })
  }

  @Test("Figures in one page share an identifier only for the same thing, and find all of theirs")
  func identifiers() throws {
    var definitions: [String: String] = [:]
    var count = 0
    for path in Self.files {
      let (result, assets) = try SceneOpener().openFigure(path)
      let artwork = try FigureJob(try #require(result.figure), assets: assets).artwork()
      let svg = try artwork.svg()
      let own = svg.matches(of: #/<(\w+) id="([^"]+)">(.*)<\/\1>/#).map { ($0.2, $0.3) }
      for (name, content) in own {
        #expect(definitions[String(name), default: String(content)] == content, "\(path)")
        definitions[String(name)] = String(content)
      }
      #expect(svg.components(separatedBy: " id=").count - 1 == own.count)
      #expect(Set(own.map(\.0)).count == own.count, "\(path) defines something twice")
      for use in svg.matches(of: #/url\(#([^)]+)\)/#) {
        #expect(own.contains { $0.0 == use.1 }, "\(path)")
        count += 1
      }
    }
    #expect(count >= 5 && definitions.count >= 4)
  }

  private static func texts(_ marks: [Artwork.Mark]) -> [Artwork.Lettering] {
    marks.flatMap { mark -> [Artwork.Lettering] in
      switch mark {
      case .text(let text): [text]
      case .group(let inner, _, _): texts(inner)
      default: []
      }
    }
  }
}
