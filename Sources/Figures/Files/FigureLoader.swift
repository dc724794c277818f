public import RostrumBase
public import RostrumGeometry
import RostrumLayerTree
public import RostrumSceneFile
public import RostrumSource
public import RostrumTiming
import Synchronization

/// The result of loading a figure file.
public struct FigureLoadResult: Sendable {
  /// `nil` exactly when there is an error among the diagnostics.
  public let figure: FigureDeclaration?
  public let style: FigureStyle
  /// In the order of the file.
  public let diagnostics: [Diagnostic]
  public let source: SourceText
  /// The paths of the scenes, the files that these show, data and themes, missing ones too.
  public let files: Set<FilePath>
  fileprivate var mayBeShown = true

  /// The figure's diagnostics as a `LoadResult`, for code that prints these.
  public var withoutFigure: LoadResult {
    let result = LoadResult(diagnostics: diagnostics, source: source)
    return mayBeShown ? result : result.hidingLines()
  }
}

/// Loads figure files and the scenes that they show.
public struct FigureLoader: Sendable {
  let options: SceneOptions
  let assets: any AssetInspector

  /// The language in which texts are taken that a file has in several; `nil` for the file's own.
  let language: FigureLanguage?

  public init(
    options: SceneOptions = SceneOptions(), assets: any AssetInspector,
    language: FigureLanguage? = nil
  ) {
    (self.options, self.assets, self.language) = (options, assets, language)
  }

  /// Loads the file at `path`. Throws when it cannot be read; errors in its content are
  /// diagnostics.
  public func load(path: String) throws(SceneFileError) -> FigureLoadResult {
    let bytes = try options.contents(ofFile: path)
    return load(text: String(decoding: bytes, as: UTF8.self), path: path)
  }

  /// Loads a figure from its text. `path` is the base of relative paths and the file's name in
  /// diagnostics.
  public func load(text: String, path: String) -> FigureLoadResult {
    let source = SourceText(text, path: path)
    let folder = source.path.folderOfPath
    let files = FilesRead()
    let (whole, diagnostics) = document.read(source, folder: folder) { node, context in
      let loader = SceneLoader(options: options, assets: assets)
      let scenes = FigureScenes(folder: folder, loader: loader, files: files) { path in
        Result { () throws(SceneFileError) in try self.loadTheme(path: path) }
      }
      let root = context.expanded(inOneLanguage(node), of: source)
      return FigureReader(context: context, scenes: scenes).whole(root)
    }
    return FigureLoadResult(
      figure: whole?.figure, style: whole?.style ?? FigureStyle(), diagnostics: diagnostics,
      source: source, files: files.paths, mayBeShown: options.mayShow(path))
  }

  /// Whether a file is a figure, and no scene.
  package static func isFigure(_ file: ParsedScene) -> Bool {
    let entries = file.root.entries ?? []
    return !entries.contains { $0.name == "size" }
      && entries.contains {
        $0.name == FigureKey.type.name && FigureType(rawValue: $0.value.scalar?.text ?? "") != nil
      }
  }

  /// The file with each text in one language.
  private func inOneLanguage(_ root: YAMLNode) -> YAMLNode {
    let own = root.entries?.first { $0.name == FigureKey.language.name }?.value.scalar?.text
    let chosen = language ?? own.flatMap(FigureLanguage.init) ?? .english
    return root.choosing(
      chosen.rawValue, among: Set(FigureLanguage.allCases.map(\.rawValue)),
      leaving: FigureKey.parameters.name)
  }

  var document: DocumentReader { DocumentReader(options: options, assets: assets) }
}

/// The files that were read for a figure, or are missing.
final class FilesRead: Sendable {
  private let all = Mutex<Set<FilePath>>([])

  var paths: Set<FilePath> { all.withLock { $0 } }

  func add(_ paths: Set<FilePath>) { all.withLock { $0.formUnion(paths) } }
}

/// The scenes that a figure file shows, each loaded once.
final class FigureScenes {
  private let folder: String
  private let loader: SceneLoader
  private var loaded: [FilePath: Result<LoadResult, SceneFileError>] = [:]

  private let loadTheme: (String) -> Result<ThemeLoadResult, SceneFileError>

  private let files: FilesRead

  init(
    folder: String, loader: SceneLoader, files: FilesRead,
    loadTheme: @escaping (String) -> Result<ThemeLoadResult, SceneFileError>
  ) {
    (self.folder, self.loader, self.files) = (folder, loader, files)
    self.loadTheme = loadTheme
  }

  /// Relative to the figure's file.
  func full(_ path: String) -> String {
    path.isAbsolutePath || folder == "." ? path : folder.appendingPathComponent(path)
  }

  /// Throws where a file elsewhere is to be refused.
  private func permit(_ path: String) throws(SceneFileError) {
    guard !loader.options.isConfined || loader.options.includes(path, besides: folder) else {
      throw .outside(path: path)
    }
  }

  private var tables: [FilePath: DataTable] = [:]

  /// The rows of a data file, and whether messages may quote its contents.
  func data(_ path: String) throws(SceneFileError) -> (table: DataTable, isShown: Bool) {
    let full = full(path)
    let isShown = loader.options.includes(full, besides: folder)
    if let known = tables[FilePath(full)] { return (known, isShown) }
    try permit(full)
    files.add([.resolved(full)])
    let table = try DataTable.load(path: full)
    tables[FilePath(full)] = table
    return (table, isShown)
  }

  func theme(_ path: String) -> Result<ThemeLoadResult, SceneFileError> {
    let full = full(path)
    files.add([.resolved(full)])
    return Result { () throws(SceneFileError) in
      try permit(full)
      return try loadTheme(full).get()
    }
  }

  /// The path as it was found, and the result of loading it.
  func load(
    _ path: String, _ assignments: [String] = []
  ) -> (path: String, result: Result<LoadResult, SceneFileError>) {
    let full = full(path)
    let key = FilePath(([full] + assignments).joined(separator: "\n"))
    if let known = loaded[key] { return (full, known) }
    var loader = loader
    if !assignments.isEmpty, let values = try? ParameterValues(assignments: assignments) {
      loader.options.parameters = values
    }
    let result = Result { [loader, folder] () throws(SceneFileError) in
      try permit(full)
      let result = try loader.load(path: full)
      return loader.options.includes(full, besides: folder) ? result : result.hidingLines()
    }
    loaded[key] = result
    files.add([.resolved(full)])
    if case .success(let found) = result { files.add(found.files) }
    return (full, result)
  }
}

// MARK: Functions of the command line

extension TimingFunction {
  /// Parses a function: `easeIn`, `cubic-bezier(1, 0, 0.75, 1)`, or the notation of scene files:
  /// `[1, 0, 0.75, 1]`, `{spring: {bounce: 0.5}}`.
  public init(text: String) throws(FigureProblem) {
    let reader = DocumentReader(options: SceneOptions(), assets: NoAssets())
    let (function, diagnostics) = reader.read(
      SourceText(text, path: "timing function"), maximumNodes: 1000
    ) { node, context in context.read(node, .timingFunction) }
    if let function {
      self = function
      return
    }
    let first = diagnostics.first
    throw FigureProblem(
      .badTimingFunction, first?.message ?? "unknown timing function \(text.quoted)",
      hint: first?.hint)
  }
}

extension FigureStyle {
  /// The colour that a text names as a scene file would: `red`, `#FF8800`, `none` for no colour.
  public static func background(_ text: String) throws(FigureProblem) -> Color? {
    let reader = DocumentReader(options: SceneOptions(), assets: NoAssets())
    // In quotes: '#' would begin a comment.
    let isQuoted = text.hasPrefix("#")
    let source = SourceText(isQuoted ? "\"\(text)\"" : text, path: "colour")
    let (color, diagnostics) = reader.read(source, maximumNodes: 1000) { node, context in
      context.read(node, .color)
    }
    guard let color else {
      throw FigureProblem(
        .unknownWord, diagnostics.first?.message ?? "unknown colour \(text.quoted)",
        hint: diagnostics.first?.hint)
    }
    return color
  }
}

/// For texts that name no file.
struct NoAssets: AssetInspector {
  func imageSize(atPath path: String) throws(AssetProblem) -> (width: Int, height: Int) {
    throw AssetProblem(id: "missing-file", message: "there are no pictures here")
  }

  func inspectText(_ values: LayerValues) throws(AssetProblem) {}
}

/// The result of loading a theme file.
public struct ThemeLoadResult: Sendable {
  /// `nil` exactly when there is an error among the diagnostics.
  public let theme: ThemeDeclaration?
  public let diagnostics: [Diagnostic]
  public let source: SourceText
  fileprivate var mayBeShown = true

  /// The theme's diagnostics as a `LoadResult`, for code that prints these.
  public var withoutTheme: LoadResult {
    let result = LoadResult(diagnostics: diagnostics, source: source)
    return mayBeShown ? result : result.hidingLines()
  }
}

enum ThemeKey {
  static let base = DefaultedField(
    "base", .word(of: Theme.named.map(\.name)), default: "light",
    "The theme that this one changes.")
  static let distinction = Field<FigureDeclaration.CurveDistinction>(
    "distinguish", .word, shownDefault: "the base's",
    "What the curves of a plot differ by, besides their colours.")
  static let palette = Field(
    "palette", .items("a list of colours", of: Reader.color.schema),
    "The colours of the curves, over and over.")
  static let fonts = Field(
    "fonts", .items("a list of font families", of: Reader.text().schema),
    "The families of the labels, the preferred first.")
  static let colors = ThemeDeclaration.colorNames.map {
    Field($0, .color, "The colour of the \($0).")
  }
  static let lengths = ThemeDeclaration.lengthNames.map {
    Field($0, .number(.moreThanZero), "The \($0), in points.")
  }
}

extension Vocabulary {
  /// A theme for figures.
  static let theme = Vocabulary(
    owner: "a theme", definition: "figure-theme",
    [ThemeKey.base, ThemeKey.palette, ThemeKey.fonts, ThemeKey.distinction] + ThemeKey.colors
      + ThemeKey.lengths,
    listsKeys: true)
}

extension FigureLoader {
  /// Loads a theme file. Throws when it cannot be read; errors in its content are diagnostics.
  public func loadTheme(path: String) throws(SceneFileError) -> ThemeLoadResult {
    let bytes = try options.contents(ofFile: path)
    return loadTheme(text: String(decoding: bytes, as: UTF8.self), path: path)
  }

  /// Loads a theme from its text.
  public func loadTheme(text: String, path: String) -> ThemeLoadResult {
    let source = SourceText(text, path: path)
    let (theme, diagnostics) = document.read(source, maximumNodes: 10_000) { node, context in
      context.theme(node)
    }
    return ThemeLoadResult(
      theme: theme, diagnostics: diagnostics, source: source, mayBeShown: options.mayShow(path))
  }
}

extension SceneContext {
  func theme(_ node: YAMLNode) -> ThemeDeclaration? {
    guard let fields = MappingReader(node, .theme, self) else { return nil }
    fields.reportUnknownKeys()
    var theme = ThemeDeclaration()
    theme.base = fields[ThemeKey.base]
    theme.distinction = fields[ThemeKey.distinction]
    for key in ThemeKey.colors {
      guard let color = fields[key] else { continue }
      theme.colors.updateValue(color, forKey: key.name)
    }
    for key in ThemeKey.lengths { theme.lengths[key.name] = fields[key] }
    theme.palette = (fields[ThemeKey.palette] ?? []).compactMap { read($0, .color) ?? nil }
    theme.fonts = (fields[ThemeKey.fonts] ?? []).compactMap { read($0, .text()) }
    return theme
  }
}
