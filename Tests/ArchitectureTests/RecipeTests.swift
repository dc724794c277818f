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

/// A wing, with the files and the lines that go with it.
private struct Wing: Decodable, CustomTestStringConvertible {
  struct Edit: Decodable {
    let file: String
    let line: String
  }

  let section: String
  let files: [String]
  let edits: [Edit]

  var testDescription: String { section }

  static let all: [Wing] = {
    let path = ModuleTests.root.appending(path: "Tests/Recipes/wings.json")
    return (try? JSONDecoder().decode([Wing].self, from: Data(contentsOf: path))) ?? []
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
        "A property", "A layer class", "A kind of value", "A timing function",
        "A pass over layers", "An output format", "An output format without ffmpeg",
        "An importer", "A check", "A command",
      ])
  }

  @Test("Each wing has a probe")
  func wings() {
    let names = Wing.all.map(\.section)
    #expect(names == ["Lottie", "SVG", "CAML", "Preview", "Apple", "Python"])
  }

  @Test("A recipe's page names each file that it touches", arguments: Recipe.all)
  fileprivate func page(_ recipe: Recipe) throws {
    let page = try DocumentationTests.article("Architecture")
    let section = try #require(
      page.components(separatedBy: "\n### ").first { $0.hasPrefix(recipe.section + "\n") })
    #expect(recipe.files.count <= recipe.limit, "\(recipe.files.sorted())")
    for file in recipe.files {
      let parts = file.split(separator: "/").map(String.init)
      let folders = (2..<max(parts.count, 2)).map { parts[..<$0].joined(separator: "/") + "/`" }
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

  @Test("A wing's files and lines are where they are to be deleted", arguments: Wing.all)
  fileprivate func deletion(_ wing: Wing) throws {
    for file in wing.files {
      let path = ModuleTests.root.appending(path: file).path
      #expect(FileManager.default.fileExists(atPath: path), "\(file) is not there")
    }
    for edit in wing.edits {
      let text = try String(
        contentsOf: ModuleTests.root.appending(path: edit.file), encoding: .utf8)
      #expect("\n\(text)".components(separatedBy: "\n\(edit.line)\n").count == 2, "\(edit)")
    }
  }

  @Test("Package.swift names a wing's modules between its marks alone", arguments: Wing.all)
  fileprivate func manifest(_ wing: Wing) throws {
    let text = try String(
      contentsOf: ModuleTests.root.appending(path: "Package.swift"), encoding: .utf8)
    let parts = text.components(separatedBy: "// MARK: ")
    let modules = wing.files.compactMap { $0.split(separator: "/").last }
    for part in parts where !part.hasPrefix("\(wing.section)\n") {
      for module in modules { #expect(!part.contains("\"\(module)\""), "\(module)") }
    }
    #expect(parts.count { $0.hasPrefix("\(wing.section)\n") } == (wing.section == "Python" ? 0 : 1))
  }
}
