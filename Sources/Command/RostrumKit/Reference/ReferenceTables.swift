import RostrumFigures
import RostrumLayerTree
import RostrumSceneFile

extension ReferenceTable {
  /// Every table of the reference, in its order. A new row in the vocabulary's tables gets here by
  /// itself.
  static let all: [ReferenceTable] = {
    let tables = [layerClasses] + layers + [animationTypes] + animations
    let shown = Set(AnimationType.all.flatMap(\.vocabulary.keys))
    return tables + mappings.filter { !shown.isSuperset(of: $0.keys) }.map(mapping)
  }()

  /// The tables of figure files and theme files.
  static let figures = Vocabulary.figures.map(mapping)

  /// The table of project files.
  static let projects = [mapping(.project), mapping(.sceneGroup)]

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
      ReferenceTable("every animation", "### Keys of every animation", keys: every),
      ReferenceTable("property animations", "### Keys of property animations", keys: property),
    ]
      + AnimationType.all.compactMap { type in
        let own = own(type.vocabulary, every, property)
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

  // MARK: Other mappings

  private static var mappings: [Vocabulary] {
    let owners = Set(
      LayerClass.all.map { Vocabulary.layer($0).owner } + AnimationType.all.map(\.vocabulary.owner))
    return Vocabulary.all.filter { !owners.contains($0.owner) }
  }

  private static func mapping(_ vocabulary: Vocabulary) -> ReferenceTable {
    let name = vocabulary.owner.replacing(#/^(a|an|the) /#, with: "")
    return ReferenceTable(name, "### Keys of \(vocabulary.owner)", keys: vocabulary.keys)
  }
}
