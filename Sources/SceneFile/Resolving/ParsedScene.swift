/// A scene file that was read and parsed once, to be loaded with different parameters.
public struct ParsedScene: Sendable {
  let source: SourceText
  let root: YAMLNode

  public var path: String { source.path }
}

extension SceneLoader {
  /// Reads and parses a file. `nil` when there is something to report: then load the file as a whole.
  public func parse(path: String) throws(SceneFileError) -> ParsedScene? {
    let bytes = try SceneFileError.contents(ofFile: path)
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    let source = SourceText(utf8: bytes, path: path)
    let maximumNodes = options.maximumNodes
    return withLargeStack {
      let collector = DiagnosticCollector()
      let composer = YAMLComposer(
        source: source, collector: collector, maximumNodes: maximumNodes)
      guard let root = composer.compose(), collector.diagnostics(in: source).isEmpty else {
        return nil
      }
      return ParsedScene(source: source, root: root)
    }
  }

  /// The scene with the parameters of the options.
  public func load(_ scene: ParsedScene) -> LoadResult {
    withLargeStack { loadRecursively(scene.source, root: scene.root) }
  }

  /// Only the parameters: what they are, and what is wrong with their values. There is no scene in the result.
  public func parameters(of scene: ParsedScene) -> LoadResult {
    withLargeStack {
      let collector = DiagnosticCollector()
      let reader = reader(scene.source, collector)
      var binder = ParameterBinder(
        context: reader.context, innerScenes: reader.innerScenes, given: reader.given)
      _ = binder.bound(scene.root)
      return result(reader, nil, binder.facts)
    }
  }
}
