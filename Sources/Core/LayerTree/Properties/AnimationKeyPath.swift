public import RostrumGeometry

/// The target of an animation: a property of its layer, or one component of it, as in
/// `transform.rotation.z`.
public struct AnimationKeyPath: Hashable, Sendable {
  public let property: Property
  /// `nil` for the property as a whole.
  public let component: ValueComponent?

  public init(_ property: Property, _ component: ValueComponent? = nil) {
    self.property = property
    self.component = component
  }

  /// As scene files write it, for instance `position.y`.
  public var name: String { component.map { "\(property.name).\($0.name)" } ?? property.name }

  /// The kind of value at the end of the path.
  public var type: ValueType { component?.type ?? property.type }

  /// The value that the key path names, of a layer with these values.
  public func value(in values: LayerValues) -> Value {
    let whole = values[any: property]
    return component.map { $0.read(whole) } ?? whole
  }

  /// Gives the property, or the one component of it, a new value.
  public func set(_ value: Value, in values: inout LayerValues) {
    values[any: property] =
      component.map { $0.written(value, into: values[any: property]) } ?? value
  }
}

extension AnimationKeyPath {
  /// Whether it takes a place in the plane, so that it can follow a path: a point or a translation.
  public var movesAlongPaths: Bool { type == .point || component == .translation }
}

/// A part of a value that a key path can name, with how it is read and written.
public enum ValueComponent: Hashable, Sendable {
  case x, y
  case width, height
  case origin, originX, originY
  case size, sizeWidth, sizeHeight
  /// The translation in x and y.
  case translation
  case transform(TransformComponent)
  case emitterCell(EmitterCellComponent)
  case filter(FilterComponent)

  /// The parts of a value of type `type`: `[]` when it has none. Source: Apple's Core Animation
  /// Programming Guide, "Key-Value Coding Extensions".
  public static func components(of type: ValueType) -> [ValueComponent] {
    switch type {
    case .point: [.x, .y]
    case .size: [.width, .height]
    case .rect: [.origin, .originX, .originY, .size, .sizeWidth, .sizeHeight]
    case .transform: [.translation] + TransformComponent.allCases.map(ValueComponent.transform)
    default: []
    }
  }

  public var name: String {
    switch self {
    case .x: "x"
    case .y: "y"
    case .width: "width"
    case .height: "height"
    case .origin: "origin"
    case .originX: "origin.x"
    case .originY: "origin.y"
    case .size: "size"
    case .sizeWidth: "size.width"
    case .sizeHeight: "size.height"
    case .translation: "translation"
    case .transform(let component): component.rawValue
    case .emitterCell(let part): part.name
    case .filter(let part): part.name
    }
  }

  public var type: ValueType {
    switch self {
    case .origin: .point
    case .size, .translation: .size
    case .transform(.rotation), .transform(.rotationX), .transform(.rotationY),
      .transform(.rotationZ):
      .angle
    case .emitterCell(let part): part.property.type
    case .filter(let part): part.property.type
    default: .number()
    }
  }

  /// The component of `whole`, which has the type that the component belongs to.
  func read(_ whole: Value) -> Value {
    switch self {
    case .x: .number(whole.point.x)
    case .y: .number(whole.point.y)
    case .width: .number(whole.size.width)
    case .height: .number(whole.size.height)
    case .origin: .point(whole.rect.origin)
    case .originX: .number(whole.rect.origin.x)
    case .originY: .number(whole.rect.origin.y)
    case .size: .size(whole.rect.size)
    case .sizeWidth: .number(whole.rect.size.width)
    case .sizeHeight: .number(whole.rect.size.height)
    case .translation: .size(whole.transform.planarTranslation)
    case .transform(let component): .number(whole.transform[component])
    case .emitterCell(let part): part.read(whole.emitterCells)
    case .filter(let part): part.read(whole.filters)
    }
  }

  /// `whole` with this component replaced by `part`.
  func written(_ part: Value, into whole: Value) -> Value {
    switch self {
    case .x: .point(Point(x: part.number, y: whole.point.y))
    case .y: .point(Point(x: whole.point.x, y: part.number))
    case .width: .size(Size(width: part.number, height: whole.size.height))
    case .height: .size(Size(width: whole.size.width, height: part.number))
    case .translation, .transform: .transform(written(part, into: whole.transform))
    case .emitterCell(let cell): .emitterCells(cell.written(part, into: whole.emitterCells))
    case .filter(let filter): .filters(filter.written(part, into: whole.filters))
    default: .rect(written(part, into: whole.rect))
    }
  }

  private func written(_ part: Value, into whole: Transform3D) -> Transform3D {
    var transform = whole
    if case .transform(let component) = self {
      transform[component] = part.number
    } else {
      transform.planarTranslation = part.size
    }
    return transform
  }

  private func written(_ part: Value, into whole: Rect) -> Rect {
    var rect = whole
    switch self {
    case .origin: rect.origin = part.point
    case .originX: rect.origin.x = part.number
    case .originY: rect.origin.y = part.number
    case .size: rect.size = part.size
    case .sizeWidth: rect.size.width = part.number
    case .sizeHeight: rect.size.height = part.number
    default: preconditionFailure("\(name) is not a component of a rectangle")
    }
    return rect
  }
}

/// A property of one of an emitter's cells: what follows `emitterCells.` in a key path, as in
/// `spark.birthRate`.
public struct EmitterCellComponent: Hashable, Sendable {
  /// The name of the cell; of a cell in cells the names from outside in.
  public let names: [String]
  public let property: Property

  public init(names: [String], property: Property) {
    self.names = names
    self.property = property
  }

  public var name: String { (names + [property.name]).joined(separator: ".") }

  /// The property's value in the first cell of that name; the default when there is none.
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
