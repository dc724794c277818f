import LayerTree

/// What a scene's parameters are given from outside of it.
enum GivenParameters {
  /// The outermost scene's: by the command line, or by a row of data.
  case values(ParameterValues)
  /// Those of a scene inside another: by the mapping of the layer that shows it, which stands in the other's file.
  case layer(YAMLNode, [YAMLNode.Entry], in: Resolution)
}

/// What a parameter is in one loading.
struct ParameterBinding {
  let type: ParameterType
  /// Broken when something is wrong with it that was already reported.
  let node: YAMLNode
  /// Where the value comes from.
  let origin: Diagnostic.Related?
}

extension Resolution {
  /// The scene with its parameters' values where the parameters stand.
  func parametrized(_ root: YAMLNode) -> YAMLNode {
    guard let entries = root.entries else { return root }
    let key = Key.parameters.name
    let table = entries.first { $0.name == key }?.value
    declaredParameters = table.map { $0.entries?.map(\.name) } ?? []
    let declared = table.map { declarations($0) } ?? []
    reportUnknown(among: declared)
    let bindings = Dictionary(
      declared.map { ($0.name, binding($0)) }, uniquingKeysWith: { first, _ in first })
    parameters = declared.compactMap { parameter in
      bindings[parameter.name].flatMap { $0.node.isBroken ? nil : $0.node }.map {
        ParameterFact(name: parameter.name, text: $0.scalar?.text ?? $0.description)
      }
    }
    var substitution = Substitution(bindings: bindings, resolution: self)
    let result = substitution.apply(to: root, leaving: key)
    for parameter in declared where !substitution.used.contains(parameter.name) {
      warning(
        .unusedParameter, "the parameter \(parameter.name.quoted) is not used", at: parameter.key,
        hint: "write ${\(parameter.name)} where its value belongs")
    }
    return result
  }

  private func binding(_ parameter: ParameterDeclaration) -> ParameterBinding {
    let bound =
      switch given {
      case .values(let values): bound(parameter, values)
      case .layer(let node, let entries, let outer): bound(parameter, entries, outer, at: node)
      }
    return bound ?? ParameterBinding(type: parameter.type, node: .broken, origin: nil)
  }

  private func byDefault(_ parameter: ParameterDeclaration) -> ParameterBinding? {
    parameter.defaultNode.map {
      bind(parameter, $0, range: source.map(Locator.init)?.range(of: $0.place()))
    }
  }

  /// As a value of the type, and with the note that says where it came from.
  private func bind(
    _ parameter: ParameterDeclaration, _ node: YAMLNode, range: SourceRange?
  ) -> ParameterBinding {
    var value = node
    if parameter.type == .string, let text = node.scalar?.text {
      value = YAMLNode(.scalar(.init(text: text, isPlain: false)), mark: node.mark)
    }
    let shown = node.scalar?.text.quoted ?? node.description
    let message = "the parameter \(parameter.name.quoted) is \(shown)"
    return ParameterBinding(
      type: parameter.type, node: value, origin: range.map { .init(message: message, range: $0) })
  }

  // MARK: From the command line and from data

  private func bound(
    _ parameter: ParameterDeclaration, _ values: ParameterValues
  ) -> ParameterBinding? {
    guard let given = values[parameter.name] else {
      return orMissing(parameter, values, at: nil)
    }
    let reader = GivenValueReader(parameter: parameter, given: given, resolution: self)
    switch reader.read() {
    case .value(let node): return bind(parameter, node, range: given.range)
    case .absent: return orMissing(parameter, values, at: given)
    case .wrong: return nil
    }
  }

  private func orMissing(
    _ parameter: ParameterDeclaration, _ values: ParameterValues, at cell: ParameterValues.Given?
  ) -> ParameterBinding? {
    guard !parameter.hasDefault else { return byDefault(parameter) }
    let name = parameter.name.quoted
    if let row = values.row {
      report(
        .missingParameter, "the parameter \(name) needs a value: it has no default",
        at: cell?.range ?? row.range, in: row.source,
        related: source.map {
          [.init(message: "declared here", range: Locator($0).range(of: parameter.key.place()))]
        } ?? [])
    } else {
      error(
        .missingParameter, "the parameter \(name) has no default, and no value was given",
        at: parameter.key, hint: "give one with --set \(parameter.name)=VALUE, or write a default")
    }
    return nil
  }

  /// Reports something about a value that does not stand in this file.
  func report(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, in source: SourceText,
    hint: String? = nil, related: [Diagnostic.Related] = []
  ) {
    collector.fail()
    innerScenes.report(
      Diagnostic(
        severity: .error, id: id.rawValue, message: message, range: range, hint: hint,
        related: related), in: source)
  }

  // MARK: From the layer that shows the scene

  private func bound(
    _ parameter: ParameterDeclaration, _ entries: [YAMLNode.Entry], _ outer: Resolution,
    at layer: YAMLNode
  ) -> ParameterBinding? {
    guard let entry = entries.first(where: { $0.name == parameter.name }) else {
      if parameter.hasDefault { return byDefault(parameter) }
      outer.error(
        .missingParameter, "the scene's parameter \(parameter.name.quoted) needs a value",
        at: layer,
        hint: "write parameters: {\(parameter.name): VALUE}")
      collector.fail()
      return nil
    }
    guard !entry.value.isBroken, outer.accepts(entry.value, for: parameter) else {
      collector.fail()
      return nil
    }
    var value = entry.value
    var written = GivenValue(value)
    if parameter.type.isPath, !outer.isNone(value),
      let path = outer.assetPath(value, parameter.type.expectation)
    {
      value = YAMLNode(.scalar(.init(text: path, isPlain: false)), mark: value.mark)
      written = .file(path)
    }
    givenByLayer.append((parameter.name, written))
    let range = outer.source.map(Locator.init)?.range(of: entry.value.place())
    return bind(parameter, value, range: range)
  }

  // MARK: Values for nothing

  private func reportUnknown(among declared: [ParameterDeclaration]) {
    let names = declared.map(\.name)
    switch given {
    case .values(let values):
      for value in values.given where !names.contains(value.name) {
        let free = names.filter { values[$0] == nil }
        let similar = closest(to: value.name, among: value.isOptional ? free : names)
        if value.isOptional, similar == nil { continue }
        report(
          .unknownParameter, "the scene has no parameter \(value.name.quoted)", at: value.range,
          in: value.source, hint: hint(similar, names))
      }
    case .layer(_, let entries, let outer):
      for entry in entries where !names.contains(entry.name) {
        outer.error(
          .unknownParameter, "the scene has no parameter \(entry.name.quoted)", at: entry.key,
          hint: hint(closest(to: entry.name, among: names), names))
      }
    }
  }

  private func hint(_ similar: String?, _ names: [String]) -> String {
    if let similar { return "did you mean '\(similar)'?" }
    guard !names.isEmpty else { return "it declares none" }
    return "it declares " + names.prefix(20).joined(separator: ", ")
  }
}

extension GivenValue {
  /// What stands in a scene file.
  fileprivate init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar): self = scalar.isPlain ? .plain(scalar.text) : .text(scalar.text)
    case .sequence(let items): self = .list(items.map(GivenValue.init))
    case .mapping(let entries):
      self = .mapping(entries.map { Entry(name: $0.name, value: GivenValue($0.value)) })
    }
  }
}
