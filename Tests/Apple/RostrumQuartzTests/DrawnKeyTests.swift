import RostrumQuartz
import Testing

/// Layers that draw a key of their own, and key paths that lead to nothing.
@Suite("Keys of one's own")
struct DrawnKeyTests {
  /// A layer as grey as its level.
  fileprivate final class Meter: CALayer {
    @LayerKey("level") var level: CGFloat
    override class func needsDisplay(forKey key: String) -> Bool {
      key == "level" || super.needsDisplay(forKey: key)
    }
    override func draw(in ctx: CGContext) {
      ctx.setFillColor(gray: level, alpha: 1)
      ctx.fill(bounds)
    }
  }

  /// A script as a value that tests may share.
  struct Script: @unchecked Sendable {
    fileprivate let run: (Stage, Meter) -> Void
    fileprivate init(_ run: @escaping (Stage, Meter) -> Void) { self.run = run }
  }

  /// From 0.75 to 1 from 0.5 s on, until between two frames; the model's level is 0.25.
  private static func rise() -> CABasicAnimation {
    let rise = CABasicAnimation(keyPath: "level")
    (rise.fromValue, rise.toValue, rise.duration) = (0.75, 1, 0.505)
    rise.timingFunction = CAMediaTimingFunction(name: .linear)
    return rise
  }

  /// The levels at times.
  static let rows: [(name: String, shown: [(Double, Double)], script: Script)] = [
    ("ends", [(0.49, 0.25), (0.5, 0.75), (1.01, 0.25), (1.5, 0.25)], Script { _, _ in }),
    (
      "is removed", [(0.79, 0.89), (0.81, 0.25)],
      Script { stage, meter in stage.at(0.8) { meter.removeAnimation(forKey: "level") } }
    ),
    (
      "is replaced", [(0.81, 0.5), (1.2, 0.25)],
      Script { stage, meter in
        stage.at(0.8) {
          let other = rise()
          (other.fromValue, other.toValue, other.duration) = (0.5, 0.5, 0.3)
          meter.add(other, forKey: "level")
        }
      }
    ),
    (
      "runs while the model changes", [(0.5, 0.75), (0.61, 0.8), (1.01, 0.4)],
      Script { stage, meter in
        stage.at(0.5) { meter.level = 0.3 }
        stage.at(0.6) { meter.level = 0.4 }
      }
    ),
    (
      "is held at its end", [(1.01, 1), (1.5, 1)],
      Script { stage, meter in
        stage.at(0.5) {
          let held = rise()
          (held.fillMode, held.isRemovedOnCompletion) = (.forwards, false)
          meter.add(held, forKey: "level")
        }
      }
    ),
    (
      "stands still with its layer", [(0.81, 0.9), (1.5, 0.9)],
      Script { stage, meter in
        stage.at(0.8) {
          let time = meter.convertTime(CACurrentMediaTime(), from: nil)
          (meter.speed, meter.timeOffset) = (0, time)
        }
      }
    ),
    (
      "goes back with its layer", [(0.81, 0.9), (1.05, 0.77), (1.3, 0.25)],
      Script { stage, meter in
        stage.at(0.8) {
          let time = meter.convertTime(CACurrentMediaTime(), from: nil)
          (meter.speed, meter.timeOffset, meter.beginTime) = (-1, time, CACurrentMediaTime())
        }
      }
    ),
    (
      "is in a group", [(0.5, 0.75), (0.79, 0.89), (0.91, 0.25)],
      Script { stage, meter in
        stage.at(0.5) {
          let group = CAAnimationGroup()
          (group.animations, group.duration) = ([rise()], 0.4)
          meter.add(group, forKey: "level")
        }
      }
    ),
  ]

  @Test(
    "The last picture of an animation of a drawn key is the model's",
    arguments: rows.map(\.name), [10.0, 24, 60])
  func lastPicture(_ name: String, _ fps: Double) throws {
    let row = try #require(Self.rows.first { $0.name == name })
    let film = Film(size: CGSize(width: 10, height: 10), fps: fps, duration: 2) { stage in
      let meter = Meter()
      meter.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      meter.level = 0.25
      stage.layer.addSublayer(meter)
      stage.at(0.5) { meter.add(Self.rise(), forKey: "level") }
      row.script.run(stage, meter)
    }
    let images = try film.images(at: row.shown.map(\.0))
    for ((time, level), image) in zip(row.shown, images) {
      let tone = Double(image.color(atX: 5, y: 5)?.components?[0] ?? -1)
      // Between two frames the picture is that of the one before.
      #expect(abs(tone - level) < (fps < 60 && level > 0.5 && level < 1 ? 0.06 : 0.02), "\(time)")
    }
    #expect(film.warnings.isEmpty)
  }

  @Test(
    "A key path into a structure that leads to nothing is an error with its place",
    arguments: [
      ("bounds.colour", ""), ("transform.turn", ""), ("position.z", "; did you mean 'position.x'?"),
    ])
  func raising(_ path: String, _ hint: String) throws {
    let calls: [(CALayer) -> Void] = [
      { $0.add(CABasicAnimation(keyPath: path), forKey: nil) },
      { $0.setValue(1, forKeyPath: path) },
    ]
    for call in calls {
      let film = Film(size: CGSize(width: 10, height: 10), duration: 1) { stage in
        let layer = CALayer()
        stage.layer.addSublayer(layer)
        call(layer)
      }
      let problem = try #require(#expect(throws: Film.Problem.self) { try film.scene })
      #expect(problem.description.contains("DrawnKeyTests.swift:"))
      #expect(
        problem.description.hasSuffix(
          "'\(path)' leads to nothing in a CALayer, and Core Animation raises an exception\(hint)"))
    }
  }

  @Test("An animation of a key that nobody knows is told")
  func unknown() {
    let film = Film(size: CGSize(width: 10, height: 10), duration: 1) { stage in
      stage.layer.add(CABasicAnimation(keyPath: "isHidden"), forKey: nil)
      stage.layer.add(CABasicAnimation(keyPath: "wobble"), forKey: nil)
    }
    #expect(
      film.warnings.map(\.message) == [
        "'isHidden' is no key path that a CALayer can animate; did you mean 'hidden'?",
        "'wobble' is no key path that a CALayer can animate",
      ])
  }
}
