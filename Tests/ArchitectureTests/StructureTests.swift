import Foundation
import Testing

/// The house's order inside the modules: folders point one way, and comments are plain.
@Suite("Structure")
struct StructureTests {
  @Test("Folders of a module use each other one way, also by types inside of types")
  func circles() throws {
    let uses = try FolderUses(sources: ModuleTests.root.appending(path: "Sources"))
    #expect(uses.circles.isEmpty, "\(uses.circles)")
  }

  @Test("Files that Architecture.md names exist")
  func namedFiles() throws {
    let folders = ["Sources", "Tests"].flatMap {
      ModuleTests.swiftFiles(in: ModuleTests.root.appending(path: $0))
    }
    let files = Set(folders.map(\.lastPathComponent) + ["Package.swift"])
    let page = try DocumentationTests.article("Architecture")
    let named = page.matches(of: /`([A-Za-z+]+\.swift)`/).map { String($0.1) }
    #expect(named.count > 20)
    #expect(named.filter { !files.contains($0) } == [])
  }

  @Test("The top level holds the user's folders and files alone")
  func topLevel() throws {
    let found = try FileManager.default.contentsOfDirectory(atPath: ModuleTests.root.path)
    let names = Set(found.filter { !$0.hasPrefix(".") }).subtracting(["Package.resolved"])
    let expected: Set = [
      "CHANGELOG.md", "LICENSE", "Makefile", "Output", "Package.swift", "README.md", "Scenes",
      "Sources", "Tests",
    ]
    #expect(names == expected, "\(names.symmetricDifference(expected).sorted())")
  }

  @Test("A doc comment is a noun phrase, or says what a function does")
  func docComments() throws {
    for file in ModuleTests.swiftFiles(in: ModuleTests.root.appending(path: "Sources")) {
      let text = try String(contentsOf: file, encoding: .utf8)
      var wasComment = false
      for (number, line) in DocumentationTests.lines(text).enumerated() {
        let isComment = line.prefixMatch(of: /\s*\/\/\//) != nil
        if isComment, !wasComment {
          let riddle = line.prefixMatch(of: /\s*\/\/\/\s(What|Of|Those|That|Which|Whose)\s/)
          #expect(riddle == nil, "\(file.lastPathComponent):\(number + 1):\(line)")
        }
        wasComment = isComment
      }
    }
  }

  @Test("Lines have at most 100 columns, comments too")
  func columns() throws {
    for folder in ["Sources", "Tests"] {
      for file in ModuleTests.swiftFiles(in: ModuleTests.root.appending(path: folder)) {
        let text = try String(contentsOf: file, encoding: .utf8)
        for (number, line) in DocumentationTests.lines(text).enumerated()
        where line.count > 100 && line.contains("//") && !line.contains("://") {
          Issue.record("\(file.lastPathComponent):\(number + 1) has \(line.count) columns")
        }
      }
    }
  }

  @Test(
    "Architecture.md lists every module",
    arguments: ["Sources/Command/RostrumKit/RostrumKit.docc/Architecture.md"])
  func modules(_ page: String) throws {
    let text = try DocumentationTests.text(page)
    for module in ModuleTests.folders.keys.sorted() where !module.hasPrefix(".") {
      let isListed =
        text.contains("`\(module)`") || text.contains("[Sources/\(module)]")
        || text.contains("`Sources/\(module)`")
      #expect(isListed, "\(page) does not list \(module)")
    }
  }
}
