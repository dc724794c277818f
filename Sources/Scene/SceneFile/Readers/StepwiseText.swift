import RostrumTiming

/// A timing function as CSS writes it that has steps or straight lines: `steps(4, jump-start)` or
/// `linear(0, 0.5 25% 75%, 1)`.
struct StepwiseText {
  private let name: String
  private let arguments: [String]

  /// `nil` for the text of another function.
  init?(_ text: String) {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
    name = String(text[..<open])
    guard ["steps", "linear"].contains(name) else { return nil }
    let inside = text[text.index(after: open)...].dropLast()
    arguments = inside.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.split(separator: " ").joined(separator: " ")
    }
  }

  static let pattern: String = {
    let jumps = StepFunction.Jump.allCases.map(\.rawValue).joined(separator: "|")
    let step = "steps\\( *[0-9]+ *(, *(\(jumps)|start|end) *)?\\)"
    return "^(\(step)|linear\\([-+0-9.eE%, ]+\\))$"
  }()

  var expectation: String {
    if name == "steps" {
      let jumps = StepFunction.Jump.allCases.map(\.rawValue).joined(separator: ", ")
      return "steps(COUNT, JUMP): from 1 to \(StepFunction.maximumCount) steps, 2 at least with"
        + " jump-none; the jump is one of \(jumps)"
    }
    return "linear(STOP, STOP, ...): numbers, each with no, one or two percentages, such as"
      + " linear(0, 0.5 25% 75%, 1)"
  }

  /// `nil` where the arguments make no function.
  var function: TimingFunction? {
    name == "steps" ? steps.map(TimingFunction.steps) : lines.map(TimingFunction.piecewise)
  }

  private var steps: StepFunction? {
    guard (1...2).contains(arguments.count), let count = Int(arguments[0]) else { return nil }
    guard arguments.count == 2 else { return StepFunction(count: count) }
    let short = ["start": "jump-start", "end": "jump-end"]
    let word = short[arguments[1]] ?? arguments[1]
    return StepFunction.Jump(rawValue: word).flatMap { StepFunction(count: count, jump: $0) }
  }

  private var lines: PiecewiseFunction? {
    var outputs: [(output: Double, input: Double?)] = []
    for argument in arguments {
      let words = argument.split(separator: " ").map(String.init)
      let places = words.filter { $0.hasSuffix("%") }.map { number($0.dropLast()) }
      let numbers = words.filter { !$0.hasSuffix("%") }.map { number($0[...]) }
      guard numbers.count == 1, places.count <= 2, let output = numbers[0],
        places.allSatisfy({ $0 != nil })
      else { return nil }
      let inputs = places.isEmpty ? [nil] : places.map { $0.map { $0 / 100 } }
      outputs += inputs.map { (output, $0) }
    }
    return PiecewiseFunction(outputs: outputs)
  }

  /// A function's name, or the function as CSS writes it; `nil` for one of numbers.
  static func text(of function: TimingFunction) -> String? {
    if let named = TimingFunction.named.first(where: { $0.function == function }) {
      return named.name
    }
    return switch function {
    case .bezier, .spring: nil
    case .easing(let easing): easing.rawValue
    case .steps(let steps): steps.text
    case .piecewise(let lines): lines.text
    }
  }

  private func number(_ text: Substring) -> Double? {
    guard case .number(let value) = NumberText(String(text)), abs(value) <= Limit.number else {
      return nil
    }
    return value
  }
}

extension PiecewiseFunction {
  /// As CSS writes it: `linear(0 0%, 0.5 25%, 1 100%)`.
  fileprivate var text: String {
    let stops = stops.map { "\($0.output.sceneText) \(($0.input * 100).sceneText)%" }
    return "linear(\(stops.joined(separator: ", ")))"
  }
}
