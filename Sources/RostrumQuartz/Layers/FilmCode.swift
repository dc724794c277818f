package import Foundation

/// The film whose code runs, for modules above.
package enum FilmCode {
  package static var isRunning: Bool { FilmClock.current != nil }

  /// The size of the stage; `nil` outside of a film.
  package static var size: CGSize? { FilmClock.current?.root.bounds.size }

  /// Runs code after some seconds of the film, outside of one at once.
  package static func after(_ seconds: Double, _ body: @escaping () -> Void) {
    guard let clock = FilmClock.current else { return body() }
    clock.schedule(at: clock.now + max(seconds, 0), body)
  }

  /// Reports a call without effect, once.
  package static func warn(_ message: String) { FilmWarnings.tell(.other(message)) }
}
