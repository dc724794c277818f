import RostrumBase
import RostrumLayerTree
import RostrumSource

/// A value in a `calc()`.
enum CalculatedValue: Equatable {
  case number(Double, Unit)
  /// `isPlain`: a word, which may mean something else than itself, such as `none`.
  case text(String, isPlain: Bool)
  case flag(Bool)
  case list(CalculatedList)
  /// A mapping, such as a row of a table.
  case row(YAMLNode)

  enum Unit: String {
    case none = ""
    case degrees = "deg"
    case percent = "%"

    var description: String {
      switch self {
      case .none: "a number"
      case .degrees: "an angle"
      case .percent: "a percentage"
      }
    }
  }

  /// Whether every number in it is finite.
  var isFinite: Bool {
    if case .number(let number, _) = self { return number.isFinite }
    return items?.allSatisfy(\.isFinite) ?? true
  }

  static func == (a: CalculatedValue, b: CalculatedValue) -> Bool {
    if let x = a.flag, let y = b.flag { return x == y }
    return switch (a, b) {
    case (.number(let x, let unit), .number(let y, let other)): x == y && unit == other
    case (.text(let x, _), .text(let y, _)): x == y
    default: false
    }
  }

  /// True or false, also where a parameter or a column gives it as a word.
  var flag: Bool? {
    switch self {
    case .flag(let flag): flag
    case .text("true", isPlain: true): true
    case .text("false", isPlain: true): false
    default: nil
    }
  }

  /// A number, with a unit or without, or a text.
  init(_ text: String, isPlain: Bool = true) {
    let start = text.first { !$0.isWhitespace }
    let mayBeNumber = start.map { $0.isNumber || "+-.".contains($0) } ?? false
    if mayBeNumber, let (number, unit) = Self.number(text) {
      self = .number(number, unit)
    } else {
      self = .text(text, isPlain: isPlain)
    }
  }

  private static func number(_ text: String) -> (Double, Unit)? {
    switch NumberText(text) {
    case .number(let number): return (number, .none)
    case .percentage: return Double(text.dropLast()).map { ($0, .percent) }
    default: break
    }
    guard let end = text.lastIndex(where: { !($0.isASCII && $0.isLetter) }) else { return nil }
    let (digits, unit) = (text[...end], text[text.index(after: end)...])
    guard digits.utf8.allSatisfy({ (48...57).contains($0) || ".eE+-".utf8.contains($0) }),
      let number = Double(digits), let factor = degrees[unit.lowercased()]
    else { return nil }
    return (number * factor, .degrees)
  }

  /// Degrees in one of each unit of angles. Source: W3C CSS Values 4, section 7.1.
  static let degrees = ["deg": 1, "grad": 0.9, "rad": 180 / Double.pi, "turn": 360]

  var description: String {
    switch self {
    case .number(_, let unit): unit.description
    case .text(let text, _): "the text \(text.quoted)"
    case .flag: "true or false"
    case .list(let list): "a list of \(list.items.count)"
    case .row: "a row"
    }
  }
}

/// The values of a list, for instance a column of a table. Its totals are computed once, however
/// many rows use them.
final class CalculatedList {
  let items: [CalculatedValue]
  private var totals: [String: CalculatedValue] = [:]

  init(_ items: [CalculatedValue]) { self.items = items }

  func total(
    _ name: String, _ make: ([CalculatedValue]) throws(CalculationError) -> CalculatedValue
  ) throws(CalculationError) -> CalculatedValue {
    if let known = totals[name] { return known }
    let made = try make(items)
    totals[name] = made
    return made
  }
}

/// Why a `calc()` has no value.
struct CalculationError: Error {
  let message: String
  /// The place in the text, in UTF-8 bytes.
  var offset: Int
  var hint: String?
}

/// A function of a `calc()`. Names and meanings: W3C CSS Values 4, section 10; `sum`, `mean`,
/// `count`, `floor`, `ceil`, `if` and the listed functions are ours.
package struct CalculationFunction {
  let name: String
  /// The place of the name in the text, in UTF-8 bytes.
  let offset: Int

  private static let totals: Set = ["min", "max", "sum", "mean", "count"]
  /// All functions.
  package static let names = ofCSS + ListedFunction.all.map(\.name)
  /// The names that other languages have for them.
  private static let otherNames = [
    "average": "mean", "avg": "mean", "length": "count", "len": "count", "size": "count",
    "total": "sum", "maximum": "max", "minimum": "min", "ceiling": "ceil", "power": "pow",
    "circle": "arc", "concat": "join", "ln": "log",
  ]
  private static let ofCSS =
    totals.sorted() + [
      "calc", "if", "clamp", "round", "floor", "ceil", "abs", "sign", "mod", "sqrt", "pow", "exp",
      "log", "sin", "cos", "tan", "asin", "acos", "atan", "atan2",
    ]

  func value(_ arguments: [CalculatedValue]) throws(CalculationError) -> CalculatedValue {
    if Self.totals.contains(name) { return try total(arguments) }
    if name == "if" { return try choice(arguments) }
    if let listed = ListedFunction.byName[name] {
      guard listed.counts.contains(arguments.count) else {
        throw error(
          "\(name) does not take \(arguments.count) value\(arguments.count == 1 ? "" : "s")",
          "write \(listed.usage)")
      }
      return try listed.value(self, arguments)
    }
    guard Self.names.contains(name) else {
      throw error(
        "unknown function \(name.quoted)",
        (Self.otherNames[name] ?? closest(to: name, among: Self.names))
          .map { "did you mean '\($0)'?" }
          ?? "there are " + Self.names.sorted().joined(separator: ", "))
    }
    if name == "calc", arguments.count == 1 { return arguments[0] }
    return try each(arguments) { (arguments) throws(CalculationError) in try ofNumbers(arguments)
    }
  }

  private func ofNumbers(
    _ arguments: [CalculatedValue]
  ) throws(CalculationError) -> CalculatedValue {
    let numbers = try numbers(arguments)
    switch (name, numbers.count) {
    case ("clamp", 3):
      let (least, value, most) = (numbers[0], numbers[1], numbers[2])
      let unit = try unit(numbers)
      return .number(max(least.0, min(value.0, most.0)), unit)
    case ("mod", 2):
      let (a, b) = (numbers[0].0, numbers[1].0)
      return .number(a - b * (a / b).rounded(.down), try unit(numbers))
    case ("round", 2):
      let (a, step) = (numbers[0].0, numbers[1].0)
      return .number(rounded(a / step) * step, try unit(numbers))
    case ("pow", 2): return .number(pow(try plain(numbers[0]), try plain(numbers[1])), .none)
    case ("atan2", 2):
      _ = try unit(numbers)
      return .number(atan2(numbers[0].0, numbers[1].0) * 180 / .pi, .degrees)
    case (_, 1): return try ofOne(numbers[0])
    default: throw wrongCount(arguments.count)
    }
  }

  private func ofOne(
    _ argument: (Double, CalculatedValue.Unit)
  ) throws(CalculationError) -> CalculatedValue {
    let (number, unit) = argument
    switch name {
    case "round": return .number(rounded(number), unit)
    case "floor": return .number(number.rounded(.down), unit)
    case "ceil": return .number(number.rounded(.up), unit)
    case "abs": return .number(abs(number), unit)
    case "sign": return .number(number > 0 ? 1 : number < 0 ? -1 : 0, .none)
    case "sqrt": return .number(try plain(argument).squareRoot(), .none)
    case "exp": return .number(exp(try plain(argument)), .none)
    case "log": return .number(log(try plain(argument)), .none)
    case "sin": return .number(sin(try radians(argument)), .none)
    case "cos": return .number(cos(try radians(argument)), .none)
    case "tan": return .number(tan(try radians(argument)), .none)
    case "asin": return .number(asin(try plain(argument)) * 180 / .pi, .degrees)
    case "acos": return .number(acos(try plain(argument)) * 180 / .pi, .degrees)
    case "atan": return .number(atan(try plain(argument)) * 180 / .pi, .degrees)
    default: throw wrongCount(1)
    }
  }

  /// Half a step goes up, as in CSS.
  private func rounded(_ number: Double) -> Double { (number + 0.5).rounded(.down) }

  // MARK: Arguments

  func numbers(
    _ arguments: [CalculatedValue]
  ) throws(CalculationError) -> [(Double, CalculatedValue.Unit)] {
    var result: [(Double, CalculatedValue.Unit)] = []
    for (index, argument) in arguments.enumerated() {
      guard case .number(let number, let unit) = argument else {
        let place = arguments.count > 2 ? ", number \(index + 1) of \(arguments.count)" : ""
        throw error("\(name) takes numbers; found \(argument.description)\(place)")
      }
      result.append((number, unit))
    }
    return result
  }

  func unit(
    _ numbers: [(Double, CalculatedValue.Unit)]
  ) throws(CalculationError) -> CalculatedValue.Unit {
    let first = numbers.first?.1 ?? .none
    for case (_, let unit) in numbers where unit != first {
      throw error(
        "\(name) takes values of one unit; found \(first.description) and \(unit.description)")
    }
    return first
  }

  func plain(
    _ argument: (Double, CalculatedValue.Unit)
  ) throws(CalculationError) -> Double {
    if argument.1 == .none { return argument.0 }
    throw error("\(name) takes a number without a unit; found \(argument.1.description)")
  }

  private func radians(
    _ argument: (Double, CalculatedValue.Unit)
  ) throws(CalculationError) -> Double {
    argument.1 == .degrees ? argument.0 * .pi / 180 : try plain(argument)
  }

  // MARK: Totals and choices

  private func total(_ arguments: [CalculatedValue]) throws(CalculationError) -> CalculatedValue {
    if arguments.count == 1, case .list(let list) = arguments[0] {
      return try list.total(name) { items throws(CalculationError) in try total(of: items) }
    }
    var all: [CalculatedValue] = []
    for argument in arguments {
      if case .list(let list) = argument { all += list.items } else { all.append(argument) }
    }
    return try total(of: all)
  }

  private func total(of items: [CalculatedValue]) throws(CalculationError) -> CalculatedValue {
    if name == "count" { return .number(Double(items.count), .none) }
    let numbers = try numbers(items)
    let unit = try unit(numbers)
    let sum = numbers.reduce(0) { $0 + $1.0 }
    switch name {
    case "sum": return .number(sum, unit)
    case "mean" where !numbers.isEmpty: return .number(sum / Double(numbers.count), unit)
    case "min": if let least = numbers.map(\.0).min() { return .number(least, unit) }
    case "max": if let most = numbers.map(\.0).max() { return .number(most, unit) }
    default: break
    }
    throw error("\(name) of nothing")
  }

  /// The value after the first condition that holds, or the last.
  private func choice(_ arguments: [CalculatedValue]) throws(CalculationError) -> CalculatedValue {
    guard arguments.count >= 3, arguments.count % 2 == 1 else {
      throw error(
        "if takes a condition, a value and what holds otherwise; found \(arguments.count) values")
    }
    for index in stride(from: 0, to: arguments.count - 1, by: 2) {
      guard let holds = arguments[index].flag else {
        throw error("expected a comparison, true or false; found \(arguments[index].description)")
      }
      if holds { return arguments[index + 1] }
    }
    return arguments[arguments.count - 1]
  }

  private func wrongCount(_ count: Int) -> CalculationError {
    error("\(name) does not take \(count) value\(count == 1 ? "" : "s")")
  }

  func error(_ message: String, _ hint: String? = nil) -> CalculationError {
    CalculationError(message: message, offset: offset, hint: hint)
  }
}
