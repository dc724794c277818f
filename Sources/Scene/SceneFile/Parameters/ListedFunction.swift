/// A function of a `calc()` that CSS does not have, with what a page and an editor say about it.
package struct ListedFunction: Sendable {
  typealias Work =
    @Sendable (CalculationFunction, [CalculatedValue]) throws(CalculationError) -> CalculatedValue

  /// With its arguments, as in `item(list, i)`; optional ones in brackets.
  package let usage: String
  package let summary: String
  let counts: ClosedRange<Int>
  let value: Work

  init(_ usage: String, _ counts: ClosedRange<Int>, _ summary: String, _ value: @escaping Work) {
    (self.usage, self.counts, self.summary, self.value) = (usage, counts, summary, value)
  }

  var name: String { String(usage.prefix { $0 != "(" }) }

  static let all = lists + scales + paths + texts + random
  package static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

extension CalculatedValue {
  /// The value of each item where a value is a list: lists go together item by item.
  static func elementwise(
    _ values: [CalculatedValue], at offset: Int,
    _ work: ([CalculatedValue]) throws(CalculationError) -> CalculatedValue
  ) throws(CalculationError) -> CalculatedValue {
    let counts = values.compactMap { $0.items?.count }
    guard let count = counts.first else { return try work(values) }
    if let other = counts.first(where: { $0 != count }) {
      throw CalculationError(
        message: "lists of \(count) and of \(other) values do not go together", offset: offset)
    }
    var result: [CalculatedValue] = []
    for index in 0..<count {
      let row = values.map { $0.items?[index] ?? $0 }
      result.append(try elementwise(row, at: offset, work))
    }
    return .list(CalculatedList(result))
  }

  init(list: [CalculatedValue]) { self = .list(CalculatedList(list)) }

  init(numbers: [Double], _ unit: Unit = .none) {
    self = .list(CalculatedList(numbers.map { .number($0, unit) }))
  }

  /// The values in it and in its lists.
  var leaves: [CalculatedValue] { items.map { $0.flatMap(\.leaves) } ?? [self] }

  var items: [CalculatedValue]? {
    if case .list(let list) = self { list.items } else { nil }
  }

  /// As part of a text; `nil` for lists and rows.
  var text: String? {
    switch self {
    case .number(let number, let unit): number.sceneText + unit.rawValue
    case .text(let text, _): text
    case .flag(let flag): flag ? "true" : "false"
    case .list, .row: nil
    }
  }
}

extension CalculationFunction {
  /// The value of each item of these arguments.
  func each(
    _ values: [CalculatedValue],
    _ work: ([CalculatedValue]) throws(CalculationError) -> CalculatedValue
  ) throws(CalculationError) -> CalculatedValue {
    try CalculatedValue.elementwise(values, at: offset, work)
  }

  func list(_ value: CalculatedValue) throws(CalculationError) -> [CalculatedValue] {
    if let items = value.items { return items }
    throw error("\(name) takes a list; found \(value.description)")
  }

  func number(_ value: CalculatedValue) throws(CalculationError) -> Double {
    try plain(try numbers([value])[0])
  }

  func numbers(in list: CalculatedValue) throws(CalculationError) -> [Double] {
    var result: [Double] = []
    for item in try self.list(list) { result.append(try number(item)) }
    return result
  }

  func text(_ value: CalculatedValue) throws(CalculationError) -> String {
    if case .number(let number, let unit) = value, number.isFinite {
      return number.shownText + unit.rawValue
    }
    return try exactText(value)
  }

  /// The same with all digits of a number.
  func exactText(_ value: CalculatedValue) throws(CalculationError) -> String {
    if let text = value.text { return text }
    throw error("\(name) takes texts and numbers; found \(value.description)")
  }

  func whole(
    _ value: CalculatedValue, in range: ClosedRange<Int> = -1_000_000...1_000_000
  ) throws(CalculationError) -> Int {
    let number = try number(value)
    guard let whole = Int(exactly: number), range.contains(whole) else {
      throw error(
        "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound); found \(number.sceneText)"
      )
    }
    return whole
  }
}
