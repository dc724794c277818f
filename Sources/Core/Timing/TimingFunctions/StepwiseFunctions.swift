/// A staircase, as CSS's `steps()`.
public struct StepFunction: Hashable, Sendable {
  /// Where the staircase jumps: at the ends of the time, or only between them.
  public enum Jump: String, CaseIterable, Hashable, Sendable {
    case start = "jump-start"
    case end = "jump-end"
    case none = "jump-none"
    case both = "jump-both"
  }

  /// How many steps there are, from 1 to `maximumCount`; 2 at least without a jump at either end.
  public let count: Int
  public let jump: Jump

  public static let maximumCount = 1000

  /// `nil` for a count that is not allowed.
  public init?(count: Int, jump: Jump = .end) {
    guard (jump == .none ? 2 : 1)...Self.maximumCount ~= count else { return nil }
    (self.count, self.jump) = (count, jump)
  }

  private var jumpCount: Int {
    switch jump {
    case .start, .end: count
    case .none: count - 1
    case .both: count + 1
    }
  }

  /// The height of the staircase at `x`; on an edge it is that of the step after it.
  func value(at x: Double) -> Double {
    guard x < 1 else { return 1 }
    guard x >= 0 else { return 0 }
    let raised = jump == .start || jump == .both ? 1 : 0
    // A product such as 0.29 * 100 may fall short of its step by rounding.
    let product = x * Double(count)
    let nearest = product.rounded()
    let step = abs(product - nearest) < 1e-12 * Double(count) ? nearest : product.rounded(.down)
    return Double(min(Int(step) + raised, jumpCount)) / Double(jumpCount)
  }

  /// Where it jumps between 0 and 1.
  var edges: [Double] { (1..<max(count, 1)).map { Double($0) / Double(count) } }

  /// As CSS writes it: `steps(4, jump-start)`.
  public var text: String { jump == .end ? "steps(\(count))" : "steps(\(count), \(jump.rawValue))" }
}

/// Straight lines from point to point, as CSS's `linear()`.
public struct PiecewiseFunction: Hashable, Sendable {
  public struct Stop: Hashable, Sendable {
    /// The progress in time.
    public let input: Double
    public let output: Double

    public init(input: Double, output: Double) { (self.input, self.output) = (input, output) }
  }

  /// Two at least, by inputs that do not fall.
  public let stops: [Stop]

  public static let maximumCount = 1000

  /// `nil` for fewer than two stops, for too many, for inputs that fall, and for numbers that are
  /// not finite.
  public init?(_ stops: [Stop]) {
    let inputs = stops.map(\.input)
    guard 2...Self.maximumCount ~= stops.count, zip(inputs, inputs.dropFirst()).allSatisfy(<=),
      stops.allSatisfy({ $0.input.isFinite && $0.output.isFinite })
    else { return nil }
    self.stops = stops
  }

  /// Outputs with optional inputs. As in CSS, the first input is 0 and the last 1 by default, an
  /// input less than an earlier one is raised to it, and missing ones are evenly spread between
  /// their neighbours.
  public init?(outputs: [(output: Double, input: Double?)]) {
    var inputs = outputs.map(\.input)
    guard inputs.count > 1 else { return nil }
    inputs[0] = inputs[0] ?? 0
    inputs[inputs.count - 1] = inputs[inputs.count - 1] ?? 1
    var largest = -Double.infinity
    for index in inputs.indices {
      guard let input = inputs[index] else { continue }
      largest = max(largest, input)
      inputs[index] = largest
    }
    var known = 0
    for index in inputs.indices.dropFirst() {
      guard let end = inputs[index], let start = inputs[known] else { continue }
      let count = Double(index - known)
      for between in known + 1..<max(index, known + 1) {
        inputs[between] = start + (end - start) * Double(between - known) / count
      }
      known = index
    }
    self.init(zip(inputs, outputs).map { Stop(input: $0 ?? 0, output: $1.output) })
  }

  /// At an input that several stops have, the last one's output; beyond the stops, the line through
  /// the nearest two is extended.
  func value(at x: Double) -> Double {
    if let exact = stops.last(where: { $0.input == x }) { return exact.output }
    let after = min(max(stops.firstIndex { $0.input > x } ?? stops.count, 1), stops.count - 1)
    let (a, b) = (stops[after - 1], stops[after])
    guard b.input > a.input else { return x < a.input ? a.output : b.output }
    return a.output + (b.output - a.output) * (x - a.input) / (b.input - a.input)
  }
}
