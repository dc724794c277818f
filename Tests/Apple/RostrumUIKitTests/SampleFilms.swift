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
      "shimmer",
      {
        film { _, window in
          centered(SkeletonRow(frame: CGRect(x: 0, y: 0, width: 170, height: 60)), in: window)
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
