import LayerTree

/// Turns what a command line or a row of data says into a value of a parameter, or into diagnostics that name the place there.
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
    guard let node else { return wrong(collector) }
    let scratch = SceneContext(
      options: context.options, collector: collector, files: context.files)
    return scratch.accepts(node, for: parameter) ? .value(node) : wrong(collector)
  }

  /// What a scene file would write.
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
