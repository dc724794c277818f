import RostrumQuartz
import UIKit
@testable import UIKitSamples

/// The samples as films, with what a user would do in them.
enum SampleFilms {
  static func film(
    _ duration: Double = 2, _ body: @escaping (Stage, UIWindow) -> Void
  ) -> Film {
    Film(size: CGSize(width: 200, height: 160), fps: 30, duration: duration) { stage in
      body(stage, stage.makeWindow())
    }
  }

  private static func centered(_ view: UIView, in window: UIWindow) {
    view.center = CGPoint(x: window.bounds.midX, y: window.bounds.midY)
    window.addSubview(view)
  }

  static let all: [(name: String, film: @Sendable () -> Film)] = [
    (
      "activity indicator",
      {
        film { _, window in
          let bars = BarIndicatorView(frame: CGRect(x: 0, y: 0, width: 60, height: 50))
          centered(bars, in: window)
          bars.startAnimating()
        }
      }
    ),
    (
      "spinner",
      {
        film { _, window in
          centered(SpinnerView(frame: CGRect(x: 0, y: 0, width: 60, height: 60)), in: window)
        }
      }
    ),
    (
      "system indicator",
      {
        film { _, window in
          let indicator = UIActivityIndicatorView(style: .large)
          centered(indicator, in: window)
          indicator.startAnimating()
        }
      }
    ),
    (
      "checkbox",
      {
        film(1.5) { stage, window in
          let box = Checkbox(frame: CGRect(x: 0, y: 0, width: 60, height: 60))
          centered(box, in: window)
          stage.at(0.3) { box.setCheckState(true, animated: true) }
        }
      }
    ),
    (
      "ripple",
      {
        film(3) { _, window in
          let pulsator = Pulsator()
          pulsator.position = CGPoint(x: 100, y: 80)
          pulsator.numPulse = 3
          window.layer.addSublayer(pulsator)
          pulsator.start()
        }
      }
    ),
    (
      "shimmer",
      {
        film { _, window in
          centered(SkeletonRow(frame: CGRect(x: 0, y: 0, width: 170, height: 60)), in: window)
        }
      }
    ),
    (
      "confetti",
      {
        film { _, window in
          let view = ConfettiView(frame: window.bounds)
          window.addSubview(view)
          view.startConfetti()
        }
      }
    ),
    (
      "progress ring",
      {
        film { stage, window in
          let ring = ProgressRing(frame: CGRect(x: 0, y: 0, width: 110, height: 110))
          centered(ring, in: window)
          stage.at(0.2) { ring.setProgress(0.75, duration: 1) }
        }
      }
    ),
    (
      "hamburger",
      {
        film { stage, window in
          window.backgroundColor = UIColor.systemIndigo
          let button = HamburgerButton(frame: CGRect(x: 0, y: 0, width: 54, height: 54))
          centered(button, in: window)
          stage.at(0.3) { button.showsMenu = true }
          stage.at(1.3) { button.showsMenu = false }
        }
      }
    ),
    (
      "card flip",
      {
        film { stage, window in
          let card = CardView(frame: CGRect(x: 0, y: 0, width: 80, height: 110))
          centered(card, in: window)
          stage.at(0.2) { card.flip() }
        }
      }
    ),
    (
      "typing dots",
      {
        film { _, window in
          let bubble = TypingBubble(frame: CGRect(x: 0, y: 0, width: 80, height: 40))
          centered(bubble, in: window)
          bubble.startAnimating()
        }
      }
    ),
    (
      "toast",
      {
        film(2.5) { _, window in
          window.backgroundColor = .secondarySystemBackground
          Toast("Saved to your list 🎉").show(in: window, for: 0.8)
        }
      }
    ),
  ]
}
