import Foundation
import TestSupport
import Testing

@Suite("rostrum bake")
struct BakeCommandTests {
  private static let scene = """
    size: [40, 20]
    fps: 10
    duration: 1
    layers:
      - name: ball
        bounds: [10, 10]
        backgroundColor: red
        animations: [{type: basic, keyPath: position.x, toValue: 40, duration: 1}]
      - name: card
        bounds: [20, 20]
        backgroundColor: green
    events:
      - at: 0.25
        set: {card: {backgroundColor: blue}}
        add: {card: {type: transition}}
    """

  @Test("names on one line each what stays as it is, and ends well")
  func kept() async throws {
    let command = try Command()
    try command.folder.write(Self.scene, to: "a.yaml")
    let result = try await command("bake", "a.yaml", "-o", "b.yaml", "--diagnostics", "short")
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(
      result.errors
        == "a.yaml:9:5: note: layer 'card' stays as it is, with all that lies in it: it is in a transition at 0.3 s\n"
    )
    let people = try await command("bake", "a.yaml", "-o", "b.yaml")
    #expect(people.errorLines.count == 3 && people.errorLines[1].hasSuffix("- name: card"))
    let render = try await command("render", "b.yaml", "-o", "b.png", "--at", "0.4", "-q")
    #expect(render.status == 0 && render.errors.isEmpty)
  }

  @Test("writes its notes as JSON too, and says nothing where nothing stays")
  func json() async throws {
    let command = try Command()
    try command.folder.write(Self.scene, to: "a.yaml")
    try command.folder.write(Scenes.moving, to: "moving.yaml")
    let result = try await command("bake", "a.yaml", "-o", "b.yaml", "--diagnostics", "json")
    let notes = try #require(
      JSONSerialization.jsonObject(with: Data(result.errors.utf8)) as? [NSDictionary])
    #expect(notes.map { $0["id"] as? String } == ["kept-layer"])
    #expect(notes.map { $0["severity"] as? String } == ["note"])
    let silent = try await command("bake", "moving.yaml", "-o", "b.yaml", "--diagnostics", "json")
    #expect(silent.status == 0 && silent.errors.isEmpty && silent.output.isEmpty)
  }
}
