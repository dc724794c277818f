import Foundation
import Testing

/// The public declarations of a module, read from its sources as text.
struct PublicDeclarations {
  /// Each with the types around it, sorted: `Scene.init(clock: SceneClock, root: Layer)`.
  let list: [String]

  init(module: String) throws {
    var found: Set<String> = []
    let folder = ModuleTests.root.appending(path: "Sources/\(module)")
    for file in ModuleTests.swiftFiles(in: folder) {
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      found.formUnion(Self.declarations(in: lines))
    }
    list = found.sorted()
  }

  private struct Scope {
    let indent: Int
    let name: String
    /// Whether its cases or requirements are as public as itself.
    let handsOn: Bool
  }

  /// The formatter indents nested declarations by two spaces, so the scope follows from there.
  private static func declarations(in lines: [String]) -> [String] {
    let type = #/\b(?<kind>struct|class|enum|actor|extension|protocol) (?<name>\w[\w.]*)/#
    var scopes: [Scope] = []
    var result: [String] = []
    for (number, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
      let indent = line.prefix { $0 == " " }.count
      let text = line.dropFirst(indent)
      guard !text.hasPrefix("//"), !text.hasPrefix("#") else { continue }
      scopes.removeAll { $0.indent >= indent }
      let isPublic = text.contains(#/^(@\w+(\([^)]*\))? )*(public|open) [a-z@]/#)
      let isHandedOn = scopes.last.map { $0.handsOn && $0.indent + 2 == indent } ?? false
      let isMember = isHandedOn && text.contains(#/^(case|func|var|init|static|associatedtype) /#)
      let names = (scopes.map(\.name) + [""]).joined(separator: ".")
      if isPublic && !text.contains(" import ") || isMember {
        result.append(names + signature(lines[number...]))
      }
      guard let match = text.firstMatch(of: type) else { continue }
      let handsOn = isPublic && ["enum", "protocol"].contains(String(match.output.kind))
      scopes.append(Scope(indent: indent, name: String(match.output.name), handsOn: handsOn))
    }
    return result
  }

  /// A declaration without its body, its value, and the words before it that change no use.
  private static func signature(_ lines: ArraySlice<String>) -> String {
    var text = ""
    for line in lines.prefix(40) {
      text += (text.isEmpty ? "" : " ") + line.trimmingCharacters(in: .whitespaces)
      let depth = text.reduce(0) { $0 + ("([".contains($1) ? 1 : ")]".contains($1) ? -1 : 0) }
      if depth <= 0, !text.hasSuffix("->"), !text.hasSuffix(",") { break }
    }
    let end = text.firstRange(of: #/ \{| = /#)?.lowerBound ?? text.endIndex
    return String(text[..<end]).replacing(
      #/\b(public|final|package\(set\)|private\(set\)) /#, with: ""
    )
    .replacing("( ", with: "(").replacing(" )", with: ")")
  }
}

/// The public declarations of each module: the API of the pages, and the types that it needs.
@Suite("Public declarations")
struct PublicDeclarationTests {
  static let modules = [
    "Base", "Canvas", "Figures", "FilePaths", "Geometry", "ImageDiff", "LayerTree", "Media",
    "Rendering", "RostrumKit", "RostrumQuartz", "RostrumTesting", "RostrumUIKit", "SceneFile",
    "Source", "Timing",
  ]

  /// A list is replaced where ROSTRUM_UPDATE is set, as baselines are.
  @Test("A module's public declarations are those of its list", arguments: modules)
  func list(_ module: String) throws {
    let found = try PublicDeclarations(module: module).list
    #expect(found.count > 10)
    let path = ModuleTests.root.appending(path: "Tests/Baselines/API/\(module).txt")
    if ProcessInfo.processInfo.environment["ROSTRUM_UPDATE"] != nil {
      try (found.joined(separator: "\n") + "\n").write(to: path, atomically: true, encoding: .utf8)
    }
    let listed = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
      .map(String.init)
    let difference = Set(found).symmetricDifference(listed).sorted().prefix(10)
    #expect(found == listed, "set ROSTRUM_UPDATE=changed where this is meant: \(difference)")
  }

  @Test(
    "Modules that only Rostrum's own programs use declare nothing public",
    arguments: ["Import", "Physics", "Preview"])
  func ownModules(_ module: String) throws {
    let found = try PublicDeclarations(module: module).list
    #expect(found.isEmpty, "\(found.prefix(5))")
  }
}
