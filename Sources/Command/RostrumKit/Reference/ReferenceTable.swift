import RostrumLayerTree
import RostrumSceneFile

/// One generated table of the reference, and the heading that it gets when it is new.
struct ReferenceTable: Equatable {
  /// The name in its markers: `<!-- table: id -->`.
  let id: String
  let heading: String
  let lines: [String]

  private init(_ id: String, _ heading: String, columns: [String], rows: [[String]]) {
    self.id = id
    self.heading = heading
    let rule = "|" + String(repeating: " --- |", count: columns.count)
    lines = [Self.line(columns), rule] + rows.map(Self.line)
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
      rows: layerClass.ownProperties.map { property in
        let key = vocabulary.key(named: property.name)
        let text = key?.defaultText.map { "`\($0)`" }
        return [
          "`\(property.name)`", key?.expectation ?? "", text ?? "",
          property.isAnimatable ? "yes" : "no", property.summary,
        ]
      })
  }

  static let layerClasses = ReferenceTable(
    "layer classes", "## Layers", columns: ["class", "Core Animation's name", "purpose"],
    rows: LayerClass.all.map { ["`\($0.name)`", $0.coreAnimationName, $0.summary] })

  static let animationTypes = ReferenceTable(
    "animation types", "## Animations", columns: ["type", "Core Animation's name", "purpose"],
    rows: AnimationType.all.map { ["`\($0.name)`", $0.coreAnimationName, $0.summary] })

  /// Every key, property, class and type with the tables that have it.
  static let index: ReferenceTable = {
    var places: [String: [String]] = [:]
    for table in all {
      let title = String(table.heading.drop { "# ".contains($0) })
      let anchor = title.lowercased().replacing(" ", with: "-")
        .replacing(#/[^\p{L}\p{N}_-]/#, with: "")
      for line in table.lines {
        guard let match = line.prefixMatch(of: #/\| `(\w+)` \|/#) else { continue }
        let link = "[\(title)](SceneFormat.md#\(anchor))"
        places[String(match.output.1), default: []].append(link)
      }
    }
    return ReferenceTable(
      "every key", "## Keys", columns: ["key", "where"],
      rows: places.keys.sorted().map {
        ["`\($0)`", places[$0, default: []].joined(separator: ", ")]
      })
  }()

  private static func cells(_ key: AnyField) -> [String] {
    let text = key.defaultText.map { "`\($0)`" } ?? (key.isRequired ? "required" : "")
    return ["`\(key.name)`", key.expectation, text, key.summary]
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }
}
