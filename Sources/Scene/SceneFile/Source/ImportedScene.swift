import RostrumBase
public import RostrumLayerTree
public import RostrumSource

/// The result of loading a file of another format.
public struct ImportedScene: Sendable {
  /// `nil` exactly when there is an error among the diagnostics.
  public let scene: Scene?
  public let diagnostics: [Diagnostic]
  /// The text that the diagnostics are about.
  public let source: SourceText
  /// The values that it takes from outside, as they are here.
  public let parameters: [(name: String, text: String)]
  /// Parameters with invalid values, and the values that are valid.
  public let refused: [(name: String, expected: String)]
  /// A summary for people, a name and a text a line.
  public let report: [(name: String, text: String)]

  public init(
    scene: Scene?, diagnostics: [Diagnostic], source: SourceText,
    parameters: [(name: String, text: String)],
    refused: [(name: String, expected: String)], report: [(name: String, text: String)] = []
  ) {
    (self.scene, self.diagnostics, self.source) = (scene, diagnostics, source)
    (self.parameters, self.refused, self.report) = (parameters, refused, report)
  }
}

extension ImportedScene {
  /// A fingerprint as the text of a binary file, so that different files have different texts.
  static func fingerprint(of bytes: [UInt8], path: String) -> SourceText {
    var digester = Digester(seed: 5)
    bytes.withUnsafeBytes { digester.combine($0) }
    return SourceText(digester.digest.description, path: path)
  }
}
