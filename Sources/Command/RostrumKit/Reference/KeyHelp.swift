/// The entries of the reference on a key, for the terminal.
public enum KeyHelp {
  private static let tables =
    ReferenceTable.all + ReferenceTable.figures + ReferenceTable.projects

  /// The first cell of a row, as one writes it.
  private static func word(_ row: [String]) -> String { row[0].filter { $0 != "`" } }

  /// Every key, property, class and type.
  public static let words = Set(tables.flatMap(\.rows).map(word)).sorted()

  /// All rows of a key, each with the tables that have it; `nil` where no table has the key.
  public static func text(_ key: String) -> String? {
    var titles: [[String]: [String]] = [:]
    var order: [[String]] = []
    for table in tables {
      for row in table.rows where word(row) == key {
        let body = body(row, table.columns)
        if titles[body] == nil { order.append(body) }
        titles[body, default: []].append(table.title.filter { $0 != "`" })
      }
    }
    guard !order.isEmpty else { return nil }
    return order.map { body in
      let places = titles[body, default: []].map { $0.prefix(1).lowercased() + $0.dropFirst() }
      return "\(key): \(places.joined(separator: ", "))\n\(body.joined(separator: "\n"))\n"
    }.joined(separator: "\n")
  }

  private static func body(_ row: [String], _ columns: [String]) -> [String] {
    let facts = zip(columns, row).dropFirst().dropLast().filter { !$0.1.isEmpty }
    return facts.map { "  \($0.0): \($0.1.filter { $0 != "`" })" } + ["  \(row[row.count - 1])"]
  }
}
