import RostrumBase
public import RostrumLayerTree
import RostrumSource

// MARK: Filters

extension Key {
  static let filterType = Field(
    "type", Reader<String>.term(FilterKind.all.map(\.name), example: "blur"), isRequired: true,
    "The kind of filter.")
  static let filterName = Field(
    "name", .name,
    "For key paths such as filters.NAME.inputRadius; without a full stop, unique in its list. Default: the type."
  )
}

extension Vocabulary {
  /// One filter of a layer.
  public static func filter(_ kind: FilterKind) -> Vocabulary {
    Vocabulary(
      owner: "a \(kind.name) filter", definition: "\(kind.name)-filter",
      [Key.filterType, Key.filterName] + kind.inputs.map { AnyField($0) })
  }
}

extension Reader where Content == [LayerFilter] {
  /// The filters of a layer, in the order in which they apply.
  static let filters: Reader = {
    let list = Reader<[YAMLNode]>.items(
      "a list of filters, such as {type: gaussianBlur, inputRadius: 4}",
      example: "[{type: colorInvert}]", of: SchemaPart.reference("filter"))
    return Reader(list.expectation, example: list.example, schema: list.schema) { node, context in
      guard let items = list.read(node, context) else { return nil }
      guard items.count <= maximumFilters else {
        return context.failure(
          .outOfRange, "a layer has at most \(maximumFilters) filters; found \(items.count)",
          at: node)
      }
      var names: [String: YAMLNode] = [:]
      return items.compactMap { context.filter($0, names: &names) }
    }
  }()

  /// Each costs a pass over the layer's pixels.
  private static var maximumFilters: Int { 32 }
}

extension SceneContext {
  fileprivate func filter(_ node: YAMLNode, names: inout [String: YAMLNode]) -> LayerFilter? {
    guard let kind = filterKind(node),
      let fields = MappingReader(node, .filter(kind), self)
    else { return nil }
    let values = fields.values(of: kind.inputs)
    let name = name(of: kind, fields, among: &names)
    fields.reportUnknownKeys { explain($0, kind) }
    return LayerFilter(kind, name: name, values: values)
  }

  private func filterKind(_ node: YAMLNode) -> FilterKind? {
    guard let entries = node.entries else {
      return mismatched(
        "a filter: a mapping with keys", at: node, hint: "{type: \(FilterKind.all[0].name)}")
    }
    let field = Key.filterType
    guard let value = entries.first(where: { $0.name == field.name })?.value else {
      return failure(
        .missingKey, "a filter needs 'type'", at: node, hint: "type: \(field.expectation)")
    }
    guard let name = read(value, field.reader) else { return nil }
    if let kind = FilterKind.named(name) { return kind }
    return failure(
      .unknownType, "unknown filter type \(name.quoted); expected \(field.expectation)", at: value,
      hint: (foreignFilters[ForeignNames.normalized(name)]
        ?? closest(to: name, among: FilterKind.all.map(\.name))).map { "did you mean '\($0)'?" })
  }

  private func name(
    of kind: FilterKind, _ fields: MappingReader, among names: inout [String: YAMLNode]
  ) -> String {
    let node = fields.node(Key.filterName)
    let name = fields[Key.filterName] ?? kind.name
    guard name.isPartOfKeyPath else {
      error(
        .badName, "the name of a filter is some text without a full stop; found \(name.quoted)",
        at: node ?? fields.node)
      return kind.name
    }
    guard let first = names[name] else {
      names[name] = node ?? fields.node
      return name
    }
    let place = DiagnosticCollector.Place(mark: first.mark, extent: .value)
    error(
      .duplicateName, "duplicate name \(name.quoted) of a filter", at: node ?? fields.node,
      hint: node == nil ? "give each a name" : nil,
      related: [.init(message: "first given here", place: place)])
    return name
  }

  /// An input of other filters.
  private func explain(_ entry: YAMLNode.Entry, _ kind: FilterKind) -> Bool {
    guard FilterKind.all.contains(where: { $0.input(named: entry.name) != nil }) else {
      return false
    }
    let inputs = kind.inputs.map(\.name).joined(separator: ", ")
    error(
      .unknownKey, "a \(kind.name) filter has no \(entry.name.quoted)", at: entry.key,
      hint: kind.inputs.isEmpty ? "it has no inputs" : "it has \(inputs)")
    return true
  }
}

/// The filters' names in CSS and Core Image, in small letters.
private let foreignFilters = [
  "blur": "gaussianBlur", "cigaussianblur": "gaussianBlur", "saturate": "colorSaturate",
  "grayscale": "colorSaturate", "saturation": "colorSaturate", "contrast": "colorContrast",
  "brightness": "colorBrightness", "huerotate": "colorHueRotate", "hue": "colorHueRotate",
  "invert": "colorInvert", "cicolorinvert": "colorInvert", "sepia": "colorMonochrome",
  "monochrome": "colorMonochrome", "cicolormonochrome": "colorMonochrome",
  "matrix": "colorMatrix", "cicolormatrix": "colorMatrix", "fecolormatrix": "colorMatrix",
]

extension String {
  /// Whether it can be a component of a key path.
  fileprivate var isPartOfKeyPath: Bool {
    !contains(".") && contains { !$0.isWhitespace }
  }
}

extension MappingReader {
  /// The values given by the mapping for some of the properties.
  fileprivate func values(of properties: [Property]) -> LayerValues {
    var values = LayerValues()
    for property in properties {
      guard let node = entries.first(where: { $0.name == property.name })?.value else { continue }
      if let value = context.read(node, property.type.reader()) { values[any: property] = value }
    }
    return values
  }
}

// MARK: Emitter cells

extension Key {
  static let cellName = Field(
    "name", .name,
    "For key paths such as emitterCells.NAME.birthRate; without a full stop, unique among its cells."
  )
  static let innerCells = Field(
    "emitterCells", Reader<[EmitterCell]>.emitterCells(),
    "What each of its particles emits in turn."
  )
}

extension Vocabulary {
  /// One kind of particles of an emitter layer.
  public static let emitterCell = Vocabulary(
    owner: "an emitter cell", definition: "emitter-cell",
    [Key.cellName] + EmitterCell.properties.map { AnyField($0) } + [Key.innerCells])
}

extension Reader where Content == [EmitterCell] {
  /// The cells of an emitter layer, or of a cell that lies so deep.
  static func emitterCells(depth: Int = 1) -> Reader {
    let list = Reader<[YAMLNode]>.items(
      "a list of emitter cells", of: Vocabulary.emitterCell.reference)
    return Reader(list.expectation, example: list.example, schema: list.schema) { node, context in
      guard let items = list.read(node, context) else { return nil }
      guard depth <= EmitterCell.maximumDepth else {
        let limit = EmitterCell.maximumDepth
        return context.failure(.outOfRange, "cells in cells are at most \(limit) deep", at: node)
      }
      var names: [String: YAMLNode] = [:]
      return items.compactMap { item in
        MappingReader(item, .emitterCell, context)?.emitterCell(depth: depth, names: &names)
      }
    }
  }
}

extension MappingReader {
  fileprivate func emitterCell(depth: Int, names: inout [String: YAMLNode]) -> EmitterCell {
    let values = values(of: EmitterCell.properties)
    let cells = node(Key.innerCells).flatMap { context.read($0, .emitterCells(depth: depth + 1)) }
    reportUnknownKeys()
    warnOfNothing(values, cells ?? [])
    return EmitterCell(name: cellName(among: &names) ?? "", values: values, cells: cells ?? [])
  }

  private func cellName(among names: inout [String: YAMLNode]) -> String? {
    guard let node = node(Key.cellName), let name = self[Key.cellName] else { return nil }
    guard name.isPartOfKeyPath else {
      return context.failure(
        .badName, "the name of a cell is some text without a full stop; found \(name.quoted)",
        at: node)
    }
    guard let first = names[name] else {
      names[name] = node
      return name
    }
    context.error(
      .duplicateName, "duplicate name \(name.quoted) of a cell", at: node,
      related: [.init(message: "first given here", place: first.place())])
    return name
  }

  /// Warns of a cell whose particles are never visible.
  private func warnOfNothing(_ values: LayerValues, _ cells: [EmitterCell]) {
    if values[EmitterCell.contents] == nil, cells.isEmpty {
      context.warning(
        .noEffect, "the particles of a cell without contents are not seen", at: node,
        hint: "contents: the path of a PNG, JPEG, WebP, AVIF, GIF or SVG file")
    }
    let life = values[EmitterCell.lifetime] + abs(values[EmitterCell.lifetimeRange])
    if life == 0 {
      context.warning(
        .noEffect, "the particles of a cell without a lifetime are not seen", at: node,
        hint: "lifetime: 1")
    }
  }
}
