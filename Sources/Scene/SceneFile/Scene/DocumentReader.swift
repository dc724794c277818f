import RostrumBase
package import RostrumSource

/// Reads files of other languages that are made of the same kinds of value: figures and themes.
package struct DocumentReader: Sendable {
  package let options: SceneOptions
  package let assets: any AssetInspector

  package init(options: SceneOptions, assets: any AssetInspector) {
    (self.options, self.assets) = (options, assets)
  }

  /// The content that `read` makes of the file's root, and everything that was reported. The
  /// content is `nil` when there is an error. Relative paths start at `folder`; `maximumNodes` is
  /// how many values aliases may expand to, the options' unless given.
  package func read<Content: Sendable>(
    _ source: SourceText, folder: String = ".", maximumNodes: Int? = nil,
    _ read: @escaping @Sendable (YAMLNode, SceneContext) -> Content?
  ) -> (content: Content?, diagnostics: [Diagnostic]) {
    withLargeStack {
      let collector = DiagnosticCollector()
      let files = SceneFiles(AssetPaths(folder: folder, allowedPaths: []), assets)
      let context = SceneContext(options: options, collector: collector, files: files)
      let composer = YAMLComposer(
        source: source, collector: collector,
        maximumNodes: maximumNodes ?? options.maximumNodes)
      let content = composer.compose().flatMap { read($0, context) }
      return (collector.hasErrors ? nil : content, collector.diagnostics(in: source))
    }
  }
}

extension SceneContext {
  /// A file of another language with the values of its `let` put in, its calculations worked out
  /// and its repetitions expanded.
  package func expanded(_ root: YAMLNode, of source: SourceText) -> YAMLNode {
    let components = Components(
      root, context: self, innerScenes: InnerScenes(source, files))
    var substitution = Substitution(bindings: [:], context: self, components: components)
    let result = substitution.apply(to: root, leaving: [Key.letValues.name])
    let names = root.entries?.first { $0.name == Key.letValues.name }?.value.entries ?? []
    warnOfUnused(names, [], besides: substitution.used)
    return result
  }
}
