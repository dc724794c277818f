import LayerTree

/// The kind of value that a parameter takes.
public enum ParameterType: String, CaseIterable, Sendable {
  case string, number, integer, boolean, color, colors, angle, point, size, rect, numbers
  case transform, path, image, font, file

  /// In words, for "expected ...".
  public var expectation: String {
    switch self {
    case .integer: "a whole number"
    case .file: "the path of a file, relative to the scene file"
    default: valueType?.expectation ?? rawValue
    }
  }

  /// The kind of property whose values these are; `nil` for those that no property has.
  var valueType: ValueType? {
    switch self {
    case .string: .text
    case .number: .number(.any)
    case .boolean: .boolean
    case .color: .color
    case .colors: .colors
    case .angle: .angle
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .numbers: .numbers
    case .transform: .transform
    case .path: .path
    case .image: .image
    case .font: .font
    case .integer, .file: nil
    }
  }

  /// Whether its values are lists of numbers, which a command line or a table may write without brackets.
  var isListOfNumbers: Bool { [.point, .size, .rect, .numbers].contains(self) }

  /// Whether its values may be lists or mappings.
  var isStructured: Bool { isListOfNumbers || [.colors, .transform, .font].contains(self) }

  /// Whether its values are paths, which start at the folder of the file that writes them.
  var isPath: Bool { self == .image || self == .file }
}

extension SceneContext {
  /// A value of a parameter of that type.
  func value(_ node: YAMLNode, of type: ParameterType) -> Value? {
    if let valueType = type.valueType { return value(node, valueType) }
    guard type == .integer else {
      return assetPath(node, type.expectation).map(Value.text)
    }
    guard let number = number(node, expectation: type.expectation) else { return nil }
    guard number == number.rounded() else {
      mismatch(type.expectation, at: node)
      return nil
    }
    return .number(number)
  }
}
