import Geometry
import Source

/// The work of an SVG when its elements are shown as often as it says: a small file can show a long
/// path a hundred thousand times.
final class SVGWork {
  enum Kind: CaseIterable {
    case layers
    /// Bytes of the elements that are shown, each time.
    case text
    /// Elements of all outlines.
    case outlines
    /// Colours of all gradients.
    case colors
    /// Rules of style sheets that were compared with an element.
    case rules

    var maximum: Int {
      switch self {
      case .layers: 100_000
      case .text: 128 << 20
      case .outlines: 4_000_000
      case .colors: 1_000_000
      case .rules: 20_000_000
      }
    }

    private var name: String {
      switch self {
      case .layers: "layers"
      case .text: "bytes of elements that are shown"
      case .outlines: "elements of paths"
      case .colors: "colours of gradients"
      case .rules: "comparisons of style rules with elements"
      }
    }

    var message: String { "the file comes to more than \(maximum) \(name)" }
  }

  /// The values that the colours of a gradient depend on.
  struct StopsKey: Hashable {
    let owner: ObjectIdentifier
    /// The colour that `currentColor` stands for.
    let color: Color
  }

  /// The colours of the gradients that were met, with their places.
  var stops: [StopsKey: (colors: [Color], locations: [Double])] = [:]
  private let context: ImportContext
  private var spent: [Kind: Int] = [:]
  /// Whether a limit was reached, so that nothing more is shown.
  private(set) var isOver = false

  init(_ context: ImportContext) { self.context = context }

  /// Counts, and reports the first limit that is passed. Returns whether none was.
  @discardableResult
  func spend(_ count: Int, _ kind: Kind, at bytes: Range<Int>) -> Bool {
    guard !isOver else { return false }
    let sum = spent[kind, default: 0] + count
    spent[kind] = sum
    guard sum > kind.maximum else { return true }
    isOver = true
    context.error(.tooManyLayers, kind.message, at: bytes)
    return false
  }
}
