import RostrumFigures
import RostrumLayerTree
import RostrumSceneFile

extension ReferenceTable {
  /// Every table of the reference, in its order. A new row in the vocabulary's tables gets here by
  /// itself.
  package static let all: [ReferenceTable] = {
    let shown = Set(AnimationType.all.flatMap(\.vocabulary.keys))
    let others = mappings.filter { !shown.isSuperset(of: $0.keys) }.map(mapping)
    let (scene, parts) = (others.filter { $0.id == "scene" }, others.filter { $0.id != "scene" })
    return sayingOnce(
      scene + [layerClasses] + layers + [animationTypes] + animations + parts
        + [filters, ownSpellings])
  }()

  /// The tables of figure files and theme files.
  package static let figures = sayingOnce(Vocabulary.figures.map(mapping))

  /// The table of project files.
  package static let projects = [mapping(.project), mapping(.sceneGroup)]

  /// The keys of all filters, each with the kinds that have it.
  private static let filters: ReferenceTable = {
    let kinds = FilterKind.all.map { (name: $0.name, keys: Vocabulary.filter($0).keys) }
    var keys: [AnyField] = []
    for key in kinds.flatMap(\.keys) where !keys.contains(key) { keys.append(key) }
    return ReferenceTable(
      "filters", "### Keys of a filter",
      columns: ["key", "filters", "value", "default", "meaning"],
      rows: keys.map { key in
        let names = kinds.filter { $0.keys.contains(key) }.map(\.name)
        var cells = cells(key)
        cells.insert(names.count == kinds.count ? "all" : names.joined(separator: ", "), at: 1)
        return cells
      })
  }()

  /// The keys of Core Animation for which the language has a shorter word, or that few scenes need.
  private static let ownSpellings = ReferenceTable(
    "own spellings", "### Keys of Core Animation", keys: ownKeys)

  private static let ownKeys: [AnyField] = {
    let keys =
      Vocabulary.layer(.plain).keys + AnimationType.all.flatMap(\.vocabulary.keys)
      + Vocabulary.viewAnimation.keys
    var found: [AnyField] = []
    for key in keys where rare.contains(key.name) && !found.contains(key) { found.append(key) }
    return found
  }()

  // MARK: Layers

  private static var layers: [ReferenceTable] {
    let names = Set(LayerClass.all.flatMap(\.properties).map(\.name))
    let common = Vocabulary.layer(.plain).keys.filter { !names.contains($0.name) }
    let every = [
      ReferenceTable("every layer", "### Keys of every layer", keys: common),
      ReferenceTable(
        "properties of every layer", "### Properties of every layer", propertiesOf: .plain),
    ]
    return every
      + LayerClass.all.filter { $0 != .plain }.flatMap { layerClass in
        let own = Vocabulary.layer(layerClass).keys.filter {
          !names.contains($0.name) && !common.contains($0)
        }
        return tables(of: layerClass, own)
      }
  }

  private static func tables(of layerClass: LayerClass, _ keys: [AnyField]) -> [ReferenceTable] {
    let name = layerClass.name
    var result: [ReferenceTable] = []
    if !layerClass.ownProperties.isEmpty {
      result.append(
        ReferenceTable("layer \(name)", "### Properties of `\(name)`", propertiesOf: layerClass))
    }
    if !keys.isEmpty {
      result.append(ReferenceTable("keys of layer \(name)", "### Keys of `\(name)`", keys: keys))
    }
    return result
  }

  // MARK: Animations

  /// The tables of animations' keys: the keys of all types with a clock, the keys that the types
  /// whose values may add up share beyond that, and each type's own.
  private static var animations: [ReferenceTable] {
    let timed = AnimationType.all.map(\.vocabulary).filter { $0.key(named: "duration") != nil }
    let every = shared(timed)
    let property = shared(timed.filter { $0.key(named: "additive") != nil })
      .filter { !every.contains($0) }
    return [
      ReferenceTable(
        "every animation", "### Keys of every animation", keys: every.filter(isUsual)),
      ReferenceTable(
        "property animations", "### Keys of property animations",
        keys: property.filter(isUsual)),
    ]
      + AnimationType.all.compactMap { type in
        let own = own(type.vocabulary, every, property).filter(isUsual)
        guard !own.isEmpty else { return nil }
        return ReferenceTable("animation \(type.name)", "### Keys of `\(type.name)`", keys: own)
      }
  }

  /// The keys in a type's section: its own, or described otherwise; a type that lacks
  /// some of the shared keys shows all of its own.
  private static func own(
    _ vocabulary: Vocabulary, _ every: [AnyField], _ property: [AnyField]
  ) -> [AnyField] {
    let isComplete = every.allSatisfy { vocabulary.key(named: $0.name) != nil }
    return vocabulary.keys.filter { !isComplete || !(every + property).contains($0) }
  }

  /// The first vocabulary's rows for the names that all of them know.
  private static func shared(_ vocabularies: [Vocabulary]) -> [AnyField] {
    (vocabularies.first?.keys ?? []).filter { key in
      vocabularies.allSatisfy { $0.key(named: key.name) != nil }
    }
  }

  private static func isUsual(_ key: AnyField) -> Bool { !rare.contains(key.name) }

  // MARK: Other mappings

  private static var mappings: [Vocabulary] {
    let owners = Set(
      LayerClass.all.map { Vocabulary.layer($0).owner } + AnimationType.all.map(\.vocabulary.owner)
        + FilterKind.all.map { Vocabulary.filter($0).owner })
    return Vocabulary.all.filter { !owners.contains($0.owner) }
  }

  private static func mapping(_ vocabulary: Vocabulary) -> ReferenceTable {
    let name = vocabulary.owner.replacing(#/^(a|an|the) /#, with: "")
    return ReferenceTable(
      name, "### Keys of \(vocabulary.owner)",
      keys: vocabulary.keys.filter { !ownKeys.contains($0) })
  }
}
