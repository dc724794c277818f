import RostrumBase
import RostrumLayerTree
import RostrumSource

extension Key {
  static let parameters = Field(
    "parameters",
    Reader<[YAMLNode.Entry]>.entries(
      "a mapping from names to parameters: {NAME: {type: ..., default: ...}}",
      of: Vocabulary.parameter.reference),
    "What may differ from render to render: ${name} is replaced by its value.")
  static let parameterType = DefaultedField(
    "type", .word, default: ParameterType.string, "The kind of value.")
  static let parameterDefault = Field(
    "default",
    Reader.anything("a value of the parameter's type", example: "1", schema: SchemaPart.anyValue),
    "The value when none is given. Without a default, one has to be given.")
  static let allowedValues = Field(
    "allowedValues",
    Reader<[YAMLNode]>.items(
      "a list of values of the parameter's type", example: "[1]", of: SchemaPart.anyValue
    ).describing(SchemaPart.list(SchemaPart.anyValue).merging(["minItems": 1])),
    "The only values that may be given; any when left out.")
  static let parameterMinimum = Field(
    "minimum", .number(), "The smallest number that may be given.")
  static let parameterMaximum = Field(
    "maximum", .number(), "The largest number that may be given.")
  static let parameterStep = Field(
    "step", .number(.moreThanZero), "The steps of the preview's slider; any number may be given.")
  static let parameterSummary = Field(
    "summary", .text(), "What the parameter is for, for people.")
}

extension Vocabulary {
  /// The keys of a parameter: something that a scene leaves open.
  public static let parameter = Vocabulary(
    owner: "a parameter", definition: "parameter",
    [
      Key.parameterType, Key.parameterDefault, Key.allowedValues, Key.parameterMinimum,
      Key.parameterMaximum, Key.parameterStep, Key.parameterSummary,
    ])
}

/// A parameter as a scene declares it.
struct ParameterDeclaration {
  let name: String
  /// The name where it is declared.
  let key: YAMLNode
  let type: ParameterType
  /// `nil` without a default, or when it has mistakes.
  let defaultNode: YAMLNode?
  /// Whether the file gives a default, right or wrong.
  let hasDefault: Bool
  /// Empty when every value is allowed.
  let allowed: [Allowed]
  /// The smallest and the largest number; infinite where the file gives none.
  var limits = -Double.infinity...Double.infinity

  struct Allowed {
    let value: Value
    let text: String
  }

  /// "expected ..." for a value that is not allowed.
  var allowedText: String { "one of " + allowed.map(\.text).joined(separator: ", ") }

  /// "expected ..." for a number outside the limits.
  var limitsText: String {
    let kind = type == .integer ? "a whole number" : "a number"
    let (least, most) = (limits.lowerBound, limits.upperBound)
    if least.isInfinite { return "\(kind) of at most \(most.sceneText)" }
    if most.isInfinite { return "\(kind) of at least \(least.sceneText)" }
    return "\(kind) from \(least.sceneText) to \(most.sceneText)"
  }
}

extension SceneContext {
  /// How many parameters a scene may have.
  static let maximumParameters = 1000

  /// The parameters that a scene declares. One with mistakes has no value.
  func declarations(_ node: YAMLNode) -> [ParameterDeclaration] {
    guard let entries = read(node, Key.parameters.reader) else { return [] }
    guard entries.count <= Self.maximumParameters else {
      return failure(
        .tooLarge, "a scene has at most \(Self.maximumParameters) parameters", at: node)
    }
    return entries.compactMap { entry in
      guard entry.name.isParameterName else {
        return failure(
          .badName,
          "a parameter's name is a letter or _, then letters, digits, _ and -; found \(entry.name.quoted)",
          at: entry.key)
      }
      return declaration(entry)
    }
  }

  private func declaration(_ entry: YAMLNode.Entry) -> ParameterDeclaration {
    guard let fields = MappingReader(entry.value, .parameter, self) else {
      return ParameterDeclaration(
        name: entry.name, key: entry.key, type: .string, defaultNode: nil, hasDefault: true,
        allowed: [])
    }
    fields.reportUnknownKeys()
    let type = fields.checked(Key.parameterType)
    _ = fields[Key.parameterSummary]
    let isKnown = type != nil
    let given = fields.node(Key.parameterDefault)
    let limits = limits(fields, isKnown ? type : nil)
    let open = ParameterDeclaration(
      name: entry.name, key: entry.key, type: type ?? .string, defaultNode: nil,
      hasDefault: given != nil || !isKnown,
      allowed: isKnown ? allowed(fields, type ?? .string) : [], limits: limits)
    let isRight = given.map { isKnown && standsForItself($0) && accepts($0, for: open) } ?? false
    return ParameterDeclaration(
      name: open.name, key: open.key, type: open.type, defaultNode: isRight ? given : nil,
      hasDefault: open.hasDefault, allowed: open.allowed, limits: limits)
  }

  /// The range of a number's values. Reports limits of other types, and an empty range.
  private func limits(_ fields: MappingReader, _ type: ParameterType?) -> ClosedRange<Double> {
    let everything = -Double.infinity...Double.infinity
    let keys = [Key.parameterMinimum, Key.parameterMaximum, Key.parameterStep]
    let numbers = keys.map { fields[$0] }
    for key in keys {
      guard let place = fields.keyNode(key), let type, ![.number, .integer].contains(type) else {
        continue
      }
      error(
        .conflict, "\(key.name) is for parameters of the types number and integer", at: place,
        hint: "write type: number")
      return everything
    }
    let (least, most) = (numbers[0] ?? -.infinity, numbers[1] ?? .infinity)
    if least <= most { return least...most }
    if let node = fields.node(Key.parameterMaximum) {
      error(.outOfRange, "the maximum is less than the minimum, \(least.sceneText)", at: node)
    }
    return everything
  }

  private func allowed(_ fields: MappingReader, _ type: ParameterType) -> [ParameterDeclaration
    .Allowed]
  {
    guard let items = fields[Key.allowedValues] else { return [] }
    if items.isEmpty, let node = fields.node(Key.allowedValues) {
      error(.wrongCount, "expected at least one allowed value", at: node)
    }
    return items.compactMap { item in
      guard standsForItself(item), let value = withoutWarnings.read(item, type.reader) else {
        return nil
      }
      return .init(value: value, text: item.scalar?.text ?? item.description)
    }
  }

  /// Whether a value is one of the parameter's; reports why not.
  func accepts(_ node: YAMLNode, for parameter: ParameterDeclaration) -> Bool {
    guard let found = withoutWarnings.read(node, parameter.type.reader) else { return false }
    if case .number(let number) = found, !parameter.limits.contains(number) {
      return failure(
        .outOfRange, "expected \(parameter.limitsText); found \(number.sceneText)", at: node)
    }
    if parameter.allowed.isEmpty || parameter.allowed.contains(where: { $0.value == found }) {
      return true
    }
    return failure(
      .unknownWord, "expected \(parameter.allowedText); found \(node.description)", at: node,
      hint: node.scalar.flatMap { similar(to: $0.text, among: parameter.allowed.map(\.text)) }.map {
        "did you mean '\($0)'?"
      })
  }

  private func standsForItself(_ node: YAMLNode) -> Bool {
    guard node.needsSubstitution else { return true }
    if let text = node.scalar?.text, CalculationText.isPossible(in: text) {
      error(
        .badCalculation, "the value of a parameter is not calculated", at: node,
        hint: "calculate where it is used")
    } else {
      error(.badPlaceholder, "what a parameter may be cannot name parameters", at: node)
    }
    return false
  }
}

/// The kind of value that a parameter takes.
public enum ParameterType: String, CaseIterable, Sendable {
  case string, number, integer, boolean, color, colors, angle, point, size, rect, numbers
  case transform, path, image, font, file, table

  /// The reader of its values.
  var reader: Reader<Value> {
    switch self {
    case .string: ValueType.text.reader()
    case .number: ValueType.number(.any).reader()
    case .integer: .integer
    case .boolean: ValueType.boolean.reader()
    case .color: ValueType.color.reader()
    case .colors: ValueType.colors.reader()
    case .angle: ValueType.angle.reader()
    case .point: ValueType.point.reader()
    case .size: ValueType.size.reader()
    case .rect: ValueType.rect.reader()
    case .numbers: ValueType.numbers.reader()
    case .transform: ValueType.transform.reader()
    case .path: ValueType.path.reader()
    case .image: ValueType.image.reader()
    case .font: ValueType.font.reader()
    case .file:
      Reader<String>.file(
        "the path of a file, relative to the scene file", .any, example: "nowhere.txt",
        schema: ["type": "string"]
      ).map(Value.text)
    case .table: .table
    }
  }

  /// Whether its values are lists of numbers, which a command line or a table may write without
  /// brackets.
  var isListOfNumbers: Bool { [.point, .size, .rect, .numbers].contains(self) }

  /// Whether its values may be lists or mappings.
  var isStructured: Bool { isListOfNumbers || [.colors, .transform, .font, .table].contains(self) }

  /// Whether its values are paths, which start at the folder of the file that writes them.
  var isPath: Bool { [.image, .file, .table].contains(self) }
}

extension Reader where Content == Value {
  /// The rows of a table, each a mapping, or the path of a file of them. Only the kind is checked
  /// here: the node itself is the value.
  fileprivate static let table: Reader = {
    let expectation =
      "a table: a list of rows, each a mapping, or the path of a .csv, .tsv, .json, .jsonl or .yaml file"
    let path = Reader<String>.file(
      expectation, .any, example: "nowhere.csv", schema: ["type": "string"])
    return Reader(
      expectation, example: "[{name: a}]", schema: ["type": ["string", "array"]]
    ) { node, context in
      guard let items = node.items else { return path.read(node, context).map(Value.text) }
      for item in items where item.entries == nil {
        return context.mismatched("a row: a mapping from names to values", at: item)
      }
      return Value.none
    }
  }()

  /// A number without a fraction.
  fileprivate static let integer: Reader = {
    let number = Reader<Double>.number(.any, "a whole number")
    return Reader(number.expectation, example: "1", schema: ["type": "integer"]) { node, context in
      guard let value = number.read(node, context) else { return nil }
      if value == value.rounded() { return .number(value) }
      return context.mismatched(number.expectation, at: node)
    }
  }()
}

/// A parameter of a scene, and its value in this loading.
public struct ParameterFact: Hashable, Sendable {
  public let name: String
  /// The value as a scene would write it; of a list or a mapping only its kind.
  public let text: String
}
