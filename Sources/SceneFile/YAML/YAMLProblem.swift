import Yams

/// What the YAML library found wrong, in our words.
struct YAMLProblem {
  let message: String
  let hint: String?
  let mark: Mark

  private init(_ message: String, hint: String?, at mark: Mark) {
    (self.message, self.hint, self.mark) = (message, hint, mark)
  }

  init(_ error: any Error, in source: SourceText) {
    switch error as? YamlError {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _):
      self.init(problem, context: context?.text ?? "", at: Mark(mark), in: source)
    case .composer(_, _, let mark, _):
      self.init(
        "expected one YAML document, found another", hint: "one file holds one scene",
        at: Mark(mark))
    case .reader(_, _, let value, _):
      let code = String(max(value, 0), radix: 16, uppercase: true)
      self.init(
        "the character U+\(code) is not allowed in YAML", hint: nil,
        at: source.markOfForbiddenScalar ?? .start)
    default: self.init("the YAML could not be read: \(error)", hint: nil, at: .start)
    }
  }

  private init(_ problem: String, context: String, at mark: Mark, in source: SourceText) {
    let isNesting = (problem + context).lowercased().contains("nesting level")
    let message = context.isEmpty ? problem : "\(problem) (\(context))"
    self.init(
      isNesting ? "lists and mappings are nested too deeply" : message,
      hint: isNesting ? nil : Self.hint(for: problem, line: source.line(mark.line)), at: mark)
  }

  private static func hint(for problem: String, line: String) -> String? {
    if problem.contains("cannot start any token"), line.contains("\t") {
      return "YAML is indented with spaces, not tabs"
    }
    if problem.contains("mapping values are not allowed") {
      return "a text that contains ': ' needs quotes; otherwise check the indentation"
    }
    return nil
  }

  func report(to collector: DiagnosticCollector) {
    let place = DiagnosticCollector.Place(mark: mark, extent: .place)
    collector.add(.error, DiagnosticID.badYAML.rawValue, message, at: place, hint: hint)
  }
}

extension SourceText {
  /// The first character that libyaml refuses.
  fileprivate var markOfForbiddenScalar: Mark? {
    for number in 1...lineCount {
      let scalars = line(number).unicodeScalars
      if let index = scalars.firstIndex(where: \.isForbiddenInYAML) {
        return Mark(
          line: number, column: scalars.distance(from: scalars.startIndex, to: index) + 1)
      }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// As in YAML 1.1, section 5.1.
  fileprivate var isForbiddenInYAML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x85, 0x20...0x7E, 0xA0...0xFFFD, 0x10000...: false
    default: true
    }
  }
}

extension Mark {
  init(_ mark: Yams.Mark) { self.init(line: mark.line, column: mark.column) }
}
