import Foundation
import RostrumKit
import RostrumQuartz
import RostrumSceneFile
import Testing

/// Code that Core Animation takes though its numbers do not fit, and clocks that jump.
@Suite("Code that does not fit")
struct LeniencyTests {
  struct Row: Sendable, CustomStringConvertible {
    let values: [Double]
    let times: [Double]
    var functions = 0
    var mode = CAAnimationCalculationMode.linear
    /// At a quarter of the time, and at nine tenths.
    let shown: [Double]
    let warning: String?

    var description: String { "\(values) at \(times)" }
  }

  /// Public code (a library of springs) gives six times for five values.
  static let rows: [Row] = [
    Row(values: [0, 100], times: [0, 1], shown: [25, 90], warning: nil),
    Row(
      values: [0, 100, 200], times: [0, 0.25, 0.5, 1], shown: [100, 200],
      warning: "3 values have 4 key times: the last ones are not used"),
    Row(
      values: [0, 100, 200], times: [0, 1], shown: [50, 180],
      warning: "3 values have 2 key times: they are not used"),
    Row(
      values: [0, 100], times: [0, 0.5, 1], mode: .discrete, shown: [0, 100], warning: nil),
    Row(values: [0, 100], times: [0, 0.5], mode: .discrete, shown: [0, 100], warning: nil),
    Row(
      values: [0, 100], times: [0, 0.5, 0.8, 1], mode: .discrete, shown: [0, 100],
      warning: "2 values have 4 key times: the last ones are not used"),
    Row(
      values: [0, 100], times: [0, 1], functions: 2, shown: [25, 90],
      warning: "2 values have 2 timing functions: 1 are used"),
  ]

  @Test("Key times and timing functions of another number than the values", arguments: rows)
  func keyTimes(_ row: Row) throws {
    let layer = CALayer()
    var shown: [Double] = []
    let film = Film(size: CGSize(width: 20, height: 20), fps: 20, duration: 2) { stage in
      layer.bounds.size = CGSize(width: 4, height: 4)
      layer.backgroundColor = .black
      stage.layer.addSublayer(layer)
      stage.at(0.5) {
        let animation = CAKeyframeAnimation(keyPath: "position.x")
        animation.values = row.values
        animation.keyTimes = row.times.map { NSNumber(value: $0) }
        animation.calculationMode = row.mode
        animation.duration = 1
        if row.functions > 0 {
          let line = CAMediaTimingFunction(name: .linear)
          animation.timingFunctions = Array(repeating: line, count: row.functions)
        }
        layer.add(animation, forKey: nil)
      }
      for time in [0.75, 1.4] {
        stage.at(time) { shown.append(Double(layer.presentation()?.position.x ?? -1)) }
      }
    }
    #expect(zip(shown, row.shown).allSatisfy { abs($0 - $1) < 1e-6 }, "\(shown)")
    #expect(film.warnings.map(\.message) == (row.warning.map { [$0] } ?? []))
    try expectSameAsText(film, everyFrame: 5)
  }

  /// An emitter that starts anew: `beginTime` is now. Its superlayer's clock runs twice as fast.
  @Test("A layer whose clock jumps is written as two layers, with the same pixels")
  func clockJumps() throws {
    let film = Film(size: CGSize(width: 60, height: 20), fps: 20, duration: 2) { stage in
      let (outer, layer) = (CALayer(), CALayer())
      outer.speed = 2
      (layer.name, layer.frame) = ("box", CGRect(x: 0, y: 0, width: 8, height: 8))
      layer.backgroundColor = .black
      stage.layer.addSublayer(outer)
      outer.addSublayer(layer)
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration, move.fillMode) = (0, 50, 2, .both)
      move.isRemovedOnCompletion = false
      layer.add(move, forKey: nil)
      stage.at(0.5) { layer.beginTime = outer.convertTime(CACurrentMediaTime(), from: nil) }
      stage.at(1) { layer.timeOffset += 0.25 }
      stage.at(1.2) { layer.opacity = 0.5 }
    }
    #expect(try film.yaml().contains("box 3"))
    try expectSameAsText(film, everyFrame: 3)
  }

  private final class Dial: CALayer {
    @LayerKey("angle") var angle: CGFloat
    @LayerKey("tint") var tint: CGColor?
    @LayerKey("points") var points: [CGPoint]
    @LayerKey("count") var count: Int = 3
    override class func needsDisplay(forKey key: String) -> Bool {
      key == "angle" || super.needsDisplay(forKey: key)
    }
  }

  @Test("A key of a class has a value before it is set, and animates from there")
  func keys() {
    let dial = Dial()
    #expect(dial.angle == 0 && dial.tint == nil && dial.points.isEmpty && dial.count == 3)
    #expect(dial.value(forKey: "angle") as? CGFloat == 0)
    #expect(dial.value(forKey: "count") as? Int == 3)
    var shown: CGFloat?
    _ = Film(size: CGSize(width: 10, height: 10), fps: 10, duration: 2) { stage in
      stage.layer.addSublayer(dial)
      stage.at(1) {
        let animation = CABasicAnimation(keyPath: "angle")
        (animation.fromValue, animation.duration) =
          (dial.presentation()?.value(forKey: "angle"), 1)
        animation.timingFunction = CAMediaTimingFunction(name: .linear)
        dial.add(animation, forKey: nil)
        dial.angle = 10
      }
      stage.at(1.5) { shown = dial.presentation()?.angle }
    }
    #expect(abs((shown ?? 0) - 5) < 1e-9)
  }
}
