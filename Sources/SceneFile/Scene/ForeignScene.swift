import Base
public import LayerTree
public import Source

/// The result of loading a file of another format.
public struct ForeignScene: Sendable {
  /// `nil` exactly when there is an error among the diagnostics.
  public let scene: Scene?
  public let diagnostics: [Diagnostic]
  /// The text that the diagnostics are about.
  public let source: SourceText
  public let parameters: [ParameterFact]
  /// Values that the parameters of these names cannot have, with what they can.
  public let refused: [(name: String, expected: String)]

  public init(
    scene: Scene?, diagnostics: [Diagnostic], source: SourceText, parameters: [ParameterFact],
    refused: [(name: String, expected: String)]
  ) {
    (self.scene, self.diagnostics, self.source) = (scene, diagnostics, source)
    (self.parameters, self.refused) = (parameters, refused)
  }
}

extension ForeignScene {
  /// A text that stands for bytes that are none: it differs where they differ.
  static func fingerprint(of bytes: [UInt8], path: String) -> SourceText {
    var digester = Digester(seed: 5)
    bytes.withUnsafeBytes { digester.combine($0) }
    return SourceText(digester.digest.description, path: path)
  }

  /// The mistakes in the values that are given from outside: names that are no parameter's, and
  /// values that a parameter cannot have.
  func problems(of given: ParameterValues) -> [Diagnostic] {
    let names = parameters.map(\.name)
    return given.given.compactMap { value in
      if let refusal = refused.first(where: { $0.name == value.name }) {
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
