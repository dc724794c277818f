import LayerTree

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

  struct Allowed {
    let value: Value
    let text: String
  }

  /// "expected ..." for a value that is not allowed.
  var allowedText: String { "one of " + allowed.map(\.text).joined(separator: ", ") }
}

extension SceneContext {
  /// How many parameters a scene may have.
  static let maximumParameters = 1000

  /// What stands after `parameters` of a scene; what is wrong with one leaves it without a value.
  func declarations(_ node: YAMLNode) -> [ParameterDeclaration] {
    guard let entries = node.entries else {
      mismatch(Grammar.parameters.expectation, at: node)
      return []
    }
    guard entries.count <= Self.maximumParameters else {
      error(
        .tooLarge, "a scene has at most \(Self.maximumParameters) parameters", at: node)
      return []
    }
    return entries.compactMap { entry in
      guard entry.name.isParameterName else {
        error(
          .badName,
          "a parameter's name is a letter or _, then letters, digits, _ and -; found \(entry.name.quoted)",
          at: entry.key)
        return nil
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
    let type = fields.word(.parameterType, as: ParameterType.self)
    _ = fields.node(.parameterSummary).flatMap { text($0) }
    let isKnown = type != nil || fields.node(.parameterType) == nil
    let given = fields.node(.parameterDefault)
    let open = ParameterDeclaration(
      name: entry.name, key: entry.key, type: type ?? .string, defaultNode: nil,
      hasDefault: given != nil || !isKnown,
      allowed: isKnown ? allowed(fields, type ?? .string) : [])
    let isRight = given.map { isKnown && standsForItself($0) && accepts($0, for: open) } ?? false
    return ParameterDeclaration(
      name: open.name, key: open.key, type: open.type, defaultNode: isRight ? given : nil,
      hasDefault: open.hasDefault, allowed: open.allowed)
  }

  private func allowed(_ fields: MappingReader, _ type: ParameterType) -> [ParameterDeclaration
    .Allowed]
  {
    guard let items = fields.list(.allowedValues) else { return [] }
    if items.isEmpty, let node = fields.node(.allowedValues) {
      error(.wrongCount, "expected at least one allowed value", at: node)
    }
    return items.compactMap { item in
      guard standsForItself(item), let value = value(item, of: type) else { return nil }
      return .init(value: value, text: item.scalar?.text ?? item.description)
    }
  }

  /// Whether a value is one of the parameter's; reports why not.
  func accepts(_ node: YAMLNode, for parameter: ParameterDeclaration) -> Bool {
    guard let found = value(node, of: parameter.type) else { return false }
    if parameter.allowed.isEmpty || parameter.allowed.contains(where: { $0.value == found }) {
      return true
    }
    error(
      .unknownWord, "expected \(parameter.allowedText); found \(node.description)", at: node,
      hint: node.scalar.flatMap { closest(to: $0.text, among: parameter.allowed.map(\.text)) }
        .map { "did you mean '\($0)'?" })
    return false
  }

  private func standsForItself(_ node: YAMLNode) -> Bool {
    guard node.hasPlaceholders else { return true }
    error(.badPlaceholder, "what a parameter may be cannot name parameters", at: node)
    return false
  }
}
