import RostrumBase
import RostrumSource

/// Values for the parameters of a scene, and where each was given: on the command line, or in a row
/// of data.
public struct ParameterValues: Sendable {
  /// One value.
  struct Given: Sendable {
    enum Detail: Sendable {
      /// As a command line or a table writes it: without quotes.
      case text(String)
      case node(YAMLNode)
      /// An empty cell: the default.
      case absent
    }

    /// A table has many cells, whose columns only matter where something is wrong.
    enum Place: Sendable {
      case range(SourceRange)
      case bytes(Range<Int>)
    }

    let name: String
    let content: Detail
    let place: Place
    let source: SourceText
    /// Whether a scene without such a parameter is all right: tables have columns for other
    /// purposes.
    let isOptional: Bool

    var range: SourceRange {
      switch place {
      case .range(let range): range
      case .bytes(let bytes): source.range(ofBytes: bytes)
      }
    }
  }

  /// The place of a row of data.
  struct Row: Sendable {
    let range: SourceRange
    let source: SourceText
  }

  /// No name twice.
  private(set) var given: [Given] = []
  /// Where to report that a value is missing; `nil` for the scene itself.
  var row: Row?

  public static let none = ParameterValues()

  /// Why an argument assigns nothing.
  public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  init() {}

  /// If a name has several values, the last one counts.
  init(_ given: [Given], row: Row? = nil) {
    var names: Set<String> = []
    self.row = row
    self.given = given.reversed().filter { names.insert($0.name).inserted }.reversed()
  }

  /// Reads `name=value`, as written after `--set`. If a name has several values, the last one
  /// counts. Errors name `origin` as their source.
  public init(assignments: [String], origin: String = "--set") throws(SyntaxError) {
    let lines = assignments.map { $0.map { $0.isNewline ? " " : String($0) }.joined() }
    let source = SourceText(lines.joined(separator: "\n"), path: origin)
    var given: [Given] = []
    for (index, text) in assignments.enumerated() {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw SyntaxError(description: "'\(text)' is not NAME=VALUE")
      }
      let name = String(text[..<equals])
      let value = String(text[equals...].dropFirst())
      let range = SourceRange(
        file: source.path, line: index + 1, column: name.count + 2, length: value.count)
      given.append(
        Given(
          name: name, content: .text(value), place: .range(range), source: source,
          isOptional: false))
    }
    self.init(given)
  }

  /// The texts that contain the values, each once.
  var sources: [SourceText] {
    var paths: Set<String> = []
    return (given.map(\.source) + [row?.source].compactMap(\.self))
      .filter { paths.insert($0.path).inserted }
  }

  /// The values that were given as texts, by name, as a command line writes them.
  public var texts: [String: String] {
    let pairs = given.compactMap { value -> (String, String)? in
      if case .text(let text) = value.content { (value.name, text) } else { nil }
    }
    return Dictionary(pairs, uniquingKeysWith: { _, last in last })
  }

  /// Both; the values of `other` win.
  public func merging(_ other: ParameterValues) -> ParameterValues {
    // Thousands of rows share the same values, so do not copy them.
    if other.given.isEmpty, other.row == nil { return self }
    return ParameterValues(given + other.given, row: other.row ?? row)
  }
}

extension ParameterValues {
  /// The mistakes among the values for a file of another format: names that are no parameter's,
  /// and values that a parameter cannot have.
  func problems(in scene: ImportedScene) -> [Diagnostic] {
    let names = scene.parameters.map(\.name)
    return given.compactMap { value in
      if let refusal = scene.refused.first(where: { $0.name == value.name }) {
        return Diagnostic(
          severity: .error, id: DiagnosticID.wrongType.rawValue,
          message: "expected \(refusal.expected) for '\(value.name)'", range: value.range)
      }
      let similar = closest(to: value.name, among: names)
      guard !names.contains(value.name), !value.isOptional || similar != nil else { return nil }
      let known = names.isEmpty ? "it has none" : "it has " + names.joined(separator: ", ")
      return Diagnostic(
        severity: .error, id: DiagnosticID.unknownParameter.rawValue,
        message: "the scene has no parameter \(value.name.quoted)", range: value.range,
        hint: similar.map { "did you mean '\($0)'?" } ?? known)
    }
  }
}
