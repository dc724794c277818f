import Foundation
import Testing

/// A recipe of Architecture.md with a probe: `make recipes` follows it and builds the result.
private struct Recipe: Decodable, CustomTestStringConvertible {
  /// An edit of a file: lines after an anchor, another line in its place, or a new file.
  struct Edit: Decodable {
    let file: String
    let after: String?
  }

  let section: String
  /// How many files may be touched.
  let limit: Int
  let edits: [Edit]

  var files: Set<String> { Set(edits.map(\.file)) }

  var testDescription: String { section }

  static let all: [Recipe] = {
    let path = ModuleTests.root.appending(path: "Tests/Recipes/recipes.json")
    return (try? JSONDecoder().decode([Recipe].self, from: Data(contentsOf: path))) ?? []
  }()
}

/// The files that an addition touches.
@Suite("Recipes")
struct RecipeTests {
  @Test("There is one for each kind of thing that is added")
  func kinds() {
    let names = Recipe.all.map(\.section)
    #expect(
      names == [
        "A property", "A layer class", "A timing function", "A pass over layers",
        "An output format",
        "An importer", "A check", "A command",
      ])
  }

  @Test("A recipe's page names each file that it touches", arguments: Recipe.all)
  fileprivate func page(_ recipe: Recipe) throws {
    let page = try DocumentationTests.article("Architecture")
    let section = try #require(
      page.components(separatedBy: "\n### ").first { $0.hasPrefix(recipe.section + "\n") })
    #expect(recipe.files.count <= recipe.limit, "\(recipe.files.sorted())")
    for file in recipe.files {
      let parts = file.split(separator: "/").map(String.init)
      let folders = (2..<parts.count).map { parts[..<$0].joined(separator: "/") + "/`" }
      let isNamed =
        section.contains("`\(parts[parts.count - 1])`") || folders.contains(where: section.contains)
      #expect(isNamed, "\(recipe.section) does not name \(file)")
    }
  }

  @Test("A recipe's edits find their places", arguments: Recipe.all)
  fileprivate func places(_ recipe: Recipe) throws {
    for edit in recipe.edits {
      let path = ModuleTests.root.appending(path: edit.file)
      guard let anchor = edit.after else {
        #expect(!FileManager.default.fileExists(atPath: path.path), "\(edit.file) is there")
        continue
      }
      let text = try String(contentsOf: path, encoding: .utf8)
      #expect(text.components(separatedBy: anchor + "\n").count == 2, "\(edit.file): \(anchor)")
    }
  }
}
