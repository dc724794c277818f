import LayerTree

extension Resolution {
  /// The cells of an emitter layer, or of a cell.
  func emitterCells(_ node: YAMLNode, depth: Int = 1) -> [EmitterCell]? {
    guard let items = node.items else {
      mismatch(
        ValueType.emitterCells.expectation, at: node,
        hint: node.entries == nil ? nil : "start each with '- '")
      return nil
    }
    guard depth <= EmitterCell.maximumDepth else {
      let limit = EmitterCell.maximumDepth
      error(.outOfRange, "cells in cells are at most \(limit) deep", at: node)
      return nil
    }
    var names: [String: YAMLNode] = [:]
    return items.compactMap { emitterCell($0, depth: depth, names: &names) }
  }

  private func emitterCell(
    _ node: YAMLNode, depth: Int, names: inout [String: YAMLNode]
  ) -> EmitterCell? {
    guard let fields = Fields(node, .emitterCell, self) else { return nil }
    var values = LayerValues()
    for property in EmitterCell.properties {
      guard let node = fields.node(Key(property)) else { continue }
      if let value = value(node, property.type) { values[any: property] = value }
    }
    let cells = fields.node(.innerCells).flatMap { emitterCells($0, depth: depth + 1) }
    fields.reportUnknownKeys()
    warnOfNothing(values, cells ?? [], fields)
    return EmitterCell(
      name: cellName(fields, among: &names) ?? "", values: values, cells: cells ?? [])
  }

  private func cellName(_ fields: Fields, among names: inout [String: YAMLNode]) -> String? {
    guard let node = fields.node(.cellName), let name = text(node, "a name") else { return nil }
    guard !name.contains("."), name.contains(where: { !$0.isWhitespace }) else {
      error(
        .badName, "the name of a cell is some text without a full stop; found \(name.quoted)",
        at: node)
      return nil
    }
    guard let first = names[name] else {
      names[name] = node
      return name
    }
    let place = first.place()
    error(
      .duplicateName, "duplicate name \(name.quoted) of a cell", at: node,
      related: [.init(message: "first given here", place: place)])
    return name
  }

  /// A cell whose particles nobody ever sees.
  private func warnOfNothing(_ values: LayerValues, _ cells: [EmitterCell], _ fields: Fields) {
    if values[EmitterCell.contents] == nil, cells.isEmpty {
      warning(
        .noEffect, "the particles of a cell without contents are not seen", at: fields.node,
        hint: "contents: the path of a PNG or JPEG file")
    }
    let life = values[EmitterCell.lifetime] + abs(values[EmitterCell.lifetimeRange])
    if life == 0 {
      warning(
        .noEffect, "the particles of a cell without a lifetime are not seen", at: fields.node,
        hint: "lifetime: 1")
    }
  }
}
