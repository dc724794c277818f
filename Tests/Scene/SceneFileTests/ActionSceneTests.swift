import RostrumGeometry
import RostrumLayerTree
import RostrumSceneFile
import Testing
import RostrumTiming

/// Section 7: the actions dictionary comes before the built-in action.
@Suite("A layer's actions")
struct ActionSceneTests {
  private func layer(_ actions: String, transaction: String = "{}") throws -> Layer {
    let text = """
      size: [100, 60]
      duration: 3
      layers:
        - {name: a, bounds: [20, 20], position: [20, 30], backgroundColor: red, actions: \(actions)}
      events:
        - {at: 0.5, transaction: \(transaction), set: {a: {position: [60, 30], opacity: 0, transform.rotation.z: 2, backgroundColor: blue}}}
      """
    let result = SceneLoader(assets: InMemoryAssets()).load(text: text, path: "a.yaml")
    #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
    return try #require(result.scene?.layers.first)
  }

  private func number(_ name: String, of layer: Layer, at time: Double) throws -> Double {
    let keyPath = try #require(layer.keyPath(called: name))
    return keyPath.value(in: layer.presentation(at: time).values).number
  }

  @Test("None sets at once; what the dictionary does not name animates as ever")
  func none() throws {
    let layer = try layer("{position: none, opacity: null}")
    #expect(try number("position.x", of: layer, at: 0.499) == 20)
    #expect(try number("position.x", of: layer, at: 0.5) == 60)
    #expect(try number("opacity", of: layer, at: 0.5) == 0)
    #expect(try number("transform.rotation.z", of: layer, at: 0.5) == 0)
    #expect(try number("transform.rotation.z", of: layer, at: 0.75) == 2)
  }

  @Test(
    "An animation without values goes from what was seen to the model",
    arguments: [
      ("{type: basic, duration: 2}", "{}", 0.5), ("{type: basic}", "{animationDuration: 4}", 0.75),
      ("{type: basic, duration: 2, beginTime: now + 0.5, fillMode: backwards}", "{}", 0.75),
      ("{type: basic, duration: 1, toValue: 0.4}", "{}", 0.4),
      ("{type: keyframe, duration: 2, values: [0, 1, 0]}", "{}", 1),
    ])
  func animation(_ action: String, _ transaction: String, _ expected: Double) throws {
    let layer = try layer("{opacity: \(action)}", transaction: transaction)
    #expect(try abs(number("opacity", of: layer, at: 1.5) - expected) < 1e-12)
    #expect(layer.epochs.last?.animations.map(\.key).contains("opacity") == true)
  }

  @Test("A part of a transform has its own action, or that of the whole")
  func parts() throws {
    for name in ["transform", "transform.rotation.z"] {
      let layer = try layer("{\(name): {type: basic, duration: 2}}")
      #expect(try abs(number("transform.rotation.z", of: layer, at: 1.5) - 1) < 1e-12)
    }
  }

  @Test("A transition takes the place of the fade between two colours")
  func transition() throws {
    let layer = try layer("{backgroundColor: {type: transition, transitionType: push}}")
    let animations = layer.epochs.last?.animations.map(\.animation) ?? []
    let transition = try #require(animations.compactMap { $0 as? TransitionAnimation }.first)
    #expect(transition.style == .push)
    #expect(transition.timing.beginTime == 0.5)
    #expect(
      layer.presentation(at: 0.6).values[.backgroundColor]
        == layer.epochs.last?.values[.backgroundColor])
  }

  @Test(
    "Without a duration of its own it takes the transaction's, whatever its type (1.5)",
    arguments: [
      "{type: basic, toValue: 1}", "{type: keyframe, values: [0, 1]}", "{type: transition}",
      "{type: timer, fromValue: 0, toValue: 1}",
      "{type: group, animations: [{type: basic, keyPath: opacity, toValue: 1}]}",
    ])
  func duration(_ action: String) throws {
    let layer = try layer("{opacity: \(action)}", transaction: "{animationDuration: 2}")
    let others = ["position", "transform.rotation.z", "backgroundColor"]
    let added = layer.epochs.last?.animations.filter { !others.contains($0.key ?? "") } ?? []
    #expect(added.map(\.animation.timing.duration) == [2])
  }

  @Test("Without actions in the transaction, everything is set at once")
  func disabled() throws {
    let layer = try layer(
      "{opacity: {type: basic, duration: 2}}", transaction: "{disableActions: true}")
    #expect(try number("opacity", of: layer, at: 0.5) == 0)
    #expect(layer.epochs.last?.animations.isEmpty == true)
  }
}

extension Layer {
  fileprivate func keyPath(called name: String) -> AnimationKeyPath? {
    layerClass.keyPaths.first { $0.name == name }
  }
}
