/// A pair of frames of two films, or a frame that only one of them has.
enum FilmStep: Sendable, Equatable {
  /// Frames of both that belong together.
  case pair(expected: Int, actual: Int)
  /// The actual film does not have this frame.
  case dropped(Int)
  /// The expected film does not have this frame, which looks like the one before it.
  case doubled(Int)
  /// The expected film does not have this frame.
  case added(Int)
}

extension FilmStep {
  var isInOrder: Bool {
    if case .pair(let expected, let actual) = self { expected == actual } else { false }
  }

  /// Whether it is a frame past the end of the other film, for films with these frame counts.
  func isBeyond(_ expectedCount: Int, _ actualCount: Int) -> Bool {
    switch self {
    case .pair: false
    case .dropped(let index): index >= actualCount
    case .doubled(let index), .added(let index): index >= expectedCount
    }
  }
}
