/// Values for the parameters of a scene, and where each was given: on the command line, or in a row of data.
public struct ParameterValues: Sendable {
  /// One value.
  struct Given: Sendable {
    enum Content: Sendable {
      /// As a command line or a table writes it: without quotes.
      case text(String)
      case node(YAMLNode)
      /// An empty cell: the default.
      case absent
    }

    let name: String
    let content: Content
    let range: SourceRange
    let source: SourceText
    /// Whether a scene without such a parameter is all right: tables have columns for other purposes.
    let isOptional: Bool
  }

  /// Where a row of data stands.
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

  init(_ given: [Given], row: Row? = nil) {
    self.row = row
    for value in given { set(value) }
  }

  /// Reads `name=value`, each as it stands after `--set`. Of several values for one name the last one counts.
  /// Mistakes are told as those of `origin`.
  public init(assignments: [String], origin: String = "--set") throws(SyntaxError) {
    let lines = assignments.map { $0.map { $0.isNewline ? " " : String($0) }.joined() }
    let source = SourceText(lines.joined(separator: "\n"), path: origin)
    for (index, text) in assignments.enumerated() {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw SyntaxError(description: "'\(text)' is not NAME=VALUE")
      }
      let name = String(text[..<equals])
      let value = String(text[equals...].dropFirst())
      let range = SourceRange(
        file: source.path, line: index + 1, column: name.count + 2, length: value.count)
      set(
        Given(
          name: name, content: .text(value), range: range, source: source, isOptional: false))
    }
  }

  private mutating func set(_ value: Given) {
    given.removeAll { $0.name == value.name }
    given.append(value)
  }

  /// The texts in which the values stand, each once.
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

  subscript(name: String) -> Given? { given.first { $0.name == name } }

  /// Both; what `other` says counts where they differ.
  public func merging(_ other: ParameterValues) -> ParameterValues {
    // Thousands of rows share what they have.
    if other.given.isEmpty, other.row == nil { return self }
    return ParameterValues(given + other.given, row: other.row ?? row)
  }
}

/// A parameter of a scene, and what it is in this loading.
public struct ParameterFact: Hashable, Sendable {
  public let name: String
  /// As a scene would write it; of a list or a mapping only what it is.
  public let text: String
}
