public import LayerTree

/// What became of a scene file.
public struct LoadResult: Sendable {
  /// `nil` exactly when there is an error among the diagnostics.
  public let scene: Scene?
  /// In the order of the file; after them those of scene files inside it, whose ranges name their own file.
  public let diagnostics: [Diagnostic]
  public let source: SourceText
  /// Other files that the diagnostics are about: scene files inside it, and what gave its parameters values.
  public internal(set) var innerSources: [SourceText] = []
  /// All scene files inside it, each once, in no order.
  public internal(set) var innerTexts: [SourceText] = []
  /// The scene's parameters as they were here, but those with mistakes.
  public internal(set) var parameters: [ParameterFact] = []
  /// The names of all parameters that the scene declares; `nil` when the file cannot be made sense
  /// of so far.
  public internal(set) var declaredParameters: [String]?
  /// The absolute paths of all files that the scene is made of, and of those that it misses.
  public internal(set) var files: Set<String> = []

  /// Whether nothing is wrong with the scene but that the system gave too little to load it.
  public var isShortage: Bool {
    let errors = diagnostics.filter { $0.severity == .error }
    return !errors.isEmpty && errors.allSatisfy { $0.id == DiagnosticID.shortage.rawValue }
  }

  /// The same with a note about each of some layers that baking leaves as they are, last, where its layer begins.
  public func notingKeptLayers(_ notes: [(message: String, place: SourcePlace?)]) -> LoadResult {
    let new = notes.map { message, place in
      Diagnostic(
        severity: .note, id: DiagnosticID.keptLayer.rawValue, message: message,
        range: source.start(ofItemAtLine: place?.line ?? 1))
    }
    return with(diagnostics + new)
  }

  /// The same with some of its diagnostics left out.
  public func leavingOut(_ known: Set<Diagnostic>) -> LoadResult {
    with(diagnostics.filter { !known.contains($0) })
  }

  private func with(_ diagnostics: [Diagnostic]) -> LoadResult {
    LoadResult(
      scene: scene, diagnostics: diagnostics, source: source, innerSources: innerSources,
      innerTexts: innerTexts, parameters: parameters, declaredParameters: declaredParameters,
      files: files)
  }
}

/// Loads scene files.
///
/// What a loaded scene guarantees stands at `Scene`.
public struct SceneLoader: Sendable {
  public var options: SceneOptions
  private let assets: any AssetInspector

  public init(options: SceneOptions = SceneOptions(), assets: any AssetInspector) {
    self.options = options
    self.assets = assets
  }

  /// Loads the file at `path`. Throws when there is no such file, or when it cannot be read; whatever is wrong
  /// with its content is a diagnostic.
  public func load(path: String) throws(SceneFileError) -> LoadResult {
    let bytes = try SceneFileError.contents(ofFile: path)
    guard String(validating: bytes, as: UTF8.self) != nil else { return badEncoding(bytes, path) }
    return load(SourceText(utf8: bytes, path: path))
  }

  /// Loads a scene from its text. `path` is where relative paths start and what diagnostics call the file.
  public func load(text: String, path: String) -> LoadResult {
    load(SourceText(text, path: path))
  }

  private func load(_ source: SourceText) -> LoadResult {
    withLargeStack { loadRecursively(source).result }
  }

  /// The result with the vocabulary's keys that were asked for (see `SceneOptions.recordsKeys`). `root` is the file's content when it
  /// was parsed before.
  func loadRecursively(
    _ source: SourceText, root: YAMLNode? = nil
  ) -> (result: LoadResult, askedKeys: Set<Key>) {
    let collector = DiagnosticCollector()
    let resolution = resolution(source, collector)
    let composer = YAMLComposer(
      source: source, collector: collector, maximumNodes: options.maximumNodes)
    let scene = (root ?? composer.compose()).flatMap { resolution.scene($0) }
    return (result(resolution, scene), resolution.askedKeys)
  }

  func resolution(_ source: SourceText, _ collector: DiagnosticCollector) -> Resolution {
    let resolution = Resolution(
      options: options, collector: collector, assets: AssetPaths(source, options),
      inspector: assets, source: source)
    resolution.given = .values(options.parameters)
    resolution.innerScenes.begin(source, resolution.assets)
    return resolution
  }

  func result(_ resolution: Resolution, _ scene: Scene?) -> LoadResult {
    let collector = resolution.collector
    let source = resolution.source ?? SourceText("", path: "")
    let others = resolution.innerScenes.reports
    return LoadResult(
      scene: collector.hasErrors ? nil : scene,
      diagnostics: collector.diagnostics(in: source) + others.flatMap(\.diagnostics),
      source: source, innerSources: others.map(\.source) + options.parameters.sources,
      innerTexts: resolution.innerScenes.texts, parameters: resolution.parameters,
      declaredParameters: resolution.declaredParameters, files: resolution.innerScenes.files)
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
    let folder = source.path.lastIndex(of: "/").map { String(source.path[..<$0]) }
    self.init(
      folder: source.path.hasPrefix("/") && folder == "" ? "/" : folder ?? ".",
      allowedPaths: options.allowedPaths)
  }
}

extension SourceText {
  /// Where decoding had to repair the text.
  fileprivate var firstReplacement: Mark {
    for number in 1...lineCount {
      let scalars = line(number).unicodeScalars
      if let index = scalars.firstIndex(of: "\u{FFFD}") {
        return Mark(
          line: number, column: scalars.distance(from: scalars.startIndex, to: index) + 1)
      }
    }
    return .start
  }
}
