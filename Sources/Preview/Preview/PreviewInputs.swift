import RostrumBase
import RostrumFigures
import RostrumKit
import RostrumSceneFile
import RostrumSource
import RostrumSceneEditing

/// The values of a scene's parameters in a preview: from a row of data, and from the page.
struct PreviewInputs: Sendable {
  /// As they were given when the preview began.
  let given: ParameterValues
  /// A file of rows, or `nil`.
  let data: String?
  var table: DataTable?
  /// The index of the row that is shown.
  var row = 0
  /// As a command line writes them, by name.
  var chosen: [String: String] = [:]

  init(given: ParameterValues, data: String?) { (self.given, self.data) = (given, data) }

  var currentRow: DataRow? {
    table.flatMap { $0.rows.indices.contains(row) ? $0.rows[row] : nil }
  }

  /// The parameters by name. The page's values override the command line's, which override the
  /// row's.
  var values: ParameterValues {
    let own = try? ParameterValues(
      assignments: chosen.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" },
      origin: "the preview's parameters")
    return (currentRow?.values ?? .none).merging(given).merging(own ?? .none)
  }

  /// Arguments for `--set`.
  var assignments: [String] {
    values.texts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}

extension PreviewScene {
  /// Sets parameters for this preview alone; `nil` restores a parameter's earlier value.
  package func set(_ values: [String: String?]) {
    for (name, text) in values { inputs.chosen[name] = text }
    readAgain()
  }

  /// Shows another row of the data, counted from 0.
  package func showRow(_ index: Int) {
    guard let count = inputs.table?.rows.count, count > 0 else { return }
    inputs.row = min(max(index, 0), count - 1)
    readAgain()
  }

  /// The rows of data, as far as a page needs to know of them: an object with `count`, `index` and
  /// the `texts` of the row that is shown; `nil` without data.
  var rows: JSONValue {
    guard let table = inputs.table, let row = inputs.currentRow else { return .null }
    let texts = table.columns.map { ($0, JSONValue.string(row.texts[$0])) }
    return .object([
      ("count", .integer(table.rows.count)), ("index", .integer(inputs.row)),
      ("texts", .object(texts)),
    ])
  }

  /// The parameters that the scene declares, each with its `name`, its `text` in this preview, what
  /// was `chosen` on the page, and what its declaration says: `kind`, `summary`, the `allowed`
  /// values, `minimum`, `maximum` and `step`. `hex` is a colour's.
  var parameters: JSONValue {
    let facts = declared.map { fact -> JSONValue in
      let values = texts.last?.declaration(of: fact.name) ?? [:]
      return .object([
        ("name", .string(fact.name)), ("text", .string(fact.text)),
        ("chosen", .string(inputs.chosen[fact.name])),
        ("kind", .string(values["type"]?.first ?? "string")),
        ("summary", .string(values["summary"]?.first)),
        ("allowed", .array((values["allowedValues"] ?? []).map { .string($0) })),
        ("minimum", .string(values["minimum"]?.first)),
        ("maximum", .string(values["maximum"]?.first)), ("step", .string(values["step"]?.first)),
        ("hex", .string(hexOfColor(fact.text))),
      ])
    }
    return .array(facts)
  }
}

extension EditableText {
  /// The texts of a parameter's declaration by their keys.
  fileprivate func declaration(of name: String) -> [String: [String]] {
    var found: [String: [String]] = [:]
    for value in values(in: nil) {
      let names = value.steps.compactMap(\.name)
      guard names.count == 3, names[0] == "parameters", names[1] == name else { continue }
      switch value.content {
      case .scalar(let text, _): found[names[2], default: []].append(text)
      case .numbers(let texts): found[names[2], default: []] += texts
      }
    }
    return found
  }
}
