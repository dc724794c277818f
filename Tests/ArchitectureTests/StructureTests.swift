import Foundation
import Testing

/// The uses of folders of a module by each other, read from the sources as text. A folder uses
/// another when a file in it names a type that only the other defines.
struct FolderUses {
  /// Two folders of a module that use each other, in alphabetical order: `Module: A, B`.
  let circles: Set<String>
  private struct Place: Hashable {
    let module: String
    let folder: String
  }

  init(sources: URL) throws {
    let files = try ModuleTests.swiftFiles(in: sources).map { file in
      let module = try #require(
        ModuleTests.folders.first { file.path.hasPrefix($0.value.path + "/") })
      let parts =
        [module.key]
        + file.path.dropFirst(module.value.path.count + 1).split(separator: "/").map(String.init)
      let folder = parts.count > 2 ? parts[1] : "(top)"
      return (
        place: Place(module: parts[0], folder: folder),
        text: Self.code(in: try String(contentsOf: file, encoding: .utf8))
      )
    }
    var definitions: [String: Set<Place>] = [:]
    for file in files {
      for name in Self.definedTypes(in: file.text) {
        definitions[name, default: []].insert(file.place)
      }
    }
    var uses: [String: Set<[String]>] = [:]
    for file in files {
      for match in file.text.matches(of: /\b[A-Z]\w+\b/) {
        guard let homes = definitions[String(match.output)], homes.count == 1,
          let home = homes.first, home.module == file.place.module, home != file.place
        else { continue }
        uses[home.module, default: []].insert([file.place.folder, home.folder])
      }
    }
    circles = Set(
      uses.flatMap { module, pairs in
        pairs.filter { pairs.contains([$0[1], $0[0]]) && $0[0] < $0[1] }
          .map { "\(module): \($0[0]), \($0[1])" }
      })
  }

  /// The text without comments and string literals.
  private static func code(in text: String) -> String {
    text.replacing(/(?s)\/\*.*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"/, with: "")
  }

  private static func definedTypes(in text: String) -> Set<String> {
    let pattern =
      /(?m)^(?<words>[ \t]*(?:(?:public|package|internal|fileprivate|private|final|indirect|@\w+)\s+)*)(?:struct|class|enum|protocol|actor|typealias)\s+(?<name>[A-Z]\w*)/
    return Set(
      text.matches(of: pattern)
        .filter { !$0.output.words.contains("private") }.map { String($0.output.name) })
  }
}

/// The house's order inside the modules: folders point one way, and comments are plain.
@Suite("Structure")
struct StructureTests {
  /// Pairs of folders that use each other, for reasons in Architecture.md.
  static let explained: Set<String> = [
    "Canvas: PNG, Pictures"
  ]

  @Test("Folders of a module use each other only where Architecture.md says why")
  func circles() throws {
    let uses = try FolderUses(sources: ModuleTests.root.appending(path: "Sources"))
    #expect(uses.circles.subtracting(Self.explained).sorted() == [])
    #expect(Self.explained.subtracting(uses.circles).sorted() == [], "these are circles no more")
    let page = try DocumentationTests.article("Architecture")
    for circle in Self.explained {
      let row = "`\(circle.replacing(": ", with: "/").replacing(", ", with: "` and `"))`"
      #expect(page.contains(row), "Architecture.md does not explain \(row)")
    }
    #expect(Self.explained.count <= 5)
  }

  @Test("Files that Architecture.md names exist")
  func namedFiles() throws {
    let folders = ["Sources", "Tests"].flatMap {
      ModuleTests.swiftFiles(in: ModuleTests.root.appending(path: $0))
    }
    let files = Set(folders.map(\.lastPathComponent))
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
