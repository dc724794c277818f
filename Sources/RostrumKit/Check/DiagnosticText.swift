public import SceneFile

extension DiagnosticFormatter {
  /// The diagnostics of several files as one text; in JSON, as one array.
  public func text(for results: [LoadResult]) -> String {
    guard style == .json else {
      return results.map { text(for: $0.diagnostics, in: $0.source, and: $0.innerSources) }.joined()
    }
    let source = results.first?.source ?? SourceText("", path: "")
    return text(for: results.flatMap(\.diagnostics), in: source)
  }
}
