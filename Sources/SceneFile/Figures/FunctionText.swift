import LayerTree
public import Timing

extension TimingFunction {
  /// The function that a text names: `easeIn`, `bounceEaseOut`, `cubic-bezier(1, 0, 0.75, 1)`,
  /// `spring(1, 100, 10, 0)`, or anything else that a scene file may say: `[1, 0, 0.75, 1]`.
  public init(text: String) throws(FigureProblem) {
    let source = SourceText(text, path: "timing function")
    let collector = DiagnosticCollector()
    let context = SceneContext(
      options: SceneOptions(), collector: collector,
      files: SceneFiles(AssetPaths(folder: ".", allowedPaths: []), NoAssets()))
    let composer = YAMLComposer(source: source, collector: collector, maximumNodes: 1000)
    if let node = composer.compose(), let function = context.read(node, .timingFunction),
      !collector.hasErrors
    {
      self = function
      return
    }
    let first = collector.diagnostics(in: source).first
    throw FigureProblem(
      .badTimingFunction, first?.message ?? "unknown timing function \(text.quoted)",
      hint: first?.hint)
  }
}

/// For texts that name no file.
private struct NoAssets: AssetInspector {
  func imageSize(atPath path: String) throws(AssetProblem) -> (width: Int, height: Int) {
    throw AssetProblem(id: "missing-file", message: "there are no pictures here")
  }

  func inspectText(_ values: LayerValues) throws(AssetProblem) {}
}
