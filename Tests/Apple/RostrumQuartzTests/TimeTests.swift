import Foundation
import RostrumKit
import RostrumLayerTree
import RostrumOutput
import RostrumQuartz
import RostrumTiming
import Testing

// Foundation has a timer of that name too.
private typealias Timer = RostrumQuartz.Timer

/// Code in a film's time. Sources of the facts about transactions: GNUstep's
/// Tests/quartzcore/CATransaction, checked against Apple's.
@Suite("Code runs in the film's time")
struct TimeTests {
  /// Lines that code wrote down, with the time.
  private final class Log {
    var lines: [String] = []
    func note(_ text: String) {
      let time = (CACurrentMediaTime() * 1000).rounded() / 1000
      lines.append("\(time) \(text)")
    }
  }

  private final class Watcher: NSObject, CAAnimationDelegate {
    let log: Log
    let name: String
    init(_ log: Log, _ name: String) { (self.log, self.name) = (log, name) }
    func animationDidStart(_ anim: CAAnimation) { log.note("\(name) starts") }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
      log.note("\(name) stops \(flag)")
    }
  }

  private static func film(
    duration: Double = 3, _ code: (Stage, CALayer, Log) -> Void
  ) -> (film: Film, log: [String]) {
    let log = Log()
    let film = Film(size: CGSize(width: 100, height: 100), duration: duration) { stage in
      let layer = CALayer()
      layer.name = "layer"
      layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
      layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      stage.layer.addSublayer(layer)
      code(stage, layer, log)
    }
    return (film, log.lines)
  }

  private static func value(
    _ path: String, of film: Film, at time: Double, layer: String = "layer"
  ) throws -> Double {
    let choice = SceneSampler.Choice(layers: [layer], keyPaths: [path])
    return try #require(
      try SceneSampler(film.scene).series(choice, at: [time]).first?.values.first?.number)
  }

  @Test("Code runs at its times, in order, and none after the end")
  func order() {
    let (_, log) = Self.film { stage, _, log in
      stage.at(2) { log.note("c") }
      stage.at(1) {
        log.note("a")
        stage.at(0.5) { log.note("late") }
        stage.at(1.5) { log.note("b") }
      }
      stage.at(1) { log.note("a2") }
      stage.at(4) { log.note("never") }
      log.note("setup")
    }
    #expect(log == ["0.0 setup", "1.0 a", "1.0 a2", "1.0 late", "1.5 b", "2.0 c"])
  }

  @Test("Delegates are told of starts and ends")
  func delegates() {
    let (_, log) = Self.film { stage, layer, log in
      func add(_ name: String, _ key: String?, begin: Double = 0) {
        let animation = CABasicAnimation(keyPath: "opacity")
        (animation.toValue, animation.duration, animation.beginTime) = (0, 1, begin)
        animation.delegate = Watcher(log, name)
        layer.add(animation, forKey: key)
      }
      add("first", "fade")
      add("later", nil, begin: 0.25)
      stage.at(0.5) { add("second", "fade") }
      stage.at(1.75) {
        add("third", "fade")
        layer.removeFromSuperlayer()
      }
    }
    #expect(
      log == [
        "0.0 first starts", "0.25 later starts", "0.5 second starts", "0.5 first stops false",
        "1.25 later stops true", "1.5 second stops true", "1.75 third stops false",
      ])
  }

  @Test("Completion blocks follow the animations of their transactions, and those inside")
  func completion() {
    let (_, log) = Self.film { stage, layer, log in
      stage.at(0.5) {
        CATransaction.begin()
        #expect(CATransaction.completionBlock() == nil)
        CATransaction.setCompletionBlock { log.note("first") }
        CATransaction.setCompletionBlock { log.note("second") }
        CATransaction.setAnimationDuration(0.5)
        layer.opacity = 0
        CATransaction.begin()
        #expect(CATransaction.completionBlock() != nil)
        CATransaction.setCompletionBlock { log.note("inner") }
        CATransaction.setAnimationDuration(1)
        layer.position.x = 50
        CATransaction.commit()
        CATransaction.commit()
        log.note("committed")
      }
    }
    #expect(log == ["0.5 committed", "0.5 first", "1.5 inner", "1.5 second"])
  }

  @Test("A transaction's settings hold inside, and are gone after the commit")
  func transactions() {
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
    CATransaction.setAnimationDuration(1)
    CATransaction.setDisableActions(true)
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 1 && CATransaction.disableActions())
    CATransaction.setValue(2, forKey: kCATransactionAnimationDuration)
    #expect(CATransaction.animationDuration() == 2)
    CATransaction.setValue("stored", forKey: "own")
    #expect(CATransaction.value(forKey: "own") as? String == "stored")
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 1)
    CATransaction.commit()
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 0.25)
    #expect(CATransaction.value(forKey: "own") == nil)
  }

  @Test("Implicit animations are for layers that are on the screen, and for new values")
  func implicit() throws {
    let (film, _) = Self.film { stage, layer, _ in
      layer.opacity = 0.5
      #expect(layer.animationKeys() == nil && layer.presentation() == nil)
      stage.at(1) {
        #expect(layer.presentation()?.opacity == 0.5)
        layer.opacity = 0.5
        #expect(layer.animationKeys() == nil)
        layer.opacity = 1
        #expect(layer.animationKeys() == ["opacity"])
        // The presentation layer has the committed values.
        #expect(layer.presentation()?.opacity == 0.5 && layer.presentation()?.model() === layer)
        let new = CALayer()
        stage.layer.addSublayer(new)
        new.opacity = 0.25
        #expect(new.animationKeys() == nil)
      }
      stage.at(1.125) { #expect((0.6...0.95).contains(layer.presentation()?.opacity ?? 0)) }
      stage.at(1.5) { #expect(layer.animationKeys() == nil) }
      stage.at(2) {
        CATransaction.setAnimationDuration(1)
        layer.position.x = 90
      }
      stage.at(2.5) {
        // The presentation layer is between both ends, the model at the end.
        let (middle, end) = (CGPoint(x: 74, y: 10), CGPoint(x: 90, y: 10))
        #expect(layer.presentation()?.hitTest(middle)?.model() === layer)
        #expect(layer.hitTest(end) === layer && layer.presentation()?.hitTest(end) == nil)
      }
    }
    #expect(try Self.value("opacity", of: film, at: 0.99) == 0.5)
    // Apple's default curve at half is 0.8024034.
    #expect(abs(try Self.value("opacity", of: film, at: 1.125) - 0.9012017) < 1e-6)
    #expect(try Self.value("opacity", of: film, at: 1.25) == 1)
    try expectSameAsText(film, everyFrame: 7)
  }

  @Test("A layer pauses and goes on by the recipe of Apple's QA1673")
  func pause() throws {
    let (film, _) = Self.film { stage, layer, _ in
      let animation = CABasicAnimation(keyPath: "position.x")
      (animation.fromValue, animation.toValue, animation.duration) = (0, 100, 1)
      layer.add(animation, forKey: nil)
      stage.at(0.5) {
        let pausedTime = layer.convertTime(CACurrentMediaTime(), from: nil)
        layer.speed = 0
        layer.timeOffset = pausedTime
      }
      stage.at(1.5) {
        let pausedTime = layer.timeOffset
        layer.speed = 1
        layer.timeOffset = 0
        layer.beginTime = 0
        layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - pausedTime
      }
    }
    for (time, x) in [(0.25, 25.0), (0.75, 50), (1.25, 50), (1.75, 75), (2.5, 10)] {
      #expect(abs(try Self.value("position.x", of: film, at: time) - x) < 1e-9)
    }
    try expectSameAsText(film, everyFrame: 7)
  }

  @Test("Layers come, go, and come again")
  func stays() throws {
    let (film, _) = Self.film { stage, layer, _ in
      let box = CALayer()
      box.name = "box"
      box.frame = CGRect(x: 50, y: 50, width: 20, height: 20)
      box.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
      stage.at(0.5) { stage.layer.addSublayer(box) }
      stage.at(1) { box.removeFromSuperlayer() }
      stage.at(1.5) { layer.addSublayer(box) }
      stage.at(2) { stage.layer.insertSublayer(box, below: layer) }
    }
    for (time, count) in [(0.25, 0), (0.75, 1), (1.25, 0), (1.75, 1), (2.5, 1)] {
      let boxes = try film.scene.layers.filter { $0.name.hasPrefix("box") }
      #expect(boxes.count == 3)
      #expect(boxes.filter { !$0.epoch(at: time).values[.hidden] }.count == count)
    }
    try expectSameAsText(film, everyFrame: 7)
  }

  @Test("A mask that changes shows what each one lets through")
  func masks() throws {
    let (film, _) = Self.film { stage, layer, _ in
      let mask = CALayer()
      mask.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      mask.backgroundColor = .black
      stage.at(1) { layer.mask = mask }
      stage.at(2) { layer.mask = nil }
    }
    let bare = Self.film { _, _, _ in }.film
    let masked = Self.film { _, layer, _ in
      layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    }.film
    #expect(try differences(film.openedScene(), bare.openedScene(), at: [0.5, 2.5]) == [0, 0])
    #expect(try differences(film.openedScene(), masked.openedScene(), at: [1.5]) == [0])
    try expectSameAsText(film, everyFrame: 29)
  }

  @Test("Timers and display links tick by their clocks and modes")
  func ticks() {
    final class Counter {
      var times: [Double] = []
      func tick(_ link: CADisplayLink) { times.append(link.timestamp) }
    }
    let (every, other, slow) = (Counter(), Counter(), Counter())
    let (_, log) = Self.film(duration: 1) { stage, _, log in
      stage.ticks = TickSchedule(tracking: [.init(start: 0.3, end: 0.7)])
      CADisplayLink(target: every, selector: Counter.tick).add(to: .main, forMode: .common)
      CADisplayLink(target: other, selector: Counter.tick).add(to: .main, forMode: .default)
      let link = CADisplayLink(target: slow, selector: Counter.tick)
      link.preferredFramesPerSecond = 30
      link.add(to: .main, forMode: .default)
      link.add(to: .main, forMode: .tracking)
      Timer.scheduledTimer(withTimeInterval: 0.25, repeats: true) { _ in log.note("default") }
      let timer = Timer(timeInterval: 0.4, repeats: false) { _ in log.note("common") }
      RunLoop.main.add(timer, forMode: .common)
      #expect(timer.isValid)
      stage.at(0.9) {
        #expect(!timer.isValid)
        link.invalidate()
      }
    }
    #expect(every.times.count == 60 && other.times.count < 40 && slow.times.count == 26)
    let second = 2.0 / 60
    #expect(every.times[1] == second)
    // The tick of 0.5 s waits for the end of the tracking.
    #expect(log == ["0.25 default", "0.4 common", "0.7 default", "0.75 default", "1.0 default"])
  }

  @Test("View-style blocks move what they set, and tell when they are done")
  func blocks() throws {
    let (film, log) = Self.film { stage, layer, log in
      stage.at(1) {
        animate(
          duration: 1, delay: 0.5, options: .curveLinear, animations: { layer.position.x = 110 },
          completion: { log.note("done \($0)") })
        animate(duration: 1, animations: {}, completion: { log.note("nothing \($0)") })
      }
    }
    #expect(log == ["1.0 nothing true", "2.5 done true"])
    for (time, x) in [(1.25, 10.0), (1.75, 35), (2.5, 110)] {
      #expect(abs(try Self.value("position.x", of: film, at: time) - x) < 1e-9)
    }
    try expectSameAsText(film, everyFrame: 7)
  }

  @Test("Code without end is stopped, and the film says so")
  func endless() {
    let (film, _) = Self.film { stage, _, _ in
      func again() { stage.at(1, again) }
      stage.at(1, again)
    }
    let error = #expect(throws: Film.Problem.self) { try film.scene }
    #expect(
      error?.description
        == "the film's code never ends: 10000 pieces of it run at 1.0 seconds")
    let wrong = Film(size: .zero, duration: 1) { _ in }
    #expect(throws: Film.Problem.self) { try wrong.openedScene() }
  }

  @Test("Films are made side by side")
  func concurrent() async throws {
    let films = await withTaskGroup(of: (Int, Film).self) { group in
      for number in 0..<16 {
        group.addTask {
          (
            number,
            Self.film { stage, layer, _ in
              stage.at(Double(number) / 16) {
                CATransaction.setAnimationDuration(1)
                layer.position.x = CGFloat(number + 20)
              }
            }.film
          )
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for (number, film) in films {
      #expect(try Self.value("position.x", of: film, at: 2.9) == Double(number + 20))
      let start = try film.scene.layers[0].epochs.last?.startTime
      #expect(start == Double(number) / 16)
    }
  }

  @Test("A loop that waits for the time ends the program")
  func waiting() async {
    await #expect(processExitsWith: .failure) {
      _ = Film(size: CGSize(width: 10, height: 10), duration: 1) { _ in
        while CACurrentMediaTime() < 1 {}
      }
    }
  }

  /// The values of QuartzCore on macOS, as others measured them.
  @Test("Times between layers, before a begin time and out of a layer that stands still")
  func convertedTimes() {
    let (root, first, second, still) = (CALayer(), CALayer(), CALayer(), CALayer())
    (root.speed, root.timeOffset, root.beginTime) = (2, 3, 1)
    (first.speed, first.timeOffset, first.beginTime) = (4, 5, 6)
    (second.speed, second.timeOffset, second.beginTime) = (0.5, 7, 8)
    (still.speed, still.timeOffset, still.beginTime) = (0, 7, 8)
    for layer in [first, second, still] { root.addSublayer(layer) }
    #expect(root.convertTime(10, from: nil) == 21 && root.convertTime(10, to: nil) == 4.5)
    #expect(first.convertTime(10, from: root) == 21 && root.convertTime(10, from: first) == 7.25)
    #expect(second.convertTime(10, from: first) == 0 && first.convertTime(10, from: second) == 37)
    #expect(second.convertTime(7, from: root) == 0 && second.convertTime(8, from: root) == 7)
    #expect(still.convertTime(10, from: root) == 7 && root.convertTime(10, from: still) == 0)
    #expect(still.convertTime(10, to: nil) == -0.5)
  }

  @Test("An animation of a key of the program's own lasts for its time")
  func ownKey() {
    let layer = CALayer()
    var keys: [[String]?] = []
    _ = Film(size: CGSize(width: 10, height: 10), fps: 10, duration: 3) { stage in
      stage.layer.addSublayer(layer)
      stage.at(1) {
        let animation = CABasicAnimation(keyPath: "progress")
        (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 1)
        layer.add(animation, forKey: "p")
      }
      for time in [1.5, 2.5] { stage.at(time) { keys.append(layer.animationKeys()) } }
    }
    #expect(keys == [["p"], nil])
  }

  @Test("A group's child fills until the group's end; a jump with one value does nothing")
  func groupChildren() {
    let layer = CALayer()
    var found: [CGFloat] = []
    _ = Film(size: CGSize(width: 10, height: 10), fps: 10, duration: 3) { stage in
      stage.layer.addSublayer(layer)
      stage.at(0) {
        let move = CABasicAnimation(keyPath: "position.x")
        (move.fromValue, move.toValue, move.duration, move.fillMode) = (5, 105, 1, .forwards)
        let jump = CAKeyframeAnimation(keyPath: "opacity")
        (jump.values, jump.keyTimes, jump.calculationMode) = ([0], [0, 1], .discrete)
        let along = CAKeyframeAnimation(keyPath: "transform.translation")
        (along.values, along.duration, along.fillMode) =
          ([CGPoint.zero, CGPoint(x: 80, y: 40)], 1, .forwards)
        let group = CAAnimationGroup()
        (group.animations, group.duration) = ([move, jump, along], 2)
        layer.add(group, forKey: "group")
      }
      stage.at(1.5) {
        let shown = layer.presentation()
        found = [
          shown?.position.x ?? 0, CGFloat(shown?.opacity ?? 0), shown?.transform.m41 ?? 0,
          shown?.transform.m42 ?? 0,
        ]
      }
    }
    #expect(found == [105, 1, 80, 40])
  }
}
