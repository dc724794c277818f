import Foundation
import LayerTree
import RostrumKit
import Testing

/// The book's scenes as they stand in the repository: the numbers that the listings promise.
@Suite("Scenes of the book")
struct BookSceneTests {
  private func sample(_ name: String, _ layer: String, _ keyPath: String, at times: [Double]) throws
    -> [Double]
  {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let path = root.appending(path: "Scenes/Book/\(name).yaml").path(percentEncoded: false)
    let opened = try SceneOpener().open(path)
    let choice = Sampling.Choice(layers: [layer], keyPaths: [keyPath])
    return try Sampling(opened.scene).series(choice, at: times)[0].values.map(\.number)
  }

  /// Turns are compared as angles: a component of a matrix is known up to a whole turn.
  private func differ(_ a: Double, _ b: Double) -> Double {
    abs((a - b).remainder(dividingBy: 2 * .pi))
  }

  @Test("9.1: two seconds, three and a half times, is seven seconds; then the model shows")
  func repeats() throws {
    let expected: [(Double, Double)] = [
      (0, 0), (0.5, .pi / 2), (1, .pi), (2, 0), (6.5, .pi / 2), (7, .pi), (7.001, 0), (7.9, 0),
    ]
    let values = try sample("9.1", "ship", "transform.rotation", at: expected.map(\.0))
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

  @Test("10.6: the ball is where the listing's key frames say, and stays down")
  func ball() throws {
    let times = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1, 1.2]
    let values = try sample("10.6", "ball", "position.y", at: times)
    for (value, y) in zip(values, [32, 268, 140, 268, 220, 268, 250, 268, 268]) {
      #expect(abs(value - Double(y)) < 1e-6)
    }
  }
}
