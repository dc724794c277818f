import Foundation
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumSceneFile
import TestSupport
import Testing

/// The book's scenes in the repository: the numbers that the listings promise.
@Suite("Scenes of the book")
struct BookSceneTests {
  private func sample(
    _ name: String, _ layer: String, _ keyPath: String, at times: [Double],
    setting fields: [String] = []
  ) throws -> [Double] {
    let root = repository
    let path = root.appending(path: "Scenes/Book/\(name).yaml").path(percentEncoded: false)
    var options = SceneOptions()
    options.parameters = try ParameterValues(assignments: fields)
    let opened = try SceneOpener(options: options).open(path)
    let choice = SceneSampler.Choice(layers: [layer], keyPaths: [keyPath])
    return try SceneSampler(opened.scene).series(choice, at: times)[0].values.map(\.number)
  }

  /// Turns are compared as angles: a component of a matrix is known up to a whole turn.
  private func differ(_ a: Double, _ b: Double) -> Double {
    abs((a - b).remainder(dividingBy: 2 * .pi))
  }

  @Test(
    "9.1: 2 s, 3.5 times, is 7 s, then the model shows; its two fields: 4 s, 1.5 times, is 6 s",
    arguments: [
      (
        [],
        [
          (0, 0), (0.5, .pi / 2), (1, .pi), (2, 0), (6.5, .pi / 2), (7, .pi), (7.001, 0), (7.9, 0),
        ]
      ),
      (
        ["duration=4", "repeatCount=1.5"],
        [(1, .pi / 2), (2, .pi), (5, .pi / 2), (5.999, 2 * .pi * 5.999 / 4), (6.001, 0)]
      ),
    ] as [([String], [(Double, Double)])])
  func repeats(_ settings: [String], _ expected: [(Double, Double)]) throws {
    let values = try sample(
      "9.1", "ship", "transform.rotation", at: expected.map(\.0), setting: settings)
    for (value, (time, angle)) in zip(values, expected) {
      #expect(differ(value, angle) < 1e-6, "at \(time)")
    }
  }

  @Test("9.1: 0 means the default, once in a quarter of a second")
  func defaults() throws {
    let values = try sample(
      "9.1", "small ship", "transform.rotation", at: [0.0625, 0.125, 0.26, 1])
    for (value, angle) in zip(values, [0.5 * Double.pi, .pi, 0, 0]) {
      #expect(differ(value, angle) < 1e-6)
    }
  }

  /// The curve (1, 0, 0.75, 1) at 0.25, 0.5 and 0.75, solved by bisection elsewhere.
  private static let snap = [0.024777376078077232, 0.12575428113265272, 0.4250477450507332]

  @Test(
    "10.5: each second the hand snaps six degrees along (1, 0, 0.75, 1), then rests",
    arguments: 0..<6)
  func clock(second: Int) throws {
    let start = Double(second)
    let times = [0.125, 0.25, 0.375, 0.5, 0.9].map { start + $0 }
    let values = try sample("10.5", "second hand", "transform.rotation", at: times)
    for (value, share) in zip(values, Self.snap + [1, 1]) {
      let degrees = -18 + 6 * (start + share)
      #expect(differ(value, degrees * .pi / 180) < 1e-6)
    }
  }

  @Test("10.5: the minute hand moves when the second hand passes the full minute")
  func minute() throws {
    let values = try sample("10.5", "minute hand", "transform.rotation", at: [1.9, 2.25, 3])
    for (value, degrees) in zip(values, [54, 54 + 6 * Self.snap[1], 60]) {
      #expect(differ(value, degrees * .pi / 180) < 1e-6)
    }
  }

  @Test("11.2: the pendulum swings through it all, and its rod leads from its point to the bob")
  func pendulum() throws {
    let times = (0..<240).map { Double($0) / 60 }
    func numbers(_ layer: String, _ keyPath: String) throws -> [Double] {
      try sample("11.2-crates", layer, keyPath, at: times)
    }
    let (x, y) = (try numbers("bob", "position.x"), try numbers("bob", "position.y"))
    let (rodX, rodY) = (try numbers("rod", "position.x"), try numbers("rod", "position.y"))
    let angles = try numbers("rod", "transform.rotation")
    let length = hypot(x[0] - 150, y[0] - 10)
    for index in times.indices {
      #expect(abs(rodX[index] - (x[index] + 150) / 2) < 1e-9)
      #expect(abs(rodY[index] - (y[index] + 10) / 2) < 1e-9)
      // It hangs down, so it turns clockwise as the bob goes to the left.
      #expect(abs(angles[index] - atan2(150 - x[index], y[index] - 10)) < 1e-9)
      #expect(abs(hypot(x[index] - 150, y[index] - 10) - length) < 2)
    }
    #expect(abs(try numbers("rod", "bounds.size.height")[0] - length) < 1)
    // From the left to the right, back, and to the right again; never at rest.
    #expect((x.first ?? 0) < 50 && (x[..<90].max() ?? 0) > 190)
    #expect((x[90..<150].min() ?? 300) < 120 && (x[180...].max() ?? 0) > 160)
    for start in stride(from: 0, to: 210, by: 30) {
      let half = x[start..<start + 30]
      #expect((half.max() ?? 0) - (half.min() ?? 0) > 10, "at rest from \(times[start]) s")
    }
    let crate = try numbers("crate 1", "position.x")
    #expect(crate[239] - crate[0] > 60)
  }

  @Test("10.6: the ball is where the listing's key frames say, and stays down")
  func ball() throws {
    let times = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1, 1.2]
    let values = try sample("10.6", "ball", "position.y", at: times)
    for (value, y) in zip(values, [32, 268, 140, 268, 220, 268, 250, 268, 268]) {
      #expect(abs(value - Double(y)) < 1e-6)
    }
  }
}
