import Base
/// What became of a figure file.
public struct FigureLoadResult: Sendable {
  /// `nil` exactly when there is an error among the diagnostics.
  public let figure: FigureDeclaration?
  public let style: FigureStyle
  /// In the order of the file.
  public let diagnostics: [Diagnostic]
  public let source: SourceText

  /// The same, for what shows the mistakes of scene files.
  public var withoutFigure: LoadResult {
    LoadResult(scene: nil, diagnostics: diagnostics, source: source)
  }
}

/// Loads figure files and the scenes that they show.
public struct FigureLoader: Sendable {
  let options: SceneOptions
  let assets: any AssetInspector

  public init(options: SceneOptions = SceneOptions(), assets: any AssetInspector) {
    (self.options, self.assets) = (options, assets)
  }

  /// Loads the file at `path`. Throws when it cannot be read; what is wrong with its content is a
  /// diagnostic.
  public func load(path: String) throws(SceneFileError) -> FigureLoadResult {
    let bytes = try SceneFileError.contents(ofFile: path)
    return load(text: String(decoding: bytes, as: UTF8.self), path: path)
  }

  /// Loads a figure from its text. `path` is where relative paths start and what diagnostics call
  /// the file.
  public func load(text: String, path: String) -> FigureLoadResult {
    let source = SourceText(text, path: path)
    do throws(Shortage) {
      return try withLargeStack { loadRecursively(source) }
    } catch {
      return FigureLoadResult(
        figure: nil, style: FigureStyle(), diagnostics: [error.diagnostic(in: source)],
        source: source)
    }
  }

  private func loadRecursively(_ source: SourceText) -> FigureLoadResult {
    let collector = DiagnosticCollector()
    let folder = source.path.lastIndex(of: "/").map { String(source.path[...$0]) } ?? ""
    let context = SceneContext(
      options: options, collector: collector,
      files: SceneFiles(
        AssetPaths(folder: folder.isEmpty ? "." : folder, allowedPaths: []), assets))
    let reader = FigureReader(
      context: context,
      scenes: FigureScenes(folder: folder, loader: SceneLoader(options: options, assets: assets)))
    let composer = YAMLComposer(
      source: source, collector: collector, maximumNodes: options.maximumNodes)
    let whole = composer.compose().flatMap { reader.whole($0) }
    return FigureLoadResult(
      figure: collector.hasErrors ? nil : whole?.figure, style: whole?.style ?? FigureStyle(),
      diagnostics: collector.diagnostics(in: source), source: source)
  }
}

extension FigureLoader {
  /// For texts that name no files.
  func context(_ collector: DiagnosticCollector) -> SceneContext {
    SceneContext(
      options: options, collector: collector,
      files: SceneFiles(AssetPaths(folder: ".", allowedPaths: []), assets))
  }
}

/// The scenes that a figure file shows, each loaded once.
final class FigureScenes {
  private let folder: String
  private let loader: SceneLoader
  private var loaded: [String: Result<LoadResult, SceneFileError>] = [:]

  init(folder: String, loader: SceneLoader) { (self.folder, self.loader) = (folder, loader) }

  /// The path as it was found, and what became of it.
  func load(_ path: String) -> (path: String, result: Result<LoadResult, SceneFileError>) {
    let full = path.hasPrefix("/") ? path : folder + path
    if let known = loaded[full] { return (full, known) }
    let result = Result { () throws(SceneFileError) in try loader.load(path: full) }
    loaded[full] = result
    return (full, result)
  }
}
