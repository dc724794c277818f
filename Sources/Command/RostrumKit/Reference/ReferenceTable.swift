import RostrumLayerTree
import RostrumSceneFile

/// One generated table of the reference, and the heading that it gets when it is new.
package struct ReferenceTable: Equatable, Sendable {
  /// The name in its markers: `<!-- table: id -->`.
  package let id: String
  package let heading: String
  let columns: [String]
  /// The cells: the key first, its meaning last.
  let rows: [[String]]
  /// The rows that an earlier table has already: here only their keys are named.
  private var repeated: Set<[String]> = []

  init(_ id: String, _ heading: String, columns: [String], rows: [[String]]) {
    (self.id, self.heading, self.columns, self.rows) = (id, heading, columns, rows)
  }

  /// `| key | value | default | meaning |`
  init(_ id: String, _ heading: String, keys: [AnyField]) {
    self.init(
      id, heading, columns: ["key", "value", "default", "meaning"], rows: keys.map(Self.cells))
  }

  /// `| property | value | default | animates | meaning |`
  init(_ id: String, _ heading: String, propertiesOf layerClass: LayerClass) {
    let vocabulary = Vocabulary.layer(layerClass)
    self.init(
      id, heading, columns: ["property", "value", "default", "animates", "meaning"],
      rows: layerClass.ownProperties.filter { !Self.rare.contains($0.name) }.map { property in
        let key = vocabulary.key(named: property.name)
        let text = key?.defaultText.map { "`\($0)`" }
        return [
          "`\(property.name)`", key?.expectation ?? "", text ?? "",
          property.isAnimatable ? "yes" : "no", key?.summary ?? property.summary,
        ]
      })
  }

  /// Core Animation's own spellings, which a scene seldom needs: they have a table of their own.
  static let rare: Set<String> = [
    "fillMode", "removedOnCompletion", "flagSwitch", "mass", "stiffness", "damping",
    "initialVelocity", "allowsOverdamping", "allowsEdgeAntialiasing", "edgeAntialiasingMask",
    "minificationFilterBias", "usingSpringWithDamping", "initialSpringVelocity",
  ]

  /// The lines in Markdown.
  package var lines: [String] {
    let rule = "|" + String(repeating: " --- |", count: columns.count)
    let (others, own) = (rows.filter(repeated.contains), rows.filter { !repeated.contains($0) })
    let table = own.isEmpty ? [] : [Self.line(columns), rule] + own.map(Self.line)
    guard !others.isEmpty else { return table }
    let names = others.map { $0[0] }.joined(separator: ", ")
    return table + (own.isEmpty ? [] : [""]) + ["As [elsewhere](KeyIndex.md): \(names)."]
  }

  /// The tables, each row with its meaning in the first one alone that has it.
  static func sayingOnce(_ tables: [ReferenceTable]) -> [ReferenceTable] {
    var seen: Set<[String]> = []
    return tables.map { table in
      var table = table
      table.repeated = Set(table.rows.filter(seen.contains))
      seen.formUnion(table.rows)
      return table
    }
  }

  /// The heading without its signs.
  var title: String { String(heading.drop { "# ".contains($0) }) }

  static let layerClasses = ReferenceTable(
    "layer classes", "## Layers", columns: ["class", "Core Animation's name", "purpose"],
    rows: LayerClass.all.map { ["`\($0.name)`", $0.coreAnimationName, $0.summary] })

  static let animationTypes = ReferenceTable(
    "animation types", "## Animations", columns: ["type", "Core Animation's name", "purpose"],
    rows: AnimationType.all.map { ["`\($0.name)`", $0.coreAnimationName, $0.summary] })

  static func cells(_ key: AnyField) -> [String] {
    let text = key.defaultText.map { "`\($0)`" } ?? (key.isRequired ? "required" : "")
    return ["`\(key.name)`", key.expectation, text, key.summary]
  }

  /// The kinds of values that a page of their own describes are only named.
  private static let known = [
    "a colour": "as in CSS", "a transform": "identity", "a timing function": "a name",
    "a path": "SVG path data", "a font": "a family name", "an angle": "radians",
    "a list of angle-without-unit": "no-effect",
  ]

  private static func line(_ cells: [String]) -> String {
    let cells = cells.map { cell in
      guard
        let kind = known.first(where: {
          cell.hasPrefix($0 + ", " + $1) || cell.hasPrefix($0 + ": " + $1)
        })
      else { return cell }
      return kind.value == "no-effect" ? "a list of [names](Checks.md)" : kind.key
    }
    return "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}

extension ReferenceTable {
  /// Every key, property, class and type with the tables that have it, on these pages.
  package static func index(of pages: [(name: String, text: String)]) -> ReferenceTable {
    var anchors: [String: String] = [:]
    for page in pages {
      var heading = Substring()
      for line in page.text.split(separator: "\n") {
        if line.hasPrefix("#") { heading = line.drop { "# ".contains($0) } }
        guard let marker = line.wholeMatch(of: #/<!-- table: (.*) -->/#) else { continue }
        let anchor = heading.lowercased().replacing(" ", with: "-")
          .replacing(#/[^\p{L}\p{N}_-]/#, with: "")
        anchors[String(marker.output.1)] = "\(page.name).md#\(anchor)"
      }
    }
    var places: [String: [String]] = [:]
    for table in all {
      for row in table.rows {
        let key = String(row[0].filter { $0 != "`" })
        let name = table.title.replacing(#/^(Keys|Properties) of /#, with: "")
        places[key, default: []].append("[\(name)](\(anchors[table.id, default: ""]))")
      }
    }
    return ReferenceTable(
      "every key", "## Keys", columns: ["key", "where"],
      rows: places.keys.sorted().map {
        ["`\($0)`", places[$0, default: []].joined(separator: ", ")]
      })
  }
}
