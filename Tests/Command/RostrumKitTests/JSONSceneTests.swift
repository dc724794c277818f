import Foundation
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumSource
import TestSupport
import Testing

@testable import RostrumSceneFile

@Suite("Scenes as YAML and as JSON")
struct JSONSceneTests {
  /// ROSTRUM_GENERATED_SCENES sets a higher number.
  private static let count =
    ProcessInfo.processInfo.environment["ROSTRUM_GENERATED_SCENES"].flatMap(UInt64.init) ?? 160

  /// A document as JSON: words that YAML reads as numbers, truths or nothing stay such.
  private static func json(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let scalar):
      guard scalar.isPlain, let plain = plain(scalar.text) else { return quoted(scalar.text) }
      return plain
    case .sequence(let items): return "[" + items.map(json).joined(separator: ", ") + "]"
    case .mapping(let entries):
      return "{" + entries.map { "\(quoted($0.name)): \(json($0.value))" }.joined(separator: ", ")
        + "}"
    }
  }

  private static func plain(_ text: String) -> String? {
    if ["true", "false", "null"].contains(text) { return text }
    return text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/).map { _ in text }
  }

  private static func quoted(_ text: String) -> String {
    let bytes = try? JSONEncoder().encode([text])
    return String(decoding: (bytes ?? Data()).dropFirst().dropLast(), as: UTF8.self)
  }

  private static func json(_ text: String) throws -> String {
    let composer = YAMLComposer(
      source: SourceText(text, path: "a.yaml"), collector: DiagnosticCollector(),
      maximumNodes: 1_000_000)
    return json(try #require(composer.composeYAML()))
  }

  /// Both are read to scenes that are written the same.
  private func expectSame(_ text: String, _ path: String) throws {
    let yaml = SceneOpener().check(text: text, path: path)
    let json = SceneOpener().check(text: try Self.json(text), path: path)
    let scene = try #require(yaml.scene, "\(path)")
    let other = try #require(json.scene, "\(path): \(json.diagnostics.first?.message ?? "")")
    #expect(try SceneWriter().text(other) == SceneWriter().text(scene), "\(path)")
  }

  @Test(
    "Generated scenes say the same in both",
    arguments: SeedShare.shares(of: Array(0..<Int(count))))
  func generated(_ share: SeedShare) async throws {
    try await share.forEach { seed in
      let scene = GeneratedScene.scene(seed: UInt64(seed) + 50_000, hasEvents: true)
      try expectSame(SceneWriter().text(BakedScene(scene).scene), "/tmp/\(seed).yaml")
    }
  }

  @Test("The scenes of the repository that name no files say the same in both")
  func own() throws {
    var count = 0
    for name in BakeTests.scenes {
      let file = FileManager.root.appending(path: "Scenes/\(name)")
      let text = try String(contentsOf: file, encoding: .utf8)
      let result = SceneOpener().check(text: text, path: file.path)
      guard let scene = result.scene, (try? SceneWriter().text(scene)) != nil else { continue }
      count += 1
      try expectSame(text, file.path)
    }
    #expect(count > 20)
  }
}
