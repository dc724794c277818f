import RostrumBase
import RostrumGeometry
public import RostrumLayerTree

/// Writes values: the inverse of the readers in `Readers`.
struct ValueWriter {
  /// See `SceneWriter`.
  let name: @Sendable (_ path: String) throws -> String

  /// A value of a type; an angle that is doubtful as a bare number with its unit.
  func node(_ value: Value, of type: ValueType) throws -> WrittenNode {
    guard type == .angle, case .number(let radians) = value, abs(radians) > Limit.bareAngle else {
      return try node(value)
    }
    return .plain(radians.exactText + "rad")
  }

  func node(_ value: Value) throws -> WrittenNode {
    switch value {
    case .number(let number): .number(number)
    case .boolean(let flag): .flag(flag)
    case .point(let point): .numbers([point.x, point.y])
    case .size(let size): .numbers([size.width, size.height])
    case .rect(let rect):
      .numbers(
        (rect.origin == .zero ? [] : [rect.origin.x, rect.origin.y])
          + [rect.size.width, rect.size.height])
    case .color(let color): node(color)
    case .transform(let transform): node(transform)
    case .path(let path): .text(path.svg)
    case .image(let image): .text(try name(image.path))
    case .font(let font): try node(font)
    case .text(let text): .text(text)
    case .attributedText(let text): .list(try text.runs.map(node))
    case .words(let words): .list(words.map(WrittenNode.plain))
    case .numbers(let numbers): .numbers(numbers)
    case .colors(let colors): .list(colors.map(node))
    case .emitterCells(let cells): .list(try cells.map(node))
    case .filters(let filters): .list(try filters.map(node))
    case .particles, .none: .plain("none")
    }
  }

  /// The properties that have values of their own.
  func mapping(_ values: LayerValues, of properties: [Property]) throws -> YAMLMapping {
    var mapping = YAMLMapping()
    for property in properties where values.sets(property) {
      mapping.add(property.name, try node(values[any: property], of: property.type))
    }
    return mapping
  }

  /// The value of a parameter.
  func node(_ given: ArgumentValue) throws -> WrittenNode {
    switch given {
    case .plain(let text): return .unquoted(text)
    case .text(let text): return .text(text)
    case .file(let path): return .text(try name(path))
    case .list(let items): return .list(try items.map(node))
    case .mapping(let entries):
      var mapping = YAMLMapping()
      for entry in entries { mapping.add(entry.name, try node(entry.value)) }
      return mapping.flow
    }
  }

  private func node(_ color: Color) -> WrittenNode { .text(color.css) }

  /// Six numbers for a flat transform, otherwise sixteen.
  private func node(_ transform: Transform3D) -> WrittenNode {
    if transform == .identity { return .plain("identity") }
    if let flat = transform.flattened, Transform3D(flat) == transform {
      return .numbers([flat.a, flat.b, flat.c, flat.d, flat.tx, flat.ty])
    }
    return .numbers(transform.elements)
  }

  /// In a list, a name has the weight and slant of the first font.
  private func node(_ font: FontReference) throws -> WrittenNode {
    guard let first = font.withFallbacks.first, !font.fallbacks.isEmpty else {
      return try single(font)
    }
    return .list(
      try [single(first)]
        + font.fallbacks.map { fallback in
          if fallback == fallback.styled(like: first), case .family(let name) = fallback.source {
            return .text(name)
          }
          return try single(fallback, isMapping: true)
        })
  }

  private func single(_ font: FontReference, isMapping: Bool = false) throws -> WrittenNode {
    var mapping = YAMLMapping()
    switch font.source {
    case .family(let family):
      if font == FontReference(font.source), !isMapping { return .text(family) }
      mapping.add(Key.fontFamily, .text(family))
    case .file(let path): mapping.add(Key.fontFile, .text(try name(path.string)))
    }
    mapping.add(Key.fontWeight, font.weight)
    mapping.add(Key.fontStyle, font.isItalic ? .italic : .normal)
    return mapping.flow
  }

  private func node(_ run: AttributedText.StyleRun) throws -> WrittenNode {
    var mapping = YAMLMapping()
    mapping.add(Key.runText, .text(run.text))
    mapping.add(Key.runFont, try run.font.map(node))
    mapping.add(Key.runFontSize, run.fontSize.map(WrittenNode.number))
    mapping.add(Key.runColor, run.foregroundColor.map(node))
    mapping.add(Key.runBackground, run.backgroundColor.map(node))
    mapping.add(Key.underlineColor, run.underlineColor.map(node))
    mapping.add(Key.strikethroughColor, run.strikethroughColor.map(node))
    mapping.add(Key.runKern, run.kern)
    mapping.add(Key.runBaselineOffset, run.baselineOffset)
    mapping.add(Key.underlineStyle, run.underlineStyle)
    mapping.add(Key.strikethroughStyle, run.strikethroughStyle)
    return mapping.flow
  }

  private func node(_ cell: EmitterCell) throws -> WrittenNode {
    var mapping = YAMLMapping()
    if !cell.name.isEmpty { mapping.add(Key.cellName, .text(cell.name)) }
    mapping.add(try self.mapping(cell.values, of: EmitterCell.properties))
    if !cell.cells.isEmpty { mapping.add(Key.innerCells, .list(try cell.cells.map(node))) }
    return mapping.flow
  }

  private func node(_ filter: LayerFilter) throws -> WrittenNode {
    var mapping = YAMLMapping()
    mapping.add(Key.filterType, .plain(filter.kind.name))
    if filter.name != filter.kind.name { mapping.add(Key.filterName, .text(filter.name)) }
    mapping.add(try self.mapping(filter.values, of: filter.kind.inputs))
    return mapping.flow
  }
}

extension Value {
  /// A positive number that is lost in every sum with an ordinary one.
  public static let tiniest = 1e-300

  /// The nearest value that is valid for the type, or the neutral one for a list of locations.
  public func limited(to type: ValueType) -> Value {
    switch (self, type) {
    case (.number(let number), .number(.zeroOrMore)): .number(max(number, 0))
    case (.number(let number), .number(.moreThanZero)): .number(max(number, Self.tiniest))
    case (.number(let number), .number(.unit)): .number(min(max(number, 0), 1))
    case (.number(let number), .number(.wholeNumber)): .number(max(number.rounded(), 0))
    case (.numbers(let numbers), .locations):
      numbers.allSatisfy((0...1).contains) && zip(numbers, numbers.dropFirst()).allSatisfy(<=)
        ? self : additiveIdentity ?? self
    case (.rect(let rect), _):
      .rect(
        Rect(
          origin: rect.origin,
          size: Size(width: max(rect.size.width, 0), height: max(rect.size.height, 0))))
    case (.color, _): visible(as: type)
    default: self
    }
  }

  /// The value without what no pixel shows and no difference may say: alpha is within 0...1, and 0
  /// is tiny where a number is above 0.
  public func visible(as type: ValueType) -> Value {
    switch self {
    case .color(var color):
      color.alpha = min(max(color.alpha, 0), 1)
      return .color(color)
    case .number(0) where type == .number(.moreThanZero): return .number(Self.tiniest)
    default: return self
    }
  }
}
