import Foundation
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumSceneFile
import TestSupport
import Testing

@Suite("Sampling a scene")
struct SceneSamplerTests {
  private static let text = """
    size: [10, 10]
    duration: 1
    layers:
      - name: ball, "big"
        position: [1, 2]
        transform: {rotation.z: 90deg}
        animations:
          - {type: basic, keyPath: position.x, toValue: 5, duration: 1}
          - {type: basic, keyPath: position.x, byValue: 1, duration: 1}
          - type: group
            duration: 1
            animations:
              - {type: basic, keyPath: opacity, toValue: 0}
      - name: still
        position: [7, 8]
        sublayers:
          - name: line
            class: shape
            path: M 0 0 L 1 1
            animations:
              - {type: basic, keyPath: strokeEnd, fromValue: 0, toValue: 1, duration: 1}
    """

  private func names(_ choice: SceneSampler.Choice) throws -> [String] {
    let folder = try TemporaryFolder()
    let scene = try SceneOpener().open(folder.write(Self.text, to: "a.yaml")).scene
    return try SceneSampler(scene).series(choice, at: [0, 0.5])
      .map { "\($0.layer)/\($0.keyPath.name)" }
  }

  private static let ball = "ball, \"big\""

  @Test(
    "Sampling a scene chooses what is animated, or what was asked for",
    arguments: [
      ([], [], ["\(ball)/position.x", "\(ball)/opacity", "line/strokeEnd"]),
      ([ball], [], ["\(ball)/position.x", "\(ball)/opacity"]),
      (["still"], [], []),
      (["still", ball], ["position"], ["\(ball)/position", "still/position"]),
      ([], ["position"], ["\(ball)/position"]),
      ([], ["position.y", "strokeEnd"], ["\(ball)/position.y", "line/strokeEnd"]),
      ([], ["zPosition"], ["\(ball)/zPosition", "still/zPosition", "line/zPosition"]),
      ([ball], ["transform.rotation.z"], ["\(ball)/transform.rotation.z"]),
    ])
  func choice(_ layers: [String], _ keyPaths: [String], _ expected: [String]) throws {
    #expect(try names(.init(layers: layers, keyPaths: keyPaths)) == expected)
  }

  private static let inner = """
    size: [10, 10]
    duration: 1
    layers:
      - name: card
        filters: [{type: gaussianBlur, name: soft, inputRadius: 2}]
        animations: [{type: basic, keyPath: filters.soft.inputRadius, toValue: 6, duration: 1}]
      - name: sparks
        class: emitter
        emitterCells:
          - name: rocket
            birthRate: 1
            lifetime: 1
            emitterCells: [{name: trail, lifetime: 1, birthRate: 8}]
    """

  @Test(
    "Sampling a scene reaches and explains what is in filters and emitter cells, animated or not",
    arguments: [
      ("card", "filters.soft.inputRadius", 4.0), ("sparks", "emitterCells.rocket.birthRate", 1),
      ("sparks", "emitterCells.rocket.trail.birthRate", 8),
    ])
  func inside(_ layer: String, _ keyPath: String, _ value: Double) throws {
    let scene = try #require(SceneOpener().check(text: Self.inner, path: "a.yaml").scene)
    let choice = SceneSampler.Choice(layers: [layer], keyPaths: [keyPath])
    #expect(try SceneSampler(scene).series(choice, at: [0.5]).first?.values == [.number(value)])
    let explanation = try SceneSampler(scene).explanation(layer: layer, keyPath: keyPath, at: 0.5)
    #expect(explanation.presentationValue == .number(value))
    let error = #expect(throws: SceneSampler.UnknownName.self) {
      try SceneSampler(scene).explanation(layer: layer, keyPath: keyPath + "x", at: 0.5)
    }
    #expect(error?.description.contains("did you mean '\(keyPath)'?") == true)
  }

  @Test(
    "Names that the scene does not have are errors with a suggestion",
    arguments: [
      (["stil"], [], "the scene has no layer 'stil'; did you mean 'still'?"),
      (["qqqqqqqq"], [], "the scene has no layer 'qqqqqqqq'"),
      ([], ["positoin"], "the scene has no key path 'positoin'; did you mean 'position'?"),
      (["still"], ["strokeEnd"], "the scene has no key path 'strokeEnd'"),
    ])
  func unknown(_ layers: [String], _ keyPaths: [String], _ message: String) throws {
    let error = #expect(throws: SceneSampler.UnknownName.self) {
      try names(.init(layers: layers, keyPaths: keyPaths))
    }
    #expect(try #require(error).description == message)
  }

  @Test(
    "Sampling a scene gives a value for every time, of layers at any depth, and in any order of times"
  )
  func values() throws {
    let folder = try TemporaryFolder()
    let scene = try SceneOpener().open(folder.write(Self.text, to: "a.yaml")).scene
    let times = [0.75, 0, 0.25, -1, 99]
    let line = try #require(
      SceneSampler(scene).series(.init(layers: ["line"]), at: times).first)
    #expect(line.times == times)
    #expect(line.values == [0.75, 0, 0.25, 1, 1].map(Value.number))
  }

  @Test("Sampling a scene needs no picture, and stops when its task is cancelled")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let scene = try SceneOpener().open(folder.write(Self.text, to: "a.yaml")).scene
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try SceneSampler(scene).series(.init(), at: Array(repeating: 0, count: 1000)).count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
