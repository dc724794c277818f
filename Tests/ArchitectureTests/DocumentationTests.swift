import Foundation
import RostrumBase
import RostrumImporters
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumSource
import RostrumTiming
import Testing
@testable import RostrumSceneFile

/// Compares the documentation with the sources, so that neither drifts from the other.
@Suite("Documentation")
struct DocumentationTests {
  static func text(_ path: String) throws -> String {
    try String(contentsOf: ModuleTests.root.appending(path: path), encoding: .utf8)
  }

  static func article(_ name: String) throws -> String {
    try text("Sources/Command/RostrumKit/RostrumKit.docc/\(name).md")
  }

  static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  // MARK: Guarantees

  @Test(
    "Each guarantee of Security.md has a test that tries to make it false, and the test is there")
  func guarantees() throws {
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: ModuleTests.root.appending(path: "Tests").path
    ).map { $0.lastPathComponent.replacing(".swift", with: "") }
    let parts = try Self.article("Security").components(separatedBy: "\n## ")
    let chapter = try #require(parts.first { $0.hasPrefix("Guarantees") })
    let guarantees = chapter.split(separator: #/\n *- /#).dropFirst()
    #expect(guarantees.count > 20)
    for guarantee in guarantees where !guarantee.hasPrefix("**Nothing leads out of a project") {
      let tests = guarantee.components(separatedBy: " Tried by ").dropFirst().joined()
        .matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
      #expect(!tests.isEmpty && Set(tests).isSubset(of: names), "\(guarantee): \(tests)")
    }
  }

  // MARK: The scene language

  @Test("Animations.md mentions every timing function", arguments: TimingFunction.names)
  func timingFunction(_ name: String) throws {
    let isThere = try Self.article("Animations").contains("`\(name)`")
    #expect(isThere)
  }

  @Test("Animations.md mentions every component of a key path")
  func components() throws {
    let article = try Self.article("Animations")
    for component in LayerClass.all.flatMap(\.keyPaths).compactMap(\.component) {
      let isThere = article.contains("`\(component.name)`")
      #expect(isThere, "\(component.name)")
    }
  }

  @Test("SpringsAndEasings.md gives the slopes at the ends of Core Animation's functions")
  func slopes() throws {
    let rows = try Self.article("SpringsAndEasings").matches(
      of: /(?m)^\| `(\w+)` \| [0-9., ]*\| ([0-9.]+) \| ([0-9.]+) \|/)
    let names = Set(rows.map { String($0.output.1) })
    #expect(names == ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"])
    let step = 1e-6
    for row in rows {
      let function = try #require(TimingFunction(name: String(row.output.1)))
      let first = function.value(at: step) / step
      let last = (1 - function.value(at: 1 - step)) / step
      #expect(abs(first - (try #require(Double(row.output.2)))) < 0.005, "\(row.output.1)")
      #expect(abs(last - (try #require(Double(row.output.3)))) < 0.005, "\(row.output.1)")
    }
  }

  @Test("Each heading of Semantics.md that a comment or a test cites is there")
  func semantics() throws {
    let headings = Self.lines(try Self.article("Semantics")).filter { $0.hasPrefix("##") }
      .map { String($0.drop { $0 == "#" }.dropFirst()) }
    var count = 0
    for folder in ["Sources", "Tests"] {
      for file in ModuleTests.swiftFiles(in: ModuleTests.root.appending(path: folder)) {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: /Semantics, ([A-Z][A-Za-z' ]+)/) {
          let cited = String(match.output.1)
          count += 1
          #expect(headings.contains { cited.hasPrefix($0) }, "\(file.lastPathComponent): \(cited)")
        }
      }
    }
    #expect(count > 30)
  }

  @Test("Diagnostics.md lists every kind once, and no other")
  func diagnostics() throws {
    let listed = Self.lines(try Self.article("Diagnostics")).compactMap { line in
      line.prefixMatch(of: /\| `([a-z-]+)` \|/).map { String($0.output.1) }
    }
    let known = Self.diagnosticIDs.union(try Self.assetProblemIDs())
    #expect(known.subtracting(listed).isEmpty, "Diagnostics.md needs rows of these")
    #expect(
      Set(listed).subtracting(known).isEmpty, "Diagnostics.md has rows of kinds that are gone")
    #expect(Set(listed).count == listed.count, "Diagnostics.md has a row twice")
  }

  static var diagnosticIDs: Set<String> { Set(DiagnosticID.allCases.map(\.rawValue)) }

  /// The identifiers that the library adds for pictures and fonts.
  static func assetProblemIDs() throws -> Set<String> {
    let source = try ["Output/Output/Scenes/OpenedScene", "Output/Output/Scenes/TextProblems"].map {
      try text("Sources/\($0).swift")
    }.joined()
    let found = Set(source.matches(of: /id: "([a-z-]+)"/).map { String($0.output.1) })
    try #require(!found.isEmpty)
    return found
  }

  // MARK: Scenes

  static var scenes: [String] {
    let folder = ModuleTests.root.appending(path: "Scenes")
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? [])
      .filter { ["yaml", "yml", "json"].contains($0.pathExtension) }
      .filter { $0.deletingLastPathComponent().lastPathComponent != "Figures" }
      .map(\.path).sorted()
  }

  @Test("Every scene under Scenes is without a mistake", arguments: scenes)
  func scene(_ path: String) throws {
    let result = try SceneOpener(options: SceneOptions(importers: .all)).check(path)
    #expect(result.scene != nil)
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics.map(\.message))")
  }

  @Test("There are scenes")
  func scenesExist() { #expect(Self.scenes.count >= 3) }

  @Test("README.md can be read in two minutes")
  func shortReadme() throws {
    #expect(Self.lines(try Self.text("README.md")).dropLast().count <= 120)
  }

  /// A code block of the documentation, with the file and the line where it starts.
  struct Block: CustomStringConvertible {
    let place: String
    let text: String
    var description: String { place }
  }

  /// README.md and the catalogue's pages.
  static var pages: [String] {
    let folder = ModuleTests.root.appending(path: "Sources/Command/RostrumKit/RostrumKit.docc")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return ["README.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted()
      .map { "Sources/Command/RostrumKit/RostrumKit.docc/" + $0 }
  }

  /// YAML blocks that are scenes, without figures, themes, project files and CI workflows.
  static var sceneBlocks: [Block] {
    let others = ["PlotsAndFigures.md", "Projects.md"]
    return yamlBlocks.filter { block in
      !others.contains { block.place.contains($0) }
        && !["runs-on:", "\nscenes:\n"].contains { block.text.contains($0) }
    }
  }

  static var yamlBlocks: [Block] {
    pages.flatMap { file -> [Block] in
      let text = (try? Self.text(file)) ?? ""
      return text.matches(of: /(?ms)^```yaml\n(.*?)^```$/).map { match in
        let line = text[..<match.range.lowerBound].count { $0 == "\n" } + 1
        return Block(place: "\(file):\(line)", text: String(match.output.1))
      }
    }
  }

  @Test("Every scene that the documentation shows is without a mistake", arguments: sceneBlocks)
  func shownScene(_ block: Block) throws {
    let path = ModuleTests.root.appending(path: "Scenes/Book/shown.yaml").path
    let scenes = ModuleTests.root.appending(path: "Scenes").path
    let result = SceneOpener(options: SceneOptions(allowedPaths: [scenes]))
      .check(text: block.text, path: path)
    let problems = result.diagnostics
    #expect(problems.isEmpty, "\(block.place): \(problems.map(\.message))")
    #expect(result.scene != nil, "\(block.place)")
  }

  @Test("The documentation shows scenes")
  func blocksExist() { #expect(Self.sceneBlocks.count >= 10) }

  // MARK: Comments

  /// The modules that `make docs` documents, as the Makefile lists them.
  static var documentedModules: [String] {
    let makefile = (try? text("Makefile")) ?? ""
    let list = makefile.firstMatch(of: /(?m)^DOCUMENTED := (.*)$/)?.output.1 ?? ""
    return list.split(separator: " ").map(String.init)
  }

  /// DocC warns otherwise, and `make docs` takes no warning.
  @Test("A comment describes every parameter of a function or none", arguments: documentedModules)
  func parameters(_ module: String) throws {
    let folder = try #require(ModuleTests.folders[ModuleTests.shortName(ofModule: module)])
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let source = try String(contentsOf: file, encoding: .utf8)
      // A comment, attributes, and the text between a function's brackets; types with brackets of
      // their own end the list too early.
      let functions =
        #/
        (?m)((?:^\ *///.*\n)+)(?:^\ *@.*\n)*^.*\b(?:func\ \w+|init)[?]?(?:<.*>)?\(([^()]*)\)
        /#
      for match in source.matches(of: functions) {
        let comment = match.output.1
        let described = comment.matches(of: #/- (?:Parameter )?(\w+): /#).map { $0.output.1 }
        guard comment.contains("- Parameter") else { continue }
        let names = match.output.2.split(separator: ",").compactMap {
          $0.prefixMatch(of: /\s*(?:\w+ )?(\w+)\s*:/)?.output.1
        }
        for name in names {
          #expect(described.contains(name), "\(file.lastPathComponent): '\(name)' in \(names)")
        }
      }
    }
  }

  // MARK: README.md

  /// Pages are read in the repository as they are: `.ci/pages` makes DocC's links of these.
  @Test(
    "Every link to a page, a file or a picture leads there", arguments: pages + ["CHANGELOG.md"])
  func links(_ file: String) throws {
    let folder = ModuleTests.root.appending(path: file).deletingLastPathComponent()
    let prose = try Self.text(file).replacing(/(?ms)^```.*?^```$/, with: "")
      .replacing(/`[^`\n]*`/, with: "")
    #expect(!prose.contains("<doc:") && !prose.contains("](doc:"), "\(file) has a link of DocC's")
    for match in prose.matches(of: /\]\(([^)#\s]+)(?:#([\w-]+))?\)/) {
      let target = String(match.output.1)
      guard !target.contains("://") else { continue }
      let path = folder.appending(path: target)
      #expect(FileManager.default.fileExists(atPath: path.path), "\(file) links to \(target)")
      guard let anchor = match.output.2 else { continue }
      let headings = try String(contentsOf: path, encoding: .utf8).matches(of: /(?m)^#+ (.+)$/)
      let slugs = headings.map { Self.anchor($0.output.1) }
      #expect(slugs.contains(String(anchor)), "\(target) has no heading \(anchor)")
    }
  }

  /// The anchor that Markdown gives a heading.
  private static func anchor(_ heading: Substring) -> String {
    heading.lowercased().replacing(" ", with: "-").replacing(/[^\p{L}\p{N}_-]/, with: "")
  }

  @Test("Every scene, folder and file under Sources that a page names exists", arguments: pages)
  func paths(_ page: String) throws {
    for match in try Self.text(page).matches(of: /(Scenes|Sources|Tests)\/[\w.\/-]*\w/) {
      let path = ModuleTests.root.appending(path: String(match.output.0)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(page) names \(match.output.0)")
    }
  }

  @Test("Every make target that README.md names exists")
  func makeTargets() throws {
    let makefile = try Self.text("Makefile")
    let targets = Set(
      makefile.matches(of: /(?m)^([a-z-]+):/).map { String($0.output.1) })
    let named = try Self.text("README.md").matches(of: /(?m)(?:`|^)make ([a-z-]+)/)
      .map { String($0.output.1) }
    #expect(named.contains("demo") && named.contains("test"))
    for name in named { #expect(targets.contains(name), "README.md names make \(name)") }
  }

  @Test("The examples of SwiftPackage.md are those that are compiled")
  func libraryExamples() throws {
    let source = try Self.text("Tests/ArchitectureTests/LibraryExample.swift")
    let examples = source.matches(of: /(?ms)^func \w+\(\) async throws \{\n(.*?)^\}$/)
    #expect(examples.count == 2)
    let page = try Self.article("SwiftPackage")
    for example in examples {
      let body = example.output.1.replacing(#/(?m)^  /#, with: "")
      #expect(page.contains("\n\n\(body)```\n"))
    }
  }
}

/// The pages and their order.
@Suite("The documentation's pages")
struct PageTests {
  @Test("The first page lists every other one once")
  func links() throws {
    let folder = "Sources/Command/RostrumKit/RostrumKit.docc/"
    let names = DocumentationTests.pages.filter { $0.hasPrefix(folder) }
      .map { String($0.dropFirst(folder.count).dropLast(3)) }
    let topics = try DocumentationTests.article("RostrumKit").components(separatedBy: "## Topics")
    let listed = topics[1].matches(of: /(?m)^- \[[^\]]+\]\((\w+)\.md\)$/)
      .map { String($0.output.1) }
    #expect(listed.sorted() == names.filter { $0 != "RostrumKit" }.sorted())
  }
}

/// The page that shows every property in a picture.
@Suite("The gallery")
struct GalleryTests {
  /// The expected words of each section's scene, by the scene's path.
  static func shown() throws -> [String: [String]] {
    let sections = try DocumentationTests.article("Gallery").components(separatedBy: "\n### ")
    let pairs = try sections.dropFirst().map { section -> (String, [String]) in
      let scene = try #require(section.firstMatch(of: #/\n`Scenes/([A-Za-z]+)/([a-z-]+).yaml`\. /#))
      let name = "\(scene.output.1)/\(scene.output.2)"
      #expect(section.contains("](Resources/gallery-\(name.replacing("/", with: "-")).png)"))
      let list = section.components(separatedBy: "\nShows ").dropFirst().first ?? ""
      return (name, list.matches(of: /`(\w+)`/).map { String($0.output.1) })
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test("It has every scene that shows one idea")
  func scenes() throws {
    let folders = ["Layers", "Effects", "Transforms"]
    let files = DocumentationTests.scenes.compactMap { path -> String? in
      let parts = path.split(separator: "/").suffix(2).map(String.init)
      return folders.contains(parts[0]) && parts[1].hasSuffix(".yaml")
        ? parts[0] + "/" + parts[1].dropLast(5) : nil
    }
    #expect(try Self.shown().keys.sorted() == files.sorted())
  }

  @Test("Every property, class and filter is in a picture, and in that picture's scene")
  func words() throws {
    let shown = try Self.shown()
    for (scene, words) in shown {
      let text = try DocumentationTests.text("Scenes/\(scene).yaml")
      for word in words {
        let uses = ["\(word):", "\(word).", "keyPath: \(word)", "class: \(word)", "type: \(word)"]
        #expect(uses.contains { text.contains($0) }, "\(scene) does not show \(word)")
      }
    }
    let wanted =
      LayerClass.all.flatMap(\.properties).map(\.name) + FilterKind.all.map(\.name)
      + LayerClass.all.filter { $0 != .plain }.map(\.name)
    let missing = Set(wanted).subtracting(shown.values.joined())
    #expect(missing.isEmpty, "Gallery.md shows no \(missing.sorted())")
  }
}

/// The recipes and the page that shows them.
@Suite("The cookbook")
struct CookbookTests {
  @Test("The page has each scene of Scenes/Cookbook once, with its picture")
  func recipes() throws {
    let folder = ModuleTests.root.appending(path: "Scenes/Cookbook")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yaml") }
    #expect(files.count >= 15)
    let page = try DocumentationTests.article("Cookbook")
    for file in files {
      #expect(page.contains("\n`\(file)`. "), "Cookbook.md has no recipe \(file)")
      let picture = "](Resources/cookbook-\(file.dropLast(5)).png)"
      #expect(page.contains(picture), "Cookbook.md shows no \(file)")
    }
    let shown = page.matches(of: /\]\(Resources\/cookbook-([a-z-]+)\.png\)/)
      .map { String($0.output.1) + ".yaml" }
    #expect(Set(shown) == Set(files) && shown.count == files.count)
  }
}
