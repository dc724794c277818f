/// How much a file comes to, counted while it is read and converted, so that the conversion ends
/// where a limit is reached and not after it. Compositions in compositions, symbols that are used
/// and repeaters come to far more than the file's size.
package final class ImportBudget {
  package enum Kind: Int, CaseIterable {
    /// Layers, and layers that are gone through and show nothing.
    case layers
    /// Points of outlines that are worked out, at every key frame.
    case pathElements
    /// Key frames of animations.
    case keyframes
    /// Numbers that are read, again for each slot that has them, and for each key frame of a letter
    /// that text animators change.
    case numbers
    /// Elements of an SVG's paths, as often as they are shown.
    case shownElements
    /// Bytes of an SVG's elements that are shown, each time.
    case text
    /// Colours of an SVG's gradients.
    case colors
    /// Rules of style sheets that were compared with an element, and values that they gave it.
    case rules

    package var limit: Int {
      switch self {
      case .layers: 100_000
      case .pathElements: 10_000_000
      case .keyframes: 2_000_000
      case .numbers, .rules: 20_000_000
      case .shownElements: 4_000_000
      case .text: 128 << 20
      case .colors: 1_000_000
      }
    }

    fileprivate var words: String {
      switch self {
      case .layers: "layers"
      case .pathElements: "points of outlines, those of all key frames counted"
      case .keyframes: "key frames"
      case .numbers: "numbers, those of slots and of letters counted each time"
      case .shownElements: "elements of paths"
      case .text: "bytes of elements that are shown"
      case .colors: "colours of gradients"
      case .rules: "comparisons of style rules with elements"
      }
    }
  }

  private var counts: [Int] = Array(repeating: 0, count: Kind.allCases.count)
  /// The first limit that was reached.
  package private(set) var excess: Kind?

  package var isExceeded: Bool { excess != nil }

  /// Adds `count` to the total of `kind`. Returns `false` once any limit is exceeded.
  @discardableResult
  package func add(_ count: Int, _ kind: Kind) -> Bool {
    guard excess == nil else { return false }
    let (sum, overflows) = counts[kind.rawValue].addingReportingOverflow(max(count, 0))
    counts[kind.rawValue] = sum
    if overflows || sum > kind.limit { excess = kind }
    return excess == nil
  }

  /// How many there are so far.
  package func count(_ kind: Kind) -> Int { counts[kind.rawValue] }

  /// The reached limit in words.
  package var message: String? {
    excess.map { "the file comes to more than \($0.limit) \($0.words)" }
  }
}
