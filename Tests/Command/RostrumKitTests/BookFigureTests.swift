import Foundation
import RostrumCanvas
import RostrumFigures
import RostrumGeometry
import RostrumKit
import RostrumOutput
import RostrumSource
import RostrumTiming
import TestSupport
import Testing

@Suite("The book's figures")
struct BookFigureTests {
  static let files: [String] = {
    let root = repository
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
  func figure(_ path: String) throws { try check(path, .english) }

  /// A family with Chinese letters; the test that needs one is left out without.
  private static let chinese = ["WenQuanYi Micro Hei", "Noto Sans CJK SC", "Droid Sans Fallback"]
    .first { (try? FontBook().families().contains($0)) == true }

  @Test(
    "The book's figures are there in Chinese too",
    .enabled(
      if: chinese != nil, "needs a Chinese font: fonts-wqy-microhei or fonts-noto-cjk"),
    arguments: files)
  func figureInChinese(_ path: String) throws { try check(path, .chinese) }

  private func check(_ path: String, _ language: FigureLanguage) throws {
    let (result, assets) = try SceneOpener().openFigure(path, language: language)
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
    let figure = try #require(result.figure)
    var options = FigureJob.Options()
    options.width = result.style.width ?? 340
    options.language = language
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

  @Test("Figure 10.2 does what the book says: faster, slower, and near the end faster again")
  func words() throws {
    let result = try SceneOpener().openFigure(try path("10.2")).result
    guard case .functions(let plot)? = result.figure?.content, let curve = plot.curves.first,
      case .bezier(let bezier) = curve.function
    else {
      Issue.record("10.2 is no Bezier curve")
      return
    }
    let count = 1000
    let speeds = (0..<count).map { index in
      let (from, to) = (Double(index) / Double(count), Double(index + 1) / Double(count))
      return (bezier.value(at: to) - bezier.value(at: from)) * Double(count)
    }
    let changes = zip(speeds, speeds.dropFirst()).map { $1 > $0 }
    var turns = [0]
    for index in changes.indices.dropFirst() where changes[index] != changes[index - 1] {
      turns.append(index)
    }
    #expect(turns.map { changes[$0] } == [true, false, true])
    let extremes = (turns + [count - 1]).map { speeds[$0] }
    for (before, after) in zip(extremes, extremes.dropFirst()) {
      #expect(abs(before - after) > 0.3, "the speed changes too little to be seen: \(extremes)")
    }
    #expect(speeds.allSatisfy { $0 > 0 }, "it runs backwards")
    #expect(Double(turns[2]) / Double(count) > 2.0 / 3, "that is not near the end")
  }

  @Test(
    "What a strobe's comment says of its pictures is what the file says",
    arguments: [
      ("9.1-strobe", "every quarter of a second", 0.25, 2.0),
      ("9.2-strobe", "every quarter of a second", 0.25, 1),
      ("9.3-strobe", "every 0.12 seconds", 0.12, 0.48),
    ])
  func intervals(_ name: String, _ words: String, _ step: Double, _ last: Double) throws {
    let path = try path(name)
    let comment = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("#") }.joined()
    #expect(comment.contains("a picture " + words) || comment.contains(", " + words), "\(comment)")
    guard case .strobe(let strobe)? = try SceneOpener().openFigure(path).result.figure?.content
    else {
      Issue.record("\(name) is no strobe")
      return
    }
    #expect(zip(strobe.times, strobe.times.dropFirst()).allSatisfy { abs($1 - $0 - step) < 1e-9 })
    #expect(abs((strobe.times.last ?? 0) - last) < 1e-9)
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
}
