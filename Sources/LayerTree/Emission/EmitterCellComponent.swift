/// A property of one of an emitter's cells: what follows `emitterCells.` in a key path, as in `spark.birthRate`.
public struct EmitterCellComponent: Hashable, Sendable {
  /// The name of the cell; of a cell in cells the names from outside in.
  public let names: [String]
  public let property: Property

  public init(names: [String], property: Property) {
    self.names = names
    self.property = property
  }

  public var name: String { (names + [property.name]).joined(separator: ".") }

  /// Of the first cell of that name; the default when there is none.
  func read(_ cells: [EmitterCell]) -> Value {
    var level = cells
    var found: EmitterCell?
    for name in names {
      found = level.first { $0.name == name }
      level = found?.cells ?? []
    }
    return found?.values[any: property] ?? property.defaultValue
  }

  /// Into every cell of that name.
  func written(_ value: Value, into cells: [EmitterCell]) -> [EmitterCell] {
    written(value, into: cells, names[...])
  }

  private func written(
    _ value: Value, into cells: [EmitterCell], _ names: ArraySlice<String>
  ) -> [EmitterCell] {
    cells.map { cell in
      guard cell.name == names.first else { return cell }
      var cell = cell
      if names.count == 1 {
        cell.values[any: property] = value
      } else {
        cell.cells = written(value, into: cell.cells, names.dropFirst())
      }
      return cell
    }
  }
}

extension [EmitterCell] {
  /// The names of the cells, and of cells in cells, that key paths can use.
  public var namePaths: [[String]] {
    filter { !$0.name.isEmpty }.flatMap { cell in
      [[cell.name]] + cell.cells.namePaths.map { [cell.name] + $0 }
    }
  }
}
