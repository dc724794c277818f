import Foundation
import TestSupport
import Testing

/// The page's modules: a part of the page is drawn by one of them.
@Suite("Modules of a preview's page")
struct PageModuleTests {
  private static let folder = repository.appending(path: "Sources/Preview/Preview/Page")

  private static func text(_ name: String) -> String {
    (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
  }

  /// The texts of the modules by their names.
  private static let modules: [String: String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.filter { $0.hasSuffix(".js") }.map { ($0, text($0)) })
  }()

  /// The ids of the page's elements.
  private static let ids = text("index.html")
    .matches(of: #/ id="([\w-]+)"/#).map { String($0.output.1) }

  @Test("Only the page's first module and the one with the film search the whole document")
  func searches() {
    let searching = Self.modules.filter { $0.value.contains(/document\.(?:getElement|querySel)/) }
    #expect(searching.keys.sorted() == ["preview.js", "recording.js"])
  }

  @Test("The page's first module hands elements to their modules, and changes none itself")
  func handing() throws {
    let text = try #require(Self.modules["preview.js"])
    let uses = text.matches(of: /find\("[\w-]+"\)\.(\w+)/).map { String($0.output.1) }
    #expect(uses == ["showModal"])
  }

  @Test("An element of the page with an id is searched by one module at most")
  func owners() {
    #expect(Self.modules.count > 30 && Self.ids.count > 50)
    for id in Self.ids {
      let owners = Self.modules.filter { name, text in
        name != "preview.js"
          && (text.contains("\"#\(id)\"") || text.contains("find(\"\(id)\")")
            || text.contains("(\"\(id)\", \""))
      }
      #expect(owners.count <= 1, "\(id): \(owners.keys.sorted())")
    }
  }

  @Test("A module of the page is imported once at most by another, and all are of the page")
  func imports() throws {
    var reached: Set<String> = []
    func follow(_ name: String) throws {
      guard reached.insert(name).inserted else { return }
      let text = try #require(Self.modules[name], "\(name)")
      let names = text.matches(of: /import \{.*\} from "\.\/([\w.]+)";/).map(\.output.1)
      #expect(Set(names).count == names.count, "\(name)")
      for name in names { try follow(String(name)) }
    }
    try follow("preview.js")
    #expect(reached.union(["recording.js"]) == Set(Self.modules.keys))
  }

  @Test("The page's scripts are no longer than they were with less")
  func length() {
    let lines = Self.modules.values.reduce(0) { $0 + $1.count { $0 == "\n" } }
    #expect(lines < 5000)
  }
}
