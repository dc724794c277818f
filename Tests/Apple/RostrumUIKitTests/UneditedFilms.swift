import RostrumQuartz
import UIKit
@testable import UIKitSamples

/// The samples that use Objective-C's words, as films.
enum UneditedFilms {
  private static func film(
    _ view: @escaping () -> UIView, _ duration: Double = 2, background: UIColor = .white,
    script: @escaping (Stage, UIView) -> Void = { _, _ in }
  ) -> Film {
    SampleFilms.film(duration) { stage, window in
      window.backgroundColor = background
      let view = view()
      view.center = CGPoint(x: window.bounds.midX, y: window.bounds.midY)
      window.addSubview(view)
      script(stage, view)
    }
  }

  private static func frame(_ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: 0, y: 0, width: width, height: height)
  }

  static let all: [(name: String, film: @Sendable () -> Film)] = [
    (
      "arc progress",
      {
        film({ ArcProgressView(frame: frame(100, 100)) }) { stage, view in
          stage.at(0.2) { (view as? ArcProgressView)?.progress = 0.7 }
          stage.at(1.2) { (view as? ArcProgressView)?.progress = 0.3 }
        }
      }
    ),
    (
      "ball pulse",
      {
        film({ LoadingIndicatorView(frame: frame(60, 60)) }, background: .systemIndigo) {
          ($1 as? LoadingIndicatorView)?.startAnimating()
        }
      }
    ),
    (
      "pacman",
      {
        film(
          { LoadingIndicatorView(frame: frame(60, 60), kind: .pacman, color: .yellow) },
          background: .black
        ) { ($1 as? LoadingIndicatorView)?.startAnimating() }
      }
    ),
    (
      "transition button",
      {
        film(
          {
            let button = TransitionButton(frame: frame(120, 40))
            button.backgroundColor = .systemBlue
            button.setTitle("Sign in", for: .normal)
            button.cornerRadius = 20
            return button
          }, 2.5
        ) { stage, view in
          let button = view as? TransitionButton
          stage.at(0.2) { button?.startAnimation() }
          stage.at(0.8) { button?.stopAnimation(animationStyle: .shake, revertAfterDelay: 0.4) }
        }
      }
    ),
    (
      "spring view",
      {
        film({
          let view = SpringView(frame: frame(70, 70))
          view.backgroundColor = .systemOrange
          view.layer.cornerRadius = 12
          (view.animation, view.autostart, view.duration) = ("slideLeft", true, 1)
          return view
        }) { stage, view in
          stage.at(1.2) {
            guard let view = view as? SpringView else { return }
            (view.animation, view.x) = ("shake", 0)
            view.animate()
          }
        }
      }
    ),
    ("liquid dots", { film({ LiquidLineLoader(frame: frame(180, 60)) }) }),
    (
      "material spinner",
      {
        film({ MaterialSpinner(frame: frame(60, 60)) }) { stage, view in
          (view as? MaterialSpinner)?.startAnimating()
          stage.at(1) {
            NotificationCenter.default.post(
              name: UIApplication.willEnterForegroundNotification, object: nil)
          }
        }
      }
    ),
    (
      "skeleton",
      {
        film({ SkeletonCell(frame: frame(180, 60)) }) { stage, view in
          stage.at(0) { view.showSkeleton() }
          stage.at(1.4) { view.hideSkeleton() }
        }
      }
    ),
    (
      "line chart",
      {
        film(
          {
            let chart = LineChartView(frame: frame(190, 140))
            chart.backgroundColor = .white
            chart.values = [3, 7, 4, 9, 6, 8, 12]
            return chart
          }, 1.5
        ) { stage, view in
          stage.at(0) { (view as? LineChartView)?.animate(yAxisDuration: 1) }
        }
      }
    ),
    (
      "hero",
      {
        film({ HeroContainer(frame: frame(200, 160)) }, 1.2) { stage, view in
          stage.at(0.2) { (view as? HeroContainer)?.present() }
        }
      }
    ),
    (
      "pull to refresh",
      {
        film({ RefreshingList(frame: frame(160, 160)) }) { stage, _ in
          stage.drag(
            from: CGPoint(x: 100, y: 40), to: CGPoint(x: 100, y: 150), at: 0.1, for: 0.5)
        }
      }
    ),
    (
      "tab bar",
      {
        film({ PillTabBar(titles: ["Home", "Find", "Me"], frame: frame(180, 44)) }) { stage, _ in
          stage.tap(CGPoint(x: 160, y: 80), at: 0.3)
          stage.tap(CGPoint(x: 100, y: 80), at: 1)
        }
      }
    ),
    (
      "gauge",
      {
        film({ GaugeView(frame: frame(120, 120)) }) { stage, view in
          stage.at(0.2) { (view as? GaugeView)?.setValue(72, animated: true) }
        }
      }
    ),
    (
      "wave",
      {
        film({
          let view = WaveView(frame: frame(100, 100))
          view.layer.cornerRadius = 50
          view.backgroundColor = .systemGray6
          return view
        })
      }
    ),
    (
      "letter by letter",
      {
        film({
          let view = LetterByLetterLabel(frame: frame(190, 80))
          view.text = "Letters!"
          return view
        }) { stage, view in stage.at(0.1) { (view as? LetterByLetterLabel)?.animateIn() } }
      }
    ),
    (
      "morphing icon",
      {
        film({ PlayPauseButton(frame: frame(60, 60)) }) { stage, view in
          stage.tap(view, at: 0.3)
          stage.tap(view, at: 1.2)
        }
      }
    ),
    (
      "spring drag",
      {
        film({ DraggableCard(frame: frame(60, 60)) }) { stage, _ in
          stage.drag(
            from: CGPoint(x: 100, y: 80), to: CGPoint(x: 160, y: 110), at: 0.2, for: 0.5)
        }
      }
    ),
    (
      "particle burst",
      {
        film({ HeartButton(frame: frame(60, 60)) }, 1.5) { stage, view in stage.tap(view, at: 0.2) }
      }
    ),
    (
      "async steps",
      { film({ StepsView(frame: frame(190, 60)) }, 2.5) { ($1 as? StepsView)?.run() } }
    ),
    (
      "page turn",
      {
        SampleFilms.film(2.5) { stage, window in
          window.rootViewController = PageTurnController()
          stage.tap(CGPoint(x: 100, y: 80), at: 0.2, count: 2)
          stage.drag(
            from: CGPoint(x: 150, y: 80), to: CGPoint(x: 60, y: 80), at: 1.4, for: 0.2)
        }
      }
    ),
    (
      "engine layers",
      { film({ EngineView(frame: frame(200, 140)) }) { ($1 as? EngineView)?.play(duration: 1.5) } }
    ),
    (
      "filmstrip",
      {
        film({ FilmstripView(frame: frame(150, 60)) }) { stage, view in
          stage.at(0.2) { (view as? FilmstripView)?.play() }
        }
      }
    ),
  ]
}
