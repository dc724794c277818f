import RostrumSource

extension ListedFunction {
  /// The functions of lists.
  static let lists = [
    ListedFunction("list(a, ...)", 0...1000, "The list of these values.") {
      (_, values) throws(CalculationError) in CalculatedValue(list: values)
    },
    ListedFunction(
      "range(count) or range(from, to[, step])", 1...3,
      "The numbers from 0 to count - 1, or from one number to another."
    ) { (call, values) throws(CalculationError) in try call.range(values) },
    ListedFunction(
      "item(list, i[, otherwise])", 2...3,
      "The value of number i, from 0; -1 is the last. `otherwise` where there is none."
    ) { (call, values) throws(CalculationError) in try call.item(values) },
    ListedFunction("index(list, value)", 2...2, "The first place of a value, from 0; else -1.") {
      (call, values) throws(CalculationError) in
      let found = try call.list(values[0]).firstIndex(of: values[1])
      return .number(Double(found ?? -1), .none)
    },
    ListedFunction("slice(list, from[, to])", 2...3, "The values from a number, up to before one.")
    { (call, values) throws(CalculationError) in try call.slice(values) },
    ListedFunction("reverse(list)", 1...1, "The values from the last to the first.") {
      (call, values) throws(CalculationError) in
      CalculatedValue(list: try call.list(values[0]).reversed())
    },
    ListedFunction("unique(list)", 1...1, "Each value once, where it comes first.") {
      (call, values) throws(CalculationError) in
      var seen: Set<String> = []
      let items = try call.list(values[0])
      return CalculatedValue(
        list: items.filter { $0.text.map { seen.insert($0).inserted } ?? true })
    },
    ListedFunction("running(list)", 1...1, "The sums up to each value, with it.") {
      (call, values) throws(CalculationError) in try call.running(values[0])
    },
    ListedFunction(
      "rank(value, list) or rank(list)", 1...2,
      "The place of a value from the largest, 1; of a list the places of all, each once."
    ) { (call, values) throws(CalculationError) in try call.rank(values) },
    ListedFunction(
      "sort(list[, column][, descending])", 1...3,
      "The values, or the rows by a column, from the smallest, or from the largest."
    ) { (call, values) throws(CalculationError) in try call.sort(values) },
    ListedFunction("column(rows, name)", 2...2, "The values of one column.") {
      (call, values) throws(CalculationError) in
      CalculatedValue(list: try call.column(values[0], try call.text(values[1])))
    },
    ListedFunction(
      "group(rows, column)", 2...2,
      "For each value of the column a row with `key`, that value, and `rows`, its rows."
    ) { (call, values) throws(CalculationError) in try call.group(values) },
    ListedFunction(
      "zip(a, b, ...)", 1...100,
      "The list of the first values of all lists, that of the second ones, and so on; one list of lists is transposed."
    ) { (call, values) throws(CalculationError) in try call.zip(values) },
    ListedFunction(
      "diff(before, after)", 2...2,
      "The values of both lists in one order, as rows with `text`, and its places `before` and `after`, -1 where it is not there: what stays, goes and comes."
    ) { (call, values) throws(CalculationError) in
      var lists: [[String]] = []
      for value in values {
        var texts: [String] = []
        for item in try call.list(value) { texts.append(try call.text(item)) }
        lists.append(texts)
      }
      guard lists[0].count * lists[1].count <= 100_000_000 else {
        throw call.error("diff takes lists of at most 10000 values")
      }
      return CalculatedValue(list: CalculationFunction.diff(lists[0], lists[1]))
    },
  ]
}

extension CalculationFunction {
  fileprivate func range(_ values: [CalculatedValue]) throws(CalculationError) -> CalculatedValue {
    if values.count == 1 {
      let count = try whole(values[0], in: 0...Repetition.maximumCount)
      return CalculatedValue(numbers: (0..<count).map(Double.init))
    }
    let (start, end) = (try number(values[0]), try number(values[1]))
    let step = values.count == 3 ? try number(values[2]) : start <= end ? 1 : -1
    // A last number that is beyond the end only by rounding is included.
    let steps = ((end - start) / step + 1e-9).rounded(.down)
    guard step != 0, steps < Double(Repetition.maximumCount) else {
      throw error(step == 0 ? "the step is 0" : "more than \(Repetition.maximumCount) values")
    }
    guard steps >= 0 else { return CalculatedValue(list: []) }
    return CalculatedValue(numbers: (0...Int(steps)).map { start + Double($0) * step })
  }

  fileprivate func item(_ values: [CalculatedValue]) throws(CalculationError) -> CalculatedValue {
    let items = try list(values[0])
    let place = try whole(values[1])
    let index = place < 0 && values.count == 2 ? items.count + place : place
    if items.indices.contains(index) { return items[index] }
    if values.count == 3 { return values[2] }
    throw error(
      "there is no value \(place) in a list of \(items.count)",
      "a third value stands for what is missing: item(list, i, 0)")
  }

  fileprivate func slice(_ values: [CalculatedValue]) throws(CalculationError) -> CalculatedValue {
    let items = try list(values[0])
    func bound(_ value: CalculatedValue) throws(CalculationError) -> Int {
      let place = try whole(value)
      return max(0, min(items.count, place < 0 ? items.count + place : place))
    }
    let start = try bound(values[1])
    let end = values.count == 3 ? try bound(values[2]) : items.count
    return CalculatedValue(list: Array(items[start..<max(start, end)]))
  }

  fileprivate func running(_ value: CalculatedValue) throws(CalculationError) -> CalculatedValue {
    let numbers = try numbers(try list(value))
    let unit = try unit(numbers)
    var sum = 0.0
    return CalculatedValue(
      numbers: numbers.map {
        sum += $0.0
        return sum
      }, unit)
  }

  fileprivate func rank(_ values: [CalculatedValue]) throws(CalculationError) -> CalculatedValue {
    if values.count == 2 {
      let own = try number(values[0])
      return .number(Double(1 + (try numbers(in: values[1]).count { $0 > own })), .none)
    }
    let items = try list(values[0])
    if items.first?.items != nil {
      var ranks: [CalculatedValue] = []
      for item in items { ranks.append(try rank([item])) }
      return CalculatedValue(list: ranks)
    }
    let numbers = try numbers(in: values[0])
    let order = numbers.indices.sorted { (numbers[$1], $0) < (numbers[$0], $1) }
    var ranks = [Double](repeating: 0, count: numbers.count)
    for (place, index) in order.enumerated() { ranks[index] = Double(place + 1) }
    return CalculatedValue(numbers: ranks)
  }

  fileprivate func sort(_ values: [CalculatedValue]) throws(CalculationError) -> CalculatedValue {
    let items = try list(values[0])
    var words: [String] = []
    for value in values.dropFirst() { words.append(try text(value)) }
    let isDescending = words.last == "descending"
    if isDescending || words.last == "ascending" { words.removeLast() }
    guard words.count <= 1 else {
      throw error("\(words[1].quoted) is no order", "write ascending or descending")
    }
    let keys = words.isEmpty ? items : try column(values[0], words[0])
    let order: [Int]
    if keys.allSatisfy({ if case .text = $0 { true } else { false } }) {
      let texts = keys.map { $0.text ?? "" }
      order = Self.order(texts, isDescending)
    } else {
      let numbers = try numbers(keys)
      _ = try unit(numbers)
      order = Self.order(numbers.map(\.0), isDescending)
    }
    return CalculatedValue(list: order.map { items[$0] })
  }

  /// Equal values stay in their order.
  private static func order<Key: Comparable>(_ keys: [Key], _ isDescending: Bool) -> [Int] {
    keys.indices.sorted { a, b in
      if keys[a] == keys[b] { return a < b }
      return (keys[a] < keys[b]) != isDescending
    }
  }

  fileprivate func column(
    _ rows: CalculatedValue, _ name: String
  ) throws(CalculationError) -> [CalculatedValue] {
    var result: [CalculatedValue] = []
    for row in try list(rows) {
      guard case .row(let node) = row else {
        throw error("\(self.name) takes a list of rows; found \(row.description) in it")
      }
      guard let cell = node.column(name) else {
        throw error(
          "a row has no \(name.quoted)", "it has " + node.columnNames.joined(separator: ", "))
      }
      result.append(CalculatedValue(cell))
    }
    return result
  }

  fileprivate func group(_ values: [CalculatedValue]) throws(CalculationError) -> CalculatedValue {
    let rows = try list(values[0])
    let keys = try column(values[0], try text(values[1]))
    var order: [String] = []
    var members: [String: [Int]] = [:]
    for (index, key) in keys.enumerated() {
      let key = try text(key)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(index)
    }
    return CalculatedValue(
      list: order.map { key in
        let found = members[key] ?? []
        return Self.row([
          ("key", keys[found[0]]), ("rows", CalculatedValue(list: found.map { rows[$0] })),
        ])
      })
  }

  static func row(_ cells: [(name: String, value: CalculatedValue)]) -> CalculatedValue {
    .row(
      YAMLNode(
        .mapping(
          cells.map { name, value in
            YAMLNode.Entry(
              name: name, key: YAMLNode(.scalar(.init(text: name, isPlain: true)), mark: .start),
              value: value.node(mark: .start))
          }), mark: .start))
  }

  /// Puts removed lines before the ones that replace them.
  fileprivate static func diff(_ before: [String], _ after: [String]) -> [CalculatedValue] {
    let difference = after.difference(from: before)
    let removed = Set(
      difference.removals.map { if case .remove(let at, _, _) = $0 { at } else { 0 } })
    let added = Set(
      difference.insertions.map { if case .insert(let at, _, _) = $0 { at } else { 0 } })
    var rows: [CalculatedValue] = []
    func add(_ text: String, _ old: Int?, _ new: Int?) {
      rows.append(
        row([
          ("text", .text(text, isPlain: false)), ("before", .number(Double(old ?? -1), .none)),
          ("after", .number(Double(new ?? -1), .none)),
        ]))
    }
    var new = 0
    for old in 0...before.count {
      if old < before.count, removed.contains(old) {
        add(before[old], old, nil)
        continue
      }
      while new < after.count, added.contains(new) {
        add(after[new], nil, new)
        new += 1
      }
      guard old < before.count else { break }
      add(before[old], old, new)
      new += 1
    }
    return rows
  }

  fileprivate func zip(_ values: [CalculatedValue]) throws(CalculationError) -> CalculatedValue {
    let sources = values.count == 1 ? try list(values[0]) : values
    var lists: [[CalculatedValue]] = []
    for source in sources { lists.append(try list(source)) }
    let count = lists.first?.count ?? 0
    if let other = lists.first(where: { $0.count != count }) {
      throw error("lists of \(count) and of \(other.count) values do not go together")
    }
    return CalculatedValue(
      list: (0..<count).map { index in CalculatedValue(list: lists.map { $0[index] }) })
  }
}
