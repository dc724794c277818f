import Geometry
import LayerTree

/// How a scene file writes values: the inverse of the readers in `Values`.
struct ValueWriting {
  /// See `SceneWriter`.
  let name: @Sendable (_ path: String) throws -> String

  /// On one line; angles that would be doubtful as bare numbers with their unit.
  func text(_ value: Value, of type: ValueType) throws -> String {
    let text = try text(value)
    guard type == .angle, case .number(let radians) = value, abs(radians) > Limit.bareAngle else {
      return text
    }
    return text + "rad"
  }

  /// On one line.
  func text(_ value: Value) throws -> String {
    switch value {
    case .number(let number): number.exactText
    case .boolean(let flag): flag ? "true" : "false"
    case .point(let point): list([point.x, point.y])
    case .size(let size): list([size.width, size.height])
    case .rect(let rect):
      list(rect.origin == .zero ? sides(rect) : [rect.origin.x, rect.origin.y] + sides(rect))
    case .color(let color): YAMLText.quoted(color.css)
    case .transform(let transform): text(transform)
    case .path(let path): YAMLText.quoted(path.svg)
    case .image(let image): YAMLText.quoted(try name(image.path))
    case .font(let font): try text(font)
    case .text(let text): YAMLText.quoted(text)
    case .attributedText(let text): try self.text(text)
    case .words(let words): "[" + words.joined(separator: ", ") + "]"
    case .numbers(let numbers): list(numbers)
    case .colors(let colors):
      "[" + colors.map { YAMLText.quoted($0.css) }.joined(separator: ", ") + "]"
    case .emitterCells(let cells): try text(cells)
    case .filters(let filters): try text(filters)
    case .particles, .none: "none"
    }
  }

  private func text(_ cells: [EmitterCell]) throws -> String {
    "[" + (try cells.map(text)).joined(separator: ", ") + "]"
  }

  private func text(_ cell: EmitterCell) throws -> String {
    var parts: [String] = []
    if !cell.name.isEmpty { parts.append("\(Key.cellName.name): \(YAMLText.quoted(cell.name))") }
    for property in EmitterCell.properties where cell.values.sets(property) {
      parts.append("\(property.name): \(try text(cell.values[any: property], of: property.type))")
    }
    if !cell.cells.isEmpty { parts.append("\(Key.innerCells.name): \(try text(cell.cells))") }
    return "{" + parts.joined(separator: ", ") + "}"
  }

  private func text(_ filters: [LayerFilter]) throws -> String {
    let list = try filters.map { filter in
      var parts = ["\(Key.filterType.name): \(filter.kind.name)"]
      if filter.name != filter.kind.name {
        parts.append("\(Key.filterName.name): \(YAMLText.quoted(filter.name))")
      }
      for property in filter.kind.inputs where filter.values.sets(property) {
        parts.append(
          "\(property.name): \(try text(filter.values[any: property], of: property.type))")
      }
      return "{" + parts.joined(separator: ", ") + "}"
    }
    return "[" + list.joined(separator: ", ") + "]"
  }

  /// What a parameter is given.
  func text(_ given: ArgumentValue) throws -> String {
    switch given {
    case .plain(let text): YAMLText.unquoted(text)
    case .text(let text): YAMLText.quoted(text)
    case .file(let path): YAMLText.quoted(try name(path))
    case .list(let items): "[" + (try items.map(self.text)).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{"
        + (try entries.map { "\(YAMLText.quoted($0.name)): \(try text($0.value))" })
        .joined(separator: ", ") + "}"
    }
  }

  private func sides(_ rect: Rect) -> [Double] { [rect.size.width, rect.size.height] }

  private func list(_ numbers: [Double]) -> String {
    "[" + numbers.map(\.exactText).joined(separator: ", ") + "]"
  }

  /// Six numbers where they are all that there is, else sixteen.
  private func text(_ transform: Transform3D) -> String {
    if transform == .identity { return "identity" }
    if let flat = transform.flattened, Transform3D(flat) == transform {
      return list([flat.a, flat.b, flat.c, flat.d, flat.tx, flat.ty])
    }
    return list(transform.elements)
  }

  func text(_ font: FontReference) throws -> String {
    var parts: [String] = []
    switch font.source {
    case .family(let family):
      if font.weight == 400, !font.isItalic { return YAMLText.quoted(family) }
      parts.append("\(Key.fontFamily.name): \(YAMLText.quoted(family))")
    case .file(let path): parts.append("\(Key.fontFile.name): \(YAMLText.quoted(try name(path)))")
    }
    if font.weight != 400 { parts.append("\(Key.fontWeight.name): \(font.weight)") }
    if font.isItalic { parts.append("\(Key.fontStyle.name): italic") }
    return "{" + parts.joined(separator: ", ") + "}"
  }
}

extension Double {
  /// The shortest decimal number that reads back as exactly this one; `infinite` for more than all.
  var exactText: String {
    if self == .infinity { return "infinite" }
    return self == 0 && sign == .minus ? "-0.0" : sceneText
  }
}
