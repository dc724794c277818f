import Foundation
import RostrumQuartz
import Testing

/// Common questions about Core Animation, as films with values worked out by hand. A layer of
/// 20 by 20 points starts at (10, 10); animations without a curve are linear.
@Suite("Questions about Core Animation")
struct QuestionTests {
  struct Question: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The key path of the values, at times in seconds.
    let keyPath: String
    let values: [(time: Double, value: Double)]
    let code: @Sendable (Stage, CALayer) -> Void

    init(
      _ name: String, of keyPath: String = "position.x", _ values: KeyValuePairs<Double, Double>,
      _ code: @escaping @Sendable (Stage, CALayer) -> Void
    ) {
      (testDescription, self.keyPath, self.code) = (name, keyPath, code)
      self.values = values.map { ($0.key, $0.value) }
    }
  }

  /// From 10 to 110 in a second.
  private static func move() -> CABasicAnimation {
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (10, 110, 1)
    return move
  }

  private static let questions = [
    Question("Why does it flicker back at the end?", [0.5: 60, 0.99: 109, 1.01: 10]) {
      $1.add(move(), forKey: nil)
    },
    Question("Set the model's value, and it stays", [0.5: 60, 1.01: 110, 3: 110]) { _, layer in
      layer.add(move(), forKey: nil)
      layer.position.x = 110
    },
    Question("Filling forwards does nothing for an animation that is removed", [0.5: 60, 1.5: 10]) {
      let move = move()
      move.fillMode = .forwards
      $1.add(move, forKey: nil)
    },
    Question("Filling forwards holds one that is not removed", [1.5: 110, 2.5: 10]) {
      stage, layer in
      let move = move()
      (move.fillMode, move.isRemovedOnCompletion) = (.forwards, false)
      layer.add(move, forKey: "move")
      stage.at(1.5) {
        #expect(layer.position.x == 10 && layer.presentation()?.position.x == 110)
      }
      stage.at(2) { layer.removeAllAnimations() }
    },
    Question("Before a begin time the model's value shows", [0.5: 50, 1.5: 60, 2.5: 50]) {
      _, layer in
      layer.position.x = 50
      let move = move()
      move.beginTime = CACurrentMediaTime() + 1
      layer.add(move, forKey: nil)
    },
    Question("Filling backwards shows the first value before", [0.5: 10, 1.5: 60, 2.5: 50]) {
      _, layer in
      layer.position.x = 50
      let move = move()
      (move.beginTime, move.fillMode) = (CACurrentMediaTime() + 1, .backwards)
      layer.add(move, forKey: nil)
    },
    Question("A group cuts its children off", [0.9: 55, 1.1: 10]) { _, layer in
      let move = move()
      move.duration = 2
      let group = CAAnimationGroup()
      (group.animations, group.duration) = ([move], 1)
      layer.add(group, forKey: nil)
    },
    Question("Speed 0 and a time offset scrub", [0.05: 10, 0.2: 35, 1.5: 85]) { stage, layer in
      layer.add(move(), forKey: nil)
      layer.speed = 0
      stage.at(0.1) { layer.timeOffset = 0.25 }
      stage.at(1) { layer.timeOffset = 0.75 }
    },
    Question("Speed 2 takes half the time", [0.25: 60, 0.6: 10]) { _, layer in
      let move = move()
      move.speed = 2
      layer.add(move, forKey: nil)
    },
    Question(
      "Twice there and back is four times as long",
      [0.25: 35, 1.25: 85, 2.5: 60, 3.75: 35, 4.1: 10]
    ) { _, layer in
      let move = move()
      (move.autoreverses, move.repeatCount) = (true, 2)
      layer.add(move, forKey: nil)
    },
    Question("An interrupted move goes on from what is seen", [0.5: 60, 1: 35, 1.6: 10]) {
      stage, layer in
      layer.add(move(), forKey: "move")
      stage.at(0.5) {
        let back = move()
        back.fromValue = layer.presentation()?.position.x
        back.toValue = 10
        layer.add(back, forKey: "move")
      }
    },
    Question("Additive moves add up without a jump", [0.5: 60, 1: 160, 1.25: 185, 1.6: 210]) {
      stage, layer in
      func go(to x: CGFloat) {
        let move = CABasicAnimation(keyPath: "position.x")
        (move.fromValue, move.toValue, move.duration) = (layer.position.x - x, 0, 1)
        move.isAdditive = true
        layer.add(move, forKey: nil)
        CATransaction.setDisableActions(true)
        layer.position.x = x
      }
      go(to: 110)
      stage.at(0.5) { go(to: 210) }
    },
    Question(
      "A turn that adds up goes on", of: "transform.rotation.z", [0.5: 0.5, 2.5: 2.5, 3.1: 0]
    ) {
      let turn = CABasicAnimation(keyPath: "transform.rotation.z")
      (turn.byValue, turn.duration, turn.repeatCount, turn.isCumulative) = (1, 1, 3, true)
      $1.add(turn, forKey: nil)
    },
    Question("Jumps have one time more than values", [0.2: 10, 0.5: 50, 0.9: 90]) {
      let jumps = CAKeyframeAnimation(keyPath: "position.x")
      (jumps.values, jumps.keyTimes, jumps.duration) = ([10, 50, 90], [0, 0.3, 0.8, 1], 1)
      jumps.calculationMode = .discrete
      $1.add(jumps, forKey: nil)
    },
    Question("A transaction without actions jumps", [0.99: 10, 1.01: 110]) { stage, layer in
      stage.at(1) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.position.x = 110
        CATransaction.commit()
      }
    },
    // Half way of Apple's default curve is 0.8024034.
    Question("A transaction says how long a change takes", [2: 90.24034, 3: 110]) { stage, layer in
      stage.at(1) {
        CATransaction.setAnimationDuration(2)
        layer.position.x = 110
      }
    },
    Question("A text's size animates by itself", [:]) { stage, layer in
      let text = CATextLayer()
      (text.string, text.fontSize) = ("text", 10)
      layer.addSublayer(text)
      stage.at(1) { text.fontSize = 20 }
      stage.at(1.125) {
        #expect(abs((text.presentation()?.fontSize ?? 0) - 18.024034) < 1e-5)
      }
    },
    Question("A cell's birth rate is changed by its name", [:]) { stage, layer in
      let (emitter, cell) = (CAEmitterLayer(), CAEmitterCell())
      (cell.name, cell.birthRate, emitter.emitterCells) = ("spark", 20, [cell])
      layer.addSublayer(emitter)
      stage.at(1) {
        cell.birthRate = 5
        #expect(emitter.value(forKeyPath: "emitterCells.spark.birthRate") as? Double == 20)
        emitter.setValue(0, forKeyPath: "emitterCells.spark.birthRate")
      }
      stage.at(2) { #expect(emitter.emitterCells?.first?.birthRate == 0) }
    },
    Question("A moving layer is hit where it is seen", [0.5: 60]) { stage, layer in
      layer.add(move(), forKey: nil)
      layer.position.x = 110
      stage.at(0.5) {
        let point = CGPoint(x: 60, y: 10)
        #expect(layer.hitTest(point) == nil && layer.presentation()?.hitTest(point) != nil)
        #expect(stage.layer.presentation()?.hitTest(point)?.model() === layer)
      }
    },
  ]

  @Test("Values are the ones worked out by hand", arguments: questions)
  func values(_ question: Question) {
    var found: [Double] = []
    let film = Film(size: CGSize(width: 200, height: 40), duration: 5) { stage in
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
      stage.layer.addSublayer(layer)
      question.code(stage, layer)
      for (time, _) in question.values {
        stage.at(time) {
          let value = layer.presentation()?.value(forKeyPath: question.keyPath) as? Double
          found.append(value ?? .nan)
        }
      }
    }
    #expect(film.warnings == [] && found.count == question.values.count)
    for (value, expected) in zip(found, question.values) {
      #expect(abs(value - expected.value) < 1e-5, "\(expected.time) s")
    }
  }

  private final class Ears: NSObject, CAAnimationDelegate {
    var heard: [String] = []
    func note(_ text: String) { heard.append("\(CACurrentMediaTime()) \(text)") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      note("\(anim is CAAnimationGroup ? "group" : "child") \(flag)")
    }
  }

  @Test("A group's delegate hears of its end, those of its children do not")
  func groupDelegates() {
    let ears = Ears()
    _ = Film(size: CGSize(width: 10, height: 10), duration: 2) { stage in
      let (group, move) = (CAAnimationGroup(), Self.move())
      (group.animations, group.duration, group.delegate, move.delegate) = ([move], 1, ears, ears)
      stage.layer.add(group, forKey: nil)
    }
    #expect(ears.heard == ["1.0 group true"])
  }

  @Test("A completion block waits only for what comes after it was set")
  func lateCompletion() {
    let ears = Ears()
    _ = Film(size: CGSize(width: 10, height: 10), duration: 2) { stage in
      stage.at(0.5) {
        CATransaction.begin()
        stage.layer.opacity = 0.5
        CATransaction.setCompletionBlock { ears.note("late") }
        CATransaction.commit()
        CATransaction.begin()
        CATransaction.setCompletionBlock { ears.note("in time") }
        stage.layer.opacity = 1
        CATransaction.commit()
      }
    }
    #expect(ears.heard == ["0.5 late", "0.75 in time"])
  }

  @Test("A mask's path grows, and copies of a replicator follow each other")
  func masksAndCopies() throws {
    let film = Film(size: CGSize(width: 100, height: 40), duration: 2, background: nil) { stage in
      let (bar, mask) = (CALayer(), CAShapeLayer())
      bar.frame = CGRect(x: 0, y: 0, width: 100, height: 10)
      (bar.backgroundColor, bar.mask) = (.black, mask)
      let grow = CABasicAnimation(keyPath: "path")
      grow.fromValue = CGPath(rect: CGRect(x: 0, y: 0, width: 0, height: 10))
      grow.toValue = CGPath(rect: CGRect(x: 0, y: 0, width: 100, height: 10))
      grow.duration = 2
      mask.add(grow, forKey: nil)
      let (copies, dot) = (CAReplicatorLayer(), CALayer())
      (copies.instanceCount, copies.instanceDelay) = (3, 0.5)
      copies.instanceTransform = CATransform3DMakeTranslation(30, 0, 0)
      (dot.frame, dot.backgroundColor) = (CGRect(x: 0, y: 20, width: 20, height: 20), .black)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration, fade.fillMode) = (0, 1, 1, .both)
      dot.add(fade, forKey: nil)
      copies.addSublayer(dot)
      [bar, copies].forEach(stage.layer.addSublayer)
    }
    let image = try film.image(at: 0.75)
    // 0.75 of 2 seconds of 100 points.
    #expect([30, 45].map { image.color(atX: $0, y: 5)?.alpha } == [1, 0])
    // 0.75, 0.25 and 0 of the fade.
    let alphas = [10, 40, 70].map { image.color(atX: $0, y: 30)?.alpha ?? 2 }
    #expect(zip(alphas, [0.75, 0.25, 0]).allSatisfy { abs($0 - $1) < 0.003 }, "\(alphas)")
  }
}
