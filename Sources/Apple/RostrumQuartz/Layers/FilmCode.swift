package import Foundation
import RostrumLayerTree

/// The film whose code runs, for modules above.
package enum FilmCode {
  package static var isRunning: Bool { FilmClock.current != nil }

  /// The size of the stage; `nil` outside of a film.
  package static var size: CGSize? { FilmClock.current?.root.bounds.size }

  /// The objects that live until the film is made, such as windows.
  package static var kept: [AnyObject] { FilmClock.current?.kept ?? [] }

  package static func keep(_ object: AnyObject) { FilmClock.current?.kept.append(object) }

  /// How long the block of animation lasts that runs now; 0 outside of blocks.
  package static var blockDuration: Double {
    FilmClock.current?.viewBlock?.animation.duration ?? 0
  }

  /// Runs code after some seconds of the film, outside of one at once.
  package static func after(_ seconds: Double, _ body: @escaping () -> Void) {
    guard let clock = FilmClock.current else { return body() }
    clock.schedule(at: clock.now + max(seconds, 0), body)
  }

  /// Reports a call without effect, once.
  package static func warn(_ message: String) { FilmWarnings.tell(.other(message)) }
}
