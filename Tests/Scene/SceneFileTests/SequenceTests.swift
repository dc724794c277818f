import RostrumGeometry
import RostrumLayerTree
import RostrumSource
import RostrumTiming
import Testing

@testable import RostrumSceneFile

@Suite("Layers that follow each other")
struct SequenceTests {
  private func scene(_ text: String) throws -> Scene {
    let result = load("size: [100, 50]\nfps: 10\n\(text)")
    #expect(result.diagnostics.isEmpty)
    return try #require(result.scene, "\(result.diagnostics)")
  }

  /// The names of the layers inside the first one that show at a time, from back to front.
  private func shown(_ scene: Scene, at time: Double) -> [String] {
    scene.presentation(at: time).sublayers[0].sublayers.filter { !$0.values[.hidden] }.map(\.name)
  }

  private func layer(_ name: String, _ scene: Scene, at time: Double) throws -> PresentationLayer {
    try #require(
      scene.presentation(at: time).sublayers[0].sublayers.first { $0.name == name })
  }

  private let fade = "animations: [{type: basic, keyPath: opacity, fromValue: 0, duration: 2}]"

  @Test("Each begins where the one before ends, and the scene ends with the last")
  func cuts() throws {
    let scene = try scene(
      """
      duration: auto
      layers:
        - class: sequence
          sublayers:
            - {name: a, duration: 1}
            - {name: b, \(fade)}
            - {name: c, duration: 0.5, speed: 2, \(fade)}
      """)
    #expect(scene.clock.duration == 3.5)
    #expect(scene.clock.frameCount == 35)
    let expected = [(0, "a"), (0.9, "a"), (1, "b"), (2.9, "b"), (3, "c"), (3.4, "c")]
    for (time, name) in expected { #expect(shown(scene, at: time) == [name], "at \(time)") }
    #expect(shown(scene, at: 3.5) == [])
    #expect(try layer("b", scene, at: 2).values[.opacity] == 0.5)
    #expect(try layer("c", scene, at: 3.25).values[.opacity] == 0.25)
  }

  @Test("An overlap shows two together, a negative one is a pause")
  func overlaps() throws {
    let scene = try scene(
      """
      layers:
        - class: sequence
          overlap: 0.5
          sublayers: [{name: a, duration: 2}, {name: b, duration: 2}, {name: c, duration: 2}]
        - class: sequence
          overlap: -1
          sublayers: [{duration: 1}, {duration: 1}]
      """)
    #expect(scene.clock.duration == 5)
    let times = [1.4, 1.5, 1.9, 2, 3, 3.4, 3.5]
    #expect(
      times.map { shown(scene, at: $0).joined() } == ["a", "ab", "ab", "b", "bc", "bc", "c"])
    let pause = scene.presentation(at: 1.5).sublayers[1].sublayers
    #expect(pause.allSatisfy { $0.values[.hidden] })
  }

  @Test("A sequence lies in another as one of its children, in that one's time")
  func nested() throws {
    let scene = try scene(
      """
      layers:
        - class: sequence
          beginTime: 1
          speed: 2
          sublayers:
            - {name: a, duration: 2}
            - {name: b, class: sequence, sublayers: [{duration: 1}, {duration: 3}]}
            - {name: c, class: sequence, duration: 1, sublayers: [{duration: 1}, {duration: 3}]}
      """)
    #expect(scene.clock.duration == 4.5)
    let times = [0, 1, 1.9, 2, 3.9, 4, 4.5]
    #expect(
      times.map { shown(scene, at: $0).joined() } == ["", "a", "a", "b", "b", "c", ""])
  }

  @Test("The last child may stay for ever")
  func last() throws {
    let scene = try scene(
      """
      duration: 9
      layers: [{class: sequence, sublayers: [{name: a, duration: 1}, {name: b}]}]
      """)
    #expect([0.5, 1, 8].map { shown(scene, at: $0) } == [["a"], ["b"], ["b"]])
  }

  @Test(
    "Transitions change opacity or place while both are on stage",
    arguments: [
      ("fade", [0.5, 0.25], [[50, 25], [50, 25]]),
      ("dissolve", [0.375, 0.25], [[50, 25], [50, 25]]),
      ("{type: push, duration: 1}", [0.5, 1], [[75, 25], [-25, 25]]),
      ("{type: push, subtype: fromTop}", [0.5, 1], [[50, 12.5], [50, 62.5]]),
      ("{type: moveIn, subtype: fromRight}", [0.5, 1], [[50, 25], [125, 25]]),
      ("{type: reveal, subtype: fromBottom}", [0.5, 1], [[50, 37.5], [50, 25]]),
    ])
  func transitions(_ transition: String, _ opacities: [Double], _ places: [[Double]]) throws {
    let scene = try scene(
      """
      layers:
        - class: sequence
          transition: \(transition)
          sublayers:
            - {name: a, frame: [0, 0, 100, 50], opacity: 0.5, duration: 2}
            - {name: b, frame: [0, 0, 100, 50], duration: 2}
      """)
    // A quarter of the duration: 0.25 s is Core Animation's default.
    let time = transition.contains("duration") ? 1.25 : 1.8125
    let (a, b) = (try layer("a", scene, at: time), try layer("b", scene, at: time))
    #expect([a.values[.opacity], b.values[.opacity]] == opacities)
    let isReveal = transition.contains("reveal")
    #expect(shown(scene, at: time) == (isReveal ? ["b", "a"] : ["a", "b"]))
    let found = [a, b].map { [$0.values[.position].x, $0.values[.position].y] }
    #expect(found == places)
    #expect(try layer("b", scene, at: 3).values[.opacity] == 1)
    #expect(try layer("b", scene, at: 3).values[.position] == Point(x: 50, y: 25))
  }

  @Test("A child says how it comes in, and none is a cut")
  func own() throws {
    let scene = try scene(
      """
      layers:
        - class: sequence
          transition: {type: fade, duration: 1}
          bounds: [0, 0, 40, 10]
          sublayers:
            - {name: a, duration: 2}
            - {name: b, duration: 2, transition: none}
            - {name: c, duration: 2, transition: {type: push, duration: 0.5, timingFunction: easeIn}}
      """)
    #expect(scene.clock.duration == 5.5)
    #expect([1.9, 2, 3.4, 3.5].map { shown(scene, at: $0).joined() } == ["a", "b", "b", "bc"])
    let eased = CubicBezier.easeIn.value(at: 0.5)
    let x = try layer("c", scene, at: 3.75).values[.position].x
    #expect(abs(x - -40 * (1 - eased)) < 1e-9)
  }

  @Test(
    "What cannot be is an error",
    arguments: [
      (
        "[{name: a}, {name: b}]",
        "layer 'a' has nothing that ends, so that the sequence cannot go on after it"
      ),
      (
        "[{name: a, animations: [{type: basic, keyPath: opacity, toValue: 0, "
          + "repeatCount: infinite}]}, {}]",
        "layer 'a' never ends, so that the sequence cannot go on after it"
      ),
      (
        "[{duration: 1, in: 2}]", "the sequence says when its children are on stage"
      ),
      (
        "[{name: a, duration: 1}, {duration: 1, transition: {type: fade, duration: 2}}]",
        "layer 'a' is on stage for 1 s, too short for the overlaps at its ends"
      ),
      (
        "[{duration: 2}, {name: b, duration: 1, transition: {duration: 0.7}}, "
          + "{duration: 2, transition: {duration: 0.7}}]",
        "layer 'b' is on stage for 1 s, too short for the overlaps at its ends"
      ),
      (
        "[{duration: 1, speed: -1}]",
        "a child of a sequence needs a clock that runs forwards; its speed is -1"
      ),
      (
        "[{duration: 1}, {duration: 1, transition: melt}]",
        "expected one of fade, dissolve, moveIn, push, reveal, wipe, iris, blinds, zoom, flip, "
          + "cube, blur; found 'melt'"
      ),
    ])
  func mistakes(_ children: String, _ message: String) {
    let result = load(
      "size: [10, 10]\nduration: 9\nlayers: [{class: sequence, sublayers: \(children)}]")
    #expect(result.diagnostics.map(\.message) == [message])
  }

  @Test("A transition that takes longer than the overlap is an error, and so is one elsewhere")
  func misplaced() {
    let long = load(
      "size: [10, 10]\nlayers: [{class: sequence, overlap: 0.1, transition: fade, "
        + "sublayers: [{duration: 1}, {duration: 1}]}]")
    #expect(
      long.diagnostics.map(\.message) == [
        "the transition takes 0.25 s, longer than the overlap of 0.1 s"
      ])
    let alone = load("size: [10, 10]\nlayers: [{transition: fade}]")
    #expect(
      alone.diagnostics.map(\.message) == ["only a sequence and its children have a transition"])
    let both = load("size: [10, 10]\nlayers: [{out: 1, duration: 2}]")
    #expect(both.diagnostics.map(\.message) == ["both out and duration say when the layer leaves"])
  }

  @Test("Duration is for how long a layer is on stage, from in or from the start")
  func duration() throws {
    let scene = try scene(
      "layers: [{sublayers: [{name: a, duration: 1}, {name: b, in: 2, duration: 0.5}]}]")
    #expect(scene.clock.duration == 2.5)
    #expect(
      [0, 0.9, 1, 2, 2.4, 2.5].map { shown(scene, at: $0).joined() } == [
        "a", "a", "", "b", "b", "",
      ])
  }
}

@Suite("Layers that start one after the other")
struct StaggerTests {
  @Test(
    "The delays spread from one end, from both, or from the middle",
    arguments: [
      ("0.5", 4, [0, 0.5, 1, 1.5]), ("{each: 0.5, from: last}", 3, [1, 0.5, 0]),
      ("{each: 1, from: center}", 5, [2, 1, 0, 1, 2]),
      ("{each: 1, from: center}", 4, [1, 0, 0, 1]),
      ("{each: 1, from: edges}", 5, [0, 1, 2, 1, 0]),
      ("{each: 1, from: edges}", 4, [0, 1, 1, 0]),
      ("{total: 3}", 4, [0, 1, 2, 3]), ("{total: 3, from: center}", 3, [3, 0, 3]),
      ("{total: 2, timingFunction: 'steps(2)'}", 3, [0, 1, 2]), ("1", 1, [0]), ("1", 0, []),
    ])
  func delays(_ stagger: String, _ count: Int, _ expected: [Double]) throws {
    let result = load(
      """
      size: [10, 10]
      duration: 1
      layers:
        - stagger: \(stagger)
          sublayers: [{forEach: i, in: \(count), do: {}}]
      """)
    let layers = try #require(result.scene?.layers[0].sublayers, "\(result.diagnostics)")
    #expect(layers.map { $0.epochs[0].clock.beginTime } == expected)
  }

  @Test("An order by chance has each delay once, and a seed of its own")
  func chance() throws {
    func delays(_ seed: Int) throws -> [Double] {
      return try load(
        "size: [10, 10]\nduration: 9\nlayers: [{stagger: {each: 1, from: random, "
          + "seed: \(seed)}, sublayers: [{forEach: i, in: 8, do: {}}]}]"
      ).loaded().layers[0].sublayers.map(\.epochs[0].clock.beginTime)
    }
    let first = try delays(1)
    #expect(first.sorted() == (0..<8).map(Double.init) && first != first.sorted())
    #expect(try delays(1) == first && delays(2) != first)
  }

  @Test("A delay comes after the layer's own begin time, and moves what is inside along")
  func clocks() throws {
    let scene = try load(
      """
      size: [10, 10]
      layers:
        - stagger: 1
          sublayers:
            - {in: 1}
            - {in: 1, out: 2, sublayers: [{}]}
      """
    ).loaded()
    #expect(scene.clock.duration == 3)
    let hidden = [0.9, 1, 1.9, 2, 2.9, 3].map { time in
      scene.presentation(at: time).sublayers[0].sublayers.map { $0.values[.hidden] }
    }
    #expect(
      hidden == [
        [true, true], [false, true], [false, true], [false, false], [false, false], [false, true],
      ])
  }

  @Test("The copies of a replicator start one after the other")
  func copies() throws {
    func delay(_ stagger: String) throws -> Double {
      return try load(
        "size: [10, 10]\nduration: 1\nlayers: [{class: replicator, instanceCount: 5, "
          + "stagger: \(stagger)}]"
      ).loaded().layers[0].values[.instanceDelay]
    }
    #expect(try delay("0.2") == 0.2)
    #expect(try delay("{total: 2}") == 0.5)
  }

  @Test(
    "What cannot be is an error",
    arguments: [
      ("{stagger: {}}", "a stagger needs either 'each' or 'total'"),
      ("{stagger: {each: 1, total: 2}}", "a stagger needs either 'each' or 'total'"),
      ("{stagger: -1}", "expected a number of seconds, 0 or more; found -1"),
      (
        "{stagger: {each: 1, from: middle}}",
        "expected one of first, last, center, edges, random; found 'middle'"
      ),
      (
        "{class: replicator, stagger: {each: 1, from: last}}",
        "the copies of a replicator start one after the other, in equal steps"
      ),
      (
        "{class: replicator, stagger: 1, instanceDelay: 2}",
        "both stagger and instanceDelay say how much later each copy starts"
      ),
      ("{class: sequence, stagger: 1}", "the children of a sequence follow each other"),
    ])
  func mistakes(_ layer: String, _ message: String) {
    let result = load("size: [10, 10]\nduration: 9\nlayers: [\(layer)]")
    #expect(result.diagnostics.map(\.message) == [message])
  }
}
