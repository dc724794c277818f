import LayerTree
import SceneFile

/// The rows of the tables in `SceneFormat.md`, as the vocabulary would write them.
enum DocumentationRows {
  /// `| key | value | default | meaning |`
  static func row(_ key: Key) -> String {
    let text = key.defaultText.map { "`\($0)`" } ?? (key.isRequired ? "required" : "")
    return row(["`\(key.name)`", key.grammar.expectation, text, key.summary])
  }

  /// `| property | value | default | animates | meaning |`
  static func row(_ property: Property, in layerClass: LayerClass) -> String {
    let key = Vocabulary.layer(layerClass).key(named: property.name)
    let text = key?.defaultText.map { "`\($0)`" } ?? ""
    return row([
      "`\(property.name)`", property.type.expectation, text, property.isAnimatable ? "yes" : "no",
      property.summary,
    ])
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
  }

  /// Every row that the article has to have.
  static var all: [String] {
    let properties = LayerClass.all.flatMap { layerClass in
      layerClass.ownProperties.map { row($0, in: layerClass) }
    }
    let names = Set(LayerClass.all.flatMap(\.properties).map(\.name))
    let keys = Vocabulary.all.flatMap { vocabulary in
      vocabulary.keys.filter { key in
        !(vocabulary.owner.hasPrefix("a layer of class") && names.contains(key.name))
      }
    }
    return properties + keys.map(row)
  }
}
