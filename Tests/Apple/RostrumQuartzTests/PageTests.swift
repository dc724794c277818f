import Foundation
import TestSupport
import Testing

@Suite("The page on Core Animation in Swift")
struct PageTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appending(path: path), encoding: .utf8)
  }

  /// The blocks of Swift, line by line.
  private static func blocks() throws -> [[String]] {
    let page = try text("Sources/Command/RostrumKit/RostrumKit.docc/CoreAnimationInSwift.md")
    return page.components(separatedBy: "```swift\n").dropFirst().map { part in
      part.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
    }
  }

  /// The lines of a file from the first function on.
  private static func function(in file: String) throws -> [String] {
    let lines = try text("Tests/Apple/RostrumQuartzTests/\(file)").components(separatedBy: "\n")
    return Array(lines.drop { !$0.hasPrefix("func ") }.prefix { $0 != "}" }) + ["}"]
  }

  @Test("Its examples are those that are compiled")
  func examples() throws {
    let film = try Self.function(in: "FilmExample.swift").dropFirst().dropLast()
    let blocks = try Self.blocks()
    #expect(blocks.first == film.map { String($0.dropFirst(2)) })
    #expect(try blocks.contains(Self.function(in: "ChartExample.swift")))
  }

  @Test("Its table names every public class of the module")
  func classes() throws {
    let page = try Self.text("Sources/Command/RostrumKit/RostrumKit.docc/CoreAnimationInSwift.md")
    let sources = repository.appending(path: "Sources/Apple/RostrumQuartz")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var names: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      for match in source.matches(
        of: /(?m)^(?:open|public(?: final)?) class (C[A-Z]\w+|Timer)\b/)
      {
        names.insert(String(match.output.1))
      }
    }
    #expect(names.count > 25)
    for name in names.sorted() { #expect(page.contains("`\(name)`"), "the page lacks \(name)") }
  }
}
