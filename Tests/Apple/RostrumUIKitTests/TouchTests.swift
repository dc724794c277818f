import RostrumQuartz
import Testing
import UIKit

/// Fingers of a script. Facts: Apple's documentation of UIKit's gesture recognizers and controls.
@Suite("Touches and gestures")
struct TouchTests {
  /// The lines that recognizers and controls wrote, with the time.
  private final class Log: NSObject, UIGestureRecognizerDelegate {
    var lines: [String] = []
    var isSimultaneous = false

    func note(_ text: String) {
      lines.append("\((CACurrentMediaTime() * 1000).rounded() / 1000) \(text)")
    }

    func tap(_ gesture: UITapGestureRecognizer) { note("tap \(gesture.numberOfTapsRequired)") }

    func gesture(_ gesture: UIGestureRecognizer) {
      note("\(gesture.name ?? "") \(gesture.state)")
    }

    func pan(_ gesture: UIPanGestureRecognizer) {
      guard gesture.state == .ended else { return }
      let (move, speed) = (
        gesture.translation(in: gesture.view), gesture.velocity(in: gesture.view)
      )
      note("\(move.x) \(move.y) \(speed.x.rounded()) \(speed.y.rounded())")
    }

    func gestureRecognizer(
      _ gestureRecognizer: UIGestureRecognizer,
      shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { isSimultaneous }
  }

  private final class Control: UIControl {
    var log: Log?
    override func cancelTracking(with event: UIEvent?) { log?.note("cancelTracking") }
  }

  private static func log(
    _ code: (Stage, UIView, Log) -> Void
  ) -> (lines: [String], film: Film) {
    let log = Log()
    let film = Film(size: CGSize(width: 200, height: 200), fps: 60, duration: 4) { stage in
      let view = UIView(frame: CGRect(x: 50, y: 50, width: 100, height: 100))
      stage.addSubview(view)
      code(stage, view, log)
    }
    return (log.lines, film)
  }

  @Test("One tap, two taps, and one that waits for two to fail")
  func taps() {
    let (lines, _) = Self.log { stage, view, log in
      let once = UITapGestureRecognizer(target: log, action: Selector(Log.tap))
      let twice = UITapGestureRecognizer(target: log, action: Selector(Log.tap))
      twice.numberOfTapsRequired = 2
      once.require(toFail: twice)
      view.addGestureRecognizer(once)
      view.addGestureRecognizer(twice)
      stage.tap(CGPoint(x: 100, y: 100), at: 0.5)
      stage.tap(CGPoint(x: 100, y: 100), at: 1.5, count: 2)
      stage.drag(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 130, y: 100), at: 3, for: 0.1)
      stage.tap(view, at: 3.5, count: 2)
    }
    // The single tap comes when no second one has come 0.35 s after it.
    #expect(lines == ["0.9 tap 1", "1.7 tap 2", "3.7 tap 2"])
  }

  @Test("A pan begins after 10 points, and knows its way and its speed")
  func pans() {
    let (lines, film) = Self.log { stage, view, log in
      let pan = UIPanGestureRecognizer(target: log, action: Selector(Log.pan))
      view.addGestureRecognizer(pan)
      stage.drag(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 160, y: 70), at: 1, for: 0.5)
      // Too short for a pan.
      stage.drag(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 105, y: 100), at: 2, for: 0.5)
    }
    #expect(lines == ["1.5 60.0 -30.0 120.0 -60.0"])
    #expect(film.warnings == [])
  }

  @Test("Long presses, swipes, and who wins")
  func others() {
    func lines(simultaneous: Bool) -> [String] {
      Self.log { stage, view, log in
        log.isSimultaneous = simultaneous
        func add(_ gesture: UIGestureRecognizer, _ name: String) {
          (gesture.name, gesture.delegate) = (name, log)
          gesture.addTarget(log, action: Selector(Log.gesture))
          view.addGestureRecognizer(gesture)
        }
        let swipe = UISwipeGestureRecognizer()
        swipe.direction = .left
        add(swipe, "swipe")
        add(UILongPressGestureRecognizer(), "press")
        add(UITapGestureRecognizer(), "tap")
        stage.press(CGPoint(x: 100, y: 100), at: 0.5, for: 1)
        stage.drag(from: CGPoint(x: 140, y: 100), to: CGPoint(x: 70, y: 105), at: 2, for: 0.2)
        stage.drag(from: CGPoint(x: 70, y: 105), to: CGPoint(x: 140, y: 100), at: 3, for: 0.2)
      }.lines
    }
    let presses = ["1.0 press began", "1.5 press ended"]
    let swipe = ["2.15 swipe ended"]
    #expect(lines(simultaneous: false) == presses + swipe)
    // A tap is a tap however long it lasts.
    #expect(lines(simultaneous: true) == presses + ["1.5 tap ended"] + swipe)
  }

  @Test("Two fingers pinch and turn")
  func fingers() {
    var found: [CGFloat] = []
    let (_, film) = Self.log { stage, view, log in
      let (pinch, turn) = (UIPinchGestureRecognizer(), UIRotationGestureRecognizer())
      log.isSimultaneous = true
      for gesture in [pinch, turn] {
        gesture.delegate = log
        view.addGestureRecognizer(gesture)
      }
      // From 40 points beside each other to 80 points below each other.
      stage.touch(along: [(1, CGPoint(x: 80, y: 100)), (2, CGPoint(x: 100, y: 60))])
      stage.touch(along: [(1, CGPoint(x: 120, y: 100)), (2, CGPoint(x: 100, y: 140))])
      stage.at(1.999) { found = [pinch.scale, turn.rotation] }
    }
    #expect(film.warnings == [])
    #expect(abs((found.first ?? 0) - 2) < 0.05)
    #expect(abs((found.last ?? 0) - .pi / 2) < 0.05)
  }

  @Test("Controls tell of touches inside and outside, and lose one to a gesture")
  func controls() {
    let (lines, _) = Self.log { stage, view, log in
      let control = Control(frame: view.bounds)
      control.log = log
      view.addSubview(control)
      let events: [(UIControl.Event, String)] = [
        (.touchDown, "down"), (.touchUpInside, "up"), (.touchUpOutside, "up outside"),
        (.touchDragExit, "exit"), (.touchCancel, "cancel"),
      ]
      for (event, name) in events {
        control.addAction(
          UIAction { _ in log.note("\(name)\(control.isHighlighted ? " lit" : "")") }, for: event)
      }
      control.addTarget(log, action: Selector(Log.note), for: .valueChanged)
      control.removeTarget(log, action: nil, for: .valueChanged)
      control.sendActions(for: .valueChanged)
      stage.tap(control, at: 0.5)
      stage.drag(from: CGPoint(x: 130, y: 100), to: CGPoint(x: 0, y: 0), at: 1, for: 0.5)
      stage.drag(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 100, y: 195), at: 2, for: 0.1)
      stage.at(2.5) { control.isEnabled = false }
      stage.tap(CGPoint(x: 100, y: 100), at: 2.6)
      stage.at(3) {
        control.isEnabled = true
        view.addGestureRecognizer(UIPanGestureRecognizer())
      }
      stage.drag(from: CGPoint(x: 100, y: 100), to: CGPoint(x: 140, y: 100), at: 3.1, for: 0.6)
    }
    // A finger leaves the control 70 points beyond its edge.
    #expect(
      lines == [
        "0.5 down lit", "0.55 up", "1.0 down lit", "1.5 up", "2.0 down lit", "2.1 up",
        "3.1 down lit", "3.25 cancelTracking", "3.25 cancel",
      ])
  }

  @Test("A finger that meets no view says so, and a view that follows its superview moves")
  func frames() {
    let (_, film) = Self.log { stage, view, _ in
      view.removeFromSuperview()
      stage.tap(CGPoint(x: -50, y: 100), at: 1)
    }
    #expect(film.warnings.map(\.message) == ["a finger touches no view at 1.0 seconds"])
    // The documentation of UIView.AutoresizingMask: flexible parts share by their sizes.
    let table: [(mask: UIView.AutoresizingMask, frame: CGRect)] = [
      ([], CGRect(x: 10, y: 20, width: 30, height: 40)),
      (.flexibleWidth, CGRect(x: 10, y: 20, width: 130, height: 40)),
      ([.flexibleWidth, .flexibleHeight], CGRect(x: 10, y: 20, width: 130, height: 90)),
      (.flexibleLeftMargin, CGRect(x: 110, y: 20, width: 30, height: 40)),
      (
        [.flexibleLeftMargin, .flexibleRightMargin],
        CGRect(x: 24.285714285714285, y: 20, width: 30, height: 40)
      ),
      (.flexibleBottomMargin, CGRect(x: 10, y: 20, width: 30, height: 40)),
    ]
    for row in table {
      let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      let inner = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
      inner.autoresizingMask = row.mask
      outer.addSubview(inner)
      outer.frame.size = CGSize(width: 200, height: 150)
      #expect(abs(inner.frame.minX - row.frame.minX) < 1e-9 && inner.frame.size == row.frame.size)
    }
    let label = UILabel(frame: CGRect(x: 5, y: 7, width: 0, height: 0))
    label.text = "Hello"
    label.sizeToFit()
    #expect(label.frame.origin == CGPoint(x: 5, y: 7) && label.frame.width > 20)
  }
}
