import RostrumQuartz
import Testing
import UIKit
@testable import UIKitSamples

// The names of films hide the language's own.
private typealias Task = RostrumQuartz.Task

/// Code that waits, by each way that there is, in a film's time.
@Suite("Waiting in a film's time")
struct FilmTimeTests {
  private final class Log: NSObject, @unchecked Sendable {
    var lines: [String] = []

    func note(_ text: String) {
      lines.append("\((CACurrentMediaTime() * 1000).rounded() / 1000) \(text)")
    }

    func plain() { note("plain") }
    func one(_ text: String) { note(text) }
    func received(_ notification: Notification) { note(notification.name.rawValue) }
  }

  private static func log(_ code: (Stage, Log) -> Void) -> (lines: [String], film: Film) {
    let log = Log()
    let film = Film(size: CGSize(width: 100, height: 100), fps: 60, duration: 3) { stage in
      code(stage, log)
    }
    return (log.lines, film)
  }

  @Test("Tasks sleep, wait for each other, come to the main actor, and are cancelled")
  func tasks() {
    let (lines, _) = Self.log { stage, log in
      let first = Task {
        log.note("begins")
        try await Task.sleep(nanoseconds: 500_000_000)
        log.note("slept")
        await MainActor.run { log.note("main") }
        try await Task.sleep(for: .seconds(0.25))
        return 7
      }
      Task { log.note("\(try await first.value)") }
      Task {
        async let a: Void = { try? await Task.sleep(nanoseconds: 100_000_000) }()
        async let b: Void = { try? await Task.sleep(nanoseconds: 200_000_000) }()
        _ = await (a, b)
        log.note("both")
      }
      let cancelled = Task {
        do {
          try await Task.sleep(nanoseconds: 2_000_000_000)
        } catch {
          log.note("cancelled \(Task.isCancelled)")
        }
      }
      stage.at(1) { cancelled.cancel() }
      Task.detached { log.note("detached") }
      Task {
        try await Task.sleep(nanoseconds: 9_000_000_000)
        log.note("after the end")
      }
    }
    #expect(
      lines == [
        "0.0 begins", "0.0 detached", "0.2 both", "0.5 slept", "0.5 main", "0.75 7",
        "1.0 cancelled true",
      ])
  }

  @Test("Outside of films tasks are the language's own")
  func outside() async throws {
    let value = await Task { 3 }.value
    try await Task.sleep(nanoseconds: 1)
    let sum = await MainActor.run { value + 1 }
    #expect(value == 3 && sum == 4)
  }

  @Test("Methods are performed later, unless they are called off")
  func performs() {
    let (lines, _) = Self.log { stage, log in
      log.perform(Selector(Log.plain, named: "plain"), with: nil, afterDelay: 0.5)
      log.perform(Selector(log.one), with: "one", afterDelay: 0.25)
      log.perform(Selector(Log.one, named: "one"), with: "never", afterDelay: 1)
      log.perform(Selector(log.one), with: "now")
      NSObject.cancelPreviousPerformRequests(
        withTarget: log, selector: Selector(log.one, named: "one"), object: nil)
      stage.at(2) {
        log.perform(Selector(log.plain), with: nil, afterDelay: 0.5)
        NSObject.cancelPreviousPerformRequests(withTarget: log)
      }
    }
    #expect(lines == ["0.0 now", "0.25 one", "0.5 plain"])
  }

  @Test("Observers are told by their methods until they are removed")
  func notifications() {
    let name = NSNotification.Name("test of film time")
    let (lines, _) = Self.log { stage, log in
      let center = NotificationCenter()
      center.addObserver(log, selector: Selector(Log.received), name: name, object: nil)
      stage.at(1) { center.post(name: name, object: nil) }
      stage.at(1.5) { center.removeObserver(log) }
      stage.at(2) { center.post(name: name, object: nil) }
    }
    #expect(lines == ["1.0 test of film time"])
  }

  @Test("Timers and display links call methods that selectors hold")
  func ticks() {
    final class Target: NSObject {
      var ticks = 0
      var fired = 0
      func tick(_ link: CADisplayLink) { ticks += 1 }
      func fire(_ timer: RostrumQuartz.Timer) { fired += 1 }
    }
    let target = Target()
    let (_, film) = Self.log { _, _ in
      CADisplayLink(target: target, selector: Selector(target.tick)).add(
        to: .main, forMode: .common)
      RostrumQuartz.Timer.scheduledTimer(
        timeInterval: 0.5, target: target, selector: Selector(Target.fire), userInfo: nil,
        repeats: true)
    }
    #expect(target.ticks == 180 && target.fired == 6 && film.warnings == [])
  }

  @Test("Methods are found by their names in files that name them so")
  func namedMethods() {
    for caller in [Caller(), LateCaller()] {
      #expect(caller.run() == [true, true, false, true, false])
      #expect(caller.calls == ["play", "seek 3", "stop 4", "play"])
    }
  }

  @Test("A selector of a name, of another class, or for other arguments, is reported")
  func wrongSelectors() {
    let (lines, film) = Self.log { _, log in
      log.perform("plain")
      NSObject().perform(Selector(Log.plain, named: "plain"))
      log.perform(Selector(Log.one, named: "one"), with: 3)
    }
    #expect(lines == [])
    #expect(
      film.warnings.map(\.message) == [
        "Log has no method by the name 'plain': name it by #selector",
        "the method 'plain' takes another target than NSObject, or other arguments",
        "the method 'one' takes another target than Log, or other arguments",
      ])
  }

  @Test("Chance is the same in each film")
  func chance() {
    func numbers() -> [Double] {
      var numbers: [Double] = []
      _ = Film(size: CGSize(width: 10, height: 10), duration: 1) { _ in
        numbers += [Double.random(in: 0..<1), Double(CGFloat.random(in: 2...3))]
        numbers += [Double(Int.random(in: 0..<100)), Double([1, 2, 3, 4].randomElement() ?? 0)]
        numbers += [1, 2, 3, 4, 5].shuffled().map(Double.init)
        numbers += [Double(arc4random_uniform(10)), drand48()]
      }
      return numbers
    }
    let first = numbers()
    #expect(first == numbers() && Set(first).count > 5)
    #expect((0..<1).contains(first[0]) && (2...3).contains(first[1]))
  }
}

/// Values that are observed, and lines that become shapes.
@Suite("Observed values and stroked paths")
struct ObservationTests {
  @Test("Changes are told after the code of their moment, until the observation ends")
  func observing() {
    var lines: [String] = []
    _ = Film(size: CGSize(width: 100, height: 100), fps: 10, duration: 3) { stage in
      let view = UIScrollView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      stage.addSubview(view)
      let observation = view.observe(\.contentOffset, options: [.new, .old, .initial]) {
        _, change in
        let time = (CACurrentMediaTime() * 10).rounded() / 10
        lines.append("\(time) \(change.oldValue?.y ?? -1) \(change.newValue?.y ?? -1)")
      }
      stage.at(1) {
        view.contentOffset.y = 5
        view.contentOffset.y = 7
      }
      stage.at(1.5) { view.alpha = 0 }
      stage.at(2) { observation.invalidate() }
      stage.at(2.5) { view.contentOffset.y = 9 }
    }
    #expect(lines == ["0.0 -1.0 0.0", "1.0 0.0 7.0"])
  }

  /// Boxes and points by hand: a line from (10, 10) to (30, 10) of width 4, and a corner.
  @Test("The shape of a line has its caps and joins")
  func stroking() {
    let line = CGMutablePath()
    line.addLines(between: [CGPoint(x: 10, y: 10), CGPoint(x: 30, y: 10)])
    let corner = CGMutablePath()
    corner.addLines(
      between: [CGPoint(x: 10, y: 10), CGPoint(x: 30, y: 10), CGPoint(x: 30, y: 30)])
    func shape(_ path: CGPath, _ cap: CGLineCap, _ join: CGLineJoin, _ limit: CGFloat = 10)
      -> CGPath
    {
      path.copy(strokingWithWidth: 4, lineCap: cap, lineJoin: join, miterLimit: limit)
    }
    #expect(
      shape(line, .butt, .miter).boundingBoxOfPath == CGRect(x: 10, y: 8, width: 20, height: 4))
    #expect(
      shape(line, .square, .miter).boundingBoxOfPath == CGRect(x: 8, y: 8, width: 24, height: 4))
    let round = shape(line, .round, .miter)
    #expect(round.contains(CGPoint(x: 8.1, y: 10)) && !round.contains(CGPoint(x: 8.1, y: 8.1)))
    let tip = CGPoint(x: 31.9, y: 8.1)
    #expect(shape(corner, .butt, .miter).contains(tip))
    #expect(!shape(corner, .butt, .miter, 1).contains(tip))
    #expect(!shape(corner, .butt, .bevel).contains(tip))
    #expect(!shape(corner, .butt, .round).contains(tip))
    #expect(shape(corner, .butt, .round).contains(CGPoint(x: 31.3, y: 8.7)))
    #expect(shape(corner, .butt, .bevel).contains(CGPoint(x: 30.5, y: 9.5)))
    let ring = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 100, height: 100), transform: nil)
    let stroked = shape(ring, .butt, .round)
    #expect(stroked.contains(CGPoint(x: 98.5, y: 50)) && stroked.contains(CGPoint(x: 101.5, y: 50)))
    #expect(!stroked.contains(CGPoint(x: 50, y: 50)) && !stroked.contains(CGPoint(x: 102.5, y: 50)))
  }
}

/// Names of Dispatch's and of Objective-C's runtime.
@Suite("Work items and associated objects")
struct RuntimeTests {
  @Test("Work items run in the film's time, unless they are called off; groups tell when all left")
  func workItems() {
    var lines: [String] = []
    func note(_ text: String) {
      lines.append("\((CACurrentMediaTime() * 1000).rounded() / 1000) \(text)")
    }
    _ = Film(size: CGSize(width: 10, height: 10), fps: 10, duration: 2) { stage in
      let first = RostrumQuartz.DispatchWorkItem { note("first") }
      let second = RostrumQuartz.DispatchWorkItem { note("second") }
      first.notify(queue: .main) { note("after the first") }
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(300), execute: first)
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.5, execute: second)
      stage.at(0.4) { second.cancel() }
      let group = DispatchGroup()
      group.enter()
      group.notify(queue: .main) { note("group") }
      stage.at(1.05) { group.leave() }
    }
    #expect(lines == ["0.3 first", "0.3 after the first", "1.1 group"])
  }

  @Test("Values hang on objects, by keys, as long as the objects live")
  func associations() {
    final class Owner {}
    final class Value {}
    let key = UnsafeMutablePointer<UInt8>.allocate(capacity: 2)
    defer { key.deallocate() }
    weak var released: Value?
    for _ in 0..<200 {
      let (owner, value) = (Owner(), Value())
      #expect(objc_getAssociatedObject(owner, key) == nil)
      objc_setAssociatedObject(owner, key, value, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      objc_setAssociatedObject(owner, key + 1, 3, .OBJC_ASSOCIATION_ASSIGN)
      #expect(objc_getAssociatedObject(owner, key) as? Value === value)
      #expect(objc_getAssociatedObject(owner, key + 1) as? Int == 3)
      objc_setAssociatedObject(owner, key + 1, nil, .OBJC_ASSOCIATION_ASSIGN)
      #expect(objc_getAssociatedObject(owner, key + 1) == nil)
      objc_removeAssociatedObjects(owner)
      #expect(objc_getAssociatedObject(owner, key) == nil)
      released = value
    }
    #expect(released == nil)
  }
}
