/// How much a file comes to, counted while it is read and converted, so that the conversion ends
/// where a limit is reached and not after it. Compositions in compositions, symbols that are used
/// and repeaters come to far more than the file's size.
final class ImportBudget {
  enum Kind {
    /// Layers, and layers that are gone through and show nothing.
    case layers
    /// Points of outlines that are worked out, at every key frame.
    case pathElements
    /// Key frames of animations.
    case keyframes
    /// Numbers that are read, again for each slot that has them.
    case numbers

    var limit: Int {
      switch self {
      case .layers: 100_000
      case .pathElements: 10_000_000
      case .keyframes: 2_000_000
      case .numbers: 20_000_000
      }
    }

    fileprivate var words: String {
      switch self {
      case .layers: "layers"
      case .pathElements: "points of outlines, those of all key frames counted"
      case .keyframes: "key frames"
      case .numbers: "numbers, those of slots counted each time"
      }
    }
  }

  private var counts: [Int] = Array(repeating: 0, count: 4)
  /// The first limit that was reached.
  private(set) var excess: Kind?

  var isExceeded: Bool { excess != nil }

  /// Counts so many more. False from the first limit on that is reached.
  @discardableResult
  func add(_ count: Int, _ kind: Kind) -> Bool {
    guard excess == nil else { return false }
    let index = kind.index
    let (sum, overflows) = counts[index].addingReportingOverflow(max(count, 0))
    counts[index] = sum
    if overflows || sum > kind.limit { excess = kind }
    return excess == nil
  }

  /// How many there are so far.
  func count(_ kind: Kind) -> Int { counts[kind.index] }

  /// The reached limit in words.
  var message: String? {
    excess.map { "the file comes to more than \($0.limit) \($0.words)" }
  }
}

extension ImportBudget.Kind {
  fileprivate var index: Int {
    switch self {
    case .layers: 0
    case .pathElements: 1
    case .keyframes: 2
    case .numbers: 3
    }
  }
}
