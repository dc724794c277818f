import UIKit
@testable import UIKitSamples

/// The samples with constraints, fields, tables and letters, as films.
enum LayoutFilms {
  /// The observer of a field; it has one of the optional methods and the optional property.
  final class Observer: NSObject, FloatingFieldObserver {
    func fieldDidBegin(_ field: FloatingField) {}
    func placeholderScale(for field: FloatingField) -> CGFloat { 0.6 }
    var lineColor: UIColor { .systemGreen }
  }

  static let all: [(name: String, film: @Sendable () -> Film)] = [
    (
      "anchored card",
      {
        SampleFilms.film { stage, window in
          let card = AnchoredCard(frame: CGRect(x: 30, y: 20, width: 140, height: 120))
          window.addSubview(card)
          stage.at(0.3) { card.open() }
        }
      }
    ),
    (
      "floating field",
      {
        SampleFilms.film { stage, window in
          window.backgroundColor = .white
          let field = FloatingField(frame: CGRect(x: 20, y: 50, width: 160, height: 44))
          let observer = Observer()
          field.observer = observer
          field.placeholder = "Name"
          window.addSubview(field)
          stage.tap(field, at: 0.4)
          stage.at(1) {
            field.text = "Ada"
            withExtendedLifetime(observer) {}
          }
          stage.at(1.4) { field.resignFirstResponder() }
        }
      }
    ),
    (
      "handwriting",
      {
        SampleFilms.film { _, window in
          window.backgroundColor = .white
          let view = HandwritingView(frame: CGRect(x: 20, y: 40, width: 160, height: 80))
          window.addSubview(view)
          view.write("Hello", duration: 1.6)
        }
      }
    ),
    (
      "falling letters",
      {
        SampleFilms.film { stage, window in
          window.backgroundColor = .white
          let label = FallingLettersLabel(frame: CGRect(x: 20, y: 60, width: 160, height: 40))
          label.font = .boldSystemFont(ofSize: 24)
          label.textAlignment = .center
          label.text = "Winter"
          window.addSubview(label)
          stage.at(0.3) { label.text = "Summer" }
        }
      }
    ),
    (
      "expanding rows",
      {
        SampleFilms.film { stage, window in
          window.rootViewController = ExpandingRowsController()
          stage.tap(CGPoint(x: 100, y: 48), at: 0.3)
          stage.tap(CGPoint(x: 100, y: 130), at: 1)
        }
      }
    ),
  ]
}
