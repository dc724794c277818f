import LayerTree

extension Key {
  static let parameters = Key(
    "parameters", .parameters,
    "What may differ each time that the scene is rendered, by name: ${name} stands for its value.")
  static let parameterType = Key(
    "type", .value(.word(ParameterType.allCases.map(\.rawValue))), default: "string",
    "The kind of value.")
  static let parameterDefault = Key(
    "default", .parameterValue,
    "The value when none is given. Without a default, one has to be given.")
  static let allowedValues = Key(
    "allowedValues", .parameterValues, "The only values that may be given; any when left out.")
  static let parameterSummary = Key(
    "summary", .value(.text), "What the parameter is for, for people.")

  static let givenParameters = Key(
    "parameters", .givenParameters,
    "Values for the parameters of the other scene, by name. Paths start at this file's folder.")
}

extension Vocabulary {
  /// What a scene leaves open.
  public static let parameter = Vocabulary(
    owner: "a parameter", [.parameterType, .parameterDefault, .allowedValues, .parameterSummary])
}
