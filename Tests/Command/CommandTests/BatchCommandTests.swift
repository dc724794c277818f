import Foundation
import TestSupport
import Testing

@Suite("rostrum render with many scenes and rows")
struct BatchCommandTests {
  private static let scene = """
    size: [8, 8]
    fps: 2
    duration: 1
    background: ${ink}
    parameters: {ink: {type: color, default: red}, title: {default: none}}
    layers: [{name: "${title}"}]

    """

  private func command() throws -> Command {
    try Command(["a.yaml": Self.scene, "rows.csv": "title,ink,note\nOne,rde,x\nTwo,lime,y\n"])
  }

  @Test("Batches.md lists every event and field of the JSON that is written, and no other")
  func documented() async throws {
    let page = try String(
      contentsOf: repository.appending(
        path: "Sources/Command/RostrumKit/RostrumKit.docc/Batches.md"),
      encoding: .utf8)
    var fields: [String: Set<String>] = [:]
    for match in page.matches(
      of: #/(?m)^\| `(begin|start|kept|frame|done|warning|error|end|watch)` \|[^|]*\|(.*)\|$/#)
    {
      let names = match.output.2.matches(of: #/`(\w+)`/#).map { String($0.output.1) }
      fields[String(match.output.1)] = Set(names)
    }
    #expect(fields.count == 9)
    let command = try command()
    let result = try await command(
      "render", "a.yaml", "--data", "rows.csv", "-o", "out", "--progress", "json")
    for line in result.errorLines {
      let event = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary)
      let name = try #require(event["event"] as? String)
      let keys = Set(event.allKeys.compactMap { $0 as? String }).subtracting(["event"])
      #expect(keys.isSubset(of: fields[name] ?? []), "\(name): \(keys)")
    }
  }

  @Test("A render with --watch draws a changed scene again, and ends with 130")
  func watch() async throws {
    let command = try command()
    let run = try command.start("render", "a.yaml", "-o", "out.png", "--at", "0", "--watch")
    let path = command.folder.path("out.png")
    for _ in 0..<1500 where !FileManager.default.fileExists(atPath: path) {
      try await Task.sleep(for: .milliseconds(20))
    }
    let before = command.folder.data("out.png")
    try command.folder.write(
      Self.scene.replacing("default: red", with: "default: lime"), to: "a.yaml")
    for _ in 0..<1500 where command.folder.data("out.png") == before {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(command.folder.data("out.png") != before)
    run.send(SIGINT)
    let result = try await run.result()
    #expect(result.status == 130)
  }
}
