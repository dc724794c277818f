import RostrumQuartz
import Testing
import UIKit

/// Property animators. Facts: Apple's documentation of `UIViewAnimating`; positions by the curve,
/// which is a line here.
@Suite("Property animators")
struct AnimatorTests {
  fileprivate final class Run {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    var lines: [String] = []

    var shown: CGFloat { view.layer.presentation()?.position.x ?? -1 }

    func note(_ text: String) { lines.append(text) }
  }

  /// A line from 10 to 110 within a second, from 1 s on.
  private static func run(
    _ script: @escaping (Stage, UIViewPropertyAnimator, Run) -> Void
  ) -> Run {
    let run = Run()
    _ = Film(size: CGSize(width: 200, height: 100), fps: 50, duration: 5) { stage in
      stage.addSubview(run.view)
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        run.view.center.x = 110
      }
      animator.addCompletion {
        run.note("\($0) at \((CACurrentMediaTime() * 100).rounded() / 100)")
      }
      script(stage, animator, run)
    }
    return run
  }

  private static let scripts: [(name: String, lines: [String], Script)] = [
    (
      "runs", ["60", "end at 2.0", "110"],
      Script { stage, animator, run in
        stage.at(1) { animator.startAnimation() }
        for time in [1.5, 2.5] { stage.at(time) { run.note("\(Int(run.shown.rounded()))") } }
      }
    ),
    (
      "begins later", ["10", "35", "end at 2.5"],
      Script { stage, animator, run in
        stage.at(1) { animator.startAnimation(afterDelay: 0.5) }
        for time in [1.4, 1.75] { stage.at(time) { run.note("\(Int(run.shown.rounded()))") } }
      }
    ),
    (
      "stands still and goes on", ["60 active false", "60", "85", "end at 3.5"],
      Script { stage, animator, run in
        stage.at(1) { animator.startAnimation() }
        stage.at(1.5) { animator.pauseAnimation() }
        stage.at(2) { run.note("\(Int(run.shown)) \(animator.state) \(animator.isRunning)") }
        stage.at(2.98) { run.note("\(Int(run.shown))") }
        stage.at(3) { animator.startAnimation() }
        stage.at(3.25) { run.note("\(Int(run.shown.rounded()))") }
      }
    ),
    (
      "is moved by hand, and goes on within a part of the time",
      ["10", "40", "0.3", "75", "end at 2.5", "110"],
      Script { stage, animator, run in
        stage.at(1) { animator.fractionComplete = 0 }
        stage.at(1.2) {
          run.note("\(Int(run.shown))")
          animator.fractionComplete = 0.3
        }
        stage.at(1.5) { run.note("\(Int(run.shown))\n\(animator.fractionComplete)") }
        stage.at(2) {
          animator.continueAnimation(withTimingParameters: nil, durationFactor: 0.5)
        }
        stage.at(2.25) { run.note("\(Int(run.shown.rounded()))") }
        stage.at(3) { run.note("\(Int(run.view.center.x))") }
      }
    ),
    (
      "goes back", ["60", "35", "start at 2.0", "10"],
      Script { stage, animator, run in
        stage.at(1) { animator.startAnimation() }
        stage.at(1.5) {
          run.note("\(Int(run.shown.rounded()))")
          animator.isReversed = true
        }
        stage.at(1.75) { run.note("\(Int(run.shown.rounded()))") }
        stage.at(3) { run.note("\(Int(run.view.center.x))") }
      }
    ),
    (
      "stops where it is", ["stopped", "current at 1.5", "60 60 inactive"],
      Script { stage, animator, run in
        stage.at(1) { animator.startAnimation() }
        stage.at(1.5) {
          animator.stopAnimation(false)
          run.note("\(animator.state)")
          animator.finishAnimation(at: .current)
        }
        stage.at(3) {
          run.note("\(Int(run.shown)) \(Int(run.view.center.x.rounded())) \(animator.state)")
        }
      }
    ),
    (
      "is dropped without a word", ["60"],
      Script { stage, animator, run in
        stage.at(1) { animator.startAnimation() }
        stage.at(1.5) { animator.stopAnimation(true) }
        stage.at(3) { run.note("\(Int(run.view.center.x.rounded()))") }
      }
    ),
    (
      "has a block that begins half way", ["10", "60"],
      Script { stage, animator, run in
        animator.addAnimations({ run.view.alpha = 0 }, delayFactor: 0.5)
        stage.at(1) { animator.startAnimation() }
        stage.at(1.5) { run.note("\(Int((run.view.layer.presentation()?.opacity ?? 0) * 10))") }
        stage.at(1.75) {
          run.note("\(Int(((run.view.layer.presentation()?.opacity ?? 0) * 120).rounded()))")
          animator.stopAnimation(true)
        }
      }
    ),
  ]

  /// A script as a value that tests may share.
  struct Script: @unchecked Sendable {
    fileprivate let body: (Stage, UIViewPropertyAnimator, Run) -> Void

    fileprivate init(_ body: @escaping (Stage, UIViewPropertyAnimator, Run) -> Void) {
      self.body = body
    }
  }

  @Test("An animator", arguments: scripts.map(\.name))
  func animators(_ name: String) throws {
    let row = try #require(Self.scripts.first { $0.name == name })
    let lines = Self.run(row.2.body).lines.flatMap { $0.split(separator: "\n").map(String.init) }
    #expect(lines == row.lines)
  }

  @Test("A spring of its own constants lasts until it is at rest")
  func springs() {
    var ends: [Double] = []
    let spring = CASpringAnimation()
    (spring.stiffness, spring.damping) = (180, 14)
    _ = Film(size: CGSize(width: 100, height: 100), fps: 50, duration: 5) { stage in
      let view = UIView(frame: .zero)
      stage.addSubview(view)
      let timing = UISpringTimingParameters(
        mass: 1, stiffness: 180, damping: 14, initialVelocity: .zero)
      let animator = UIViewPropertyAnimator(duration: 0, timingParameters: timing)
      animator.addAnimations { view.center.x = 50 }
      animator.addCompletion { _ in ends.append(CACurrentMediaTime()) }
      stage.at(1) { animator.startAnimation() }
    }
    #expect(ends.count == 1 && abs(ends[0] - 1 - spring.settlingDuration) < 1e-6)
  }
}

/// Controllers that present others. Facts: Apple's documentation of
/// `UIViewControllerAnimatedTransitioning`.
@Suite("Presentations")
struct PresentationTests {
  private final class Controller: UIViewController, UIViewControllerTransitioningDelegate {
    var log: ((String) -> Void)?
    let animator = Fade()

    override func viewDidAppear(_ animated: Bool) { log?("\(title ?? "") appears") }
    override func viewDidDisappear(_ animated: Bool) { log?("\(title ?? "") disappears") }

    func animationController(
      forPresented presented: UIViewController, presenting: UIViewController,
      source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { animator }
  }

  private final class Fade: NSObject, UIViewControllerAnimatedTransitioning {
    func transitionDuration(
      using transitionContext: (any UIViewControllerContextTransitioning)?
    ) -> TimeInterval { 1 }

    func animateTransition(using context: any UIViewControllerContextTransitioning) {
      guard let view = context.view(forKey: .to) else { return }
      context.containerView.addSubview(view)
      view.alpha = 0
      UIView.animate(withDuration: transitionDuration(using: context)) {
        view.alpha = 1
      } completion: { _ in
        context.completeTransition(!context.transitionWasCancelled)
      }
    }
  }

  @Test("One controller comes by its animator, and goes the standard way")
  func presentations() {
    var lines: [String] = []
    _ = Film(size: CGSize(width: 100, height: 100), fps: 50, duration: 4) { stage in
      let (first, second) = (Controller(), Controller())
      (first.title, second.title) = ("first", "second")
      for controller in [first, second] {
        controller.log = { lines.append("\($0) at \((CACurrentMediaTime() * 10).rounded() / 10)") }
      }
      second.transitioningDelegate = second
      stage.show(first)
      stage.at(1) { first.present(second, animated: true) { lines.append("done") } }
      stage.at(1.5) {
        lines.append("\((Double(second.view.layer.presentation()?.opacity ?? 0) * 10).rounded())")
      }
      stage.at(2.5) { second.dismiss(animated: true) { lines.append("gone") } }
      stage.at(3.5) {
        let isShown = second.view.window != nil || first.presentedViewController != nil
        lines.append("\(isShown) \(first.view.window != nil)")
      }
    }
    #expect(
      lines == [
        "first appears at 0.0", "5.0", "second appears at 2.0", "first disappears at 2.0", "done",
        "first appears at 2.9", "second disappears at 2.9", "gone", "false true",
      ])
  }
}
