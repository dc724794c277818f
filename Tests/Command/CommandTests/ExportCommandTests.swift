import Foundation
import TestSupport
import Testing

@Suite("rostrum export")
struct ExportCommandTests {
  private static let scene = """
    size: [120, 90]
    background: "#eef"
    duration: 1
    layers:
      - {name: box, bounds: [30, 20], position: [40, 30], backgroundColor: "#f008", cornerRadius: 4,
         transform: {rotation: 20deg}, speed: 0.5, animations: [{type: basic, keyPath: position.x, toValue: 90, duration: 2}]}
      - {class: shape, path: M60 50L90 50L75 80Z, fillColor: none, strokeColor: teal, lineWidth: 3,
         lineDashPattern: [5, 2], animations: [{type: basic, keyPath: strokeEnd, fromValue: 0, duration: 1}]}
      - {class: gradient, bounds: [20, 20], position: [100, 20], colors: [red, blue], locations: [0, 0.7],
         animations: [{type: keyframe, keyPath: colors, values: [[red, blue], [lime, red]], duration: 1}]}
      - {class: replicator, position: [10, 80], instanceCount: 3, instanceTransform: {translation: [9, 0]},
         sublayers: [{bounds: [5, 5], backgroundColor: black, compositingFilter: multiplyBlendMode}]}
      - {class: emitter, emitterPosition: [30, 60], emitterCells: [{birthRate: 20, lifetime: 1,
         velocity: 30, emissionRange: 360deg, color: navy, contents: dot.png}]}
      - {class: text, bounds: [60, 16], position: [90, 60], string: "a\\nb", font: {family: Liberation Sans, weight: 700},
         fontSize: 9, foregroundColor: black, filters: [{type: gaussianBlur, inputRadius: 1}]}
      - {bounds: [20, 20], position: [20, 60], backgroundColor: green,
         mask: {class: shape, path: M0 0L20 0L20 20Z},
         animations: [{type: spring, keyPath: opacity, fromValue: 0.2, stiffness: 90}]}
    """

  @Test("An archive reads back to the same pixels")
  func sameness() async throws {
    let command = try Command()
    try command.folder.write(Self.scene, to: "a.yaml")
    let dot = "size: [4, 4]\nlayers: [{bounds: [4, 4], position: [2, 2], backgroundColor: white}]"
    try command.folder.write(dot, to: "dot.yaml")
    _ = try await command("render", "dot.yaml", "--at", "0", "-o", "dot.png", "-q")
    let exported = try await command("export", "a.yaml", "-o", "a.ca")
    #expect(exported.status == 0, "\(exported.errors)")
    for time in ["0", "0.25", "0.8"] {
      for (file, picture) in [("a.yaml", "a.png"), ("a.ca", "b.png")] {
        let result = try await command("render", file, "--at", time, "-o", picture, "-q")
        #expect(result.status == 0, "\(result.errors)")
      }
      let compared = try await command("diff", "a.png", "b.png")
      #expect(compared.status == 0, "\(time): \(compared.output)")
    }
  }

  @Test(
    "What an archive has no words for is an error that names it, and nothing is left",
    arguments: [
      (
        "layers: [{name: a, bounds: [1, 1]}]\nevents: [{at: 0.5, set: {a: {opacity: 0}}}]", "events"
      ),
      ("layers: [{name: a, class: tiled, bounds: [1, 1]}]", "class tiled"),
      (
        "layers: [{bounds: [1, 1], animations: [{type: basic, keyPath: opacity, toValue: 0, timingFunction: {steps: 3}}]}]",
        "timing function"
      ),
    ])
  func unwritable(_ text: String, _ name: String) async throws {
    let command = try Command()
    try command.folder.write("size: [9, 9]\nduration: 1\n\(text)", to: "a.yaml")
    let result = try await command("export", "a.yaml", "-o", "a.ca")
    #expect(result.status == 65 && result.errors.contains(name), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: command.folder.path + "/a.ca"))
  }

  @Test("A bundle ends in .ca, and none is replaced")
  func places() async throws {
    let command = try Command()
    try command.folder.write("size: [9, 9]\nlayers: [{bounds: [1, 1]}]", to: "a.yaml")
    #expect(try await command("export", "a.yaml", "-o", "a.zip").status == 64)
    #expect(try await command("export", "a.yaml", "-o", "a.ca").status == 0)
    #expect(try await command("export", "a.yaml", "-o", "a.ca").status == 64)
  }
}
