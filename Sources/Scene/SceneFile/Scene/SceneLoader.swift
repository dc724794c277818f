public import RostrumBase
import RostrumGeometry
public import RostrumLayerTree
public import RostrumSource
import RostrumTiming

/// A scene that was loaded, or the reasons why it was not.
public struct LoadResult: Sendable {
  /// `nil` exactly when there is an error among the diagnostics.
  public private(set) var scene: Scene?
  /// In the order of the file, followed by the diagnostics of inner scenes, whose ranges name their
  /// own file.
  public private(set) var diagnostics: [Diagnostic]
  public private(set) var source: SourceText
  /// Other files that the diagnostics are about: inner scenes, and the sources of parameter values.
  public internal(set) var innerSources: [SourceText] = []
  /// All scene files inside it, each once, in no order.
  public internal(set) var innerTexts: [SourceText] = []
  /// The scene's parameters with their values, without invalid ones.
  public internal(set) var parameters: [ParameterFact] = []
  /// Whether nothing is wrong with the scene but that the system gave too little to load it.
  public var isShortage: Bool {
    let errors = diagnostics.filter { $0.severity == .error }
    return !errors.isEmpty && errors.allSatisfy { $0.id == DiagnosticID.shortage.rawValue }
  }

  /// The names of all parameters that the scene declares; `nil` when the file cannot be made sense
  /// of so far.
  public internal(set) var declaredParameters: [String]?
  /// The absolute paths of all files of the scene, including missing files.
  public internal(set) var files: Set<FilePath> = []
  /// A summary of a file of another format for people, a name and a text a line.
  public internal(set) var report: [(name: String, text: String)] = []
  /// The warnings that the file allows, and its expectations.
  public internal(set) var checks = SceneChecks()

  /// The same with a note, last, at each layer that baking leaves as it is.
  public func notingKeptLayers(_ notes: [(message: String, place: SourcePlace?)]) -> LoadResult {
    let new = notes.map { message, place in
      Diagnostic(
        severity: .note, id: DiagnosticID.keptLayer.rawValue, message: message,
        range: source.start(ofItemAtLine: place?.line ?? 1))
    }
    return with(diagnostics + new)
  }

  /// The same with an error that was found later, where something begins.
  public func failing(
    _ id: String, _ message: String, at place: SourcePlace?, hint: String? = nil
  ) -> LoadResult {
    let range = source.start(ofItemAtLine: place?.line ?? 1)
    return with(
      diagnostics + [.init(severity: .error, id: id, message: message, range: range, hint: hint)])
  }

  /// The same with errors in place of its warnings.
  public func refusingWarnings() -> LoadResult {
    let refused = diagnostics.map { found in
      Diagnostic(
        severity: found.severity == .warning ? .error : found.severity, id: found.id,
        message: found.message, range: found.range, hint: found.hint, related: found.related)
    }
    return with(refused)
  }

  /// The same with some of its diagnostics left out.
  public func leavingOut(_ known: Set<Diagnostic>) -> LoadResult {
    with(diagnostics.filter { !known.contains($0) })
  }

  /// The same with more diagnostics about the file itself, but the warnings that it allows.
  public func adding(_ found: [Diagnostic]) -> LoadResult {
    let news = found.filter { !checks.allows($0) }
    guard !news.isEmpty else { return self }
    let file = FilePath(source.path)
    let own = diagnostics.filter { FilePath($0.range.file) == file } + news
    let others = diagnostics.filter { FilePath($0.range.file) != file }
    return with(own.sortedByPosition + others)
  }

  /// The same scene with the drawing options applied.
  fileprivate func drawn(with options: SceneOptions) -> LoadResult {
    var result = self
    if let background = options.background { result.scene = scene?.onBackground(background) }
    return result
  }

  /// The same with other diagnostics, of another text.
  func with(diagnostics: [Diagnostic], source: SourceText) -> LoadResult {
    var result = with(diagnostics)
    result.source = source
    result.innerSources = []
    return result
  }

  private func with(_ diagnostics: [Diagnostic]) -> LoadResult {
    var result = self
    result.diagnostics = diagnostics
    if diagnostics.contains(where: { $0.severity == .error }) { result.scene = nil }
    return result
  }
}

extension LoadResult {
  /// A scene that a program made; or the mistakes of a file that is no scene.
  package init(_ scene: Scene? = nil, diagnostics: [Diagnostic] = [], source: SourceText) {
    self.init(scene: scene, diagnostics: diagnostics, source: source)
  }
}

/// Loads scene files.
///
/// `Scene` lists what a loaded scene guarantees.
public struct SceneLoader: Sendable {
  public var options: SceneOptions
  private let assets: any AssetInspector

  public init(options: SceneOptions = SceneOptions(), assets: any AssetInspector) {
    self.options = options
    self.assets = assets
  }

  /// Loads the file at `path`. Throws when there is no such file, or when it cannot be read; errors
  /// in its content are diagnostics.
  public func load(path: String) throws(SceneFileError) -> LoadResult {
    let bytes = try options.contents(ofFile: path)
    // Reading takes several times a file's size for a while.
    defer { if bytes.count > 1 << 20 { Resources.releaseFreedMemory() } }
    if assets.recognizesImport(bytes) {
      return load(SourceText("", path: path)) { importedResult(bytes, path) }
    }
    guard String(validating: bytes, as: UTF8.self) != nil else { return badEncoding(bytes, path) }
    return load(SourceText(utf8: bytes, path: path))
  }

  /// Loads a scene from its text. `path` is the base of relative paths and the file's name in
  /// diagnostics.
  public func load(text: String, path: String) -> LoadResult {
    load(SourceText(text, path: path))
  }

  private func load(_ source: SourceText) -> LoadResult {
    load(source) { loadRecursively(source) }
  }

  private func load(
    _ source: SourceText, _ work: @escaping @Sendable () -> LoadResult
  ) -> LoadResult {
    let found = withLargeStack(work).drawn(with: options)
    let result = options.refusesWarnings ? found.refusingWarnings() : found
    return options.mayShow(source.path) ? result : result.hidingLines()
  }

  /// `root` is the file's content when it was parsed before.
  func loadRecursively(_ source: SourceText, root: YAMLNode? = nil) -> LoadResult {
    if root == nil, assets.recognizesImport(source.bytes) {
      return importedResult(source.bytes, source.path)
    }
    let collector = DiagnosticCollector()
    let reader = reader(source, collector)
    let composer = YAMLComposer(
      source: source, collector: collector, maximumNodes: options.maximumNodes)
    let found = (root ?? composer.compose()).map { reader.read($0) }
    return result(reader, found)
  }

  private func importedResult(_ bytes: [UInt8], _ path: String) -> LoadResult {
    let given = options.parameters
    guard let imported = assets.importedScene(bytes, path: path, values: given.texts) else {
      return badEncoding(bytes, path)
    }
    let problems = given.problems(in: imported)
    let paths = AssetPaths(imported.source, options)
    var result = LoadResult(
      scene: problems.isEmpty ? imported.scene : nil,
      diagnostics: imported.diagnostics + problems, source: imported.source,
      innerSources: given.sources,
      innerTexts: imported.source.bytes == bytes
        ? [] : [ImportedScene.fingerprint(of: bytes, path: path)],
      parameters: imported.parameters.map { ParameterFact(name: $0.name, text: $0.text) },
      declaredParameters: imported.parameters.map(\.name),
      files: [FilePath(paths.realPath(path) ?? path)], checks: .ofImport)
    result.report = imported.report
    return result
  }

  func reader(_ source: SourceText, _ collector: DiagnosticCollector) -> SceneReader {
    let files = SceneFiles(AssetPaths(source, options), assets)
    let context = SceneContext(
      options: options, collector: collector, files: files, source: source)
    return SceneReader(
      context: context, innerScenes: InnerScenes(source, files), registry: LayerRegistry(count: 0),
      place: .scene, given: .values(options.parameters))
  }

  func result(
    _ reader: SceneReader, _ found: SceneReader.ReadResult?
  ) -> LoadResult {
    let collector = reader.context.collector
    let source = reader.context.source ?? SourceText("", path: "")
    let others = reader.innerScenes.reports
    return LoadResult(
      scene: collector.hasErrors ? nil : found?.scene,
      diagnostics: collector.diagnostics(in: source) + others.flatMap(\.diagnostics),
      source: source,
      innerSources: others.map(\.source) + options.parameters.sources
        + reader.innerScenes.tables.values,
      innerTexts: reader.innerScenes.texts, parameters: found?.parameters ?? [],
      declaredParameters: found?.declaredParameters, files: reader.context.files.record.paths,
      checks: SceneChecks(collector.allowances, found?.requests ?? SceneRequests()))
  }

  private func badEncoding(_ bytes: [UInt8], _ path: String) -> LoadResult {
    let source = SourceText(String(decoding: bytes, as: UTF8.self), path: path)
    let collector = DiagnosticCollector()
    let place = DiagnosticCollector.Place(mark: source.firstReplacement, extent: .place)
    collector.add(
      .error, DiagnosticID.badEncoding.rawValue, "the file is not UTF-8", at: place,
      hint: "save it as UTF-8")
    return LoadResult(scene: nil, diagnostics: collector.diagnostics(in: source), source: source)
  }
}

extension AssetPaths {
  fileprivate init(_ source: SourceText, _ options: SceneOptions) {
    self.init(folder: source.path.folderOfPath, allowedPaths: options.allowedPaths)
  }
}

extension SourceText {
  /// Where decoding had to repair the text.
  fileprivate var firstReplacement: YAMLMark {
    for number in 1...lineCount {
      let scalars = line(number).unicodeScalars
      if let index = scalars.firstIndex(of: "\u{FFFD}") {
        return YAMLMark(
          line: number, column: scalars.distance(from: scalars.startIndex, to: index) + 1)
      }
    }
    return .start
  }
}

/// A scene file that was read and parsed once, to be loaded with different parameters.
public struct ParsedScene: Sendable {
  package let source: SourceText
  package let root: YAMLNode

  public var path: String { source.path }

  package init(source: SourceText, root: YAMLNode) { (self.source, self.root) = (source, root) }

  /// `nil` where the text is not YAML without mistakes.
  package init?(_ source: SourceText, maximumNodes: Int) {
    let parsed = withLargeStack { YAMLNode.parsed(source, maximumNodes: maximumNodes) }
    guard let root = parsed.root, !parsed.hasErrors else { return nil }
    self.init(source: source, root: root)
  }
}

extension SceneLoader {
  /// Reads and parses a file. `nil` when there is something to report: then load the file as a
  /// whole.
  public func parse(path: String) throws(SceneFileError) -> ParsedScene? {
    let bytes = try options.contents(ofFile: path)
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    guard !assets.recognizesImport(bytes) else { return nil }
    let source = SourceText(utf8: bytes, path: path)
    return withLargeStack { parsed(source) }
  }

  private func parsed(_ source: SourceText) -> ParsedScene? {
    let collector = DiagnosticCollector()
    let composer = YAMLComposer(
      source: source, collector: collector, maximumNodes: options.maximumNodes)
    guard let root = composer.compose(), collector.diagnostics(in: source).isEmpty else {
      return nil
    }
    return ParsedScene(source: source, root: root)
  }

  /// The tree of a scene with parameters, calculations and repetitions put in; `nil` where the file
  /// has mistakes.
  package func expandedRoot(of scene: ParsedScene) -> YAMLNode? {
    withLargeStack {
      let collector = DiagnosticCollector()
      let reader = reader(scene.source, collector)
      var binder = ParameterBinder(
        context: reader.context, innerScenes: reader.innerScenes, given: reader.given)
      let root = binder.bound(scene.root)
      return collector.hasErrors ? nil : root
    }
  }

  /// The scene with the parameters of the options.
  public func load(_ scene: ParsedScene) -> LoadResult {
    load(scene.source) { loadRecursively(scene.source, root: scene.root) }
  }

  /// Reads only the parameters: their declarations, and the errors in their values. The result has
  /// no scene.
  public func parameters(of scene: ParsedScene) -> LoadResult {
    load(scene.source) {
      let collector = DiagnosticCollector()
      let reader = reader(scene.source, collector)
      var binder = ParameterBinder(
        context: reader.context, innerScenes: reader.innerScenes, given: reader.given)
      _ = binder.bound(scene.root)
      return result(
        reader,
        SceneReader.ReadResult(
          scene: nil, parameters: binder.facts, declaredParameters: binder.declaredNames,
          givenByLayer: []))
    }
  }
}

/// Does `work` on a thread whose stack has room for a tree of the deepest nesting that the YAML
/// library accepts, and waits for it. The threads of tests and tasks have as little as half a
/// megabyte.
func withLargeStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result {
  onThread(stack: 64 << 20, work)
}

extension DataTable {
  /// The table's diagnostics as a `LoadResult`, for code that prints these.
  public var withoutRows: LoadResult {
    LoadResult(scene: nil, diagnostics: diagnostics, source: source)
  }
}
