import RostrumBase
import RostrumLayerTree
import RostrumSource

/// The values that a scene's parameters get from outside of it.
enum GivenParameters {
  /// For the outermost scene: by the command line, or by a row of data.
  case values(ParameterValues)
  /// For a scene inside another, or a component: by the mapping of the layer that shows it, in the
  /// other scene's file. `owner` is the word for whose parameters they are.
  case layer(YAMLNode, [YAMLNode.Entry], in: SceneContext, owner: String = "scene")
}

extension GivenParameters {
  /// The given values by their names; one of the two tables is empty.
  fileprivate struct Named {
    var values: [String: ParameterValues.Given] = [:]
    var entries: [String: YAMLNode.Entry] = [:]
  }

  fileprivate var byName: Named {
    switch self {
    case .values(let values):
      Named(values: Dictionary(values.given.map { ($0.name, $0) }) { first, _ in first })
    case .layer(_, let entries, _, _):
      Named(entries: Dictionary(entries.map { ($0.name, $0) }) { first, _ in first })
    }
  }
}

/// The value of a parameter in one loading.
struct BoundParameter {
  /// Broken when something is wrong with it that was already reported.
  let node: YAMLNode
  /// The origin of the value.
  let origin: Diagnostic.Related?
}

/// Puts the values of a scene's parameters where the scene names them.
struct ParameterBinder {
  let context: SceneContext
  let innerScenes: InnerScenes
  let given: GivenParameters
  /// The values of the parameters, without the ones that have mistakes.
  private(set) var facts: [ParameterFact] = []
  /// The names of all parameters that the scene declares; `nil` before `bound(_:)`.
  private(set) var declaredNames: [String]?
  /// The values that the layer which shows the scene gives them, so that it can be written again.
  private(set) var givenByLayer: [(name: String, value: ArgumentValue)] = []

  init(context: SceneContext, innerScenes: InnerScenes, given: GivenParameters) {
    (self.context, self.innerScenes, self.given) = (context, innerScenes, given)
  }

  /// The scene with its parameters replaced by their values.
  mutating func bound(_ root: YAMLNode) -> YAMLNode {
    guard let entries = root.entries else { return root }
    let table = entries.first { $0.name == Key.parameters.name }?.value
    declaredNames = table.map { $0.entries?.map(\.name) } ?? []
    let declared = table.map { context.declarations($0) } ?? []
    let bindings = bindings(declared)
    facts = declared.compactMap { parameter in
      bindings[parameter.name].flatMap { $0.node.isBroken ? nil : $0.node }.map {
        ParameterFact(name: parameter.name, text: $0.scalar?.text ?? $0.description)
      }
    }
    var substitution = Substitution(
      bindings: bindings, context: context,
      components: Components(root, context: context, innerScenes: innerScenes))
    let result = substitution.apply(
      to: root, leaving: [Key.parameters.name, Key.components.name, Key.letValues.name])
    let names = entries.first { $0.name == Key.letValues.name }?.value.entries ?? []
    context.warnOfUnused(names, declared, besides: substitution.used)
    substitution.components.warnOfUnused(in: root)
    return result
  }

  /// The values of parameters by their names.
  mutating func bindings(_ declared: [ParameterDeclaration]) -> [String: BoundParameter] {
    let values = given.byName
    reportUnknown(among: declared, values)
    var bindings: [String: BoundParameter] = [:]
    for parameter in declared where bindings[parameter.name] == nil {
      bindings[parameter.name] = binding(parameter, values)
    }
    return bindings
  }

  private mutating func binding(
    _ parameter: ParameterDeclaration, _ values: GivenParameters.Named
  ) -> BoundParameter {
    let bound =
      switch given {
      case .values(let all): bound(parameter, values.values[parameter.name], in: all)
      case .layer(let node, _, let outer, let owner):
        bound(parameter, values.entries[parameter.name], outer, at: node, owner)
      }
    guard let bound else { return BoundParameter(node: .broken, origin: nil) }
    guard parameter.type == .table, bound.node.scalar != nil else { return bound }
    return BoundParameter(node: table(bound.node) ?? .broken, origin: bound.origin)
  }

  private func byDefault(_ parameter: ParameterDeclaration) -> BoundParameter? {
    parameter.defaultNode.map { node in
      bind(parameter, context.placed(node, of: parameter), range: context.range(of: node))
    }
  }

  /// The value converted to the parameter's type, with a note about its origin.
  private func bind(
    _ parameter: ParameterDeclaration, _ node: YAMLNode, range: SourceRange?
  ) -> BoundParameter {
    var value = node
    if parameter.type == .string, let text = node.scalar?.text {
      value = YAMLNode(.scalar(.init(text: text, isPlain: false)), mark: node.mark)
    }
    let shown = node.scalar?.text.quoted ?? node.description
    let message = "the parameter \(parameter.name.quoted) is \(shown)"
    return BoundParameter(
      node: value, origin: range.map { .init(message: message, range: $0) })
  }

  /// The rows of a data file as a list of mappings, whose values know their row; `nil` after
  /// reporting errors.
  private func table(_ path: YAMLNode) -> YAMLNode? {
    guard let file = context.assetPath(path, ParameterType.table.reader.expectation, .any) else {
      return nil
    }
    let table: DataTable
    do throws(SceneFileError) {
      table = try DataTable.load(path: file)
    } catch {
      return context.failure(.badData, error.description, at: path)
    }
    innerScenes.tables[FilePath(file)] = table.source
    for diagnostic in table.diagnostics { innerScenes.report(diagnostic, in: table.source) }
    guard !table.hasErrors else {
      context.collector.markUnusable()
      return nil
    }
    return YAMLNode(.sequence(table.rows.map { $0.node(mark: path.mark) }), mark: path.mark)
  }

  // MARK: From the command line and from data

  private func bound(
    _ parameter: ParameterDeclaration, _ given: ParameterValues.Given?, in values: ParameterValues
  ) -> BoundParameter? {
    guard let given else { return orMissing(parameter, values, at: nil) }
    let reader = GivenValueReader(parameter: parameter, given: given, context: context)
    switch reader.read() {
    case .value(let node): return bind(parameter, node, range: given.range)
    case .absent: return orMissing(parameter, values, at: given)
    case .wrong(let diagnostics):
      context.collector.markUnusable()
      for diagnostic in diagnostics { innerScenes.report(diagnostic, in: given.source) }
      return nil
    }
  }

  private func orMissing(
    _ parameter: ParameterDeclaration, _ values: ParameterValues, at cell: ParameterValues.Given?
  ) -> BoundParameter? {
    guard !parameter.hasDefault else { return byDefault(parameter) }
    let name = parameter.name.quoted
    if let row = values.row {
      report(
        .missingParameter, "the parameter \(name) needs a value: it has no default",
        at: cell?.range ?? row.range, in: row.source,
        related: context.range(of: parameter.key)
          .map { [.init(message: "declared here", range: $0)] } ?? [])
    } else {
      context.error(
        .missingParameter, "the parameter \(name) has no default, and no value was given",
        at: parameter.key, hint: "give one with --set \(parameter.name)=VALUE, or write a default")
    }
    return nil
  }

  /// Reports something about a value from another file.
  private func report(
    _ id: DiagnosticID, _ message: String, at range: SourceRange, in source: SourceText,
    hint: String? = nil, related: [Diagnostic.Related] = []
  ) {
    context.collector.markUnusable()
    innerScenes.report(
      Diagnostic(
        severity: .error, id: id.rawValue, message: message, range: range, hint: hint,
        related: related), in: source)
  }

  // MARK: From the layer that shows the scene

  private mutating func bound(
    _ parameter: ParameterDeclaration, _ entry: YAMLNode.Entry?, _ outer: SceneContext,
    at layer: YAMLNode, _ owner: String
  ) -> BoundParameter? {
    guard let entry else {
      if parameter.hasDefault { return byDefault(parameter) }
      outer.error(
        .missingParameter, "the \(owner)'s parameter \(parameter.name.quoted) needs a value",
        at: layer,
        hint: "write parameters: {\(parameter.name): VALUE}")
      context.collector.markUnusable()
      return nil
    }
    guard !entry.value.isBroken, outer.accepts(entry.value, for: parameter) else {
      context.collector.markUnusable()
      return nil
    }
    var value = entry.value
    var written = ArgumentValue(value)
    if let path = outer.path(value, of: parameter) {
      value = YAMLNode(.scalar(.init(text: path, isPlain: false)), mark: value.mark)
      written = .file(path)
    }
    givenByLayer.append((parameter.name, written))
    return bind(parameter, value, range: outer.range(of: entry.value))
  }

  // MARK: Values for nothing

  private func reportUnknown(
    among declared: [ParameterDeclaration], _ values: GivenParameters.Named
  ) {
    let names = declared.map(\.name)
    let known = Set(names)
    switch given {
    case .values(let all):
      let free = names.filter { values.values[$0] == nil }
      for value in all.given where !known.contains(value.name) {
        let similar = context.similar(to: value.name, among: value.isOptional ? free : names)
        if value.isOptional, similar == nil { continue }
        report(
          .unknownParameter, "the scene has no parameter \(value.name.quoted)", at: value.range,
          in: value.source, hint: hint(similar, names))
      }
    case .layer(_, let entries, let outer, let owner):
      for entry in entries where !known.contains(entry.name) {
        outer.error(
          .unknownParameter, "the \(owner) has no parameter \(entry.name.quoted)", at: entry.key,
          hint: hint(outer.similar(to: entry.name, among: names), names))
      }
    }
  }

  private func hint(_ similar: String?, _ names: [String]) -> String {
    if let similar { return "did you mean '\(similar)'?" }
    guard !names.isEmpty else { return "it declares none" }
    return "it declares " + names.prefix(20).joined(separator: ", ")
  }
}

extension SceneContext {
  /// Warns of the names of values and the parameters that are not among these.
  func warnOfUnused(
    _ names: [YAMLNode.Entry], _ parameters: [ParameterDeclaration], besides used: Set<String>
  ) {
    for entry in names where !used.contains(entry.name) && !isAliased(entry.value) {
      warning(
        .unusedParameter, "the value \(entry.name.quoted) is not used", at: entry.key,
        hint: "write ${\(entry.name)} where it belongs")
    }
    for parameter in parameters where !used.contains(parameter.name) {
      warning(
        .unusedParameter, "the parameter \(parameter.name.quoted) is not used", at: parameter.key,
        hint: "write ${\(parameter.name)} where its value belongs")
    }
  }

  /// The absolute path that a value of a parameter is; `nil` for other values.
  fileprivate func path(_ value: YAMLNode, of parameter: ParameterDeclaration) -> String? {
    guard parameter.type.isPath, !value.isNone, value.scalar != nil else { return nil }
    return assetPath(
      value, parameter.type.reader.expectation, parameter.type == .image ? .picture : .any)
  }

  /// A default that is a path of a component's file, resolved for the scene that uses the
  /// component.
  fileprivate func placed(_ value: YAMLNode, of parameter: ParameterDeclaration) -> YAMLNode {
    guard isOfComponentFile, let path = path(value, of: parameter) else { return value }
    return YAMLNode(.scalar(.init(text: path, isPlain: false)), mark: value.mark)
  }
}

extension ArgumentValue {
  /// The value as a scene file writes it.
  fileprivate init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar): self = scalar.isPlain ? .plain(scalar.text) : .text(scalar.text)
    case .sequence(let items): self = .list(items.map(ArgumentValue.init))
    case .mapping(let entries):
      self = .mapping(entries.map { Member(name: $0.name, value: ArgumentValue($0.value)) })
    }
  }
}

/// Converts a text from the command line or a row of data to a value of a parameter, or to
/// diagnostics at the place of that text.
struct GivenValueReader {
  let parameter: ParameterDeclaration
  let given: ParameterValues.Given
  let context: SceneContext

  enum Outcome {
    case value(YAMLNode)
    /// An empty cell.
    case absent
    case wrong([Diagnostic])
  }

  func read() -> Outcome {
    let collector = DiagnosticCollector()
    let node: YAMLNode?
    switch given.content {
    case .absent: return .absent
    case .node(let value): node = value
    case .text(let text): node = self.node(text, collector)
    }
    guard let node, !collector.hasErrors else { return wrong(collector) }
    let scratch = SceneContext(
      options: context.options, collector: collector, files: context.files)
    return scratch.accepts(node, for: parameter) ? .value(node) : wrong(collector)
  }

  /// The value as a scene file would write it.
  private func node(_ text: String, _ collector: DiagnosticCollector) -> YAMLNode? {
    if parameter.type == .string { return scalar(text, isPlain: false) }
    let word = text.trimmingBlanks
    if parameter.type.isStructured, word.hasPrefix("[") || word.hasPrefix("{") {
      return YAMLComposer(
        source: SourceText(word, path: given.range.file), collector: collector,
        maximumNodes: context.options.maximumNodes
      ).compose()
    }
    if parameter.type.isListOfNumbers, !word.isEmpty, word != "none" {
      let numbers = word.split { $0 == "," || $0 == ";" || $0.isWhitespace }
      return YAMLNode(.sequence(numbers.map { scalar(String($0), isPlain: true) }), mark: .start)
    }
    return scalar(word, isPlain: true)
  }

  private func scalar(_ text: String, isPlain: Bool) -> YAMLNode {
    YAMLNode(.scalar(.init(text: text, isPlain: isPlain)), mark: .start)
  }

  /// A value of a YAML or JSON file has its own marks; any other is wrong as a whole.
  private func wrong(_ collector: DiagnosticCollector) -> Outcome {
    let problems = collector.diagnostics(in: given.source)
    return .wrong(
      problems.map { problem in
        var range = given.range
        if case .node = given.content { range = problem.range }
        return Diagnostic(
          severity: .error, id: problem.id,
          message: "the parameter \(parameter.name.quoted): " + problem.message, range: range,
          hint: problem.hint)
      })
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}
